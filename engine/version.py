"""Fichero's version; pyproject.toml states the same one, which a test keeps."""

VERSION = "0.1.0"

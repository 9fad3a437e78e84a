"""Fichero's version; pyproject.toml states the same one, which a test keeps. A built program knows its revision too."""

from __future__ import annotations

import json
from pathlib import Path

VERSION = "0.1.0"


def revision() -> str | None:
    """The revision of the source that this program was built from; None where it runs from its source."""
    try:
        return str(json.loads((Path(__file__).parents[1] / "revision.json").read_text(encoding="ascii"))["revision"])
    except (OSError, ValueError, KeyError):
        return None

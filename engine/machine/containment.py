"""Whether a path lies in a folder, by their names alone."""

from __future__ import annotations

import os


def is_at_or_below(path: str, folder: str) -> bool:
    """Both absolute and without dots; a folder lies in itself."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)

"""What a power cut must not take: the names in a folder."""

from __future__ import annotations

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Force a folder's names to disk: files that are new in it, and those that took another's place. Windows cannot, and need not."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""Whether a document on disk is still what was read: old text must never be shown as if it were current."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

HASHED_AT_MOST = 64 * 1024 * 1024       # bytes; a larger touched file counts as changed until it is read again


def is_current(
    path: Path, size: int, mtime_ns: int, content_hash: str | None, hash_file: Callable[[Path], str]
) -> bool:
    """True if the file still has the size and time it had when read, or, when only touched, the same content."""
    try:
        now = os.stat(path)
    except OSError:
        return False
    if now.st_size != size:
        return False
    if now.st_mtime_ns == mtime_ns:
        return True
    if content_hash is None or size > HASHED_AT_MOST:
        return False
    try:
        return hash_file(path) == content_hash
    except OSError:
        return False

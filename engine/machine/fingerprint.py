"""What tells a file from its earlier self: size and times first, then the hash of its content."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_PIECE = 1 << 20
_LIMIT = (1 << 63) - 1           # of a whole number in SQLite; in nanoseconds the year 2262
RACY_NS = 2_000_000_000         # coarse clocks of file systems (FAT: 2 s): a write this near to our look may be unseen


def content_hash(path: Path) -> str:
    """BLAKE2b of the file's bytes, 32 hexadecimal digits.

    Raises:
        OSError: it cannot be read.
    """
    return content_hash_while(path, lambda: True) or ""


def content_hash_while(path: Path, may_go_on: Callable[[], bool]) -> str | None:
    """As `content_hash`; None once `may_go_on`, asked after each megabyte, is false before the end."""
    digest = hashlib.blake2b(digest_size=16)
    with open(path, "rb", buffering=0) as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
            if not may_go_on():
                return None
    return digest.hexdigest()


def passage_hash(passage: str) -> bytes:
    """BLAKE2b of the text that the embedder is given, 16 bytes: equal passages need one embedding."""
    return hashlib.blake2b(passage.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def storable(number: int) -> int:
    """`number`, or the nearest to it that SQLite can keep: file systems know later years than 2262, and larger inodes."""
    return max(-_LIMIT, min(number, _LIMIT))


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What `stat` says of a file. Two equal stamps mean the same content, unless it was written while we looked."""

    size: int               # bytes; all four within 63 bits and a sign
    mtime_ns: int
    ctime_ns: int
    inode: int

    @classmethod
    def of(cls, status: os.stat_result) -> FileStamp:
        numbers = status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
        if max(numbers) <= _LIMIT and min(numbers) >= -_LIMIT:      # nearly always, and asked of every file of every look
            return cls(*numbers)
        return cls(*map(storable, numbers))

    def is_racy(self, looked_at_ns: int) -> bool:
        """Whether the file was written so shortly before `looked_at_ns` that another write could have the same time."""
        return max(self.mtime_ns, self.ctime_ns) > looked_at_ns - RACY_NS       # the first can be set back to what it was

"""What tells a file from its earlier self: size and times first, then the hash of its content."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

_PIECE = 1 << 20
RACY_NS = 2_000_000_000         # coarse clocks of file systems (FAT: 2 s): a write this near to our look may be unseen


def content_hash(path: Path) -> str:
    """BLAKE2b of the file's bytes, 32 hexadecimal digits.

    Raises:
        OSError: it cannot be read.
    """
    digest = hashlib.blake2b(digest_size=16)
    with open(path, "rb", buffering=0) as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def passage_hash(passage: str) -> bytes:
    """BLAKE2b of the text that the embedder is given, 16 bytes: equal passages need one embedding."""
    return hashlib.blake2b(passage.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What `stat` says of a file. Two equal stamps mean the same content, unless it was written while we looked."""

    size: int               # bytes
    mtime_ns: int
    ctime_ns: int
    inode: int

    @classmethod
    def of(cls, status: os.stat_result) -> FileStamp:
        return cls(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)

    def is_racy(self, looked_at_ns: int) -> bool:
        """Whether the file was written so shortly before `looked_at_ns` that another write could have the same time."""
        return max(self.mtime_ns, self.ctime_ns) > looked_at_ns - RACY_NS       # the first can be set back to what it was

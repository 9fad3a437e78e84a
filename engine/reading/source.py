"""What a reader is given: a name and the bytes, on disk or in memory; and what reading gives."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.ocr import Ocr

HEAD_BYTES = 65_536
MB = 1_000_000
_ABOVE_ASCII = bytes(range(128, 256))


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Bounds of reading one file. What passes one ends as Unreadable("too-large")."""

    ocr: Ocr | None = None                  # what recognises text in pictures; None: they are not read
    passwords: tuple[str, ...] = field(default=(), repr=False)      # to be tried on encrypted files; never stored
    max_file_bytes: int = 4_000 * MB        # a file looked at at all
    max_memory_bytes: int = 256 * MB        # of a file, part or member that must lie in memory as a whole
    max_text_bytes: int = 16 * MB           # of plain text, CSV, code…: of more, the beginning is read
    max_log_bytes: int = 16 * MB            # of a log: of more, the first quarter of it and three at the end are read
    max_depth: int = 5                      # archives within archives, messages within messages
    max_members: int = 20_000               # of one file, at all depths together
    max_messages: int = 100_000             # of a mailbox, with what is attached to them
    max_unpacked_bytes: int = 2_000 * MB    # of one file, at all depths together
    max_ratio: int = 400                    # unpacked to packed, beyond a first 10 MB
    base_timeout_s: float = 60.0            # a worker's time for one file
    timeout_s_per_mb: float = 4.0
    max_timeout_s: float = 1_200.0
    base_memory_bytes: int = 700 * MB       # a worker's resident memory; as a rule it takes a tenth of it
    memory_per_byte: int = 8
    max_memory_limit_bytes: int = 2_000 * MB
    big_file_bytes: int = 20 * MB           # of files beyond it, one is read at a time
    idle_memory_bytes: int = 300 * MB       # a worker that keeps more after a file is replaced
    page_timeout_s: float = 300.0           # more for each page that was recognised

    def timeout_s(self, size_bytes: int) -> float:
        """Seconds that a worker may take for a file of this size."""
        return min(self.base_timeout_s + size_bytes / MB * self.timeout_s_per_mb, self.max_timeout_s)

    def memory_limit_bytes(self, size_bytes: int) -> int:
        """Resident memory that a worker may reach with a file of this size."""
        return min(self.base_memory_bytes + size_bytes * self.memory_per_byte, self.max_memory_limit_bytes)


@dataclass(frozen=True, slots=True)
class Part:
    """One document of a file: the file itself (inner ""), or a member or attachment."""

    inner: str
    outcome: Document | Unreadable


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes to be read: a file on disk, or a member held in memory (then path is None)."""

    name: str                               # file name with extension, for its kind and messages
    path: Path | None = None
    data: bytes | None = field(default=None, repr=False)
    options: ReadOptions = ReadOptions()

    @property
    def size(self) -> int:
        return len(self.data) if self.data is not None else self._path().stat().st_size

    @property
    def extension(self) -> str:
        """Lower case, without the dot; "" where there is none."""
        return PurePosixPath(self.name.replace("\\", "/").rstrip("~ ")).suffix.lower().lstrip(".")

    def open(self) -> BinaryIO:
        return io.BytesIO(self.data) if self.data is not None else self._path().open("rb")

    def head(self, n_bytes: int = HEAD_BYTES) -> bytes:
        if self.data is not None:
            return self.data[:n_bytes]
        with self._path().open("rb") as file:
            return file.read(n_bytes)

    def read(self, max_bytes: int | None = None) -> bytes:
        """All bytes. Raises Unreadable("too-large") beyond max_bytes (default: options.max_memory_bytes)."""
        limit = self.options.max_memory_bytes if max_bytes is None else max_bytes
        if self.size > limit:
            raise Unreadable("too-large", f"{self.size} bytes; the limit for this kind is {limit}")
        if self.data is not None:
            return self.data
        with self._path().open("rb") as file:
            data = file.read(limit + 1)
        if len(data) > limit:               # it has grown meanwhile
            raise Unreadable("too-large", f"more than {limit} bytes")
        return data

    def start(self, max_bytes: int) -> Source:
        """The beginning of a text, held in memory: whole lines of at most max_bytes together, if there are lines."""
        data = self.head(max_bytes)
        if b"\0" in data[:200]:             # of two or four bytes a character
            data = data[: len(data) // 4 * 4]
        else:
            data = data[: data.rfind(b"\n") + 1] or data.rstrip(_ABOVE_ASCII)
        return Source(self.name, data=data, options=self.options)

    def end(self, max_bytes: int) -> Source:
        """The end of a text, held in memory: whole lines of at most max_bytes together."""
        if self.data is not None:
            data = self.data[-max_bytes:]
        else:
            with self._path().open("rb") as file:
                file.seek(max(self.size - max_bytes, 0))
                data = file.read(max_bytes)
        return Source(self.name, data=data[data.find(b"\n") + 1 :], options=self.options)

    def _path(self) -> Path:
        if self.path is None:
            raise ValueError("a source has either a path or data")
        return self.path

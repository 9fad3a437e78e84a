"""Packed token bits of chunks: append-only segment files, read through memory maps.

A segment is a header and records. Header: magic, format, its number. Record: magic, number of tokens, width in bytes, CRC-32 of the
payload, its size where it is packed (`packed_bits`), then the payload; what packing would not make smaller lies as it is, row by
row, as all did in segments of format 1. Which records live is the catalog's knowledge: it keeps
each chunk's BitLocation, and nothing here is ever changed in place. So a killed writer leaves at most a torn tail, which
no location of a committed catalog points into; the next writer leaves such a segment behind and starts another.

One writer (the index lock sees to that); readers in other processes map a segment again when it has grown.
"""

from __future__ import annotations

import contextlib
import logging
import mmap
import os
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from engine.errors import IndexDamaged
from engine.machine.durable import sync_folder
from engine.stores.packed_bits import pack_bits, unpack_bits

log = logging.getLogger(__name__)

FORMAT = 2
_READABLE = (1, FORMAT)
SEGMENT_BYTES = 256 * 1024 * 1024
_MOVED_AT_ONCE = 1_000
_HEADER = struct.Struct("<8sII")            # magic, format, segment number
_RECORD = struct.Struct("<4sIII")           # magic, n_tokens, width, CRC-32 of the payload
_SIZE = struct.Struct("<I")                 # of a packed payload, after that
_HEADER_MAGIC = b"FICHBITS"
_PLAIN, _PACKED = b"BITR", b"BITP"
_NAME = re.compile(r"^(\d{6})\.bits$")


class BitsDamaged(IndexDamaged):
    """A record is missing, torn or altered: its chunk has to be embedded again."""

    code = "bits-damaged"


@dataclass(frozen=True, slots=True)
class BitLocation:
    """Where the bits of one chunk lie: `offset` of the record in bytes, `width` bytes a token."""

    segment: int
    offset: int
    n_tokens: int
    width: int


class BitStore:
    """Segments below one folder. A missing folder is an empty store."""

    def __init__(self, folder: Path, segment_bytes: int = SEGMENT_BYTES) -> None:
        self._folder = folder
        self._segment_bytes = segment_bytes
        self._maps: dict[int, mmap.mmap] = {}
        self._writing: BinaryIO | None = None
        self._segment = 0
        self._end = 0
        self._unsynced: list[BinaryIO] = []

    @classmethod
    def open(cls, folder: Path, segment_bytes: int = SEGMENT_BYTES) -> BitStore:
        """Touches nothing on disk: a segment is made by the first `append`."""
        return cls(folder, segment_bytes)

    def append(self, rows: Sequence[NDArray[np.uint8]]) -> list[BitLocation]:
        """Write the bits of some chunks, each of shape (n_tokens, width) uint8, n_tokens may be 0.

        They can be read at once, and are safe from a power cut after `flush`, which belongs before the catalog's commit.
        """
        if any(row.ndim != 2 or row.dtype != np.uint8 for row in rows):
            raise ValueError("bits must be uint8 of shape (n_tokens, width)")
        try:
            locations = [self._append_one(row) for row in rows]
            if self._writing is not None:
                self._writing.flush()
        except OSError:             # a full disk leaves a torn tail: what comes next goes into another segment
            self._abandon()
            raise
        return locations

    def _append_one(self, row: NDArray[np.uint8]) -> BitLocation:
        record = _record(row)
        file = self._file_for(len(record))
        location = BitLocation(self._segment, self._end, *row.shape)
        file.write(record)
        self._end += len(record)
        return location

    def read(self, locations: Sequence[BitLocation]) -> list[NDArray[np.uint8]]:
        """The bits at these places, in the same order, each (n_tokens, width) uint8, some of them read-only views of the map.

        Raises:
            BitsDamaged: a record is missing, torn or altered.
        """
        return [self._read_one(location) for location in locations]

    def is_sound(self, location: BitLocation) -> bool:
        try:
            self._read_one(location)
        except BitsDamaged:
            return False
        return True

    def flush(self) -> None:
        """Force what was appended to the disk."""
        for file in self._unsynced:
            file.flush()
            os.fsync(file.fileno())
            if file is not self._writing:
                file.close()
        self._unsynced = [self._writing] if self._writing is not None else []

    def compact(
        self, live: Iterable[BitLocation], moved: Callable[[list[tuple[BitLocation, BitLocation]]], None]
    ) -> int:
        """Copy live records out of segments of which a third is dead, or whose format is a former one, and remove those.
        Returns the bytes freed.

        Args:
            live: the locations that the catalog knows, all of them.
            moved: is given (old, new) pairs and must have committed them to the catalog when it returns; only then
                is the old segment removed. Readers that still hold an old location keep their map, or get BitsDamaged.
        """
        by_segment: dict[int, list[BitLocation]] = {}
        for location in live:
            by_segment.setdefault(location.segment, []).append(location)
        victims = [number for number in self._numbers() if self._is_wasteful(number, by_segment.get(number, ()))]
        if victims:
            self._start_segment()       # even where the segment being written is one of them
        return sum(self._empty(number, by_segment.get(number, []), moved) for number in victims)

    def _is_wasteful(self, number: int, live: Sequence[BitLocation]) -> bool:
        size = self._path(number).stat().st_size
        return size > _HEADER.size and (self._is_former(number) or 3 * self.live_bytes(live) <= 2 * size)

    def has_former_segments(self) -> bool:
        """Whether some are of a former format, which `compact` brings to this one."""
        return any(self._is_former(number) for number in self._numbers())

    def _is_former(self, number: int) -> bool:
        with self._path(number).open("rb") as file:
            header = file.read(_HEADER.size)
        return len(header) == _HEADER.size and _HEADER.unpack(header)[:2] == (_HEADER_MAGIC, 1)

    def _empty(
        self, number: int, live: list[BitLocation], moved: Callable[[list[tuple[BitLocation, BitLocation]]], None]
    ) -> int:
        sound = [location for location in sorted(live, key=lambda place: place.offset) if self.is_sound(location)]
        new: list[BitLocation] = []
        for at in range(0, len(sound), _MOVED_AT_ONCE):
            new += self.append(self.read(sound[at : at + _MOVED_AT_ONCE]))
        self.flush()
        moved(list(zip(sound, new, strict=True)))
        freed = self._path(number).stat().st_size - self.live_bytes(new)
        self._remove(number)
        return freed

    def dead_bytes(self, live: Iterable[BitLocation]) -> int:
        """Bytes that no live location uses."""
        return max(0, self.size_bytes() - self.live_bytes(live))

    def live_bytes(self, live: Iterable[BitLocation]) -> int:
        """What their records take; those that are not there, nothing."""
        total = 0
        for location in live:
            with contextlib.suppress(BitsDamaged):
                total += self._head(location)[2]
        return total

    def size_bytes(self) -> int:
        return sum(self._path(number).stat().st_size for number in self._numbers())

    def reload(self) -> None:
        """Forget the maps of segments that are gone; grown ones are mapped again when needed."""
        present = set(self._numbers())
        for number in [number for number in self._maps if number not in present]:
            self._unmap(number)

    def clear(self) -> None:
        """Forget everything, for a rebuild."""
        self.close()
        for number in self._numbers():
            self._path(number).unlink()

    def close(self) -> None:
        self.flush()
        if self._writing is not None:
            self._writing.close()
        self._writing, self._unsynced, self._end = None, [], 0
        for number in list(self._maps):
            self._unmap(number)

    def _file_for(self, size: int) -> BinaryIO:
        """The segment to write `size` bytes into: the one at work, else the last on disk where it is whole, else a new."""
        if self._writing is None:
            self._continue_last_segment()
        if self._writing is None or (self._end + size > self._segment_bytes and self._end > _HEADER.size):
            self._start_segment()
        assert self._writing is not None
        return self._writing

    def _start_segment(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        number = max(self._segment, *self._numbers(), 0) + 1        # never a number used before
        file = self._path(number).open("xb")
        file.write(_HEADER.pack(_HEADER_MAGIC, FORMAT, number))
        file.flush()
        self._write_into(file, number, _HEADER.size)
        sync_folder(self._folder)

    def _continue_last_segment(self) -> None:
        number = max(self._numbers(), default=0)
        if number:
            path = self._path(number)
            end = path.stat().st_size
            if end < self._segment_bytes and _is_whole(path, number):
                self._write_into(path.open("ab"), number, end)

    def _write_into(self, file: BinaryIO, number: int, end: int) -> None:
        if self._writing is not None:
            self._writing.flush()
        self._writing, self._segment, self._end = file, number, end
        self._unsynced.append(file)

    def _abandon(self) -> None:
        file, self._writing, self._end = self._writing, None, 0
        if file is not None:
            self._unsynced.remove(file)
            with contextlib.suppress(OSError):
                file.close()

    def _read_one(self, location: BitLocation) -> NDArray[np.uint8]:
        is_packed, begin, size, crc = self._head(location)
        view = self._mapped(location.segment, location.offset + size)
        payload = np.frombuffer(view, dtype=np.uint8, count=size - begin, offset=location.offset + begin)
        if zlib.crc32(payload.data) != crc:
            raise BitsDamaged(self._folder, f"altered record at {location.segment}:{location.offset}")
        if not is_packed:
            return payload.reshape(location.n_tokens, location.width)
        try:
            return unpack_bits(payload.data, location.n_tokens, location.width)
        except (zlib.error, ValueError, IndexError) as error:
            raise BitsDamaged(self._folder, f"no bits at {location.segment}:{location.offset}") from error

    def _head(self, location: BitLocation) -> tuple[bool, int, int, int]:
        """Of a record whether it is packed, where its payload begins in it, its size in bytes, and the payload's checksum."""
        view = self._mapped(location.segment, location.offset + _RECORD.size)
        magic, n_tokens, width, crc = _RECORD.unpack_from(view, location.offset)
        if magic not in (_PLAIN, _PACKED) or (n_tokens, width) != (location.n_tokens, location.width):
            raise BitsDamaged(self._folder, f"no record at {location.segment}:{location.offset}")
        if magic == _PLAIN:
            return False, _RECORD.size, _RECORD.size + n_tokens * width, crc
        begin = _RECORD.size + _SIZE.size
        view = self._mapped(location.segment, location.offset + begin)
        return True, begin, begin + _SIZE.unpack_from(view, location.offset + _RECORD.size)[0], crc

    def _mapped(self, number: int, needed: int) -> mmap.mmap:
        view = self._maps.get(number)
        if view is not None and len(view) >= needed:
            return view
        self._maps.pop(number, None)        # arrays already given out keep the old map alive
        try:
            with self._path(number).open("rb") as file:
                view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise BitsDamaged(self._folder, f"segment {number}: {error}") from error
        if len(view) < max(needed, _HEADER.size) or not _is_header(_HEADER.unpack_from(view), number, _READABLE):
            raise BitsDamaged(self._folder, f"segment {number} is too short or not one of ours")
        self._maps[number] = view
        return view

    def _remove(self, number: int) -> None:
        self._unmap(number)
        try:
            self._path(number).unlink()
        except OSError as error:        # Windows: a reader still maps it; the next compaction tries again
            log.warning("segment %d could not be removed: %s", number, error)

    def _unmap(self, number: int) -> None:
        view = self._maps.pop(number, None)
        if view is not None:
            try:
                view.close()
            except BufferError:         # arrays still point into it: it goes with them
                log.debug("segment %d is still in use", number)

    def _numbers(self) -> list[int]:
        if not self._folder.is_dir():
            return []
        return sorted(int(match[1]) for name in os.listdir(self._folder) if (match := _NAME.match(name)))

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06d}.bits"


def _is_whole(path: Path, number: int) -> bool:
    """Whether records follow one another from the header to the very end of the file."""
    size = path.stat().st_size
    with path.open("rb") as file:
        header = file.read(_HEADER.size)
        if len(header) < _HEADER.size or not _is_header(_HEADER.unpack(header), number, (FORMAT,)):
            return False
        position = _HEADER.size
        while position < size:
            file.seek(position)
            record = file.read(_RECORD.size + _SIZE.size)
            if len(record) < _RECORD.size or record[:4] not in (_PLAIN, _PACKED):
                return False
            magic, n_tokens, width, _ = _RECORD.unpack_from(record)
            if magic == _PLAIN:
                position += _RECORD.size + n_tokens * width
            elif len(record) == _RECORD.size + _SIZE.size:
                position += len(record) + _SIZE.unpack_from(record, _RECORD.size)[0]
            else:
                return False
    return position == size


def _is_header(found: tuple[bytes, int, int], number: int, formats: Sequence[int]) -> bool:
    magic, format_, own = found
    return magic == _HEADER_MAGIC and format_ in formats and own == number


def _record(row: NDArray[np.uint8]) -> bytes:
    n_tokens, width = row.shape
    plain = np.ascontiguousarray(row).tobytes()
    packed = pack_bits(row) if plain else plain
    if len(packed) + _SIZE.size < len(plain):
        return _RECORD.pack(_PACKED, n_tokens, width, zlib.crc32(packed)) + _SIZE.pack(len(packed)) + packed
    return _RECORD.pack(_PLAIN, n_tokens, width, zlib.crc32(plain)) + plain

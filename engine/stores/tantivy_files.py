"""Whether the files of a text index are what Tantivy wrote, to the last bit: it writes a checksum and never looks at it again.

A file of a segment ends with a footer: JSON with the CRC-32 of what comes before, the footer's length and a magic number
(tantivy 0.22 to 0.27, src/directory/footer.rs). Files of no segment that counts are left over from a killed writer or wait for
being removed: they do not matter.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_END = struct.Struct("<II")         # length of the footer, magic number
_MAGIC = 1337
_PIECE = 1 << 20
_TRIES = 5
_EXTENSIONS = ("fast", "fieldnorm", "idx", "pos", "store", "term")


def damaged_files(folder: Path) -> list[str]:
    """Names of files that are missing, torn or altered; none for a folder without an index.

    A writer may be at work: what it takes away while we look is asked for again.
    """
    meta = folder / "meta.json"
    damaged: list[str] = []
    for _ in range(_TRIES):
        if not meta.exists():
            return []
        try:
            written = meta.read_bytes()
            names = [name for segment in json.loads(written)["segments"] for name in _names(segment)]
        except (OSError, ValueError, KeyError, TypeError):
            return [meta.name]
        damaged = [name for name in names if not _is_whole(folder / name)]
        if not damaged or meta.read_bytes() == written:
            break
    return damaged


@dataclass(frozen=True, slots=True)
class Segment:
    n_entries: int          # with those that were deleted
    n_deleted: int
    size_bytes: int

    @property
    def dead_bytes(self) -> int:
        return self.size_bytes * self.n_deleted // max(self.n_entries, 1)


def segments(folder: Path) -> list[Segment]:
    """In the order in which a searcher numbers them; none where they cannot be read."""
    try:
        found = json.loads((folder / "meta.json").read_bytes())["segments"]
        return [
            Segment(
                int(segment["max_doc"]), int((segment.get("deletes") or {}).get("num_deleted_docs", 0)),
                sum((folder / name).stat().st_size for name in _names(segment)),
            )
            for segment in found
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _names(segment: dict[str, object]) -> list[str]:
    stem = str(segment["segment_id"]).replace("-", "")
    names = [f"{stem}.{extension}" for extension in _EXTENSIONS]
    deletes = segment.get("deletes")
    return names if not isinstance(deletes, dict) else [*names, f"{stem}.{deletes['opstamp']}.del"]


def _is_whole(path: Path) -> bool:
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            file.seek(size - _END.size)
            length, magic = _END.unpack(file.read(_END.size))
            body = size - _END.size - length
            if magic != _MAGIC or body < 0:
                return False
            file.seek(body)
            wanted = json.loads(file.read(length))["crc"]
            file.seek(0)
            return bool(_crc(file, body) == wanted)
    except (OSError, ValueError, KeyError, TypeError, struct.error):
        return False


def _crc(file: BinaryIO, size: int) -> int:
    found = 0
    while size > 0:
        piece = file.read(min(_PIECE, size))
        if not piece:
            return -1
        found = zlib.crc32(piece, found)
        size -= len(piece)
    return found

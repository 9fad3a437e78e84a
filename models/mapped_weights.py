"""The large tables of bytes in an ONNX file, as they lie in it: mapped into memory, they are read where they are needed.

onnxruntime copies every weight into memory of the process. The embedder's table of words is 50 of its 75 MB, of which a text needs some
rows: mapped, the rest stays on the disk, and all processes share what was read. Only the frame of the file is parsed here, by the
encoding of protocol buffers (https://protobuf.dev/programming-guides/encoding/) and the numbers of fields in onnx.proto.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SMALLEST = 1 << 20                              # bytes of a table worth the while
_GRAPH, _INITIALIZER = 7, 5                     # of ModelProto, of GraphProto
_DIMS, _DATA_TYPE, _NAME, _RAW_DATA = 1, 2, 8, 9        # of TensorProto
_UINT8 = 2                                      # bytes alone: of wider numbers the file may hold some out of step
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5

Place = tuple[int, int]                         # from, to


def byte_tables(path: Path) -> dict[str, NDArray[np.uint8]]:
    """Initialisers of type uint8 from SMALLEST on by their names, read-only; none of a file that is not as it should be."""
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        tables = dict(_tables(content))
        if hasattr(content, "madvise"):         # what lies around the few bytes that were looked at has come along: 17 MB
            content.madvise(mmap.MADV_DONTNEED)
        return tables
    except (OSError, ValueError, IndexError):   # what runs the file will say what is wrong with it
        return {}


def _tables(content: mmap.mmap) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    for graph in _parts(content, (0, len(content)), _GRAPH):
        for tensor in _parts(content, graph, _INITIALIZER):
            if tensor[1] - tensor[0] >= SMALLEST:
                yield from _table(content, tensor)


def _table(content: mmap.mmap, tensor: Place) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    dims: list[int] = []
    name, raw, data_type = "", (0, 0), 0
    for number, value in _fields(content, tensor):
        if isinstance(value, int):
            if number == _DIMS:
                dims.append(value)
            elif number == _DATA_TYPE:
                data_type = value
        elif number == _DIMS:
            dims += _varints(content, value)
        elif number == _NAME:
            name = content[value[0] : value[1]].decode("utf-8")
        elif number == _RAW_DATA:
            raw = value
    if data_type == _UINT8 and raw[1] - raw[0] >= SMALLEST:
        yield name, np.frombuffer(content, np.uint8, raw[1] - raw[0], raw[0]).reshape(dims)


def _parts(content: mmap.mmap, place: Place, wanted: int) -> Iterator[Place]:
    for number, value in _fields(content, place):
        if number == wanted and isinstance(value, tuple):
            yield value


def _fields(content: mmap.mmap, place: Place) -> Iterator[tuple[int, int | Place]]:
    """(number, value) of each field of a message: an integer, or where its bytes lie."""
    at, end = place
    while at < end:
        key, at = _varint(content, at)
        number, kind = key >> 3, key & 7
        if kind == _VARINT:
            value, at = _varint(content, at)
            yield number, value
            continue
        if kind == _BYTES:
            size, at = _varint(content, at)
        elif kind in (_FIXED64, _FIXED32):
            size = 8 if kind == _FIXED64 else 4
        else:
            raise ValueError("no such kind of field")
        if at + size > end:
            raise ValueError("the file breaks off")
        yield number, (at, at + size)
        at += size


def _varints(content: mmap.mmap, place: Place) -> list[int]:
    values, at = [], place[0]
    while at < place[1]:
        value, at = _varint(content, at)
        values.append(value)
    return values


def _varint(content: mmap.mmap, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = content[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError("no number")

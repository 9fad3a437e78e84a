"""Speaker's notes of PowerPoint 97–2003, which office-oxide leaves out: records of MS-PPT."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator

import olefile

_SLIDE_LIST, _SLIDE_PERSIST = 4080, 1011
_NOTES, _NOTES_ATOM = 1008, 1009
_WIDE_TEXT, _BYTE_TEXT = 4000, 4008
_CONTAINER = 0xF
_MAX_RECORDS = 500_000

Record = tuple[int, int, int, int]      # type, instance, where its content begins and ends


def ppt_notes(data: bytes) -> dict[int, str]:
    """The notes of each slide by its number, from 1. Empty where there are none, or the file is not as it should be."""
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as ole:
            stream = ole.openstream("PowerPoint Document").read()
    except (OSError, ValueError, TypeError, IndexError, RecursionError):
        return {}
    numbers: dict[int, int] = {}
    texts: dict[int, list[str]] = {}
    slide = 0
    until = 0       # end of the notes that are being read
    for kind, instance, begin, end in _records(stream):
        if kind == _SLIDE_LIST and not instance:
            numbers = {}        # an older list, if the file was saved again and again
        elif kind == _SLIDE_PERSIST and end - begin >= 16 and not until:
            numbers.setdefault(struct.unpack_from("<I", stream, begin + 12)[0], len(numbers) + 1)
        elif kind == _NOTES:
            until, slide = end, 0
        elif begin >= until:
            until = 0
        elif kind == _NOTES_ATOM and end - begin >= 4:
            slide = struct.unpack_from("<I", stream, begin)[0]
            texts[slide] = []
        elif kind in (_WIDE_TEXT, _BYTE_TEXT):
            text = stream[begin:end].decode("utf-16-le" if kind == _WIDE_TEXT else "cp1252", "replace")
            texts.setdefault(slide, []).append(text.replace("\r", "\n").replace("\v", "\n").strip())
    return {numbers[slide]: "\n".join(text for text in found if len(text) > 1) for slide, found in texts.items() if slide in numbers}


def _records(stream: bytes) -> Iterator[Record]:
    """All records in their order, those within containers too."""
    at = 0
    for _ in range(_MAX_RECORDS):
        if at + 8 > len(stream):
            return
        head, kind, length = struct.unpack_from("<HHI", stream, at)
        at += 8
        yield kind, head >> 4, at, min(at + length, len(stream))
        if head & 0xF != _CONTAINER:
            at += length

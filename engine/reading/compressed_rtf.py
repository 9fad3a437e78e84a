"""Compressed RTF of Outlook messages ([MS-OXRTFCP]): LZ77 over a ring of 4096 bytes that begins with common RTF."""

from __future__ import annotations

import struct

_START = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans "
    b"SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab"
    b"\\tx"
)
_RING = 4096
MAX_BYTES = 64_000_000


def decompress_rtf(data: bytes) -> bytes:
    """The RTF of a PidTagRtfCompressed property; b"" where it isn't one. Stops at damage with what it has."""
    if len(data) < 16:
        return b""
    _, raw_size, kind, _ = struct.unpack_from("<IIII", data)
    if kind == 0x414C454D:                  # "MELA": stored as it is
        return data[16 : 16 + raw_size]
    if kind != 0x75465A4C:                  # "LZFu"
        return b""
    ring = bytearray(_START + b" " * (_RING - len(_START)))
    write = len(_START)
    out = bytearray()
    position = 16
    limit = min(raw_size, MAX_BYTES)
    while position < len(data) and len(out) < limit:
        flags = data[position]
        position += 1
        for bit in range(8):
            if flags >> bit & 1:
                if position + 1 >= len(data):
                    return bytes(out)
                token = data[position] << 8 | data[position + 1]
                position += 2
                offset, length = token >> 4, (token & 15) + 2
                if offset == write % _RING:     # the end mark
                    return bytes(out)
                for k in range(length):
                    byte = ring[(offset + k) % _RING]
                    out.append(byte)
                    ring[write % _RING] = byte
                    write += 1
            elif position < len(data):
                out.append(data[position])
                ring[write % _RING] = data[position]
                write += 1
                position += 1
    return bytes(out[:limit])

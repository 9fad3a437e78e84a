"""Token bits as the bit store keeps them: about half of their size.

Tokens of one passage are alike. A token of which at most 13 % of the bits differ from an earlier one of the passage is taken for
the same, and so is one that differs from the kept one right before it in at most a fifth: four of ten are. Of the others a
bit is what most tokens of the passage have there more often than not: so rows are kept as their difference from the passage's majority,
whose bytes Huffman's code takes four fifths of the room for, without loss. docs/performance.md has the curve of quality.
"""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint8]

MOST_DIFFERENT = 0.13           # share of the bits, of any two tokens of a passage that are taken for the same
MOST_DIFFERENT_NEXT = 0.2       # of a token and the kept one that stands right before it
_RAW, _MOST_MEMORY, _LEVEL = -15, 9, 9


def pack_bits(rows: Bits) -> bytes:
    """(n_tokens, width) uint8, at least one row, to bytes; the same as `unpack_bits` gives, packed again, is the same."""
    places = _places(rows)
    is_kept = np.diff(np.maximum.accumulate(places), prepend=-1) > 0
    kept = rows[is_kept]
    majority = _majority(kept)
    coder = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW, _MOST_MEMORY, zlib.Z_HUFFMAN_ONLY)
    coded = coder.compress((kept ^ majority).tobytes()) + coder.flush()
    references = places[~is_kept].astype(_number_for(len(kept)))
    return b"".join((np.packbits(is_kept).tobytes(), majority.tobytes(), references.tobytes(), coded))


def unpack_bits(packed: bytes | memoryview, n_tokens: int, width: int, has_references: bool = True) -> Bits:
    """(n_tokens, width) uint8.

    Args:
        has_references: False for what was packed by the version before, which took a token for the kept one before it alone.
    Raises:
        zlib.error, ValueError, IndexError: it is not what `pack_bits` gave for so many tokens.
    """
    n_mask = -(-n_tokens // 8)
    is_kept = np.unpackbits(np.frombuffer(packed[:n_mask], np.uint8), count=n_tokens).view(np.bool_)
    n_kept = int(is_kept.sum())
    number = _number_for(n_kept)
    begin = n_mask + width
    end = begin + (n_tokens - n_kept) * number.itemsize * has_references
    kept = np.frombuffer(zlib.decompress(packed[end:], _RAW), np.uint8).reshape(-1, width)
    if len(kept) != n_kept or not is_kept[0]:
        raise ValueError("other tokens than were packed")
    kept = kept ^ np.frombuffer(packed[n_mask:begin], np.uint8)
    if n_kept == n_tokens:
        return kept
    places = np.cumsum(is_kept, dtype=np.intp) - 1
    if has_references:
        places[~is_kept] = np.frombuffer(packed[begin:end], number)
    return kept[places]


def _places(rows: Bits) -> NDArray[np.intp]:
    """Of each row which kept one it is taken for, counted from 0: the next one for a row that is kept itself, (n_tokens,)."""
    n_bits = 8 * rows.shape[1]
    signs = np.unpackbits(rows, axis=1).astype(np.float32) * 2 - 1
    different = (n_bits - signs @ signs.T) / 2          # whole numbers, exact
    places = np.zeros(len(rows), np.intp)
    kept = np.zeros(len(rows), np.intp)
    n_kept = 1
    for row in range(1, len(rows)):
        from_kept = different[row, kept[:n_kept]]
        nearest = int(from_kept.argmin())
        if from_kept[nearest] <= MOST_DIFFERENT * n_bits:
            places[row] = nearest
        elif places[row - 1] == n_kept - 1 and from_kept[-1] <= MOST_DIFFERENT_NEXT * n_bits:
            places[row] = n_kept - 1
        else:
            places[row], kept[n_kept] = n_kept, row
            n_kept += 1
    return places


def _number_for(n_kept: int) -> np.dtype[np.unsignedinteger]:
    """What counts so many rows."""
    return np.dtype(np.uint8 if n_kept <= 256 else "<u2")


def _majority(rows: Bits) -> Bits:
    """The bits that more than half of the rows have set, (width,)."""
    return np.packbits(2 * np.unpackbits(rows, axis=1).sum(axis=0, dtype=np.int64) > len(rows))

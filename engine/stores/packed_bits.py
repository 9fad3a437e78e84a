"""Token bits as the bit store keeps them: about two thirds of their size.

Tokens of one passage are alike: a bit is what most tokens of the passage have there more often than not. So rows are kept as their
difference from the passage's majority, whose bytes Huffman's code takes 0.77 of the room for, without loss. And a token
of which at most a fifth of the bits differ from the kept one before it is taken for the same: a sixth of all. What that does to
the order of results is within what one question in six hundred makes; docs/performance.md has the curve.
"""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint8]

SAME_OF_BITS = 5                # one in so many may differ
_RAW, _MOST_MEMORY, _LEVEL = -15, 9, 9


def pack_bits(rows: Bits) -> bytes:
    """(n_tokens, width) uint8, at least one row, to bytes; the same as `unpack_bits` gives, packed again, is the same."""
    is_kept = _distinct(rows)
    kept = rows[is_kept]
    majority = _majority(kept)
    coder = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW, _MOST_MEMORY, zlib.Z_HUFFMAN_ONLY)
    coded = coder.compress((kept ^ majority).tobytes()) + coder.flush()
    return b"".join((np.packbits(is_kept).tobytes(), majority.tobytes(), coded))


def unpack_bits(packed: bytes | memoryview, n_tokens: int, width: int) -> Bits:
    """(n_tokens, width) uint8.

    Raises:
        zlib.error, ValueError: it is not what `pack_bits` gave for so many tokens.
    """
    n_mask = -(-n_tokens // 8)
    mask, majority, coded = packed[:n_mask], packed[n_mask : n_mask + width], packed[n_mask + width :]
    is_kept = np.unpackbits(np.frombuffer(mask, np.uint8), count=n_tokens)
    kept = np.frombuffer(zlib.decompress(coded, _RAW), np.uint8).reshape(-1, width)
    if not is_kept[0] or int(is_kept.sum()) != len(kept):
        raise ValueError("other tokens than were packed")
    kept = kept ^ np.frombuffer(majority, np.uint8)
    return kept if len(kept) == n_tokens else kept[np.cumsum(is_kept, dtype=np.intp) - 1]


def _distinct(rows: Bits) -> NDArray[np.bool_]:
    """Which rows differ from the last such one before them, (n_tokens,)."""
    most = 8 * rows.shape[1] // SAME_OF_BITS
    numbers = [int.from_bytes(row.tobytes(), "big") for row in rows]
    is_kept = np.ones(len(rows), np.bool_)
    last = numbers[0]
    for place, number in enumerate(numbers[1:], start=1):
        if (number ^ last).bit_count() <= most:
            is_kept[place] = False
        else:
            last = number
    return is_kept


def _majority(rows: Bits) -> Bits:
    """The bits that more than half of the rows have set, (width,)."""
    return np.packbits(2 * np.unpackbits(rows, axis=1).sum(axis=0, dtype=np.int64) > len(rows))

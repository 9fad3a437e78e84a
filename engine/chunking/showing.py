"""The span around a chunk that a hit shows: its section, or where that is long, the blocks nearest to the chunk."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def shown_span(
    text: str, section: tuple[int, int], edges: Sequence[tuple[int, int]], start: int, end: int, most: int
) -> tuple[int, int]:
    """A span of at most about `most` characters that holds text[start:end] and begins and ends with whole blocks.

    Args:
        section: span of the whole section; returned as it is where it is short enough.
        edges: (start, end) of the section's blocks, in order.
    """
    low, high = min(section[0], start), max(section[1], end)
    if high - low <= most or not edges:
        return low, high
    spare = max(most - (end - start), 0)
    before = min(spare // 3, start - low)
    after = min(spare - before, high - end)
    before = min(spare - after, start - low)
    return _begin(text, edges, start - before, start), _end(text, edges, end, end + after)


def _begin(text: str, edges: Sequence[tuple[int, int]], low: int, start: int) -> int:
    """The first block that begins in [low, start], else the first line or word, else `start`."""
    index = bisect_left(edges, (low, -1))
    if index < len(edges) and edges[index][0] <= start:
        return edges[index][0]
    line = text.find("\n", low, start)
    blank = line if line >= 0 else text.find(" ", low, start)
    return blank + 1 if blank >= 0 else start


def _end(text: str, edges: Sequence[tuple[int, int]], end: int, high: int) -> int:
    """The last block that ends in [end, high], else the last line or word, else `end`."""
    index = bisect_right(edges, high, key=lambda edge: edge[1]) - 1
    if index >= 0 and edges[index][1] >= end:
        return edges[index][1]
    line = text.rfind("\n", end, high)
    blank = line if line >= 0 else text.rfind(" ", end, high)
    return blank if blank >= 0 else end

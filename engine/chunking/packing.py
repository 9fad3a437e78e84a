"""Packs units into chunks: the cheapest division of a section, by dynamic programming over the places to cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.chunking.limits import ChunkLimits
from engine.chunking.units import TOGETHER, Unit

_ENDS = ".!?…。！？।؟:;"
_SHORT = 25                 # tokens: a bold paragraph up to here is a heading in all but name
_MANY_UNITS = 400           # above, the smallest units are clumped first, so that the time stays linear
_CLUMP = 16                 # tokens


def pack(text: str, units: Sequence[Unit], limits: ChunkLimits, most: int) -> list[list[Unit]]:
    """Divide units, in order, into chunks of at most `most` tokens (a unit that is larger stands alone).

    Minimises the sum over chunks of size_cost plus the cost of each cut. A section that fits into one chunk is cut
    only if its sizes are far better in two, which with the given limits does not happen.
    """
    if not units:
        return []
    if sum(max(unit.n_tokens, 1) for unit in units) <= most:
        return [list(units)]
    clumps = _clumped(text, units)
    sizes = [max(sum(unit.n_tokens for unit in clump), 1) for clump in clumps]
    cuts = [0.0] + [cut_cost(text, a[-1], b[0]) for a, b in pairwise(clumps)]
    best = [0.0] * (len(clumps) + 1)
    came_from = [0] * (len(clumps) + 1)
    for end in range(1, len(clumps) + 1):
        total = 0
        lowest = float("inf")
        for begin in range(end - 1, -1, -1):
            total += sizes[begin]
            if total > most and begin < end - 1:
                break
            cost = best[begin] + cuts[begin] + size_cost(total, limits)
            if cost < lowest:
                lowest, came_from[end] = cost, begin
        best[end] = lowest
    chunks: list[list[Unit]] = []
    end = len(clumps)
    while end:
        chunks.append([unit for clump in clumps[came_from[end] : end] for unit in clump])
        end = came_from[end]
    chunks.reverse()
    return chunks


def size_cost(n_tokens: int, limits: ChunkLimits) -> float:
    """0 at the target, 0.16 at both ends of the usual range, about 2 for a chunk too small to stand alone."""
    off = (n_tokens - limits.target) / limits.target
    return off * off + (1.0 if n_tokens < limits.smallest else 0.0)


def cut_cost(text: str, a: Unit, b: Unit) -> float:
    """What a cut between two neighbours costs. Negative: a good place."""
    if b.cut is not None:
        return b.cut
    if a.kind == "heading":
        return 2 * TOGETHER
    last = text[a.end - 1]
    if a.page != b.page and last in _ENDS:
        return -0.1
    if b.kind == "list_item":
        return _list_cost(a, b, last)
    if last == ":" or a.kind == "caption":
        return TOGETHER
    if a.is_bold and not b.is_bold and a.n_tokens <= _SHORT:
        return TOGETHER
    if b.is_bold and not a.is_bold and b.n_tokens <= _SHORT:
        return -0.1
    if b.kind == "caption":
        return 0.5 if a.kind in ("table", "code") else 0.0
    return {"note": 0.4, "quote": 0.15, "table": 0.2, "code": 0.2}.get(b.kind, 0.0)


def _list_cost(a: Unit, b: Unit, last: str) -> float:
    if a.kind == "list_item":
        return 0.3 if b.level > a.level else 0.06
    return TOGETHER if last == ":" or a.n_tokens <= 2 * _SHORT else 0.35




def _clumped(text: str, units: Sequence[Unit]) -> list[list[Unit]]:
    """Units one by one; where there are very many, small neighbours together unless a good cut lies between them."""
    if len(units) <= _MANY_UNITS:
        return [[unit] for unit in units]
    clumps: list[list[Unit]] = []
    size = 0
    for unit in units:
        if clumps and size + unit.n_tokens <= _CLUMP and cut_cost(text, clumps[-1][-1], unit) > 0.02:
            clumps[-1].append(unit)
            size += unit.n_tokens
        else:
            clumps.append([unit])
            size = unit.n_tokens
    return clumps

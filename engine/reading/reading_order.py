"""Pieces of text that lie somewhere on a page, put in the order in which a person reads them.

Columns of prose are read one after the other, what spans them stands between; cells of a row are one line, parted by
tabs. A page that lies a little askew is judged as if it were straight.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

_WIDE = 0.6                 # of the region's width: a line that spans columns
_MIN_COLUMN_LINES = 3
_MIN_COLUMN_CHARS = 14      # median of a column's lines: fewer are a table's cells
_GUTTER = 0.7               # of the usual line height


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of text, or a part of one. Lengths in any unit, y downwards; `index` is the caller's."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    index: int

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def in_reading_order(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Rows of pieces, first to last; the pieces of a row from left to right."""
    pieces = [piece for piece in pieces if piece.text]
    if not pieces:
        return []
    height = statistics.median(piece.bottom - piece.top for piece in pieces)
    return _ordered(pieces, height)


def row_text(row: Sequence[Piece]) -> str:
    """Pieces far apart are cells, parted by tabs; others are words of one line."""
    text = row[0].text
    for before, piece in pairwise(row):
        is_far = piece.left - before.right > 1.2 * (before.bottom - before.top)
        text += ("\t" if is_far else " ") + piece.text
    return text


def _ordered(pieces: Sequence[Piece], height: float) -> list[list[Piece]]:
    left, right = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    narrow = [piece for piece in pieces if piece.right - piece.left <= _WIDE * (right - left)]
    cut = _gutter(narrow, height)
    if cut is None:
        return _rows(pieces)
    rows: list[list[Piece]] = []
    spanning = sorted((piece for piece in pieces if piece.left < cut < piece.right), key=lambda piece: piece.middle)
    rest = [piece for piece in pieces if not piece.left < cut < piece.right]
    for bar in [*spanning, None]:
        above = [piece for piece in rest if bar is None or piece.middle < bar.middle]
        rest = [piece for piece in rest if bar is not None and piece.middle >= bar.middle]
        for column in ([p for p in above if p.right <= cut], [p for p in above if p.right > cut]):
            if column:
                rows += _ordered(column, height)
        if bar is not None:
            rows.append([bar])
    return rows


def _gutter(pieces: Sequence[Piece], height: float) -> float | None:
    """The middle of the widest empty strip between two columns of prose; None where there is none."""
    best: tuple[float, float] | None = None
    reached = -float("inf")
    for piece in sorted(pieces, key=lambda piece: piece.left):
        gap = piece.left - reached
        if reached > -float("inf") and gap >= _GUTTER * height and (best is None or gap > best[0]):
            cut = reached + gap / 2
            if _parts_columns(pieces, cut):
                best = gap, cut
        reached = max(reached, piece.right)
    return best[1] if best else None


def _parts_columns(pieces: Sequence[Piece], cut: float) -> bool:
    left, right = [p for p in pieces if p.right <= cut], [p for p in pieces if p.left >= cut]
    if min(len(left), len(right)) < _MIN_COLUMN_LINES:
        return False
    if any(statistics.median(len(piece.text) for piece in side) < _MIN_COLUMN_CHARS for side in (left, right)):
        return False
    shared = min(max(p.bottom for p in left), max(p.bottom for p in right)) - max(min(p.top for p in left), min(p.top for p in right))
    least = min(max(p.bottom for p in side) - min(p.top for p in side) for side in (left, right))
    return shared > 0.5 * least


def _rows(pieces: Sequence[Piece]) -> list[list[Piece]]:
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: piece.middle):
        last = rows[-1] if rows else None
        if last and any(_are_level(other, piece) for other in last) and not any(_overlap(other, piece) for other in last):
            last.append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda piece: piece.left) for row in rows]


def _are_level(a: Piece, b: Piece) -> bool:
    return abs(a.middle - b.middle) < 0.5 * min(a.bottom - a.top, b.bottom - b.top)


def _overlap(a: Piece, b: Piece) -> bool:
    return min(a.right, b.right) - max(a.left, b.left) > 0.3 * min(a.right - a.left, b.right - b.left)


def straightened(pieces: Sequence[Piece], slope: float) -> list[Piece]:
    """Pieces moved up or down as if lines that fall by `slope` (y for each x) ran straight across."""
    return [
        replace(piece, top=piece.top - slope * (piece.left + piece.right) / 2, bottom=piece.bottom - slope * (piece.left + piece.right) / 2)
        for piece in pieces
    ]

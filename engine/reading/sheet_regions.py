"""A sheet's cells cut into its tables: below each other where empty rows part them, beside each other where empty columns do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.reading.builder import NUMBERISH, DocumentBuilder
from engine.reading.tables import add_sheet, count_header_rows

Covered = set[tuple[int, int]]
Region = tuple[list[list[str]], Covered]
_MOST_SHARED = 0.8      # of the rows that either of two tables side by side fills: with more in both, it looks like one table


def add_regions(builder: DocumentBuilder, rows: list[list[str]], covered: Covered) -> None:
    """A sheet's rows as one table, or several where empty rows or columns separate parts with titles or headers of their own."""
    for band in _bands(rows, covered):
        columns = _used_columns(band[0])
        parts = _side_by_side(band, columns)
        if len(parts) == 1:
            add_sheet(builder, *_only(band, columns))
            continue
        for part in parts:
            for lower in _bands(*part):
                add_sheet(builder, *_only(lower, _used_columns(lower[0])))


def _bands(rows: list[list[str]], covered: Covered) -> Iterator[Region]:
    starts = [0]
    for r in range(1, len(rows)):
        if rows[r] and not any(rows[r - 1]) and any(rows[r]) and _begins_table(rows, r):
            starts.append(r)
    if len(starts) == 1:
        yield rows, covered
        return
    for first, end in zip(starts, [*starts[1:], len(rows)]):
        yield rows[first:end], {(r - first, c) for r, c in covered if first <= r < end}


def _begins_table(rows: list[list[str]], r: int) -> bool:
    n_filled = sum(1 for cell in rows[r] if cell)
    if n_filled == 1:
        return True
    following = []
    for row in rows[r : r + 30]:
        if not any(row):
            break
        following.append(row)
    return len(following) > 1 and count_header_rows(following) > 0


def _used_columns(rows: list[list[str]]) -> list[int]:
    return sorted({c for row in rows for c, cell in enumerate(row) if cell})


def _only(region: Region, columns: Sequence[int]) -> Region:
    """The region with these columns alone."""
    rows, covered = region
    if len(columns) == max(map(len, rows), default=0):
        return region
    place = {c: i for i, c in enumerate(columns)}
    kept = [[row[c] if c < len(row) else "" for c in columns] if row else [] for row in rows]
    return kept, {(r, place[c]) for r, c in covered if c in place}


def _side_by_side(region: Region, used: Sequence[int]) -> list[Region]:
    """The tables of a band that stand beside each other, from left to right; one where no empty column parts two tables.

    A column left empty for the look of it parts none: then what is right of it belongs to the rows on its left.
    """
    gaps = [place for place, (a, b) in enumerate(pairwise(used), 1) if b > a + 1]
    if not gaps:
        return [region]
    rows = region[0]
    groups = [used[a:b] for a, b in zip([0, *gaps], [*gaps, len(used)])]
    joined: list[list[int]] = [list(groups[0])]
    for group in groups[1:]:
        if _are_two(rows, joined[-1], group):
            joined.append(list(group))
        else:
            joined[-1].extend(group)
    return [_only(region, columns) for columns in joined] if len(joined) > 1 else [region]


def _are_two(rows: list[list[str]], left: Sequence[int], right: Sequence[int]) -> bool:
    if len(left) < 2 or len(right) < 2:
        return False
    filled_left, filled_right = _filled_rows(rows, left), _filled_rows(rows, right)
    if len(filled_left) < 2 or len(filled_right) < 2:
        return False
    if len(filled_left & filled_right) < _MOST_SHARED * len(filled_left | filled_right):
        return len(filled_right) > 0.6 * (max(filled_right) - min(filled_right) + 1)
    labels = [rows[r][right[0]] for r in sorted(filled_right)[1:] if right[0] < len(rows[r])]
    words = [label for label in labels if label and not NUMBERISH.fullmatch(label)]
    has_names = any(len({rows[r][c] for c in right if c < len(rows[r]) and rows[r][c]}) > 1 for r in sorted(filled_right)[:2])
    return has_names and len(words) > 0.8 * len(filled_right) - 1


def _filled_rows(rows: list[list[str]], columns: Sequence[int]) -> set[int]:
    return {r for r, row in enumerate(rows) if any(row[c] for c in columns if c < len(row))}

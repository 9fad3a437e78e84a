"""Rows of cells to blocks: lines above the table, the header rows, the table itself."""

from __future__ import annotations

import re
import statistics
from collections.abc import Collection, Sequence
from itertools import islice, pairwise

from engine.reading.builder import NUMBERISH, DocumentBuilder

_MAX_HEADER_ROWS = 3
_LOOK_AT = 12
_SAMPLE_ROWS = 200
_YEAR = re.compile(r"(19|20)\d\d")
_WHOLE_NUMBER = re.compile(r"\d{1,3}|(19|20)\d\d")


def add_sheet(
    builder: DocumentBuilder, rows: Sequence[Sequence[str]], covered: Collection[tuple[int, int]] = (),
    page: int | None = None,
) -> None:
    """A sheet's cells as blocks. Rows above the header that fill one cell become paragraphs (a title, a date)."""
    rows, covered = _with_groups_spread(rows, covered)
    first = _first_table_row(rows)
    for r, row in enumerate(rows[:first]):
        texts = [cell for c, cell in enumerate(row) if cell and (r, c) not in covered]
        builder.paragraph("\t".join(texts), page)
    table = rows[first:]
    if len(list(islice((cell for row in table for cell in row if cell), 2))) == 1:
        builder.paragraph("".join(cell for row in table for cell in row), page)
        return
    moved = {(r - first, c) for r, c in covered if r >= first}
    builder.table(table, count_header_rows(table), page, moved)


def _first_table_row(rows: Sequence[Sequence[str]]) -> int:
    """Index of the first row about as wide as most rows are; what stands above it are titles and remarks.

    0 where nothing precedes it, or the rows have no usual width.
    """
    widths = [len({cell for cell in row if cell and cell.strip()}) for row in rows[:_SAMPLE_ROWS]]
    usual = statistics.median_high([width for width in widths if width >= 2] or [0])
    if usual < 2:
        return 0
    for index, width in enumerate(widths[:_LOOK_AT]):
        is_wide = width >= max(2, 0.7 * usual) and any(later >= 2 for later in widths[index + 1 :])
        if is_wide or (width >= 2 and index + 2 < len(rows) and _names_groups(rows[index], rows[index + 1])):
            return index
    return 0


def _with_groups_spread(
    rows: Sequence[Sequence[str]], covered: Collection[tuple[int, int]]
) -> tuple[Sequence[Sequence[str]], Collection[tuple[int, int]]]:
    """A line of names over groups of columns, written without merging ("", Income, "", Costs, ""), as if it were merged.

    Told by the line of names below it, which fills every column of the groups. The last group is taken to be no wider
    than the widest before it.
    """
    for r in range(min(len(rows) - 2, _LOOK_AT)):
        above, below = rows[r], rows[r + 1]
        begins = [c for c, cell in enumerate(above) if cell and cell.strip()]
        if not begins:
            continue
        widths = [b - a for a, b in pairwise(begins)]
        if len(begins) < 2 or begins[0] == 0 or min(widths) < 2 or not _could_be_header(above):
            return rows, covered
        end = min(begins[-1] + max(widths), len(below))
        if not _could_be_header(below) or not all(below[begins[0] : end]) or not any(map(_has_number, rows[r + 2 : r + 12])):
            return rows, covered
        spread = [*above, *[""] * (end - len(above))]
        for c in range(begins[0], end):
            spread[c] = spread[c] or spread[c - 1]
        added = {(r, c) for c in range(begins[0], end) if c not in begins}
        return [*rows[:r], spread, *rows[r + 1 :]], {*covered, *added}
    return rows, covered


def count_header_rows(rows: Sequence[Sequence[str]]) -> int:
    """How many leading rows name the columns: 0 where the first row already holds data.

    A header is a row of words, without numbers (years and small ordinals may name columns), most of them filled and
    different. With merged cells there can be two or three such rows: each names the parts of a group above it.
    """
    filled = [row for row in rows[:60] if any(cell.strip() for cell in row if cell)]
    if len(filled) < 2 or not _could_be_header(filled[0]):
        return 0
    has_numbers = any(_has_number(row) for row in filled[1:])
    n_headers = 1
    while n_headers < min(_MAX_HEADER_ROWS, len(filled) - 1):
        above, row = filled[n_headers - 1], filled[n_headers]
        is_header = has_numbers and _has_repeats(above) and _could_be_header(row)
        if not is_header and not _is_below(above, row):
            break
        n_headers += 1
    return n_headers


def _is_below(above: Sequence[str], row: Sequence[str]) -> bool:
    """Whether a row names the parts of the groups in the header row above it, and nothing else.

    Under a name merged over several columns it has different names (or years), elsewhere the same name or none.
    """
    columns: dict[str, set[str]] = {}
    n_groups = 0
    width = len(row)
    for c in range(width):
        name, cell = above[c] if c < len(above) else "", row[c]
        is_grouped = bool(name) and name in ((above[c - 1] if c else ""), above[c + 1] if c + 1 < len(above) else "")
        if not is_grouped:
            if cell and cell != name:
                return False
            continue
        seen = columns.setdefault(name, set())
        if not cell or cell in seen or cell == name or (NUMBERISH.fullmatch(cell) and not _YEAR.fullmatch(cell)):
            return False
        seen.add(cell)
        n_groups += 1
    return n_groups > 1 and all(len(cells) > 1 for cells in columns.values())


def _names_groups(above: Sequence[str], row: Sequence[str]) -> bool:
    """Whether a row with merged cells names groups of the columns that the next row names, and is no line of remarks."""
    if _is_below(above, row):
        return True
    is_partial = any(cell and not (above[c] if c < len(above) else "") for c, cell in enumerate(row))
    return is_partial and _has_repeats(above) and _could_be_header(above) and _could_be_header(row)


def _could_be_header(row: Sequence[str]) -> bool:
    cells = [cell.strip() for cell in row if cell and cell.strip()]
    if not cells or (len(cells) == 1 and len(row) > 1):
        return False
    numbers = [cell for cell in cells if NUMBERISH.fullmatch(cell)]
    if all(_WHOLE_NUMBER.fullmatch(cell) for cell in numbers) and len(numbers) < len(cells):
        numbers = []
    return not numbers and all(len(cell) <= 200 for cell in cells)


def _has_repeats(row: Sequence[str]) -> bool:
    """Whether neighbouring cells repeat: a merged heading over several columns."""
    return any(a == b and a for a, b in pairwise(row))


def _has_number(row: Sequence[str]) -> bool:
    return any(NUMBERISH.fullmatch(cell.strip()) for cell in row if cell and cell.strip())

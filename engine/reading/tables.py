"""Rows of cells to blocks: lines above the table, the header rows, the table itself."""

from __future__ import annotations

import re
import statistics
from collections.abc import Collection, Sequence
from itertools import pairwise

from engine.reading.builder import DocumentBuilder

_NUMBERISH = re.compile(r"[\s€$£%()+\-–−]*\d[\d.,:/\-\s€$£%]*(?:[eE][+-]?\d+)?|true|false|verdadero|falso", re.IGNORECASE)
_MAX_HEADER_ROWS = 3
_LOOK_AT = 12
_SAMPLE_ROWS = 200
_WHOLE_NUMBER = re.compile(r"\d{1,3}|(19|20)\d\d")


def add_sheet(
    builder: DocumentBuilder, rows: Sequence[Sequence[str]], covered: Collection[tuple[int, int]] = (),
    page: int | None = None,
) -> None:
    """A sheet's cells as blocks. Rows above the header that fill one cell become paragraphs (a title, a date)."""
    first = _first_table_row(rows)
    for r, row in enumerate(rows[:first]):
        texts = [cell for c, cell in enumerate(row) if cell and (r, c) not in covered]
        builder.paragraph("\t".join(texts), page)
    table = rows[first:]
    if sum(1 for row in table for cell in row if cell) == 1:
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
        if width >= max(2, 0.7 * usual) and any(later >= 2 for later in widths[index + 1 :]):
            return index
    return 0


def count_header_rows(rows: Sequence[Sequence[str]]) -> int:
    """How many leading rows name the columns: 0 where the first row already holds data.

    A header is a row of words, without numbers (years and small ordinals may name columns), most of them filled and
    different. With merged cells there can be two or three such rows; what follows must look different from them.
    """
    filled = [row for row in rows[:60] if any(cell.strip() for cell in row if cell)]
    if len(filled) < 2 or not _could_be_header(filled[0]):
        return 0
    body = filled[1:]
    if not any(_has_number(row) for row in body):
        # All words: a header if its cells are shorter than what stands below, or simply by custom.
        return 1
    n_headers = 1
    while (
        n_headers < min(_MAX_HEADER_ROWS, len(filled) - 1)
        and _has_repeats(filled[n_headers - 1])
        and _could_be_header(filled[n_headers], may_repeat=True)
    ):
        n_headers += 1
    return n_headers


def _could_be_header(row: Sequence[str], may_repeat: bool = True) -> bool:
    cells = [cell.strip() for cell in row if cell and cell.strip()]
    if not cells or (len(cells) == 1 and len(row) > 1):
        return False
    numbers = [cell for cell in cells if _NUMBERISH.fullmatch(cell)]
    if all(_WHOLE_NUMBER.fullmatch(cell) for cell in numbers) and len(numbers) < len(cells):
        numbers = []
    if numbers or any(len(cell) > 200 for cell in cells):
        return False
    return may_repeat or len(set(cells)) == len(cells)


def _has_repeats(row: Sequence[str]) -> bool:
    """Whether neighbouring cells repeat: a merged heading over several columns."""
    return any(a == b and a for a, b in pairwise(row))


def _has_number(row: Sequence[str]) -> bool:
    return any(_NUMBERISH.fullmatch(cell.strip()) for cell in row if cell and cell.strip())

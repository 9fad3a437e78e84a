"""Tables of a PDF, told by geometry alone: rows whose cells keep to the same columns, with white between the columns.

Careful rather than complete: what is not clearly a table stays lines. Prose in columns, lists, contents and addresses
have gaps too; they are told by long cells on both sides of the gap, by bullets, by page numbers, by rows that do not fill
the columns.
"""

from __future__ import annotations

import itertools
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.reading.pdf_grids import RuledTable
from engine.reading.pdf_lines import Cell, Line
from engine.reading.pdf_wrapped_tables import wrapped_table
from engine.reading.tables import count_header_rows

MIN_ROWS = 3
_MAX_COLUMNS = 30
_LONG_CELL = 32             # characters: two columns of such cells are prose side by side
_MIN_FILLED = 0.6           # of the cells
_MAX_DROP = 3.2             # from one row to the next, in font sizes
_TIGHT = 0.8                # of the usual distance between rows: the line goes on in the cell above
_SAME_COLUMN = 3.0          # points
_MARK = re.compile(r"[•◦▪▶►‣●○■□➢➤✓✔❖·∙*\-–—\uf0b7\uf0a7]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,5})[.)]|\[\d+\]")
_PAGE = re.compile(r"\d{1,4}|[ivxlc]{1,6}")


@dataclass(frozen=True, slots=True)
class PdfTable:
    """Rows of cells; the table stands for lines[first:end]."""

    first: int
    end: int
    page: int
    rows: tuple[tuple[str, ...], ...]
    n_header_rows: int


@dataclass(slots=True)
class _Row:
    """Lines printed at one height."""

    first: int
    end: int
    cells: list[Cell]
    line: Line


@dataclass(slots=True)
class _Column:
    left: float
    right: float

    def meets(self, cell: Cell, slack: float) -> bool:
        return cell.left < self.right - slack and cell.right > self.left + slack


def find_tables(lines: Sequence[Line]) -> list[PdfTable]:
    """Tables in reading order, ruled ones and those told by their columns; they do not overlap."""
    found: list[PdfTable] = []
    start = 0
    for table in [*_ruled(lines), None]:
        end = len(lines) if table is None else table.first
        found += [replace(each, first=each.first + start, end=each.end + start) for each in _without_rules(lines[start:end])]
        if table is not None:
            found.append(table)
            start = table.end
    return found


def _ruled(lines: Sequence[Line]) -> list[PdfTable]:
    """Tables within rules, of which all lines are there: not the repeated heads of pages."""
    found: list[PdfTable] = []
    above: RuledTable | None = None
    for table, own in itertools.groupby(range(len(lines)), key=lambda index: lines[index].table):
        indices = list(own)
        if table is None or len(indices) != table.n_lines:
            above = None
            continue
        rows, n_headers = table.rows, 1 if table.is_bold_head else count_header_rows(table.rows)
        if above is not None and not table.is_bold_head and _goes_on(above, table):
            head = found[-1].rows[: found[-1].n_header_rows]
            n_headers, rows = len(head), rows if rows[: len(head)] == head else (*head, *rows)
        found.append(PdfTable(indices[0], indices[-1] + 1, lines[indices[0]].page, rows, n_headers))
        above = table
    return found


def _goes_on(above: RuledTable, table: RuledTable) -> bool:
    """Whether a table continues one of the page before: it has the same columns, and nothing stands between them."""
    return len(above.lefts) == len(table.lefts) and all(abs(a - b) < _SAME_COLUMN for a, b in zip(above.lefts, table.lefts))


def _without_rules(lines: Sequence[Line]) -> list[PdfTable]:
    """Tables whose cells go on over several lines, and between them those of which each line is a row."""
    found: list[PdfTable] = []
    start = at = 0
    while at < len(lines):
        table = wrapped_table(lines, at)
        if table is None:
            at += 1
            continue
        found += [replace(each, first=each.first + start, end=each.end + start) for each in _by_columns(lines[start:at])]
        is_bold_head = table.heads[0].weight >= 600 > table.heads[1].weight
        head = table.rows[0]
        could_name = len(head) > 2 and not any(cell.isdigit() or len(cell) > _LONG_CELL for cell in head)
        n_headers = 1 if is_bold_head else count_header_rows(table.rows) if could_name else 0
        found.append(PdfTable(at, table.end, lines[at].page, table.rows, n_headers))
        start = at = table.end
    return [*found, *(replace(each, first=each.first + start, end=each.end + start) for each in _by_columns(lines[start:]))]


def _by_columns(lines: Sequence[Line]) -> list[PdfTable]:
    rows = _rows(lines)
    found: list[PdfTable] = []
    at = 0
    while at < len(rows):
        if len(rows[at].cells) < 2:
            at += 1
            continue
        end, columns = _grown(rows, at)
        table = _table(rows[at:end], columns) if end - at >= MIN_ROWS else None
        if table is None:
            at += 1 if end - at < MIN_ROWS else max(end - at - 1, 1)
            continue
        found.append(table)
        at = end
    return found


def _rows(lines: Sequence[Line]) -> list[_Row]:
    rows: list[_Row] = []
    for index, line in enumerate(lines):
        cells = list(line.cells) or [Cell(line.left, line.right, line.text)]
        last = rows[-1] if rows else None
        if last is not None and _is_beside(last, line):
            last.cells += cells
            last.end = index + 1
        else:
            rows.append(_Row(index, index + 1, cells, line))
    return rows


def _is_beside(row: _Row, line: Line) -> bool:
    last = row.line
    return (
        line.page == last.page and line.is_upright and last.is_upright
        and abs(line.bottom - last.bottom) < 0.3 * max(line.size, last.size) and line.left > row.cells[-1].right
    )


def _grown(rows: Sequence[_Row], first: int) -> tuple[int, list[_Column]]:
    """How far rows from `first` on keep to common columns: index after the last one, and the columns."""
    columns: list[_Column] = []
    end = last_wide = first
    while end < len(rows):
        row = rows[end]
        if end > first and not _follows(rows[end - 1], row):
            break
        widened = _widened(columns, row)
        if widened is None or len(widened) > _MAX_COLUMNS or (len(row.cells) == 1 and end - last_wide > 1):
            break
        columns = widened
        if len(row.cells) > 1:
            last_wide = end
        end += 1
    return last_wide + 1, columns


def _follows(above: _Row, row: _Row) -> bool:
    size = max(above.line.size, row.line.size)
    drop = above.line.bottom - row.line.bottom
    return (
        row.line.page == above.line.page and row.line.is_upright and 0.5 * size < drop < _MAX_DROP * size
        and abs(row.line.size - above.line.size) <= 0.25 * size
    )


def _widened(columns: Sequence[_Column], row: _Row) -> list[_Column] | None:
    """The columns with a row's cells in them; None where a cell lies across two, or two cells in one."""
    slack = 0.1 * row.line.size
    wider = [_Column(column.left, column.right) for column in columns]
    taken: set[int] = set()
    for cell in row.cells:
        met = [number for number, column in enumerate(columns) if column.meets(cell, slack)]
        if len(met) > 1 or any(number in taken for number in met):
            return None
        if met:
            column = wider[met[0]]
            column.left, column.right = min(column.left, cell.left), max(column.right, cell.right)
            taken.add(met[0])
        elif len(row.cells) == 1:
            return None
        else:
            wider.append(_Column(cell.left, cell.right))
    wider.sort(key=lambda column: column.left)
    gaps_are_white = all(b.left - a.right > 0.3 * row.line.size for a, b in itertools.pairwise(wider))
    return wider if gaps_are_white else None


def _table(rows: Sequence[_Row], columns: Sequence[_Column]) -> PdfTable | None:
    columns = _merged(rows, columns)
    if len(columns) < 2:
        return None
    grid = _joined_cells(rows, [_placed(row, columns) for row in rows])
    if len(grid) < MIN_ROWS or not _looks_tabular(grid):
        return None
    last = rows[-1]
    is_bold_head = rows[0].line.weight >= 600 > rows[1].line.weight
    # Two columns are mostly names and values, whose first row is like the others.
    could_name = len(columns) > 2 and not any(cell.isdigit() for cell in grid[0])
    n_headers = 1 if is_bold_head else count_header_rows(grid) if could_name else 0
    return PdfTable(rows[0].first, last.end, last.line.page, tuple(map(tuple, grid)), n_headers)


def _placed(row: _Row, columns: Sequence[_Column]) -> list[str]:
    cells = [""] * len(columns)
    for cell in row.cells:
        middle = (cell.left + cell.right) / 2
        number = min(range(len(columns)), key=lambda n: abs(min(max(middle, columns[n].left), columns[n].right) - middle))
        cells[number] = f"{cells[number]} {cell.text}".strip()
    return cells


def _merged(rows: Sequence[_Row], columns: Sequence[_Column]) -> list[_Column]:
    """Neighbours that no row fills both are one column: a heading at its left, numbers at its right."""
    merged = list(columns)
    at = 0
    while at + 1 < len(merged):
        a, b = merged[at], merged[at + 1]
        are_both = any(
            any(a.meets(cell, 0.0) for cell in row.cells) and any(b.meets(cell, 0.0) for cell in row.cells) for row in rows
        )
        if are_both:
            at += 1
        else:
            merged[at : at + 2] = [_Column(a.left, b.right)]
    return merged


def _joined_cells(rows: Sequence[_Row], grid: Sequence[list[str]]) -> list[list[str]]:
    """Lines that go on in the cells above, told by their closeness, are joined to them."""
    drops = [above.line.bottom - row.line.bottom for above, row in itertools.pairwise(rows)]
    usual = statistics.median_high(drops)
    joined: list[list[str]] = [list(grid[0])]
    for drop, cells in zip(drops, grid[1:]):
        if not cells[0] and drop <= _TIGHT * usual:
            joined[-1] = [f"{a} {b}".strip() for a, b in zip(joined[-1], cells)]
        else:
            joined.append(list(cells))
    return joined


def _looks_tabular(grid: Sequence[Sequence[str]]) -> bool:
    n_columns = len(grid[0])
    columns = [[cell for cell in column if cell] for column in zip(*grid)]
    if sum(map(len, columns)) < _MIN_FILLED * n_columns * len(grid):
        return False
    lengths = [statistics.median(map(len, column)) for column in columns]
    if sum(length > _LONG_CELL for length in lengths) > 1:
        return False
    if all(_MARK.fullmatch(cell) for cell in columns[0]):
        return False                                        # a list
    is_contents = n_columns == 2 and all(_PAGE.fullmatch(cell) for cell in columns[1]) and lengths[0] > 8
    return not (is_contents and _rises(columns[1]))


def _rises(pages: Sequence[str]) -> bool:
    numbers = [int(page) for page in pages if page.isdecimal() and len(page) < 10]
    return len(numbers) > 2 and all(a <= b for a, b in itertools.pairwise(numbers))

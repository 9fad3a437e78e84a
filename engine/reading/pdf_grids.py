"""The text of a PDF's ruled tables: what stands between the rules of a cell is that cell, however it is wrapped.

A grid is taken for a table only if its cells hold all words of the lines that lie within it; else the lines stay.
"""

from __future__ import annotations

import ctypes
import itertools
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2.raw as pdfium

from engine.reading.pdf_lines import Cell, Line
from engine.reading.pdf_repairs import repaired
from engine.reading.pdf_rules import Grid, Place, page_grids

_SLACK = 1.5                # points that letters may lie outside their cell
_MIN_FILLED = 0.4           # of the cells; a plot's are empty
_LONG_CELL = 500            # characters in the middle of all cells: text laid out in boxes
_STACKED = 4                # lines in each cell of a row: the rows are not ruled
_MAX_CUT = 0.1              # of the words that may go over a rule; in a drawing they do
_MAX_PARTED = 0.3           # of the lines that may have columns of their own within a cell
_CUT = re.compile("[\r\n]*\ufffe[\r\n]*")
_BREAK = re.compile(r"\s*[\r\n]\s*")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufefc]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False, slots=True)
class RuledTable:
    """Rows of cells and how many lines of the page they stand for. Told apart by identity."""

    rows: tuple[tuple[str, ...], ...]
    n_lines: int
    is_bold_head: bool
    lefts: tuple[float, ...]        # where its columns begin, in points


def with_ruled_tables(page: Any, text_page: Any, lines: Sequence[Line]) -> list[Line]:
    """The page's lines; those within a ruled table stand together and know it (`Line.table`)."""
    if len(lines) < 3:
        return list(lines)
    found = list(lines)
    for grid in page_grids(page):
        inside = [i for i, line in enumerate(found) if line.table is None and _lies_in(line, grid.place)]
        table = _table(text_page, grid, [found[i] for i in inside]) if len(inside) > 1 else None
        if table is not None:
            own = set(inside)
            before = [line for i, line in enumerate(found[: inside[0]])]
            after = [line for i, line in enumerate(found) if i > inside[0] and i not in own]
            found = [*before, *(replace(found[i], table=table) for i in inside), *after]
    return found


def _lies_in(line: Line, place: Place) -> bool:
    left, bottom, right, top = place
    return left - _SLACK <= (line.left + line.right) / 2 <= right + _SLACK and bottom <= line.bottom + 0.3 * line.size <= top


def _table(text_page: Any, grid: Grid, lines: Sequence[Line]) -> RuledTable | None:
    left, _, right, _ = grid.place
    if any(line.left < left - 2 * _SLACK or line.right > right + 2 * _SLACK or _RIGHT_TO_LEFT.search(line.text) for line in lines):
        return None
    rows = [[""] * grid.n_columns for _ in range(grid.n_rows)]
    texts: dict[int, list[str]] = {}
    for cell in grid.cells:
        text = _text_in(text_page, cell.place)
        texts.setdefault(cell.row, []).append(text)
        is_whole_row = cell.end_column - cell.column == grid.n_columns
        for column in range(cell.column, cell.column + 1 if is_whole_row else cell.end_column):
            rows[cell.row][column] = _BREAK.sub(" ", _CUT.sub("", text)).strip()
    filled = [row for row in rows if any(row)]
    words = [text for row in texts.values() for text in row if text]
    if any(_is_stacked(row) for row in texts.values()) or not _looks_tabular(filled) or not _fits(grid, words, lines):
        return None
    highest = max(line.bottom for line in lines)
    head = [line.weight >= 600 for line in lines if line.bottom > highest - line.size]
    rest = [line.weight >= 600 for line in lines if line.bottom <= highest - line.size]
    return RuledTable(tuple(map(tuple, filled)), len(lines), all(head) and not all(rest), grid.lefts)


def _text_in(text_page: Any, place: Place) -> str:
    left, bottom, right, top = place
    n_units = pdfium.FPDFText_GetBoundedText(text_page, left, top, right, bottom, None, 0)
    if n_units <= 0:
        return ""
    buffer = (ctypes.c_ushort * (n_units + 1))()
    pdfium.FPDFText_GetBoundedText(text_page, left, top, right, bottom, buffer, n_units)
    return repaired(bytes(buffer)[: 2 * n_units].decode("utf-16-le", "replace").strip("\0").strip())


def _is_stacked(texts: Sequence[str]) -> bool:
    """Whether a row's cells hold many lines each, all as many: several rows without a rule between them."""
    counts = [len(text.splitlines()) for text in texts if text]
    return len(counts) > 1 and min(counts) >= _STACKED and min(counts) == max(counts)


def _looks_tabular(rows: Sequence[Sequence[str]]) -> bool:
    if len(rows) < 2 or sum(any(column) for column in zip(*rows)) < 2:
        return False
    cells = [cell for row in rows for cell in row]
    texts = [cell for cell in cells if cell]
    return len(texts) >= max(4, _MIN_FILLED * len(cells)) and statistics.median(map(len, texts)) <= _LONG_CELL


def _fits(grid: Grid, texts: Sequence[str], lines: Sequence[Line]) -> bool:
    """Whether the cells hold all that the lines say, the rules go between words, and no cell holds columns of its own."""
    whole = " ".join(line.text for line in lines)
    words = set(_WORD.findall(whole))
    found = _WORD.findall(" ".join(texts))
    if sum(map(len, found)) < sum(map(len, _WORD.findall(whole))):
        return False
    n_cut = sum(word not in words for word in found)
    n_parted = sum(any(_are_in_one(grid, a, b) for a, b in itertools.pairwise(line.cells)) for line in lines)
    return n_cut <= _MAX_CUT * len(found) and n_parted <= _MAX_PARTED * len(lines)


def _are_in_one(grid: Grid, a: Cell, b: Cell) -> bool:
    """Whether no rule of any row stands between two pieces of a line."""
    return not any(a.right - _SLACK <= left <= b.left + _SLACK for left in grid.lefts)

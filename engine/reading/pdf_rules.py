"""The ruled lines that a PDF page draws, and the grids that they make: boxes of rows and columns, merged cells known.

Word draws each border of each cell as a thin filled bar, LibreOffice strokes lines, others stroke rectangles or one
path for the whole table. All become horizontal and vertical rules; what touches is one grid.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium

_MAX_OBJECTS = 6_000        # of a page that are looked at: beyond are maps and plots
_MAX_SEGMENTS = 4_000       # of one path
_MAX_SEGMENTS_OF_PAGE = 30_000      # half a second; as many rectangles as objects
_MAX_RULES = 500            # of one page in each direction, once joined
_MAX_SIDE = 60              # rows or columns of a grid
_THIN = 2.6                 # points: a bar no wider is a rule
_NEAR = 3.0                 # points: what lies no further apart touches
_SHORT = 8.0                # points: a rule no longer parts nothing
_FLOAT = ctypes.c_float

Place = tuple[float, float, float, float]       # left, bottom, right, top in points


@dataclass(slots=True)
class _Rule:
    """A straight line along one axis: where it lies on the other, and from where to where it goes."""

    at: float
    start: float
    end: float

    def covers(self, at: float, point: float) -> bool:
        return abs(self.at - at) <= _NEAR and self.start - _NEAR <= point <= self.end + _NEAR


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell by its rows and columns (the ends excluded) and its place on the page."""

    row: int
    end_row: int
    column: int
    end_column: int
    place: Place


@dataclass(frozen=True, slots=True)
class Grid:
    """A ruled table: cells in reading order; each stands for all rows and columns that it is merged over."""

    place: Place
    n_rows: int
    lefts: tuple[float, ...]        # where its columns begin
    cells: tuple[GridCell, ...]

    @property
    def n_columns(self) -> int:
        return len(self.lefts)


def page_grids(page: Any) -> list[Grid]:
    """Grids of at least two rows and two columns on a raw PDFium page; none where it draws a map."""
    across, down = _rules(page)
    if len(across) < 2 or len(down) < 2 or max(len(across), len(down)) > _MAX_RULES:
        return []
    return [grid for own in _touching(across, down) if (grid := _grid(*own))]


def _rules(page: Any) -> tuple[list[_Rule], list[_Rule]]:
    """Horizontal and vertical rules."""
    n_objects = pdfium.FPDFPage_CountObjects(page)
    across: list[_Rule] = []
    down: list[_Rule] = []
    if n_objects > _MAX_OBJECTS:
        return across, down
    bars: list[Place] = []
    outlines: list[Any] = []
    for index in range(n_objects):
        each = pdfium.FPDFPage_GetObject(page, index)
        if pdfium.FPDFPageObj_GetType(each) != pdfium.FPDF_PAGEOBJ_PATH or (place := _bounds(each)) is None:
            continue
        if min(place[2] - place[0], place[3] - place[1]) <= _THIN:
            bars.append(place)
        elif _is_stroked(each):
            outlines.append(each)
    for left, bottom, right, top in itertools.chain(bars, *map(_sides, _simplest(outlines))):
        if top - bottom <= _THIN and right - left > top - bottom:
            across.append(_Rule((bottom + top) / 2, left, right))
        elif right - left <= _THIN:
            down.append(_Rule((left + right) / 2, bottom, top))
    return _joined(across), _joined(down)


def _bounds(path: Any) -> Place | None:
    left, bottom, right, top = _FLOAT(), _FLOAT(), _FLOAT(), _FLOAT()
    if not pdfium.FPDFPageObj_GetBounds(path, left, bottom, right, top):
        return None
    return left.value, bottom.value, right.value, top.value


def _is_stroked(path: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    return bool(stroke.value)


def _simplest(paths: Sequence[Any]) -> list[Any]:
    """The paths of the fewest segments, as far as the page's bound goes: a table's rules, and not the curves of a plot beside it.

    Of paths with as many segments all are taken or none, so that no part of a table is taken for the whole.
    """
    counts = [min(pdfium.FPDFPath_CountSegments(path), _MAX_SEGMENTS) for path in paths]
    left, longest = _MAX_SEGMENTS_OF_PAGE, 0
    for n_segments, own in itertools.groupby(sorted(counts)):
        left -= n_segments * len(list(own))
        if left < 0:
            break
        longest = n_segments
    return [path for path, n_segments in zip(paths, counts, strict=True) if n_segments <= longest]


def _sides(path: Any) -> Iterator[Place]:
    """The straight lines of a path along an axis, as bars without width."""
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(path, matrix)
    x, y = _FLOAT(), _FLOAT()
    here = first = (0.0, 0.0)
    for index in range(min(pdfium.FPDFPath_CountSegments(path), _MAX_SEGMENTS)):
        segment = pdfium.FPDFPath_GetPathSegment(path, index)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = (matrix.a * x.value + matrix.c * y.value + matrix.e, matrix.b * x.value + matrix.d * y.value + matrix.f)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        ends = [point, first] if pdfium.FPDFPathSegment_GetClose(segment) else [point]
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            first = point
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            for a, b in itertools.pairwise([here, *ends]):
                if abs(a[0] - b[0]) < 0.5 or abs(a[1] - b[1]) < 0.5:
                    yield min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])
        here = point


def _joined(rules: Iterable[_Rule]) -> list[_Rule]:
    """Rules along one line that touch or overlap, put together; what stays short is left out."""
    joined: list[_Rule] = []
    for _, line in _lines_of(rules):
        open_: _Rule | None = None
        for rule in sorted(line, key=lambda each: each.start):
            if open_ is not None and rule.start <= open_.end + _NEAR:
                open_.end = max(open_.end, rule.end)
            else:
                open_ = _Rule(rule.at, rule.start, rule.end)
                joined.append(open_)
    return [rule for rule in joined if rule.end - rule.start > _SHORT]


def _lines_of(rules: Iterable[_Rule]) -> Iterator[tuple[float, list[_Rule]]]:
    """Rules that lie on one line, the lines in rising order."""
    line: list[_Rule] = []
    for rule in sorted(rules, key=lambda each: each.at):
        if line and rule.at - line[0].at > _THIN:
            yield line[0].at, line
            line = []
        line.append(rule)
    if line:
        yield line[0].at, line


def _touching(across: Sequence[_Rule], down: Sequence[_Rule]) -> Iterator[tuple[list[_Rule], list[_Rule]]]:
    """Rules parted into sets that touch each other."""
    left_down = list(range(len(down)))
    left_across = set(range(len(across)))
    while left_across:
        own_across = [left_across.pop()]
        own_down: list[int] = []
        for i in own_across:                    # grows while it is walked
            met = [j for j in left_down if _meet(across[i], down[j])]
            own_down += met
            left_down = [j for j in left_down if j not in met]
            for j in met:
                more = [k for k in left_across if _meet(across[k], down[j])]
                own_across += more
                left_across.difference_update(more)
        if len(own_across) > 1 and len(own_down) > 1:
            yield [across[i] for i in own_across], [down[j] for j in own_down]


def _meet(across: _Rule, down: _Rule) -> bool:
    return across.covers(across.at, down.at) and down.covers(down.at, across.at)


def _grid(across: Sequence[_Rule], down: Sequence[_Rule]) -> Grid | None:
    """The grid of rules that touch; where its outer sides are open, they lie where the rules end."""
    xs = _with_ends([at for at, _ in _lines_of(down)], across)
    ys = _with_ends([at for at, _ in _lines_of(across)], down)[::-1]
    n_rows, n_columns = len(ys) - 1, len(xs) - 1
    if min(n_rows, n_columns) < 2 or max(n_rows, n_columns) > _MAX_SIDE:
        return None
    cells = tuple(_cells(xs, ys, across, down))
    return Grid((xs[0], ys[-1], xs[-1], ys[0]), n_rows, tuple(xs[:-1]), cells)


def _with_ends(places: list[float], crossing: Sequence[_Rule]) -> list[float]:
    start, end = min(rule.start for rule in crossing), max(rule.end for rule in crossing)
    if start < places[0] - 2 * _NEAR:
        places.insert(0, start)
    if end > places[-1] + 2 * _NEAR:
        places.append(end)
    return places


def _cells(xs: Sequence[float], ys: Sequence[float], across: Sequence[_Rule], down: Sequence[_Rule]) -> Iterator[GridCell]:
    taken: set[tuple[int, int]] = set()
    for row in range(len(ys) - 1):
        middle = (ys[row] + ys[row + 1]) / 2
        for column in range(len(xs) - 1):
            if (row, column) in taken:
                continue
            end_column = column + 1
            while end_column < len(xs) - 1 and (row, end_column) not in taken and not any(r.covers(xs[end_column], middle) for r in down):
                end_column += 1
            centre = (xs[column] + xs[column + 1]) / 2
            end_row = row + 1
            while end_row < len(ys) - 1 and (end_row, column) not in taken and not any(r.covers(ys[end_row], centre) for r in across):
                end_row += 1
            taken.update(itertools.product(range(row, end_row), range(column, end_column)))
            yield GridCell(row, end_row, column, end_column, (xs[column], ys[end_row], xs[end_column], ys[row]))

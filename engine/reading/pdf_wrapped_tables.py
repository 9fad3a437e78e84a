"""Tables of a PDF without rules whose cells go on over several lines, told by the order in which their lines come.

Programs write such a table cell by cell: after the last line of one cell the next one begins higher up, at its right. Or only
the last cells of a row go on, each line under the one before. Prose does neither again and again: in columns it goes up
once, from the foot of one to the head of the next, and both are long.
"""

from __future__ import annotations

import itertools
import re
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.reading.pdf_lines import Line

_MIN_ROWS = 3
_MAX_LINES = 12             # of one cell
_MAX_COLUMNS = 12
_MAX_SEEN = 300             # lines that a table may have
_MAX_DROP = 4.5             # from one row to the next, in font sizes
_WIDEST, _MUCH = 2.2, 1.6   # white between rows: in font sizes, and to the usual one
_LEADING = 1.7              # from one line of a cell to the next, in font sizes
_GAP = 0.9                  # white between cells in font sizes, where nothing else tells where they begin
_WIDE = 0.45                # white wider than between words, in font sizes
_WHITE = 0.25               # between columns, in font sizes
_LEVEL = 0.35               # in font sizes: what differs by less stands at one height, or begins at one place
_SAME_PLACE = 0.7           # points
_SHORT = 32                 # characters: a column of such cells names the rows
_MIN_FILLED = 0.7           # of the cells, and of the rows more than one cell
_MIN_FILLED_COLUMN = 0.3    # of the rows
_MIN_WRAPPED = 2            # cells
_MARK = re.compile(r"[^\w\s]{1,2}|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,5})[.)]|\[\d+\]")
_LEADERS = re.compile(r" … |(?:\.\s?){4}")       # of a table of contents
_LOOSE = re.compile(r"[\s\[\]\u00ad\u2010-]")       # what marks of notes and cut words have more or less of
_HYPHEN = re.compile(r"[^\W\d_][-\u00ad\u2010]$")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A cell's part in one printed line."""

    text: str
    left: float
    right: float
    base: float             # baseline


@dataclass(frozen=True, slots=True)
class _Row:
    pieces: tuple[_Piece, ...]
    first: int              # index of its first line
    end: int                # index after its last line

    @property
    def top(self) -> float:
        return max(piece.base for piece in self.pieces)

    @property
    def low(self) -> float:
        return min(piece.base for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class _Column:
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class WrappedTable:
    """Rows of cells for the lines up to (without) `end`, and the lines that the first two rows begin with."""

    end: int
    rows: tuple[tuple[str, ...], ...]
    heads: tuple[Line, Line]


def wrapped_table(lines: Sequence[Line], first: int) -> WrappedTable | None:
    """The table that begins with lines[first], if one does, and no other with more columns after it."""
    if not _may_begin(lines, first):
        return None
    table = _table(lines, first)
    after = _table(lines, first + 1) if table is not None and first + 1 < len(lines) else None
    return None if table is not None and after is not None and len(after.rows[0]) > len(table.rows[0]) else table


def _may_begin(lines: Sequence[Line], first: int) -> bool:
    """Whether a first row may begin here, with a first cell of one or two lines. Most lines are prose."""
    if not lines[first].words:
        return False
    if _has_more_cells(lines, first):
        return True
    line, below = lines[first], lines[first + 1] if first + 1 < len(lines) else None
    goes_on = below is not None and abs(below.left - line.left) <= _LEVEL * line.size and 0 < line.bottom - below.bottom <= _LEADING * line.size
    return goes_on and _has_more_cells(lines, first + 1)


def _has_more_cells(lines: Sequence[Line], at: int) -> bool:
    """Whether there is white within a line, or the next one stands at its right."""
    line, after = lines[at], lines[at + 1] if at + 1 < len(lines) else None
    is_beside = after is not None and after.left >= line.right and after.bottom > line.last_bottom - 0.5 * line.size
    return is_beside or any(b.left - a.right > _GAP * line.size for a, b in itertools.pairwise(line.words))


def _table(lines: Sequence[Line], first: int) -> WrappedTable | None:
    seen = list(itertools.takewhile(lambda line: _is_alike(lines[first], line), lines[first : first + _MAX_SEEN]))
    grower = _Grower(lines[first].size)
    lefts = _lefts(seen)
    for at, line in enumerate(seen, first + 1):
        if not grower.takes(_pieces(line, lefts), at):
            break
    size, columns = lines[first].size, grower.columns
    if len(columns) < 2:
        return None
    rows = _together(grower.rows, columns, size)
    cells = [_cells(row, columns) for row in rows]
    if len(rows) < _MIN_ROWS or not _is_table(rows, cells, size):
        return None
    return WrappedTable(rows[-1].end, tuple(tuple(map(_text, row)) for row in cells), (lines[first], lines[rows[1].first]))


def _together(rows: Sequence[_Row], columns: Sequence[_Column], size: float) -> list[_Row]:
    """The rows up to one that is none of the table: a title over the middle, or after white wider than between the others."""
    white = [above.low - row.top for above, row in itertools.pairwise(rows)]
    widest = max(_WIDEST * size, _MUCH * statistics.median(white or [0.0]))
    own = list(rows[:1])
    for row, gap in zip(rows[1:], white):
        filled = [number for number, cell in enumerate(_cells(row, columns)) if cell]
        is_below_head = len(own) == 1 and all(_cells(own[0], columns))
        if (gap > widest and not is_below_head) or (len(filled) == 1 and filled[0] > 0):
            break
        own.append(row)
    while own and sum(map(bool, _cells(own[-1], columns))) < 2:
        own.pop()
    return own


def _is_alike(first: Line, line: Line) -> bool:
    is_of_one_print = line.page == first.page and line.is_upright and abs(line.size - first.size) <= 0.25 * first.size
    return is_of_one_print and bool(line.words) and _LEADERS.search(line.text) is None and _bare(line.text) == _bare(
        "".join(word.text for word in line.words)       # else it was repaired as a whole: its words are not what it says
    )


def _bare(text: str) -> str:
    return _LOOSE.sub("", text)


def _lefts(lines: Sequence[Line]) -> list[float]:
    """Where lines and cells begin more than once, in points."""
    begun = sorted(piece.left for line in lines for piece in _pieces(line, ()))
    groups: list[list[float]] = []
    for left in begun:
        if groups and left - groups[-1][0] <= _SAME_PLACE:
            groups[-1].append(left)
        else:
            groups.append([left])
    return [statistics.median(group) for group in groups if len(group) > 1]


def _pieces(line: Line, lefts: Sequence[float]) -> list[_Piece]:
    """A line's words put together, parted where wide white or another height parts them, or a column begins."""
    pieces: list[_Piece] = []
    for word in line.words:
        last = pieces[-1] if pieces else None
        white = word.left - last.right if last is not None else 0.0
        is_name = white > 0 and not word.text[:1].islower()         # a word of a sentence may begin there by chance
        near = _LEVEL * line.size if white > _WIDE * line.size else _SAME_PLACE if is_name else -1.0
        begins = any(abs(word.left - left) <= near for left in lefts)
        if last is None or begins or not -line.size < white <= _GAP * line.size or abs(word.baseline - last.base) > 0.5 * line.size:
            pieces.append(_Piece(word.text, word.left, word.right, word.baseline))
        else:
            pieces[-1] = replace(last, text=f"{last.text} {word.text}", right=word.right)
    return pieces


class _Grower:
    """Takes lines one by one as long as they make rows of the same columns."""

    def __init__(self, size: float) -> None:
        self.rows: list[_Row] = []
        self.columns: list[_Column] = []
        self._size = size
        self._last: _Piece | None = None

    def takes(self, pieces: Sequence[_Piece], end: int) -> bool:
        """Takes a line, or stays as it is."""
        before = list(self.rows), self.columns, self._last
        for piece in pieces:
            columns = _widened(self.columns, piece, self._size)
            if columns is None or not self._place(piece, columns, end):
                self.rows, self.columns, self._last = before
                return False
            self.columns, self._last = columns, piece
        return True

    def _place(self, piece: _Piece, columns: Sequence[_Column], end: int) -> bool:
        last, size = self._last, self._size
        if last is None:
            self.rows.append(_Row((piece,), end - 1, end))
            return True
        row = self.rows[-1]
        rise = piece.base - last.base
        if piece.left >= last.right - _LEVEL * size and rise > -0.5 * size:
            return self._goes_up(piece, end) if rise > 0.5 * size else self._add(piece, end)
        if _number(columns, piece) == _number(columns, last) and 0.5 * size < -rise <= _LEADING * size and _goes_on(row, piece, size):
            return self._add(piece, end)
        if not 0.5 * size < row.low - piece.base < _MAX_DROP * size:
            return False
        self.rows.append(_Row((piece,), end - 1, end))
        return True

    def _goes_up(self, piece: _Piece, end: int) -> bool:
        """The next cell of a row whose first line stands higher: rows that were begun below it are lines of that row."""
        first = len(self.rows) - 1
        while first and self.rows[first - 1].low < piece.base + 0.5 * self._size:
            first -= 1
        own = tuple(each for row in self.rows[first:] for each in row.pieces)
        if any(_meet(each, piece) for each in own):
            return False
        self.rows[first:] = [_Row((*own, piece), self.rows[first].first, end)]
        return self.rows[-1].top - self.rows[-1].low <= _MAX_LINES * _LEADING * self._size

    def _add(self, piece: _Piece, end: int) -> bool:
        self.rows[-1] = replace(self.rows[-1], pieces=(*self.rows[-1].pieces, piece), end=end)
        return True


def _goes_on(row: _Row, piece: _Piece, size: float) -> bool:
    """Whether a piece goes on in a cell that is not the first of its row, and begins where that one does."""
    own = [each for each in row.pieces if _meet(each, piece)]
    return any(each.right < piece.left for each in row.pieces) and bool(own) and _are_aligned(own[0], piece, size)


def _meet(a: _Piece, b: _Piece) -> bool:
    return a.left < b.right and b.left < a.right


def _are_aligned(a: _Piece, b: _Piece, size: float) -> bool:
    """Whether two pieces begin at one place, end at one or have one middle."""
    slack = _LEVEL * size
    return (
        abs(a.left - b.left) <= slack or abs(a.right - b.right) <= slack or abs(a.left + a.right - b.left - b.right) <= 2 * slack
    )


def _widened(columns: Sequence[_Column], piece: _Piece, size: float) -> list[_Column] | None:
    """The columns with this piece in them; None where it lies across two, or the white between two is gone."""
    slack = 0.1 * size
    met = [column for column in columns if piece.left < column.right - slack and piece.right > column.left + slack]
    if len(met) > 1:
        return None
    own = _Column(min([piece.left, *(c.left for c in met)]), max([piece.right, *(c.right for c in met)]))
    wider = sorted([*(column for column in columns if column not in met), own], key=lambda column: column.left)
    is_white = all(b.left - a.right > _WHITE * size for a, b in itertools.pairwise(wider))
    return wider if is_white and len(wider) <= _MAX_COLUMNS else None


def _number(columns: Sequence[_Column], piece: _Piece) -> int:
    """Of the column that a piece lies in."""
    middle = (piece.left + piece.right) / 2
    return min(range(len(columns)), key=lambda n: abs(min(max(middle, columns[n].left), columns[n].right) - middle))


def _cells(row: _Row, columns: Sequence[_Column]) -> list[list[_Piece]]:
    """The row's pieces by column, in reading order."""
    cells: list[list[_Piece]] = [[] for _ in columns]
    for piece in row.pieces:
        cells[_number(columns, piece)].append(piece)
    return cells


def _text(cell: Sequence[_Piece]) -> str:
    text = ""
    for piece in cell:
        is_cut = _HYPHEN.search(text) is not None and piece.text[:1].islower()
        text = text[:-1] + piece.text if is_cut else f"{text} {piece.text}".strip()
    return text


def _n_lines(cell: Sequence[_Piece], size: float) -> int:
    return bool(cell) + sum(above.base - piece.base > 0.5 * size for above, piece in itertools.pairwise(cell))


def _is_table(rows: Sequence[_Row], cells: Sequence[Sequence[Sequence[_Piece]]], size: float) -> bool:
    """Whether the rows follow each other, are filled, begin with a short cell, and some cells go on."""
    counts = [[_n_lines(cell, size) for cell in row] for row in cells]
    n_wrapped = Counter(n for row in counts for n, count in enumerate(row) if count > 1)
    if n_wrapped.total() < _MIN_WRAPPED or sum(sum(map(bool, row)) > 1 for row in counts) < _MIN_FILLED * len(rows):
        return False
    if sum(map(bool, counts[0])) < 2 or any(above.low <= row.top for above, row in itertools.pairwise(rows)):
        return False
    if len(counts[0]) == 2 and not n_wrapped[0]:
        return False            # words with their meanings: a list, whose lines stand in order already
    if sum(n > 0 for row in counts for n in row) < _MIN_FILLED * len(rows) * len(counts[0]) or max(map(max, counts)) > _MAX_LINES:
        return False
    if any(sum(column) < _MIN_FILLED_COLUMN * len(rows) for column in zip(*[map(bool, row) for row in counts])):
        return False
    if cells[0][0] and cells[1][0] and not _are_aligned(cells[0][0][0], cells[1][0][0], size):
        return False            # a title over the middle
    names = [row[0] for row in cells if row[0]]
    if len(names) < 0.8 * len(rows) or sum(row[0] == 1 for row in counts) < 0.5 * len(names):
        return False
    texts = list(map(_text, names))
    return statistics.median(map(len, texts)) <= _SHORT and not all(map(_MARK.fullmatch, texts))

"""The lines of a PDF page with size, weight and place, a few PDFium calls a line instead of one or two a character.

PDFium gives text in the order of the content stream, which is the reading order of columns, cards and table rows in
all but few files (EXTRACTION.md), with ligatures expanded and U+FFFE where it joined a word cut by a hyphen.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

import pypdfium2.raw as pdfium

from engine.reading.pdf_repairs import is_garbage, repaired

if TYPE_CHECKING:
    from engine.reading.pdf_grids import RuledTable

_LINE = re.compile(r"[^\r\n]+")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\uffff]")
_HALVES = re.compile("[\ud800-\udfff]")
_BLANKS = re.compile(r"[ \t\u00a0]+")
_LEADERS = re.compile(r"(?:[ \t\u00a0]?[.·]){4,}[ \t\u00a0]*")
_PART_OF_WORD = re.compile("[^ \t\u00a0\ufffe]+")
_SAME_PLACE = 1.5           # points
_MAX_LINES = 500            # of a page that such a table is looked for in: maps and plots have more
_WRAPPED = 2                # lines of a page that go on in a cell: of less no table is made
_WIDE = 0.56                # mean width of a character in font sizes, from which on a line may hold cells: prose has 0.45 to 0.55
_FONT_BULLET = re.compile("^[\ue000-\uf8ff](?=\\s+\\S)")     # of a symbol font
_NOTE_MARK = re.compile(r"[^\W\d_]{4}[.,;:!?)»”\"]?(\d{1,3})$")
_RAISED = 0.8               # of the size of the words: a mark of a note is smaller
_GAP = 0.9                  # white between cells in font sizes; between words it is 0.2 to 0.6
MAX_PAGE_CHARS = 2_000_000
_MANY_MARKS = 8             # lines
_DOUBLE = ctypes.c_double


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a line with wide white on its sides."""

    left: float
    right: float
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line; it begins where its first letter is set, and not where its ink does. One that a hyphen cuts is two."""

    left: float
    right: float
    baseline: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; lengths in points, y upwards from the bottom of the page."""

    text: str
    page: int               # from 1
    size: float             # font size as seen
    weight: int             # 400 regular, 700 bold; 0 unknown
    left: float
    right: float
    bottom: float           # of its first character
    top: float
    last_bottom: float      # of its last character: lower where PDFium joined two lines at a hyphen
    is_upright: bool = True
    cells: tuple[Cell, ...] = ()    # its pieces, where white as wide as a letter parts it
    table: RuledTable | None = None     # the one within whose rules it lies
    words: tuple[Word, ...] = ()        # only on a page that may hold a table without rules whose cells go on


def page_lines(text_page: Any, page_number: int) -> tuple[list[Line], int]:
    """Lines of a page in stream order, and how many of its characters have no meaning (fonts without a map).

    Lines that are mostly such characters are left out. U+FFFE stands where a hyphen cut a word at a line's end.
    """
    text = page_text(text_page)
    if is_garbage(text):
        return [], len(text)
    lines: list[Line] = []
    places: list[tuple[int, str]] = []
    n_bad = 0
    for match in _LINE.finditer(text):
        line = match.group()
        bad = len(_CONTROLS.findall(line))
        n_bad += bad
        if bad > len(line) * 0.3 or not line.strip():
            continue
        first = match.start() + len(line) - len(line.lstrip())
        last = match.start() + len(line.rstrip()) - 1
        words = _with_note_mark(text_page, line.rstrip(), last)[first - match.start() :]
        made = _line(text_page, _FONT_BULLET.sub("•", _without_leaders(_paired(words))), page_number, first, last)
        lines.append(_with_cells(text_page, made, line, match.start()))
        places.append((match.start(), line))
    if _may_have_wrapped_cells(lines):
        lines = [replace(line, words=tuple(_words(text_page, *place))) for line, place in zip(lines, places, strict=True)]
    return _merge_fragments(_without_marks(lines)), n_bad


def _with_note_mark(text_page: Any, line: str, last: int) -> str:
    """A line (`last` its last character's index) with the raised number of a note apart: "molino [1]". PDFium ends lines at such signs."""
    mark = _NOTE_MARK.search(line)
    if mark is None:
        return line
    before = last - len(mark[1])
    is_raised = (
        pdfium.FPDFText_GetFontSize(text_page, last) < _RAISED * pdfium.FPDFText_GetFontSize(text_page, before)
        and _origin(text_page, last)[1] > _origin(text_page, before)[1] + 0.5
    )
    return f"{line[: mark.start(1)]} [{mark[1]}]" if is_raised else line


def _origin(text_page: Any, index: int) -> tuple[float, float]:
    x, y = _DOUBLE(), _DOUBLE()
    pdfium.FPDFText_GetCharOrigin(text_page, index, x, y)
    return x.value, y.value


def _may_have_wrapped_cells(lines: Sequence[Line]) -> bool:
    """Whether lines go up to their right, or begin below a cell of the line above, more often than prose in columns does."""
    n_signs = 0
    for above, line in pairwise(lines if len(lines) <= _MAX_LINES else ()):
        goes_up = line.last_bottom > line.bottom + 0.5 * line.size      # PDFium joined two that stand at nearly one height
        goes_up = goes_up or (line.bottom > above.last_bottom + 0.5 * line.size and line.left > above.left + line.size)
        goes_on = len(above.cells) > 1 and any(abs(cell.left - line.left) < _SAME_PLACE for cell in above.cells[1:])
        n_signs += line.is_upright and (goes_up or goes_on)
    return n_signs >= _WRAPPED


def _words(text_page: Any, start: int, raw: str) -> Iterator[Word]:
    """The words of a line that begins at the character `start`."""
    for match in _PART_OF_WORD.finditer(raw):
        first, last = start + match.start(), start + match.end() - 1
        is_cut = raw[match.end() : match.end() + 1] == "\ufffe"
        left, baseline = _origin(text_page, first)
        yield Word(left, _box(text_page, last)[1], baseline, _paired(match.group()) + "-" * is_cut)


def _without_marks(lines: list[Line]) -> list[Line]:
    """The lines without the points of a plot: many in a row that hold signs alone."""
    kept: list[Line] = []
    for has_words, run in groupby(lines, key=lambda line: any(map(str.isalnum, line.text))):
        found = list(run)
        if has_words or len(found) < _MANY_MARKS:
            kept += found
    return kept


def _with_cells(text_page: Any, made: Line, raw: str, start: int) -> Line:
    """The line with its cells; its characters' places are asked for only where it is wider than its letters."""
    n_chars = len(made.text)
    if not made.is_upright or n_chars < 3 or made.right - made.left < _WIDE * made.size * n_chars:
        return made
    gaps = []
    for blanks in _BLANKS.finditer(raw.rstrip()):
        if blanks.start() and _box(text_page, start + blanks.end())[0] - _box(text_page, start + blanks.start() - 1)[1] > _GAP * made.size:
            gaps.append(blanks.span())
    if not gaps:
        return made
    cells = []
    for (_, first), (last, _) in zip([(0, len(raw) - len(raw.lstrip())), *gaps], [*gaps, (len(raw.rstrip()), 0)]):
        left, right = _box(text_page, start + first)[0], _box(text_page, start + last - 1)[1]
        cells.append(Cell(left, right, _without_leaders(_paired(raw[first:last].strip()))))
    return replace(made, cells=tuple(cells))


def page_text(text_page: Any) -> str:
    """A page's text, one character for each of PDFium's, so that an index in it is the index of a character."""
    n_chars = min(pdfium.FPDFText_CountChars(text_page), MAX_PAGE_CHARS)
    return repaired(_characters(text_page, n_chars)) if n_chars > 0 else ""


def _characters(text_page: Any, n_chars: int) -> str:
    buffer = (ctypes.c_ushort * (n_chars + 1))()
    n_got = pdfium.FPDFText_GetText(text_page, 0, n_chars, buffer)
    text = bytes(buffer)[: 2 * max(n_got - 1, 0)].decode("utf-16-le", "surrogatepass")
    if len(text) == n_chars:
        return text
    # Some characters are left out there (fonts without a map) or take two units.
    codes = (pdfium.FPDFText_GetUnicode(text_page, index) for index in range(n_chars))
    return "".join(chr(code) if code < 0x110000 else "\ufffd" for code in codes)


def _without_leaders(text: str) -> str:
    """A line of a table of contents with one sign for the dots that lead to its page."""
    return _LEADERS.sub(" … ", text).strip() if ". ." in text or "...." in text or "··" in text else text


def _paired(text: str) -> str:
    """Halves of surrogate pairs put together."""
    if not _HALVES.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _merge_fragments(lines: list[Line]) -> list[Line]:
    """Puts pieces of one printed line together again: PDFium starts a new line at each raised or lowered sign."""
    merged: list[Line] = []
    for line in lines:
        if merged and _is_same_line(merged[-1], line):
            merged[-1] = _joined_line(merged[-1], line)
        else:
            merged.append(line)
    return merged


def _is_same_line(a: Line, b: Line) -> bool:
    if not (a.is_upright and b.is_upright):
        return False
    size = max(a.size, b.size)
    gap = b.left - a.right if a.last_bottom == a.bottom else 0.0
    level = abs(b.bottom - a.last_bottom)
    if not -0.5 * size < gap < 1.2 * size:
        return False
    is_raised = min(a.size, b.size) < 0.86 * size and (len(a.text) <= 4 or len(b.text) <= 4)
    return level < 0.25 * size or (is_raised and level < 0.75 * size)


def _joined_line(a: Line, b: Line) -> Line:
    main = a if len(a.text) >= len(b.text) else b
    return Line(
        f"{a.text} {b.text}", a.page, main.size, main.weight, min(a.left, b.left), b.right, main.bottom,
        max(a.top, b.top), main.last_bottom if main is b else a.last_bottom, cells=_joined_cells(a, b), words=a.words + b.words,
    )


def _joined_cells(a: Line, b: Line) -> tuple[Cell, ...]:
    """Cells of two pieces that touch."""
    if not a.cells and not b.cells:
        return ()
    first = a.cells or (Cell(a.left, a.right, a.text),)
    second = b.cells or (Cell(b.left, b.right, b.text),)
    middle = Cell(first[-1].left, second[0].right, f"{first[-1].text} {second[0].text}")
    return (*first[:-1], middle, *second[1:])


def _line(text_page: Any, text: str, page_number: int, first: int, last: int) -> Line:
    matrix = pdfium.FS_MATRIX()
    size = pdfium.FPDFText_GetFontSize(text_page, first)
    is_upright = True
    if pdfium.FPDFText_GetMatrix(text_page, first, matrix):
        # The size is 1 where the text matrix holds the true one.
        size *= math.hypot(matrix.b, matrix.d) or 1.0
        is_upright = abs(matrix.b) <= abs(matrix.a)
    weight = pdfium.FPDFText_GetFontWeight(text_page, first)
    left, right, bottom, top = _box(text_page, first)
    last_left, last_right, last_bottom, last_top = _box(text_page, last)
    if abs(last_bottom - bottom) < 0.6 * size:      # descenders and commas move the box, not the line
        last_bottom = bottom = min(bottom, last_bottom)
        top = max(top, last_top)
    return Line(
        text, page_number, round(size, 1), max(weight, 0), min(left, last_left), max(right, last_right), bottom, top,
        last_bottom, is_upright,
    )


def _box(text_page: Any, index: int) -> tuple[float, float, float, float]:
    left, right, bottom, top = _DOUBLE(), _DOUBLE(), _DOUBLE(), _DOUBLE()
    pdfium.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
    return left.value, right.value, bottom.value, top.value

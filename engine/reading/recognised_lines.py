"""Recognised pages as lines that the layout of PDFs understands, and their places in the finished text."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.document import Document, RecognisedLine
from engine.reading.ocr import PageLine, RecognisedPage
from engine.reading.pdf_lines import Line
from engine.reading.reading_order import Piece, in_reading_order, row_text, straightened

_SIZE_OF_HEIGHT = 0.8           # a font's size to the height of the box around its line
_SAME_SIZE = (0.74, 1.32)       # boxes of one size differ so much, as their letters have ascenders or not
_MARK_REACH = 400               # characters within which a ! closes a ¡
_NEAR = 4_000                   # characters within which a line is looked for
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line as it was recognised, with its sides in fractions of the page as it is shown."""

    text: str
    page: int
    left: float
    top: float
    right: float
    bottom: float


def lines_of_page(page: RecognisedPage, number: int, points_wide: float) -> tuple[list[Line], list[PlacedLine]]:
    """Lines in reading order, in points of a page that is so wide when it is turned to be read, and where they stand."""
    if not page.lines:
        return [], []
    scale = points_wide / page.width
    across = [i for i, line in enumerate(page.lines) if not _is_tall(line)]
    slope = _slope([page.lines[i] for i in across])
    pieces = straightened([_piece(page.lines[i], i) for i in across], slope)
    rows = [*in_reading_order(pieces), *([_piece(line, i)] for i, line in enumerate(page.lines) if _is_tall(line))]
    rows = _with_matched_marks(rows)
    body = _body_height(rows)
    lines = [_line(row, page, number, scale, body) for row in rows]
    placed = [_placed(piece, page, number) for row in rows for piece in row]
    return lines, placed


def with_places(document: Document, placed: Sequence[PlacedLine]) -> Document:
    """The document with the spans of its recognised lines; a line that was left out (a running head) has none."""
    if not placed:
        return document
    offsets = [i for i, char in enumerate(document.text) if not char.isspace()]
    bare = "".join(document.text[i] for i in offsets)
    found: list[RecognisedLine] = []
    cursor = 0
    for line in placed:
        wanted = _SPACES.sub("", line.text)
        at = bare.find(wanted, cursor, cursor + _NEAR + len(wanted))
        if at < 0 and wanted[-1:] in "-\u00ad\u2010":           # the word goes on in the next line
            wanted = wanted[:-1]
            at = bare.find(wanted, cursor, cursor + _NEAR + len(wanted)) if wanted else -1
        if at < 0:
            continue
        cursor = at + len(wanted)
        found.append(RecognisedLine(
            offsets[at], offsets[cursor - 1] + 1, line.page, line.left, line.top, line.right, line.bottom
        ))
    return replace(document, recognised=tuple(found))


def _sides(line: PageLine) -> tuple[float, float, float, float]:
    """Direction of the line (x, y), length and height."""
    x0, y0, x1, y1, x2, y2, _, _ = line.corners
    length, height = math.hypot(x1 - x0, y1 - y0), math.hypot(x2 - x1, y2 - y1)
    return (x1 - x0) / max(length, 1e-6), (y1 - y0) / max(length, 1e-6), length, height


def _is_tall(line: PageLine) -> bool:
    x, y, _, _ = _sides(line)
    return abs(y) > abs(x)


def _slope(lines: Sequence[PageLine]) -> float:
    """How much lines fall to the right: the median of the longer half."""
    sides = sorted((_sides(line) for line in lines), key=lambda side: -side[2])
    slopes = [y / x for x, y, _, _ in sides[:len(sides) // 2 + 1] if x]
    return statistics.median(slopes) if slopes else 0.0


def _piece(line: PageLine, index: int) -> Piece:
    """The line as if it lay straight about its middle."""
    _, _, length, height = _sides(line)
    x, y = sum(line.corners[0::2]) / 4, sum(line.corners[1::2]) / 4
    if _is_tall(line):
        length, height = height, length
    return Piece(line.text, x - length / 2, y - height / 2, x + length / 2, y + height / 2, index)


def _with_matched_marks(rows: Sequence[Sequence[Piece]]) -> list[list[Piece]]:
    """Without each ¡ that no ! follows."""
    texts = [piece.text for row in rows for piece in row]
    if not any("¡" in text for text in texts):
        return [list(row) for row in rows]
    whole = "\n".join(texts)
    kept = [
        char for i, char in enumerate(whole)
        if char != "¡" or "!" in whole[i:i + _MARK_REACH].partition("¡")[2].partition("¡")[0]
    ]
    cleaned = iter("".join(kept).split("\n"))
    return [[replace(piece, text=next(cleaned)) for piece in row] for row in rows]


def _body_height(rows: Sequence[Sequence[Piece]]) -> float:
    """The height of the boxes that hold most of the text."""
    heights = sorted((piece.bottom - piece.top, len(piece.text)) for row in rows for piece in row)
    half = sum(n for _, n in heights) / 2
    for height, n in heights:
        half -= n
        if half <= 0:
            return height
    return heights[-1][0]


def _line(row: Sequence[Piece], page: RecognisedPage, number: int, scale: float, body: float) -> Line:
    height = statistics.median(piece.bottom - piece.top for piece in row)
    is_body = _SAME_SIZE[0] * body < height < _SAME_SIZE[1] * body
    size = round((body if is_body else height) * scale * _SIZE_OF_HEIGHT, 1)
    middle = statistics.median(piece.middle for piece in row)
    bottom = (page.height - middle) * scale - size / 2
    is_upright = not _is_tall(page.lines[row[0].index])
    return Line(
        row_text(row), number, size, 0, row[0].left * scale, row[-1].right * scale, bottom, bottom + size, bottom, is_upright
    )


def _placed(piece: Piece, page: RecognisedPage, number: int) -> PlacedLine:
    corners = page.lines[piece.index].corners
    points = [_as_shown(x / page.width, y / page.height, page.turned) for x, y in zip(corners[0::2], corners[1::2])]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    sides = (round(min(max(side, 0.0), 1.0), 4) for side in (left, top, right, bottom))
    return PlacedLine(piece.text, number, *sides)


def _as_shown(x: float, y: float, turned: int) -> tuple[float, float]:
    """A point of the turned picture, in fractions, where it lies in the picture as it is shown."""
    if turned == 90:
        return y, 1 - x
    if turned == 180:
        return 1 - x, 1 - y
    if turned == 270:
        return 1 - y, x
    return x, y

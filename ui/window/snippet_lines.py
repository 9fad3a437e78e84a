"""The lines of a snippet that a row shows: white space made one blank, and those lines that hold what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QTextLayout, QTextOption

from ui.window.text_direction import is_right_to_left
from ui.window.text_offsets import to_points, to_units

LINES = 4
_CUT = "… "
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SnippetLines:
    """What is drawn; spans are code points of `text`."""

    text: str
    marks: tuple[Span, ...]
    answer: Span | None
    layout: QTextLayout
    height: float


def snippet_lines(text: str, marks: Sequence[Span], answer: Span | None, font: QFont, width: float) -> SnippetLines:
    """At most LINES lines, of `width` pixels each: the first ones, unless others show more of what was found.

    Large letters and narrow lists show half of a snippet, and the word that was asked for may stand in the other half.
    """
    text, places = _collapsed(text)
    spans = [(places[start], places[end]) for start, end in marks]
    answered = (places[answer[0]], places[answer[1]]) if answer is not None else None
    begin = _begin(text, spans, answered, font, width)
    if begin:
        shift = begin - len(_CUT)
        text = _CUT + text[begin:]
        spans = [(start - shift, end - shift) for start, end in spans if start >= begin]
        if answered is not None:
            answered = (max(answered[0], begin) - shift, answered[1] - shift) if answered[1] > begin else None
    layout, height = lay_out(text, font, width)
    return SnippetLines(text, tuple(spans), answered, layout, height)


def lay_out(text: str, font: QFont, width: float, most: int = LINES) -> tuple[QTextLayout, float]:
    """The text in at most `most` lines, and their height."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(
        Qt.LayoutDirection.RightToLeft if is_right_to_left(text) else Qt.LayoutDirection.LeftToRight
    )
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    height = 0.0
    layout.beginLayout()
    for _ in range(most):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height() * 1.08
    layout.endLayout()
    return layout, height


def _collapsed(text: str) -> tuple[str, list[int]]:
    """Each run of white space as one blank, such as the indentation of code; and where each position, the end among them, is then."""
    kept: list[str] = []
    places: list[int] = []
    for character in text:
        is_more = character.isspace() and bool(kept) and kept[-1] == " "
        places.append(len(kept) - is_more)
        if not is_more:
            kept.append(" " if character.isspace() else character)
    places.append(len(kept))
    return "".join(kept), places


def _begin(text: str, marks: Sequence[Span], answer: Span | None, font: QFont, width: float) -> int:
    """The code point at which the first of the lines to show begins: of those that show most, the earliest."""
    wanted = [start for start, _ in marks] + ([answer[0]] if answer is not None else [])
    if not wanted:
        return 0
    layout, _ = lay_out(text, font, width, most=len(text) + 1)
    n_lines = layout.lineCount()
    if n_lines <= LINES:
        return 0
    lines = [layout.lineForTextPosition(to_units(text, place)).lineNumber() for place in wanted]

    def n_shown(first: int) -> int:
        n_sure = LINES - 1 if first else LINES      # the sign for what is left out may take a line more
        return sum(first <= at < first + n_sure for at in lines)

    first = max(range(n_lines - LINES + 2), key=lambda line: (n_shown(line), -line))
    return to_points(text, layout.lineAt(first).textStart()) if first else 0

"""Paints what is marked on a page: where PDFium finds the words, and where text recognition saw them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from ui.window.page_renderer import Box, MarkedPage, PageMarks
from ui.window.recognised_marks import Part, RecognisedMarks

# Of the page's white, in every theme: what the ink goes through.
_CURRENT, _WORDS, _ANSWER, _PASSAGE, _EDGE = "#8fe0d5", "#ffd873", "#c3ebca", "#fff3c4", "#0b6b63"


def paint_marks(
    painter: QPainter, rect: QRectF, scale: float, marked: MarkedPage | None, recognised: RecognisedMarks
) -> None:
    """
    Args:
        rect: where the page stands on the screen.
        scale: logical pixels a point.
        marked: None where it is not known yet.
    """
    def places(boxes: Sequence[Box], parts: Sequence[Part], grow: float) -> list[QRectF]:
        return [on_screen(box, rect, scale, grow) for box in boxes] + [_part_of(part, rect) for part in parts]

    found = marked or MarkedPage(0, 0, PageMarks(), (), (), (), ())
    current = places(found.current, recognised.current, 1.5)
    painter.save()
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    taken = QRegion()       # colours do not mix: what matters more leaves its place out of the others
    for shown, colour in (
        (current, _CURRENT), (places(found.words, recognised.words, 0.5), _WORDS),
        (places(found.answer, recognised.answer, 1.5), _ANSWER), (places(found.passage, recognised.passage, 1.5), _PASSAGE),
    ):
        place = QRegion()
        for one in shown:
            place = place.united(QRegion(one.toAlignedRect()))
        own = place.subtracted(taken)
        if not own.isEmpty():
            painter.setClipRegion(own)
            painter.fillRect(own.boundingRect(), QColor(colour))
        taken = taken.united(place)
    painter.restore()
    if current:
        painter.setPen(QPen(QColor(_EDGE), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for one in current:
            painter.drawRoundedRect(one, 2, 2)


def on_screen(box: Box, rect: QRectF, scale: float, grow: float) -> QRectF:
    left, top, right, bottom = (value * scale for value in box)
    return QRectF(rect.left() + left - grow, rect.top() + top - grow, right - left + 2 * grow, bottom - top + 2 * grow)


def _part_of(part: Part, rect: QRectF) -> QRectF:
    left, top, right, bottom = part
    return QRectF(
        rect.left() + left * rect.width(), rect.top() + top * rect.height(), (right - left) * rect.width(), (bottom - top) * rect.height(),
    )

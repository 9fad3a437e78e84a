"""The header of a table in a text, kept at the top of the view while the table's rows are scrolled."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QColor, QPainter, QPaintEvent, QPen, QTextCursor, QTextTable
from PySide6.QtWidgets import QTextBrowser, QWidget

from ui.window import theme

_INSIDE = 12            # pixels from the left edge of the text: in a table's first column


class KeptHeader(QWidget):
    """Lies over the first lines of its view, and lets the mouse through."""

    def __init__(self, view: QTextBrowser) -> None:
        super().__init__(view)
        self._text = view
        self._top = 0.0             # of the header, in the document
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def follow(self) -> None:
        """After a scroll, a change of size, of the text or of the marks."""
        place = self._place()
        if place is None:
            self.hide()
            return
        self._top = place.top()
        around = self._text.viewport().geometry()
        self.setGeometry(around.left(), around.top(), around.width(), round(place.height()))
        self.show()
        self.update()

    def _place(self) -> QRectF | None:
        """Of the header whose table goes on at the top of the view, in the document; None where there is none."""
        inside = round(self._text.document().rootFrame().frameFormat().leftMargin()) + _INSIDE - self._text.horizontalScrollBar().value()
        table = self._text.cursorForPosition(QPoint(inside, 1)).currentTable()
        if table is None:
            return None
        n_rows = table.format().headerRowCount()
        if not 0 < n_rows < table.rows():
            return None
        frame = self._text.document().documentLayout().frameBoundingRect(table)
        top = self._top_of(table, 0)
        header = QRectF(frame.left(), top, frame.width(), self._top_of(table, n_rows) - top)
        scrolled, last = self._text.verticalScrollBar().value(), frame.bottom() - 2 * table.format().bottomMargin()
        is_passed = header.top() < scrolled and scrolled + header.height() < last
        return header if is_passed and header.height() < self._text.viewport().height() / 3 else None

    def _top_of(self, table: QTextTable, row: int) -> float:
        """Where a row begins, in the document."""
        layout = self._text.document().documentLayout()
        tops = (layout.blockBoundingRect(table.cellAt(row, column).firstCursorPosition().block()).top() for column in range(table.columns()))
        return min(tops) - table.format().cellPadding()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.base))
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self._text.palette()      # type: ignore[misc]
        context.clip = QRectF(0, self._top, self.width(), self.height())      # type: ignore[misc]
        context.selections = [_selection(extra.cursor, extra.format) for extra in self._text.extraSelections()]      # type: ignore[misc, attr-defined]
        painter.save()
        painter.translate(-self._text.horizontalScrollBar().value(), -self._top)
        self._text.document().documentLayout().draw(painter, context)
        painter.restore()
        painter.setPen(QPen(QColor(colours.edge), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()


def _selection(cursor: QTextCursor, style: object) -> QAbstractTextDocumentLayout.Selection:
    selection = QAbstractTextDocumentLayout.Selection()
    selection.cursor = cursor       # type: ignore[misc]
    selection.format = style        # type: ignore[misc, assignment]
    return selection

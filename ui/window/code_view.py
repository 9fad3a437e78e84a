"""Program code and other plain lines: monospaced, with line numbers and colours, the passage on a ground of its own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextLayout,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from engine.messages import DocumentView
from ui.window import theme
from ui.window.hit_delegate import scaled
from ui.window.marks import Marks, Span
from ui.window.text_offsets import to_points, to_units

_COLOURS = {        # kind of token → colour in light, in dark
    "keyword": ("#8a1f6d", "#f0a3dc"),
    "string": ("#1b6b2f", "#95d9a4"),
    "comment": ("#5c6863", "#9aa7a1"),
    "number": ("#7a4300", "#f2bf80"),
    "name": ("#174a9c", "#9cc4ff"),
    "builtin": ("#0b6b63", "#5cc9bd"),
    "operator": ("#4a4f4d", "#c4ccc8"),
}


class CodeView(QPlainTextEdit):
    edge_reached = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: DocumentView | None = None
        self._marks = Marks()
        self._zoom = 1.0
        self._numbers = _LineNumbers(self)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setUndoRedoEnabled(False)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(self._scroll_numbers)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self._set_font()
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Text of the document"))

    def set_view(self, view: DocumentView, marks: Marks, keep_place: bool) -> None:
        top = self.offset_at_top() if keep_place else None
        self._view, self._marks = view, marks
        self.setPlainText(view.document.text)
        self._make_room()
        self._colour()
        self._mark()
        place = top if top is not None else marks.place
        QTimer.singleShot(0, self, lambda: self.go_to(place, at_top=top is not None))

    def set_marks(self, marks: Marks) -> None:
        self._marks = marks
        self._mark()

    def holds(self, offset: int) -> bool:
        return self._view is not None and self._view.text_start <= offset < max(self._view.text_end, 1)

    def go_to(self, offset: int | None, at_top: bool = False) -> None:
        if offset is None or self._view is None:
            return
        block = self.document().findBlock(self._position(offset))
        above = 0 if at_top else max(1, self.viewport().height() // max(1, self.fontMetrics().lineSpacing()) // 4)
        self.verticalScrollBar().setValue(max(0, block.blockNumber() - above))

    def offset_at_top(self) -> int | None:
        if self._view is None:
            return None
        text = self._view.document.text
        return self._view.text_start + to_points(text, self.firstVisibleBlock().position())

    def set_zoom(self, zoom: float) -> None:
        if zoom != self._zoom:
            self._zoom = zoom
            self._set_font()

    def first_line(self) -> int:
        return self._view.first_line if self._view is not None else 1

    def numbers_width(self) -> int:
        last = self.first_line() + self.blockCount()
        return self.fontMetrics().horizontalAdvance("9" * max(3, len(str(last)))) + 24

    def paint_numbers(self, painter: QPainter, area: QRect) -> None:
        colours = theme.current()
        painter.fillRect(area, QColor(colours.window))
        painter.setFont(self.font())
        painter.setPen(QColor(colours.dim))
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        height = self.fontMetrics().lineSpacing()
        while block.isValid() and top <= area.bottom():
            row = QRect(0, round(top), self._numbers.width() - 12, height)
            painter.drawText(row, Qt.AlignmentFlag.AlignRight, str(self.first_line() + block.blockNumber()))
            top += self.blockBoundingRect(block).height()
            block = block.next()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange and self._view is not None:
            self._colour()
            self._mark()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        super().wheelEvent(event)

    # -- inside

    def _set_font(self) -> None:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.setFont(scaled(font, self._zoom))
        self._make_room()

    def _make_room(self, *_: object) -> None:
        width = self.numbers_width()
        self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self._numbers.setGeometry(QRect(inside.left(), inside.top(), width, inside.height()))

    def _scroll_numbers(self, rect: QRect, dy: int) -> None:
        if dy:
            self._numbers.scroll(0, dy)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def _position(self, offset: int) -> int:
        assert self._view is not None
        text = self._view.document.text
        return to_units(text, max(0, min(offset - self._view.text_start, len(text))))

    def _colour(self) -> None:
        """Colours as formats of the lines' layouts: the document itself stays as it is."""
        assert self._view is not None
        dark = theme.current().is_dark
        styles = {}
        for kind, pair in _COLOURS.items():
            style = QTextCharFormat()
            style.setForeground(QColor(pair[1 if dark else 0]))
            styles[kind] = style
        text, base = self._view.document.text, self._view.text_start
        is_simple = to_units(text, len(text)) == len(text)
        ranges: dict[int, list[QTextLayout.FormatRange]] = {}
        for start, end, kind in self._view.colours:
            if kind not in styles:
                continue
            first = start - base if is_simple else to_units(text, start - base)
            last = end - base if is_simple else to_units(text, end - base)
            block = self.document().findBlock(first)
            while block.isValid() and block.position() < last:
                part = QTextLayout.FormatRange()
                part.start = max(0, first - block.position())      # type: ignore[misc]
                part.length = min(last, block.position() + block.length()) - block.position() - part.start  # type: ignore[misc]
                part.format = styles[kind]      # type: ignore[misc]
                ranges.setdefault(block.blockNumber(), []).append(part)
                block = block.next()
        for number, formats in ranges.items():
            self.document().findBlockByNumber(number).layout().setFormats(formats)
        self.viewport().update()

    def _mark(self) -> None:
        colours = theme.current()
        marks = self._marks
        selections = []
        if marks.passage is not None:
            selections += self._lines(marks.passage, colours.passage)
        if marks.answer is not None:
            selections.append(self._selection(marks.answer, colours.answer, None))
        for span in marks.matches:
            if self.holds(span[0]):
                selections.append(self._selection(span, colours.match, colours.on_match))
        if marks.current is not None and self.holds(marks.current[0]):
            selections.append(self._selection(marks.current, colours.accent, colours.on_accent))
        self.setExtraSelections(selections)

    def _lines(self, span: Span, ground: str) -> list[QTextEdit.ExtraSelection]:
        """The whole lines of the span."""
        found: list[QTextEdit.ExtraSelection] = []
        if self._view is None or span[1] < self._view.text_start or span[0] > self._view.text_end:
            return found
        block = self.document().findBlock(self._position(span[0]))
        end = self._position(max(span[0], span[1] - 1))
        while block.isValid() and block.position() <= end:
            selection = QTextEdit.ExtraSelection()
            selection.cursor = QTextCursor(block)       # type: ignore[misc]
            style = QTextCharFormat()
            style.setBackground(QColor(ground))
            style.setProperty(QTextFormat.Property.FullWidthSelection, True)
            selection.format = style        # type: ignore[misc]
            found.append(selection)
            block = block.next()
        return found

    def _selection(self, span: Span, ground: str, ink: str | None) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(span[0]))
        cursor.setPosition(self._position(span[1]), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor       # type: ignore[misc]
        style = QTextCharFormat()
        style.setBackground(QColor(ground))
        if ink is not None:
            style.setForeground(QColor(ink))
        selection.format = style        # type: ignore[misc]
        return selection

    def _scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if self._view is None or bar.maximum() == 0:
            return
        near = bar.pageStep() // 2
        if value >= bar.maximum() - near and self._view.text_end < self._view.total:
            self.edge_reached.emit(self._view.text_end)
        elif value <= near and self._view.text_start > 0:
            self.edge_reached.emit(self._view.text_start)


class _LineNumbers(QWidget):
    def __init__(self, view: CodeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._view.paint_numbers(painter, event.rect())
        painter.end()

"""A piece of a stored document as text: headings, lists, tables, quotes. Built from blocks: no HTML, nothing is loaded."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
    QWheelEvent,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from engine.document import Block
from engine.messages import DocumentView
from ui.window import theme
from ui.window.hit_delegate import scaled
from ui.window.kept_header import KeptHeader
from ui.window.marks import Marks
from ui.window.text_direction import is_right_to_left
from ui.window.text_offsets import to_points, to_units

COLUMN_WIDTH = 820      # logical pixels: longer lines are hard to follow
TABLE_ROWS_AT_MOST = 400
MAIL_KINDS = frozenset({"eml", "msg", "mbox"})
_MAIL_LABEL = re.compile(r"^(?:From|To|Cc|Bcc|Date|Subject):(?= )", re.MULTILINE)      # as the readers write them
HEADING_SCALE = {1: 1.7, 2: 1.4, 3: 1.2, 4: 1.08}


@dataclass(frozen=True, slots=True)
class _Piece:
    """Document text from `start` stands at `position` of the QTextDocument."""

    start: int
    end: int
    position: int
    text: str


class TextView(QTextBrowser):
    edge_reached = Signal(int)          # offset of the end of the piece that has been scrolled to
    zoomed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: DocumentView | None = None
        self._marks = Marks()
        self._pieces: list[_Piece] = []
        self._starts: list[int] = []
        self._zoom = 1.0
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.kept_header = KeptHeader(self)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Text of the document"))

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing is ever loaded, from the network or from the disk."""
        return None

    def set_view(self, view: DocumentView, marks: Marks, keep_place: bool) -> None:
        """Show a piece. `keep_place`: stay at the text that is now at the top, else go to the passage."""
        top = self.offset_at_top() if keep_place else None
        self._view, self._marks = view, marks
        self._build()
        self._mark()
        place = top if top is not None else marks.place
        # The first layout of a new document comes after this event.
        QTimer.singleShot(0, self, lambda: self.go_to(place, at_top=top is not None))

    def set_marks(self, marks: Marks) -> None:
        self._marks = marks
        self._mark()

    def holds(self, offset: int) -> bool:
        return self._view is not None and self._view.text_start <= offset < max(self._view.text_end, 1)

    def go_to(self, offset: int | None, at_top: bool = False) -> None:
        if offset is None or not self._pieces:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(offset))
        y = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
        self.verticalScrollBar().setValue(y - (0 if at_top else self.viewport().height() // 4))

    def offset_at_top(self) -> int | None:
        if not self._pieces:
            return None
        position = self.cursorForPosition(self.viewport().rect().topLeft()).position()
        pieces = sorted(self._pieces, key=lambda piece: piece.position)
        piece = pieces[max(0, bisect_right(pieces, position, key=lambda piece: piece.position) - 1)]
        return min(piece.end, piece.start + to_points(piece.text, max(0, position - piece.position)))

    def set_zoom(self, zoom: float) -> None:
        if zoom != self._zoom:
            self._zoom = zoom
            self._rebuild()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._rebuild()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_margins()
        self.kept_header.follow()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()      # the preview zooms
            return
        super().wheelEvent(event)

    # -- building

    def _rebuild(self) -> None:
        if self._view is not None:
            self.set_view(self._view, self._marks, keep_place=True)

    def _build(self) -> None:
        assert self._view is not None
        document = QTextDocument(self)
        document.setUndoRedoEnabled(False)
        font = scaled(self.font(), 1.06 * self._zoom)
        document.setDefaultFont(font)
        self._pieces = []
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        is_first, page = True, None
        for block in self._view.document.blocks:
            if block.page != page and block.page is not None and (self._view.n_pages or 0) > 1:
                self._start_block(cursor, is_first, QTextBlockFormat())
                self._page_mark(cursor, block.page)
                is_first = False
            page = block.page
            if block.kind == "table" and block.rows:
                self._table(cursor, block)
            else:
                self._start_block(cursor, is_first, self._block_format(block))
                self._text(cursor, block)
            is_first = False
        cursor.endEditBlock()
        self._pieces.sort(key=lambda piece: piece.start)
        self._starts = [piece.start for piece in self._pieces]
        self.setDocument(document)      # the one before, a child of ours, is deleted by Qt
        self._set_margins()

    def _start_block(self, cursor: QTextCursor, is_first: bool, style: QTextBlockFormat) -> None:
        if is_first:
            cursor.setBlockFormat(style)
        else:
            cursor.insertBlock(style)

    def _block_format(self, block: Block) -> QTextBlockFormat:
        unit = self.fontMetrics().height() * self._zoom
        style = QTextBlockFormat()
        style.setLineHeight(132, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        style.setBottomMargin(unit * 0.45)
        if block.kind == "heading":
            style.setHeadingLevel(max(1, min(6, block.level)))
            style.setTopMargin(unit * 0.8)
            style.setLineHeight(115, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        elif block.kind == "list_item":
            style.setLeftMargin(unit * 1.3 * max(1, block.level))
            style.setTextIndent(-unit * 0.7)
            style.setBottomMargin(unit * 0.2)
        elif block.kind in ("quote", "note"):
            style.setLeftMargin(unit * 1.4)
        elif block.kind == "code":
            style.setBackground(QColor(theme.current().hover))
            style.setLineHeight(120, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        return style

    def _char_format(self, block: Block) -> QTextCharFormat:
        colours = theme.current()
        base = scaled(self.font(), 1.06 * self._zoom)
        style = QTextCharFormat()
        style.setFont(base)
        style.setForeground(QColor(colours.text))
        if block.kind == "heading":
            style.setFont(scaled(base, HEADING_SCALE.get(block.level, 1.02), QFont.Weight.DemiBold))
        elif block.kind == "code":
            font = scaled(base, 0.95)
            font.setFamilies(["monospace", *base.families()])
            font.setFixedPitch(True)
            font.setStyleHint(QFont.StyleHint.Monospace)
            style.setFont(font)
        elif block.kind in ("caption", "note"):
            style.setForeground(QColor(colours.dim))
        elif block.kind == "quote":
            style.setFontItalic(True)
        if block.bold and block.kind != "heading":
            style.setFontWeight(QFont.Weight.DemiBold)
        return style

    def _text(self, cursor: QTextCursor, block: Block) -> None:
        style = self._char_format(block)
        text = self._slice(block.start, block.end)
        if block.kind == "list_item":
            cursor.insertText("•\u2002" if not _has_own_mark(text) else "", style)
        start = cursor.position()
        self._piece(cursor, block.start, text, style)
        if self._view is not None and self._view.kind in MAIL_KINDS and block.start == 0:
            self._quieten(cursor.document(), start, text)

    @staticmethod
    def _quieten(document: QTextDocument, start: int, text: str) -> None:
        """The names of a mail's fields, so that what stands in them is seen first."""
        quiet = QTextCharFormat()
        quiet.setForeground(QColor(theme.current().dim))
        for found in _MAIL_LABEL.finditer(text):
            label = QTextCursor(document)
            label.setPosition(start + to_units(text, found.start()))
            label.setPosition(start + to_units(text, found.end()), QTextCursor.MoveMode.KeepAnchor)
            label.mergeCharFormat(quiet)

    def _table(self, cursor: QTextCursor, block: Block) -> None:
        colours = theme.current()
        rows = block.rows[:TABLE_ROWS_AT_MOST]
        n_columns = max(1, max(len(row.cells) for row in rows))
        style = QTextTableFormat()
        style.setCellPadding(5)
        style.setCellSpacing(0)
        style.setBorder(1)
        style.setBorderCollapse(True)
        style.setBorderBrush(QColor(colours.line))
        style.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        style.setHeaderRowCount(block.n_header_rows)
        style.setTopMargin(6)
        style.setBottomMargin(12)
        is_rtl = is_right_to_left(self._slice(block.start, block.end))
        # Qt draws a table at the right over the margin: what is read from there is as wide as the text.
        style.setWidth(QTextLength(QTextLength.Type.PercentageLength, 98) if n_columns > 2 or is_rtl else QTextLength())
        table = cursor.insertTable(len(rows), n_columns, style)
        for number, row in enumerate(rows):
            plain = self._char_format(block)
            if number < block.n_header_rows:
                plain.setFontWeight(QFont.Weight.DemiBold)
            starts, offset = [], row.start
            for cell in row.cells:
                starts.append(offset)
                offset += len(cell) + 1
            # Qt puts the first column at the left whatever the direction; texts are inserted from left to right.
            cells = [(n_columns - 1 - column if is_rtl else column, cell, start) for column, (cell, start) in enumerate(zip(row.cells, starts, strict=True))]
            for column, cell, start in sorted(cells):
                place = table.cellAt(number, column)
                ground = self._cell_ground(row.start, row.end, number < block.n_header_rows)
                if ground is not None:
                    cell_format = place.format()
                    cell_format.setBackground(QColor(ground))
                    place.setFormat(cell_format)
                self._piece(place.firstCursorPosition(), start, cell.replace("\n", " "), plain)
        cursor.movePosition(QTextCursor.MoveOperation.End)

    def _cell_ground(self, start: int, end: int, is_header: bool) -> str | None:
        if self._marks.covers_row(start, end):
            return theme.current().passage
        return theme.current().window if is_header else None

    def _page_mark(self, cursor: QTextCursor, page: int) -> None:
        style = QTextCharFormat()
        style.setFont(scaled(self.font(), 0.9 * self._zoom))
        style.setForeground(QColor(theme.current().dim))
        cursor.insertText(self.tr("Page {page}").format(page=page), style)

    def _piece(self, cursor: QTextCursor, start: int, text: str, style: QTextCharFormat) -> None:
        position = cursor.position()
        cursor.insertText(text.replace("\n", "\u2028"), style)
        self._pieces.append(_Piece(start, start + len(text), position, text))

    def _slice(self, start: int, end: int) -> str:
        assert self._view is not None
        return self._view.slice(start, end)

    def _set_margins(self) -> None:
        side = max(24, (self.viewport().width() - COLUMN_WIDTH) // 2)
        frame = self.document().rootFrame()
        style = frame.frameFormat()
        if style.leftMargin() != side:
            style.setMargin(0)
            style.setLeftMargin(side)
            style.setRightMargin(side)
            style.setTopMargin(20)
            style.setBottomMargin(40)
            frame.setFrameFormat(style)

    # -- marks

    def _mark(self) -> None:
        colours = theme.current()
        marks = self._marks
        selections = []
        if marks.passage is not None:
            selections.append(self._selection(marks.passage, colours.passage, None))
        if marks.answer is not None:
            selections.append(self._selection(marks.answer, colours.answer, None))
        for span in marks.matches:
            if self.holds(span[0]) or self.holds(span[1]):
                selections.append(self._selection(span, colours.match, colours.on_match))
        if marks.current is not None:
            selections.append(self._selection(marks.current, colours.accent, colours.on_accent))
        self.setExtraSelections([selection for selection in selections if selection is not None])
        self.kept_header.follow()

    def _selection(self, span: tuple[int, int], ground: str, ink: str | None) -> QTextEdit.ExtraSelection | None:
        start, end = self._position(span[0]), self._position(span[1], is_end=True)
        if end <= start:
            return None
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor       # type: ignore[misc]
        style = QTextCharFormat()
        style.setBackground(QColor(ground))
        if ink is not None:
            style.setForeground(QColor(ink))
        selection.format = style        # type: ignore[misc]
        return selection

    def _position(self, offset: int, is_end: bool = False) -> int:
        """Position in the QTextDocument of an offset of the document's text; the nearest where it is not shown."""
        if not self._pieces:
            return 0
        index = bisect_right(self._starts, offset - (1 if is_end else 0)) - 1
        if index < 0:
            return self._pieces[0].position
        piece = self._pieces[index]
        return piece.position + to_units(piece.text, min(offset, piece.end) - piece.start)

    def _scrolled(self, value: int) -> None:
        self.kept_header.follow()
        bar = self.verticalScrollBar()
        if self._view is None or bar.maximum() == 0:
            return
        near = self.viewport().height() // 2
        if value >= bar.maximum() - near and self._view.text_end < self._view.total:
            self.edge_reached.emit(self._view.text_end)
        elif value <= near and self._view.text_start > 0:
            self.edge_reached.emit(self._view.text_start)


def _has_own_mark(text: str) -> bool:
    """The item's text begins with a bullet or a number of its own."""
    head = text[:6].lstrip()
    return head[:1] in "•-–*◦▪·" or (head[:1].isdigit() and any(mark in head for mark in ".)"))

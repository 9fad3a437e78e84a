"""Workbooks and CSV files as tables: the header stays in view, the row that was found is marked."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QTabBar, QTableView, QVBoxLayout, QWidget

from engine.document import Block, TableRow
from engine.messages import DocumentView
from ui.window import theme, wording
from ui.window.hit_delegate import scaled
from ui.window.hit_list_model import Index
from ui.window.marks import Marks

CELL_CHARACTERS = 300
_NUMBER = re.compile(r"[-+−]?[€$£]?\s?\d[\d.,\u00a0\u202f ]*\s?[€$£%]?")
COLUMN_WIDTH = (60, 320)        # logical pixels


class TableModel(QAbstractTableModel):
    """Rows of one table. `first_row` is the number (from 0) that the first row below the header has in the table."""

    def __init__(self) -> None:
        super().__init__()
        self._header: TableRow | None = None
        self._rows: tuple[TableRow, ...] = ()
        self._first_row = 0
        self._n_columns = 0
        self._marks = Marks()

    @property
    def rows(self) -> tuple[TableRow, ...]:
        return self._rows

    def set_table(self, block: Block | None, first_row: int, marks: Marks) -> None:
        self.beginResetModel()
        rows = block.rows if block is not None else ()
        n_header = block.n_header_rows if block is not None else 0
        self._header = rows[n_header - 1] if n_header and len(rows) >= n_header else None
        self._rows = rows[n_header:]
        self._first_row = first_row
        self._n_columns = max((len(row.cells) for row in rows), default=0)
        self._marks = marks
        self.endResetModel()

    def set_marks(self, marks: Marks) -> None:
        self._marks = marks
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, max(0, self._n_columns - 1)))

    def row_at(self, offset: int) -> int:
        """The row that holds the offset, or the nearest above."""
        for number in range(len(self._rows) - 1, -1, -1):
            if self._rows[number].start <= offset:
                return number
        return 0

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._n_columns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        text = row.cells[index.column()] if index.column() < len(row.cells) else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return text if len(text) <= CELL_CHARACTERS else text[:CELL_CHARACTERS] + "…"
        if role == Qt.ItemDataRole.ToolTipRole:
            return text if len(text) > 30 else None
        if role == Qt.ItemDataRole.TextAlignmentRole and _is_number(text):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role in (Qt.ItemDataRole.BackgroundRole, Qt.ItemDataRole.ForegroundRole):
            return self._colour(row, index.column(), role == Qt.ItemDataRole.BackgroundRole)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return wording.number(self._first_row + section + 1)
        if self._header is not None and section < len(self._header.cells) and self._header.cells[section]:
            return self._header.cells[section][:CELL_CHARACTERS]
        return column_letters(section)

    def _colour(self, row: TableRow, column: int, is_ground: bool) -> QColor | None:
        colours = theme.current()
        start = row.start + sum(len(cell) + 1 for cell in row.cells[:column])
        end = start + (len(row.cells[column]) if column < len(row.cells) else 0)
        current = self._marks.current
        if current is not None and start <= current[0] < max(end, start + 1):
            return QColor(colours.accent if is_ground else colours.on_accent)
        if any(start <= span[0] < end for span in self._marks.matches):
            return QColor(colours.match if is_ground else colours.on_match)
        if self._marks.covers_row(row.start, row.end):
            return QColor(colours.passage if is_ground else colours.text)
        return None


class TableView(QWidget):
    edge_reached = Signal(int)
    sheet_chosen = Signal(int)          # offset of its first code point

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: DocumentView | None = None
        self._marks = Marks()
        self._block: Block | None = None
        self._zoom = 1.0
        self._model = TableModel()
        self._sheets = QTabBar(self)
        self._sheets.setExpanding(False)
        self._sheets.setUsesScrollButtons(True)
        self._sheets.setDrawBase(False)
        self._sheets.tabBarClicked.connect(self._choose_sheet)
        self._table = _Table(self)
        self._table.setModel(self._model)
        self._table.verticalScrollBar().valueChanged.connect(self._scrolled)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._sheets)
        layout.addWidget(self._table, 1)
        self.setFocusProxy(self._table)
        self.retranslate()

    @property
    def model(self) -> TableModel:
        return self._model

    def retranslate(self) -> None:
        self._table.setAccessibleName(self.tr("Table of the document"))
        self._sheets.setAccessibleName(self.tr("Sheets"))

    def set_view(self, view: DocumentView, marks: Marks, keep_place: bool) -> None:
        top = self.offset_at_top() if keep_place else None
        same_table = self._block is not None and self._view is not None and self._view.document_id == view.document_id
        before = self._block.start if self._block is not None else None
        self._view, self._marks = view, marks
        place = top if top is not None else marks.place
        self._block = self._table_at(place if place is not None else view.text_start)
        first_row = next((part.first_row for part in view.tables if self._block and part.start == self._block.start), 0)
        self._model.set_table(self._block, first_row, marks)
        self._show_sheets()
        if not same_table or self._block is None or before != self._block.start:
            self._fit_columns()
        QTimer.singleShot(0, self, lambda: self.go_to(place, at_top=top is not None))

    def set_marks(self, marks: Marks) -> None:
        self._marks = marks
        self._model.set_marks(marks)

    def holds(self, offset: int) -> bool:
        rows = self._model.rows
        if self._block is not None and self._block.start <= offset and rows and offset < rows[0].start:
            return True
        return bool(rows) and rows[0].start <= offset <= rows[-1].end

    def go_to(self, offset: int | None, at_top: bool = False) -> None:
        if offset is None or not self._model.rows:
            return
        hint = QAbstractItemView.ScrollHint.PositionAtTop if at_top else QAbstractItemView.ScrollHint.PositionAtCenter
        self._table.scrollTo(self._model.index(self._model.row_at(offset), 0), hint)

    def offset_at_top(self) -> int | None:
        row = self._table.rowAt(0)
        return self._model.rows[row].start if 0 <= row < len(self._model.rows) else None

    def set_zoom(self, zoom: float) -> None:
        if zoom != self._zoom:
            self._zoom = zoom
            self._table.setFont(scaled(self.font(), zoom))
            self._fit_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _table_at(self, offset: int) -> Block | None:
        assert self._view is not None
        tables = [block for block in self._view.document.blocks if block.kind == "table" and block.rows]
        for block in tables:
            if offset <= block.end:
                return block
        return tables[-1] if tables else None

    def _show_sheets(self) -> None:
        assert self._view is not None
        while self._sheets.count():
            self._sheets.removeTab(0)
        chosen = 0
        for number, section in enumerate(self._view.outline):
            self._sheets.addTab(section.title.replace("&", "&&"))
            if self._block is not None and section.start <= self._block.start:
                chosen = number
        self._sheets.setCurrentIndex(chosen)
        self._sheets.setVisible(self._sheets.count() > 1)

    def _choose_sheet(self, number: int) -> None:
        if self._view is not None and 0 <= number < len(self._view.outline):
            self.sheet_chosen.emit(self._view.outline[number].start)

    def _fit_columns(self) -> None:
        """By the header and the first rows; Qt would measure every cell."""
        metrics = self._table.fontMetrics()
        for column in range(self._model.columnCount()):
            texts = [str(self._model.headerData(column, Qt.Orientation.Horizontal))]
            texts += [row.cells[column] for row in self._model.rows[:60] if column < len(row.cells)]
            width = max((metrics.horizontalAdvance(text[:80]) for text in texts), default=0) + 28
            self._table.setColumnWidth(column, max(COLUMN_WIDTH[0], min(COLUMN_WIDTH[1], width)))
        self._table.verticalHeader().setDefaultSectionSize(metrics.height() + 12)

    def _scrolled(self, value: int) -> None:
        if self._view is None or not self._model.rows or self._block is None:
            return
        bar = self._table.verticalScrollBar()
        part = next((part for part in self._view.tables if part.start == self._block.start), None)
        if part is None or bar.maximum() == 0:
            return
        rows = self._model.rows
        if value >= bar.maximum() and part.first_row + len(rows) + self._block.n_header_rows < part.n_rows:
            self.edge_reached.emit(rows[-1].start)
        elif value <= bar.minimum() and part.first_row > 0:
            self.edge_reached.emit(rows[0].start)


class _Table(QTableView):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAlternatingRowColors(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setHighlightSections(False)
        self.verticalHeader().setHighlightSections(False)
        font = self.horizontalHeader().font()
        font.setWeight(QFont.Weight.DemiBold)
        self.horizontalHeader().setFont(font)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        super().wheelEvent(event)


def column_letters(column: int) -> str:
    """A, B, …, Z, AA, … as in a workbook."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text.strip()) is not None

"""Tables whose rows are what one chooses: keys go by rows, and no cell is framed on its own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from ui.window.hit_list_model import Index


def choose_by_rows(table: QTableView) -> None:
    """Home and End go to the first and the last row; one row at a time is chosen, as a whole; Tab leaves the table."""
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)
    table.setItemDelegate(_WholeRows(table))
    table.installEventFilter(_RowKeys(table))


class _RowKeys(QObject):
    """`table` is its parent."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent) and isinstance(watched, QTableView)
            if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
                model = watched.model()
                row = 0 if event.key() == Qt.Key.Key_Home else model.rowCount() - 1
                watched.setCurrentIndex(model.index(row, max(0, watched.currentIndex().column())))
                return True
        return super().eventFilter(watched, event)


class _WholeRows(QStyledItemDelegate):
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.state &= ~QStyle.StateFlag.State_HasFocus      # type: ignore[attr-defined]

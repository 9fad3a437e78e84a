"""The documents that could not be read or hold no text, and why, in words."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QSortFilterProxyModel, Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.messages import UnreadableDocument
from ui.details import detail_in_words
from ui.window import wording
from ui.window.hit_list_model import Index
from ui.window.language import current
from ui.wording import reason_in_words

REASON_ROLE = Qt.ItemDataRole.UserRole + 1
LOCKABLE = (".pdf", ".zip", ".7z", ".7z.001")       # kinds that can be opened with a password
PATH_ROLE = Qt.ItemDataRole.UserRole + 2


def can_unlock(path: str) -> bool:
    """Whether a document under a password is of a kind that can be opened; what is locked may be a member of an archive."""
    return any(name.endswith(LOCKABLE) for name in path.lower().split("!"))


class UnreadableModel(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self._documents: tuple[UnreadableDocument, ...] = ()

    @property
    def documents(self) -> tuple[UnreadableDocument, ...]:
        return self._documents

    def set_documents(self, documents: tuple[UnreadableDocument, ...]) -> None:
        self.beginResetModel()
        self._documents = documents
        self.endResetModel()

    def retranslate(self) -> None:
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 2)
        if self._documents:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._documents) - 1, 2))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._documents)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        document = self._documents[index.row()]
        path = wording.printable(document.path)
        if role == Qt.ItemDataRole.DisplayRole:
            return (os.path.basename(path), reason_in_words(document.reason, current()), os.path.dirname(path))[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{path}\n{detail_in_words(document.detail, current())}" if document.detail else path
        if role == REASON_ROLE:
            return document.reason
        if role == PATH_ROLE:
            return document.path
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return (self.tr("Document"), self.tr("Why"), self.tr("Folder"))[section]


class UnreadableList(QWidget):
    show_wanted = Signal(str)
    open_wanted = Signal(str)
    retry_wanted = Signal(tuple)        # documents that are to be tried again
    why_wanted = Signal(str)
    unlock_wanted = Signal(str)         # a document under a password that can be opened with it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = UnreadableModel()
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setFilterRole(REASON_ROLE)
        self._sorted.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._sorted.setSortLocaleAware(True)
        self._table = QTableView(self)
        self._table.setModel(self._sorted)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._table.setTabKeyNavigation(False)
        self._table.setShowGrid(False)
        self._table.setAlternatingRowColors(True)
        self._table.setWordWrap(False)
        self._table.verticalHeader().hide()
        self._table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        header = self._table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        header.resizeSection(0, 280)
        header.resizeSection(1, 260)
        self._table.doubleClicked.connect(lambda index: self.open_wanted.emit(index.data(PATH_ROLE)))
        self._table.selectionModel().currentRowChanged.connect(lambda *_: self._enable())
        self._reason, self._show, self._open, self._retry = QComboBox(self), QPushButton(self), QPushButton(self), QPushButton(self)
        self._unlock = QPushButton(self)
        self._why = QPushButton(self)
        self._why.clicked.connect(lambda: self._emit(self.why_wanted))
        self._unlock.clicked.connect(lambda: self._emit(self.unlock_wanted))
        self._reason.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._reason.currentIndexChanged.connect(self._filter)
        self._show.clicked.connect(lambda: self._emit(self.show_wanted))
        self._open.clicked.connect(lambda: self._emit(self.open_wanted))
        self._retry.clicked.connect(lambda: self._retry_all([self._table.currentIndex()]))
        self._retry_these = QPushButton(self)
        self._retry_these.clicked.connect(lambda: self._retry_all([self._sorted.index(row, 0) for row in range(self._sorted.rowCount())]))
        self._note = QLabel(self)
        self._note.setProperty("dim", True)
        self._note.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self._reason)
        row.addStretch(1)
        for button in (self._retry_these, self._retry, self._unlock, self._why, self._show, self._open):
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self._note)
        layout.addLayout(row)
        layout.addWidget(self._table, 1)
        self.retranslate()

    @property
    def count(self) -> int:
        return len(self._model.documents)

    @property
    def model(self) -> UnreadableModel:
        return self._model

    def set_documents(self, documents: tuple[UnreadableDocument, ...]) -> None:
        if documents != self._model.documents:
            self._model.set_documents(documents)
            self._fill_reasons()
        self._enable()

    def retranslate(self) -> None:
        self._note.setText(self.tr(
            "These documents are found by their names and folders only, because their text could not be read."
        ))
        self._show.setText(self.tr("Show in folder"))
        self._open.setText(self.tr("Open"))
        self._unlock.setText(self.tr("Enter password…"))
        self._unlock.setToolTip(self.tr("For PDF, ZIP and 7z documents that are protected by a password"))
        self._why.setText(self.tr("Why?"))
        self._why.setToolTip(self.tr("What is the matter with this document, and what would help"))
        self._retry.setText(self.tr("Try again"))
        self._retry.setToolTip(self.tr("Read the chosen document anew"))
        self._retry_these.setToolTip(self.tr("Read all documents of this list anew"))
        self._table.setAccessibleName(self.tr("Documents that could not be read"))
        self._reason.setAccessibleName(self.tr("Show only one reason"))
        self._model.retranslate()
        self._fill_reasons()
        self._enable()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _fill_reasons(self) -> None:
        counts: dict[str, int] = {}
        for document in self._model.documents:
            counts[document.reason] = counts.get(document.reason, 0) + 1
        chosen = self._reason.currentData()
        self._reason.blockSignals(True)
        self._reason.clear()
        self._reason.addItem(self.tr("All reasons ({count})").format(count=wording.number(self.count)), None)
        for reason, count in sorted(counts.items(), key=lambda item: -item[1]):
            self._reason.addItem(f"{reason_in_words(reason, current())} ({wording.number(count)})", reason)
        self._reason.setCurrentIndex(max(0, self._reason.findData(chosen)) if chosen else 0)
        self._reason.blockSignals(False)
        self._filter()

    def _filter(self) -> None:
        self._sorted.setFilterFixedString(self._reason.currentData() or "")
        self._enable()

    def _enable(self) -> None:
        chosen = self._table.currentIndex().isValid()
        self._show.setEnabled(chosen)
        self._open.setEnabled(chosen)
        self._why.setEnabled(chosen)
        self._unlock.setEnabled(chosen and self._can_unlock())
        self._retry.setEnabled(chosen)
        self._retry_these.setEnabled(self._sorted.rowCount() > 0)
        self._retry_these.setText(
            self.tr("Try all again") if self._reason.currentData() is None else self.tr("Try all of this reason again")
        )

    def _can_unlock(self) -> bool:
        index = self._table.currentIndex()
        return index.data(REASON_ROLE) == "encrypted" and can_unlock(str(index.data(PATH_ROLE)))

    def _retry_all(self, rows: Sequence[Index]) -> None:
        paths = tuple(str(row.data(PATH_ROLE)) for row in rows if row.isValid())
        if paths:
            self.retry_wanted.emit(paths)

    def _emit(self, signal: SignalInstance) -> None:
        index = self._table.currentIndex()
        if index.isValid():
            signal.emit(index.data(PATH_ROLE))

"""The documents that could not be read or hold no text, and why, in words."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.language.folding import fold
from engine.messages import UNRECOGNISED, UnreadableDocument
from ui.details import detail_in_words
from ui.window import wording
from ui.window.hit_list_model import Index
from ui.window.language import current
from ui.window.row_table import choose_by_rows
from ui.wording import reason_in_words

REASON_ROLE = Qt.ItemDataRole.UserRole + 1
LOCKABLE = (".pdf", ".zip", ".7z", ".7z.001")       # kinds that can be opened with a password
PATH_ROLE = Qt.ItemDataRole.UserRole + 2
_LEAST = 120            # pixels of width of the list of reasons


def can_unlock(path: str) -> bool:
    """Whether a document under a password is of a kind that can be opened; what is locked may be a member of an archive."""
    return any(name.endswith(LOCKABLE) for name in path.lower().split("!"))


class UnreadableModel(QAbstractTableModel):
    """Sorts and sieves by itself: a proxy would ask for every cell many times, which takes seconds for thousands of rows."""

    def __init__(self) -> None:
        super().__init__()
        self._documents: tuple[UnreadableDocument, ...] = ()
        self._shown: list[UnreadableDocument] = []
        self._reason: str | None = None
        self._order = (0, Qt.SortOrder.AscendingOrder)

    @property
    def documents(self) -> tuple[UnreadableDocument, ...]:
        return self._documents

    @property
    def shown(self) -> list[UnreadableDocument]:
        """Those of the chosen reason, in the chosen order."""
        return self._shown

    def set_documents(self, documents: tuple[UnreadableDocument, ...]) -> None:
        self._documents = documents
        self._arrange()

    def set_reason(self, reason: str | None) -> None:
        """Show only those of one reason; None: all."""
        if reason != self._reason:
            self._reason = reason
            self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if (column, order) != self._order:
            self._order = (column, order)
            self._move_rows()

    def retranslate(self) -> None:
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 2)
        if self._order[0] == 1:
            self._move_rows()
        elif self._shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, 2))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        document = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _cell(document, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            path = wording.printable(document.path)
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

    def _arrange(self) -> None:
        """Other rows."""
        self.beginResetModel()
        self._shown = self._sorted(document for document in self._documents if self._reason in (None, document.reason))
        self.endResetModel()

    def _move_rows(self) -> None:
        """The same rows in another order: what is chosen stays chosen."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        paths = [self._shown[index.row()].path for index in before]
        self._shown = self._sorted(self._shown)
        rows = {document.path: row for row, document in enumerate(self._shown)}
        self.changePersistentIndexList(
            before, [self.index(rows[path], index.column()) for path, index in zip(paths, before, strict=True)]
        )
        self.layoutChanged.emit()

    def _sorted(self, documents: Iterable[UnreadableDocument]) -> list[UnreadableDocument]:
        column, order = self._order
        return sorted(
            documents, key=lambda document: (fold(_cell(document, column)), document.path),
            reverse=order == Qt.SortOrder.DescendingOrder,
        )


def _cell(document: UnreadableDocument, column: int) -> str:
    if column == 1:
        return reason_in_words(document.reason, current())
    return wording.name_of(document.path) if column == 0 else os.path.dirname(wording.printable(document.path))


class UnreadableList(QWidget):
    show_wanted = Signal(str)
    open_wanted = Signal(str)
    retry_wanted = Signal(tuple)        # documents that are to be tried again
    why_wanted = Signal(str)
    unlock_wanted = Signal(str)         # a document under a password that can be opened with it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = UnreadableModel()
        self._table = QTableView(self)
        self._table.setModel(self._model)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        choose_by_rows(self._table)
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
        self._reason.setMinimumWidth(_LEAST)
        self._reason.currentIndexChanged.connect(self._filter)
        self._show.clicked.connect(lambda: self._emit(self.show_wanted))
        self._open.clicked.connect(lambda: self._emit(self.open_wanted))
        self._retry.clicked.connect(lambda: self._emit_these([str(self._table.currentIndex().data(PATH_ROLE))]))
        self._retry_these = QPushButton(self)
        self._retry_these.clicked.connect(lambda: self._emit_these([document.path for document in self._model.shown]))
        self._note = QLabel(self)
        self._note.setProperty("dim", True)
        self._note.setWordWrap(True)
        of_list, of_one = QHBoxLayout(), QHBoxLayout()
        of_list.addWidget(self._reason)
        of_list.addWidget(self._retry_these)
        of_list.addStretch(1)
        for button in (self._open, self._show, self._why, self._unlock, self._retry):
            of_one.addWidget(button)
        of_one.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self._note)
        layout.addLayout(of_list)
        layout.addWidget(self._table, 1)
        layout.addLayout(of_one)
        self.retranslate()

    @property
    def count(self) -> int:
        return len(self._model.documents)

    @property
    def n_unrecognised(self) -> int:
        """Those among them that are pictures of text, and no errors."""
        return sum(document.reason == UNRECOGNISED for document in self._model.documents)

    @property
    def model(self) -> UnreadableModel:
        return self._model

    def set_documents(self, documents: tuple[UnreadableDocument, ...]) -> None:
        if documents != self._model.documents:
            chosen = self._table.currentIndex().data(PATH_ROLE)
            self._model.set_documents(documents)
            self._fill_reasons()
            self._choose(chosen)
        self._enable()

    def _choose(self, path: str | None) -> None:
        """The row of a document, where it is in the list still."""
        row = next((row for row, document in enumerate(self._model.shown) if document.path == path), None)
        if row is not None:
            self._table.setCurrentIndex(self._model.index(row, 0))

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
        self._model.set_reason(self._reason.currentData())
        self._enable()

    def _enable(self) -> None:
        chosen = self._table.currentIndex().isValid()
        self._show.setEnabled(chosen)
        self._open.setEnabled(chosen)
        self._why.setEnabled(chosen)
        self._unlock.setEnabled(chosen and self._can_unlock())
        self._retry.setEnabled(chosen)
        self._retry_these.setEnabled(self._model.rowCount() > 0)
        self._retry_these.setText(
            self.tr("Try all again") if self._reason.currentData() is None else self.tr("Try all of this reason again")
        )

    def _can_unlock(self) -> bool:
        index = self._table.currentIndex()
        return index.data(REASON_ROLE) == "encrypted" and can_unlock(str(index.data(PATH_ROLE)))

    def _emit_these(self, paths: Sequence[str]) -> None:
        if paths:
            self.retry_wanted.emit(tuple(paths))

    def _emit(self, signal: SignalInstance) -> None:
        index = self._table.currentIndex()
        if index.isValid():
            signal.emit(index.data(PATH_ROLE))

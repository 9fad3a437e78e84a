"""The row of filters: type, folder, date, language. Nothing is ever guessed: each says what it does."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, Literal

from PySide6.QtCore import QDate, QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QDateEdit, QHBoxLayout, QPushButton, QWidget

from engine.hits import Filters
from engine.messages import Status
from ui.window import wording

BETWEEN = "between"
Order = Literal["relevance", "newest", "oldest"]


class FilterBar(QWidget):
    changed = Signal(object)        # Filters
    order_changed = Signal(str)     # Order

    def __init__(self, today: Callable[[], date] = date.today, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filters")
        self._today = today
        self._status: Status | None = None
        self._kind, self._folder, self._date, self._language = (QComboBox(self) for _ in range(4))
        self._order = QComboBox(self)
        self._from, self._to = QDateEdit(self), QDateEdit(self)
        self._clear = QPushButton(self)
        self._clear.clicked.connect(self.clear)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 10)
        layout.setSpacing(8)
        for combo in (self._kind, self._folder, self._date):
            layout.addWidget(combo)
        for edit in (self._from, self._to):
            edit.setCalendarPopup(True)
            edit.setDate(QDate.currentDate())
            edit.hide()
            edit.dateChanged.connect(self._emit)
            layout.addWidget(edit)
        layout.addWidget(self._language)
        layout.addWidget(self._clear)
        layout.addStretch(1)
        layout.addWidget(self._order)
        self._order.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._order.currentIndexChanged.connect(lambda *_: self.order_changed.emit(self.order()))
        for combo in (self._kind, self._folder, self._date, self._language):
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            combo.setMaximumWidth(260)
            combo.currentIndexChanged.connect(self._emit)
        self.retranslate()

    def filters(self) -> Filters:
        after, before = self._dates()
        kind, folder, language = self._kind.currentData(), self._folder.currentData(), self._language.currentData()
        return Filters(
            kinds=(kind,) if kind else (),
            folder=folder or None,
            after=after,
            before=before,
            languages=(language,) if language else (),
        )

    def order(self) -> Order:
        return self._order.currentData() or "relevance"

    def set_status(self, status: Status) -> None:
        """Offer the kinds, folders and languages that exist, with their numbers."""
        if self._status is None or (status.kinds, status.languages, status.folders) != (
            self._status.kinds, self._status.languages, self._status.folders
        ):
            self._status = status
            self._fill()

    def clear(self) -> None:
        with QSignalBlocker(self._kind), QSignalBlocker(self._folder), QSignalBlocker(self._language):
            for combo in (self._kind, self._folder, self._language):
                combo.setCurrentIndex(0)
        with QSignalBlocker(self._date):
            self._date.setCurrentIndex(0)
        self._emit()

    def retranslate(self) -> None:
        self._kind.setAccessibleName(self.tr("Filter by type"))
        self._folder.setAccessibleName(self.tr("Filter by folder"))
        self._date.setAccessibleName(self.tr("Filter by date of change"))
        self._language.setAccessibleName(self.tr("Filter by language"))
        self._from.setAccessibleName(self.tr("From this day"))
        self._to.setAccessibleName(self.tr("To this day"))
        self._clear.setText(self.tr("Clear filters"))
        self._order.setAccessibleName(self.tr("Order of the results"))
        _refill(self._order, [
            (self.tr("Best first"), "relevance"), (self.tr("Newest first"), "newest"), (self.tr("Oldest first"), "oldest"),
        ])
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _fill(self) -> None:
        status = self._status
        _refill(self._kind, [(self.tr("All types"), None)] + [
            (f"{wording.kind_name(kind)} ({wording.number(count)})", kind) for kind, count in (status.kinds if status else ())
        ])
        _refill(self._folder, [(self.tr("All folders"), None)] + [
            (_short(folder.path), folder.path) for folder in (status.folders if status else ())
        ])
        for row, folder in enumerate(status.folders if status else (), start=1):
            self._folder.setItemData(row, wording.printable(folder.path), 3)    # Qt.ToolTipRole
        _refill(self._language, [(self.tr("All languages"), None)] + [
            (wording.language_name(code), code) for code in (status.languages if status else ())
        ])
        today = self._today()
        _refill(self._date, [
            (self.tr("Any date"), None),
            (self.tr("Last 7 days"), (today - timedelta(days=7), None)),
            (self.tr("Last 30 days"), (today - timedelta(days=30), None)),
            (self.tr("Since 1 January"), (date(today.year, 1, 1), None)),
            (self.tr("Last year"), (date(today.year - 1, 1, 1), date(today.year - 1, 12, 31))),
            (self.tr("Older"), (None, date(today.year - 2, 12, 31))),
            (self.tr("Between two days…"), BETWEEN),
        ])
        self._mark()

    def _dates(self) -> tuple[date | None, date | None]:
        chosen = self._date.currentData()
        if chosen == BETWEEN:
            first, last = self._from.date().toPython(), self._to.date().toPython()
            return (min(first, last), max(first, last))      # type: ignore[call-overload]
        return chosen or (None, None)

    def _emit(self, *_: Any) -> None:
        self._mark()
        self.changed.emit(self.filters())

    def _mark(self) -> None:
        """A filter in use looks different, so that it is never forgotten."""
        for combo in (self._kind, self._folder, self._date, self._language):
            active = combo.currentIndex() > 0
            if combo.property("active") != active:
                combo.setProperty("active", active)
                combo.style().unpolish(combo)
                combo.style().polish(combo)
        between = self._date.currentData() == BETWEEN
        self._from.setVisible(between)
        self._to.setVisible(between)
        self._clear.setVisible(not self.filters().is_empty)


def _refill(combo: QComboBox, items: list[tuple[str, Any]]) -> None:
    """New items, the chosen one kept where it still exists."""
    with QSignalBlocker(combo):
        chosen = combo.currentData()
        combo.clear()
        for text, value in items:
            combo.addItem(text, value)
        same = [row for row, (_, value) in enumerate(items) if value == chosen]
        combo.setCurrentIndex(same[0] if same else 0)


def _short(path: str) -> str:
    name = os.path.basename(path.rstrip("/\\")) or path
    return wording.printable(name)

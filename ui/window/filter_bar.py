"""The row of filters: type, folder, date, language, with how many of the documents found each of them holds.

Nothing is ever guessed: what limits the search is a chip that can be seen and taken away.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Any, Literal

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from engine.document import DocumentId
from engine.hits import Facets, Filters
from engine.messages import Status
from engine.search.facets import periods
from ui.window import wording
from ui.window.day_field import DayField
from ui.window.filter_group import MOST_CHIPS, Chip, FilterGroup, Value
from ui.window.flow_layout import FlowLayout

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
        self._facets: Facets | None = None
        self._scope: tuple[str, tuple[DocumentId, ...]] = ("", ())
        self._row = QWidget(self)
        self._flow = FlowLayout(self._row)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._scope_chip = Chip(self._row)
        self._scope_chip.clicked.connect(lambda: self.set_scope("", ()))
        self._flow.addWidget(self._scope_chip)
        self.kinds, self.folders, self.dates, self.languages = self._groups = (
            FilterGroup(self._row, _kind), FilterGroup(self._row, _folder, 3), FilterGroup(self._row, self._date, 2),
            FilterGroup(self._row, _language, 2),
        )
        self._from, self._to = DayField(self._row), DayField(self._row)
        for before, after in pairwise((*self.dates.widgets, self._from, self._to, *self.languages.widgets)):
            self.setTabOrder(before, after)     # as they stand
        self.dates.more = self._offer_between
        for group in self._groups:
            for widget in group.widgets:
                self._flow.addWidget(widget)
            if group is self.dates:
                self._flow.addWidget(self._from)
                self._flow.addWidget(self._to)
            group.changed.connect(self._emit)
        for edit in (self._from, self._to):
            edit.dateChanged.connect(self._emit)
        self._clear = QPushButton(self._row)
        self._clear.setProperty("chip", True)
        self._clear.clicked.connect(self.clear)
        self._flow.addWidget(self._clear)
        self._order = QComboBox(self)
        self._order.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._order.currentIndexChanged.connect(lambda *_: self.order_changed.emit(self.order()))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 8)
        layout.setSpacing(8)
        layout.addWidget(self._row, 1)
        layout.addWidget(self._order, 0, Qt.AlignmentFlag.AlignTop)
        self._row.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._row.installEventFilter(self)
        self._fit_soon = QTimer(self)
        self._fit_soon.setSingleShot(True)
        self._fit_soon.setInterval(0)
        self._fit_soon.timeout.connect(self._fit)
        self.retranslate()

    # -- what limits the search

    def filters(self) -> Filters:
        known = periods(self._today())
        chosen = [known[name] for name in self.dates.chosen if name != BETWEEN]     # type: ignore[index]
        if BETWEEN in self.dates.chosen:
            first, last = self._from.date().toPython(), self._to.date().toPython()
            chosen.append((min(first, last), max(first, last)))      # type: ignore[call-overload]
        return Filters(
            kinds=tuple(self.kinds.chosen), folders=tuple(self.folders.chosen),     # type: ignore[arg-type]
            periods=tuple(chosen), languages=tuple(self.languages.chosen),          # type: ignore[arg-type]
            documents=self._scope[1],
        )

    def order(self) -> Order:
        return self._order.currentData() or "relevance"

    @property
    def scope(self) -> str:
        """What the search is narrowed to, in words; "" where to nothing."""
        return self._scope[0]

    def set_scope(self, name: str, documents: Sequence[DocumentId]) -> None:
        """Search in these documents alone; in all of them if there are none."""
        if (name, tuple(documents)) != self._scope:
            self._scope = (name, tuple(documents))
            self._emit()

    def clear(self) -> None:
        for group in self._groups:
            group.clear()
        self._scope = ("", ())
        self._emit()

    # -- what can be chosen

    def set_status(self, status: Status) -> None:
        """What the index holds: offered while nothing is searched."""
        if self._status is None or (status.kinds, status.languages, status.folders) != (
            self._status.kinds, self._status.languages, self._status.folders
        ):
            self._status = status
            self._fill()

    def set_facets(self, facets: Facets | None) -> None:
        """What the search has found; None: nothing is searched."""
        if facets != self._facets:
            self._facets = facets
            self._fill()

    def focus_first(self) -> None:
        next(widget for group in self._groups for widget in group.widgets if widget.isVisible()).setFocus()

    def _fill(self) -> None:
        facets, status = self._facets, self._status
        kinds: Sequence[tuple[str, int | None]]
        languages: Sequence[tuple[str, int | None]]
        folders: Sequence[tuple[str, int | None]]
        dates: dict[str, int | None]
        if facets is not None:
            kinds, folders, languages, dates = facets.kinds, facets.folders, facets.languages, dict(facets.periods)
        else:
            kinds = status.kinds if status is not None else ()
            folders = [(folder.path, folder.documents) for folder in status.folders] if status is not None else ()
            folders = folders if len(folders) > 1 else ()
            languages = [(code, None) for code in status.languages] if status is not None else ()
            dates = dict.fromkeys(periods(self._today()))       # type: ignore[arg-type]
        total = facets.n_documents if facets is not None else 0
        self.kinds.set_values([replace(_kind(kind), count=count) for kind, count in kinds], total)
        self.folders.set_values([replace(_folder(path), count=count) for path, count in folders], total)
        self.languages.set_values([replace(_language(code), count=count) for code, count in languages], total)
        self.dates.set_values([replace(self._date(name), count=dates.get(name)) for name in periods(self._today())], total)
        self._fit()

    def _date(self, name: str) -> Value:
        return Value(name, {
            "week": self.tr("Last 7 days"), "month": self.tr("Last 30 days"), "year": self.tr("Since 1 January"),
            "last-year": self.tr("Last year"), "older": self.tr("Older"), BETWEEN: self.tr("Between two days…"),
        }[name])

    def _offer_between(self, menu: QMenu) -> None:
        menu.addSeparator()
        action = QAction(self.tr("Between two days…"), menu)
        action.setCheckable(True)
        action.setChecked(BETWEEN in self.dates.chosen)
        action.triggered.connect(lambda: self.toggle_between())
        menu.addAction(action)

    def toggle_between(self) -> None:
        self.dates.toggle(BETWEEN)
        if BETWEEN in self.dates.chosen:
            self._from.setFocus()

    # -- how it looks

    def retranslate(self) -> None:
        for group, title, name in (
            (self.kinds, self.tr("Type"), self.tr("Filter by type")),
            (self.folders, self.tr("Folder"), self.tr("Filter by folder")),
            (self.dates, self.tr("Date"), self.tr("Filter by date of change")),
            (self.languages, self.tr("Language"), self.tr("Filter by language")),
        ):
            group.set_title(title, name)
        for edit in (self._from, self._to):
            edit.retranslate()
        self._from.setAccessibleName(self.tr("From this day"))
        self._to.setAccessibleName(self.tr("To this day"))
        self._clear.setText(self.tr("Clear filters"))
        self._order.setAccessibleName(self.tr("Order of the results"))
        _refill(self._order, [
            (self.tr("Best first"), "relevance"), (self.tr("Newest first"), "newest"), (self.tr("Oldest first"), "oldest"),
        ])
        self._show_scope()
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        if event.type() == QEvent.Type.FontChange:
            self._fit()
        super().changeEvent(event)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """The row has another width: fit the chips into it once it stands."""
        if watched is self._row and event.type() == QEvent.Type.Resize:
            assert isinstance(event, QResizeEvent)
            if event.size().width() != event.oldSize().width():
                self._fit_soon.start()
        return super().eventFilter(watched, event)      # type: ignore[arg-type]

    def _emit(self, *_: Any) -> None:
        self._show_scope()
        self._fit()
        self.changed.emit(self.filters())

    def _show_scope(self) -> None:
        name = self._scope[0]
        self._scope_chip.setVisible(bool(name))
        if name:
            self._scope_chip.show_value(Value("scope", name), self.tr("Search only here"), True)

    def _fit(self) -> None:
        """As many chips as one line holds; what is chosen is shown in any case, in more lines if it must be."""
        between = BETWEEN in self.dates.chosen
        others: list[QWidget] = [self._from, self._to] if between else []
        others += [self._scope_chip] if self._scope[0] else []
        others += [self._clear] if not self.filters().is_empty else []
        for widget in (self._from, self._to, self._clear):
            widget.setVisible(widget in others)
        spacing = self._flow.spacing()
        room = self._row.width() + spacing - sum(widget.sizeHint().width() + spacing for widget in others)
        room -= sum(width + spacing for group in self._groups for width in group.widths(0))
        fitting = [0] * len(self._groups)
        for rank in range(MOST_CHIPS if self._facets is not None else 0):       # the first of each group, then the second…
            for place, group in enumerate(self._groups):
                more = sum(width + spacing for width in group.widths(rank + 1)) - sum(width + spacing for width in group.widths(rank))
                if fitting[place] == rank and more <= room:
                    fitting[place] = rank + 1
                    room -= more
        for group, number in zip(self._groups, fitting, strict=True):
            group.set_most_chips(number)
        self._row.setFixedHeight(self._flow.height_in(max(1, self._row.width())))


def _refill(combo: QComboBox, items: list[tuple[str, Any]]) -> None:
    """New items, the chosen one kept where it still exists."""
    with QSignalBlocker(combo):
        chosen = combo.currentData()
        combo.clear()
        for text, value in items:
            combo.addItem(text, value)
        same = [row for row, (_, value) in enumerate(items) if value == chosen]
        combo.setCurrentIndex(same[0] if same else 0)


def _kind(kind: str) -> Value:
    return Value(kind, wording.kind_name(kind))


def _folder(path: str) -> Value:
    return Value(path, wording.printable(os.path.basename(path.rstrip("/\\")) or path), tip=wording.printable(path))


def _language(code: str) -> Value:
    return Value(code, wording.language_name(code))

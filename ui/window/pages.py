"""What stands where results would when a search has none; and the column of text that such pages are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from engine.hits import Filters
from engine.messages import Status
from engine.query.loosening import typed_filters, words_alone
from ui.window import wording
from ui.window.flow_layout import FlowRow
from ui.window.hit_delegate import scaled

WIDTH = 620


def scrolling(content: QWidget, parent: QWidget) -> QScrollArea:
    """What scrolls where it does not fit, without a ground and a frame of its own."""
    area = QScrollArea(parent)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    area.viewport().setAutoFillBackground(False)
    content.setAutoFillBackground(False)
    return area


class Column(QWidget):
    """A column of text in the middle; it scrolls where the window is low."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout()
        self.column.setSpacing(12)
        holder = QWidget(self)
        holder.setLayout(self.column)
        holder.setMaximumWidth(WIDTH)
        content = QWidget(self)
        row = QHBoxLayout(content)
        row.addStretch(1)
        row.addWidget(holder, 100)
        row.addStretch(1)
        row.setContentsMargins(24, 24, 24, 24)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolling(content, self))

    def heading(self, factor: float) -> QLabel:
        label = self.text()
        label.setFont(scaled(self.font(), factor, self.font().Weight.DemiBold))
        return label

    def text(self, dim: bool = False) -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("dim", dim)
        self.column.addWidget(label)
        return label


class EmptyPage(Column):
    """A search without a result: what was searched, what is not indexed yet, what to try."""

    clear_filters_wanted = Signal()
    search_wanted = Signal(str)             # another query
    unreadable_wanted = Signal()
    why_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self._filters = Filters()
        self._status: Status | None = None
        self._n_outdated = 0
        self._note = ""
        self._progress = ""
        self._queued: tuple[str, ...] = ()
        self.column.addStretch(2)
        self._title = self.heading(1.3)
        self._words = self.text()
        self._searched = self.text()
        self._pending = self.text()
        self._try = self.text(dim=True)
        self._clear, self._loosen, self._unreadable, self._why = (QPushButton(self) for _ in range(4))
        self._clear.clicked.connect(self.clear_filters_wanted)
        self._loosen.clicked.connect(lambda: self.search_wanted.emit(words_alone(self._query)))
        self._unreadable.clicked.connect(self.unreadable_wanted)
        self._why.clicked.connect(self.why_wanted)
        self.column.addWidget(FlowRow(self._clear, self._loosen, self._unreadable, self._why, parent=self))
        self.column.addStretch(3)

    def set_search(self, query: str, filters: Filters, status: Status | None, n_outdated: int, note: str = "") -> None:
        """Args: note: what the search says of the query, as that a field was not understood."""
        self._query, self._filters, self._status, self._n_outdated, self._note = query, filters, status, n_outdated, note
        self.retranslate()

    def set_queued(self, paths: tuple[str, ...]) -> None:
        """Files of the name that was searched, which wait to be read."""
        self._queued = paths
        self.retranslate()

    def set_progress(self, progress: str) -> None:
        """What the indexer is at while documents are being looked for and read, in words; "" else."""
        if progress != self._progress:
            self._progress = progress
            self.retranslate()

    def retranslate(self) -> None:
        status = self._status
        shown = self._query if len(self._query) <= 80 else self._query[:80] + "…"
        self._title.setText(self.tr("Nothing found so far") if self._progress else self.tr("Nothing found"))
        self._words.setText(shown)
        parts = [self.tr("Searched: %n document(s)", "", status.documents if status is not None else 0)]
        filters = self._filters
        parts += [self.tr("only in %n document(s) chosen", "", len(filters.documents))] if filters.documents else []
        parts += [wording.kind_name(kind) for kind in filters.kinds]
        parts += [wording.printable(folder) for folder in filters.folders]
        parts += [wording.language_name(code) for code in filters.languages]
        for after, before in filters.periods:
            bounds = [self.tr("from {day}").format(day=wording.day_of(after))] if after is not None else []
            bounds += [self.tr("to {day}").format(day=wording.day_of(before))] if before is not None else []
            parts.append(" ".join(bounds))
        parts += typed_filters(self._query)
        self._searched.setText(" · ".join(parts))
        pending = [self._note] if self._note else []
        pending += [wording.queued(self._queued)] if self._queued else []
        if self._progress:
            pending.append(self._progress)
            pending.append(self.tr("What is found in the others will appear here by itself."))
        elif status is not None and not (status.documents or status.failed or status.unrecognised or status.without_text):
            pending.append(self.tr("None of your documents has been read yet."))
        if status is not None and status.pending:
            pending.append(self.tr("%n document(s) are still being indexed by meaning.", "", status.pending))
        if status is not None and status.failed:
            pending.append(self.tr("%n document(s) could not be read.", "", status.failed))
        if status is not None and status.unrecognised:
            pending.append(self.tr("%n document(s) wait for text recognition.", "", status.unrecognised))
        if status is not None and status.without_text:
            pending.append(self.tr("%n picture(s) or scan(s) were not read: text recognition is off.", "", status.without_text))
        if self._n_outdated:
            pending.append(self.tr("%n match(es) left out: the file is gone or has changed since it was read.", "", self._n_outdated))
        self._pending.setText("\n".join(pending))
        self._pending.setVisible(bool(pending))
        self._try.setText(self.tr(
            "Try fewer or other words, another spelling, or a whole question; leave out quotation marks and minus signs."
        ))
        self._clear.setText(self.tr("Search without filters"))
        self._clear.setVisible(not filters.is_empty)
        words = words_alone(self._query)
        self._loosen.setText(self.tr("Search for its words alone"))
        self._loosen.setToolTip(words)
        self._loosen.setVisible(words not in ("", self._query.strip()))
        self._why.setText(self.tr("Why is this file not found?…"))
        self._unreadable.setText(self.tr("Show what could not be read"))
        self._unreadable.setVisible(status is not None and status.failed > 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

"""The line at the bottom: what the indexer is at, how much can be searched, and what the last search took."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QToolButton, QWidget

from engine.messages import Status
from engine.processes.indexing_messages import IndexingState, IndexProgress
from ui.window import icons, progress_words
from ui.window.elided_label import ElidedButton, ElidedLabel
from ui.window.language import current
from ui.wording import reasons_in_words

_LEAST = 130            # pixels of the two counts that are shown however long the progress is


class StatusLine(QWidget):
    pause_wanted = Signal(bool)
    details_wanted = Signal()
    unreadable_wanted = Signal()        # the documents that could not be read

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusLine")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._status: Status | None = None
        self._progress: IndexProgress | None = None
        self._state: IndexingState | None = None
        self._details, self._unreadable, self._pause = ElidedButton(self), QToolButton(self), QToolButton(self)
        self._unreadable.setProperty("text", True)         # short, and never cut
        self._details.clicked.connect(self.details_wanted)
        self._unreadable.clicked.connect(self.unreadable_wanted)
        self._pause.clicked.connect(lambda: self.pause_wanted.emit(not self._is_paused))
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(80)
        self._words, self._short_words = "", ""         # of the progress
        self._counted, self._searched = ("", ""), ""    # the counts, all of them and the documents alone; what the search took
        self._counts, self._search = (ElidedLabel(Qt.TextElideMode.ElideRight, self, _LEAST) for _ in range(2))
        for label in (self._counts, self._search):
            label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(8, 3, 16, 3)
        row.setSpacing(8)
        row.addWidget(self._details)
        row.addWidget(self._bar)
        row.addWidget(self._pause)
        row.addStretch(1)
        row.addWidget(self._search)
        row.addSpacing(12)
        row.addWidget(self._counts)
        row.addWidget(self._unreadable)
        self.retranslate()

    @property
    def text(self) -> str:
        return self._words

    @property
    def _is_paused(self) -> bool:
        return self._state is not None and self._state.is_paused

    def set_status(self, status: Status) -> None:
        self._status = status
        self.retranslate()

    def set_progress(self, progress: IndexProgress | None, state: IndexingState | None) -> None:
        self._progress, self._state = progress, state
        self.retranslate()

    def set_search(self, text: str) -> None:
        self._searched = text
        self._fit()

    def retranslate(self) -> None:
        status = self._status
        text = progress_words.stage_in_words(self._progress, self._state)
        is_busy = bool(text)
        share = progress_words.share(self._progress)
        self._bar.setVisible(is_busy and not self._is_paused)
        self._bar.setRange(0, 0 if share is None else 1000)
        self._bar.setValue(share or 0)
        self._bar.setAccessibleName(text)
        self._pause.setVisible(is_busy)
        self._pause.setIcon(icons.icon("play" if self._is_paused else "pause"))
        self._pause.setToolTip(self.tr("Go on indexing") if self._is_paused else self.tr("Pause indexing"))
        self._pause.setAccessibleName(self._pause.toolTip())
        if not text and status is not None and status.folders:
            text = (
                self.tr("Found by words and by meaning") if status.stage == "complete"
                else self.tr("Found by words; meaning follows")
            )
        self._words = text
        self._short_words = progress_words.stage_in_few_words(self._progress, self._state) or text
        self._details.setVisible(bool(text))
        self._details.setAccessibleName(text)
        self._details.setToolTip(f"{text}\n" + self.tr("Show folders and progress"))
        counts = documents = ""
        if status is not None and status.folders:
            counts = documents = self.tr("%n document(s)", "", status.documents)
            if status.unrecognised:
                counts += " · " + self.tr("%n waiting for text recognition", "", status.unrecognised)
            if status.without_text:
                counts += " · " + self.tr("%n without text", "", status.without_text)
        self._counted = counts, documents
        self._tell_unreadable()
        self._fit()

    def _fit(self) -> None:
        """As many words as there is room for: what is counted gives way first, then what the search took, then the progress."""
        counts, documents = self._counted
        found = self._searched.rpartition(" · ")[0] or self._searched       # without the time it took
        self._counts.setAccessibleName(counts)
        self._search.setAccessibleName(self._searched)
        for words, search, count in (
            (self._words, self._searched, counts), (self._words, self._searched, documents), (self._words, found, documents),
            (self._words, found, ""), (self._short_words, found, ""), (self._short_words, "", ""),
        ):
            self._details.setText(words)
            self._search.setText(search)
            self._search.setToolTip(self._searched)
            self._counts.setText(count)
            self._counts.setToolTip(counts)
            self._counts.setVisible(bool(count))
            if self._row.totalSizeHint().width() <= self.width():
                break

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _tell_unreadable(self) -> None:
        n_documents = self._status.failed if self._status is not None and self._status.folders else 0
        self._unreadable.setVisible(bool(n_documents))
        if self._status is not None and n_documents:
            self._unreadable.setText(self.tr("%n not readable", "", n_documents))
            why = reasons_in_words(self._status.reasons, current())
            self._unreadable.setToolTip(f"{why}\n" + self.tr("Show which, and what would help"))
            self._unreadable.setAccessibleDescription(why)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self.retranslate()

"""The window's side of the search process: numbers the requests and drops the answers that nobody waits for."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QObject, Signal, Slot

from engine.document import DocumentId
from engine.hits import Filters
from engine.messages import (
    Ask,
    AskErrors,
    AskPassages,
    AskQueued,
    AskRecent,
    AskStatus,
    AskWhy,
    ErrorsListed,
    Failed,
    Failure,
    Find,
    Found,
    Matches,
    PassagesFound,
    QueuedTold,
    Ready,
    RecentTold,
    Reload,
    Show,
    Shown,
    StatusTold,
    Stop,
    Suggest,
    Suggested,
    WhyTold,
)
from ui.window.answer_client import AnswerClient
from ui.window.child import Child
from ui.window.judging_client import JudgingClient
from ui.window.language import current


class SearchClient(QObject):
    found = Signal(object, bool)            # SearchResult, is it final
    search_failed = Signal(object)          # Failure
    shown = Signal(object)                  # DocumentView
    show_failed = Signal(object)
    matches = Signal(object, bool)          # Matches; of Find (True), or of the query's words after Show
    passages_found = Signal(object)         # PassagesFound
    recent_told = Signal(object)            # tuple[RecentDocument, …]
    suggested = Signal(object)              # Suggested
    status_told = Signal(object)            # Status
    queued_told = Signal(object)            # tuple[str, …]: files that wait to be read
    errors_listed = Signal(object)          # tuple[UnreadableDocument, …]
    why_told = Signal(object)               # WhyTold
    why_failed = Signal(object)             # Failure
    reading_failed = Signal(object)         # Failure: the status, or the list of errors, cannot be told
    failed = Signal(object)                 # Failure that no request waits for
    ready = Signal(bool)                    # are the models loaded
    lost = Signal(bool)                     # the process ended; is it started again

    def __init__(self, child: Child, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = child
        self.judging = JudgingClient(child, self)
        self.answers = AnswerClient(child, self)
        self._ids = itertools.count(1)
        self._ask: Ask | None = None
        self._show: Show | None = None
        self._find: Find | None = None
        self._why: AskWhy | None = None
        self._passages: AskPassages | None = None
        self._shown_id = 0
        self._recent_id = 0
        self._suggest_id = 0
        self._queued_id = 0
        self._status_id = 0
        self._errors_id = 0
        child.received.connect(self._receive)
        child.started.connect(self._started)
        child.lost.connect(self._lost)

    @property
    def is_waiting(self) -> bool:
        return self._ask is not None

    def start(self) -> None:
        self._child.start()

    def ask_to_stop(self) -> None:
        self._child.ask_to_stop(Stop())

    def wait_for_end(self, timeout_s: float) -> bool:
        return self._child.wait_for_end(timeout_s)

    def search(self, text: str, filters: Filters, refine: bool = True, by_passage: bool = False) -> None:
        self._ask = Ask(next(self._ids), text, filters, language=current(), refine=refine, by_passage=by_passage)
        self._child.send(self._ask)

    def forget_search(self) -> None:
        """Nobody waits for the last search any more."""
        self._ask = None

    def show(self, document_id: DocumentId, around: int, query: str) -> None:
        self._show = Show(next(self._ids), document_id, around, query)
        self._shown_id = 0
        self._child.send(self._show)

    def find(self, document_id: DocumentId, text: str) -> None:
        self._find = Find(next(self._ids), document_id, text)
        self._child.send(self._find)

    def ask_passages(self, document_id: DocumentId, query: str) -> None:
        self._passages = AskPassages(next(self._ids), query, document_id)
        self._child.send(self._passages)

    def ask_recent(self) -> None:
        self._recent_id = next(self._ids)
        self._child.send(AskRecent(self._recent_id))

    def suggest(self, text: str) -> None:
        self._suggest_id = next(self._ids)
        self._child.send(Suggest(self._suggest_id, text))

    def ask_status(self) -> None:
        self._status_id = next(self._ids)
        self._child.send(AskStatus(self._status_id))

    def ask_errors(self) -> None:
        self._errors_id = next(self._ids)
        self._child.send(AskErrors(self._errors_id))

    def ask_why(self, path: str) -> None:
        self._why = AskWhy(next(self._ids), path)
        self._child.send(self._why)

    def ask_queued(self, text: str, paths: tuple[str, ...] = ()) -> None:
        """Which files of this name wait to be read; with `paths`, which of these still do."""
        self._queued_id = next(self._ids)
        self._child.send(AskQueued(self._queued_id, text, paths))

    def reload(self) -> None:
        self._child.send(Reload())

    @Slot()
    def _started(self) -> None:
        """Ask a new process what the one before it has not answered."""
        for request in (self._ask, self._passages, self._show, self._find, self._why):
            if request is not None:
                self._child.send(request)
        self.ask_status()

    @Slot(bool)
    def _lost(self, again: bool) -> None:
        self.lost.emit(again)

    @Slot(object)
    def _receive(self, message: object) -> None:
        match message:
            case Found(id=id) if self._ask is not None and id == self._ask.id:
                if message.is_final:
                    self._ask = None
                self.found.emit(message.result, message.is_final)
            case Shown(id=id) if self._show is not None and id == self._show.id:
                self._show, self._shown_id = None, id
                self.shown.emit(message.view)
            case Matches(id=id) if self._find is not None and id == self._find.id:
                self._find = None
                self.matches.emit(message, True)
            case Matches(id=id) if id == self._shown_id:
                self.matches.emit(message, False)
            case PassagesFound(id=id) if self._passages is not None and id == self._passages.id:
                self._passages = None
                self.passages_found.emit(message)
            case RecentTold(id=id) if id == self._recent_id:
                self.recent_told.emit(message.documents)
            case Suggested(id=id) if id == self._suggest_id:
                self.suggested.emit(message)
            case StatusTold(id=id) if id == self._status_id:
                self.status_told.emit(message.status)
            case QueuedTold(id=id) if id == self._queued_id:
                self.queued_told.emit(message.paths)
            case ErrorsListed(id=id) if id == self._errors_id:
                self.errors_listed.emit(message.documents)
            case WhyTold(id=id) if self._why is not None and id == self._why.id:
                self._why = None
                self.why_told.emit(message)
            case Ready():
                self.ready.emit(message.is_warm)
            case Failed():
                self._fail(message.id, message.failure)
            case _:
                pass        # an answer that is not the latest

    def _fail(self, id: int, failure: Failure) -> None:
        if self._ask is not None and id == self._ask.id:
            self._ask = None
            self.search_failed.emit(failure)
        elif self._show is not None and id == self._show.id:
            self._show = None
            self.show_failed.emit(failure)
        elif self._why is not None and id == self._why.id:
            self._why = None
            self.why_failed.emit(failure)
        elif self._passages is not None and id == self._passages.id:
            self._passages = None
            self.failed.emit(failure)
        elif id in (self._status_id, self._errors_id):
            self.reading_failed.emit(failure)
        elif id == 0:
            self.failed.emit(failure)

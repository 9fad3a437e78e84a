"""Searching in a process of its own, for the window: the heavy libraries and the models never enter the window's.

Four threads: one receives, one searches (it owns the engine), one reads the catalog for previews and the status, so
that a preview never waits behind a search, and one waits for a written answer. A newer search cancels the one at work; measuring lets searches go before it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import os
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from engine.errors import Cancelled, FicheroError
from engine.evaluation.judging_messages import Asking, Examine, JudgingFailed, Measure, Writing
from engine.hits import Filters, SearchRequest, SearchResult, without_weak_answers
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
    RecentDocument,
    RecentTold,
    Reload,
    Show,
    Shown,
    StatusTold,
    Suggest,
    Suggested,
    WhyTold,
    file_of,
)
from engine.processes.answer_writer import AnswerWriter
from engine.processes.index_status import status_of, unreadable_documents
from engine.processes.search_desk import Reading, SearchDesk, Searching
from engine.settings import Settings
from engine.written_answers.answer_messages import AnswerFailed, CheckWritten, DraftAnswer

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog, StoredDocument
    from engine.document import Document, DocumentId
    from engine.evaluation.judging import JudgingDesk
    from engine.query.parser import ParsedQuery
    from engine.search.engine import Engine
    from engine.stores.lexical_index import LexicalIndex

log = logging.getLogger(__name__)

MakeEngine = Callable[[Settings], AbstractContextManager["Engine"]]

_SLOW_MS = 300.0                # searches that take longer show the matches of the words first
_WORDS_KEPT_S = 2.0             # suggestions are of words as of this long ago
_MARKED_S = 1.5                 # looking for the query's words in a whole document stops after this
_QUEUED_S = 2.0                 # looking for files that wait to be read stops after this
_MARKED_AT_MOST = 2_000
_ENDING_S = 0.8                 # for what is being answered or written; nothing here would be lost but a note in a log


def run_search(connection: Connection, settings: Settings, make: MakeEngine | None = None) -> None:
    """The whole life of the process: serves `connection` until Stop, or until the other end is gone.

    Args:
        make: opens the engine; engine.build's own if None.
    """
    desk = SearchDesk(connection)
    writer = AnswerWriter(desk)
    searcher = _Searcher(settings, make or _make, desk, writer)
    reader = _Reader(settings, desk)
    threads = [
        threading.Thread(target=searcher.serve, name="search", daemon=True),
        threading.Thread(target=reader.serve, name="read", daemon=True),
        threading.Thread(target=writer.serve, name="write", daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        desk.receive()
    finally:
        until = time.monotonic() + _ENDING_S
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        connection.close()
        logging.shutdown()
        os._exit(0)         # a library's thread or a long search must not keep the process


def _make(settings: Settings) -> AbstractContextManager[Engine]:
    from engine.build import build_engine

    return build_engine(settings)


class _Searcher:
    """Lives on the search thread."""

    def __init__(self, settings: Settings, make: MakeEngine, desk: SearchDesk, writer: AnswerWriter) -> None:
        self._settings = settings
        self._make = make
        self._desk = desk
        self._writer = writer
        self._warm = threading.Event()
        self._warming_failed: Failure | None = None
        self._reloading_failed = False
        self._last_ms = 0.0

    def serve(self) -> None:
        """Opens the index, answers; after an error of the index it tries again at the next reload."""
        while not self._desk.is_stopping:
            try:
                with self._make(self._settings) as engine:
                    self._desk.tell(Ready(False))
                    self._warm_up(engine)
                    self._answer_all(engine)
                    return
            except Exception as error:
                _log_failure("the index could not be opened", error)
                self._desk.tell(Failed(0, Failure.of(error)))
                if not self._desk.wait_for_reload():
                    return

    def _warm_up(self, engine: Engine) -> None:
        """Load the models on a thread of its own; until then searches use the words alone."""
        def load() -> None:
            began = time.monotonic()
            try:
                engine.warm_up()
            except Exception as error:
                if not isinstance(error, FicheroError):
                    log.exception("the models could not be loaded")
                self._warming_failed = Failure.of(error)
                self._desk.tell(Failed(0, self._warming_failed))
            else:
                self._warming_failed = None
                log.info("models loaded in %.1f s", time.monotonic() - began)
            self._warm.set()
            self._desk.tell(Ready(self._warming_failed is None))

        self._warm.clear()
        threading.Thread(target=load, name="warm-up", daemon=True).start()

    def _answer_all(self, engine: Engine) -> None:
        while (request := self._desk.next_search()) is not None:
            self._serve(engine, request)

    def _serve(self, engine: Engine, request: Searching) -> None:
        if isinstance(request, Reload):
            self._reload(engine)
            return
        try:
            if isinstance(request, Ask):
                self._answer(engine, request)
            elif isinstance(request, AskPassages):
                self._tell_passages(engine, request)
            elif isinstance(request, DraftAnswer | CheckWritten):
                self._write_answer(engine, request)
            else:
                self._judge(engine, request)
        except Cancelled:
            return
        except Exception as error:
            _log_failure(f"search {request.id} failed", error)
            failed = Failed if isinstance(request, Ask | AskPassages) else JudgingFailed
            self._desk.tell(failed(request.id, Failure.of(error)))

    def _write_answer(self, engine: Engine, request: DraftAnswer | CheckWritten) -> None:
        """Never by the words alone: without the models nothing tells whether the documents answer."""
        while not self._warm.wait(0.05):
            while (waiting := self._desk.waiting_search()) is not None:
                self._serve(engine, waiting)
            if self._desk.answering != request.id or self._desk.is_stopping:
                raise Cancelled
        if self._warming_failed is not None:
            self._desk.tell(AnswerFailed(request.id, self._warming_failed))
        else:
            self._writer.answer(engine, request)

    def _judge(self, engine: Engine, request: Examine | Measure) -> None:
        """Measure, or look at one question, by the models: they are waited for, and searches are not kept waiting."""
        from engine.evaluation.measuring import examine, measure

        def between() -> None:
            while (waiting := self._desk.waiting_search()) is not None:
                self._serve(engine, waiting)
            if self._desk.is_stopping or (isinstance(request, Measure) and self._desk.measuring != request.id):
                raise Cancelled

        while not self._warm.wait(0.05):
            between()
        if self._warming_failed is not None:
            self._desk.tell(JudgingFailed(request.id, self._warming_failed))
        elif isinstance(request, Measure):
            self._desk.tell(measure(engine, self._settings.data_dir, request, self._desk.tell, between))
        else:
            self._desk.tell(examine(engine, request))

    def _reload(self, engine: Engine) -> None:
        try:
            engine.reload()
        except Exception as error:
            _log_failure("the index could not be opened again", error)
            self._reloading_failed = True
            self._desk.tell(Failed(0, Failure.of(error)))
        else:
            if self._reloading_failed:
                self._reloading_failed = False
                self._desk.tell(Ready(self._warm.is_set() and self._warming_failed is None))
        if self._warming_failed is not None:
            self._warm_up(engine)

    def _answer(self, engine: Engine, ask: Ask) -> None:
        whole = SearchRequest(
            ask.text, top=ask.top, filters=ask.filters, language=ask.language, refine=ask.refine,
            by_passage=ask.by_passage, with_facets=True,
            is_cancelled=lambda: self._desk.latest_ask != ask.id or self._desk.is_stopping,
        )
        if not self._warm.is_set() or self._warming_failed is not None or self._last_ms > _SLOW_MS:
            quick = engine.search(dataclasses.replace(whole, mode="lexical", rerank=False))
            is_all = self._warming_failed is not None and self._warm.is_set()
            self._tell(ask, quick, is_all)
            if is_all:
                return
        while not self._warm.wait(0.05):
            if whole.is_cancelled():
                raise Cancelled
        if self._warming_failed is not None:
            self._tell(ask, quick, True)
            return
        for result in engine.results(whole):
            if result.refinement in ("none", "coming"):
                self._last_ms = result.timings_ms.get("total", 0.0)
            self._tell(ask, result, result.refinement != "coming")

    def _tell_passages(self, engine: Engine, ask: AskPassages) -> None:
        """By their words alone while the models are not there."""
        is_whole = self._warm.is_set() and self._warming_failed is None
        result = without_weak_answers(engine.search(SearchRequest(
            ask.text, top=ask.top, filters=Filters(documents=(ask.document_id,)), by_passage=True,
            mode="hybrid" if is_whole else "lexical", is_cancelled=lambda: self._desk.is_stopping,
        )))
        self._desk.tell(PassagesFound(ask.id, ask.document_id, result.hits))

    def _tell(self, ask: Ask, result: SearchResult, is_final: bool) -> None:
        """The window asks for outdated files to be read again: it gets them without the names of members."""
        files = tuple(dict.fromkeys(file_of(path) for path in result.outdated))
        self._desk.tell(Found(ask.id, dataclasses.replace(result, outdated=files), is_final))


class _Reader:
    """Lives on the reading thread, with a catalog of its own."""

    def __init__(self, settings: Settings, desk: SearchDesk) -> None:
        self._settings = settings
        self._desk = desk
        self._kept: tuple[DocumentId, str, Document | None] | None = None
        self._opened: Catalog | None = None
        self._n_reloads = 0             # at which it was opened
        self._judging: JudgingDesk | None = None
        self._lexical: LexicalIndex | None = None
        self._words_until = 0.0

    def serve(self) -> None:
        while (request := self._desk.next_reading()) is not None:
            if isinstance(request, Asking | Writing):
                self._desk.tell(self._judging_desk().answer(request))
                continue
            try:
                self._answer(self._catalog(), request)
            except Exception as error:
                _log_failure(f"request {request.id} failed", error)
                self._close()
                self._desk.tell(Failed(request.id, Failure.of(error)))
        self._close()

    def _close(self) -> None:
        """What is asked next opens the index anew: what failed may be damaged, and mended meanwhile."""
        opened, lexical = self._opened, self._lexical
        self._opened = self._lexical = self._kept = None
        for store in (opened, lexical):
            if store is not None:
                with contextlib.suppress(Exception):        # what is damaged may not even close
                    store.close()

    def _catalog(self) -> Catalog:
        """Of the file that is there now: another may have taken the place of a damaged one."""
        from engine.catalog.catalog import Catalog

        if self._opened is not None and self._n_reloads != self._desk.n_reloads:
            self._opened.close()
            self._opened = None
        if self._opened is None:
            self._n_reloads = self._desk.n_reloads
            self._opened = Catalog.open(self._settings.data_dir, read_only=True)
        self._opened.follow()
        return self._opened

    def _judging_desk(self) -> JudgingDesk:
        from engine.evaluation.judging import JudgingDesk

        if self._judging is None:
            self._judging = JudgingDesk(self._settings.data_dir, self._catalog)
        return self._judging

    def _answer(self, catalog: Catalog, request: Reading) -> None:
        match request:
            case Show():
                self._show(catalog, request)
            case Find():
                self._find(catalog, request)
            case Suggest():
                self._suggest(catalog, request)
            case AskRecent():
                self._tell_recent(catalog, request)
            case AskStatus():
                self._desk.tell(StatusTold(request.id, status_of(catalog, self._settings)))
            case AskErrors():
                self._desk.tell(ErrorsListed(request.id, unreadable_documents(catalog, self._settings)))
            case AskQueued():
                self._tell_queued(catalog, request)
            case AskWhy():
                self._tell_why(catalog, request)

    def _suggest(self, catalog: Catalog, request: Suggest) -> None:
        from engine.search.suggestions import completions, word_at_end

        typed = word_at_end(request.text)
        words = completions(self._words(), catalog, typed) if typed else ()
        self._desk.tell(Suggested(request.id, typed, words))

    def _words(self) -> LexicalIndex:
        """The text index, as of a moment ago."""
        from engine.stores.lexical_index import LexicalIndex

        now = time.monotonic()
        if self._lexical is None:
            self._lexical = LexicalIndex.open(self._settings.text_dir, read_only=True)
            self._words_until = now + _WORDS_KEPT_S
        elif now > self._words_until:
            self._lexical.reload()
            self._words_until = now + _WORDS_KEPT_S
        return self._lexical

    def _tell_recent(self, catalog: Catalog, request: AskRecent) -> None:
        documents = catalog.documents([id_ for id_, _ in catalog.newest(None, request.top)])
        newest = sorted(documents.values(), key=lambda one: (-one.mtime_ns, one.document_id))
        self._desk.tell(RecentTold(request.id, tuple(
            RecentDocument(one.document_id, one.path, one.title or one.name, one.kind, one.modified) for one in newest
        )))

    def _tell_why(self, catalog: Catalog, request: AskWhy) -> None:
        """By the settings as they are now: rules and folders may have changed since this process started."""
        from engine.discovery.known_places import known_place
        from engine.search.why import why
        from engine.settings import load_settings

        place = known_place(request.path, [root.path for root in catalog.roots()])
        answer = why(load_settings(self._settings.data_dir), catalog, place)
        file = file_of(answer.path)
        is_unrecognised = any(waiting.path == file for waiting in catalog.unrecognised_files())
        self._desk.tell(WhyTold(
            request.id, answer, bool(file) and os.path.lexists(file), os.path.isdir(file), is_unrecognised
        ))

    def _tell_queued(self, catalog: Catalog, request: AskQueued) -> None:
        """Walking the folders takes a while: whatever else is asked goes before it."""
        from engine.search.queued import queued_files, still_queued
        from engine.settings import load_settings

        if request.paths:
            self._desk.tell(QueuedTold(request.id, still_queued(catalog, request.paths)))
            return
        until = time.monotonic() + _QUEUED_S
        paths = queued_files(
            load_settings(self._settings.data_dir), catalog, request.text,
            lambda: self._desk.has_readings or self._desk.is_stopping or time.monotonic() > until,
        )
        if not paths and self._desk.has_readings and time.monotonic() <= until:
            self._desk.read_later(request)
        else:
            self._desk.tell(QueuedTold(request.id, paths))

    def _show(self, catalog: Catalog, request: Show) -> None:
        from engine.search.viewing import view_of

        stored, document = self._document(catalog, request.document_id)
        query = self._parse(catalog, request.query)
        view = view_of(stored, document, request.around, query)
        self._desk.tell(Shown(request.id, view))
        if document is not None and query is not None:
            self._tell_matches(request, document, query)

    def _tell_matches(self, request: Show, document: Document, query: ParsedQuery) -> None:
        """All places of the query's words, so that one can go from one to the next through the whole document; where that takes
        too long those from the place that is shown on, round to the beginning, as far as it went."""
        from engine.search.viewing import blocks_from, matches_in

        spans: list[tuple[int, int]] = []
        until = time.monotonic() + _MARKED_S
        is_complete = True
        for block in blocks_from(document, request.around):
            if self._desk.latest_show != request.id or self._desk.is_stopping:
                return
            if len(spans) > _MARKED_AT_MOST or time.monotonic() > until:
                is_complete = False
                break
            spans += matches_in(document, [block], query)
        self._desk.tell(Matches(request.id, request.document_id, tuple(sorted(spans)), is_complete))

    def _find(self, catalog: Catalog, request: Find) -> None:
        from engine.search.viewing import find_in

        _, document = self._document(catalog, request.document_id)
        spans, is_complete = find_in(document.text if document is not None else "", request.text)
        self._desk.tell(Matches(request.id, request.document_id, spans, is_complete))

    def _parse(self, catalog: Catalog, text: str) -> ParsedQuery | None:
        from engine.query.parser import parse

        if not text.strip():
            return None
        query = parse(text, catalog.languages())
        if query.is_empty:
            return None
        try:
            return self._words().corrected(query)       # a misspelt word is marked as what it was searched for, as in the hits
        except FicheroError:                            # the search says what is the matter
            return query

    def _document(self, catalog: Catalog, document_id: DocumentId) -> tuple[StoredDocument, Document | None]:
        stored = catalog.documents([document_id]).get(document_id)
        if stored is None:
            raise FicheroError(
                "This document is no longer in the index. Search again.",
                "Este documento ya no está en el índice. Vuelva a buscar.",
            )
        if self._kept is None or self._kept[:2] != (document_id, stored.content_hash):
            self._kept = (document_id, stored.content_hash, catalog.structure(document_id))
        return stored, self._kept[2]


def _log_failure(what: str, error: Exception) -> None:
    """Without the words of the error, which may hold the query or the text of a document."""
    if isinstance(error, FicheroError):
        log.log(logging.INFO if error.code == "usage" else logging.WARNING, "%s: %s", what, error.code)
    else:
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s: %s\n%s", what, type(error).__name__, where)

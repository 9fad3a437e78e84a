"""The conversation with the search process: what is asked, what came back, and the views that show it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QLabel

from engine.hits import HARDLY_ANSWERED, Filters, Hit, SearchResult, without_weak_answers
from engine.language.folding import fold
from engine.messages import Failure, Status
from engine.query.loosening import asks_of_fields_alone
from engine.settings import Settings
from ui.answer_words import nearest_instead
from ui.window import news, wording
from ui.window.banner import Banner
from ui.window.filter_bar import FilterBar
from ui.window.history import History
from ui.window.hit_list import HitList
from ui.window.language import current
from ui.window.pages import EmptyPage
from ui.window.preview import Preview
from ui.window.search_client import SearchClient
from ui.window.search_header import SearchHeader
from ui.window.status_line import StatusLine

RELOAD_MS = 1500            # commits come up to once a second; the results follow at this pace
REMEMBERED_MS = 3000        # a search whose results stay that long is remembered
SLOW_MS = 400               # a search that takes longer says so


@dataclasses.dataclass(frozen=True, slots=True)
class SearchViews:
    """What the conversation speaks through."""

    header: SearchHeader
    filters: FilterBar
    hits: HitList
    note: QLabel
    preview: Preview
    empty: EmptyPage
    line: StatusLine
    banner: Banner


class SearchConversation(QObject):
    opened = Signal()                   # the search is to be seen, whatever page is open
    asked_anew = Signal()               # another search is on its way; the results shown are those of the last one
    changed = Signal()                  # there is another result, or none
    outdated_found = Signal(tuple)      # paths of files that are gone or have changed since they were read
    reloading = Signal()                # the index holds more than before

    def __init__(
        self, views: SearchViews, search: SearchClient, history: History, settings: Callable[[], Settings], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._views, self._search, self._history, self._settings = views, search, history, settings
        self._status: Status | None = None
        self._shown: tuple[str, Filters] = ("", Filters())      # whose hits are in the list
        self.asked: tuple[str, Filters] = ("", Filters())
        self.result: SearchResult | None = None
        self.is_ready = False                           # the search process has opened the index
        self.is_warm = False                            # its models are loaded
        self.closed_because: Failure | None = None      # why the index cannot be opened
        self._queued: tuple[str, ...] = ()              # files of the name that is searched, which wait to be read
        self._failure: Failure | None = None            # of the last search that failed
        self._unread: Failure | None = None             # why the status could not be told
        self._amiss: Failure | None = None              # of the models, or of opening the index again
        self._is_reload_owed = False
        self._reload_soon = self._single_shot(RELOAD_MS, self._reload_owed)
        self._say_slow = self._single_shot(SLOW_MS, self._tell_slow)
        self.remember_soon = self._single_shot(REMEMBERED_MS, lambda: history.note(self.asked[0]))
        self._connect()

    def _connect(self) -> None:
        views, search = self._views, self._search
        views.header.searched.connect(self._typed)
        views.header.field.suggestion_wanted.connect(search.suggest)
        search.suggested.connect(lambda told: views.header.field.suggest(told.typed, told.words))
        views.filters.changed.connect(self._filtered)
        views.filters.order_changed.connect(lambda _: self.ask_again())
        views.hits.passages_wanted.connect(lambda hit: search.ask_passages(hit.document_id, self._shown[0]))
        search.passages_found.connect(lambda found: views.hits.take_passages(found.document_id, found.hits))
        views.hits.chosen.connect(lambda hit: views.preview.show_hit(hit, self._shown[0]))
        views.preview.wanted.connect(lambda document, offset: search.show(document, offset, views.preview.query))
        views.preview.find_wanted.connect(search.find)
        views.empty.clear_filters_wanted.connect(views.filters.clear)
        views.empty.search_wanted.connect(self.search_again)
        search.found.connect(self._found)
        search.search_failed.connect(self._search_failed)
        search.failed.connect(self._failed)
        search.reading_failed.connect(self._reading_failed)
        search.ready.connect(self._take_ready)
        search.lost.connect(self._lost)

    @property
    def shown_question(self) -> str:
        """Whose hits are in the list: while the next search is on its way, still the last one's."""
        return self._shown[0].strip()

    @property
    def shown_filters(self) -> Filters:
        """What limited the search whose hits are in the list."""
        return self._shown[1]

    def set_queued(self, paths: tuple[str, ...]) -> None:
        """Files of the name that is searched, which wait to be read."""
        self._queued = paths
        self._views.empty.set_queued(paths)
        if self.result is not None and self.result.hits and not self._search.is_waiting:
            self._tell_result(self.result, True)

    def set_status(self, status: Status) -> None:
        self._status = status
        if self._unread != self.closed_because:
            self._views.banner.hide_failure(self._unread)
        self._unread = None

    # -- asking

    def ask_again(self) -> None:
        """The same search again: after a change of what is shown of it, or of the index. The engine's own order is not
        kept here."""
        if not self.is_idle:
            self._ask()

    def search_again(self, query: str) -> None:
        """A search of the history."""
        self._views.header.field.setText(query)
        self._views.header.focus_field()
        self._history.note(query)

    def search_in(self, hits: Sequence[Hit]) -> None:
        """The next searches look in these documents alone, until their chip is taken away."""
        name = wording.printable(hits[0].title) if len(hits) == 1 else self.tr("%n result(s)", "", len(hits))
        if len(hits) > 1 and self.asked[0].strip():
            name += f" «{self.asked[0].strip()[:40]}»"
        self._views.filters.set_scope(name, [hit.document_id for hit in hits])
        self._views.header.focus_field()

    @Slot(str)
    def _typed(self, text: str) -> None:
        self._run(text, self._views.filters.filters())

    @Slot(object)
    def _filtered(self, filters: Filters) -> None:
        self._run(self._views.header.field.text(), filters)

    def _run(self, text: str, filters: Filters) -> None:
        """Search, unless this is what is being searched or shown."""
        if (text, filters) == self.asked and (self._search.is_waiting or self.result is not None):
            self.opened.emit()
            return
        self.asked = (text, filters)
        self.remember_soon.stop()
        self.result = None
        if self.is_idle:
            self._forget()
            return
        self._ask()
        if self.closed_because is not None:
            self._views.banner.show_failure(self.closed_because, "error", self.tr("Try again"))
        else:
            self._say_slow.start()
        self.asked_anew.emit()

    @property
    def is_idle(self) -> bool:
        """Nothing is looked for: no words, and no filters whose documents would be listed."""
        return not self.asked[0].strip() and self.asked[1].is_empty

    def _ask(self) -> None:
        """Of all that is committed by now. Within one document each of its passages is a result."""
        if self._is_reload_owed:
            self._search.reload()
        text, filters = self.asked
        self._search.search(text, filters, self._settings().refine, len(filters.documents) == 1)

    def _forget(self) -> None:
        """The search field is empty."""
        self._search.forget_search()
        self._say_slow.stop()
        self._views.banner.hide_failure(self._failure)
        self._failure = None
        self._show_nothing()
        self._views.line.set_search("")
        self.opened.emit()

    def _show_nothing(self) -> None:
        self._views.hits.set_hits((), False)
        self._views.filters.set_facets(None)
        self._shown = self.asked
        self._views.preview.clear()
        self._tell_note("")

    # -- what comes back

    @Slot(object, bool)
    def _found(self, result: SearchResult, is_final: bool) -> None:
        is_refined = result.refinement in ("done", "partial")
        is_settled = is_final or result.refinement == "coming"     # the hits stay; at most their order changes
        if not is_settled and not result.hits:
            return          # the meaning may still find something
        self._say_slow.stop()
        views = self._views
        if is_final:
            views.banner.hide_failure(self._failure)
            self._failure = None
        result = self.result = self._in_order(without_weak_answers(result))
        if result.facets is not None:
            views.filters.set_facets(result.facets)
        is_same = self._shown == self.asked
        self._shown = self.asked
        if is_refined and is_same:
            views.hits.refine_hits(result.hits)
        elif result.refinement == "coming" and is_same and views.hits.are_refined(result.hits):
            pass            # asked again, as after a commit: the refined order stays until the new one is there
        elif result.hits != views.hits.hits:
            views.hits.set_hits(result.hits, is_same)
        if result.hits:
            chosen = views.hits.current_hit()
            if chosen is not None:
                views.preview.show_hit(chosen, self._shown[0])
        else:
            views.preview.clear()
            views.empty.set_search(result.query, self.asked[1], self._status, len(result.outdated), result.note or "")
        self._tell_result(result, is_settled)
        if is_settled:
            self.outdated_found.emit(result.outdated)
            self.remember_soon.start()
        self.changed.emit()

    def _in_order(self, result: SearchResult) -> SearchResult:
        """The hits as the person wants them ordered; their ranks stay those of the search."""
        order = self._views.filters.order()
        if order == "relevance":
            return result
        hits = sorted(result.hits, key=lambda hit: hit.dated, reverse=order == "newest")
        return dataclasses.replace(result, hits=tuple(hits))

    @Slot(object)
    def _search_failed(self, failure: Failure) -> None:
        """What was found of this search before it failed stays; what is of another one goes."""
        self._say_slow.stop()
        self._views.line.set_search("")
        self._failure = failure
        severity = "info" if failure.code == "usage" else "error"
        self._views.banner.show_failure(failure, severity)     # type: ignore[arg-type]
        if self._shown != self.asked:
            self._show_nothing()
            self.changed.emit()

    def retranslate(self) -> None:
        if self.result is not None:
            self._tell_result(self.result, True)

    def _tell_result(self, result: SearchResult, is_final: bool) -> None:
        took = wording.seconds((result.timings_ms.get("total", 0.0) - result.timings_ms.get("refine", 0.0)) / 1000)
        count = self.tr("%n result(s)", "", len(result.hits))
        if result.facets is not None and result.facets.n_documents > len(result.hits):      # near-duplicates and versions are folded
            count = self.tr("{count} of %n document(s)", "", result.facets.n_documents).format(count=count)
        told = f"{count} · {took}" if is_final else self.tr("{count} by words; looking for the meaning…").format(count=count)
        if result.refinement == "coming":
            told += " · " + self.tr("refining…")
        elif "refine" in result.timings_ms:
            refined = self.tr("refined in {time}") if result.refinement == "done" else self.tr("refined in part, in {time}")
            told += " · " + refined.format(time=wording.seconds(result.timings_ms["refine"] / 1000))
        self._views.line.set_search(told)
        notes = [result.note] if result.note else []
        if self._queued:
            notes.append(wording.queued(self._queued))
        if result.outdated:
            notes.append(self.tr("%n match(es) left out: the file is gone or has changed and is read again.", "", len(result.outdated)))
        if is_final and self._hardly_answers(result):
            notes.append(nearest_instead(current()))
        self._tell_note(" ".join(notes))

    def _hardly_answers(self, result: SearchResult) -> bool:
        """Whether that is worth saying: not of documents that the person chose, nor where their names or other fields were asked for."""
        if not result.hits or result.answerable is None or result.answerable >= HARDLY_ANSWERED or self.asked[1].documents:
            return False
        if asks_of_fields_alone(result.query):
            return False
        asked = fold(result.query.strip())
        return not any(asked in fold(wording.name_of(hit.path)) for hit in result.hits)

    def _tell_note(self, text: str) -> None:
        self._views.note.setText(text)
        self._views.note.setVisible(bool(text))

    def _tell_slow(self) -> None:
        self._views.line.set_search(self.tr("Searching…") if self.is_warm else self.tr("Searching… (loading the models)"))

    # -- the index holds more now

    @Slot()
    def take_commit(self) -> None:
        """The first commit after a rest is shown at once, those that follow at their pace."""
        if self._reload_soon.isActive():
            self._is_reload_owed = True
            return
        self.reload()
        self._reload_soon.start()

    def _reload_owed(self) -> None:
        if self._is_reload_owed:
            self._is_reload_owed = False
            self.take_commit()

    def reload(self) -> None:
        """The counts, and the results of the same search, follow."""
        self._search.reload()
        self._search.ask_status()
        self.reloading.emit()
        if not self._search.is_waiting:
            self.ask_again()

    # -- the process itself

    @Slot(bool)
    def _take_ready(self, is_warm: bool) -> None:
        self._views.banner.hide_failure(self.closed_because)
        self.is_ready, self.closed_because = True, None
        self.is_warm = self.is_warm or is_warm
        if is_warm:
            self._views.banner.hide_failure(self._amiss)
            self._amiss = None
        self._views.banner.hide_code("search-lost")

    @Slot(object)
    def _failed(self, failure: Failure) -> None:
        if self.is_ready:
            self._amiss = failure
            self._views.banner.show_failure(failure, "error")
        else:
            self.closed_because = failure
            self._views.banner.show_failure(failure, "error", self.tr("Try again"))
            self._say_slow.stop()
            self._views.line.set_search("")

    @Slot(object)
    def _reading_failed(self, failure: Failure) -> None:
        self._unread = failure
        self._views.banner.show_failure(failure, "error", self.tr("Try again"))

    @Slot(bool)
    def _lost(self, again: bool) -> None:
        self._views.banner.show_failure(news.search_lost(again), "error", "" if again else self.tr("Try again"))

    def try_again(self, code: str) -> bool:
        """Do what the banner's button offers; False where its failure is none of the search's."""
        if code == "search-lost":
            self._search.start()
        elif any(failure is not None and code == failure.code for failure in (self.closed_because, self._unread)):
            self.reload()
        else:
            return False
        return True

    def _single_shot(self, interval_ms: int, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        timer.timeout.connect(act)
        return timer

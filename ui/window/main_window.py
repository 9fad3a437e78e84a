"""The main window: places the views and joins them to the search and indexing processes."""

from __future__ import annotations

import dataclasses
import os
import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QPoint, QSettings, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMainWindow,
    QMessageBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.errors import OcrMissing
from engine.hits import HARDLY_ANSWERED, Filters, Hit, SearchResult, without_weak_answers
from engine.indexing_messages import IndexingDone, IndexingState, IndexProgress
from engine.mail_places import profile_folders
from engine.messages import Failure, Matches, Status, WhyTold, file_of
from engine.settings import Settings
from engine.version import VERSION
from ui.window import icons, news, opening, why_words, wording
from ui.window.banner import Banner
from ui.window.citation import cite
from ui.window.explanation import ExplanationDialog
from ui.window.filter_bar import FilterBar
from ui.window.folders_page import FoldersPage
from ui.window.history import History
from ui.window.history_menu import HistoryMenu
from ui.window.hit_list import HitList
from ui.window.hit_menu import HitMenu
from ui.window.indexing_client import IndexingClient
from ui.window.language import current as current_language
from ui.window.language import translate
from ui.window.main_menu import MainMenu
from ui.window.page_renderer import PageRenderer
from ui.window.pages import EmptyPage, InvitationPage, StartPage
from ui.window.password_dialog import PasswordDialog
from ui.window.preview import Preview
from ui.window.search_client import SearchClient
from ui.window.search_header import SearchHeader
from ui.window.status_line import StatusLine
from ui.window.why_dialog import WhyDialog

RELOAD_MS = 1500            # commits come up to once a second; the results follow at this pace
REMEMBERED_MS = 3000        # a search whose results stay that long is remembered
SLOW_MS = 400               # a search that takes longer says so


class MainWindow(QMainWindow):
    settings_changed = Signal(object)       # Settings
    closed = Signal()

    def __init__(
        self,
        settings: Settings,
        search: SearchClient,
        indexing: IndexingClient,
        renderer: PageRenderer,
        places: QSettings | None = None,
        choose_folder: Callable[[QWidget], str] | None = None,
    ) -> None:
        super().__init__()
        self._settings = settings
        self._search = search
        self._indexing = indexing
        self._places = places
        self._choose_folder = choose_folder or _ask_for_folder
        self._status: Status | None = None
        self._progress: IndexProgress | None = None
        self._state: IndexingState | None = None
        self._shown: tuple[str, Filters] = ("", Filters())      # whose hits are in the list
        self._asked: tuple[str, Filters] = ("", Filters())
        self._result: SearchResult | None = None
        self._has_added = False                 # a folder was added: it will be there at the next status
        self._is_ready = False                  # the search process has opened the index
        self._is_warm = False
        self._is_reload_owed = False
        self._closed_because: Failure | None = None     # why the index cannot be opened
        self._refreshed: set[str] = set()
        self._why: WhyDialog | None = None
        self._unlocking: set[str] = set()       # files whose password was just entered
        self.menu = MainMenu(settings, self)
        self.header = SearchHeader(self.menu, self)
        self.history = History(places, self)
        self.filters = FilterBar(parent=self)
        self.banner = Banner(self)
        self.hits = HitList(self)
        self.note = QLabel(self)
        self.preview = Preview(renderer, self)
        self.folders = FoldersPage(str(settings.data_dir), self)
        self.start, self.invitation, self.empty = StartPage(self), InvitationPage(self), EmptyPage(self)
        self.waiting = QWidget(self)        # until the first status is told: nothing that would flicker
        self.line = StatusLine(self)
        self.pages = QStackedWidget(self)
        self._reload_soon = _single_shot(self, RELOAD_MS, self._reload_owed)
        self._say_slow = _single_shot(self, SLOW_MS, self._tell_slow)
        self._remember_soon = _single_shot(self, REMEMBERED_MS, lambda: self.history.note(self._asked[0]))
        self._build()
        self._connect()
        self._add_shortcuts()
        self.setWindowIcon(icons.application_icon())
        self.setAcceptDrops(True)
        self.retranslate()
        self._restore_places()

    # -- pages

    def show_search(self) -> None:
        """The page that fits what is known: start, invitation, results, or no results."""
        self.header.set_folders_open(False)
        if self._status is None:
            self._show_page(self.waiting)
        elif not self._status.folders and not self._has_added:
            self._show_page(self.start)
        elif not self._asked[0].strip():
            self._show_page(self.invitation)
        elif self.hits.hits or self._result is None:
            self._show_page(self._results)
        else:
            self._show_page(self.empty)

    def show_folders(self, tab: str = "folders") -> None:
        self.folders.show_tab(tab)
        self._search.ask_errors()
        self._search.ask_status()
        self.header.set_folders_open(True)
        self._show_page(self.folders)

    def _toggle_folders(self) -> None:
        if self.pages.currentWidget() is self.folders:
            self.show_search()
        else:
            self.show_folders()

    def _show_page(self, page: QWidget) -> None:
        self.pages.setCurrentWidget(page)
        alone = page in (self.folders, self.start, self.waiting)
        self.filters.setVisible(not alone)
        self.header.set_alone(alone)

    # -- searching

    @Slot(str)
    def _typed(self, text: str) -> None:
        self._run(text, self.filters.filters())

    @Slot(object)
    def _filtered(self, filters: Filters) -> None:
        self._run(self.header.field.text(), filters)

    def _run(self, text: str, filters: Filters) -> None:
        """Search, unless this is what is being searched or shown."""
        if (text, filters) == self._asked and (self._search.is_waiting or self._result is not None):
            self.show_search()
            return
        self._asked = (text, filters)
        self._remember_soon.stop()
        self._result = None
        if not text.strip():
            self._search.forget_search()
            self._say_slow.stop()
            self.hits.set_hits((), False)
            self._shown = self._asked
            self.preview.clear()
            self.line.set_search("")
            self._tell_note("")
            self.show_search()
            return
        self._search.search(text, filters, self._settings.refine)
        if self._closed_because is not None:
            self.banner.show_failure(self._closed_because, "error", self.tr("Try again"))
        else:
            self._say_slow.start()
        if self.pages.currentWidget() is self.folders or self.hits.hits:
            self.show_search()

    @Slot(object, bool)
    def _found(self, result: SearchResult, is_final: bool) -> None:
        is_refined = result.refinement in ("done", "partial")
        is_settled = is_final or result.refinement == "coming"     # the hits stay; at most their order changes
        if not is_settled and not result.hits:
            return          # the meaning may still find something
        self._say_slow.stop()
        result = self._result = self._in_order(without_weak_answers(result))
        is_same = self._shown == self._asked
        self._shown = self._asked
        if is_refined and is_same:
            self.hits.refine_hits(result.hits)
        elif result.refinement == "coming" and is_same and self.hits.are_refined(result.hits):
            pass            # asked again, as after a commit: the refined order stays until the new one is there
        elif result.hits != self.hits.hits:
            self.hits.set_hits(result.hits, is_same)
        if result.hits:
            chosen = self.hits.current_hit()
            if chosen is not None:
                self.preview.show_hit(chosen)
        else:
            self.preview.clear()
            self.empty.set_search(result.query, self._asked[1], self._status, len(result.outdated))
        self._tell_result(result, is_settled)
        if is_settled:
            self._refresh_outdated(result.outdated)
            self._remember_soon.start()
        if self.pages.currentWidget() is not self.folders:
            self.show_search()

    def _in_order(self, result: SearchResult) -> SearchResult:
        """The hits as the person wants them ordered; their ranks stay those of the search."""
        order = self.filters.order()
        if order == "relevance":
            return result
        hits = sorted(result.hits, key=lambda hit: hit.modified, reverse=order == "newest")
        return dataclasses.replace(result, hits=tuple(hits))

    @Slot(str)
    def _reorder(self, _: str) -> None:
        """The same search again: the engine's own order is not kept here."""
        text, filters = self._asked
        if text.strip():
            self._search.search(text, filters, self._settings.refine)

    @Slot(object)
    def _search_failed(self, failure: Failure) -> None:
        self._say_slow.stop()
        self.line.set_search("")
        severity = "info" if failure.code == "usage" else "error"
        self.banner.show_failure(failure, severity)     # type: ignore[arg-type]

    def _tell_result(self, result: SearchResult, is_final: bool) -> None:
        took = wording.seconds((result.timings_ms.get("total", 0.0) - result.timings_ms.get("refine", 0.0)) / 1000)
        count = self.tr("%n result(s)", "", len(result.hits))
        told = f"{count} · {took}" if is_final else self.tr("{count} by words; looking for the meaning…").format(count=count)
        if result.refinement == "coming":
            told += " · " + self.tr("refining…")
        elif "refine" in result.timings_ms:
            refined = self.tr("refined in {time}") if result.refinement == "done" else self.tr("refined in part, in {time}")
            told += " · " + refined.format(time=wording.seconds(result.timings_ms["refine"] / 1000))
        self.line.set_search(told)
        notes = [result.note] if result.note else []
        if result.outdated:
            notes.append(self.tr("%n match(es) left out: the file is gone or has changed and is read again.", "", len(result.outdated)))
        if result.hits and result.answerable is not None and result.answerable < HARDLY_ANSWERED and is_final:
            notes.append(self.tr("The documents hardly seem to answer this; these come closest."))
        self._tell_note(" ".join(notes))

    def _tell_note(self, text: str) -> None:
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def _tell_slow(self) -> None:
        self.line.set_search(self.tr("Searching…") if self._is_warm else self.tr("Searching… (loading the models)"))

    def _refresh_outdated(self, paths: tuple[str, ...]) -> None:
        """Files that have changed are read again, each once in a while."""
        fresh = set(paths[:50]) - self._refreshed
        if fresh:
            self._refreshed |= fresh
            self._indexing.refresh(tuple(sorted(fresh)))

    # -- hits and their actions

    @Slot(object)
    def _chosen(self, hit: Hit) -> None:
        self.preview.show_hit(hit)

    def _act(self, name: str, hit: Hit) -> None:
        clipboard = QGuiApplication.clipboard()
        match name:
            case "open":
                self._open_path(hit.path)
            case "show":
                self._show_path(hit.path)
            case "copy-path":
                clipboard.setText(wording.printable(hit.path))
                self.line.set_search(self.tr("Path copied"))
            case "copy-passage":
                clipboard.setText(cite(hit, self.preview.passage()))
                self.line.set_search(self.tr("Passage copied with its source"))
            case "why":
                ExplanationDialog(hit, self).show()
            case "leave-out":
                self._ask_to_leave_out(file_of(hit.path))
        self.history.note(self._asked[0])

    def _act_on_current(self, name: str) -> None:
        hit = self.hits.current_hit()
        if hit is not None and self.pages.currentWidget() is self._results:
            self._act(name, hit)

    def _show_hit_menu(self, hit: Hit, place: QPoint) -> None:
        menu = HitMenu(hit, self._act, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _show_history(self) -> None:
        menu = HistoryMenu(self.history, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.set_query(self.header.field.text())
        menu.chosen.connect(self._search_again)
        field = self.header.field
        menu.popup(field.mapToGlobal(QPoint(0, field.height())))

    def _search_again(self, query: str) -> None:
        self.header.field.setText(query)
        self.header.focus_field()
        self.history.note(query)

    def _ask_to_leave_out(self, path: str) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("Leave this file out"))
        box.setText(self.tr("Leave {name} out of the searches?").format(name=wording.printable(os.path.basename(path))))
        box.setInformativeText(self.tr("The file itself stays as it is. Adding it again brings it back."))
        leave = box.addButton(self.tr("Leave out"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        leave.clicked.connect(lambda: self._indexing.remove(path))
        box.open()

    def _open_path(self, path: str) -> None:
        opening.open_file(path, self._tell_not_opened)

    def _show_path(self, path: str) -> None:
        opening.show_in_folder(path, self._tell_not_opened)

    def _tell_not_opened(self, path: str) -> None:
        """Called on another thread: the signal brings it here."""
        self._not_opened.emit(path)

    _not_opened = Signal(str)

    # -- why a file is not found

    def ask_why(self, path: str = "") -> None:
        """Open the place to ask about any path, with the question about this one if there is one."""
        if self._why is None:
            self._why = WhyDialog(self)
            self._why.asked.connect(self._search.ask_why)
            self._why.mend_wanted.connect(self._mend)
            self._search.why_failed.connect(self._why.fail)
        self._why.show()
        self._why.raise_()
        self._why.activateWindow()
        self._why.field.setFocus()
        self._why.field.selectAll()
        if path:
            self._why.ask(path)

    @Slot(object)
    def _take_why(self, told: WhyTold) -> None:
        result, place = self._result, ""
        if result is not None and self._asked[0].strip():
            place = self.tr("In the search “{query}”:").format(query=self._asked[0].strip()[:80]) + " " + why_words.place_in_list(
                told.why.path, told.is_folder, result.hits, result.outdated, not self._asked[1].is_empty
            )
        if self._why is not None:
            self._why.take(told, place, self._settings.ocr)

    @Slot(str, object)
    def _mend(self, name: why_words.MendName, told: WhyTold) -> None:
        why = told.why
        match name:
            case "add":
                self._indexing.add(why.path)
            case "add-folder":
                self._indexing.add(os.path.dirname(why.path))
            case "again":
                self._refreshed.discard(file_of(why.path))
                self._indexing.refresh((file_of(why.path),))
            case "again-folder":
                self._indexing.refresh((why.folder,) if why.folder else ())
            case "unlock":
                self._ask_for_password(why.path)
            case "source":
                self._show_path(why.source)
            case "ocr":
                self.menu.ocr.setChecked(True)
        if self._why is None:
            return
        if name in ("folders", "unreadable"):
            self._why.close()
            self.show_folders(name)
            self.folders.show_folder(why.folder or "")
        elif name == "ocr" and not self._settings.ocr:      # the add-on is missing: the banner says how to get it
            self._why.close()
        elif name == "ocr":
            self._why.ask_again()

    # -- folders

    def add_folder(self) -> None:
        path = self._choose_folder(self)
        if path:
            self.add_paths([path])

    def add_paths(self, paths: list[str]) -> None:
        self._has_added = self._has_added or bool(paths)
        for path in paths:
            self._indexing.add(os.path.abspath(path))
        if paths:
            self.show_folders()

    def add_mail(self) -> None:
        """Add the profiles of Thunderbird that are on this computer; the disk is asked apart from this thread."""
        threading.Thread(target=lambda: self._mail_found.emit(profile_folders()), name="find-mail", daemon=True).start()

    _mail_found = Signal(list)

    def _take_mail(self, folders: list[Path]) -> None:
        if folders:
            self.add_paths([str(folder) for folder in folders])
        else:
            self.banner.show_failure(news.no_mail(), "warning")

    def _remove_folder(self, path: str) -> None:
        self._indexing.remove(path)

    def _refresh_folder(self, path: str) -> None:
        self._refreshed.clear()
        self._indexing.refresh((path,) if path else ())

    def _ask_for_password(self, path: str) -> None:
        PasswordDialog(path, lambda password: self._unlock(file_of(path), password), self).open()

    def _unlock(self, path: str, password: str) -> None:
        self._unlocking.add(path)
        self._indexing.unlock(path, password)

    def _pause(self, is_paused: bool) -> None:
        if is_paused:
            self._indexing.pause()
        else:
            self._indexing.resume()
        self._change(indexing_paused=is_paused)

    # -- news from the processes

    @Slot(object)
    def _take_status(self, status: Status) -> None:
        is_first = self._status is None
        had_folders = bool(self._status is not None and self._status.folders)
        self._status = status
        self._has_added = self._has_added and not status.folders
        self.line.set_status(status)
        self.folders.set_status(status)
        self.filters.set_status(status)
        self.invitation.set_status(status)
        if is_first or had_folders != bool(status.folders):
            if self.pages.currentWidget() is not self.folders:
                self.show_search()
            if is_first:
                self._search.ask_errors()
                (self.start.focus_first if not status.folders else self.header.focus_field)()
        if is_first and status.folders:
            self._indexing.refresh()

    @Slot(bool)
    def _take_ready(self, is_warm: bool) -> None:
        self._is_ready, self._closed_because = True, None
        self._is_warm = self._is_warm or is_warm
        self.banner.hide_code("search-lost")

    @Slot(object)
    def _take_progress(self, progress: IndexProgress) -> None:
        self._progress = progress
        self.line.set_progress(progress, self._state)
        self.folders.set_progress(progress, self._state)

    @Slot(object)
    def _take_state(self, state: IndexingState) -> None:
        self._state = state
        if not state.is_busy:
            self._progress = None
        self.banner.hide_code("indexing-lost")
        self.line.set_progress(self._progress, state)
        self.folders.set_progress(self._progress, state)

    @Slot()
    def _take_commit(self) -> None:
        """The first commit after a rest is shown at once, those that follow at their pace."""
        if self._reload_soon.isActive():
            self._is_reload_owed = True
            return
        self._reload()
        self._reload_soon.start()

    def _reload_owed(self) -> None:
        if self._is_reload_owed:
            self._is_reload_owed = False
            self._take_commit()

    def _reload(self) -> None:
        """The index holds more now: the counts, and the results of the same search, follow."""
        self._search.reload()
        self._search.ask_status()
        if self._why is not None:
            self._why.ask_again()
        if self.pages.currentWidget() is self.folders:
            self._search.ask_errors()
        text, filters = self._asked
        if text.strip() and not self._search.is_waiting:
            self._search.search(text, filters, self._settings.refine)

    @Slot(object)
    def _take_done(self, done: IndexingDone) -> None:
        for path in done.report.unavailable:
            self.banner.show_failure(news.folder_unavailable(path), "warning")
        if not done.is_vectors and len(done.paths) == 1 and done.paths[0] in self._unlocking:
            self._unlocking.remove(done.paths[0])
            if not done.report.indexed:
                self.banner.show_failure(news.wrong_password(done.paths[0]), "warning")
        self._take_commit()
        self._search.ask_errors()

    @Slot(object, bool)
    def _indexing_failed(self, failure: Failure, is_final: bool) -> None:
        action = self.tr("Try again") if is_final else ""
        self.banner.show_failure(failure, "error", action)
        if is_final:
            self._progress, self._state = None, None
            self.line.set_progress(None, None)
            self.folders.set_progress(None, None)

    @Slot(object)
    def _failed(self, failure: Failure) -> None:
        if self._is_ready:
            self.banner.show_failure(failure, "error")
        else:
            self._closed_because = failure
            self.banner.show_failure(failure, "error", self.tr("Try again"))
            self._say_slow.stop()
            self.line.set_search("")

    @Slot(bool)
    def _search_lost(self, again: bool) -> None:
        self.banner.show_failure(news.search_lost(again), "error", "" if again else self.tr("Try again"))

    @Slot(bool)
    def _indexing_lost(self, again: bool) -> None:
        self._progress, self._state = None, None
        self.line.set_progress(None, None)
        self.folders.set_progress(None, None)
        self.banner.show_failure(news.indexing_lost(again), "error", "" if again else self.tr("Try again"))

    @Slot(str)
    def _try_again(self, code: str) -> None:
        if code == "search-lost":
            self._search.start()
        elif self._closed_because is not None and code == self._closed_because.code:
            self._search.reload()
            self._search.ask_status()
        else:
            self._indexing.start()

    # -- the window itself

    def _build(self) -> None:
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setProperty("dim", True)
        self.note.setContentsMargins(16, 8, 16, 8)
        self.note.hide()
        column.addWidget(self.note)
        column.addWidget(self.hits, 1)
        self._results = QSplitter(Qt.Orientation.Horizontal, self)
        self._results.addWidget(left)
        self._results.addWidget(self.preview)
        self._results.setStretchFactor(0, 2)
        self._results.setStretchFactor(1, 3)
        self._results.setChildrenCollapsible(False)
        left.setMinimumWidth(260)
        self.preview.setMinimumWidth(300)
        for page in (self.waiting, self.start, self.invitation, self._results, self.empty, self.folders):
            self.pages.addWidget(page)
        middle = QWidget(self)
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.header, self.filters, self.banner):
            layout.addWidget(widget)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self.line)
        self.filters.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setCentralWidget(middle)
        self.resize(1280, 820)
        self._results.setSizes([500, 780])
        self._show_page(self.waiting)

    def _connect(self) -> None:
        search, indexing = self._search, self._indexing
        self.header.searched.connect(self._typed)
        self.header.moved.connect(self.hits.step)
        self.header.entered.connect(lambda: self._act_on_current("open"))
        self.header.folders_wanted.connect(self._toggle_folders)
        self.header.history_wanted.connect(self._show_history)
        self.filters.changed.connect(self._filtered)
        self.filters.order_changed.connect(self._reorder)
        self.hits.chosen.connect(self._chosen)
        self.hits.opened.connect(lambda hit: self._act("open", hit))
        self.hits.menu_wanted.connect(self._show_hit_menu)
        self.preview.wanted.connect(lambda document, offset: search.show(document, offset, self._asked[0]))
        self.preview.find_wanted.connect(search.find)
        self.preview.acted.connect(self._act)
        self.start.add_wanted.connect(self.add_folder)
        self.start.dropped.connect(self.add_paths)
        self.empty.clear_filters_wanted.connect(self.filters.clear)
        self.empty.unreadable_wanted.connect(lambda: self.show_folders("unreadable"))
        self.empty.why_wanted.connect(lambda: self.ask_why())
        self.folders.why_wanted.connect(self.ask_why)
        self.folders.add_wanted.connect(self.add_folder)
        self.folders.remove_wanted.connect(self._remove_folder)
        self.folders.refresh_wanted.connect(self._refresh_folder)
        self.folders.first_wanted.connect(indexing.first)
        self.folders.pause_wanted.connect(self._pause)
        self.folders.show_wanted.connect(self._show_path)
        self.folders.open_wanted.connect(self._open_path)
        self.folders.unlock_wanted.connect(self._ask_for_password)
        self.folders.back_wanted.connect(self.show_search)
        self.line.pause_wanted.connect(self._pause)
        self.line.details_wanted.connect(self.show_folders)
        self.banner.acted.connect(self._try_again)
        self.menu.add_mail.triggered.connect(self.add_mail)
        self._mail_found.connect(self._take_mail)
        self._not_opened.connect(lambda path: self.banner.show_failure(news.not_opened(path), "warning"))
        search.found.connect(self._found)
        search.search_failed.connect(self._search_failed)
        search.shown.connect(self.preview.take_view)
        search.show_failed.connect(lambda failure: self.preview.take_failure(failure.message(current_language())))
        search.matches.connect(self._take_matches)
        search.status_told.connect(self._take_status)
        search.errors_listed.connect(self.folders.set_errors)
        search.why_told.connect(self._take_why)
        search.failed.connect(self._failed)
        search.ready.connect(self._take_ready)
        search.lost.connect(self._search_lost)
        indexing.progressed.connect(self._take_progress)
        indexing.state_told.connect(self._take_state)
        indexing.committed.connect(self._take_commit)
        indexing.done.connect(self._take_done)
        indexing.removed.connect(lambda *_: self._take_commit())
        indexing.failed.connect(self._indexing_failed)
        indexing.lost.connect(self._indexing_lost)
        self.menu.add_folder.triggered.connect(self.add_folder)
        self.menu.folders.triggered.connect(lambda: self.show_folders())
        self.menu.refresh.triggered.connect(lambda: self._refresh_folder(""))
        self.menu.why.triggered.connect(lambda: self.ask_why())
        self.menu.about.triggered.connect(self._tell_about)
        self.menu.leave.triggered.connect(self.close)
        self.menu.language_chosen.connect(lambda name: self._change(language=name))
        self.menu.theme_chosen.connect(lambda name: self._change(theme=name))
        self.menu.refine.toggled.connect(self._switch_refinement)
        self.menu.ocr.toggled.connect(self._switch_ocr)

    @Slot(bool)
    def _switch_refinement(self, refine: bool) -> None:
        self._change(refine=refine)
        text, filters = self._asked
        if text.strip():
            self._search.search(text, filters, refine)

    @Slot(bool)
    def _switch_ocr(self, is_on: bool) -> None:
        if is_on and self._status is not None and not self._status.is_ocr_installed:
            self.menu.ocr.setChecked(False)
            self.banner.show_failure(Failure.of(OcrMissing()), "warning")
        elif is_on != self._settings.ocr:
            self._change(ocr=is_on)

    @Slot(object, bool)
    def _take_matches(self, answer: Matches, is_found: bool) -> None:
        self.preview.take_matches(answer, is_found)

    def _add_shortcuts(self) -> None:
        for keys, act in (
            ("Ctrl+L", self.header.focus_field), ("Ctrl+F", self.header.focus_field), ("Ctrl+G", self.preview.open_find),
            ("F3", self.preview.next_match), ("Shift+F3", self.preview.previous_match), ("Escape", self._escape),
            ("Ctrl+Return", lambda: self._act_on_current("open")), ("Ctrl+D", self._toggle_folders),
            ("Ctrl+H", self._show_history), ("Ctrl+I", lambda: self._act_on_current("why")),
            ("Ctrl+Shift+C", lambda: self._act_on_current("copy-passage")),
            ("Ctrl++", lambda: self.preview.zoom_by(1)), ("Ctrl+=", lambda: self.preview.zoom_by(1)),
            ("Ctrl+-", lambda: self.preview.zoom_by(-1)), ("Ctrl+0", lambda: self.preview.zoom_by(0)),
        ):
            QShortcut(QKeySequence(keys), self, act)        # type: ignore[arg-type]

    def _escape(self) -> None:
        if self.preview.close_find():
            return
        if self.pages.currentWidget() is self.folders:
            self.show_search()
            self.header.focus_field()
        elif self.header.field.hasFocus():
            self.header.field.clear()
        else:
            self.header.focus_field()

    def _change(self, **changes: object) -> None:
        self._settings = dataclasses.replace(self._settings, **changes)     # type: ignore[arg-type]
        self.settings_changed.emit(self._settings)

    def _tell_about(self) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("About Fichero"))
        box.setIconPixmap(icons.application_icon().pixmap(64, 64))
        box.setText(self.tr("Fichero {version}").format(version=VERSION))
        box.setInformativeText(self.tr(
            "Searches your own documents on this computer. Nothing leaves it.\n\nFree software under the Apache License 2.0."
        ))
        box.setStandardButtons(QMessageBox.StandardButton.Close)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Fichero"))
        self.hits.setToolTip("")
        if self._result is not None:
            self._tell_result(self._result, True)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.add_paths([url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._save_places()
        self._search.ask_to_stop()
        self._indexing.ask_to_stop()
        super().closeEvent(event)
        self.closed.emit()

    def _restore_places(self) -> None:
        if self._places is None:
            return
        geometry, split = self._places.value("geometry"), self._places.value("split")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        if isinstance(split, QByteArray):
            self._results.restoreState(split)

    def _save_places(self) -> None:
        if self._places is not None:
            self._places.setValue("geometry", self.saveGeometry())
            self._places.setValue("split", self._results.saveState())


def _single_shot(parent: QWidget, interval_ms: int, act: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    timer.timeout.connect(act)
    return timer


def _ask_for_folder(parent: QWidget) -> str:
    return QFileDialog.getExistingDirectory(parent, translate("MainWindow", "Add folder"), os.path.expanduser("~"))

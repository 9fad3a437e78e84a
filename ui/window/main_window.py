"""The main window: places the views and joins them to the conversations with the two processes."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable

from PySide6.QtCore import QByteArray, QEvent, QPoint, QSettings, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QMainWindow,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import OcrMissing
from engine.messages import Failure, Matches, Status
from engine.own_program import terminal_command
from engine.settings import Settings
from ui.window import first_size, icons
from ui.window.banner import Banner
from ui.window.evaluation_page import EvaluationPage
from ui.window.filter_bar import FilterBar
from ui.window.folders_page import FoldersPage
from ui.window.history import History
from ui.window.history_menu import HistoryMenu
from ui.window.hit_actions import HitActions
from ui.window.hit_list import HitList
from ui.window.indexing_client import IndexingClient
from ui.window.indexing_conversation import IndexingConversation
from ui.window.invitation import InvitationPage
from ui.window.judging import Judging
from ui.window.language import current as current_language
from ui.window.language import translate
from ui.window.main_menu import MainMenu
from ui.window.own_questions import ChooseFile, OwnQuestions
from ui.window.page_renderer import PageRenderer
from ui.window.pages import EmptyPage
from ui.window.preview import Preview
from ui.window.queued_files import QueuedFiles
from ui.window.search_client import SearchClient
from ui.window.search_conversation import SearchConversation, SearchViews
from ui.window.search_header import SearchHeader
from ui.window.start_page import StartPage
from ui.window.status_line import StatusLine
from ui.window.why_questions import WhyQuestions
from ui.window.window_keys import WindowKeys, open_menu_of


class MainWindow(QMainWindow):
    settings_changed = Signal(object)       # Settings
    leaving = Signal()                      # the next closing is to end the program
    closed = Signal()

    def __init__(
        self,
        settings: Settings,
        search: SearchClient,
        indexing: IndexingClient,
        renderer: PageRenderer,
        places: QSettings | None = None,
        choose_folder: Callable[[QWidget], str] | None = None,
        choose_file: ChooseFile | None = None,
    ) -> None:
        super().__init__()
        self._settings = settings
        self._search = search
        self._indexing = indexing
        self._places = places
        self._status: Status | None = None
        self._has_added = False                 # a folder was added: it will be there at the next status
        self.menu = MainMenu(settings, self)
        self.header = SearchHeader(self.menu, self)
        self.history = History(places, self)
        self.filters = FilterBar(parent=self)
        self.banner = Banner(self)
        self.hits = HitList(self)
        self.note = QLabel(self)
        self.preview = Preview(renderer, self)
        self.folders = FoldersPage(str(settings.data_dir), self)
        self.start = StartPage(terminal_command(settings.data_dir), self)
        self.invitation, self.empty = InvitationPage(self.history, self), EmptyPage(self)
        self.evaluation = EvaluationPage(self)
        self.waiting = QWidget(self)        # until the first status is told: nothing that would flicker
        self.line = StatusLine(self)
        self.pages = QStackedWidget(self)
        self._build()
        views = SearchViews(
            self.header, self.filters, self.hits, self.note, self.preview, self.empty, self.line, self.banner
        )
        self.conversation = SearchConversation(views, search, self.history, lambda: self._settings, self)
        self.indexing = IndexingConversation(
            indexing, self.line, self.folders, self.banner, choose_folder or _ask_for_folder, self
        )
        self.hit_actions = HitActions(
            self.hits, self.preview, self.line, self.banner, lambda: self.pages.currentWidget() is self._results, self
        )
        self.why = WhyQuestions(
            search, self.conversation, self.indexing, self.hit_actions, self.menu.ocr, lambda: self._settings, self
        )
        self.judging = Judging(
            search.judging, self.conversation, self.hit_actions, self.hits, self.preview, self.line, self
        )
        self.own_questions = OwnQuestions(
            search.judging, self.evaluation, self.hit_actions, self.line, self.banner, self, choose_file
        )
        self.queued = QueuedFiles(search, self.conversation, self.indexing, self)
        self._connect()
        self._add_shortcuts()
        WindowKeys(self)
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
        elif self.conversation.is_idle:
            if self.pages.currentWidget() is not self.invitation:
                self._search.ask_recent()
            self._show_page(self.invitation)
        elif self.hits.hits or self.conversation.result is None:
            self._show_page(self._results)
        else:
            self._show_page(self.empty)

    def show_folders(self, tab: str = "folders") -> None:
        self.folders.show_tab(tab)
        self._search.ask_errors()
        self._search.ask_status()
        self.header.set_folders_open(True)
        self._show_page(self.folders)

    def show_evaluation(self) -> None:
        self.own_questions.refresh()
        self.header.set_folders_open(False)
        self._show_page(self.evaluation)
        self.evaluation.focus_first()

    def _search_for(self, question: str) -> None:
        """A question of the person's own, as if it were typed."""
        self.conversation.search_again(question)
        self.show_search()

    def _show_folder(self, tab: str, folder: str) -> None:
        self.show_folders(tab)
        self.folders.show_folder(folder)

    def _toggle_folders(self) -> None:
        if self.pages.currentWidget() is self.folders:
            self.show_search()
        else:
            self.show_folders()

    def _show_page(self, page: QWidget) -> None:
        self.pages.setCurrentWidget(page)
        alone = page in (self.folders, self.evaluation, self.start, self.waiting)
        self.filters.setVisible(not alone)
        self.header.set_alone(alone)

    def _is_elsewhere(self) -> bool:
        """On a page that results do not take the place of by themselves."""
        return self.pages.currentWidget() in (self.folders, self.evaluation)

    # -- what is open above the pages

    def _show_history(self) -> None:
        menu = HistoryMenu(self.history, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.set_query(self.header.field.text())
        menu.chosen.connect(self.conversation.search_again)
        field = self.header.field
        menu.popup(field.mapToGlobal(QPoint(0, field.height())))

    def search_in_results(self) -> None:
        """The next search looks in the documents that are found now."""
        if self.hits.hits and self.pages.currentWidget() is self._results:
            self.conversation.search_in(self.hits.hits)

    def ask_why(self, path: str = "") -> None:
        self.why.ask(path)

    # -- folders

    def add_paths(self, paths: list[str]) -> None:
        self.indexing.add_paths(paths)

    def _folder_added(self) -> None:
        self._has_added = True
        was_there = self.pages.currentWidget() is self.folders
        self.show_folders()
        if not was_there:               # what is typed next is a search, and a space presses no button
            self.header.offer_field()

    # -- news from the processes

    @Slot(object)
    def _take_status(self, status: Status) -> None:
        is_first = self._status is None
        had_folders = bool(self._status is not None and self._status.folders)
        self._status = status
        self.conversation.set_status(status)
        self._has_added = self._has_added and not status.folders
        self.line.set_status(status)
        self.folders.set_status(status)
        self.filters.set_status(status)
        self.invitation.set_status(status)
        if is_first or had_folders != bool(status.folders):
            if not self._is_elsewhere():
                self.show_search()
            if is_first:
                self._search.ask_errors()
                (self.start.focus_first if not (status.folders or self._has_added) else self.header.offer_field)()
        if is_first and status.folders:
            self._indexing.refresh()

    def _search_asked(self) -> None:
        """Results of before stay until the others are there; from the folders one goes to them."""
        if self._is_elsewhere() or self.hits.hits:
            self.show_search()

    def _search_changed(self) -> None:
        if not self._is_elsewhere():
            self.show_search()

    def _index_reloading(self) -> None:
        self.why.ask_again()
        if self.pages.currentWidget() is self.invitation:
            self._search.ask_recent()
        if self.pages.currentWidget() is self.folders:
            self._search.ask_errors()

    @Slot(str)
    def _try_again(self, code: str) -> None:
        if not self.conversation.try_again(code):
            self.indexing.start()

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
        for page in (self.waiting, self.start, self.invitation, self._results, self.empty, self.folders, self.evaluation):
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
        first_size.resize(self, 1280, 820)
        self._results.setSizes([500, 780])
        self._show_page(self.waiting)

    def _connect(self) -> None:
        search, conversation, indexing, actions = self._search, self.conversation, self.indexing, self.hit_actions
        self.header.moved.connect(self.hits.step)
        self.header.entered.connect(lambda: actions.act_on_current("open"))
        self.header.folders_wanted.connect(self._toggle_folders)
        self.header.history_wanted.connect(self._show_history)
        self.start.add_wanted.connect(lambda: self.start.add_folders(indexing.choose()))
        self.start.started.connect(self.add_paths)
        self.empty.unreadable_wanted.connect(lambda: self.show_folders("unreadable"))
        self.empty.why_wanted.connect(lambda: self.ask_why())
        self.folders.why_wanted.connect(self.ask_why)
        self.folders.show_wanted.connect(actions.show_path)
        self.folders.open_wanted.connect(actions.open_path)
        self.folders.back_wanted.connect(self.show_search)
        self.folders.recogniser_missing.connect(self._tell_recogniser_missing)
        self.line.details_wanted.connect(self.show_folders)
        self.line.unreadable_wanted.connect(lambda: self.show_folders("unreadable"))
        self.banner.acted.connect(self._try_again)
        search.shown.connect(self.preview.take_view)
        search.show_failed.connect(lambda failure: self.preview.take_failure(failure.message(current_language())))
        search.matches.connect(self._take_matches)
        search.status_told.connect(self._take_status)
        search.recent_told.connect(self.invitation.set_recent)
        search.errors_listed.connect(self.folders.set_errors)
        conversation.opened.connect(self.show_search)
        conversation.asked_anew.connect(self._search_asked)
        conversation.changed.connect(self._search_changed)
        conversation.outdated_found.connect(indexing.refresh_outdated)
        conversation.reloading.connect(self._index_reloading)
        indexing.added.connect(self._folder_added)
        indexing.committed.connect(conversation.take_commit)
        indexing.read.connect(search.ask_errors)
        indexing.reading_told.connect(self.empty.set_progress)
        indexing.paused.connect(lambda is_paused: self.change_settings(indexing_paused=is_paused))
        self.invitation.searched.connect(conversation.search_again)
        self.invitation.opened.connect(actions.open_path)
        actions.opened.connect(self.history.note_opened)
        actions.acted.connect(lambda: self.history.note(conversation.asked[0]))
        actions.narrowed.connect(lambda hit: conversation.search_in([hit]))
        actions.leave_out_wanted.connect(indexing.remove)
        self.why.place_wanted.connect(self._show_folder)
        self.menu.add_folder.triggered.connect(indexing.add_folder)
        self.menu.add_mail.triggered.connect(indexing.add_mail)
        self.menu.folders.triggered.connect(self._toggle_folders)
        self.menu.refresh.triggered.connect(lambda: indexing.refresh())
        self.menu.why.triggered.connect(lambda: self.ask_why())
        self.menu.measure.triggered.connect(
            lambda: self.show_search() if self.pages.currentWidget() is self.evaluation else self.show_evaluation()
        )
        self.evaluation.back_wanted.connect(self.show_search)
        self.own_questions.search_wanted.connect(self._search_for)
        self.menu.about.triggered.connect(self._tell_about)
        self.menu.leave.triggered.connect(self.leave)
        self.menu.language_chosen.connect(lambda name: self.change_settings(language=name))
        self.menu.theme_chosen.connect(lambda name: self.change_settings(theme=name))
        self.menu.refine.toggled.connect(self._switch_refinement)
        self.menu.ocr.toggled.connect(self._switch_ocr)

    @Slot(bool)
    def _switch_refinement(self, refine: bool) -> None:
        self.change_settings(refine=refine)
        self.conversation.ask_again()

    @Slot(bool)
    def _switch_ocr(self, is_on: bool) -> None:
        if is_on and self._status is not None and not self._status.is_ocr_installed:
            self.menu.ocr.setChecked(False)
            self._tell_recogniser_missing()
        elif is_on != self._settings.ocr:
            self.change_settings(ocr=is_on)
            self._search.ask_status()
            if self.pages.currentWidget() is self.folders:
                self._search.ask_errors()

    def _tell_recogniser_missing(self) -> None:
        self.banner.show_failure(Failure.of(OcrMissing()), "warning")

    @Slot(object, bool)
    def _take_matches(self, answer: Matches, is_found: bool) -> None:
        self.preview.take_matches(answer, is_found)

    def _add_shortcuts(self) -> None:
        for keys, act in (
            ("Ctrl+L", self.header.focus_field), ("Ctrl+F", self.header.focus_field), ("Ctrl+G", self.preview.open_find),
            ("F3", self.preview.next_match), ("Shift+F3", self.preview.previous_match), ("Escape", self._escape),
            ("Ctrl+Return", lambda: self.hit_actions.act_on_current("open")),
            ("Ctrl+H", self._show_history), ("Ctrl+I", lambda: self.hit_actions.act_on_current("why")),
            ("Ctrl+J", lambda: self.hit_actions.act_on_current("right")),
            ("Ctrl+Shift+J", lambda: self.hit_actions.act_on_current("wrong")),
            ("Ctrl+Shift+C", lambda: self.hit_actions.act_on_current("copy-passage")),
            ("Ctrl+Alt+C", lambda: self.hit_actions.act_on_current("copy-markdown")),
            ("Ctrl+M", lambda: self.hit_actions.act_on_current("search-in")), ("Ctrl+Shift+M", self.search_in_results),
            ("Ctrl+Shift+F", self.filters.focus_first), ("F10", self.header.open_menu), ("Shift+F10", self._open_menu_here),
            ("Ctrl++", lambda: self.preview.zoom_by(1)), ("Ctrl+=", lambda: self.preview.zoom_by(1)),
            ("Ctrl+-", lambda: self.preview.zoom_by(-1)), ("Ctrl+0", lambda: self.preview.zoom_by(0)),
        ):
            QShortcut(QKeySequence(keys), self, act)        # type: ignore[arg-type]

    def _escape(self) -> None:
        if self.preview.close_find():
            return
        if self._is_elsewhere():
            self.show_search()
            self.header.focus_field()
        elif self.header.field.hasFocus() and not self.header.field.text() and self.filters.scope:
            self.filters.set_scope("", ())
        elif self.header.field.hasFocus():
            self.header.field.clear()
        else:
            self.header.focus_field()

    def _open_menu_here(self) -> None:
        """The menu of what has the focus; in the search field, whose arrows go through the results, that of the chosen result."""
        focused = self.focusWidget()
        if focused in (self.header.field, self.hits) and self.hits.hits and self.pages.currentWidget() is self._results:
            self.hits.open_menu()
        elif focused is not None:
            open_menu_of(focused)

    def change_settings(self, **changes: object) -> None:
        self._settings = dataclasses.replace(self._settings, **changes)     # type: ignore[arg-type]
        self.settings_changed.emit(self._settings)

    def _tell_about(self) -> None:
        from ui.window.about_dialog import AboutDialog  # not before it is wanted, as all dialogs

        self.about = AboutDialog(self._settings.data_dir, self)
        self.about.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.about.show()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Fichero"))
        self.hits.setToolTip("")
        self.conversation.retranslate()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, as the space bar does."""
        button = self.focusWidget()
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and is_plain and isinstance(button, QPushButton | QToolButton):
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(button, QKeyEvent(kind, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier))
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is None and any(url.isLocalFile() for url in event.mimeData().urls()):     # no result of our own
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.add_paths([url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def leave(self) -> None:
        self.leaving.emit()
        self.close()

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


def _ask_for_folder(parent: QWidget) -> str:
    return QFileDialog.getExistingDirectory(parent, translate("MainWindow", "Add folder"), os.path.expanduser("~"))

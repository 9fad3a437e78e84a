"""Starts the window: the application, its language and colours, the window itself, and then the two processes."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import math
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from engine.autostart import set_autostart
from engine.errors import FicheroError, IndexLocked
from engine.machine.data_folder import prepare_data_dir
from engine.machine.logs import log_to
from engine.machine.version import VERSION
from engine.messages import Failure
from engine.processes import window_processes
from engine.processes.window_requests import Request, hand_over, lock_of
from engine.settings import Settings, change_settings
from ui.window import icons, language, quick_start, theme
from ui.window.child import Child
from ui.window.farewell import Farewell, carry_out
from ui.window.indexing_client import IndexingClient
from ui.window.main_window import MainWindow
from ui.window.page_renderer import PageRenderer, open_pages
from ui.window.preferences import Preferences
from ui.window.search_client import SearchClient
from ui.window.second_start import SecondStarts, bring_forward
from ui.window.settings_watch import SettingsWatch
from ui.window.signals import Signals
from ui.window.tray import Tray
from ui.window.written_answers import WrittenAnswers

log = logging.getLogger(__name__)

STOP_INDEXING_S = 4.0
STOP_SEARCH_S = 2.0
OWN_CHANGE_S = 3.0          # until what the window has changed is in the file
FOLLOWED = (                # settings that the window follows while it is open; the two processes follow the others
    "language", "theme", "n_threads", "ocr", "on_battery", "left_out", "left_out_kinds", "max_file_mb", "hidden", "gitignore",
    "folder_rules", "tray", "close_to_tray", "notifications", "start_at_login", "assistant_folders",
    "answer_address", "answer_model",
)


class NoDisplay(FicheroError):
    code = "no-display"

    def __init__(self) -> None:
        super().__init__(
            "There is no screen to open the window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
            "Every verb works without one: see `main.py --help`.",
            "No hay pantalla en la que abrir la ventana (ni DISPLAY ni WAYLAND_DISPLAY están definidos). "
            "Todos los verbos funcionan sin ella: véase `main.py --help`.",
        )


class Application(QObject):
    """The parts of the running window, made in order and ended in order."""

    _not_saved = Signal(object)

    def __init__(self, qt: QApplication, settings: Settings) -> None:
        super().__init__()
        self._qt = qt
        self._settings = settings
        self._language = language.Language(qt)
        self._theme = settings.theme
        self._use(settings)
        qt.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        self.search = SearchClient(Child("search", window_processes.search, (settings,)))
        self.indexing = IndexingClient(
            Child("indexing", window_processes.indexing, (settings,)), is_paused=settings.indexing_paused
        )
        passwords = self.indexing.passwords
        self.renderer = PageRenderer(lambda path: open_pages(path, passwords.all()))
        self._places = places_file(settings.data_dir / "window.ini")
        self.window = MainWindow(settings, self.search, self.indexing, self.renderer, self._places)
        self.window.settings_changed.connect(self._settings_changed)
        self.preferences = Preferences(self.window, settings, self.search, self.indexing)
        self.answers = WrittenAnswers(self.window, settings, self.search.answers)
        self.farewell: Farewell | None = None       # to be done once the window has closed
        self.preferences.farewell_wanted.connect(self._take_leave)
        self._tray_icon = self._make_tray(settings)
        self._changed_at = -math.inf
        self._saves = ThreadPoolExecutor(1, "save-settings")        # one after the other, in the order of the changes
        self._settings_watch = SettingsWatch(settings, self)
        self._settings_watch.changed.connect(self._follow_settings)
        self._not_saved.connect(lambda failure: self.window.banner.show_failure(failure))

    def _make_tray(self, settings: Settings) -> Tray:
        """The icon in the notification area. The program ends with the window, or when it is told to."""
        made = Tray(self.window, settings)
        self._qt.setQuitOnLastWindowClosed(False)
        self.window.closed.connect(made.take_away)
        self.window.closed.connect(self._qt.quit)
        self.window.leaving.connect(made.leave)
        self._qt.commitDataRequest.connect(made.leave)      # the session ends
        made.open_wanted.connect(lambda: bring_forward(self.window))
        made.leave_wanted.connect(self.window.leave)
        made.pause_wanted.connect(self.window.indexing.pause)
        self.search.status_told.connect(made.take_status)
        self.indexing.progressed.connect(made.take_progress)
        self.indexing.state_told.connect(made.take_state)
        self.indexing.failed.connect(made.take_failure)
        return made

    def start(self, in_background: bool = False) -> None:
        """Show the window; the processes start once it stands.

        Args:
            in_background: only the icon in the notification area, where there is one.
        """
        if not (in_background and self._tray_icon.is_shown):
            self.window.show()
        self._settings_watch.start()
        QTimer.singleShot(0, quick_start.done)
        QTimer.singleShot(0, self.search.start)
        QTimer.singleShot(400, self.indexing.start)

    @Slot(object)
    def come_forward(self, request: Request) -> None:
        """Somebody has started Fichero again, to see this window."""
        bring_forward(self.window, request.token)
        self.take_request(request)

    def end(self) -> None:
        """Close the window, also where it would only hide."""
        self._tray_icon.leave()
        self.window.close()

    @Slot(object)
    def _take_leave(self, farewell: Farewell) -> None:
        self.farewell = farewell
        self.end()

    def take_request(self, request: Request) -> None:
        """What a start asks for: folders to add, a search."""
        if request.folders:
            self.window.add_paths(list(request.folders))
        if request.query:
            self.window.show_search()
            self.window.header.field.setText(request.query)
            self.window.header.focus_field()

    def stop(self) -> None:
        """After the window has closed: the processes end by themselves within seconds, or are ended."""
        self._settings_watch.close()
        self.search.ask_to_stop()
        self.indexing.ask_to_stop()
        self.renderer.stop()
        self._saves.shutdown()
        self._places.sync()             # nothing is left to be written when it is destroyed
        self.search.wait_for_end(STOP_SEARCH_S)
        self.indexing.wait_for_end(STOP_INDEXING_S)
        self._language.remove()

    def _use(self, settings: Settings) -> None:
        name = language.of_system() if settings.language == "auto" else settings.language
        if name != self._language.name or not self._language.is_installed:
            self._language.use(name)        # type: ignore[arg-type]
        self._theme = settings.theme
        theme.apply(self._qt, settings.theme)       # type: ignore[arg-type]

    def _scheme_changed(self) -> None:
        if self._theme == "auto":
            theme.apply(self._qt, "auto")

    def _settings_changed(self, settings: Settings) -> None:
        """Save what the window has changed, and nothing else: a command may have changed other settings meanwhile."""
        self._changed_at = time.monotonic()
        self._use(settings)
        self._tray_icon.use(settings)
        former, self._settings = self._settings, settings
        changes = {
            field.name: getattr(settings, field.name) for field in dataclasses.fields(settings)
            if getattr(settings, field.name) != getattr(former, field.name)
        }

        def save() -> None:
            try:
                change_settings(settings.data_dir, lambda old: dataclasses.replace(old, **changes))
                if "start_at_login" in changes:
                    set_autostart(settings.start_at_login, settings.data_dir)
            except FicheroError as error:
                self._not_saved.emit(Failure.of(error))

        self._saves.submit(save)


    @Slot(object)
    def _follow_settings(self, found: Settings) -> None:
        """A command has changed the settings: the window shows them. What it has just changed itself is on its way there."""
        if time.monotonic() - self._changed_at < OWN_CHANGE_S:
            self._settings_watch.look_again(OWN_CHANGE_S)
            return
        changes = {
            name: getattr(found, name) for name in FOLLOWED if getattr(found, name) != getattr(self._settings, name)
        }
        if changes:
            self.window.change_settings(**changes)


def places_file(path: Path) -> QSettings:
    """Where the window keeps its size and what was searched lately; readable by its owner alone."""
    with contextlib.suppress(OSError):          # what cannot be written is said by whoever writes the index
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
    return QSettings(str(path), QSettings.Format.IniFormat)


def make_qt_application(arguments: list[str]) -> QApplication:
    qt = QApplication(arguments)
    qt.setApplicationName("fichero")
    qt.setApplicationDisplayName("Fichero")
    qt.setApplicationVersion(VERSION)
    qt.setDesktopFileName("fichero")
    qt.setStyle("Fusion")
    icons.register()
    qt.setWindowIcon(icons.application_icon())
    return qt


def run_window(settings: Settings, request: Request, in_background: bool = False) -> int:
    """Open the window and serve it until it is closed; folders are added to the index while one can already search.

    Where a window is open on this data folder already, it comes forward and gets the request.

    Raises:
        NoDisplay: there is no screen; DataFolderUnwritable, DiskFull: the data folder cannot be used.
    """
    if sys.platform == "linux" and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        raise NoDisplay
    began = time.monotonic()
    prepare_data_dir(settings.data_dir)
    lock = lock_of(settings.data_dir)
    try:
        lock.acquire()
    except IndexLocked:
        if hand_over(settings.data_dir, request):
            return 0
    log_to(settings.data_dir, "window")
    qt = make_qt_application(sys.argv[:1])
    application = Application(qt, settings)
    application.start(in_background)
    application.take_request(request)
    second_starts = SecondStarts(settings.data_dir, application)
    second_starts.wanted.connect(application.come_forward)
    second_starts.listen()
    log.info("window shown after %.0f ms", 1000 * (time.monotonic() - began))
    signals = Signals(application)
    signals.told.connect(application.end)
    code = qt.exec()
    second_starts.close()
    lock.release()
    application.stop()
    signals.close()
    if application.farewell is not None:
        words = language.Language(qt)
        words.use(language.current())
        code = carry_out(application.farewell, settings)
        words.remove()
    return code

"""Starts the window: the application, its language and colours, the window itself, and then the two processes."""

from __future__ import annotations

import dataclasses
import logging
import os
import signal
import sys
import threading
import time

from PySide6.QtCore import QObject, QSettings, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from engine import window_processes
from engine.errors import FicheroError, IndexLocked
from engine.logs import log_to
from engine.messages import Failure
from engine.settings import Settings, change_settings, prepare_data_dir
from engine.version import VERSION
from engine.window_requests import Request, hand_over, lock_of
from ui.window import icons, language, theme
from ui.window.child import Child
from ui.window.indexing_client import IndexingClient
from ui.window.main_window import MainWindow
from ui.window.page_renderer import PageRenderer, open_pages
from ui.window.search_client import SearchClient
from ui.window.second_start import SecondStarts, bring_forward

log = logging.getLogger(__name__)

STOP_INDEXING_S = 4.0
STOP_SEARCH_S = 2.0


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
        places = QSettings(str(settings.data_dir / "window.ini"), QSettings.Format.IniFormat)
        self.window = MainWindow(settings, self.search, self.indexing, self.renderer, places)
        self.window.settings_changed.connect(self._settings_changed)
        self._not_saved.connect(lambda failure: self.window.banner.show_failure(failure))

    def start(self) -> None:
        """Show the window; the processes start once it stands."""
        self.window.show()
        QTimer.singleShot(0, self.search.start)
        QTimer.singleShot(400, self.indexing.start)

    @Slot(object)
    def come_forward(self, request: Request) -> None:
        """Somebody has started Fichero again, to see this window."""
        bring_forward(self.window, request.token)
        self.take_request(request)

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
        self.search.ask_to_stop()
        self.indexing.ask_to_stop()
        self.renderer.stop()
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
        self._use(settings)
        former, self._settings = self._settings, settings
        changes = {
            field.name: getattr(settings, field.name) for field in dataclasses.fields(settings)
            if getattr(settings, field.name) != getattr(former, field.name)
        }

        def save() -> None:
            try:
                change_settings(settings.data_dir, lambda old: dataclasses.replace(old, **changes))
            except FicheroError as error:
                self._not_saved.emit(Failure.of(error))

        threading.Thread(target=save, name="save-settings", daemon=True).start()


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


def run_window(settings: Settings, request: Request) -> int:
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
    application.start()
    application.take_request(request)
    second_starts = SecondStarts(settings.data_dir, application)
    second_starts.wanted.connect(application.come_forward)
    second_starts.listen()
    log.info("window shown after %.0f ms", 1000 * (time.monotonic() - began))
    awake = _let_signals_through(qt)
    code = qt.exec()
    second_starts.close()
    lock.release()
    awake.stop()
    application.stop()
    return code


def _let_signals_through(qt: QApplication) -> QTimer:
    """Ctrl+C and a polite kill close the window: Python handles a signal only when its code runs."""
    signal.signal(signal.SIGINT, lambda *_: qt.closeAllWindows())
    signal.signal(signal.SIGTERM, lambda *_: qt.closeAllWindows())
    timer = QTimer()
    timer.timeout.connect(lambda: None)
    timer.start(500)
    return timer

"""The icon in the notification area: Fichero stays there while its window is closed, and tells what must be told."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from engine.messages import Failure, Status
from engine.processes.indexing_messages import IndexingState, IndexProgress
from engine.settings import Settings
from ui.window import icons, progress_words
from ui.window.language import current

LONG_S = 300.0              # a first reading that took longer is told of at its end
NEEDS_SOMEBODY = ("disk-full", "data-unwritable", "index-locked", "index-damaged")


def is_available() -> bool:
    return QSystemTrayIcon.isSystemTrayAvailable()


class Tray(QObject):
    """Follows the settings: an icon or none; closing hides the window or ends the program."""

    open_wanted = Signal()
    pause_wanted = Signal(bool)
    leave_wanted = Signal()

    def __init__(
        self, window: QWidget, settings: Settings, has_area: Callable[[], bool] = is_available,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._has_area = has_area
        self._clock = clock
        self._progress: IndexProgress | None = None
        self._state: IndexingState | None = None
        self._reading_since: float | None = None        # a first reading: nothing was complete before it
        self._is_leaving = False
        self.icon: QSystemTrayIcon | None = None
        self._menu = QMenu()
        self.actions = {name: QAction(self) for name in ("open", "pause", "leave")}
        self._menu.addActions(list(self.actions.values()))
        self.actions["open"].triggered.connect(self.open_wanted)
        self.actions["pause"].triggered.connect(lambda: self.pause_wanted.emit(not self._is_paused))
        self.actions["leave"].triggered.connect(self.leave_wanted)
        window.installEventFilter(self)
        self.use(settings)

    @property
    def _is_paused(self) -> bool:
        return self._state is not None and self._state.is_paused

    @property
    def is_shown(self) -> bool:
        return self.icon is not None and self.icon.isVisible()

    def use(self, settings: Settings) -> None:
        self._settings = settings
        if settings.tray and self._has_area():
            if self.icon is None:
                self.icon = QSystemTrayIcon(icons.application_icon(), self)
                self.icon.setContextMenu(self._menu)
                self.icon.activated.connect(self._activated)
                self.icon.messageClicked.connect(self.open_wanted)
            self.icon.show()
        elif self.icon is not None:
            self.icon.hide()
            if not self._window.isVisible() and not self._is_leaving:
                self.open_wanted.emit()         # nothing else would be left to open it with
        self.retranslate()

    def leave(self) -> None:
        """The next closing ends the program."""
        self._is_leaving = True

    def take_away(self) -> None:
        """The window has closed for good: what is still to be finished behind it needs no icon, which would answer nobody."""
        if self.icon is not None:
            self.icon.hide()

    def retranslate(self) -> None:
        self.actions["open"].setText(self.tr("Open Fichero"))
        self.actions["pause"].setText(self.tr("Go on indexing") if self._is_paused else self.tr("Pause indexing"))
        self.actions["leave"].setText(self.tr("Quit"))
        if self.icon is not None:
            text = progress_words.stage_in_words(self._progress, self._state)
            self.icon.setToolTip(f"Fichero\n{text}" if text else "Fichero")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Close and not self._is_leaving:
            if self._settings.close_to_tray and self.is_shown:
                event.ignore()
                self._window.hide()
                return True
        elif watched is self._window and event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        return super().eventFilter(watched, event)

    # -- what happens, and what is told of it

    @Slot(object)
    def take_progress(self, progress: IndexProgress) -> None:
        self._progress = progress
        self.retranslate()

    @Slot(object)
    def take_state(self, state: IndexingState) -> None:
        self._state = state
        self._progress = self._progress if state.is_busy else None
        self.retranslate()

    @Slot(object)
    def take_status(self, status: Status) -> None:
        """A first reading begins with the first documents whose meaning is to come, and ends when nothing is."""
        if status.documents and status.stage != "complete" and self._reading_since is None:
            self._reading_since = self._clock()
        elif status.documents and status.stage == "complete" and self._reading_since is not None:
            took_s, self._reading_since = self._clock() - self._reading_since, None
            if took_s > LONG_S:
                self._tell(
                    self.tr("Your documents are ready"),
                    self.tr("%n document(s) are found by words and by meaning.", "", status.documents),
                )

    @Slot(object, bool)
    def take_failure(self, failure: Failure, is_final: bool) -> None:
        if is_final or failure.code in NEEDS_SOMEBODY:
            self._tell(self.tr("Fichero needs you"), failure.message(current()))

    def _tell(self, title: str, text: str) -> None:
        """Only to somebody who looks at none of Fichero's windows: a dialog above the window takes its place as the active one."""
        if not self._settings.notifications or QApplication.activeWindow() is not None:
            return
        if self.icon is not None and self.is_shown:
            self.icon.showMessage(title, text, icons.application_icon())
        else:
            QApplication.alert(self._window)

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.open_wanted.emit()

"""The window's side of a second start: hears what it asks for, and comes forward (engine/processes/window_requests.py)."""

from __future__ import annotations

import logging
import os
import threading
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from engine.processes.window_requests import folder_of, make_folder, take

log = logging.getLogger(__name__)

_LOOK_S = 2.0               # where the system does not tell what changes in a folder


class SecondStarts(QObject):
    """Hears what later starts ask for, while the window is open."""

    wanted = Signal(object)         # Request

    def __init__(self, data_dir: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data_dir, self._folder = data_dir, folder_of(data_dir)
        self._poke = threading.Event()
        self._is_closing = False
        self._thread: threading.Thread | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._changed)

    def listen(self) -> None:
        """Once the window stands: take what was asked meanwhile, and what comes. The disk is read on a thread of its own."""
        try:
            make_folder(self._data_dir)
        except OSError as error:
            log.warning("a second start will not be heard: %s", error.strerror)
            return
        self._watcher.addPath(str(self._folder))
        self._thread = threading.Thread(target=self._hear, name="second-starts", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._is_closing = True
        self._poke.set()
        if self._thread is not None:
            self._thread.join(1.0)

    @Slot()
    def _changed(self) -> None:
        self._poke.set()

    def _hear(self) -> None:
        while not self._is_closing:
            self._poke.clear()
            for request in take(self._folder):
                self.wanted.emit(request)
            self._poke.wait(_LOOK_S)


def bring_forward(window: QWidget, token: str = "") -> None:
    """Show a window in front of the others, as far as the system lets it come there by itself; else it asks for attention."""
    if token:
        os.environ["XDG_ACTIVATION_TOKEN"] = token      # Qt takes it from there
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
    QApplication.alert(window)

"""Notices when a command has changed the settings, so that an open window follows."""

from __future__ import annotations

import logging
import math
import os
import threading
import time

from PySide6.QtCore import QObject, Signal

from engine.errors import FicheroError
from engine.settings import Settings, load_settings

log = logging.getLogger(__name__)

LOOK_S = 1.0


class SettingsWatch(QObject):
    """Looks at the file's stamp, on a thread of its own."""

    changed = Signal(object)        # Settings as the file holds them

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._again_at = math.inf
        self._first = self._stamp()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="settings", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(LOOK_S)

    def look_again(self, in_s: float) -> None:
        """Tell once more, as it is then."""
        self._again_at = time.monotonic() + in_s

    def _watch(self) -> None:
        stamp = self._first
        while not self._stop.wait(LOOK_S):
            now = self._stamp()
            if now == stamp and time.monotonic() < self._again_at:
                continue
            stamp, self._again_at = now, math.inf
            try:
                self.changed.emit(load_settings(self._settings.data_dir))
            except FicheroError as error:
                log.warning("the settings have changed and cannot be used: %s", error.code)

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            status = os.stat(self._settings.path)
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

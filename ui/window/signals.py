"""Ctrl+C, a polite kill and a closed terminal, told to the window at once."""

from __future__ import annotations

import os
import signal

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal, Slot

_LOOK_MS = 300              # where no pipe wakes the window


class Signals(QObject):
    """Python runs its handlers only when Python code runs, which in an idle window may take for ever: a pipe wakes it.

    On Windows, where only a socket could do that, Python code runs now and then instead.
    """

    told = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pipe: tuple[int, int] | None = None
        self._notifier: QSocketNotifier | None = None
        self._timer = QTimer(self)
        if os.name == "posix":
            self._pipe = os.pipe()
            for end in self._pipe:
                os.set_blocking(end, False)
            self._former_descriptor = signal.set_wakeup_fd(self._pipe[1], warn_on_full_buffer=False)
            self._notifier = QSocketNotifier(self._pipe[0], QSocketNotifier.Type.Read, self)
            self._notifier.activated.connect(self._take)
        else:
            self._timer.timeout.connect(self._look)
            self._timer.start(_LOOK_MS)
        self._was_told = False
        numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        self._former = {number: signal.signal(number, self._note) for number in numbers}

    def _note(self, number: int, frame: object) -> None:
        self._was_told = True

    @Slot()
    def _take(self) -> None:
        assert self._pipe is not None
        try:
            os.read(self._pipe[0], 1024)
        except BlockingIOError:
            return
        self.told.emit()

    @Slot()
    def _look(self) -> None:
        if self._was_told:
            self._was_told = False
            self.told.emit()

    def close(self) -> None:
        """From here on the signals do what they did before."""
        self._timer.stop()
        if self._notifier is not None and self._pipe is not None:
            self._notifier.setEnabled(False)
            signal.set_wakeup_fd(self._former_descriptor)
            for end in self._pipe:
                os.close(end)
        for number, handler in self._former.items():
            signal.signal(number, handler)

"""Ctrl+C, a polite kill and a closed terminal, told to the window at once."""

from __future__ import annotations

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot


class Signals(QObject):
    """Python runs its handlers only when Python code runs, which in an idle window may take for ever: a socket wakes it."""

    told = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read, self._written = socket.socketpair()
        self._read.setblocking(False)
        self._written.setblocking(False)
        self._former_descriptor = signal.set_wakeup_fd(self._written.fileno(), warn_on_full_buffer=False)
        numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        self._former = {number: signal.signal(number, _nothing) for number in numbers}
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._take)

    @Slot()
    def _take(self) -> None:
        try:
            self._read.recv(1024)
        except BlockingIOError:
            return
        self.told.emit()

    def close(self) -> None:
        """From here on the signals do what they did before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_descriptor)
        for number, handler in self._former.items():
            signal.signal(number, handler)
        self._read.close()
        self._written.close()


def _nothing(number: int, frame: object) -> None:
    pass

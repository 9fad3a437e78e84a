"""A process of ours and the thread that listens to it. The window sends frozen requests and gets frozen answers."""

from __future__ import annotations

import logging
import multiprocessing
import queue
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal, Slot

log = logging.getLogger(__name__)

Target = Callable[..., None]        # called in the child as target(connection, *arguments)

RESTARTS_AT_MOST = 3                # …in a row, without an answer in between
FIRST_DELAY_S = 0.5


class _Listener(QObject):
    """Lives on the child's own thread: starts the process, receives, starts it again when it is lost."""

    received = Signal(object)
    started = Signal()
    lost = Signal(bool)             # True: it is started again
    ended = Signal()

    def __init__(self, name: str, target: Target, arguments: tuple[Any, ...]) -> None:
        super().__init__()
        self._name = name
        self._target = target
        self._arguments = arguments
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._outbox: queue.SimpleQueue[object] | None = None
        self._process: multiprocessing.process.BaseProcess | None = None

    # -- called from the window's thread; none of these waits

    def send(self, message: object) -> bool:
        """Queue a message; False if there is no process to take it."""
        with self._lock:
            if self._outbox is None:
                return False
            self._outbox.put(message)
            return True

    def reopen(self) -> None:
        self._closing.clear()

    def stop(self, message: object) -> None:
        self._closing.set()
        self.send(message)

    def kill(self) -> None:
        self._closing.set()
        with self._lock:
            if self._process is not None and self._process.is_alive():
                self._process.kill()

    # -- on the child's own thread

    @Slot()
    def serve(self) -> None:
        failures = 0
        while not self._closing.is_set():
            answered = self._run_once()
            failures = 1 if answered else failures + 1
            if self._closing.is_set():
                break
            again = failures <= RESTARTS_AT_MOST
            log.error("the %s process ended unexpectedly%s", self._name, "" if again else "; given up")
            self.lost.emit(again)
            if not again:
                break
            self._closing.wait(FIRST_DELAY_S * 2 ** (failures - 1))
        self.ended.emit()

    def _run_once(self) -> bool:
        """One life of the process; True if it said anything."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=True)
        process = context.Process(
            target=self._target, args=(theirs, *self._arguments), name=f"fichero-{self._name}", daemon=False
        )
        began = time.monotonic()
        process.start()
        theirs.close()
        outbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        with self._lock:
            self._outbox, self._process = outbox, process
        sender = threading.Thread(target=_send_all, args=(ours, outbox), name=f"send-{self._name}", daemon=True)
        sender.start()
        log.debug("%s process started in %.0f ms", self._name, 1000 * (time.monotonic() - began))
        self.started.emit()
        answered = self._receive(ours)
        with self._lock:
            self._outbox = None
        outbox.put(None)
        process.join(5)
        if process.is_alive():
            process.kill()
            process.join()
        sender.join(1)
        ours.close()
        with self._lock:
            self._process = None
        return answered

    def _receive(self, connection: Connection) -> bool:
        answered = False
        while True:
            try:
                message = connection.recv()
            except (EOFError, OSError):
                return answered
            answered = True
            self.received.emit(message)


def _send_all(connection: Connection, outbox: queue.SimpleQueue[object]) -> None:
    """Send until None comes. A full pipe holds this thread and never the window's."""
    while True:
        message = outbox.get()
        if message is None:
            return
        try:
            connection.send(message)
        except (BrokenPipeError, OSError):
            return


class Child(QObject):
    """A process with its thread. All signals arrive on the thread of the object that they are connected to."""

    received = Signal(object)
    started = Signal()
    lost = Signal(bool)

    def __init__(self, name: str, target: Target, arguments: tuple[Any, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = QThread(self)
        self._thread.setObjectName(f"listen-{name}")
        self._listener = _Listener(name, target, arguments)
        self._listener.moveToThread(self._thread)
        self._thread.started.connect(self._listener.serve)
        self._listener.received.connect(self.received)
        self._listener.started.connect(self.started)
        self._listener.lost.connect(self.lost)
        self._listener.ended.connect(self._thread.quit)

    def start(self) -> None:
        """Start the process, or start it again after it has been given up."""
        if not self._thread.isRunning():
            self._listener.reopen()
            self._thread.start()

    def send(self, message: object) -> bool:
        return self._listener.send(message)

    def ask_to_stop(self, message: object) -> None:
        """Let the process finish what it must; follow with `wait_for_end`."""
        self._listener.stop(message)

    def wait_for_end(self, timeout_s: float) -> bool:
        """Only at closing: wait for the end, kill what does not end in time. True if it ended by itself."""
        if not self._thread.isRunning():
            return True
        self._thread.quit()
        by_itself = self._thread.wait(int(1000 * timeout_s))
        if not by_itself:
            log.warning("a process did not end in %.1f s and is killed", timeout_s)
            self._listener.kill()
            self._thread.wait(5000)
        return by_itself

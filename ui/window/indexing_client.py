"""The window's side of the indexing process."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from engine.machine.passwords import Passwords
from engine.processes.indexing_messages import (
    Add,
    Committed,
    First,
    IndexingDone,
    IndexingFailed,
    IndexingState,
    IndexProgress,
    Pause,
    Refresh,
    Remove,
    Removed,
    Resume,
    Stop,
    Unlock,
)
from ui.window.child import Child


class IndexingClient(QObject):
    progressed = Signal(object)         # IndexProgress
    state_told = Signal(object)         # IndexingState
    committed = Signal()
    done = Signal(object)               # IndexingDone
    removed = Signal(str, int)          # path, documents
    failed = Signal(object, bool)       # Failure; does the process end
    lost = Signal(bool)

    def __init__(self, child: Child, is_paused: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = child
        self.passwords = Passwords()            # of this session, also for drawing pages
        self._is_paused = is_paused
        self._is_given_up = False
        self._waiting: list[object] = []        # asked and not yet done: asked again of a new process
        child.received.connect(self._receive)
        child.started.connect(self._started)
        child.lost.connect(self._lost)

    @property
    def is_paused(self) -> bool:
        return self._is_paused

    @property
    def is_given_up(self) -> bool:
        """The process has ended for good: another Fichero writes the index, or it cannot be opened."""
        return self._is_given_up

    def start(self) -> None:
        self._child.start()

    def ask_to_stop(self) -> None:
        self._child.ask_to_stop(Stop())

    def wait_for_end(self, timeout_s: float) -> bool:
        return self._child.wait_for_end(timeout_s)

    def add(self, path: str) -> None:
        self._ask(Add((path,)))

    def recognise(self, folder: str, is_on: bool) -> None:
        """Whether pictures and scans are read in this folder, which was added before."""
        self._ask(Add((folder,), ocr=is_on))

    def remove(self, path: str) -> None:
        self._ask(Remove(path))

    def refresh(self, paths: tuple[str, ...] = ()) -> None:
        self._ask(Refresh(paths))

    def read_again(self, paths: tuple[str, ...]) -> None:
        """Files whose documents are read anew though they have not changed."""
        self._ask(Refresh(paths, again=True))

    def unlock(self, path: str, password: str) -> None:
        """Read a file under a password again. Answered by `done`; it has indexed nothing if the password does not fit."""
        self.passwords.add(password)
        self._ask(Unlock((path,), password))

    def first(self, path: str) -> None:
        """Index this file or folder before all else."""
        self._child.send(First((path,)))

    def pause(self) -> None:
        self._is_paused = True
        self._child.send(Pause())

    def resume(self) -> None:
        self._is_paused = False
        self._child.send(Resume())

    def _ask(self, command: object) -> None:
        if command not in self._waiting:
            self._waiting.append(command)
        self._child.send(command)

    @Slot()
    def _started(self) -> None:
        if self._is_paused:
            self._child.send(Pause())
        for command in self._waiting:
            self._child.send(command)

    @Slot(bool)
    def _lost(self, again: bool) -> None:
        if not again:
            self._is_given_up = True
        self.lost.emit(again)

    @Slot(object)
    def _receive(self, message: object) -> None:
        match message:
            case IndexProgress():
                self.progressed.emit(message)
            case IndexingState():
                self._is_given_up = False
                self.state_told.emit(message)
            case Committed():
                self.committed.emit()
            case IndexingDone():
                self._settle(message.paths)
                self.done.emit(message)
            case Removed():
                self._settle((message.path,))
                self.removed.emit(message.path, message.n_documents)
            case IndexingFailed():
                self._settle(message.paths)
                if message.is_final:
                    self._is_given_up = True
                    self._child.ask_to_stop(Stop())     # not started again: the same would happen
                self.failed.emit(message.failure, message.is_final)

    def _settle(self, paths: tuple[str, ...]) -> None:
        self._waiting = [
            command for command in self._waiting
            if not (isinstance(command, Remove) and (command.path,) == paths)
            and not (isinstance(command, Add | Refresh | Unlock) and command.paths == paths)
        ]

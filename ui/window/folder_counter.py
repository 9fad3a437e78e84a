"""Counts what is in folders that are not added yet, one after the other, in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import QObject, QProcess, Signal, Slot


class FolderCounter(QObject):
    """Runs `folders --count`, since a walk through a disk would hold the window."""

    counted = Signal(str, int, list)        # path, documents, [[rule, files], …]
    failed = Signal(str)                    # path

    def __init__(self, command: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = list(command)
        self._waiting: list[str] = []
        self._path = ""
        self._process: QProcess | None = None

    def count(self, path: str) -> None:
        self._waiting.append(path)
        if self._process is None:
            self._next()

    def stop(self) -> None:
        """Nobody waits for the counts any more."""
        self._waiting.clear()
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _next(self) -> None:
        self._path = self._waiting.pop(0)
        process = self._process = QProcess(self)
        process.finished.connect(self._take)
        process.errorOccurred.connect(lambda error: self._take() if error == QProcess.ProcessError.FailedToStart else None)
        process.start(self._command[0], [*self._command[1:], "folders", "--json", "--count", self._path])

    @Slot()
    def _take(self) -> None:
        process = self._process
        if process is None or self.sender() not in (None, process):
            return              # one that was stopped
        said = bytes(process.readAllStandardOutput().data())
        process.deleteLater()
        self._process = None
        try:
            count = json.loads(said)
            self.counted.emit(self._path, int(count["documents"]), list(count["left_out"]))
        except (ValueError, KeyError, TypeError):
            self.failed.emit(self._path)
        if self._waiting and self._process is None:
            self._next()

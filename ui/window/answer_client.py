"""The window's side of written answers: one at a time, by its number; answers that nobody waits for are dropped."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QObject, Signal, Slot

from engine.hits import Filters
from engine.messages import Failure
from engine.written_answers.answer_messages import (
    AnswerChecked,
    AnswerDrafted,
    AnswerFailed,
    AnswerPiece,
    DraftAnswer,
    StopAnswer,
    WriteAnswer,
)
from ui.window.child import Child
from ui.window.language import current


class AnswerClient(QObject):
    drafted = Signal(object)        # Draft
    wrote = Signal(str)             # the next piece
    checked = Signal(object)        # CheckedAnswer
    failed = Signal(object)         # Failure

    def __init__(self, child: Child, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = child
        self._ids = itertools.count(1)
        self._id = 0                # of the one that is waited for
        child.received.connect(self._receive)
        child.lost.connect(self._lost)

    def draft(self, question: str, filters: Filters) -> None:
        self._id = next(self._ids)
        if not self._child.send(DraftAnswer(self._id, question, filters, current())):
            self._lost()

    def write(self, address: str, model: str) -> None:
        """Send what was drafted last."""
        if not self._child.send(WriteAnswer(self._id, address, model)):
            self._lost()

    def stop(self) -> None:
        if self._id:
            self._child.send(StopAnswer(self._id))
            self._id = 0

    @Slot()
    def _lost(self, *_: object) -> None:
        """The process has ended, and with it what it was writing: it is not asked again by itself, since it would be sent again."""
        if self._id:
            self._id = 0
            self.failed.emit(Failure(
                "answer-lost", "The search process ended while the answer was being written. Ask again.",
                "El proceso de búsqueda terminó mientras se redactaba la respuesta. Vuelva a pedirla.",
            ))

    @Slot(object)
    def _receive(self, message: object) -> None:
        match message:
            case AnswerDrafted(id=id) if id == self._id:
                self.drafted.emit(message.draft)
            case AnswerPiece(id=id) if id == self._id:
                self.wrote.emit(message.text)
            case AnswerChecked(id=id) if id == self._id:
                self._id = 0
                self.checked.emit(message.answer)
            case AnswerFailed(id=id) if id == self._id:
                self._id = 0
                self.failed.emit(message.failure)

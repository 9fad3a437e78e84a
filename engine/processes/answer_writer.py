"""Written answers in the search process: drafted and checked on the search thread, which owns the models; written on one of its own,
which waits for the person's model as long as that takes, so that no search waits for it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from engine.errors import Cancelled, FicheroError
from engine.messages import Failure
from engine.written_answers.answer_messages import (
    AnswerChecked,
    AnswerDrafted,
    AnswerFailed,
    AnswerPiece,
    CheckWritten,
    Draft,
    DraftAnswer,
    WriteAnswer,
)

if TYPE_CHECKING:
    from engine.processes.search_desk import SearchDesk
    from engine.search.engine import Engine

log = logging.getLogger(__name__)


class AnswerWriter:
    def __init__(self, desk: SearchDesk) -> None:
        self._desk = desk
        self._drafted: tuple[int, Draft] | None = None      # the latest: only what was shown is sent

    def answer(self, engine: Engine, request: DraftAnswer | CheckWritten) -> None:
        """On the search thread. What goes wrong is told; Cancelled is raised."""
        from engine.written_answers.answer_desk import checked, draft_of

        try:
            if isinstance(request, DraftAnswer):
                draft = draft_of(
                    engine, request.text, request.filters, request.language,
                    lambda: self._desk.answering != request.id or self._desk.is_stopping,
                )
                self._drafted = request.id, draft
                self._desk.tell(AnswerDrafted(request.id, draft))
            elif self._drafted is not None and self._drafted[0] == request.id:
                self._desk.tell(AnswerChecked(request.id, checked(engine, self._drafted[1], request.text)))
        except Cancelled:
            raise
        except Exception as error:
            self.fail(request.id, error)

    def fail(self, id: int, error: BaseException) -> None:
        if not isinstance(error, FicheroError):
            log.error("a written answer failed", exc_info=error)
        self._desk.tell(AnswerFailed(id, Failure.of(error)))

    def serve(self) -> None:
        """On a thread of its own."""
        while (request := self._desk.next_writing()) is not None:
            try:
                text = self._written(request)
            except Cancelled:
                continue
            except Exception as error:
                self.fail(request.id, error)
            else:
                self._desk.check_soon(CheckWritten(request.id, text))

    def _written(self, request: WriteAnswer) -> str:
        from engine.machine.local_address import read_address
        from engine.written_answers.local_model import LocalModel

        drafted = self._drafted
        if drafted is None or drafted[0] != request.id or drafted[1].refusal is not None:
            raise Cancelled         # another question has taken its place
        return LocalModel(read_address(request.address), request.model).answer(
            drafted[1].messages,
            lambda piece: self._desk.tell(AnswerPiece(request.id, piece)),
            lambda: self._desk.answering != request.id or self._desk.is_stopping,
        )

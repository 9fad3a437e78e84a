"""The window's side of judging: requests to the search process about a person's own questions, and the answers that are awaited."""

from __future__ import annotations

import itertools
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine.evaluation.judgements import Judgement
from engine.evaluation.judging_messages import (
    OWN,
    AskJudgements,
    AskRun,
    AskRuns,
    DropRun,
    Examine,
    Examined,
    Export,
    JudgementsTold,
    JudgingFailed,
    Measure,
    Measured,
    Measuring,
    MeasuringStopped,
    Revise,
    RunsListed,
    RunTold,
    Settle,
    StopMeasuring,
    TakeIn,
    Writing,
)
from engine.messages import Failure
from ui.window.child import Child


class JudgingClient(QObject):
    told = Signal(object)               # JudgementsTold
    runs_listed = Signal(object)        # tuple[SavedRun, …]
    run_told = Signal(object)           # RunTold
    progressed = Signal(int, int)       # questions measured, of how many
    measured = Signal(object)           # Measured
    stopped = Signal()                  # measuring ended without a result
    examined = Signal(object)           # Examined
    failed = Signal(object)             # Failure

    def __init__(self, child: Child, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child = child
        self._ids = itertools.count(1)
        self._waiting: dict[type, Any] = {}     # by kind, the latest request that is not answered
        self._unsent: list[Writing] = []        # what was to be kept while no process was there to keep it
        child.received.connect(self._receive)
        child.started.connect(self._started)
        child.lost.connect(self._lost)

    @property
    def is_measuring(self) -> bool:
        return Measure in self._waiting

    def ask_judgements(self, source: str = OWN) -> None:
        self._ask(AskJudgements(next(self._ids), source))

    def settle(self, question: str, path: str, is_right: bool | None, page: int | None = None) -> None:
        self._write(Settle(next(self._ids), question, path, is_right, page))

    def revise(self, question: str, judgements: tuple[Judgement, ...]) -> None:
        self._write(Revise(next(self._ids), question, judgements))

    def take_in(self, source: str) -> None:
        self._write(TakeIn(next(self._ids), source))

    def export(self, target: str) -> None:
        self._write(Export(next(self._ids), target))

    def ask_runs(self) -> None:
        self._ask(AskRuns(next(self._ids)))

    def ask_run(self, name: str) -> None:
        self._ask(AskRun(next(self._ids), name))

    def drop_run(self, name: str) -> None:
        self._write(DropRun(next(self._ids), name))

    def measure(self, source: str, name: str) -> None:
        self._ask(Measure(next(self._ids), source, name))

    def stop_measuring(self) -> None:
        request = self._waiting.get(Measure)
        if request is not None:
            self._child.send(StopMeasuring(request.id))

    def examine(self, question: str, judgements: tuple[Judgement, ...]) -> None:
        self._ask(Examine(next(self._ids), question, judgements))

    def _ask(self, request: Any) -> None:
        self._waiting[type(request)] = request
        self._child.send(request)

    def _write(self, request: Writing) -> None:
        if not self._child.send(request):
            self._unsent.append(request)

    @Slot()
    def _started(self) -> None:
        """Tell a new process what none was there to hear, and ask what the one before it has not answered."""
        unsent, self._unsent = self._unsent, []
        for request in (*unsent, *self._waiting.values()):
            self._child.send(request)
        if AskJudgements not in self._waiting:
            self.ask_judgements()

    @Slot(bool)
    def _lost(self, again: bool) -> None:
        """A measuring that was lost with its process is not begun anew."""
        if self._waiting.pop(Measure, None) is not None:
            self.stopped.emit()

    @Slot(object)
    def _receive(self, message: object) -> None:
        match message:
            case JudgementsTold():
                if self._is_latest(AskJudgements, message.id):
                    del self._waiting[AskJudgements]
                self.told.emit(message)
            case RunsListed():
                self._waiting.pop(AskRuns, None)
                self.runs_listed.emit(message.runs)
            case RunTold():
                self._take(AskRun, message.id)
                self.run_told.emit(message)
            case Measuring() if self._is_latest(Measure, message.id):
                self.progressed.emit(message.done, message.total)
            case Measured() if self._take(Measure, message.id):
                self.measured.emit(message)
            case MeasuringStopped() if self._take(Measure, message.id):
                self.stopped.emit()
            case Examined() if self._take(Examine, message.id):
                self.examined.emit(message)
            case JudgingFailed():
                self._fail(message.id, message.failure)
            case _:
                pass        # of the searches, or an answer that is not the latest

    def _fail(self, id: int, failure: Failure) -> None:
        if self._take(Measure, id):
            self.stopped.emit()
        for kind in (AskJudgements, AskRuns, AskRun, Examine):
            self._take(kind, id)
        self.failed.emit(failure)

    def _is_latest(self, kind: type, id: int) -> bool:
        return kind in self._waiting and self._waiting[kind].id == id

    def _take(self, kind: type, id: int) -> bool:
        is_latest = self._is_latest(kind, id)
        if is_latest:
            del self._waiting[kind]
        return is_latest

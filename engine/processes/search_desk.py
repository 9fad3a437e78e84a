"""What the window has asked its search process and what waits for an answer: newer requests take the place of older ones."""

from __future__ import annotations

import logging
import os
import threading
from collections import deque
from multiprocessing.connection import Connection

from engine.evaluation.judging_messages import (
    Asking,
    AskJudgements,
    AskRun,
    AskRuns,
    DropRun,
    Examine,
    Export,
    Measure,
    MeasuringStopped,
    Revise,
    Settle,
    StopMeasuring,
    TakeIn,
    Writing,
)
from engine.messages import (
    Ask,
    AskErrors,
    AskPassages,
    AskQueued,
    AskRecent,
    AskStatus,
    AskWhy,
    Find,
    Reload,
    Show,
    Stop,
    Suggest,
)
from engine.written_answers.answer_messages import CheckWritten, DraftAnswer, StopAnswer, WriteAnswer

log = logging.getLogger(__name__)

Reading = Show | Find | Suggest | AskRecent | AskStatus | AskErrors | AskWhy | AskQueued | Asking | Writing
Answering = DraftAnswer | CheckWritten
Quick = Ask | AskPassages | Reload | Examine | Answering          # goes before a measuring at work
Searching = Quick | Measure

LOOK_FOR_PARENT_S = 1.0


class SearchDesk:
    """What was asked and is still to be answered."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._parent = os.getppid()
        self._sending = threading.Lock()
        self._changed = threading.Condition()
        self._ask: Ask | None = None
        self._passages: AskPassages | None = None
        self._reload = False
        self._examine: Examine | None = None
        self._measure: Measure | None = None
        self._answering: Answering | None = None
        self._write: WriteAnswer | None = None
        self._readings: deque[Reading] = deque()
        self.is_stopping = False
        self.n_reloads = 0          # asked so far
        self.latest_ask = 0
        self.latest_show = 0
        self.answering = 0          # id of the written answer that the window waits for; 0: none, or it is to stop
        self.measuring = 0          # id of what is measured, or is to be; 0: nothing, or it is to stop

    def receive(self) -> None:
        """Until Stop, or until the window is gone."""
        while not self.is_stopping:
            try:
                if self._connection.poll(LOOK_FOR_PARENT_S):
                    self._take(self._connection.recv())
                elif os.getppid() != self._parent:
                    raise EOFError
            except (EOFError, OSError):
                self._take(Stop())

    def _take(self, message: object) -> None:
        with self._changed:
            match message:
                case Stop():
                    self.is_stopping = True
                case Ask():
                    self._ask, self.latest_ask = message, message.id
                case AskPassages():
                    self._passages = message
                case Reload():
                    self._reload = True
                    self.n_reloads += 1
                case Show():
                    self._readings = deque(m for m in self._readings if not isinstance(m, Show))
                    self._readings.appendleft(message)
                    self.latest_show = message.id
                case Examine():
                    self._examine = message
                case DraftAnswer():
                    self._answering, self._write, self.answering = message, None, message.id
                case WriteAnswer(id=id) if id == self.answering:
                    self._write = message
                case StopAnswer(id=id) if id == self.answering:
                    self._answering, self._write, self.answering = None, None, 0
                case WriteAnswer() | StopAnswer():
                    pass
                case Measure():
                    self._measure, self.measuring = message, message.id
                case StopMeasuring(id=id) if id == self.measuring:
                    self._measure, self.measuring = None, 0
                    self.tell(MeasuringStopped(id))
                case StopMeasuring():
                    pass
                case Settle() | Revise() | TakeIn() | Export() | DropRun():
                    self._readings.append(message)
                case Find() | Suggest() | AskRecent() | AskStatus() | AskErrors() | AskWhy() | AskQueued() | AskJudgements() | AskRuns() | AskRun():
                    self._readings = deque(m for m in self._readings if type(m) is not type(message))
                    self._readings.append(message)
                case _:
                    log.error("an unknown request: %s", type(message).__name__)
            self._changed.notify_all()

    def next_search(self) -> Searching | None:
        """Waits for it; None: the process is to end."""
        with self._changed:
            while not (self.is_stopping or self._measure or self._has_quick()):
                self._changed.wait()
            if self.is_stopping:
                return None
            if self._has_quick():
                return self._take_quick()
            measure, self._measure = self._measure, None
            return measure

    def waiting_search(self) -> Quick | None:
        """What a measuring at work lets go before it, if anything waits."""
        with self._changed:
            return self._take_quick() if self._has_quick() else None

    def _has_quick(self) -> bool:
        return bool(self._ask or self._passages or self._reload or self._examine or self._answering)

    def _take_quick(self) -> Quick | None:
        if self._reload:
            self._reload = False
            return Reload()
        if self._ask is not None:
            ask, self._ask = self._ask, None
            return ask
        if self._passages is not None:
            passages, self._passages = self._passages, None
            return passages
        if self._examine is not None:
            examine, self._examine = self._examine, None
            return examine
        answering, self._answering = self._answering, None
        return answering

    def check_soon(self, written: CheckWritten) -> None:
        """What a model wrote is to be checked on the search thread."""
        with self._changed:
            if written.id == self.answering:
                self._answering = written
            self._changed.notify_all()

    def next_writing(self) -> WriteAnswer | None:
        """Waits for it; None: the process is to end."""
        with self._changed:
            while not (self.is_stopping or self._write):
                self._changed.wait()
            write, self._write = self._write, None
            return None if self.is_stopping else write

    def next_reading(self) -> Reading | None:
        with self._changed:
            while not (self.is_stopping or self._readings):
                self._changed.wait()
            return None if self.is_stopping else self._readings.popleft()

    @property
    def has_readings(self) -> bool:
        return bool(self._readings)

    def read_later(self, reading: Reading) -> None:
        """After all that waits; not at all where a newer request of its kind does."""
        with self._changed:
            if not any(type(waiting) is type(reading) for waiting in self._readings):
                self._readings.append(reading)

    def wait_for_reload(self) -> bool:
        """True when told to look again; False: the process is to end. Searches asked meanwhile are kept."""
        with self._changed:
            while not (self.is_stopping or self._reload):
                self._changed.wait()
            self._reload = False
            return not self.is_stopping

    def tell(self, message: object) -> None:
        try:
            with self._sending:
                self._connection.send(message)
        except (OSError, ValueError):
            log.debug("nobody listens")

"""How far indexing is, told to whoever shows it: at most ten times a second, and at each stage's end."""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

IndexingStage = Literal["scan", "text", "vectors", "ocr"]
_INTERVAL_S = 0.1
_SETTLED_S = 3.0            # an estimate from less than this is worth nothing
_STRETCH_S, _STRETCH_SHARE = 20.0, 0.25     # the rate is that of the last stretch: so long, or so much of the time until now
_MARK_EVERY_S = 0.5
_PIECES = 4                 # of that stretch, whose rates are compared
_UNSTEADY = 1.3             # the slowest guess to the fastest from which both are told


@dataclass(frozen=True, slots=True)
class IndexProgress:
    """`done` of `total`: files looked at (scan; total 0 = not known), files read (text), chunks embedded (vectors),
    files whose pictures were read (ocr)."""

    stage: IndexingStage
    done: int
    total: int
    current_path: str = ""
    folder: str = ""                    # the root being worked on; "" in the vector stage
    seconds_left: float | None = None   # None: too early to tell
    span_left: tuple[float, float] | None = None    # seconds at the fastest and at the slowest of late; None: it goes evenly


class ProgressReporter:
    """Guesses the time left from how fast the work went of late; `work` is in any unit that goes with time: tokens, bytes.

    Of late, because the computer may have got other work since, or be rid of it. The clock starts at the first step: what
    comes before it (a model is loaded) is done only once.
    """

    def __init__(self, tell: Callable[[IndexProgress], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._tell = tell
        self._clock = clock
        self._next = 0.0
        self._stage: IndexingStage = "scan"
        self._started: float | None = None
        self._folder = ""
        self._total = 0
        self._done = 0
        self._work_done = self._work_left = 0.0
        self._marks: deque[tuple[float, float]] = deque()       # when so much work had been done

    def start(self, stage: IndexingStage, total: int, folder: str = "", work: float | None = None, done: int = 0) -> None:
        """`work` that is left; each of `total` is taken for the same if None. `done` of the total: by an earlier run, interrupted."""
        self._stage, self._total, self._folder = stage, total, folder
        self._started, self._done = None, done
        self._work_done, self._work_left = 0.0, float(total - done if work is None else work)
        self._marks.clear()
        self._next = 0.0
        self.step(done)

    def resize(self, total: int, work_left: float) -> None:
        """There is more to do than was thought, or less: `total` in all, and so much work is left."""
        self._total, self._work_left = total, work_left

    def spare(self, work: float) -> None:
        """So much of the work need not be done."""
        self._work_left = max(0.0, self._work_left - work)

    def step(self, done: int, current_path: str = "", work: float | None = None) -> None:
        """`done` of `total` are done, after `work` more (one for each if None)."""
        now = self._clock()
        more = float(done - self._done) if work is None else work
        self._done = done
        if more > 0:
            self._work_left = max(0.0, self._work_left - more)
            if self._started is None:
                self._started = now
                self._marks.append((now, 0.0))
            else:
                self._work_done += more
                self._mark(now)
        if now < self._next and (done < self._total or not self._total):
            return
        self._next = now + _INTERVAL_S
        left = self._left(now)
        span = self._span() if left is not None else None
        self._tell(IndexProgress(self._stage, done, self._total, current_path, self._folder, left, span))

    def _left(self, now: float) -> float | None:
        if not self._total or self._started is None or now - self._started < _SETTLED_S or not self._work_done:
            return None
        since, before = self._marks[0]
        return round((now - since) / (self._work_done - before) * self._work_left, 1)

    def _span(self) -> tuple[float, float] | None:
        """What is left at the fastest and the slowest rate of the pieces of the last stretch; None where they are much alike."""
        marks, most = list(self._marks), _PIECES * 2
        if len(marks) < most:
            return None
        begun, ended = marks[0][0], marks[-1][0]
        edges = [marks[0]]
        for mark in marks[1:]:
            if mark[0] - edges[-1][0] >= 0.99 * (ended - begun) / _PIECES:
                edges.append(mark)
        rates = [
            (done - before) / (until - since) for (since, before), (until, done) in itertools.pairwise(edges) if done > before
        ]
        if not rates or max(rates) < _UNSTEADY * min(rates):
            return None
        return round(self._work_left / max(rates), 1), round(self._work_left / min(rates), 1)

    def _mark(self, now: float) -> None:
        if now - self._marks[-1][0] >= _MARK_EVERY_S:
            self._marks.append((now, self._work_done))
        stretch = max(_STRETCH_S, _STRETCH_SHARE * (now - (self._started or now)))
        while len(self._marks) > 2 and now - self._marks[1][0] >= stretch:      # the first is at least so old
            self._marks.popleft()

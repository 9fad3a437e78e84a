"""How far indexing is, told to whoever shows it: at most ten times a second, and at each stage's end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

IndexingStage = Literal["scan", "text", "vectors", "ocr"]
_INTERVAL_S = 0.1
_SETTLED_S = 3.0            # an estimate from less than this is worth nothing


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


class ProgressReporter:
    def __init__(self, tell: Callable[[IndexProgress], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._tell = tell
        self._clock = clock
        self._next = 0.0
        self._stage: IndexingStage = "scan"
        self._started = 0.0
        self._folder = ""
        self._total = 0

    def start(self, stage: IndexingStage, total: int, folder: str = "") -> None:
        self._stage, self._total, self._folder = stage, total, folder
        self._started = self._clock()
        self._next = 0.0
        self.step(0)

    def step(self, done: int, current_path: str = "") -> None:
        now = self._clock()
        if now < self._next and (done < self._total or not self._total):
            return
        self._next = now + _INTERVAL_S
        self._tell(IndexProgress(self._stage, done, self._total, current_path, self._folder, self._left(done, now)))

    def _left(self, done: int, now: float) -> float | None:
        elapsed = now - self._started
        if not self._total or not done or elapsed < _SETTLED_S:
            return None
        return round(elapsed / done * (self._total - done), 1)

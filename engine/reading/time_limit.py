"""How long a worker may take for one file, told fairly on a busy computer.

Counted is the time in which the worker computes. A worker that gets little of the processor, or for a while nothing, is not
cut off for it; one that waits for nothing, or for a drive that doesn't answer, is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import psutil

STALL_S = 10.0          # without any computing, after the time is up
PATIENCE = 6            # times the limit by the clock on the wall: no more, however busy the computer is
_PROGRESS_S = 0.02


class TimeLimit:
    """The time of one file. Ask `is_over` several times a second.

    Args:
        limit_s: seconds of computing; by the clock, if the process does nothing in STALL_S (or limit_s, if shorter).
        worked_s: the processor time of the process so far, in seconds.
        clock: seconds, never running backwards.
        is_starved: whether the process would compute right now, if the system let it.
    """

    def __init__(
        self, limit_s: float, worked_s: Callable[[], float], clock: Callable[[], float] = time.monotonic,
        is_starved: Callable[[], bool] = lambda: False,
    ) -> None:
        self._limit_s = limit_s
        self._worked_s = worked_s
        self._clock = clock
        self._is_starved = is_starved
        self._begun = self._moved = clock()
        self._worked_before = self._worked_seen = worked_s()

    def extend(self, seconds: float) -> None:
        """Gives at least that long from now on: a page of many is done."""
        self._limit_s = max(self._limit_s, self._clock() - self._begun + seconds)

    def is_over(self) -> bool:
        now, worked = self._clock(), self._worked_s()
        if worked - self._worked_seen >= _PROGRESS_S or self._is_starved():
            self._moved, self._worked_seen = now, worked
        elapsed = now - self._begun
        if elapsed <= self._limit_s:
            return False
        is_stalled = now - self._moved > min(STALL_S, self._limit_s)
        return worked - self._worked_before > self._limit_s or is_stalled or elapsed > PATIENCE * self._limit_s


def worked_s(process: psutil.Process | None) -> float:
    """Processor time of a process; 0 where it can't be told."""
    if process is None:
        return 0.0
    try:
        times = process.cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)


def is_starved(process: psutil.Process | None) -> bool:
    """Whether a process waits for nothing but the processor. False where that cannot be told: only Linux tells it."""
    if process is None or sys.platform != "linux":
        return False
    try:
        return bool(process.status() == psutil.STATUS_RUNNING)
    except psutil.Error:
        return False

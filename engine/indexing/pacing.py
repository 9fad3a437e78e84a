"""How much of the computer indexing takes while it runs on its battery."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

OnBattery = Literal["less", "same", "pause"]

SHARE = 0.5             # of the time, on battery: as long as a piece of work took, that long nothing is done
_SLICE_S = 0.05
_REST_S_AT_MOST = 5.0


def is_on_battery() -> bool:
    """Whether the computer runs on its battery now; False where that cannot be told, or it has none."""
    import psutil

    try:
        battery = psutil.sensors_battery()
    except (OSError, RuntimeError, NotImplementedError, AttributeError):
        return False
    return battery is not None and battery.power_plugged is False


class Pace:
    """Rests after pieces of work while `is_slow`."""

    def __init__(
        self, is_slow: Callable[[], bool], clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._is_slow = is_slow
        self._clock = clock
        self._sleep = sleep
        self._rested = clock()

    def rest(self, is_cancelled: Callable[[], bool] = lambda: False) -> None:
        """After a piece of work: rest as long as it took since the last rest, if that is wanted now."""
        worked = self._clock() - self._rested
        if self._is_slow():
            until = self._clock() + min(worked * (1 - SHARE) / SHARE, _REST_S_AT_MOST)
            while (left := until - self._clock()) > 0 and not is_cancelled() and self._is_slow():
                self._sleep(min(_SLICE_S, left))
        self._rested = self._clock()

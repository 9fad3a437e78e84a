"""How urgent the indexing process is to the system: the first reading as anybody, all else at the lowest priority.

A process at the lowest priority gets nothing at all beside a few others that never rest: measured with four of them on two
cores, a first folder of thirty files was not found after two minutes. Reading is short and somebody waits for it; embedding
takes long and nobody does.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Iterator

import psutil

log = logging.getLogger(__name__)

HURRY_S = 15.0          # of computing at the usual priority, in all the life of a process: the system lets nobody take it back
_LOOK_EVERY_S = 0.25
_LOWEST = 19            # of setpriority(2)


class Priority:
    """Of this process with its reading workers. Lowered once for good, from any thread."""

    def __init__(self, hurry_s: float = HURRY_S) -> None:
        self._left_s = hurry_s
        self._lock = threading.Lock()
        self.is_low = False

    @contextlib.contextmanager
    def hurried(self) -> Iterator[None]:
        """For the time of this block at the usual priority, as long as some of that time is left."""
        if self.is_low:
            yield
            return
        is_done = threading.Event()
        watch = threading.Thread(target=self._watch, args=(is_done,), name="hurry", daemon=True)
        watch.start()
        try:
            yield
        finally:
            is_done.set()
            watch.join()

    def _watch(self, is_done: threading.Event) -> None:
        before = _worked_s()
        while not self.is_low:
            was_last = is_done.wait(_LOOK_EVERY_S)
            now = _worked_s()
            self._left_s -= max(0.0, now - before)      # what an ended worker had worked is not seen any more
            before = now
            if self._left_s <= 0:
                self.lower()
            if was_last:
                return

    def lower(self) -> None:
        """All of the process, and the processes that it has started."""
        with self._lock:
            if self.is_low:
                return
            self.is_low = True
        process = psutil.Process()
        _lower(process)
        if sys.platform == "linux":         # there a priority is a thread's own; new threads take that of their maker
            for name in os.listdir("/proc/self/task"):
                _lower_thread(int(name))
        with contextlib.suppress(psutil.Error):
            for child in process.children(recursive=True):
                _lower(child)

    def lower_this_thread(self) -> None:
        """For what takes long: the calling thread and those that it starts; where no thread has its own, all of the process."""
        if sys.platform == "linux":
            _lower_thread(threading.get_native_id())
        else:
            self.lower()


def _worked_s() -> float:
    """Processor time of this process, and of its workers that live."""
    process, worked = psutil.Process(), 0.0
    with contextlib.suppress(psutil.Error):
        for one in (process, *process.children(recursive=True)):
            times = one.cpu_times()
            worked += times.user + times.system
    return worked


def _lower(process: psutil.Process) -> None:
    try:
        if os.name == "nt":
            process.nice(psutil.IDLE_PRIORITY_CLASS)
        else:
            process.nice(_LOWEST)
        if hasattr(process, "ionice"):
            process.ionice(psutil.IOPRIO_CLASS_IDLE if os.name != "nt" else psutil.IOPRIO_VERYLOW)
    except (psutil.Error, OSError, ValueError) as error:
        log.warning("the priority could not be lowered: %s", error)


def _lower_thread(number: int) -> None:
    with contextlib.suppress(OSError):      # it has ended meanwhile
        os.setpriority(os.PRIO_PROCESS, number, _LOWEST)

"""The time of one file: computing counts, waiting for the processor does not, doing nothing does."""

from __future__ import annotations

import subprocess
import sys
import time

import psutil
import pytest

from engine.reading.time_limit import PATIENCE, STALL_S, TimeLimit, is_starved


class _Process:
    """A process that gets a share of the processor: `share` seconds of work in each second of the clock."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.now = 0.0
        self.worked = 5.0

    def ends_after(self, limit: TimeLimit, at_most: float = 2_000.0) -> float:
        while not limit.is_over() and self.now < at_most:
            self.now += 0.2
            self.worked += 0.2 * self.share
        return self.now

    def limit(self, seconds: float) -> TimeLimit:
        return TimeLimit(seconds, lambda: self.worked, lambda: self.now)


@pytest.mark.parametrize(("share", "seconds"), [(1.0, 60), (0.5, 120), (2.0, 60), (0.2, 300), (0.05, 60 * PATIENCE), (0.0, 60)])
def test_what_counts_is_the_work(share: float, seconds: float) -> None:
    process = _Process(share)
    assert process.ends_after(process.limit(60)) == pytest.approx(seconds, abs=0.5)


def test_a_process_that_stops_working_ends_soon_after_its_time() -> None:
    process = _Process(0.5)
    limit = process.limit(60)
    process.ends_after(limit, 70)
    process.share = 0.0
    assert process.ends_after(limit) == pytest.approx(70 + STALL_S, abs=1)


def test_more_time_for_another_page() -> None:
    process = _Process(1.0)
    limit = process.limit(60)
    process.ends_after(limit, 50)
    limit.extend(120)
    assert process.ends_after(limit) == pytest.approx(170, abs=1)


def test_one_that_the_system_lets_wait_is_not_taken_for_one_that_waits() -> None:
    """At the lowest priority, beside others that never rest, a reader may get nothing at all for a long time."""
    process = _Process(0.0)
    starved = TimeLimit(60, lambda: process.worked, lambda: process.now, lambda: True)
    assert process.ends_after(starved) == pytest.approx(60 * PATIENCE, abs=0.5)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it")
def test_a_sleeping_process_is_not_starved_one_that_computes_is() -> None:
    sleeper = subprocess.Popen([sys.executable, "-c", "print(1, flush=True); input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    hog = subprocess.Popen([sys.executable, "-c", "print(1, flush=True)\nwhile True: pass"], stdout=subprocess.PIPE)
    try:
        for process in (sleeper, hog):
            assert process.stdout is not None and process.stdout.readline()
        deadline = time.monotonic() + 10
        while is_starved(psutil.Process(sleeper.pid)) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not is_starved(psutil.Process(sleeper.pid)) and is_starved(psutil.Process(hog.pid))
    finally:
        for process in (sleeper, hog):
            process.kill()
            process.communicate()
    assert not is_starved(None)

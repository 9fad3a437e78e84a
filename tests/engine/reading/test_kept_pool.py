"""The pool that is kept between changes, with real processes: quick, small, and nothing of a document held."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from engine.document import Document
from engine.reading import pool as pool_module
from engine.reading.kept_pool import KeptPool
from engine.reading.pool import ReadingPool
from engine.reading.source import ReadOptions
from tests.engine.reading.strange_readers import obey

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
LONG_S = 600.0


class Kept:
    """A kept pool whose passwords and patience a test may change."""

    def __init__(self) -> None:
        self.options, self.idle_s, self.reader = ReadOptions(), LONG_S, obey
        self.made: list[ReadingPool] = []
        self.pool = KeptPool(self._make, lambda: self.options)

    def _make(self) -> ReadingPool:
        self.made.append(ReadingPool(2, self.options, self.reader, self.idle_s))
        return self.made[-1]

    def read(self, *paths: Path) -> list[str]:
        """What was read; of "fine", which process did it."""
        lent = self.pool.lend()
        try:
            return [
                part.outcome.text if isinstance(part.outcome, Document) else part.outcome.reason
                for _, parts in lent.read(paths) for part in parts
            ]
        finally:
            lent.close()


@pytest.fixture
def kept() -> Iterator[Kept]:
    made = Kept()
    yield made
    made.pool.close()
    assert workers() == []


@pytest.fixture
def fine(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text("fine")
    return path


def workers() -> list[psutil.Process]:
    return [
        child for child in psutil.Process().children()
        if child.status() != psutil.STATUS_ZOMBIE and "--multiprocessing-fork" in child.cmdline()
    ]


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_one_worker_reads_one_change_after_another(kept: Kept, fine: Path) -> None:
    assert kept.read(fine) == kept.read(fine) and len(kept.made) == 1 and len(workers()) == 1


def test_a_worker_that_was_killed_while_it_waited_is_replaced(kept: Kept, fine: Path) -> None:
    before = kept.read(fine)
    (worker,) = workers()
    worker.kill()
    after = kept.read(fine)         # at once: the pool may not have seen it yet
    assert after[0].startswith("fine by ") and after != before and len(kept.made) == 1
    for _ in range(2):
        (worker,) = workers()
        worker.kill()
        wait_until(lambda: kept.made[0]._workers == [])     # seen while nothing is to be read
        assert kept.read(fine)[0].startswith("fine by ")


def test_other_passwords_make_another_pool_and_end_the_former(kept: Kept, fine: Path) -> None:
    before = kept.read(fine)
    kept.options = ReadOptions(passwords=("secreto",))
    assert kept.read(fine) != before and len(kept.made) == 2 and not kept.made[0].is_open and len(workers()) == 1


def test_a_pool_that_gave_up_is_made_anew(kept: Kept, fine: Path) -> None:
    kept.read(fine)
    kept.made[0].close()
    assert kept.read(fine)[0].startswith("fine by ") and len(kept.made) == 2


def test_an_idle_worker_ends_and_the_next_file_gets_a_new_one(kept: Kept, fine: Path) -> None:
    kept.idle_s = 0.2
    before = kept.read(fine)
    wait_until(lambda: workers() == [])
    assert kept.read(fine) != before


def test_of_several_only_one_small_one_is_kept(kept: Kept, fine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "SPARE_S", 0.2)
    kept.read(*[fine] * 6)
    wait_until(lambda: len(kept.made[0]._workers) == 1)
    kept.read(fine)
    monkeypatch.setattr(pool_module, "KEPT_BYTES", 1)
    kept.read(fine)
    wait_until(lambda: kept.made[0]._workers == [])


def test_a_worker_starts_when_files_are_expected(kept: Kept, fine: Path) -> None:
    kept.pool.expect()
    wait_until(lambda: any(worker.is_ready for worker in kept.made[0]._workers))
    (worker,) = kept.made[0]._workers
    kept.pool.expect()
    assert kept.read(fine) == [f"fine by {worker.process.pid}"]
    kept.pool.close()
    kept.pool.expect()
    assert workers() == []


def test_what_was_cancelled_leaves_a_pool_that_reads(kept: Kept, fine: Path, tmp_path: Path) -> None:
    hanging = tmp_path / "hang.txt"
    hanging.write_text("hang")
    lent = kept.pool.lend()
    assert list(lent.read([hanging], lambda: True)) == []
    lent.close()
    assert kept.read(fine)[0].startswith("fine by ") and len(kept.made) == 1
    wait_until(lambda: all(worker.path is None for worker in kept.made[0]._workers))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_a_waiting_worker_holds_no_document_open(tmp_path: Path) -> None:
    """A drive could not be taken out, and on Windows no file renamed, as long as it did."""
    docs = sorted(path for path in SAMPLE.rglob("*") if path.is_file())
    assert len({path.suffix for path in docs}) > 5
    with ReadingPool(1, ReadOptions(), idle_s=LONG_S) as pool:
        assert len(dict(pool.read(docs))) == len(docs)
        (worker,) = pool._workers
        pid = worker.process.pid
        os.kill(pid, signal.SIGSTOP)
        places = [os.readlink(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd")]
        mapped = Path(f"/proc/{pid}/maps").read_text()
        assert not [place for place in places if place.startswith(str(SAMPLE))] and str(SAMPLE) not in mapped

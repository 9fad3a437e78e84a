"""The reading pool with real processes: whatever one file does, the others are read."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.document import Document
from engine.errors import Unreadable, WorkerLost
from engine.reading.pool import ReadingPool
from engine.reading.source import MB, ReadOptions
from tests.engine.reading.strange_readers import obey

PROJECT = Path(__file__).resolve().parents[3]
TIGHT = ReadOptions(base_timeout_s=4.0, timeout_s_per_mb=0.0, base_memory_bytes=300 * MB, memory_per_byte=0)


@pytest.fixture(scope="module")
def obedient() -> Iterator[ReadingPool]:
    with ReadingPool(2, TIGHT, obey) as pool:
        yield pool


def _files(folder: Path, orders: list[str]) -> list[Path]:
    paths = []
    for number, order in enumerate(orders):
        path = folder / f"{number} {order}.txt"
        path.write_text(order, "utf-8")
        paths.append(path)
    return paths


def test_a_bad_file_ends_with_its_reason_and_no_other_does(tmp_path: Path, obedient: ReadingPool) -> None:
    wanted = {"hang": "timeout", "work": "timeout", "abort": "memory", "crash": "damaged", "panic": "damaged", "grow": "memory",
              "allocate": "memory", "exit": "damaged", "exit at once": "damaged", "null pointer": "damaged",
              "no memory": "memory", "recurse": "damaged"}
    paths = _files(tmp_path, [order for bad in wanted for order in (bad, "fine")])
    found = dict(obedient.read(paths))
    assert set(found) == set(paths)
    for path in paths:
        order = path.stem.partition(" ")[2]
        outcome = found[path][0].outcome
        if order == "fine":
            assert isinstance(outcome, Document)
        else:
            assert isinstance(outcome, Unreadable) and outcome.reason == wanted[order], (order, outcome)


def test_what_was_read_before_the_worker_died_is_kept(tmp_path: Path, obedient: ReadingPool) -> None:
    ((_, parts),) = obedient.read(_files(tmp_path, ["half"]))
    assert isinstance(parts[0].outcome, Document) and parts[0].inner == ""
    assert isinstance(parts[1].outcome, Unreadable)


def test_a_file_whose_worker_was_killed_from_outside_is_read_again_once(tmp_path: Path, obedient: ReadingPool) -> None:
    once, twice = _files(tmp_path, ["killed once", "killed twice"])
    found = dict(obedient.read([once, twice]))
    assert [type(part.outcome) for part in found[once]] == [Document] and found[once][0].outcome.text.startswith("killed once")
    assert found[twice][-1].outcome.reason == "memory"


def test_paths_are_taken_a_few_ahead_only(tmp_path: Path, obedient: ReadingPool) -> None:
    taken = 0

    def paths() -> Iterator[Path]:
        nonlocal taken
        for path in _files(tmp_path, ["fine"] * 30):
            taken += 1
            yield path

    results = obedient.read(paths())
    next(results)
    assert taken <= 3 * 2 + 1
    results.close()
    assert len(list(obedient.read(_files(tmp_path, ["again"])))) == 1


def test_odd_names_and_surrogates_travel(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9 \xff.txt")
    path = tmp_path / name
    path.write_bytes("La fianza se devuelve en treinta días.".encode())
    (tmp_path / "salto\nde línea.txt").write_text("otra", "utf-8")
    with ReadingPool(1) as pool:
        found = dict(pool.read(sorted(tmp_path.iterdir())))
    assert path in found and isinstance(found[path][0].outcome, Document)
    assert len(found) == 2


def test_a_closed_pool_says_so(tmp_path: Path) -> None:
    pool = ReadingPool(1)
    pool.close()
    pool.close()
    with pytest.raises(WorkerLost):
        list(pool.read([tmp_path / "a.txt"]))


def test_reasons_survive_the_pipe(tmp_path: Path) -> None:
    (tmp_path / "vacío.txt").write_bytes(b"")
    os.mkfifo(tmp_path / "tubo.txt")
    with ReadingPool(1) as pool:
        found = {path.name: parts[0].outcome for path, parts in pool.read([*tmp_path.iterdir(), tmp_path / "no está.txt"])}
    reasons = {name: outcome.reason for name, outcome in found.items() if isinstance(outcome, Unreadable)}
    assert reasons == {"vacío.txt": "empty", "tubo.txt": "special-file", "no está.txt": "vanished"}


@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
def test_workers_end_when_the_parent_is_killed(tmp_path: Path) -> None:
    """kill -9 of a program that reads leaves no process behind, not even one that hangs."""
    for path in _files(tmp_path, ["hang", "fine"]):
        assert path.exists()
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(f"""
        import sys
        sys.path.insert(0, {str(PROJECT)!r})
        from pathlib import Path
        from engine.reading.pool import ReadingPool
        from tests.engine.reading.strange_readers import obey

        if __name__ == "__main__":
            pool = ReadingPool(2, reader=obey)
            for path, parts in pool.read(sorted(Path({str(tmp_path)!r}).glob("*.txt"))):
                print("read", flush=True)
    """), "utf-8")
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE)
    assert parent.stdout is not None and parent.stdout.readline() == b"read\n"
    children = psutil.Process(parent.pid).children(recursive=True)
    assert children
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 60        # at once, unless the computer is so busy that they have hardly begun
    while time.monotonic() < deadline and any(_is_alive(child) for child in children):
        time.sleep(0.05)
    assert not [child for child in children if _is_alive(child)]


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_recycled_workers_lose_no_file(tmp_path, monkeypatch):
    """A worker is replaced after a number of files, while its next message may already be on the way."""
    monkeypatch.setattr("engine.reading.pool.FILES_PER_WORKER", 3)
    paths = _files(tmp_path, ["text"] * 12)
    with ReadingPool(2, TIGHT, obey) as pool:
        assert sorted(path for path, _ in pool.read(paths)) == sorted(paths)


def test_a_reader_that_leaks_is_replaced_before_it_is_in_the_way(tmp_path: Path) -> None:
    options = ReadOptions(base_memory_bytes=700 * MB, memory_per_byte=0, idle_memory_bytes=200 * MB)
    with ReadingPool(1, options, obey) as pool:
        found = [parts[0].outcome for _, parts in pool.read(_files(tmp_path, ["leak"] * 12))]
    assert all(isinstance(outcome, Document) for outcome in found)
    assert len({outcome.text for outcome in found if isinstance(outcome, Document)}) > 3        # "leak by <process>"


def test_one_slow_document_stops_no_other(tmp_path: Path) -> None:
    patient = ReadOptions(base_timeout_s=600.0)
    slow, *others = _files(tmp_path, ["work", *["fine"] * 60])
    with ReadingPool(2, patient, obey) as pool:
        results = pool.read([slow, *others])
        assert {path for path, _ in itertools.islice(results, 60)} == set(others)
        begun = time.monotonic()
        results.close()
        assert len(list(pool.read(others[:4]))) == 4        # its worker is free again, or another one
        assert time.monotonic() - begun < 8                 # 2 s on a computer that is not busy
    assert not [child for child in psutil.Process().children() if _is_alive(child) and "fichero-reader" in child.name()]


def test_cancelling_does_not_wait_for_the_document_at_work(tmp_path: Path) -> None:
    wanted = True
    with ReadingPool(2, ReadOptions(base_timeout_s=600.0), obey) as pool:
        results = pool.read(_files(tmp_path, ["fine", "hang", "work", "fine"]), lambda: not wanted)
        assert next(results)
        wanted = False
        begun = time.monotonic()
        assert len(list(results)) <= 1
        assert time.monotonic() - begun < 2
        begun = time.monotonic()
    assert time.monotonic() - begun < 4


def test_what_a_large_file_holds_waits_on_the_disk(tmp_path: Path) -> None:
    """Forty megabytes of parts: the parent keeps eight."""
    before = psutil.Process().memory_info().rss
    with ReadingPool(1, TIGHT, obey) as pool:
        ((_, parts),) = pool.read(_files(tmp_path, ["fill the pipe"]))
        assert psutil.Process().memory_info().rss - before < 30 * MB
        assert [part.inner for part in parts] == [f"{n}.txt" for n in range(300)]


def test_big_files_are_read_one_at_a_time(tmp_path: Path) -> None:
    paths = _files(tmp_path, [f"at work {n}" for n in range(6)])
    with ReadingPool(3, ReadOptions(big_file_bytes=1), obey) as pool:
        found = [parts[0].outcome for _, parts in pool.read(paths)]
    assert len(found) == 6 and len({outcome.text.rpartition(" ")[2] for outcome in found if isinstance(outcome, Document)}) == 1


def test_a_file_does_not_answer_for_the_one_before_it(tmp_path: Path) -> None:
    """A library that spoils its memory while it reads one file may crash with the next: that one is read again, anew."""
    with ReadingPool(1, TIGHT, obey) as pool:
        found = [parts[0].outcome for _, parts in pool.read(_files(tmp_path, ["fine", "crash when used", "fine", "crash", "fine"]))]
    assert [isinstance(outcome, Document) for outcome in found].count(False) == 1
    assert [outcome.reason for outcome in found if isinstance(outcome, Unreadable)] == ["damaged"]


def test_a_call_within_a_call_is_read_first_and_beside_it(tmp_path: Path) -> None:
    """A file that has changed does not wait for the slow document of a long look, nor for what that has queued."""
    slow, (quick,) = tmp_path / "slow", _files(tmp_path, ["fine"])
    slow.mkdir()
    patient = ReadOptions(base_timeout_s=60.0, timeout_s_per_mb=0.0, base_memory_bytes=300 * MB, memory_per_byte=0)
    with ReadingPool(1, patient, obey, idle_s=60.0) as pool:
        found: list[Path] = []

        def in_between() -> bool:
            if not found:
                found.extend(path for path, _ in pool.read([quick]))
            return bool(found)

        assert list(pool.read(_files(slow, ["hang", "fine", "fine"]), in_between)) == []
        assert found == [quick]

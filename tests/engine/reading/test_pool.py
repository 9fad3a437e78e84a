"""The reading pool with real processes: whatever one file does, the others are read."""

from __future__ import annotations

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
TIGHT = ReadOptions(base_timeout_s=1.5, timeout_s_per_mb=0.0, base_memory_bytes=300 * MB, memory_per_byte=0)


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
    orders = ["hang", "abort", "crash", "panic", "grow", "allocate", "exit"]
    wanted = {"hang": "timeout", "abort": "memory", "crash": "damaged", "panic": "damaged", "grow": "memory",
              "allocate": "memory", "exit": "damaged"}
    paths = _files(tmp_path, [order for bad in orders for order in (bad, "fine")])
    found = dict(obedient.read(paths))
    assert set(found) == set(paths)
    for path in paths:
        order = path.stem.split()[1]
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
    deadline = time.monotonic() + 5
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

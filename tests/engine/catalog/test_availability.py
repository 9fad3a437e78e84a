"""Drives that go and come back: what was read is kept, said to be away, and found again. Real mounts where they are allowed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.catalog.availability import Away, is_reachable, is_unmounted
from tests.engine.indexing_parts import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


class Drive:
    """A file system in memory, plugged in at a folder. What it holds is bound to a second place, and so survives."""

    def __init__(self, place: Path, store: Path) -> None:
        self.place, self._store = place, store
        place.mkdir(parents=True, exist_ok=True)
        store.mkdir()
        _mount("-t", "tmpfs", "none", str(store))

    def plug(self) -> None:
        _mount("--bind", str(self._store), str(self.place))

    def unplug(self) -> None:
        subprocess.run(["umount", str(self.place)], check=True)

    def end(self) -> None:
        for place in (self.place, self._store):
            subprocess.run(["umount", str(place)], check=False, capture_output=True)


def _mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")


@pytest.fixture
def drive(bench: Bench, tmp_path: Path) -> Iterator[Drive]:
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("mounts need Linux and its administrator")
    drive = Drive(bench.docs / "usb", tmp_path / "store")
    try:
        drive.plug()
        yield drive
    finally:
        drive.end()


def test_an_empty_mount_point_below_a_root_forgets_nothing(bench, drive):
    bench.put("a.txt", "uno")
    bench.put("usb/b.txt", "dos")
    bench.put("usb/c/d.txt", "tres")
    bench.index()
    drive.unplug()
    assert is_unmounted(str(drive.place)) and os.listdir(drive.place) == []
    assert bench.index().removed == 0 and bench.indexer.follow([str(drive.place / "c" / "d.txt")]).removed == 0
    assert bench.shown() == ["a.txt", "usb/b.txt", "usb/c/d.txt"]
    away = Away(bench.catalog)
    assert [away.holds(str(bench.docs / name)) for name in bench.shown()] == [False, True, True]
    drive.plug()
    (drive.place / "b.txt").unlink()
    assert bench.index().removed == 1 and not Away(bench.catalog).holds(str(drive.place / "c" / "d.txt"))
    bench.check()


def test_a_root_that_is_a_drive_is_away_and_comes_back(bench, drive):
    bench.put("usb/b.txt", "dos")
    bench.indexer.index([drive.place])
    drive.unplug()
    assert bench.indexer.index().removed == 0
    (folder,) = bench.catalog.folders()
    assert not folder.is_available and folder.documents == 1 and Away(bench.catalog).holds(str(drive.place / "b.txt"))
    drive.plug()
    bench.indexer.index()
    assert bench.catalog.folders()[0].is_available and not Away(bench.catalog).holds(str(drive.place / "b.txt"))


def test_a_folder_that_is_gone_is_away_and_a_file_in_one_that_is_there_is_not(bench, tmp_path):
    bench.put("a.txt", "uno")
    bench.index()
    (bench.docs / "a.txt").unlink()
    assert not Away(bench.catalog).holds(str(bench.docs / "a.txt"))
    bench.docs.rename(tmp_path / "away")
    assert Away(bench.catalog).holds(str(bench.docs / "a.txt")) and not Away(bench.catalog).holds("/elsewhere/a.txt")


def test_a_place_that_does_not_answer_is_not_waited_for(monkeypatch, tmp_path):
    import threading

    blocked = threading.Event()
    monkeypatch.setattr("engine.catalog.availability.os.path.lexists", lambda path: blocked.wait(5))
    assert not is_reachable(str(tmp_path / "share"), 0.05)
    blocked.set()
    assert not is_reachable(str(tmp_path / "share"), 5)         # for a while it is not asked again

"""The indexing process: commands and events over a connection, and what kill -9 leaves behind. Real stores."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.catalog.catalog import Catalog
from engine.errors import DiskFull, IndexDamaged
from engine.indexing.doctor import diagnose
from engine.indexing.index_report import IndexReport
from engine.indexing.indexer import Indexer
from engine.machine.index_lock import IndexLock
from engine.processes import indexing_messages as messages
from engine.processes import indexing_process
from engine.processes.indexing_process import run_indexing
from engine.settings import Settings, change_settings
from engine.watching.watcher import Watcher
from tests.engine.indexing_stores import indexer_of


def make(settings: Settings, committed: Callable[[], None]):
    return indexer_of(settings, committed=committed)


@contextmanager
def make_damaged(settings: Settings, committed: Callable[[], None]) -> Iterator[Indexer]:
    """The first look at everything finds the index damaged."""
    with indexer_of(settings, committed=committed) as indexer:
        mark = settings.data_dir / "was-damaged"
        if not mark.exists():
            def index(*_: object, **__: object) -> IndexReport:
                mark.touch()
                raise IndexDamaged(settings.data_dir, "malformed")

            indexer.index = index       # type: ignore[method-assign]
        yield indexer


class Window:
    """The other end of the connection."""

    def __init__(self, data: Path, make: Callable = make) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=run_indexing, args=(theirs, Settings(data), make))
        self.process.start()
        theirs.close()
        self.events: list[object] = []

    def send(self, command: object) -> None:
        self.connection.send(command)

    def wait_for(self, kind: type, is_it: Callable[[object], bool] = lambda event: True, timeout_s: float = 30) -> object:
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            if self.connection.poll(0.1):
                event = self.connection.recv()
                self.events.append(event)
                if isinstance(event, kind) and is_it(event):
                    return event
        raise AssertionError(f"no {kind.__name__} in {self.events[-5:]}")

    def stop(self) -> None:
        self.send(messages.Stop())
        while True:
            try:
                self.events.append(self.connection.recv())
            except EOFError:
                break
        self.process.join(10)
        assert self.process.exitcode == 0


def fill(folder: Path, n_files: int) -> Path:
    folder.mkdir()
    for i in range(n_files):
        (folder / f"{i}.txt").write_text(f"uno {i}\ndos {i}\ntres {i}")
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_adding_removing_pausing_and_stopping(tmp_path, data):
    docs, more = fill(tmp_path / "docs", 5), fill(tmp_path / "more", 2)
    window = Window(data)
    window.send(messages.Add((str(docs),)))
    done = window.wait_for(messages.IndexingDone)
    assert done.report.indexed == 5 and done.paths == (str(docs),) and not done.is_vectors
    assert window.wait_for(messages.IndexingDone).is_vectors
    window.wait_for(messages.IndexingState, lambda state: not state.is_busy)
    assert any(isinstance(event, messages.Committed) for event in window.events)
    assert any(isinstance(event, messages.IndexProgress) for event in window.events)
    window.send(messages.Pause())
    window.wait_for(messages.IndexingState, lambda state: state.is_paused)
    window.send(messages.Add((str(more),)))
    window.send(messages.Remove(str(docs)))
    assert window.wait_for(messages.Removed).n_documents == 5
    window.send(messages.Resume())
    assert window.wait_for(messages.IndexingDone).report.indexed == 2
    window.send(messages.Add((str(tmp_path / "none"),)))
    assert window.wait_for(messages.IndexingFailed).failure.code == "folder-missing"
    window.wait_for(messages.IndexingState, lambda state: not state.is_busy)
    window.stop()
    assert diagnose(Settings(data), repair=False)["ok"]
    with Catalog.open(data, read_only=True) as catalog:
        assert catalog.counts().documents == 2


def test_an_index_that_was_mended_is_told_to_its_readers(data):
    window = Window(data, make_damaged)
    window.wait_for(messages.IndexingState, lambda state: not state.is_busy)
    window.send(messages.Refresh())
    window.wait_for(messages.Committed)         # though there is nothing to index
    assert (data / "was-damaged").exists() and not any(isinstance(event, messages.IndexingFailed) for event in window.events)
    window.stop()


def test_a_second_writer_is_told_who_has_the_index(data):
    with IndexLock(data):
        window = Window(data)
        failed = window.wait_for(messages.IndexingFailed)
        assert failed.is_final and failed.failure.code == "index-locked" and str(os.getpid()) in failed.failure.english
        window.process.join(10)


def test_it_ends_when_the_window_is_gone(tmp_path, data):
    window = Window(data)
    window.wait_for(messages.IndexingState)
    window.connection.close()
    window.process.join(15)
    assert window.process.exitcode is not None


class FullDisk:
    """An indexer that finds no room, until it is asked for the second time."""

    has_unrecognised, mounts = False, ()

    def __init__(self, desk: indexing_process._Desk) -> None:
        self._desk = desk
        self.n_tries = 0

    @property
    def has_pending_vectors(self) -> bool:
        return self.n_tries < 2

    def watched(self) -> list[object]:
        return []

    def index(self, *_: object, **__: object) -> IndexReport:
        self.n_tries += 1
        if self.n_tries == 1:
            raise DiskFull(Path("/data"))
        self._desk.is_stopping = True
        return IndexReport()

    def tidy_when_idle(self, is_cancelled: Callable[[], bool]) -> None:
        raise DiskFull(Path("/data"))


def test_what_failed_for_want_of_room_is_tried_again_by_itself(data, monkeypatch):
    monkeypatch.setattr(indexing_process, "_IDLE_S", 0.05)
    ours, theirs = multiprocessing.Pipe()
    desk = indexing_process._Desk(theirs, Settings(data))
    indexer, watcher = FullDisk(desk), Watcher([data], desk.changed)
    try:
        assert not indexing_process._Server(indexer, desk, watcher).serve()      # type: ignore[arg-type]
    finally:
        watcher.close()
    assert indexer.n_tries == 2
    told = [ours.recv() for _ in range(10) if ours.poll()]
    failed = [event.failure.code for event in told if isinstance(event, messages.IndexingFailed)]
    assert failed == ["disk-full", "disk-full"] and not any(getattr(event, "is_final", False) for event in told)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_it_ends_in_order_with_the_session(tmp_path, data):
    """At the end of a session every process gets SIGTERM; Ctrl+C in the terminal of the window is the window's affair."""
    window = Window(data)
    window.send(messages.Add((str(fill(tmp_path / "docs", 5)),)))
    window.wait_for(messages.IndexingDone)
    os.kill(window.process.pid, signal.SIGINT)
    os.kill(window.process.pid, signal.SIGTERM)
    window.process.join(20)
    assert window.process.exitcode == 0
    with Catalog.open(data, read_only=True) as catalog:
        assert not catalog.database.execute("SELECT 1 FROM meta WHERE key = 'at-work'").fetchall()


@pytest.mark.parametrize("seed", range(2))
def test_killed_at_any_moment_nothing_is_lost_doubled_or_stale(tmp_path, data, seed):
    docs = fill(tmp_path / "docs", 40)
    chance = random.Random(seed)
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.indexing_stores", str(data), str(docs)],
            stdout=subprocess.PIPE, text=True, env=environment,
        )
        assert process.stdout is not None
        n_lines = chance.randrange(1, 30)
        for _, line in zip(range(n_lines), process.stdout, strict=False):
            if line == "done\n":
                break
        time.sleep(chance.random() * 0.2)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        for i in chance.sample(range(40), 5):
            (docs / f"{i}.txt").write_text(f"cambiado {chance.random()}")
        (docs / f"{chance.randrange(40)}.txt").unlink(missing_ok=True)
    settings = Settings(data)
    with indexer_of(settings) as indexer:
        indexer.index([docs])
    assert diagnose(settings, repair=False) == {"ok": True, "problems": [], "repaired": 0}
    with Catalog.open(data, read_only=True) as catalog:
        stored = {d.file_path: catalog.body(d.document_id) for d in catalog.documents_below(str(docs))}
        assert stored == {path: path.read_text() for path in docs.iterdir()}
        assert catalog.counts().pending == 0


def test_files_are_read_again_though_they_have_not_changed(tmp_path, data):
    docs = fill(tmp_path / "docs", 3)
    one = (str(docs / "1.txt"),)
    window = Window(data)
    window.send(messages.Add((str(docs),)))
    window.wait_for(messages.IndexingDone, lambda done: done.paths == (str(docs),))
    window.send(messages.Refresh(one))
    assert window.wait_for(messages.IndexingDone, lambda done: done.paths == one).report.indexed == 0
    window.send(messages.Refresh(one, again=True))
    assert window.wait_for(messages.IndexingDone, lambda done: done.paths == one).report.indexed == 1
    many = tuple(str(docs / f"{i}.txt") for i in range(3)) * 40
    window.send(messages.Refresh(many, again=True))
    assert window.wait_for(messages.IndexingDone, lambda done: done.paths == many).report.indexed == 3
    window.stop()


def test_only_a_setting_of_indexing_interrupts_what_is_at_work(data: Path) -> None:
    """A look that is cut short starts anew: for the window's language or colours nothing of it may be lost."""
    data.mkdir()
    ours, theirs = multiprocessing.Pipe()
    desk = indexing_process._Desk(theirs, Settings(data))

    def change(**changes: object) -> bool:
        change_settings(data, lambda old: replace(old, **changes))      # type: ignore[arg-type]
        desk._looked_around_at = -1e9
        desk._look_around()
        assert all(getattr(desk.settings, name) == value for name, value in changes.items())
        return desk.is_interrupting_first()

    assert not change(language="en", theme="dark", tray=True, notifications=False, answer_model="m", on_battery="same")
    assert not change(indexing_paused=True) and desk.is_paused
    assert not change(indexing_paused=False) and not desk.is_paused
    assert not desk.is_interrupting_look()
    assert change(left_out=("*.log",)) and desk.next_settings() == desk.settings
    assert change(ocr=True)
    for connection in (ours, theirs):
        connection.close()

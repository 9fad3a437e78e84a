"""The watcher on real folders and real events, the indexer that follows it, and both in the indexing process."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.catalog.catalog import Catalog
from engine.discovery.rules import Rules
from engine.indexing.targets import WatchedFolder
from engine.processes import indexing_messages as messages
from engine.settings import Settings
from engine.watching.watcher import Watcher
from tests.engine.indexing_parts import Bench
from tests.engine.processes.test_indexing_process import Window

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into inotify")


class Watched:
    """A watcher and what it has told."""

    def __init__(self, tmp_path: Path, **options: object) -> None:
        self.docs, self.data = tmp_path / "docs", tmp_path / "docs" / "data"
        self.data.mkdir(parents=True)
        self.told: list[str] = []
        self._more = threading.Condition()
        self.watcher = Watcher([self.data], self._take, networks=lambda: [], **options)     # type: ignore[arg-type]
        self.follow(self.docs)

    def follow(self, *roots: Path) -> list[str]:
        return self.watcher.follow(WatchedFolder(str(root), Rules()) for root in roots)

    def _take(self, paths) -> None:
        with self._more:
            self.told += paths
            self._more.notify_all()

    def wait_for(self, *names: str, timeout_s: float = 15.0) -> None:
        """Until all of these are told, each itself or by a folder above it; what was told is then forgotten."""
        wanted = [str(self.docs / name) if name else str(self.docs) for name in names]

        def are_told() -> bool:
            return all(any(path == told or path.startswith(told + os.sep) for told in self.told) for path in wanted)

        with self._more:
            assert self._more.wait_for(are_told, timeout_s), f"{wanted}: only {self.told}"
            self.told.clear()


    def wait_until(self, is_so: Callable[[], bool], timeout_s: float = 15.0) -> None:
        end = time.monotonic() + timeout_s
        while not is_so():
            assert time.monotonic() < end
            time.sleep(0.02)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Watched]]:
    made: list[Watched] = []

    def start(**options: object) -> Watched:
        made.append(Watched(tmp_path, **options))
        return made[-1]

    yield start
    for each in made:
        each.watcher.close()


def test_new_changed_renamed_moved_and_deleted_are_told_within_two_seconds(make, tmp_path):
    watched = make()
    docs = watched.docs
    begun = time.monotonic()
    (docs / "a.txt").write_text("uno")
    (docs / "x" / "y").mkdir(parents=True)
    (docs / "x" / "y" / "z.txt").write_text("dos")
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "b.txt").write_text("tres")
    watched.wait_for("a.txt", "x/y/z.txt")
    assert time.monotonic() - begun < 4         # 1 s on a computer that is not busy
    os.rename(docs / "a.txt", docs / "b.txt")
    os.rename(docs / "x", docs / "w")
    os.rename(tmp_path / "away", docs / "here")
    watched.wait_for("a.txt", "b.txt", "x", "w", "here")
    (docs / "w" / "y" / "z.txt").write_text("otro")     # in a folder that was moved
    (docs / "here" / "b.txt").write_text("otro")        # in one that came from elsewhere
    watched.wait_for("w/y/z.txt", "here/b.txt")
    os.unlink(docs / "b.txt")
    os.rename(docs / "w", tmp_path / "w")
    watched.wait_for("b.txt", "w")
    assert watched.watcher.ways() == {str(docs): "events"} and watched.watcher.polled == ()


def test_what_may_have_to_be_read_is_told_before_it_is_at_rest(make):
    stirred: list[float] = []
    watched = make(stirred=lambda: stirred.append(time.monotonic()))
    (watched.docs / "node_modules").mkdir()
    (watched.docs / "node_modules" / "x.txt").write_text("nada")
    with open(watched.docs / "a.txt", "w") as file:         # open, so that it does not come to rest
        watched.wait_until(lambda: bool(stirred))
        assert len(stirred) == 1 and watched.told == []
        file.write("uno")
    watched.wait_for("a.txt")
    stirred.clear()
    os.unlink(watched.docs / "a.txt")
    watched.wait_for("a.txt")
    assert stirred == []


def test_what_is_left_out_makes_no_work_and_gets_no_watch(make):
    watched = make()
    docs = watched.docs
    for folder in ("node_modules/a", ".git/objects", "data/text"):
        (docs / folder).mkdir(parents=True)
        (docs / folder / "x.txt").write_text("nada")
    for name in ("~$a.docx", "a.part", "film.mp4", ".hidden"):
        (docs / name).write_text("nada")
    (docs / "seen.txt").write_text("algo")
    watched.wait_for("seen.txt")
    (docs / "node_modules/a/x.txt").write_text("más")
    (docs / "data/text/x.txt").write_text("más")
    (docs / "seen.txt").write_text("más")
    with watched._more:
        assert watched._more.wait_for(lambda: watched.told, 15)
        assert watched.told == [str(docs / "seen.txt")]
    if sys.platform.startswith("linux"):
        (emitter,) = watched.watcher._events._observer.emitters
        watches = {os.fsdecode(path) for path in emitter._inotify._active_callbacks_by_path}
        assert watches == {str(docs)}


def test_a_file_is_told_when_it_is_at_rest_and_thousands_at_once(make):
    watched = make()
    with open(watched.docs / "slow.txt", "w") as file:
        for _ in range(6):
            file.write("más")
            file.flush()
            time.sleep(0.2)
        assert watched.told == []
    watched.wait_for("slow.txt")
    for i in range(700):
        folder = watched.docs / "checkout" / str(i % 20)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{i}.txt").write_text("x")
    with watched._more:
        assert watched._more.wait_for(lambda: watched.told, 20)
        assert watched.told == [str(watched.docs / "checkout")]


def test_a_root_that_goes_and_comes_back_is_looked_at_and_watched_again(make):
    watched = make()
    shutil.rmtree(watched.docs)
    watched.wait_for("")
    watched.wait_until(lambda: watched.watcher.ways() == {str(watched.docs): "missing"})
    watched.docs.mkdir()
    watched.wait_until(lambda: watched.watcher.ways() == {str(watched.docs): "events"})
    watched.wait_for("")
    (watched.docs / "a.txt").write_text("uno")
    watched.wait_for("a.txt")


@linux
def test_when_events_are_dropped_or_the_watch_dies_the_whole_root_is_looked_at(make):
    from watchdog.observers.inotify_c import InotifyConstants, InotifyEvent

    watched = make()
    descriptor = watched.watcher._events._observer._descriptor
    descriptor.handle_event(InotifyEvent(-1, InotifyConstants.IN_Q_OVERFLOW, 0, b""))
    watched.wait_for("")
    (emitter,) = watched.watcher._events._observer.emitters
    emitter.stop()
    watched.wait_for("")
    (watched.docs / "a.txt").write_text("uno")
    watched.wait_for("a.txt")


@linux
def test_where_no_watches_are_left_it_is_looked_at_every_so_often(make, monkeypatch):
    from engine.watching.inotify_events import Descriptor, InotifyFD

    watched = make(poll_s=0.2)
    docs = watched.docs
    real = InotifyFD.add_callback

    def refuse(self, path, *arguments):
        if path.endswith(b"one too many"):
            raise OSError(28, "inotify watch limit reached")
        return real(self, path, *arguments)

    monkeypatch.setattr(InotifyFD, "add_callback", refuse)
    assert issubclass(Descriptor, InotifyFD)
    (docs / "one too many").mkdir()
    watched.wait_for("")
    assert watched.watcher.ways() == {str(docs): "polling"} and watched.watcher.polled == (str(docs),)
    watched.told.clear()
    (docs / "one too many" / "a.txt").write_text("uno")
    watched.wait_for("")
    shutil.rmtree(docs)
    watched.wait_for("")


def test_a_network_drive_is_polled_also_below_a_root(make, tmp_path):
    watched = make(poll_s=0.2)
    share = watched.docs / "share"
    share.mkdir()
    watched.watcher._networks = lambda: [str(share)]
    watched.watcher.follow([])
    watched.follow(watched.docs)
    assert watched.watcher.ways() == {str(watched.docs): "events"} and watched.watcher.polled == (str(watched.docs),)
    watched.wait_for("share")
    watched.follow(watched.docs, share)
    assert watched.watcher.ways()[str(share)] == "polling"


def test_a_root_that_is_a_link_or_a_file(make, tmp_path):
    watched = make()
    place = tmp_path / "place"
    place.mkdir()
    link = tmp_path / "link"
    link.symlink_to(place)
    single = tmp_path / "single.txt"
    single.write_text("uno")
    assert watched.follow(watched.docs, link, single) == [str(link), str(single)]
    (place / "a.txt").write_text("uno")
    single.write_text("dos")
    (tmp_path / "other.txt").write_text("no")
    watched.wait_for(str(link / "a.txt"), str(single))
    new = tmp_path / "new.txt"
    new.write_text("tres")
    os.replace(new, single)
    watched.wait_for(str(single))


# The indexer


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def follow(bench: Bench, *names: str):
    report = bench.indexer.follow([str(bench.docs / name) if name else str(bench.docs) for name in names])
    bench.indexer.index(stage="vectors")
    bench.check()
    return report


def test_only_the_changed_paths_are_looked_at(bench):
    for name in ("a.txt", "b.txt", "sub/c.txt", "sub/d.txt"):
        bench.put(name, name)
    bench.index()
    bench.read_names()
    bench.put("a.txt", "otra cosa")
    bench.put("b.txt", "no se mira")
    bench.put("new.txt", "nuevo")
    os.unlink(bench.docs / "sub" / "c.txt")
    report = follow(bench, "a.txt", "new.txt", "sub/c.txt", "never.txt")
    assert (report.indexed, report.removed) == (2, 1) and bench.read_names() == ["a.txt", "new.txt"]
    os.rename(bench.docs / "sub", bench.docs / "renamed")
    n_passages = len(bench.embedder.passages)
    assert follow(bench, "sub", "renamed").removed == 0
    assert bench.read_names() == [] and len(bench.embedder.passages) == n_passages
    assert bench.shown() == ["a.txt", "b.txt", "new.txt", "renamed/d.txt"]
    (bench.docs / "renamed" / "c.txt").write_text("sub/c.txt")      # restored
    assert follow(bench, "renamed/c.txt").indexed == 1


def test_a_changed_path_never_becomes_a_root_nor_comes_back_nor_breaks_a_rule(bench, tmp_path):
    bench.put("a.txt", "uno")
    removed = bench.put("removed.txt", "dos")
    bench.index()
    bench.indexer.remove(removed)
    removed.write_text("tres")
    bench.put("venv/pyvenv.cfg", "")
    bench.put("venv/lib/x.txt", "cuatro")
    bench.put("node_modules/x.txt", "cinco")
    bench.put("film.mp4", "seis")
    outside = tmp_path / "outside.txt"
    outside.write_text("siete")
    os.symlink(outside, bench.docs / "link.txt")
    report = follow(
        bench, "removed.txt", "venv/lib/x.txt", "venv/lib", "node_modules/x.txt", "film.mp4", str(outside), "link.txt"
    )
    assert report.indexed == 0 and bench.shown() == ["a.txt"] and len(bench.catalog.roots()) == 1
    bench.put("late/x.txt", "ocho")
    assert follow(bench, "late").indexed == 1
    bench.put("late/pyvenv.cfg", "")
    assert follow(bench, "late/pyvenv.cfg").removed == 1


def test_files_of_a_drive_that_is_away_are_kept(bench, monkeypatch):
    bench.put("a.txt", "uno")
    bench.index()
    os.rename(bench.docs, bench.folder / "away")
    report = follow(bench, "a.txt")
    assert report.unavailable == (str(bench.docs),) and bench.shown() == ["a.txt"]
    bench.docs.mkdir()                  # the empty folder that a drive is mounted on
    monkeypatch.setattr("engine.catalog.writer.CatalogWriter.device_of", lambda self, path: -1)
    assert follow(bench, "a.txt").unavailable == (str(bench.docs),) and bench.shown() == ["a.txt"]
    monkeypatch.undo()
    assert follow(bench, "a.txt").removed == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_whose_permission_is_lost_keeps_its_entries(bench):
    bench.put("sub/a.txt", "uno")
    bench.index()
    os.chmod(bench.docs / "sub", 0)
    try:
        assert follow(bench, "sub").removed == 0
        assert "sub/a.txt" in bench.shown()
    finally:
        os.chmod(bench.docs / "sub", 0o755)


# The process


def make_indexer(settings: Settings, committed: Callable[[], None]):
    from tests.engine.indexing_stores import indexer_of

    return indexer_of(settings, committed=committed)


def test_the_process_follows_while_it_runs_and_catches_up_at_its_start(tmp_path):
    docs, data = tmp_path / "docs", tmp_path / "data"
    docs.mkdir()
    (docs / "a.txt").write_text("uno")
    with make_indexer(Settings(data), lambda: None) as indexer:
        indexer.index([docs])
    (docs / "d.txt").write_text("tres")
    window = Window(data)
    assert window.wait_for(messages.IndexingDone, lambda done: done.report.indexed == 1).paths == (str(docs),)
    window.wait_for(messages.IndexingState, lambda state: not state.is_busy)
    begun = time.monotonic()
    (docs / "b.txt").write_text("dos")
    done = window.wait_for(messages.IndexingDone, lambda done: done.report.indexed)
    assert done.paths == (str(docs / "b.txt"),) and time.monotonic() - begun < 10
    window.send(messages.Pause())
    window.wait_for(messages.IndexingState, lambda state: state.is_paused)
    os.unlink(docs / "a.txt")
    os.rename(docs / "b.txt", docs / "c.txt")
    window.send(messages.Resume())
    window.wait_for(messages.IndexingDone, lambda done: done.report.removed == 1)
    window.wait_for(messages.IndexingState, lambda state: not state.is_busy)
    window.stop()
    with Catalog.open(data, read_only=True) as catalog:
        stored = {document.file_path.name: catalog.body(document.document_id) for document in catalog.documents_below(str(docs))}
        assert stored == {"c.txt": "dos", "d.txt": "tres"} and catalog.counts().pending == 0


def test_files_of_a_folder_that_was_moved_are_no_failure_where_they_are_asked_for(tmp_path):
    """A search has seen them at their former place and asks for a look at them, when the move is not followed yet and when it is."""
    docs, data = tmp_path / "docs", tmp_path / "data"
    (docs / "codigo").mkdir(parents=True)
    for name in ("config.toml", "b.txt"):
        (docs / "codigo" / name).write_text("uno")
    before = tuple(str(docs / "codigo" / name) for name in ("b.txt", "config.toml"))
    with make_indexer(Settings(data), lambda: None) as indexer:
        indexer.index([docs])
    window = Window(data)
    window.wait_for(messages.IndexingState, lambda state: not state.is_busy)
    os.rename(docs / "codigo", docs / "software")
    window.send(messages.Refresh(before))
    window.wait_for(messages.IndexingDone, lambda done: done.report.indexed == 2)
    window.send(messages.Refresh((*before, str(docs / "software" / "b.txt"))))
    window.wait_for(messages.IndexingDone, lambda done: done.paths == (str(docs / "software" / "b.txt"),))
    window.send(messages.Refresh(before[:1], again=True))
    window.wait_for(messages.IndexingDone, lambda done: done.paths == before[:1])
    window.stop()
    assert not [event for event in window.events if isinstance(event, messages.IndexingFailed)]
    with Catalog.open(data, read_only=True) as catalog:
        assert sorted(document.path for document in catalog.documents_below(str(docs))) == [
            str(docs / "software" / name) for name in ("b.txt", "config.toml")
        ]

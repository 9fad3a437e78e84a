"""A look at what was looked at before in the same program: as right as the first one, and without rules or rows."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from pathlib import Path

import pytest

from engine.discovery.discovery import Discovery
from engine.indexing.remembered_looks import RememberedLooks
from engine.settings import Settings
from tests.engine.indexing_parts import Bench


class Counting(Bench):
    """Counts the rules asked for a file, and the times that the catalog is read."""

    rows_read = 0
    files_sorted = 0

    def start(self, **settings: object) -> None:
        super().start(**settings)
        known_files = self.writer.known_files

        def counted(path: str):
            self.rows_read += 1
            return known_files(path)

        self.writer.known_files = counted       # type: ignore[method-assign]

    def look(self):
        self.rows_read = self.files_sorted = 0
        return self.indexer.index(stage="text")


@pytest.fixture
def bench(tmp_path: Path, monkeypatch):
    bench = Counting(tmp_path)
    look_at = Discovery._look_at

    def counted(self, entry, *rest):
        bench.files_sorted += 1
        return look_at(self, entry, *rest)

    monkeypatch.setattr(Discovery, "_look_at", counted)
    yield bench
    bench.close()


def put_old(bench: Bench, name: str, text: str = "uno") -> Path:
    path = bench.put(name, text)
    then = time.time_ns() - 60_000_000_000
    os.utime(path, ns=(then, then))
    return path


def settle(bench: Counting) -> None:
    """Until nothing is left to be remembered."""
    bench.index(stage="text")
    with bench.writer.transaction() as database:        # as if it had been read long after it was written
        database.execute("UPDATE documents SET read_at_ns = read_at_ns + 10000000000")
    for _ in range(2):
        bench.look()
    assert (bench.rows_read, bench.files_sorted) == (0, 0)
    bench.read_names()


def anew(bench: Counting):
    """What a look finds that remembers nothing."""
    bench.indexer._remembered = RememberedLooks(bench.catalog)
    return bench.indexer.index(stage="text")


def agrees(bench: Counting, report) -> None:
    """The look with its memory did what one without does."""
    shown = bench.shown()
    again = anew(bench)
    counts = again.as_json()["documents"] | {"indexed": 0, "removed": 0, "unchanged": again.unchanged}
    assert (again.indexed, again.removed) == (0, 0) and bench.shown() == shown
    known = report.as_json()["documents"]
    assert (known["left_out"], known["failed"]) == (counts["left_out"], counts["failed"])
    assert known["indexed"] + known["unchanged"] == counts["unchanged"]


def test_what_is_as_it_was_costs_no_rule_and_no_row_and_is_counted_all_the_same(bench):
    for name in ("a.txt", "b/c.txt", "b/mal.pdf", "b/x.mp3", ".oculto", "node_modules/y.js"):
        put_old(bench, name, "!damaged" if name.endswith("pdf") else name)
    os.symlink(bench.docs / "a.txt", bench.docs / "enlace.txt")
    bench.index(stage="text")
    first = bench.look().as_json()["documents"]
    (folder,) = bench.catalog.folders()
    settle(bench)
    report = bench.look()
    assert report.as_json()["documents"] == first and first["unchanged"] == 2 and first["failed"] == 1
    assert bench.catalog.folders() == [folder] and folder.left_out["link"] == 1
    assert (bench.rows_read, bench.files_sorted, bench.read_names()) == (0, 0, [])


def _grow(bench: Counting) -> None:
    put_old(bench, "b/c.txt", "más largo")


def _rewrite(bench: Counting) -> None:
    """Same length, same modification time: only ctime tells."""
    path = bench.docs / "b" / "c.txt"
    before = path.stat()
    path.write_text("dos", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _replace(bench: Counting) -> None:
    path = bench.docs / "b" / "c.txt"
    other = put_old(bench, "otro.tmp", "tre")
    os.utime(other, ns=(path.stat().st_mtime_ns,) * 2)
    os.replace(other, path)


def _touch(bench: Counting) -> None:
    os.utime(bench.docs / "b" / "c.txt")


def _delete(bench: Counting) -> None:
    (bench.docs / "b" / "c.txt").unlink()


def _add(bench: Counting) -> None:
    put_old(bench, "b/nuevo.txt", "nuevo")


def _rename(bench: Counting) -> None:
    (bench.docs / "b").rename(bench.docs / "B")


def _rename_file(bench: Counting) -> None:
    (bench.docs / "b" / "c.txt").rename(bench.docs / "b" / "C.txt")


def _remove_folder(bench: Counting) -> None:
    (bench.docs / "b" / "c.txt").unlink()
    (bench.docs / "b" / "d.txt").unlink()
    (bench.docs / "b").rmdir()


def _link(bench: Counting) -> None:
    os.link(bench.docs / "b" / "c.txt", bench.docs / "b" / "segundo.txt")


def _to_symlink(bench: Counting) -> None:
    path = bench.docs / "b" / "c.txt"
    path.unlink()
    path.symlink_to(bench.docs / "a.txt")


def _break_link(bench: Counting) -> None:
    (bench.folder / "fuera.txt").unlink()


def _ignore_here(bench: Counting) -> None:
    bench.put("b/.ficheroignore", "c.txt\n")


def _ignore_above(bench: Counting) -> None:
    bench.put(".ficheroignore", "c.*\n")


def _change_pattern(bench: Counting) -> None:
    """Same size and times as before, as an editor within the clock's granularity leaves it."""
    path = bench.docs / "e" / ".ficheroignore"
    before = path.stat()
    path.write_text("g.txt\n", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _linked_pattern(bench: Counting) -> None:
    (bench.folder / "reglas").write_text("f.txt\n", encoding="utf-8")
    os.symlink(bench.folder / "reglas", bench.docs / "b" / ".ficheroignore")
    settle(bench)
    (bench.folder / "reglas").write_text("c.txt\n", encoding="utf-8")


def _neighbour(bench: Counting) -> None:
    """The folder turns into the parts of a saved page."""
    put_old(bench, "b_files/foto.txt", "parte")
    settle(bench)
    put_old(bench, "b.html", "página")


def _marker(bench: Counting) -> None:
    bench.put("b/CACHEDIR.TAG", "x")


def _distrust(bench: Counting) -> None:
    bench.writer.distrust(str(bench.docs / "b" / "c.txt"))


def _forget(bench: Counting) -> None:
    bench.writer.remove_files([str(bench.docs / "b" / "c.txt")])


def _lose_all(bench: Counting) -> None:
    with bench.writer.transaction() as database:
        database.execute("DELETE FROM documents")


def _another_writer(bench: Counting) -> None:
    with sqlite3.connect(bench.data / "catalog.sqlite") as other:
        other.execute("UPDATE documents SET format = 0 WHERE file_path LIKE '%c.txt'")
    other.close()


def _follow(bench: Counting) -> None:
    """Read by the watcher's way into a folder that is gone again before anything looks there."""
    path = put_old(bench, "fugaz/h.txt", "fugaz")
    bench.indexer.follow([str(path)])
    assert "fugaz/h.txt" in bench.shown()
    path.unlink()
    path.parent.rmdir()


def _settings(bench: Counting) -> None:
    bench.indexer.use_settings(Settings(bench.data, left_out=("c.txt",)))


def _kinds(bench: Counting) -> None:
    bench.indexer.use_settings(Settings(bench.data, left_out_kinds=("txt",)))


def _password(bench: Counting) -> None:
    put_old(bench, "b/llave.txt", "!encrypted")
    settle(bench)
    assert bench.indexer.read_locked_again() == 1


def _remove(bench: Counting) -> None:
    bench.indexer.remove(bench.docs / "b" / "c.txt")


def _nothing(bench: Counting) -> None: ...


CHANGES = [
    _nothing, _grow, _rewrite, _replace, _touch, _delete, _add, _rename, _rename_file, _remove_folder, _link, _to_symlink,
    _break_link, _ignore_here, _ignore_above, _change_pattern, _linked_pattern, _neighbour, _marker, _distrust, _forget,
    _lose_all, _another_writer, _follow, _settings, _kinds, _password, _remove,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_whatever_is_different_is_found_as_by_a_look_that_remembers_nothing(bench, change):
    for name in ("a.txt", "b/c.txt", "b/d.txt", "e/f.txt", "e/g.txt"):
        put_old(bench, name, "uno")
    put_old(bench, "e/.ficheroignore", "f.txt\n")
    (bench.folder / "fuera.txt").write_text("fuera", encoding="utf-8")
    os.symlink(bench.folder / "fuera.txt", bench.docs / "e" / "enlace.txt")
    settle(bench)
    change(bench)
    agrees(bench, bench.look())
    for _ in range(2):
        agrees(bench, bench.look())


def test_only_folders_that_look_otherwise_are_sorted_again(bench):
    for name in ("a/1.txt", "a/2.txt", "b/3.txt"):
        put_old(bench, name, name)
    settle(bench)
    put_old(bench, "b/4.txt", "nuevo")
    assert bench.look().indexed == 1
    assert (bench.files_sorted, bench.read_names()) == (2, ["4.txt"])


def test_embedding_changes_nothing_for_the_looks(bench):
    put_old(bench, "a.txt", "uno")
    settle(bench)
    bench.indexer.index(stage="vectors")
    bench.look()
    assert (bench.rows_read, bench.files_sorted) == (0, 0)
    bench.check()


@pytest.mark.parametrize("problem", ["permission", "vanished", "timeout"])
def test_what_may_succeed_the_next_time_is_tried_each_time(bench, problem):
    put_old(bench, "a/mal.txt", f"!{problem}")
    put_old(bench, "b/bien.txt")
    for _ in range(3):
        bench.index(stage="text")
    bench.read_names()
    for _ in range(2):
        assert bench.look().failed == 1 and bench.read_names() == ["mal.txt"]


def test_a_broken_link_is_told_as_long_as_it_is_broken(bench):
    put_old(bench, "a/bien.txt")
    os.symlink(bench.folder / "nada.txt", bench.docs / "a" / "enlace.txt")
    for _ in range(4):
        report = bench.index(stage="text")
    assert (report.failed, report.unchanged) == (1, 1)
    (bench.folder / "nada.txt").write_text("algo", encoding="utf-8")
    assert bench.look().failed == 0 and bench.catalog.errors() == []
    settle(bench)


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() == 0, reason="root may list every folder")
def test_a_folder_that_may_not_be_listed_keeps_what_it_held(bench):
    put_old(bench, "a/b/c.txt")
    settle(bench)
    (bench.docs / "a" / "b").chmod(0)
    for _ in range(3):
        assert (bench.look().unchanged, bench.shown()) == (1, ["a/b", "a/b/c.txt"])
    (bench.docs / "a" / "b").chmod(0o700)
    bench.look()
    assert bench.shown() == ["a/b/c.txt"]


def test_a_folder_that_could_not_be_listed_is_no_error_once_it_can_be(bench, monkeypatch):
    """As above, where everything may be listed by who runs the test."""
    put_old(bench, "a/b/c.txt")
    settle(bench)
    scandir, shut = os.scandir, str(bench.docs / "a" / "b")

    def refusing(path: str):
        if os.fspath(path) == shut:
            raise PermissionError(13, "Permission denied", shut)
        return scandir(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refusing)
        for _ in range(3):
            assert (bench.look().removed, bench.shown()) == (0, ["a/b", "a/b/c.txt"])
    bench.look()
    assert bench.shown() == ["a/b/c.txt"]
    settle(bench)


def test_a_root_that_is_away_keeps_all_and_is_known_when_it_is_back(bench):
    put_old(bench, "a.txt")
    settle(bench)
    away = bench.folder / "away"
    bench.docs.rename(away)
    assert bench.look().unavailable == (str(bench.docs),)
    assert bench.shown() == ["a.txt"]
    away.rename(bench.docs)
    assert bench.look().unchanged == 1 and bench.read_names() == []


def test_a_look_that_is_broken_off_leaves_nothing_undone(bench):
    for name in ("a/1.txt", "b/2.txt"):
        put_old(bench, name, name)
    settle(bench)
    bench.indexer.use_settings(Settings(bench.data, left_out=("1.txt",)))
    asked = iter([False, False, False])
    bench.indexer.index(stage="text", is_cancelled=lambda: next(asked, True))
    agrees(bench, bench.look())
    assert bench.shown() == ["b/2.txt"]


def test_a_file_that_is_a_root_of_its_own_below_another_is_looked_at_once(bench):
    put_old(bench, "a/1.txt", "uno")
    put_old(bench, "a/2.md", "dos")
    settle(bench)
    bench.index("a/1.txt", stage="text", all_files=True)
    for _ in range(3):
        assert bench.look().unchanged == 2
    (bench.docs / "a" / "1.txt").unlink()
    assert (bench.look().unavailable, bench.shown()) == ((str(bench.docs / "a" / "1.txt"),), ["a/1.txt", "a/2.md"])


def test_memory_is_small(bench):
    for number in range(300):
        put_old(bench, f"a/documento número {number}.txt", "uno")
    settle(bench)
    (known,) = bench.indexer._remembered._roots.values()
    listings = [record.listing for record in known.folders.values()]
    n_bytes = sum(sys.getsizeof(part) for one in listings for part in (one.names, one.kinds, one.stamps))
    assert n_bytes / 300 < 100

"""Changes that are followed between two pieces of long work: seen soon, and nothing of the work at hand is spoilt."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.indexing import vector_stage
from engine.indexing.progress import IndexProgress
from tests.engine.indexing_parts import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.close()


def once(bench: Bench, change: Callable[[], list[Path]], when: Callable[[], bool] = lambda: True) -> list[str]:
    """Lets one change happen, and be followed, in the middle of the next long work. Returns the paths, once it has."""
    followed: list[str] = []

    def meanwhile(put_away: Callable[[], object]) -> bool:
        if followed or not when():
            return False
        followed.extend(str(path) for path in change())
        put_away()
        assert not bench.indexer.follow(followed, at_most=10).was_cancelled
        return True

    bench.indexer.meanwhile = meanwhile
    return followed


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_stage, "CALL_CHUNKS", 1)


@pytest.mark.usefixtures("one_at_a_time")
def test_while_it_embeds(bench: Bench):
    for name in ("a", "b", "c", "d"):
        bench.put(f"{name}.txt", f"{name} uno\n{name} dos")
    bench.index(stage="text")
    embedded_before: list[bool] = []

    def change() -> list[Path]:
        embedded_before.append(bool(bench.embedder.passages))
        (bench.docs / "a.txt").unlink()
        (bench.docs / "b.txt").rename(bench.docs / "e.txt")
        bench.put("c.txt", "c tres")
        bench.put("n.txt", "nuevo")
        return [bench.docs / f"{name}.txt" for name in "abcen"]

    followed = once(bench, change, lambda: len(bench.embedder.passages) >= 3)
    bench.index(stage="vectors")
    assert followed and embedded_before == [True]
    assert bench.shown() == ["c.txt", "d.txt", "e.txt", "n.txt"]
    assert bench.catalog.counts().pending == 0
    bench.check()


@pytest.mark.usefixtures("one_at_a_time")
def test_what_changes_while_it_embeds_has_vectors_already(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """Its rows are noted to be deleted; storing others of the same document must not strike the note out."""
    monkeypatch.setattr(vector_stage, "BATCH_CHUNKS", 2)
    file = bench.put("a.txt", "uno\ndos\ntres\ncuatro")
    bench.index(stage="text")

    def change() -> list[Path]:
        file.write_text("tres\nocho", encoding="utf-8")
        return [file]

    once(bench, change, lambda: len(bench.embedder.passages) == 3)
    bench.index(stage="vectors")
    assert bench.texts() == ["ocho", "tres"]
    bench.check()


def test_while_files_are_read(bench: Bench):
    """What the look had read of a file before it changed is put away first."""
    for name in ("a", "b", "c"):
        bench.put(f"{name}.txt", name)

    def change() -> list[Path]:
        bench.put("a.txt", "otra cosa")
        bench.put("n.txt", "nuevo")
        return [bench.docs / "a.txt", bench.docs / "n.txt"]

    followed = once(bench, change)
    bench.index(stage="text")
    assert bench.texts() == ["b", "c", "nuevo", "otra cosa"]
    bench.indexer.follow(followed)
    bench.index()
    assert bench.texts() == ["b", "c", "nuevo", "otra cosa"]
    bench.check()


def test_of_much_the_latest_is_followed_and_the_rest_left_for_later(bench: Bench):
    gone = bench.put("a.txt", "uno")
    bench.index()
    paths = [str(bench.put(f"{i}.txt", f"n {i}")) for i in range(4)]
    for i, path in enumerate(paths):
        os.utime(path, (4_000_000_000 + i, 4_000_000_000 + i))
    gone.unlink()
    report = bench.indexer.follow([*paths, str(gone)], at_most=3)
    assert report.was_cancelled and report.has_more_changes and report.removed == 1
    assert bench.texts() == ["n 1", "n 2", "n 3"]
    assert not bench.indexer.follow([str(bench.docs)], at_most=3).was_cancelled     # a whole root
    assert len(bench.texts()) == 4
    bench.put("b.txt", "dos")
    report = bench.indexer.follow([str(bench.docs)], at_most=3, since_ns=3_000_000_000_000_000_000)
    assert report.was_cancelled and not report.has_more_changes
    assert len(bench.texts()) == 4              # the look at work has it in its list
    bench.indexer.follow([str(bench.docs)])
    assert len(bench.texts()) == 5
    bench.index()
    bench.check()


def test_many_changes_are_one_commit(bench: Bench):
    """Each by itself took a commit of both stores: 400 changed files kept the next change waiting for a minute."""
    bench.put("a.txt", "uno")
    bench.index()
    paths = [str(bench.put(f"{i}.txt", f"n {i}")) for i in range(40)]
    before = bench.lexical.n_commits
    bench.indexer.follow(paths)
    assert bench.lexical.n_commits - before <= 2
    assert len(bench.texts()) == 41


@pytest.mark.usefixtures("one_at_a_time")
def test_embedding_that_new_files_interrupt_goes_on_in_the_progress_from_where_it_was(bench: Bench):
    for number in range(8):
        bench.put(f"{number}.txt", f"texto {number}")
    bench.index(stage="text")
    told: list[IndexProgress] = []

    def embed(at_most: int) -> tuple[int, int]:
        """The first progress that is told, with what is there to embed."""
        told.clear()
        end = len(bench.embedder.passages) + at_most
        bench.indexer.index(stage="vectors", progress=told.append, is_cancelled=lambda: len(bench.embedder.passages) >= end)
        assert [step.done for step in told] == sorted(step.done for step in told)
        return told[0].done, told[0].total

    assert embed(5) == (0, 8)
    bench.put("nuevo.txt", "lo nuevo")
    bench.index(stage="text")
    assert embed(2) == (5, 9)
    assert embed(99) == (7, 9) and (told[-1].done, told[-1].total) == (9, 9)
    bench.put("otro.txt", "lo que viene luego")
    bench.index(stage="text")
    assert embed(99) == (0, 1)

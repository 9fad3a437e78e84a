"""What `make check-consistency` has found, each as a small test: a writer that ends in the middle loses nothing and leaves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.indexing_parts import Bench


class Killed(BaseException):
    """Nothing of ours catches it."""


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.close()


def n_unused_embeddings(bench: Bench) -> int:
    return int(bench.catalog.database.execute(
        "SELECT count(*) FROM embeddings WHERE passage_hash NOT IN (SELECT passage_hash FROM chunks)"
    ).fetchone()[0])


def test_a_removal_is_noted_with_the_documents_or_not_at_all(bench: Bench, monkeypatch):
    bench.put("a.txt", "uno")
    bench.put("b.txt", "dos")
    bench.index()

    def die(path: str) -> None:
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(bench.writer, "note_removed", die)
        bench.indexer.remove(bench.docs / "a.txt")
    bench.start()
    assert bench.shown() == ["a.txt", "b.txt"]
    assert bench.indexer.remove(bench.docs / "a.txt") == 1
    bench.start()
    bench.index()
    assert bench.shown() == ["b.txt"]


@pytest.mark.parametrize("ends_well", [True, False], ids=["stopped", "killed"])
def test_embeddings_of_removed_passages_go_although_the_writer_ended_before(bench: Bench, monkeypatch, ends_well: bool):
    file = bench.put("a.txt", "uno\ndos")
    bench.index()
    file.write_text("tres", encoding="utf-8")
    if ends_well:
        bench.index(is_cancelled=lambda: bench.lexical.n_commits > 1)
    else:
        monkeypatch.setattr("engine.indexing.reconciliation.tidy", lambda *_: (_ for _ in ()).throw(Killed()))
        with pytest.raises(Killed):
            bench.index()
        monkeypatch.undo()
    assert n_unused_embeddings(bench)
    bench.start()
    bench.index()
    bench.check()
    assert not n_unused_embeddings(bench)

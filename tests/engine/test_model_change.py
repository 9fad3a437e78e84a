"""Another embedder, or another head: what was made before serves until all is made anew, and the two never meet."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from engine.catalog.catalog import Catalog
from engine.indexing import vector_stage
from engine.indexing.doctor import diagnose
from engine.model_ids import vectors_of
from engine.settings import Settings
from tests.engine.indexing_parts import Bench, Embedder
from tests.engine.indexing_stores import WideEmbedder, indexer_of


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_stage, "BATCH_CHUNKS", 2)


@pytest.fixture
def bench(tmp_path: Path):
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def filled(bench: Bench, n_files: int = 3) -> Bench:
    for i in range(n_files):
        bench.put(f"{i}.txt", f"uno {i}\ndos {i}")
    bench.index()
    return bench


def change(bench: Bench, version: str, is_kept: bool = True) -> Embedder:
    """As a new program starts with another embedder. Returns the former one."""
    former, bench.embedder = bench.embedder, Embedder(version)
    bench.former = {f"fake@{former.version}": former} if is_kept else {}
    bench.start()
    return former


def cut_after(n_calls: int):
    """Is it cancelled? Not the first times it is asked."""
    calls = itertools.count()
    return lambda: next(calls) >= n_calls


def serving_rows(bench: Bench) -> set[int]:
    serving = bench.catalog.serving_model()
    return {row.chunk_id for row in bench.vectors.rows if row.model == vectors_of(serving)}     # type: ignore[attr-defined]


def chunks(bench: Bench) -> set[int]:
    return {c.chunk_id for d in bench.catalog.documents_below(str(bench.docs)) for c in bench.catalog.document_chunks(d.document_id)}


def test_the_old_vectors_serve_until_the_new_ones_are_complete(bench):
    former = change(filled(bench), "2")
    bench.put("nuevo.txt", "tres")
    bench.index(stage="text")
    n_new = set()
    for n_calls in range(1, 12):        # cut short again and again
        report = bench.index(stage="vectors", is_cancelled=cut_after(n_calls))
        if bench.catalog.serving_model() == "fake@2":
            break
        assert report.was_cancelled and bench.catalog.serving_model() == "fake@1"
        n_new.add(sum(row.model == "fake@2" for row in bench.vectors.rows))      # type: ignore[attr-defined]
        complete = {c for c in chunks(bench) if bench.catalog.bit_locations([c], "fake@1")}
        assert serving_rows(bench) == complete >= chunks(bench) - {max(chunks(bench))}
    assert max(n_new) > min(n_new) == 0
    bench.index()
    assert "tres" in former.passages        # what is new is found by its meaning at once, as the others are
    assert bench.catalog.serving_model() == "fake@2" and bench.catalog.stage() == "complete"
    assert sorted(bench.embedder.passages) == sorted({"tres", *(f"{w} {i}" for w in ("uno", "dos") for i in range(3))})
    assert bench.catalog.models() == ("fake@2",)
    bench.check()


def test_a_document_changed_during_the_change_is_served_by_the_old(bench):
    change(filled(bench), "2")
    bench.index(stage="vectors", is_cancelled=cut_after(6))
    bench.put("0.txt", "otra cosa muy distinta")
    bench.index(stage="text")
    bench.start()
    bench.index(stage="vectors", is_cancelled=cut_after(2))
    assert bench.catalog.serving_model() == "fake@1" and serving_rows(bench) == chunks(bench)
    bench.index()
    bench.check()


def test_without_the_old_embedder_the_new_one_serves_what_it_has(bench):
    change(filled(bench), "2", is_kept=False)
    bench.index(stage="vectors", is_cancelled=cut_after(1))
    assert bench.catalog.serving_model() == "fake@2"
    assert {row.model for row in bench.vectors.rows} <= {"fake@2"}      # type: ignore[attr-defined]
    assert bench.catalog.stage() == "text"
    bench.index()
    bench.check()


def test_a_change_overtaken_by_another(bench):
    change(filled(bench), "2")
    bench.index(stage="vectors", is_cancelled=cut_after(6))
    first = bench.former
    change(bench, "3")
    bench.former = first
    bench.start()
    bench.index(stage="vectors", is_cancelled=cut_after(3))
    assert bench.catalog.serving_model() == "fake@1" and serving_rows(bench) == chunks(bench)
    assert {row.model for row in bench.vectors.rows} <= {"fake@1", "fake@3"}        # type: ignore[attr-defined]
    bench.index()
    assert bench.catalog.models() == ("fake@3",)
    bench.check()


@pytest.mark.parametrize("is_kept", [True, False])
def test_another_head_leaves_the_vectors(bench, is_kept):
    bench.embedder = Embedder("1+a")
    bench.start()
    filled(bench)
    rows = [(row.chunk_id, row.vector.tobytes()) for row in bench.vectors.rows]     # type: ignore[attr-defined]
    change(bench, "1+b", is_kept)
    bench.index(stage="vectors", is_cancelled=cut_after(1))
    assert serving_rows(bench) == chunks(bench) and bench.catalog.stage() == "complete"
    assert bench.catalog.serving_model() == ("fake@1+a" if is_kept else "fake@1+b")
    bench.index()
    assert [(row.chunk_id, row.vector.tobytes()) for row in bench.vectors.rows] == rows     # type: ignore[attr-defined]
    assert bench.catalog.models() == ("fake@1+b",) and len(bench.catalog.bit_locations(chunks(bench), "fake@1+b")) == 6
    assert not bench.indexer.has_pending_vectors


def test_an_earlier_name_of_the_same_embedder_costs_nothing(bench):
    bench.embedder = Embedder("1-viejo")
    bench.start()
    filled(bench)
    bench.embedder = Embedder("1+viejo")
    bench.start()
    bench.indexer.rename_models(lambda model: model.replace("-", "+"))
    assert bench.catalog.serving_model() == "fake@1+viejo"
    bench.index()
    assert bench.embedder.passages == [] and {row.model for row in bench.vectors.rows} == {"fake@1"}   # type: ignore[attr-defined]
    assert set(bench.catalog.bit_locations(chunks(bench), "fake@1+viejo")) == chunks(bench)


def test_on_the_real_stores_the_doctor_finds_nothing_amiss_at_any_moment(tmp_path):
    docs, settings = tmp_path / "docs", Settings(tmp_path / "data")
    docs.mkdir()
    for i in range(4):
        (docs / f"{i}.txt").write_text(f"uno {i}\ndos {i}")
    old, new = WideEmbedder("1+a"), WideEmbedder("2+a")
    with indexer_of(settings, old) as indexer:
        indexer.index([docs])
    for n_calls in (3, 4, 5, 6, 50):
        with indexer_of(settings, new, former={"fake@1+a": old}) as indexer:
            indexer.index(is_cancelled=cut_after(n_calls))
        assert diagnose(settings, repair=False) == {"ok": True, "problems": [], "repaired": 0}
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        assert catalog.models() == ("fake@2+a",) and catalog.serving_model() == "fake@2+a"

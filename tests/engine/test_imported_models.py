"""An index by another embedder, of another number of dimensions, and results that a cross-encoder refines."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path

import pytest

from engine.build import build_engine, build_indexer, read_status
from engine.build_models import import_model, keep_measured, list_imported_models, remove_model, use_model
from engine.errors import BadUsage, Cancelled, ChosenModelMissing, ModelUnusable
from engine.evaluation.golden import read_csv
from engine.hits import SearchRequest
from engine.indexing.doctor import diagnose
from engine.settings import Settings, load_settings
from tests.models.exports import cross_encoder_export, embedder_export

QUESTION = "¿Cuánto tiene que pagar cada vivienda por la derrama del ascensor?"
NO_WISHES = dict.fromkeys(("kind", "network", "pooling", "query_prefix", "passage_prefix"))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory, model_folder: Path, sample_folder: Path) -> Path:
    """docs/, and data/ with its index, an embedder "narrow" of 256 dimensions, and a cross-encoder "pairs"."""
    root = tmp_path_factory.mktemp("imported")
    (root / "docs").mkdir()
    for name in ("acta_junta_2024.pdf", "aviso_piscina.txt"):
        shutil.copy(sample_folder / "comunidad" / name, root / "docs")
    settings = Settings(root / "data")
    for source in (embedder_export(root / "narrow", model_folder, dimension=256), cross_encoder_export(root / "pairs", model_folder)):
        import_model(settings, source, None, NO_WISHES, lambda step: None)
        shutil.rmtree(source)
    index(settings, root / "docs")
    return root


@pytest.fixture
def settings(root: Path, tmp_path: Path) -> Settings:
    """A data folder of the test's own."""
    shutil.copytree(root / "data", tmp_path / "data")
    return Settings(tmp_path / "data")


def index(settings: Settings, *folders: Path) -> None:
    with build_indexer(settings) as indexer:
        indexer.index(folders)


def search(settings: Settings, **fields: object):  # type: ignore[no-untyped-def]
    with build_engine(settings) as engine:
        return engine.search(SearchRequest(QUESTION, **fields))     # type: ignore[arg-type]


def tables(settings: Settings) -> list[str]:
    return sorted(path.name for path in settings.vectors_dir.glob("*.lance"))


def test_another_embedder_takes_over_once_all_is_embedded(settings: Settings) -> None:
    before = search(settings)
    settings = use_model(settings, "narrow")
    assert load_settings(settings.data_dir) == settings
    meanwhile = search(settings)                # by what the first one made
    assert [hit.path for hit in meanwhile.hits] == [hit.path for hit in before.hits]
    assert tables(settings) == ["vectors_384.lance"]
    index(settings)
    assert tables(settings) == ["vectors_256.lance"]
    after = search(settings)
    assert after.stage == "complete" and Path(after.hits[0].path).name == "acta_junta_2024.pdf"
    why = after.hits[0].explanation
    assert why.dense is not None and why.rerank is None
    answer = after.hits[0].answer
    assert answer is not None and "2.600 euros" in answer.text       # by the words alone
    assert not diagnose(settings, False, build_indexer)["problems"]
    in_use = {model["name"]: model["in_use"] for model in read_status(settings)["models"]}
    assert in_use["narrow"] and not in_use["multilingual-e5-small-q4"]
    settings = use_model(settings, "default")
    index(settings)
    assert tables(settings) == ["vectors_384.lance"]
    assert search(settings).hits[0].explanation.rerank is not None


def test_results_come_at_once_and_move_when_they_are_refined(settings: Settings) -> None:
    settings = use_model(settings, "pairs")
    with build_engine(settings) as engine:
        first, second = engine.results(SearchRequest(QUESTION))
        assert (first.refinement, second.refinement) == ("coming", "done")
        assert {hit.document_id for hit in first.hits} == {hit.document_id for hit in second.hits}
        assert "refine" in second.timings_ms and second.answerable == first.answerable
        ranks = [hit.explanation.cross_encoder.rank for hit in second.hits if hit.explanation.cross_encoder]
        assert ranks == sorted(ranks) and len(ranks) == len(second.hits)
        assert Path(second.hits[0].path).name == "acta_junta_2024.pdf"
        for request in (SearchRequest(QUESTION, refine=False), SearchRequest(QUESTION, rerank=False), SearchRequest(QUESTION, mode="lexical")):
            assert [result.refinement for result in engine.results(request)] == ["none"]
        stop: list[bool] = []
        results = engine.results(SearchRequest(QUESTION, is_cancelled=lambda: bool(stop)))
        next(results)
        stop.append(True)
        with pytest.raises(Cancelled):
            next(results)


def test_a_language_that_it_makes_worse_does_without(settings: Settings, root: Path, tmp_path: Path) -> None:
    settings = use_model(settings, "pairs")
    keep_measured(settings, "pairs", {"es": {"without": 0.9, "with": 0.8, "questions": 100}})
    assert search(settings).refinement == "none"
    assert list_imported_models(settings)[1]["unused_languages"] == ["es"]
    from engine.evaluation.refinement_evaluation import measure_cross_encoder

    golden = tmp_path / "golden.csv"
    golden.write_text(f"question,path\n{QUESTION},{root / 'docs' / 'acta_junta_2024.pdf'}\n", encoding="utf-8")
    measured = measure_cross_encoder(settings, settings, "pairs", read_csv(golden), lambda done, total: None)
    assert measured["es"]["questions"] == 1 and 0 <= measured["es"]["with"] <= 1
    stored = json.loads((settings.models_dir / "pairs" / "measured.json").read_bytes())
    assert stored == measured
    assert search(settings).refinement == "done"


def test_what_is_chosen_and_gone_is_said(settings: Settings) -> None:
    settings = use_model(use_model(settings, "pairs"), "narrow")
    for name in ("pairs", "narrow"):
        with pytest.raises(BadUsage):
            remove_model(settings, name)
    remove_model(dataclasses.replace(settings, cross_encoder=""), "pairs")
    with build_engine(settings) as engine:
        results = engine.results(SearchRequest(QUESTION))
        assert next(results).hits           # the rest of the search goes on
        with pytest.raises(ChosenModelMissing):
            next(results)
    remove_model(dataclasses.replace(settings, embedder=""), "narrow")
    with pytest.raises(ChosenModelMissing):
        index(settings)
    for name in ("pairs", "../x", "multilingual-e5-small-q4"):
        with pytest.raises(ChosenModelMissing):
            use_model(settings, name)
    index(use_model(settings, "default"))


def test_what_is_no_model_is_refused(settings: Settings, root: Path) -> None:
    with pytest.raises(ModelUnusable, match=r"config\.json"):
        import_model(settings, root / "docs", None, NO_WISHES, lambda step: None)

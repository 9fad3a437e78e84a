"""Vectors against those stored from the weights' own engine, batches against single texts, bits against spans."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from models.embedder import Embedder
from models.errors import EmbeddingCancelled, ModelDamaged, ModelMissing
from models.manifest import EMBEDDER, FILES, MANIFEST
from models.token_encoder import batches

LEAST_COSINE = 0.999


@pytest.fixture(scope="module")
def embedder(model_folder: Path) -> Embedder:
    return Embedder(model_folder, n_threads=1)


def test_says_what_it_is(embedder: Embedder) -> None:
    assert (embedder.name, embedder.dimension, embedder.max_tokens) == ("multilingual-e5-small-q4", 384, 512)
    assert embedder.version.startswith("0.3.0-")


def test_passages_equal_the_stored_vectors(embedder: Embedder, reference: list[dict[str, Any]]) -> None:
    encodings = embedder.embed_passages([entry["text"] for entry in reference])
    cosines = {e["name"]: _stored(e["passage"]) @ found.vector for e, found in zip(reference, encodings)}
    assert {name: cosine for name, cosine in cosines.items() if cosine < LEAST_COSINE} == {}


def test_queries_equal_the_stored_vectors(embedder: Embedder, reference: list[dict[str, Any]]) -> None:
    cosines = {e["name"]: _stored(e["query"]) @ embedder.embed_query(e["text"]).vector for e in reference}
    assert {name: cosine for name, cosine in cosines.items() if cosine < LEAST_COSINE} == {}


def test_one_by_one_equals_batched(embedder: Embedder, reference: list[dict[str, Any]]) -> None:
    texts = [entry["text"] for entry in reference]
    for text, together in zip(texts, embedder.embed_passages(texts)):
        alone = embedder.embed_passages([text])[0]
        assert np.allclose(alone.vector, together.vector, atol=2e-3)
        flipped = np.unpackbits(alone.bits ^ together.bits).mean() if len(alone.bits) else 0.0
        assert flipped < 0.01


def test_a_row_of_bits_has_its_span(embedder: Embedder, reference: list[dict[str, Any]]) -> None:
    texts = [*(entry["text"] for entry in reference), "palabra " * 700, "... ¡! —", " \n"]
    for text, encoding in zip(texts, embedder.embed_passages(texts)):
        spans = embedder.passage_token_spans(text)
        assert encoding.bits.shape == (len(spans), 48)
        assert encoding.bits.dtype == np.uint8
        assert all(0 <= start <= end <= len(text) for start, end in spans)


def test_kept_tokens_leave_out_punctuation_and_prefix(embedder: Embedder) -> None:
    passage = "¡Hola, «mundo»! Cuesta 5 euros."
    words = [passage[start:end] for start, end in embedder.passage_token_spans(passage)]
    assert "".join(words) == "HolamundoCuesta5euros"


def test_query_tokens_have_norm_one_and_weights(embedder: Embedder) -> None:
    query = embedder.embed_query("¿Cuándo vence el contrato?")
    assert query.tokens.shape == (len(query.weights), 384)
    assert query.tokens.dtype == query.weights.dtype == query.vector.dtype == np.float32
    assert np.allclose(np.linalg.norm(query.tokens, axis=1), 1, atol=1e-5)
    assert np.linalg.norm(query.vector) == pytest.approx(1, abs=1e-5)
    assert (query.weights > 0).all()


def test_blank_space_around_a_query_changes_nothing(embedder: Embedder) -> None:
    bare, blank = embedder.embed_query("contrato"), embedder.embed_query("  contrato \n")
    assert np.array_equal(bare.vector, blank.vector)


def test_empty_and_huge_texts(embedder: Embedder) -> None:
    assert len(embedder.embed_query("").tokens) == 0
    assert len(embedder.embed_query("¿?").tokens) > 0
    assert len(embedder.embed_query("palabra " * 12_500).tokens) <= 510
    empty, huge = embedder.embed_passages(["", "a1-" * 33_334])
    assert len(empty.bits) == 0
    assert 0 < len(huge.bits) <= 510
    assert np.isfinite(empty.vector).all() and np.isfinite(huge.vector).all()
    assert embedder.embed_passages([]) == []


def test_stops_between_batches(embedder: Embedder) -> None:
    with pytest.raises(EmbeddingCancelled):
        embedder.embed_passages(["uno", "dos"], is_cancelled=lambda: True)


def test_batches_stay_within_the_limit_and_lose_nothing() -> None:
    lengths = [3, 500, 20, 20, 7, 512, 1]
    planned = list(batches(lengths, limit=512))
    assert sorted(place for batch in planned for place in batch) == list(range(len(lengths)))
    assert all(len(batch) * lengths[batch[0]] <= 512 for batch in planned)
    assert list(batches([])) == []


def test_a_missing_file_names_itself(model_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=MANIFEST):
        Embedder(tmp_path)
    _link_all_but(EMBEDDER, model_folder, tmp_path)
    with pytest.raises(ModelMissing, match=EMBEDDER):
        Embedder(tmp_path)


def test_a_damaged_file_is_found(model_folder: Path, tmp_path: Path) -> None:
    _link_all_but(EMBEDDER, model_folder, tmp_path)
    (tmp_path / EMBEDDER).write_bytes(b"not a network")
    with pytest.raises(ModelDamaged, match=EMBEDDER):
        Embedder(tmp_path)
    with pytest.raises(ModelDamaged, match="SHA-256"):
        Embedder(tmp_path, verify=True)


def test_files_lie_beside_the_program() -> None:
    assert FILES.name == "files" or "FICHERO_MODELS" in __import__("os").environ


def _stored(text: str) -> NDArray[np.float32]:
    return np.frombuffer(base64.b64decode(text), "<f2").astype(np.float32)


def _link_all_but(left_out: str, folder: Path, target: Path) -> None:
    for path in folder.iterdir():
        if path.name != left_out and not path.name.startswith("."):
            (target / path.name).symlink_to(path)

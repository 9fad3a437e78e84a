"""The head: centring, maps and weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.errors import ModelDamaged, ModelMissing
from models.head import Head, load_head

RANDOM = np.random.default_rng(3)
MEAN = RANDOM.normal(size=384).astype(np.float32)
HIDDEN = RANDOM.normal(size=(5, 384)).astype(np.float32)


def test_without_maps_tokens_are_centred_alone() -> None:
    head = Head(passage_mean=MEAN, query_mean=np.zeros(384, np.float32))
    tokens, weights = head.query(HIDDEN)
    assert np.allclose(tokens, HIDDEN / np.linalg.norm(HIDDEN, axis=1, keepdims=True), atol=1e-6)
    assert weights.tolist() == [1] * 5
    assert np.array_equal(np.unpackbits(head.passage_bits(HIDDEN), axis=1), HIDDEN > MEAN)


def test_maps_and_weights_are_read_and_used(tmp_path: Path) -> None:
    turned = np.roll(np.eye(384, dtype=np.float32), 1, axis=1)
    path = tmp_path / "head.npz"
    np.savez(
        path, passage_mean=MEAN, query_mean=MEAN, query_map=turned, passage_map=turned,
        weight_vector=MEAN, weight_bias=np.float32(0.5),
    )
    head, plain = load_head(path), Head(MEAN, MEAN)
    tokens, weights = head.query(HIDDEN)
    assert np.allclose(tokens, np.roll(plain.query(HIDDEN)[0], 1, axis=1), atol=1e-6)
    assert np.array_equal(np.unpackbits(head.passage_bits(HIDDEN), axis=1), np.roll(HIDDEN > MEAN, 1, axis=1))
    assert (weights > 0).all() and len(set(weights.tolist())) == 5
    assert weights.dtype == tokens.dtype == np.float32


def test_no_tokens() -> None:
    head = Head(MEAN, MEAN)
    assert head.passage_bits(HIDDEN[:0]).shape == (0, 48)
    assert head.query(HIDDEN[:0])[0].shape == (0, 384)


def test_missing_and_damaged_files(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        load_head(tmp_path / "head.npz")
    (tmp_path / "head.npz").write_bytes(b"PK nothing")
    with pytest.raises(ModelDamaged):
        load_head(tmp_path / "head.npz")
    np.savez(tmp_path / "head.npz", unknown=MEAN)
    with pytest.raises(ModelDamaged):
        load_head(tmp_path / "head.npz")

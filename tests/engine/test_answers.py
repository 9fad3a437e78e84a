import numpy as np
import pytest

from engine.answers import best_sentence


def test_sentence_that_covers_the_query_wins():
    similarities = np.array([[0.9, 0.1, 0.2, 0.1], [0.1, 0.1, 0.8, 0.9]], dtype=np.float32)
    spans = [(0, 3), (4, 7), (8, 11), (12, 15)]
    weights = np.ones(2, dtype=np.float32)
    best = best_sentence(similarities, weights, spans, [(0, 8), (8, 16)])
    assert best == (1, pytest.approx((0.2 + 0.9) / 2))


def test_weights_count():
    similarities = np.array([[0.9, 0.1], [0.1, 0.9]], dtype=np.float32)
    best = best_sentence(similarities, np.array([3.0, 1.0], dtype=np.float32), [(0, 1), (2, 3)], [(0, 2), (2, 4)])
    assert best is not None and best[0] == 0


def test_nothing_to_score():
    empty = np.zeros((0, 0), dtype=np.float32)
    assert best_sentence(empty, np.zeros(0, dtype=np.float32), [], [(0, 3)]) is None

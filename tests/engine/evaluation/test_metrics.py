import math

import pytest

from engine.evaluation.metrics import auroc, ndcg, percentile, recall_at, reciprocal_rank


def test_by_hand():
    gains = [False, True, False, True]
    assert recall_at(gains, 2, 1) == 0
    assert recall_at(gains, 2, 5) == 1
    assert recall_at(gains, 4, 5) == 0.5
    assert reciprocal_rank(gains) == 0.5
    dcg = 1 / math.log2(3) + 1 / math.log2(5)
    assert ndcg(gains, 2) == pytest.approx(dcg / (1 + 1 / math.log2(3)))


def test_nothing_found():
    assert reciprocal_rank([]) == 0
    assert ndcg([], 1) == 0
    assert recall_at([], 0, 5) == 0


def test_percentile_is_nearest_rank():
    assert percentile([5, 1, 3, 2, 4], 0.5) == 3
    assert percentile([5, 1, 3, 2, 4], 0.95) == 5
    assert percentile([], 0.5) == 0


def test_auroc():
    assert auroc([3, 4], [1, 2]) == 1
    assert auroc([1, 2], [1, 2]) == 0.5
    assert auroc([1], [2]) == 0

"""Measures of a ranking against what is right."""

from __future__ import annotations

import math
from collections.abc import Sequence

CUTS = (1, 5, 20)


def recall_at(gains: Sequence[bool], n_relevant: int, k: int) -> float:
    """Share of the relevant documents among the first k. `gains` says of each rank whether it is a relevant one."""
    return sum(gains[:k]) / n_relevant if n_relevant else 0.0


def reciprocal_rank(gains: Sequence[bool], k: int = 10) -> float:
    """1 / rank of the first relevant document within the first k, else 0."""
    for rank, gain in enumerate(gains[:k], start=1):
        if gain:
            return 1.0 / rank
    return 0.0


def ndcg(gains: Sequence[bool], n_relevant: int, k: int = 10) -> float:
    """Normalised discounted cumulative gain with binary gains (Järvelin and Kekäläinen, TOIS 2002): log2(rank + 1)."""
    got = sum(1.0 / math.log2(rank + 1) for rank, gain in enumerate(gains[:k], start=1) if gain)
    ideal = sum(1.0 / math.log2(rank + 1) for rank in range(1, min(n_relevant, k) + 1))
    return got / ideal if ideal else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """Nearest-rank percentile; 0 for no values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(share * len(ordered)) - 1))]


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Probability that a positive scores above a negative, ties half (Mann and Whitney's U); 0.5 without either."""
    if not positive or not negative:
        return 0.5
    merged = sorted([(score, 1) for score in positive] + [(score, 0) for score in negative])
    rank_sum, index = 0.0, 0
    while index < len(merged):
        end = index
        while end < len(merged) and merged[end][0] == merged[index][0]:
            end += 1
        mean_rank = (index + 1 + end) / 2
        rank_sum += mean_rank * sum(label for _, label in merged[index:end])
        index = end
    n, m = len(positive), len(negative)
    return (rank_sum - n * (n + 1) / 2) / (n * m)

"""Fusion of rankings whose scores do not compare."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

RRF_K = 60


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[Key]], k: int = RRF_K, weights: Sequence[float] | None = None
) -> list[tuple[Key, float]]:
    """Fuse rankings: score(c) = sum over rankings holding c of weight / (k + rank of c), rank from 1.

    Cormack, Clarke and Büttcher, SIGIR 2009, whose k = 60 we keep. Uses ranks alone, because scores of
    different retrievers do not compare. A weight says how far a list is to be trusted; all 1 gives the original.

    Args:
        rankings: each best first, no repeats; they may be empty and of unequal length.
        weights: one a ranking, none negative.
    Returns:
        (key, score), best first; equal scores in the order in which the keys were first met.
    Raises:
        ValueError: k is not positive, or the weights do not fit.
    """
    if k <= 0:
        raise ValueError(f"k must be positive, not {k}")
    weights = [1.0] * len(rankings) if weights is None else list(weights)
    if len(weights) != len(rankings) or any(weight < 0 for weight in weights):
        raise ValueError("one weight a ranking, none negative")
    scores: dict[Key, float] = {}
    for ranking, weight in zip(rankings, weights, strict=True):
        for rank, key in enumerate(ranking, start=1):
            scores[key] = scores.get(key, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda item: -item[1])

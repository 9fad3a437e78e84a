"""The sentence of a passage that answers the query, by late interaction over the stored token bits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.folding import fold
from engine.stop_words import STOP_WORDS

LEAST_WORDS = 2         # or half of the query's, where it has fewer than four: one word in common is chance


def best_sentence(
    similarities: NDArray[np.float32],
    weights: NDArray[np.float32],
    token_spans: Sequence[tuple[int, int]],
    sentences: Sequence[tuple[int, int]],
) -> tuple[int, float] | None:
    """Index of the best sentence and its score: the weighted mean over query tokens of the best cosine inside it.

    Args:
        similarities: shape (query tokens, passage tokens), cosines.
        weights: shape (query tokens,), how much each counts.
        token_spans: of the passage's tokens, in the same text that `sentences` point into.
        sentences: (start, end), in order.
    Returns:
        None where no sentence holds a token.
    """
    if not len(token_spans) or not similarities.shape[0]:
        return None
    starts = np.fromiter((start for start, _ in token_spans), dtype=np.int64)
    total = float(weights.sum()) or 1.0
    best: tuple[int, float] | None = None
    for index, (start, end) in enumerate(sentences):
        inside = (starts >= start) & (starts < end)
        if not inside.any():
            continue
        score = float((similarities[:, inside].max(axis=1) * weights).sum()) / total
        if best is None or score > best[1]:
            best = (index, score)
    return best


def sentence_with_most_words(
    text: str, spans: Sequence[tuple[int, int]], sentences: Sequence[tuple[int, int]], n_terms: int
) -> tuple[int, float] | None:
    """For embedders without token vectors: index of the sentence that holds most of the query's words, the first of
    equals, and the share of them that it holds.

    Args:
        spans: where words of the query stand in `text`.
        n_terms: how many of the query's words say something.
    Returns:
        None where no sentence holds enough of them.
    """
    best: tuple[int, int] = (-1, 0)
    for index, (start, end) in enumerate(sentences):
        words = {fold(text[a:b]) for a, b in spans if start <= a and b <= end} - STOP_WORDS
        if len(words) > best[1]:
            best = (index, len(words))
    least = min(LEAST_WORDS, max(1, (n_terms + 1) // 2))
    return (best[0], min(1.0, best[1] / max(1, n_terms))) if best[1] >= least else None

"""The sentence of a passage that answers the query, by late interaction over the stored token bits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.language.folding import fold
from engine.language.stop_words import STOP_WORDS

# What a sentence is given for the question's tokens that its neighbour holds and it does not: "It was founded by …" answers who
# founded what the sentence before names. Chosen on half of xquad's dev questions, see docs/retrieval.md.
FROM_BEFORE, FROM_AFTER = 0.4, 0.2
FROM_TITLE = 0.4        # the same for what its title and headings name, in prose or not
LEAST_WORDS = 2         # or half of the query's, where it has fewer than four: one word in common is chance


def best_sentence(
    similarities: NDArray[np.float32],
    weights: NDArray[np.float32],
    token_spans: Sequence[tuple[int, int]],
    sentences: Sequence[tuple[int, int]],
    go_on: bool = False,
    n_title: int = 0,
) -> tuple[int, float] | None:
    """Index of the best sentence and its score: the weighted mean over query tokens of the best cosine inside it.

    Args:
        similarities: shape (query tokens, passage tokens), cosines.
        weights: shape (query tokens,), how much each counts.
        token_spans: of the passage's tokens, in the same text that `sentences` point into.
        sentences: (start, end), in order.
        go_on: whether they are prose, each going on from the one before; then its neighbours count too, though not in the score.
        n_title: code points at the beginning that are title and headings, which say what all of it is about; they count likewise.
    Returns:
        None where no sentence holds a token.
    """
    if not len(token_spans) or not similarities.shape[0]:
        return None
    starts = np.fromiter((start for start, _ in token_spans), dtype=np.int64)
    inside = [(starts >= start) & (starts < end) for start, end in sentences]
    known = [index for index, tokens in enumerate(inside) if tokens.any()]
    if not known:
        return None
    shares = weights / (float(weights.sum()) or 1.0)
    best_cosines = np.array([similarities[:, inside[index]].max(axis=1) for index in known])
    scores = best_cosines @ shares
    found = scores + _from_neighbours(best_cosines, shares, scores) if go_on else scores
    if (in_title := starts < n_title).any():
        together = np.maximum(best_cosines, similarities[:, in_title].max(axis=1)) @ shares
        found = found + FROM_TITLE * (together - scores)
    chosen = int(np.argmax(found))
    return known[chosen], float(scores[chosen])


def _from_neighbours(
    best_cosines: NDArray[np.float32], shares: NDArray[np.float32], scores: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Shape (sentences,): what the score would gain if the sentence before and the one after belonged to it, weighted."""
    gains = np.zeros_like(scores)
    together = np.maximum(best_cosines[1:], best_cosines[:-1]) @ shares
    gains[1:] += FROM_BEFORE * (together - scores[1:])
    gains[:-1] += FROM_AFTER * (together - scores[:-1])
    return gains


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

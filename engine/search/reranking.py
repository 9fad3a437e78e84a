"""The order of the fused candidates after late interaction, with exact codes kept first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.hits import RankAndScore, WordEvidence
from engine.search.retrieval import Fused

TIER = 40.0             # of it, one code in four is still more than the blended scores of 50 candidates can differ by


@dataclass(frozen=True, slots=True)
class Late:
    """Late interaction of one candidate: over its whole text, within the best few neighbouring tokens, and with the second
    best match of each token of the question; and the best match of each."""

    whole: float
    local: float
    second: float
    matches: NDArray[np.float32] | None = field(default=None, compare=False)        # (query tokens,)


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the standardised measures in the final order; those of words count as far as the words are trusted.

    `second` is taken off: what a passage matches in many places is what it talks about anyway, or a common word.
    """

    whole: float = 0.48
    local: float = 1.0
    second: float = -0.38
    bm25: float = 0.40
    coverage: float = 0.27

    @property
    def values(self) -> tuple[float, ...]:
        return (self.whole, self.local, self.second, self.bm25, self.coverage)


EXPECTED_OF_WORDS = 0.5     # of the standardised local score: what words say in the mean of a passage in their own language
# Fitted as a listwise softmax on es_pool, in two halves, each judged on the other: `python -m tests.fit_ranking`.
WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A fused candidate in its final place. Best first in a list of these."""

    fused: Fused
    rerank: RankAndScore | None     # late interaction's own rank and score; None without it
    score: float                    # what the final order follows
    cross: RankAndScore | None = None       # the cross-encoder's; None where it did not read it


def literal_first(fused: Sequence[Fused], exact: Sequence[float]) -> tuple[list[Fused], list[float]]:
    """Candidates and their exactness, those that hold more of the query's codes literally before the others: none of them
    may be cut off because the meaning put it far down."""
    order = sorted(range(len(fused)), key=lambda i: (-exact[i], i))
    return [fused[i] for i in order], [exact[i] for i in order]


def keep_fused_order(fused: Sequence[Fused], exact: Sequence[float]) -> list[Ranked]:
    """The order of the fusion, with candidates that hold the query's codes literally before the others."""
    order = sorted(range(len(fused)), key=lambda i: (-exact[i], i))
    return [Ranked(fused[i], None, fused[i].rrf.score + float(exact[i])) for i in order]


def rerank(
    fused: Sequence[Fused],
    late: Sequence[Late | None],
    words: Sequence[WordEvidence | None],
    trust: float,
    exact: Sequence[float],
    weights: Weights = WEIGHTS,
) -> list[Ranked]:
    """Order candidates by late interaction and their words; literal codes go first, as a tier above.

    Each measure is standardised over the candidates of the query. A candidate that has no token vectors yet (`late` None: its
    vectors are still to come) gets the quantile that its words have among the candidates, where they are evidence, and else the
    one that the fusion gave it, which ranks it too low, since the other list cannot hold it: it is neither lost nor preferred.

    Args:
        fused: best first.
        late: of each, or None.
        words: of each; None where they can say nothing, since it is in another language than the question.
        trust: how far the query's words are evidence, 0 to 1: hardly in another language than the documents'.
        exact: share of the query's codes that each holds literally.
    """
    if not fused:
        return []
    whole = _fill_by_quantile([None if scores is None else scores.whole for scores in late], _places_of(words, trust))
    final = np.array(weights.values) @ np.stack(measures(late, words, trust)) + np.array(exact, dtype=np.float64) * TIER
    by_late = sorted((i for i, scores in enumerate(late) if scores is not None), key=lambda i: -whole[i])
    late_rank = {index: rank for rank, index in enumerate(by_late, start=1)}
    order = sorted(range(len(fused)), key=lambda i: (-final[i], i))
    return [
        Ranked(fused[i], RankAndScore(late_rank[i], float(whole[i])) if i in late_rank else None, float(final[i]))
        for i in order
    ]


def measures(
    late: Sequence[Late | None], words: Sequence[WordEvidence | None], trust: float
) -> list[NDArray[np.float64]]:
    """What the order follows, in the order of `Weights`, each standardised over the candidates: (candidates,)."""
    places = _places_of(words, trust)
    whole, local, second = (
        _standard(_fill_by_quantile([None if scores is None else getattr(scores, name) for scores in late], places))
        for name in ("whole", "local", "second")
    )
    usual = EXPECTED_OF_WORDS * local
    bm25 = _standard_of_known([None if w is None else w.bm25 for w in words], usual)
    coverage = _standard_of_known([None if w is None else w.coverage for w in words], usual)
    return [whole, local, second, trust * bm25, trust * coverage]


def follow(ranked: Sequence[Ranked], tail: Sequence[Ranked]) -> list[Ranked]:
    """What stands behind the reranked candidates, its scores lowered below theirs, so that scores fall with the rank."""
    if not ranked or not tail:
        return list(tail)
    drop = tail[0].score - ranked[-1].score + 1e-6
    return [replace(place, score=place.score - drop) for place in tail] if drop > 0 else list(tail)


def _places_of(words: Sequence[WordEvidence | None], trust: float) -> list[int]:
    """Of each candidate its place by BM25 among those whose words are evidence, from 0; as far as words aren't, that in the fusion."""
    by_words = sorted((i for i, found in enumerate(words) if found is not None), key=lambda i: -words[i].bm25)    # type: ignore[union-attr]
    places = list(range(len(words)))
    for place, index in enumerate(by_words):
        places[index] = round(trust * place + (1 - trust) * index)
    return places


def _fill_by_quantile(late: Sequence[float | None], places: Sequence[int]) -> NDArray[np.float64]:
    """The scores, those that are not known yet by their candidate's place of as many as there are candidates."""
    known = np.sort(np.array([score for score in late if score is not None], dtype=np.float64))[::-1]
    if not len(known):
        return np.zeros(len(late))
    quantiles = np.linspace(0, len(known) - 1, num=max(1, len(late))).round().astype(int)
    return np.array([known[quantiles[places[i]]] if score is None else score for i, score in enumerate(late)])


def _standard(values: NDArray[np.float64]) -> NDArray[np.float64]:
    spread = values.std()
    return (values - values.mean()) / spread if spread > 1e-12 else np.zeros_like(values)


def _standard_of_known(values: Sequence[float | None], otherwise: NDArray[np.float64]) -> NDArray[np.float64]:
    """The known ones standardised among themselves; the others as given."""
    known = np.array([value is not None for value in values])
    result = otherwise.copy()
    result[known] = _standard(np.array([value for value in values if value is not None], dtype=np.float64))
    return result

"""The second refinement of a search: a cross-encoder reads the query with each of the first hits.

It takes seconds where late interaction takes milliseconds, so it comes behind it, on the best few alone, within a limit of
time, and it can be cancelled in the middle. A language in which it was measured to make the order worse does without it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import Cancelled
from engine.hits import RankAndScore
from engine.search.reranking import Ranked

if TYPE_CHECKING:
    from engine.protocols import CrossEncoder

FIRST = 20              # documents, each by its best passage
GROUP = 5               # scored together, best first: what is done when time runs out is a whole beginning of the list
LIMIT_S = 10.0
EXACT_TIER = 100.0      # of it, one code in a hundred is as much as two scores can differ by
LEAST_QUESTIONS = 20    # measured on fewer, a loss says nothing


@dataclass(frozen=True, slots=True)
class Refined:
    """The new order of what was given, best first, and how many of the first were read."""

    places: tuple[Ranked, ...]
    n_read: int


class Refiner:
    def __init__(
        self,
        load: Callable[[], CrossEncoder],
        measured: Mapping[str, Mapping[str, float]] = {},
        language_of: Callable[[str], str | None] = lambda text: None,
        clock: Callable[[], float] = time.monotonic,
        limit_s: float = LIMIT_S,
    ) -> None:
        """
        Args:
            load: called at first need.
            measured: by language of the question, {"without", "with", "questions"}, as `models measure` found.
            language_of: ISO 639-1; None where it cannot be told.
        """
        self._load = load
        self._worse = worse_languages(measured)
        self._language_of = language_of
        self._clock = clock
        self._limit_s = limit_s

    def suits(self, question: str) -> bool:
        """Whether it is used for the language of this question."""
        return not self._worse or self._language_of(question) not in self._worse

    def refine(
        self,
        question: str,
        places: Sequence[Ranked],
        passages: Sequence[str],
        exact: Sequence[float],
        is_cancelled: Callable[[], bool],
    ) -> Refined:
        """
        Args:
            places: best first, each with its passage.
            exact: share of the query's codes that each holds literally; those that hold more stay before the others.
        Raises:
            Cancelled
        """
        encoder = self._load()
        until = self._clock() + self._limit_s
        scores: list[float] = []
        for start in range(0, min(len(places), FIRST), GROUP):
            if is_cancelled():
                raise Cancelled
            if self._clock() >= until:
                break
            part = passages[start : min(start + GROUP, FIRST)]
            scores += _scored(encoder, question, part, until, is_cancelled, self._clock)
            if len(scores) < start + len(part):         # time ran out in the middle of it
                break
        return Refined(_ordered(places, scores, exact), len(scores))


def worse_languages(measured: Mapping[str, Mapping[str, float]]) -> frozenset[str]:
    return frozenset(
        language for language, figures in measured.items()
        if figures.get("questions", 0) >= LEAST_QUESTIONS and figures.get("with", 0.0) < figures.get("without", 0.0)
    )


def _scored(
    encoder: CrossEncoder, question: str, passages: Sequence[str], until: float, is_cancelled: Callable[[], bool],
    clock: Callable[[], float],
) -> list[float]:
    """Scores of all of them; none where time ran out.

    Raises:
        Cancelled
    """
    try:
        return [float(score) for score in encoder.score(question, passages, lambda: is_cancelled() or clock() >= until)]
    except Cancelled:
        if is_cancelled():
            raise
        return []


def _ordered(places: Sequence[Ranked], scores: Sequence[float], exact: Sequence[float]) -> tuple[Ranked, ...]:
    """Those that were read by their scores, literal codes as a tier above; the rest behind, as it was."""
    by_score = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    rank_of = {i: rank for rank, i in enumerate(by_score, start=1)}
    order = sorted(range(len(scores)), key=lambda i: (-exact[i], rank_of[i]))
    read = [
        replace(
            places[i], cross=RankAndScore(rank_of[i], _share(scores[i])), score=_share(scores[i]) + EXACT_TIER * exact[i]
        )
        for i in order
    ]
    rest = list(places[len(scores):])
    if read and rest:               # scores fall with the rank
        drop = max(0.0, rest[0].score - min(place.score for place in read) + 1e-6)
        rest = [replace(place, score=place.score - drop) for place in rest]
    return tuple(read + rest)


def _share(logit: float) -> float:
    """0 to 1."""
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, logit))))

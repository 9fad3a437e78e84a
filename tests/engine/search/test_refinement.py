"""What is refined, in which order it stands then, and when it is left alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from engine.document import ChunkId, DocumentId
from engine.errors import Cancelled
from engine.hits import RankAndScore
from engine.search.refinement import FIRST, GROUP, Refiner, worse_languages
from engine.search.reranking import Ranked
from engine.search.retrieval import Fused

N = 30
PLACES = [
    Ranked(Fused(DocumentId(n), ChunkId(n), None, None, RankAndScore(n, 1 / n)), RankAndScore(n, 1.0), 100.0 - n)
    for n in range(1, N + 1)
]
PASSAGES = [f"passage {n}" for n in range(1, N + 1)]


class Encoder:
    """The later a passage, the better; each call takes a second of `clock`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls: list[int] = []

    def clock(self) -> float:
        return self.now

    def score(self, query: str, passages: Sequence[str], is_cancelled: Callable[[], bool]) -> np.ndarray:
        self.now += 1.0
        if is_cancelled():
            raise Cancelled
        self.calls.append(len(passages))
        return np.array([float(passage.split()[1]) for passage in passages], np.float32)


def refined(encoder: Encoder, exact: Sequence[float] = (0.0,) * N, limit_s: float = 100.0, is_cancelled=lambda: False):  # type: ignore[no-untyped-def]
    refiner = Refiner(lambda: encoder, clock=encoder.clock, limit_s=limit_s)
    result = refiner.refine("¿?", PLACES, PASSAGES, exact, is_cancelled)
    return [int(place.fused.document_id) for place in result.places], result


def test_the_first_are_reordered_and_the_rest_stays() -> None:
    encoder = Encoder()
    order, result = refined(encoder)
    assert order == [*range(FIRST, 0, -1), *range(FIRST + 1, N + 1)]
    assert (result.n_read, encoder.calls) == (FIRST, [GROUP] * (FIRST // GROUP))
    scores = [place.score for place in result.places]
    assert scores == sorted(scores, reverse=True)
    assert result.places[0].cross is not None and result.places[0].cross.rank == 1
    assert result.places[FIRST].cross is None and result.places[0].rerank is not None


def test_literal_codes_stay_first() -> None:
    order, result = refined(Encoder(), [0.0, 1.0, 0.5, *([0.0] * (N - 3))])
    assert order[:3] == [2, 3, FIRST]
    scores = [place.score for place in result.places]
    assert scores == sorted(scores, reverse=True)


def test_what_was_read_before_time_ran_out_counts() -> None:
    order, result = refined(Encoder(), limit_s=2.5)
    assert result.n_read == 2 * GROUP
    assert order == [*range(2 * GROUP, 0, -1), *range(2 * GROUP + 1, N + 1)]


def test_nothing_read_leaves_the_order() -> None:
    order, result = refined(Encoder(), limit_s=0.5)
    assert (order, result.n_read) == (list(range(1, N + 1)), 0)
    assert [place.score for place in result.places] == [place.score for place in PLACES]


def test_cancelled() -> None:
    encoder = Encoder()
    with pytest.raises(Cancelled):
        refined(encoder, is_cancelled=lambda: encoder.now > 1)
    assert encoder.calls == [GROUP]


def test_a_language_that_gets_worse_does_without() -> None:
    measured = {
        "es": {"without": 0.9, "with": 0.8, "questions": 200}, "en": {"without": 0.8, "with": 0.9, "questions": 200},
        "fr": {"without": 0.9, "with": 0.1, "questions": 3},
    }
    assert worse_languages(measured) == {"es"}
    refiner = Refiner(Encoder, measured, language_of=lambda text: text[:2] or None)
    assert [refiner.suits(text) for text in ("es…", "en…", "fr…", "")] == [False, True, True, True]

"""How the parts of a query grow with passages and with the query's length: no aim, a curve for the documentation."""

from __future__ import annotations

import statistics
import time

from engine.hits import SearchRequest
from tests.bench.figures import Figure
from tests.bench.ground import Ground
from tests.bench.queries import WARM, ask_by_turns, opened, questions

SIZES = (10_000, 30_000)        # passages, besides the index of the other measurements
LENGTHS = (1, 4, 16, 64)        # words of a query


def measure(ground: Ground) -> list[Figure]:
    figures = []
    for n_passages in [*(SIZES if not ground.is_quick else (1_000,)), ground.n_passages]:
        n_queries = ground.rounds(60, 10)
        with opened(ground.index(n_passages)) as asked:
            ask_by_turns(questions(ground.base, n_queries + WARM), asked)
            figures.append(Figure(
                f"query-at-{n_passages}", statistics.median(asked.query) / asked.unit_s, None, "min", n_queries,
                detail=asked.described(),
            ))
    return figures + _by_length(ground)


def _by_length(ground: Ground) -> list[Figure]:
    words = " ".join(questions(ground.base, 400)).split()
    n_queries = ground.rounds(20, 4)
    figures = []
    with opened(ground.index()) as asked:
        ask_by_turns(questions(ground.base, 20 + WARM), asked)
        for length in LENGTHS:
            taken = []
            for number in range(n_queries):
                text = " ".join(words[number * length : (number + 1) * length])
                begun = time.perf_counter()
                asked.engine.search(SearchRequest(text, language="es"))
                taken.append(time.perf_counter() - begun)
            figures.append(Figure(
                f"query-of-{length}-words", statistics.median(taken) / asked.unit_s, None, "min", n_queries,
                detail=f"{statistics.median(taken) * 1000:.0f} ms",
            ))
    return figures

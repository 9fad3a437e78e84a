"""Queries over large indexes: hybrid with rerank of 50 beside one embedding of the same query; recall of the vectors' index."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.build import ModelLoader, build_engine, embedder_id
from engine.hits import SearchRequest
from engine.model_ids import vectors_of
from engine.protocols import Embedder
from engine.search.engine import Engine
from engine.settings import Settings
from engine.stores.vector_tables import VectorTables
from tests.bench.base import Base
from tests.bench.figures import Figure, median_ms, percentile
from tests.bench.ground import Ground

SEED = 5
TOP = 50
WARM = 10                   # queries before the first that counts
_BEGINNINGS = ("¿Cómo se {}?", "¿Qué dice sobre {}?", "{}", "dónde está {}", "{}", "¿Cuándo {}?")


def questions(base: Base, n: int) -> list[str]:
    """Some words of a passage each, half of them as a question; no two alike."""
    chance = np.random.default_rng(SEED)
    asked: dict[str, None] = {}
    while len(asked) < n:
        words = base.texts[int(chance.integers(len(base.texts)))].split()
        size = int(chance.integers(2, 9))
        if len(words) >= size:
            at = int(chance.integers(len(words) - size + 1))
            asked[_BEGINNINGS[len(asked) % len(_BEGINNINGS)].format(" ".join(words[at : at + size]))] = None
    return list(asked)


@dataclass(slots=True)
class Asked:
    """An open index and its queries: seconds of each query and of its embedding alone, milliseconds of each step."""

    engine: Engine
    embedder: Embedder
    query: list[float] = field(default_factory=list)
    embedding: list[float] = field(default_factory=list)
    steps: dict[str, list[float]] = field(default_factory=dict)

    def ask(self, text: str) -> None:
        begun = time.perf_counter()
        result = self.engine.search(SearchRequest(text, language="es"))
        self.query.append(time.perf_counter() - begun)
        for name, ms in result.timings_ms.items():
            self.steps.setdefault(name, []).append(ms)

    def embed(self, text: str) -> None:
        begun = time.perf_counter()
        self.embedder.embed_query(text)
        self.embedding.append(time.perf_counter() - begun)

    @property
    def unit_s(self) -> float:
        """One embedding."""
        return statistics.median(self.embedding)

    def described(self) -> str:
        steps = ", ".join(f"{name} {statistics.median(ms):.0f}" for name, ms in self.steps.items() if statistics.median(ms) >= 0.5)
        return f"query {median_ms(self.query)}, one embedding {median_ms(self.embedding)}; of it in ms: {steps}"


@contextmanager
def opened(settings: Settings) -> Iterator[Asked]:
    """An index with everything loaded that a search needs, in a program of its own."""
    loader = ModelLoader(settings, settings.n_threads)
    with build_engine(settings) as engine:
        engine.warm_up()
        yield Asked(engine, loader.embedder())


def ask_by_turns(texts: Sequence[str], *indexes: Asked) -> None:
    """Each query of every index, and its embedding alone: A B A B, the order turned round each time."""
    for text in texts[:WARM]:
        for index in indexes:
            index.engine.search(SearchRequest(text, language="es"))
            index.embedder.embed_query(text)
    for number, text in enumerate(texts[WARM:]):
        actions = [action for index in indexes for action in (index.ask, index.embed)]
        for action in actions if number % 2 else actions[::-1]:
            action(text)


def measure(ground: Ground) -> list[Figure]:
    """At 100,000 passages."""
    n_queries = ground.rounds(200, 20)
    with opened(ground.index()) as asked:
        ask_by_turns(questions(ground.base, n_queries + WARM), asked)
    detail = f"{ground.n_passages} passages; {asked.described()}"
    rerank = statistics.median(asked.steps["rerank"]) / 1000
    return [
        Figure("query-p50", statistics.median(asked.query) / asked.unit_s, 2.0, "min", n_queries, detail=detail),
        Figure("query-p95", percentile(asked.query, 0.95) / asked.unit_s, 3.0, "min", n_queries, detail=detail),
        Figure("rerank-50", rerank / asked.unit_s, 0.3, "min", n_queries, detail=f"{rerank * 1000:.1f} ms, its words looked up too"),
    ]


def measure_million(ground: Ground) -> list[Figure]:
    """A million passages beside 100,000; where the larger index is not there yet, making it takes most of an hour."""
    n_queries, most = ground.rounds(100, 10), 10 * ground.n_passages
    with opened(ground.index()) as small, opened(ground.index(most)) as large:
        ask_by_turns(questions(ground.base, n_queries + WARM), small, large)
    detail = f"{most} passages: {large.described()}"
    p50, p95 = (at(large.query) / at(small.query) for at in (statistics.median, lambda times: percentile(times, 0.95)))
    return [
        Figure("query-million-p50", p50, 1.5, "min", n_queries, detail=detail),
        Figure("query-million-p95", p95, 1.5, "min", n_queries, detail=detail),
    ]


def measure_recall(ground: Ground) -> list[Figure]:
    """Of the 50 nearest of all vectors, how many the index gives as its best 50."""
    n_queries = ground.rounds(200, 20)
    return [_recall(ground, ground.index(), n_queries, "vector-recall-50")]


def measure_recall_million(ground: Ground) -> list[Figure]:
    return [_recall(ground, ground.index(10 * ground.n_passages), ground.rounds(100, 10), "vector-recall-50-million")]


def _recall(ground: Ground, settings: Settings, n_queries: int, name: str) -> Figure:
    embedder = ModelLoader(settings, settings.n_threads).embedder()
    vectors = VectorTables.open(settings.vectors_dir)
    model = vectors_of(embedder_id(settings))
    asked = [embedder.embed_query(text).vector for text in questions(ground.base, n_queries)]
    exact = nearest(vectors, np.stack(asked))
    found = [
        len({int(candidate.chunk_id or 0) for candidate in vectors.search(vector, TOP, model)} & right)
        for vector, right in zip(asked, exact, strict=True)
    ]
    vectors.close()
    return Figure(name, statistics.mean(found) / TOP, 0.98, "max", n_queries, detail=f"worst query {min(found) / TOP:.2f}")


def nearest(vectors: VectorTables, queries: NDArray[np.float32]) -> list[set[int]]:
    """Ids of the TOP nearest chunks of each query, by comparing it with every vector."""
    ids = np.zeros((len(queries), 0), np.int64)
    scores = np.zeros((len(queries), 0), np.float32)
    for part in vectors.contents():
        its_ids = np.tile([row.chunk_id for row in part], (len(queries), 1))
        ids = np.concatenate([ids, its_ids], axis=1)
        scores = np.concatenate([scores, queries @ np.stack([row.vector for row in part]).T], axis=1)
        best = np.argsort(-scores, axis=1, kind="stable")[:, :TOP]
        ids, scores = np.take_along_axis(ids, best, 1), np.take_along_axis(scores, best, 1)
    return [set(row.tolist()) for row in ids]

"""The two independent retrievers, each over the whole index, and the fusion of their lists."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter

from engine.document import ChunkId, DocumentId
from engine.hits import Candidate, RankAndScore
from engine.search.fusion import RRF_K, reciprocal_rank_fusion

Key = tuple[DocumentId, ChunkId | None]

DEPTH = 50          # candidates that each retriever gives, and that are reranked
A_DOCUMENT = 5      # chunks of one document that a list holds before those of others
WIDER = 3           # times `depth` that is asked for, to have some left when a document crowds the list

Search = Callable[[int, frozenset[DocumentId] | None], list[Candidate]]


@dataclass(frozen=True, slots=True)
class Fused:
    """A candidate with its place in each list. Best first in a list of these."""

    document_id: DocumentId
    chunk_id: ChunkId | None
    bm25: RankAndScore | None
    dense: RankAndScore | None
    rrf: RankAndScore

    @property
    def key(self) -> Key:
        return (self.document_id, self.chunk_id)


class Timings:
    """Milliseconds of each step of one search."""

    def __init__(self) -> None:
        self._start = perf_counter()
        self.ms: dict[str, float] = dict.fromkeys(("embed", "bm25", "dense", "fuse", "rerank", "total"), 0.0)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        begun = perf_counter()
        try:
            yield
        finally:
            self.ms[name] = self.ms.get(name, 0.0) + (perf_counter() - begun) * 1000

    def finish(self) -> dict[str, float]:
        self.ms["total"] = (perf_counter() - self._start) * 1000
        return {name: round(value, 3) for name, value in self.ms.items()}


def fuse(
    bm25: list[Candidate],
    dense: list[Candidate],
    lexical_weight: Callable[[], float] = lambda: 1.0,
    waiting: Collection[DocumentId] = (),
) -> list[Fused]:
    """RRF of the two lists; `lexical_weight` (0 to 1) is asked only where both lists hold something.

    Args:
        waiting: documents whose vectors are still to come. The dense list cannot hold them, which says nothing against them: their
            rank by words stands for the one that they lack, however little the words are trusted.
    """
    by_bm25 = {(c.document_id, c.chunk_id): RankAndScore(c.rank, c.score) for c in bm25}
    by_dense = {(c.document_id, c.chunk_id): RankAndScore(c.rank, c.score) for c in dense}
    weight = lexical_weight() if by_bm25 and by_dense else 1.0
    ranking: list[tuple[Key, float]] = reciprocal_rank_fusion([list(by_bm25), list(by_dense)], weights=[weight, 1.0])
    if waiting:
        lent = {key: 1.0 / (RRF_K + by_words.rank) for key, by_words in by_bm25.items() if key[0] in waiting and key not in by_dense}
        ranking = sorted(((key, score + lent.get(key, 0.0)) for key, score in ranking), key=lambda item: -item[1])
    return [
        Fused(key[0], key[1], by_bm25.get(key), by_dense.get(key), RankAndScore(rank, score))
        for rank, (key, score) in enumerate(ranking, start=1)
    ]


def with_named(fused: list[Fused], named: Mapping[DocumentId, ChunkId | None]) -> list[Fused]:
    """With the first chunks of documents whose name the query is, where neither list holds anything of theirs, at the end."""
    held = {candidate.document_id for candidate in fused}
    last = fused[-1].rrf.score if fused else 1.0 / (RRF_K + 1)
    missing = [(document, chunk) for document, chunk in named.items() if document not in held]
    return fused + [
        Fused(document, chunk, None, None, RankAndScore(rank, last)) for rank, (document, chunk) in enumerate(missing, len(fused) + 1)
    ]


def spread(
    search: Search,
    depth: int,
    documents: frozenset[DocumentId] | None,
    everything: Callable[[], frozenset[DocumentId]],
) -> list[Candidate]:
    """A retriever's list in which no document crowds out the others: one of thousands of pages would else be the only hit.

    The first `A_DOCUMENT` chunks of each document, then, where there is room, the rest. Documents that fill even the wider
    list are set aside and the others asked for.

    Args:
        search: (how many, only these documents) → candidates, best first.
        everything: all documents there are; called only when needed.
    """
    found = search(WIDER * depth, documents)
    first, rest = _capped(found)
    if len(first) < depth and len(found) >= WIDER * depth:
        crowding = {candidate.document_id for candidate in rest}
        others = (documents if documents is not None else everything()) - crowding
        if others:
            known = {(c.document_id, c.chunk_id) for c in first}
            more, _ = _capped(search(depth, others))
            first += [c for c in more if (c.document_id, c.chunk_id) not in known]
    return [replace(candidate, rank=rank) for rank, candidate in enumerate((first + rest)[:depth], start=1)]


def _capped(found: list[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
    """(the first few of each document, the rest), each in the list's order."""
    counts: dict[DocumentId, int] = {}
    first: list[Candidate] = []
    rest: list[Candidate] = []
    for candidate in found:
        counts[candidate.document_id] = counts.get(candidate.document_id, 0) + 1
        (first if counts[candidate.document_id] <= A_DOCUMENT else rest).append(candidate)
    return first, rest

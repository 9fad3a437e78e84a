"""One question under every configuration at once, for the evaluation: the steps are the search's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.document import ChunkId, DocumentId
from engine.hits import Candidate, SearchRequest

if TYPE_CHECKING:
    from engine.search.engine import Engine

CONFIGURATIONS = ("bm25", "dense", "hybrid", "hybrid+rerank")


@dataclass(frozen=True, slots=True)
class Place:
    path: str
    chunk_id: ChunkId | None


@dataclass(frozen=True, slots=True)
class Study:
    """Documents best first for each configuration, each with its best chunk, and the milliseconds each would take."""

    rankings: dict[str, tuple[Place, ...]]
    ms: dict[str, float]


def study(engine: Engine, request: SearchRequest, depth: int) -> Study:
    """Rankings of at most `depth` documents. Time of a configuration is the sum of the steps that it needs."""
    steps = engine.steps(request)
    keys: dict[str, list[tuple[DocumentId, ChunkId | None]]] = {
        "bm25": _keys(steps.bm25),
        "dense": _keys(steps.dense),
        "hybrid": [candidate.key for candidate in steps.fused],
        "hybrid+rerank": [place.fused.key for place in steps.ranked],
    }
    rankings = _rankings(engine, keys, depth)
    ms = steps.timings.finish()
    hybrid = ms["embed"] + ms["bm25"] + ms["dense"] + ms["fuse"]
    return Study(rankings, {
        "bm25": ms["bm25"],
        "dense": ms["embed"] + ms["dense"],
        "hybrid": hybrid,
        "hybrid+rerank": hybrid + ms["rerank"],
    })


def study_refinement(engine: Engine, request: SearchRequest, depth: int) -> Study:
    """Rankings "without" and "with" the cross-encoder; time is that of the refinement alone."""
    steps = engine.steps(request)
    refined, _ = engine.refined(request, steps)
    keys = {
        "without": [place.fused.key for place in steps.ranked], "with": [place.fused.key for place in refined.ranked],
    }
    return Study(_rankings(engine, keys, depth), {"without": 0.0, "with": steps.timings.finish()["refine"]})


def _rankings(
    engine: Engine, keys: dict[str, list[tuple[DocumentId, ChunkId | None]]], depth: int
) -> dict[str, tuple[Place, ...]]:
    documents = engine.catalog.documents(list({key[0] for ranking in keys.values() for key in ranking}))
    rankings = {}
    for name, ranking in keys.items():
        best: dict[DocumentId, ChunkId | None] = {}
        for document_id, chunk_id in ranking:
            best.setdefault(document_id, chunk_id)
        rankings[name] = tuple(
            Place(documents[document_id].path, chunk_id)
            for document_id, chunk_id in list(best.items())[:depth]
            if document_id in documents
        )
    return rankings


def _keys(candidates: Sequence[Candidate]) -> list[tuple[DocumentId, ChunkId | None]]:
    return [(candidate.document_id, candidate.chunk_id) for candidate in candidates]

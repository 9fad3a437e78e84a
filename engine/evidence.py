"""How far a list of candidates, or the whole result, is to be trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.document import ChunkId
from engine.hits import Candidate, Hit

if TYPE_CHECKING:
    from engine.catalog import StoredChunk
    from engine.query import ParsedQuery


def lexical_trust(
    query: ParsedQuery,
    bm25: Sequence[Candidate],
    dense: Sequence[Candidate],
    chunks: Mapping[ChunkId, StoredChunk],
) -> float:
    """Weight of the lexical list in the fusion, 0 to 1."""
    return 1.0


def answerable_score(query: ParsedQuery, hits: Sequence[Hit]) -> float | None:
    """0 to 1 from the best answer sentence; None where no sentence could be scored."""
    scores = [hit.answer.score for hit in hits[:5] if hit.answer]
    if not scores:
        return None
    return max(0.0, min(1.0, max(scores)))

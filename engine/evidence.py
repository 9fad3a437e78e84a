"""How far the lexical list is to be trusted, and how well the documents answer at all."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.analysis import index_text
from engine.document import ChunkId
from engine.hits import Candidate, Hit

if TYPE_CHECKING:
    from engine.catalog import StoredChunk
    from engine.query import ParsedQuery, Term

LOOKED_AT = 3               # best lexical candidates whose coverage counts
NO_TRUST, FULL_TRUST = 0.3, 0.7     # coverage: a question in another language reaches 0.13 in the median, in its own 0.71

RIVALS = slice(5, 25)       # places of the candidates that the best one is compared with
USUAL_DISTANCE = 0.05       # where there is nothing to compare with
BIAS, LATE_WEIGHT, COVERAGE_WEIGHT, DISTANCE_WEIGHT, LEAD_WEIGHT = -3.943, 3.152, 1.846, 13.053, 8.026


def lexical_trust(
    query: ParsedQuery,
    bm25: Sequence[Candidate],
    chunks: Mapping[ChunkId, StoredChunk],
    rarities: Callable[[Sequence[Term]], list[float]],
) -> float:
    """Weight of the lexical list in the fusion, 0 to 1: as far as its best entries hold the query's rare terms.

    A question asked in another language than the documents shares with them only names and figures; its lexical list is
    noise, and plain RRF would give it half the vote. Exact codes and quoted phrases are evidence in themselves.
    """
    best = [chunks[c.chunk_id] for c in bm25[:LOOKED_AT] if c.chunk_id is not None]
    if query.binds_text or any(query.holds_identifiers(chunk.text) for chunk in best):
        return 1.0
    if not best:
        return 1.0 if bm25 else 0.0     # found by their names alone
    weights = rarities(query.terms)
    most = max(coverage(query.terms, weights, chunk) for chunk in best)
    return min(1.0, max(0.0, (most - NO_TRUST) / (FULL_TRUST - NO_TRUST)))


def coverage(terms: Sequence[Term], weights: Sequence[float], chunk: StoredChunk) -> float:
    """Share, by weight, of the terms that a chunk holds in any form; 0 without terms."""
    total = sum(weights)
    if total <= 0:
        return 0.0
    tokens = index_text("\n".join((*chunk.heading_path, chunk.text)), chunk.language)
    exact, stems, codes = (frozenset(field.split(" ")) for field in (tokens.exact, tokens.stem, tokens.code))
    held = sum(
        weight for term, weight in zip(terms, weights, strict=True)
        if term.is_held(exact, stems, codes)
    )
    return held / total


def is_named(terms: Sequence[Term], name: str) -> bool:
    """Whether a file's name holds every word of the query that says something."""
    tokens = [index_text(name, language) for language in (None, "es", "en")]
    exact, codes = frozenset(tokens[0].exact.split(" ")), frozenset(tokens[0].code.split(" "))
    stems = frozenset(stem for text in tokens for stem in text.stem.split(" "))
    telling = [term for term in terms if not term.is_stop_word]
    return bool(telling) and all(term.is_held(exact, stems, codes) for term in telling)


def answerable_score(
    hits: Sequence[Hit],
    late: Sequence[float],
    coverages: Sequence[float],
) -> float | None:
    """0 to 1: how likely it is that the best hit answers at all; None where nothing was reranked.

    A logistic model of four measures, fitted on xquad (es, en, both ways across) and es_pool, each question once with and
    once without its passage: late interaction of the best hit, its distance to the next hit and to the mean of what
    follows, and how much of the question's rare terms the best hits hold. See docs/retrieval.md for its AUROC.

    Args:
        hits: best first, near-duplicates folded: a copy is no rival.
        late: late interaction's scores of all reranked candidates, highest first.
        coverages: of the best hits, 0 to 1.
    """
    own = [hit.explanation.rerank.score for hit in hits if hit.explanation.rerank is not None]
    if not own or not late:
        return None
    rest = late[RIVALS]
    distance = own[0] - max(own[1:]) if len(own) > 1 else USUAL_DISTANCE
    lead = own[0] - sum(rest) / len(rest) if rest else USUAL_DISTANCE
    logit = (
        BIAS + LATE_WEIGHT * own[0] + COVERAGE_WEIGHT * max(coverages, default=0.0)
        + DISTANCE_WEIGHT * distance + LEAD_WEIGHT * lead
    )
    return 1.0 / (1.0 + math.exp(-logit))

"""Passages of one document: what its others say counts for each, and which of them stands for it.

A letter names its parties once, at its head, and says later what was agreed; a chunk in the middle holds the answer and none of
the names. See docs/retrieval.md, "Passages of one document".
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.document import ChunkId, DocumentId
from engine.search.reranking import Late, Ranked

if TYPE_CHECKING:
    from engine.search.retrieval import Fused

Matches = NDArray[np.float32]       # (query tokens,): the best cosine of each

LEADING = 80            # kept tokens at a document's beginning that say what all of it is about: title, letterhead, parties, date
FROM_LEADING = 0.95     # of what these match counts for every passage
FROM_OTHERS = 0.85      # of what any passage found of the document matches counts for the document's place
LOOKED_AT = 20          # best documents whose passage is chosen


def among_others(
    late: Sequence[Late | None], documents: Sequence[DocumentId], weights: NDArray[np.float32]
) -> list[Late | None]:
    """Late interaction of candidates with what the other candidates of their documents match, as far as FROM_OTHERS. A
    document of which one passage was found keeps its scores.

    Args:
        weights: shape (query tokens,).
    """
    of_document: dict[DocumentId, list[int]] = defaultdict(list)
    for index, (scores, document) in enumerate(zip(late, documents, strict=True)):
        if scores is not None and scores.matches is not None:
            of_document[document].append(index)
    shares = weights / (float(weights.sum()) or 1.0)
    result = list(late)
    for places in of_document.values():
        if len(places) < 2:
            continue
        matches = np.array([late[index].matches for index in places])       # type: ignore[union-attr]
        gains = np.maximum(FROM_OTHERS * matches.max(axis=0) - matches, 0.0) @ shares
        for index, gain in zip(places, gains.tolist(), strict=True):
            scores = late[index]
            assert scores is not None
            result[index] = replace(scores, whole=scores.whole + gain, local=scores.local + gain)
    return result


def best_passage(matches: NDArray[np.float32], leading: Matches, weights: NDArray[np.float32]) -> int:
    """Which of a document's passages says most of what is asked, beside what its beginning says anyway.

    Args:
        matches: shape (passages, query tokens).
        weights: shape (query tokens,).
    """
    return int(np.argmax(np.maximum(matches, FROM_LEADING * leading) @ weights))


def with_best_passages(
    ranked: Sequence[Ranked],
    matches: Mapping[ChunkId, Matches],
    leading: Callable[[Sequence[DocumentId]], Mapping[DocumentId, Matches]],
    weights: NDArray[np.float32],
    exactness: Callable[[Fused], float],
) -> list[Ranked]:
    """The same documents in the same order, each of the first with the passage that stands for it at its best place; the one that
    was there takes that one's.

    Args:
        matches: of candidates with token vectors.
        leading: of the beginnings of some documents; those without token vectors are left out.
        exactness: share of the query's codes that a passage holds: none takes the place of one that holds more of them.
    """
    places: dict[DocumentId, list[int]] = defaultdict(list)
    for index, place in enumerate(ranked):
        if place.fused.chunk_id in matches:
            places[place.fused.document_id].append(index)
    several = {document: of_it for document, of_it in itertools.islice(places.items(), LOOKED_AT) if len(of_it) > 1}
    result = list(ranked)
    for document, beginning in (leading(list(several)) if several else {}).items():
        first = several[document][0]
        asked = exactness(ranked[first].fused)
        alike = [index for index in several[document] if exactness(ranked[index].fused) >= asked]
        rows = np.array([matches[ranked[index].fused.chunk_id] for index in alike])     # type: ignore[index]
        chosen = alike[best_passage(rows, beginning, weights)]
        if chosen != first:
            result[first] = _at_place_of(ranked[first], ranked[chosen])
            result[chosen] = _at_place_of(ranked[chosen], ranked[first])
    return result


def _at_place_of(place: Ranked, passage: Ranked) -> Ranked:
    return replace(passage, score=place.score, cross=place.cross)

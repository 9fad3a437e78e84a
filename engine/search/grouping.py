"""What is shown as one hit: documents whose passages say the same, and older versions under the newest."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.document import DocumentId
from engine.search.duplicates import fold
from engine.search.presentation import Grouped, Place
from engine.search.versions import Versioned, under_newest

if TYPE_CHECKING:
    from engine.search.retrieval import Fused


def grouped(
    places: Sequence[Place], exactness: Callable[[Fused], float], body: Callable[[DocumentId], str], asked: frozenset[str]
) -> list[Grouped]:
    """Groups in the order of their best members, the newest version of each as its head.

    Args:
        places: best first.
        exactness: the share of the query's codes that a place holds.
        body: a document's text.
        asked: exact tokens of the query: who names a version gets it.
    """
    def versioned(place: Place, text: Callable[[], str] | None = None) -> Versioned:
        ranked, document, _ = place
        return Versioned(
            document.path, document.mtime_ns, exactness(ranked.fused), text or functools.partial(body, document.document_id)
        )

    def newest_first(same: list[int]) -> list[int]:
        """Of places that say the same, the newest version of the first at its head."""
        if len(same) == 1:
            return same
        text = functools.partial(_text, places[same[0]])
        head = same[under_newest([versioned(places[index], text) for index in same], asked)[0][0]]
        return [head, *(index for index in same if index != head)]

    folded = fold([_text(place) for place in places])
    same = [newest_first(group) for group in folded]
    heads = [places[group[0]] for group in same]
    hits = []
    for group in under_newest([versioned(place) for place in heads], asked):
        ranked, document, chunk = heads[group[0]]
        # The best member's place: that the newest says it further down is no reason to show it lower.
        standing = dataclasses.replace(ranked, score=places[folded[min(group)][0]][0].score)
        also = tuple(places[index][1] for index in same[group[0]][1:])
        older = tuple(places[index][1] for place in group[1:] for index in same[place])     # each with its copies
        hits.append(Grouped((standing, document, chunk), also, older))
    return hits


def _text(place: Place) -> str:
    return place[2].text if place[2] is not None else ""

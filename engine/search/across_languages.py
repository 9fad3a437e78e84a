"""What it costs a passage to be in another language than the question, and to give it back.

Every match across languages is a little weaker than one within a language, whatever is said. Among passages of one language that changes
nothing. In a folder of two, a passage that only shares the question's subject would stand above the one that answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.document import BlockKind, ChunkId
from engine.hits import Candidate
from engine.reading.language import detect_language
from engine.search.reranking import Late

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Measured on xquad in mixed folders, see docs/retrieval.md. More would put translations above a passage in the question's own language.
LOST_ACROSS = 0.05          # of late interaction
COSINE_LOST_ACROSS = 0.02   # between the vectors of question and passage
# Cosine from which on two passages in two languages are taken for translations of each other: of xquad's 240 Spanish and English
# paragraphs all translations reach it, and for 2 % of the paragraphs another one does.
SAYS_THE_SAME = 0.86
_TOLD_APART = ("paragraph", "quote", "note", "list_item")       # tables, code and headings are taken for any language
# Languages that a question is taken for in the place of one another, and whose matches are hardly weaker.
_RELATIVES = tuple(map(frozenset, (
    ("es", "gl", "pt", "ca", "oc", "an", "ast"), ("no", "nn", "nb", "da", "sv"), ("hi", "mr", "ne", "sa", "bh"), ("hr", "sr", "bs", "sl"),
    ("cs", "sk"), ("ru", "uk", "be"), ("bg", "mk"), ("id", "ms"), ("nl", "af"), ("zh", "ja"),
)))


def foreign(question: str, passages: Iterable[tuple[str | None, BlockKind]], written: Collection[str]) -> list[bool]:
    """Whether each passage, of (language, kind), is in another language than the question; where either is in doubt it is not.

    Args:
        written: languages that whole documents are in: a passage that alone is in another one is a list of names or a signature.
    """
    own = _languages_of(question)
    return [bool(own) and language in written and language not in own and kind in _TOLD_APART for language, kind in passages]


def in_own(question: str, passages: Iterable[tuple[str | None, BlockKind]]) -> list[bool]:
    """Whether each passage is surely in the question's language, or in a relative of it."""
    own = _languages_of(question)
    return [language in own and kind in _TOLD_APART for language, kind in passages]


def _languages_of(question: str) -> frozenset[str]:
    """Its own and the relatives of that; none where it is in doubt."""
    asked = detect_language(question)
    if asked is None:
        return frozenset()
    return frozenset({asked}.union(*(relatives for relatives in _RELATIVES if asked in relatives)))


def without_translations(
    is_foreign: Sequence[bool], is_own: Sequence[bool], vectors: Sequence[NDArray[Any] | None]
) -> list[bool]:
    """The passages in another language of which none in the question's own is a translation: who asks in Spanish, and has it in
    Spanish too, wants that one.

    Args:
        is_own: which are surely in the question's language.
        vectors: of the passages, (dimension,) each; None where there is none yet.
    """
    own = [vector for certain, vector in zip(is_own, vectors, strict=True) if certain and vector is not None]
    others = [place for place, lost in enumerate(is_foreign) if lost and vectors[place] is not None]
    result = list(is_foreign)
    if own and others:
        nearest = (_unit([vectors[place] for place in others]) @ _unit(own).T).max(axis=1)
        for place, cosine in zip(others, nearest.tolist(), strict=True):
            result[place] = cosine < SAYS_THE_SAME
    return result


def _unit(vectors: Sequence[Any]) -> NDArray[np.float32]:
    rows = np.stack(vectors).astype(np.float32)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def nearest_across(
    question: str, found: Sequence[Candidate], languages: Mapping[ChunkId, tuple[str | None, BlockKind]], written: Collection[str]
) -> list[Candidate]:
    """The dense list in the order that it has without what passages in another language lose; scores are raised by that."""
    nothing: tuple[str | None, BlockKind] = (None, "heading")
    known = [nothing if c.chunk_id is None else languages.get(c.chunk_id, nothing) for c in found]
    scores = [c.score + COSINE_LOST_ACROSS * lost for c, lost in zip(found, foreign(question, known, written), strict=True)]
    order = sorted(range(len(found)), key=lambda i: -scores[i])
    return [replace(found[i], rank=rank, score=scores[i]) for rank, i in enumerate(order, start=1)]


def given_back(late: Sequence[Late | None], is_foreign: Sequence[bool]) -> list[Late | None]:
    """The scores, those of passages in another language raised by what they lose for that alone."""
    return [
        replace(scores, whole=scores.whole + LOST_ACROSS, local=scores.local + LOST_ACROSS, second=scores.second + LOST_ACROSS)
        if scores is not None and lost else scores
        for scores, lost in zip(late, is_foreign, strict=True)
    ]

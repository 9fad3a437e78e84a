"""How far the lexical list is to be trusted, and how well the documents answer at all."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.document import ChunkId
from engine.hits import Candidate
from engine.language.analysis import exact_forms, index_text
from engine.query.conditions import FieldTexts, Holds, Phrase, is_met, leaves, wanted
from engine.search.absent_codes import is_same_in_every_language

if TYPE_CHECKING:
    from engine.catalog.catalog import StoredChunk
    from engine.language.identifiers import Identifier
    from engine.query.parser import ParsedQuery, Term

LOOKED_AT = 3               # best lexical candidates whose coverage counts
JUDGED = 10                 # best hits that say how well the documents answer, however many are shown
HELD = 0.75                 # the least where only codes, figures and phrases are asked for and the best hit holds them all
UNHELD = 0.2                # the most where a code is asked for that no hit holds
NO_TRUST, FULL_TRUST = 0.3, 0.7     # coverage: a question in another language reaches 0.13 in the median, in its own 0.71

RIVALS = slice(5, 25)       # places of the candidates that the best one is compared with
USUAL_DISTANCE = 0.05       # where there is nothing to compare with
MANY = 25                   # candidates from which on it says something how far one stands out among them


@dataclass(frozen=True, slots=True)
class AnswerWeights:
    """Of a logistic model; each was fitted so that questions with their passage score above those without."""

    bias: float
    late: float
    distance: float
    lead: float = 0.0
    standing: float = 0.0
    coverage: float = 0.0
    trusted_coverage: float = 0.0


AMONG_MANY = AnswerWeights(-6.525, 7.947, 9.987, standing=0.538, trusted_coverage=0.891)
AMONG_FEW = AnswerWeights(-3.943, 3.152, 13.053, lead=8.026, coverage=1.846)


@dataclass(frozen=True, slots=True)
class Standing:
    """Of the best hit: its final score without what literal codes add, and how much of the question's rare terms it holds, as far
    as the question's words are evidence."""

    score: float
    trusted_coverage: float


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
    found = [chunks.get(c.chunk_id) for c in bm25[:LOOKED_AT] if c.chunk_id is not None]
    best = [chunk for chunk in found if chunk is not None]
    if query.binds_text or any(query.holds_identifiers(chunk.text) for chunk in best):
        return 1.0
    if not best:
        return 1.0 if bm25 else 0.0     # found by their names alone
    weights = rarities(query.terms)
    return _trust_of(query.terms, weights, best)


def trust_beside_codes(query: ParsedQuery, rarities: Sequence[float], best: Sequence[StoredChunk]) -> float:
    """How far the query's words without its codes are evidence, 0 to 1: whether the documents are in its language at all."""
    of_codes = _tokens(query.identifiers)
    beside = [
        (term, rarity) for term, rarity in zip(query.terms, rarities, strict=True) if not of_codes.issuperset(exact_forms(term.written))
    ]
    return _trust_of([term for term, _ in beside], [rarity for _, rarity in beside], best)


def _trust_of(terms: Sequence[Term], weights: Sequence[float], best: Sequence[StoredChunk]) -> float:
    most = max((coverage(terms, weights, chunk) for chunk in best), default=0.0)
    return min(1.0, max(0.0, (most - NO_TRUST) / (FULL_TRUST - NO_TRUST)))


def coverage(terms: Sequence[Term], weights: Sequence[float], chunk: StoredChunk) -> float:
    """Share, by weight, of the terms that a chunk holds in any form; 0 without terms."""
    total = sum(weights)
    if total <= 0:
        return 0.0
    exact, stems, codes = _tokens_of("\n".join((*chunk.heading_path, chunk.text)), chunk.language)
    held = sum(
        weight for term, weight in zip(terms, weights, strict=True)
        if term.is_held(exact, stems, codes)
    )
    return held / total


@lru_cache(maxsize=16)
def _tokens_of(text: str, language: str | None) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """(exact, stems, codes); kept, since the best few texts of a search are looked at for several reasons."""
    tokens = index_text(text, language)
    return frozenset(tokens.exact.split(" ")), frozenset(tokens.stem.split(" ")), frozenset(tokens.code.split(" "))


def is_named(terms: Sequence[Term], name: str) -> bool:
    """Whether a file's name holds every word of the query that says something."""
    tokens = [index_text(name, language) for language in (None, "es", "en")]
    exact, codes = frozenset(tokens[0].exact.split(" ")), frozenset(tokens[0].code.split(" "))
    stems = frozenset(stem for text in tokens for stem in text.stem.split(" "))
    telling = [term for term in terms if not term.is_stop_word]
    return bool(telling) and all(term.is_held(exact, stems, codes) for term in telling)


def answerable_score(
    own: Sequence[float],
    late: Sequence[float],
    coverages: Sequence[float],
    standing: Standing,
) -> float | None:
    """0 to 1: how likely it is that the best hit answers at all; None where nothing was reranked.

    A logistic model of four measures, fitted on xquad (es, en, both ways across) and es_pool, each question once with and
    once without its passage, as pairs of the same collection (pairwise logistic regression: what counts is the order). Late interaction
    of the best hit, its distance to the next, how far it stands out among the candidates in all that the order follows, and
    how much of the question's rare terms it holds. Among few candidates nothing can stand out; there the mean of what follows and
    the coverage of the best hits count instead. See docs/retrieval.md for its AUROC.

    Args:
        own: late interaction's scores of the hits, best hit first, near-duplicates folded: a copy is no rival.
        late: late interaction's scores of all reranked candidates, highest first.
        coverages: of the best hits, 0 to 1.
    """
    if not own or not late:
        return None
    rest = late[RIVALS]
    distance = own[0] - max(own[1:]) if len(own) > 1 else USUAL_DISTANCE
    lead = own[0] - sum(rest) / len(rest) if rest else USUAL_DISTANCE
    weights = AMONG_MANY if len(late) >= MANY else AMONG_FEW
    logit = (
        weights.bias + weights.late * own[0] + weights.distance * distance + weights.lead * lead
        + weights.standing * standing.score + weights.trusted_coverage * standing.trusted_coverage
        + weights.coverage * max(coverages, default=0.0)
    )
    return 1.0 / (1.0 + math.exp(-logit))


def with_literals(
    likelihood: float, query: ParsedQuery, best: str, language: str | None, absent: Sequence[Identifier], trust: float
) -> float:
    """`answerable_score` with what the query names literally: what holds the figure that alone was asked for does answer, which
    late interaction cannot tell, and what holds another code than the one asked for does not.

    Args:
        best: NFC, of the best hit with its names.
        language: ISO 639-1, of that.
        absent: codes of the query that none of the best hits holds.
        trust: that of the words beside the codes, which counts for a code that is a word: a passage in another language may hold
            "oxígeno-18" as "oxygen-18".
    """
    is_literal = asks_literally(query)
    if is_literal and holds_literally(query, best, language):
        return HELD + (1.0 - HELD) * likelihood
    if not absent:
        return likelihood
    is_sure = is_literal or any(map(is_same_in_every_language, absent))
    return likelihood - max(0.0, likelihood - UNHELD) * (1.0 if is_sure else trust)


def asks_literally(query: ParsedQuery) -> bool:
    """Whether a query names nothing but codes, figures and phrases; words that say nothing apart."""
    phrases = [leaf.phrase for leaf in wanted(query.conditions) if leaf.where == "text" and not leaf.stems]
    literal = {token for phrase in phrases for token in phrase.tokens}
    literal |= _tokens((*query.identifiers, *(term.written for term in _joined(query))))
    named = [token for term in query.terms if not term.is_stop_word for token in exact_forms(term.written)]
    return bool(named or phrases) and all(token in literal or token[0].isdecimal() for token in named)


def holds_literally(query: ParsedQuery, text: str, language: str | None) -> bool:
    """Whether a NFC text holds all codes, figures and phrases of the query, in any way that they are written."""
    texts = FieldTexts({"text": text}, language)
    tokens = index_text(text, language)
    exact, codes = frozenset(tokens.exact.split(" ")), frozenset(tokens.code.split(" "))
    of_codes = _tokens(query.identifiers)
    figures = [term for term in query.terms if term.exact is not None and term.exact[0].isdecimal() and term.exact not in of_codes]
    of_text = [
        condition for condition in query.conditions if all(leaf.where == "text" for leaf, _ in leaves(condition))
    ]
    return (
        all(code.is_in(text) for code in query.codes)
        and all(is_met(condition, texts.holds) for condition in of_text)
        and all(term.is_held(exact, frozenset(), codes) or term.exact in codes for term in figures)
        and all(texts.holds(Holds(Phrase(term.phrase))) for term in _joined(query))
    )


def _tokens(written: Sequence[str]) -> set[str]:
    return {token for each in written for token in exact_forms(each)}


def _joined(query: ParsedQuery) -> list[Term]:
    """Words with a figure written onto them that are no code of the query's: COVID-19."""
    return [
        term for term in query.terms
        if len(term.phrase) > 1 and term.written not in query.identifiers and any(token[0].isdecimal() for token in term.phrase)
    ]

"""What a search is asked and what it gives. Scores compare only within one list: RRF is not BM25."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

from engine.document import ChunkId, DocumentId

Mode = Literal["hybrid", "lexical", "dense"]
Stage = Literal["text", "complete"]
Period = tuple[date | None, date | None]    # first and last day, both inclusive
Refinement = Literal["none", "coming", "done", "partial"]       # by a cross-encoder; partial: time ran out


@dataclass(frozen=True, slots=True)
class Filters:
    """What limits a search before ranking. Empty fields limit nothing; several kinds or languages mean any of them."""

    kinds: tuple[str, ...] = ()
    folder: str | None = None           # absolute; all below it
    after: date | None = None           # inclusive
    before: date | None = None          # inclusive
    languages: tuple[str, ...] = ()
    documents: tuple[DocumentId, ...] = ()
    folders: tuple[str, ...] = ()       # absolute; below any of them
    periods: tuple[Period, ...] = ()    # in any of them
    without_kinds: tuple[str, ...] = ()
    without_languages: tuple[str, ...] = ()
    without_folders: tuple[str, ...] = ()       # absolute

    @property
    def is_empty(self) -> bool:
        return self == Filters()


@dataclass(frozen=True, slots=True)
class SearchRequest:
    text: str
    top: int = 10                       # documents
    mode: Mode = "hybrid"
    rerank: bool = True
    refine: bool = True                 # by the cross-encoder, where one is chosen
    filters: Filters = Filters()
    fold_duplicates: bool = True
    by_passage: bool = False            # each passage for itself, instead of the best one of each document
    check_files: bool = True            # leave out documents whose file is gone or has changed since it was read
    with_facets: bool = False
    language: str = "en"                # of the note, "es" or "en"
    is_cancelled: Callable[[], bool] = field(default=lambda: False, compare=False)


@dataclass(frozen=True, slots=True)
class WordEvidence:
    """What a query's words say of one chunk."""

    bm25: float
    coverage: float     # share of the query's terms, by rarity, that it holds in any form; 0 to 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """One entry of a retriever's list, best first."""

    chunk_id: ChunkId | None            # None: a document without text, found by its name
    document_id: DocumentId
    rank: int                           # 1 = best
    score: float                        # higher is better


@dataclass(frozen=True, slots=True)
class RankAndScore:
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Explanation:
    bm25: RankAndScore | None
    dense: RankAndScore | None
    rrf: RankAndScore
    rerank: RankAndScore | None
    cross_encoder: RankAndScore | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The sentence that answers best; offsets in the document's text."""

    text: str
    start: int
    end: int
    score: float                        # mean over query tokens of the best cosine in the sentence


@dataclass(frozen=True, slots=True)
class OlderVersion:
    """A version of a hit's document that is shown under the newest."""

    document_id: DocumentId
    path: str
    modified: str                       # ISO 8601
    version: str | None                 # as its name says it: "v1", "2023-05-01", "borrador"


@dataclass(frozen=True, slots=True)
class Hit:
    rank: int
    score: float
    path: str                           # absolute; `container!inner` for members; surrogateescape for odd bytes
    title: str                          # the document's, else the file's name
    document_id: DocumentId
    chunk_id: ChunkId | None
    heading_path: tuple[str, ...]
    page: int | None
    start: int
    end: int
    section_start: int
    section_end: int
    kind: str
    language: str | None
    modified: str                       # ISO 8601
    snippet: str
    highlights: tuple[tuple[int, int], ...]     # in the snippet
    answer: Answer | None
    explanation: Explanation
    also: tuple[str, ...] = ()          # paths of near-duplicates folded under this hit
    version: str | None = None          # as its name says it
    versions: tuple[OlderVersion, ...] = ()     # older ones of the same document, the newest of them first
    n_more: int = 0                     # other passages of the document that were found
    is_available: bool = True           # False: its drive or share is away; this is what was read when it was there
    sent: str | None = None             # ISO 8601, of a message; None for all else

    @property
    def dated(self) -> str:
        """The time to show and to order by."""
        return self.sent or self.modified


@dataclass(frozen=True, slots=True)
class Facets:
    """What can be chosen among the documents found: each value with the number of them, most first."""

    n_documents: int = 0                                # within everything that is chosen
    kinds: tuple[tuple[str, int], ...] = ()
    folders: tuple[tuple[str, int], ...] = ()           # absolute
    languages: tuple[tuple[str, int], ...] = ()
    periods: tuple[tuple[str, int], ...] = ()           # by the names of `facets.periods`


@dataclass(frozen=True, slots=True)
class SearchResult:
    query: str
    hits: tuple[Hit, ...]
    timings_ms: dict[str, float]        # embed, bm25, dense, fuse, rerank, total; refine where it was done
    answerable: float | None            # 0 to 1: how well the documents answer at all
    stage: Stage
    outdated: tuple[str, ...] = ()      # paths left out because the file is gone or has changed since it was read
    note: str | None = None             # a problem of the query that was met by ignoring a part of it
    facets: Facets | None = None        # of the window's searches
    refinement: Refinement = "none"     # coming: the same hits follow in another order


HARDLY_ANSWERED = 0.25      # of `answerable`: below it the nearest passages are shown, and no sentence as the answer


def without_weak_answers(result: SearchResult) -> SearchResult:
    """The result as a person is shown it: no sentence is marked as the answer where the documents hardly answer."""
    if result.answerable is None or result.answerable >= HARDLY_ANSWERED:
        return result
    return replace(result, hits=tuple(replace(hit, answer=None) for hit in result.hits))

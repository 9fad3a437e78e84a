"""From ranked candidates to the hits that a person sees: snippet, highlights, answer sentence."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.document import ChunkId, passage_prefix
from engine.hits import Answer, Explanation, Hit, OlderVersion
from engine.language.folding import fold
from engine.language.sentences import split_sentences
from engine.model_ids import id_of
from engine.query.marking import Marker
from engine.query.parser import ParsedQuery
from engine.search.answers import best_sentence, sentence_with_most_words
from engine.search.reranking import Ranked
from engine.search.snippets import MAIL_KINDS, clip, densest, mail_body, window
from engine.search.versions import version_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.catalog.catalog import Catalog, StoredChunk, StoredDocument
    from engine.protocols import BitReader, Embedder, QueryEncoding, Reranker

_PROSE = ("paragraph", "quote", "note")
_LINE = re.compile(r"\S[^\n]*")
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"\w+")
_LABEL = re.compile(r"^\s*\w+:\s*")        # "Subject: ", "Asunto: "

Place = tuple[Ranked, "StoredDocument", "StoredChunk | None"]


@dataclass(frozen=True, slots=True)
class Grouped:
    """A place with what is folded under it."""

    place: Place
    also: tuple[StoredDocument, ...] = ()       # the same text
    older: tuple[StoredDocument, ...] = ()      # earlier versions, the newest of them first


class HitMaker:
    """Makes the hits of one query."""

    def __init__(
        self,
        query: ParsedQuery,
        encoding: QueryEncoding | None,
        embedder: Callable[[], Embedder],
        reranker: Callable[[], Reranker],
        bits: BitReader,
        catalog: Catalog,
    ) -> None:
        self._query = query
        self._encoding = encoding
        self._embedder = embedder
        self._reranker = reranker
        self._bits = bits
        self._catalog = catalog
        self._markers: dict[str | None, Marker] = {}
        self._rows: dict[ChunkId, NDArray[np.uint8]] = {}       # token bits
        self._wants_code = False        # whether the best hit holds a code that was asked for: where none is held nothing answers

    def make(self, places: Sequence[Grouped]) -> list[Hit]:
        """Hits in the given order, ranks from 1."""
        self._read_bits([grouped.place[2] for grouped in places])
        self._wants_code = bool(places) and self._holds_a_code(places[0].place[2])
        return [self._hit(rank, grouped) for rank, grouped in enumerate(places, start=1)]

    def _read_bits(self, chunks: Sequence[StoredChunk | None]) -> None:
        """Of all hits at once."""
        if self._encoding is None or not len(self._encoding.tokens):
            return
        ids = [chunk.chunk_id for chunk in chunks if chunk is not None]
        located = self._catalog.bit_locations(ids, id_of(self._embedder()))
        self._rows = dict(zip(located, self._bits.read(list(located.values())), strict=True))

    def _hit(self, rank: int, grouped: Grouped) -> Hit:
        ranked, document, chunk = grouped.place
        text = chunk.text if chunk else document.name
        spans = self._spans(text, chunk.language if chunk else None)
        found = self._answer(document, chunk) if chunk and (not self._wants_code or self._holds_a_code(chunk)) else None
        focus = found[0] if found else self._literal_place(text, chunk) or densest(spans)
        body = mail_body(text) if chunk and document.kind in MAIL_KINDS and not chunk.start else 0
        if body and not found:
            focus = _in_body(text, spans, body) or focus
        begin, end = window(text, focus, after=body)
        fused = ranked.fused
        return Hit(
            rank=rank,
            score=ranked.score,
            path=document.path,
            title=document.title or document.name,
            document_id=document.document_id,
            chunk_id=chunk.chunk_id if chunk else None,
            heading_path=chunk.heading_path if chunk else (),
            page=chunk.page if chunk else None,
            start=chunk.start if chunk else 0,
            end=chunk.end if chunk else 0,
            section_start=chunk.section_start if chunk else 0,
            section_end=chunk.section_end if chunk else 0,
            kind=document.kind,
            language=(chunk.language if chunk else None) or document.language,
            modified=document.modified,
            sent=document.sent,
            snippet=text[begin:end],
            highlights=clip(spans, begin, end),
            answer=found[1] if found else None,
            explanation=Explanation(fused.bm25, fused.dense, fused.rrf, ranked.rerank, ranked.cross),
            also=tuple(other.path for other in grouped.also),
            version=version_of(document.path).written or None,
            versions=tuple(
                OlderVersion(older.document_id, older.path, older.modified, version_of(older.path).written or None)
                for older in grouped.older
            ),
        )

    def _spans(self, text: str, language: str | None) -> list[tuple[int, int]]:
        if language not in self._markers:
            self._markers[language] = self._query.marker(language)
        return self._markers[language].spans(text)

    def _literal(self, statements: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
        """Of the statements those that hold most of the query's codes: the row of E-4032 answers, not the one beside it."""
        shares = [self._query.share_of_identifiers(text[start:end]) for start, end in statements]
        most = max(shares, default=0.0)
        return [statement for statement, share in zip(statements, shares, strict=True) if share == most]

    def _holds_a_code(self, chunk: StoredChunk | None) -> bool:
        return chunk is not None and self._query.share_of_identifiers("\n".join((*chunk.heading_path, chunk.text))) > 0

    def _literal_place(self, text: str, chunk: StoredChunk | None) -> tuple[int, int] | None:
        if chunk is None or not self._query.code_spans(text):
            return None
        return self._literal(_statements(chunk), text)[0]

    def _answer(self, document: StoredDocument, chunk: StoredChunk) -> tuple[tuple[int, int], Answer] | None:
        """Span in the chunk's text of the sentence that answers best, and the Answer. By the query's words where the embedder
        makes no token vectors at all, and as long as those of this chunk alone are still to come: without a mark beside marked
        ones it would seem not to answer."""
        if self._encoding is None:
            return None
        row = self._rows.get(chunk.chunk_id)
        if row is None:
            is_alone = bool(self._rows) or not len(self._encoding.tokens)
            return self._answer_by_words(document, chunk) if is_alone else None
        prefix = passage_prefix(document.title, chunk.heading_path)
        token_spans = self._embedder().passage_token_spans(prefix + chunk.text)
        if len(token_spans) != len(row):
            return None         # bits of another model or another text: no sentence rather than a wrong one
        statements = _without_titles(_statements(chunk), chunk.text, (document.title or "", *chunk.heading_path))
        sentences = self._literal(statements, chunk.text)
        go_on = chunk.kind in _PROSE and len(sentences) == len(statements)
        shifted = [(start + len(prefix), end + len(prefix)) for start, end in sentences]
        similarities = self._reranker().similarities(self._encoding, row)
        best = best_sentence(similarities, self._encoding.weights, token_spans, shifted, go_on, len(prefix))
        if best is None:
            return None
        return self._as_answer(chunk, sentences[best[0]], best[1])

    def _answer_by_words(self, document: StoredDocument, chunk: StoredChunk) -> tuple[tuple[int, int], Answer] | None:
        statements = _without_titles(_statements(chunk), chunk.text, (document.title or "", *chunk.heading_path))
        sentences = self._literal(statements, chunk.text)
        best = sentence_with_most_words(
            chunk.text, self._spans(chunk.text, chunk.language), sentences,
            sum(not term.is_stop_word for term in self._query.terms),
        )
        return self._as_answer(chunk, sentences[best[0]], best[1]) if best is not None else None

    @staticmethod
    def _as_answer(
        chunk: StoredChunk, sentence: tuple[int, int], score: float
    ) -> tuple[tuple[int, int], Answer]:
        start, end = sentence
        is_literal = chunk.end - chunk.start == len(chunk.text)
        begin = chunk.start + start if is_literal else chunk.start
        stop = chunk.start + end if is_literal else chunk.end
        return (start, end), Answer(chunk.text[start:end], begin, stop, score)


def _in_body(text: str, spans: Sequence[tuple[int, int]], body: int) -> tuple[int, int] | None:
    """What is shown of a message: of its words, where they say as much as its header lines do; None where those say more."""
    words = [{fold(text[start:end]) for start, end in spans if (start >= body) == is_body} for is_body in (True, False)]
    if len(words[0]) < len(words[1]):
        return None
    return densest([span for span in spans if span[0] >= body]) or (body, body)


def _statements(chunk: StoredChunk) -> list[tuple[int, int]]:
    """What can answer as a whole: sentences in prose; lines in tables and code, where each row is a fact of its own."""
    if chunk.kind in ("table", "code"):
        found = [(match.start(), match.end()) for match in _LINE.finditer(chunk.text)]
    else:
        found = split_sentences(chunk.text, chunk.language)
    return _without_headers(found, chunk.text) if chunk.kind != "code" else found


def _without_titles(statements: list[tuple[int, int]], text: str, titles: Sequence[str]) -> list[tuple[int, int]]:
    """The statements without those that only say the title or a heading again, as a message's subject does, where any is left."""
    named = {_folded(title) for title in titles} - {""}
    kept = [
        (start, end) for start, end in statements
        if _folded(text[start:end]) not in named and _folded(_LABEL.sub("", text[start:end])) not in named
    ]
    return kept or statements


def _folded(text: str) -> str:
    return " ".join(_WORD.findall(fold(text)))


def _without_headers(statements: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """The statements without the rows that only name the columns of a table: the first of its rows, if it holds no figure and a
    later one does."""
    kept: list[tuple[int, int]] = []
    are_rows = ["\t" in text[start:end] for start, end in statements]
    for is_table, run in itertools.groupby(range(len(statements)), key=are_rows.__getitem__):
        rows = [statements[index] for index in run]
        has_figure = [_DIGIT.search(text, start, end) is not None for start, end in rows]
        kept += rows[1:] if is_table and not has_figure[0] and any(has_figure[1:]) else rows
    return kept

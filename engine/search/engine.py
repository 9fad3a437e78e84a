"""One query from its text to its hits. Reads the stores, writes nothing, needs no lock."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalog.availability import Away
from engine.catalog.catalog import batches
from engine.document import BlockKind, ChunkId, DocumentId, passage_prefix
from engine.errors import BadUsage, Cancelled
from engine.hits import Candidate, Facets, Hit, RankAndScore, SearchRequest, SearchResult, WordEvidence
from engine.model_ids import id_of, vectors_of
from engine.query.filters import merged
from engine.query.parser import ParsedQuery, Term, parse
from engine.search.absent_codes import absent_codes, note_of
from engine.search.across_languages import foreign, given_back, in_own, nearest_across, without_translations
from engine.search.ahead import Ahead
from engine.search.by_name import MOST_NAMED, name_condition, named_in_full
from engine.search.evidence import (
    JUDGED,
    LOOKED_AT,
    Standing,
    answerable_score,
    coverage,
    is_named,
    lexical_trust,
    trust_beside_codes,
    with_literals,
)
from engine.search.facets import FacetCounter
from engine.search.found_chunks import FoundChunks
from engine.search.freshness import Freshness, Hashes
from engine.search.grouping import grouped
from engine.search.passages import LEADING, among_others, with_best_passages
from engine.search.presentation import Grouped, HitMaker, Place
from engine.search.refinement import FIRST, Refiner
from engine.search.reranking import TIER, Late, Ranked, follow, keep_fused_order, literal_first, rerank
from engine.search.retrieval import DEPTH, WIDER, Fused, Timings, fuse, spread, with_named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.catalog.catalog import Catalog, StoredChunk, StoredDocument
    from engine.language.identifiers import Identifier
    from engine.protocols import BitReader, DenseRetriever, Embedder, LexicalRetriever, QueryEncoding, Reranker

log = logging.getLogger(__name__)

LOOKED_AT_ONCE = 500            # places whose documents are read in one go


@dataclass(frozen=True, slots=True)
class Steps:
    """What each step of one search gave; lists are best first."""

    query: ParsedQuery
    encoding: QueryEncoding | None
    bm25: list[Candidate]
    dense: list[Candidate]
    fused: list[Fused]
    ranked: list[Ranked]
    chunks: FoundChunks
    timings: Timings
    trust: Callable[[], float] = lambda: 1.0        # how far the query's words are evidence
    named: Mapping[DocumentId, float] = field(default_factory=dict)     # documents whose name the query is, and how surely


class Engine:
    """Answers queries over one index. One search at a time; `reload` after the indexer has committed."""

    def __init__(
        self,
        catalog: Catalog,
        lexical: LexicalRetriever,
        vectors: DenseRetriever,
        bits: BitReader,
        embedder: Callable[[], Embedder],
        reranker: Callable[[], Reranker],
        refiner: Refiner | None = None,
        check_stores: Callable[[], None] = lambda: None,
        forget_bits: Callable[[], None] = lambda: None,
    ) -> None:
        """
        Args:
            check_stores: raises a FicheroError where one of them is gone; asked before each search.
            forget_bits: lets go of the bits' files, of which others may have taken the place.
        """
        self.catalog = catalog
        self._lexical = lexical
        self._vectors = vectors
        self._bits = bits
        self._load_embedder = embedder  # called at first need: a lexical search loads no model
        self._at_work: Embedder | None = None       # the one of the search at hand: another may serve the next
        self._reranker = reranker
        self._facets = FacetCounter(catalog.documents)
        self._hashes: Hashes = {}
        self._refiner = refiner         # reads the first hits again, where a cross-encoder is chosen
        self._check_stores = check_stores
        self._forget_bits = forget_bits
        self._were_gone = False         # stores that may have been made anew since

    def warm_up(self) -> None:
        """Load the models and open the vectors, so that the first query does not wait for them."""
        foreign("¿En qué idioma se pregunta?", [], ())
        encoding = self._embedder().embed_query("a")
        self._reranker()
        self._vectors.search(encoding.vector, top=1, model=vectors_of(self._model), documents=None)

    def reload(self) -> None:
        """See what the indexer has committed since, and the stores that it has made in the place of damaged ones.

        Raises:
            IndexGone, IndexDamaged: there were some, and now there are none.
        """
        self._check_that_all_are_there()
        self._lexical.reload()
        self._vectors.reload()

    def _check_that_all_are_there(self) -> None:
        """What is open stays readable when its files are deleted: it would be searched, or found empty, as if nothing had happened."""
        is_anew = self.catalog.follow() or self._were_gone
        self._were_gone = True
        self._check_stores()
        self._were_gone = False
        if is_anew:
            self._forget_bits()
            self._lexical.reload()
            self._vectors.reload()

    def search(self, request: SearchRequest) -> SearchResult:
        """The best documents for a query, each with its best chunk; refined where a cross-encoder is chosen.

        Raises:
            BadUsage: the query holds no word.
            Cancelled: request.is_cancelled turned true between two steps.
            IndexGone, IndexDamaged: a store was there and is gone.
        """
        *_, result = self.results(request)
        return result

    def results(self, request: SearchRequest) -> Iterator[SearchResult]:
        """The result at once; where it is to be refined, the refined one some seconds later. Raises as `search` does."""
        self._check_that_all_are_there()
        steps = self.steps(request)
        first = self._result(request, steps)
        if not self._is_to_refine(request, steps, first):
            yield first
            return
        yield dataclasses.replace(first, refinement="coming")
        refined, n_read = self.refined(request, steps)
        is_whole = n_read >= min(FIRST, len(_best_of_each_document(steps.ranked)))
        yield dataclasses.replace(
            self._result(request, refined), answerable=first.answerable, refinement="done" if is_whole else "partial"
        )

    def refined(self, request: SearchRequest, steps: Steps) -> tuple[Steps, int]:
        """The steps with the first documents in the cross-encoder's order, and how many of them it has read.

        Raises:
            Cancelled
        """
        assert self._refiner is not None
        best = _best_of_each_document(steps.ranked)
        documents = self.catalog.documents([place.fused.document_id for place in best[:FIRST]])
        steps.chunks.read([place.fused.chunk_id for place in best[:FIRST]])
        passages = [self._passage(place, documents, steps.chunks) for place in best[:FIRST]]
        exact = [self._exactness(steps.query, place.fused, steps.chunks, steps.named) for place in best[:FIRST]]
        with steps.timings.step("refine"):
            refined = self._refiner.refine(steps.query.question, best, passages, exact, request.is_cancelled)
        others = {id(place) for place in best}
        behind = follow(refined.places, [place for place in steps.ranked if id(place) not in others])
        return dataclasses.replace(steps, ranked=[*refined.places, *behind]), refined.n_read

    def _is_to_refine(self, request: SearchRequest, steps: Steps, result: SearchResult) -> bool:
        return (
            self._refiner is not None and request.refine and request.rerank and request.mode == "hybrid"
            and len(result.hits) > 1 and not request.by_passage and not steps.query.is_empty and self._refiner.suits(steps.query.question)
        )

    @staticmethod
    def _passage(
        place: Ranked, documents: Mapping[DocumentId, StoredDocument], chunks: Mapping[ChunkId, StoredChunk]
    ) -> str:
        document = documents.get(place.fused.document_id)
        chunk = chunks.get(place.fused.chunk_id) if place.fused.chunk_id is not None else None
        if chunk is None or document is None:
            return document.name if document is not None else ""
        return passage_prefix(document.title, chunk.heading_path) + chunk.text

    def _result(self, request: SearchRequest, steps: Steps) -> SearchResult:
        hits, outdated, answerable, absent = self._present(request, steps)
        return SearchResult(
            query=request.text,
            hits=tuple(hits),
            timings_ms=steps.timings.finish(),
            answerable=answerable,
            stage="text" if self._lacks_vectors(steps) else self.catalog.stage(),
            outdated=tuple(outdated),
            note=" ".join(filter(None, (steps.query.note, note_of(absent, request.language)))) or None,
            facets=self._counted(request, steps) if request.with_facets else None,
        )

    def _counted(self, request: SearchRequest, steps: Steps) -> Facets:
        found = [place.fused.document_id for place in steps.ranked]
        return self._facets.count((request.text, request.filters.documents), found, request.filters)

    def steps(self, request: SearchRequest) -> Steps:
        """Everything up to the final order of the candidates; raises as `search` does."""
        timings = Timings()
        self._at_work = None
        query = self._parse(request)
        documents = self.catalog.matching_documents(merged(request.filters, query.filters))
        if query.has_conditions:
            documents = self._lexical.documents_meeting(query.conditions, documents)
        if query.is_empty:
            return self._newest(request, query, documents, timings)
        chunks = FoundChunks(self.catalog)
        bm25, dense, encoding = self._retrieve(request, query, documents, chunks, timings)
        _check(request)
        with timings.step("fuse"):
            chunks.add([c.chunk_id for c in dense if c.chunk_id is not None])
            if query.identifiers:       # each is looked for in every text
                chunks.read([c.chunk_id for c in (*bm25, *dense)])
            bm25, dense = self._still_stored(bm25, chunks), self._still_stored(dense, chunks)
            trust = functools.cache(lambda: lexical_trust(query, bm25, chunks, self._lexical.rarities))
            waiting = self.catalog.waiting_among({c.document_id for c in bm25}) if dense else frozenset[DocumentId]()
            named = self._named(request) if request.mode != "dense" else {}
            first = self.catalog.first_chunks(named)
            chunks.add(first.values())
            fused = with_named(fuse(bm25, dense, trust, waiting), {id_: chunk for id_ in named if (chunk := first.get(id_)) is None or chunk in chunks})
        _check(request)
        with timings.step("rerank"):
            fused, exact = literal_first(fused, [self._exactness(query, candidate, chunks, named) for candidate in fused])
            ranked = self._rank(request, query, encoding, fused[:DEPTH], exact[:DEPTH], chunks, trust)
            ranked += follow(ranked, self._rank_alone(request, fused[DEPTH:], exact[DEPTH:]))
        _check(request)
        return Steps(query, encoding, bm25, dense, fused, ranked, chunks, timings, trust, named)

    def _newest(
        self, request: SearchRequest, query: ParsedQuery, documents: frozenset[DocumentId] | None, timings: Timings
    ) -> Steps:
        """Where nothing is looked for, the documents that the filters leave, as a list by date."""
        found = self.catalog.newest(documents, max(DEPTH, 2 * request.top))
        chunks = FoundChunks(self.catalog)
        chunks.add([chunk_id for _, chunk_id in found if chunk_id is not None])
        listed = [
            Fused(document_id, chunk_id if chunk_id in chunks else None, None, None, RankAndScore(rank, 1.0 / rank))
            for rank, (document_id, chunk_id) in enumerate(found, start=1)
        ]
        note = "Nothing is looked for but these documents, the newest first." if request.language != "es" else (
            "No se busca ningún texto: son los documentos que cumplen los filtros, del más reciente al más antiguo."
        )
        query = dataclasses.replace(query, note=f"{query.note} {note}" if query.note else note)
        ranked = keep_fused_order(listed, [0.0] * len(listed))
        return Steps(query, None, [], [], listed, ranked, chunks, timings)

    def _embedder(self) -> Embedder:
        if self._at_work is None:
            self._at_work = self._load_embedder()
        return self._at_work

    @property
    def _model(self) -> str:
        """By whose vectors and token bits queries are answered: never by those of two embedders."""
        return id_of(self._embedder())

    def _lacks_vectors(self, steps: Steps) -> bool:
        """Whether the embedder that the index was made by is gone, and the present one has yet to embed it."""
        serving = self.catalog.serving_model()
        return steps.encoding is not None and serving is not None and vectors_of(serving) != vectors_of(self._model)

    def _parse(self, request: SearchRequest) -> ParsedQuery:
        query = parse(request.text, self.catalog.languages(), request.language)
        is_listing = query.only_limits or (not request.text.strip() and not request.filters.is_empty)
        if query.is_empty and not is_listing:
            raise BadUsage(
                "The query is empty. Write the words or the question to look for.",
                "La consulta está vacía. Escriba las palabras o la pregunta que busca.",
            )
        return self._lexical.corrected(query)

    def _retrieve(
        self, request: SearchRequest, query: ParsedQuery, documents: frozenset[DocumentId] | None, chunks: FoundChunks, timings: Timings
    ) -> tuple[list[Candidate], list[Candidate], QueryEncoding | None]:
        depth = max(DEPTH, 2 * request.top)
        if request.mode == "lexical":
            return self._by_words(query, depth, documents, chunks, timings), [], None
        embedder = self._embedder()         # loaded on this thread, whose the catalog is that says which one it is
        ahead = Ahead(functools.partial(self._by_meaning, request, query, embedder, WIDER * depth, documents, timings))
        with ahead:
            bm25 = self._by_words(query, depth, documents, chunks, timings) if request.mode != "dense" else []
            _check(request)
            encoding, nearest = ahead.result()
        _check(request)
        with timings.step("dense"):
            dense = spread(
                functools.partial(self._nearest, query, encoding, nearest), depth, documents, self.catalog.all_documents
            )
        return bm25, dense, encoding

    def _by_words(
        self, query: ParsedQuery, depth: int, documents: frozenset[DocumentId] | None, chunks: FoundChunks, timings: Timings
    ) -> list[Candidate]:
        """BM25's list, its chunks added to those that are found."""
        with timings.step("bm25"):
            found = spread(
                lambda top, among: self._lexical.search(query, top, among), depth, documents, self.catalog.all_documents
            )
            found = self._mere_folders_last(query, found)
            chunks.add([c.chunk_id for c in found if c.chunk_id is not None])
            chunks.read([c.chunk_id for c in found[:LOOKED_AT]])
        return found

    def _by_meaning(
        self, request: SearchRequest, query: ParsedQuery, embedder: Embedder, top: int, documents: frozenset[DocumentId] | None,
        timings: Timings,
    ) -> tuple[QueryEncoding, list[Candidate]]:
        """The question's encoding and the `top` nearest chunks. On a thread of its own: it uses no catalog."""
        with timings.step("embed"):
            encoding = embedder.embed_query(query.question)
        _check(request)
        with timings.step("dense"):
            return encoding, self._vectors.search(encoding.vector, top=top, model=vectors_of(id_of(embedder)), documents=documents)

    def _nearest(
        self, query: ParsedQuery, encoding: QueryEncoding, nearest: list[Candidate], top: int, among: frozenset[DocumentId] | None
    ) -> list[Candidate]:
        """A dense list; that of the first `top` asked for is known already: `nearest`, used up by this."""
        found, nearest[:] = nearest[:], []
        if not found:
            found = self._vectors.search(encoding.vector, top=top, model=vectors_of(self._model), documents=among)
        written = self.catalog.languages()
        if len(encoding.tokens) and len(written) > 1:
            languages = self.catalog.languages_of([c.chunk_id for c in found if c.chunk_id is not None])
            found = nearest_across(query.question, found, languages, written)
        return self._meeting_conditions(query, found) if query.has_conditions else found

    def _mere_folders_last(self, query: ParsedQuery, bm25: Sequence[Candidate]) -> list[Candidate]:
        """Documents without text that only share a word with the query in their folder's name come after all texts: their
        entries are so short that BM25 would put them first."""
        documents = self.catalog.documents({c.document_id for c in bm25 if c.chunk_id is None})
        weak = {
            id_ for id_, document in documents.items() if not is_named(query.terms, document.name)
        }
        order = sorted(bm25, key=lambda c: c.chunk_id is None and c.document_id in weak)
        return [dataclasses.replace(candidate, rank=rank) for rank, candidate in enumerate(order, start=1)]

    def _meeting_conditions(self, query: ParsedQuery, dense: Sequence[Candidate]) -> list[Candidate]:
        """Of documents that meet the query's conditions, the chunks that hold one of the phrases asked for."""
        chunks = self.catalog.chunks([c.chunk_id for c in dense if c.chunk_id is not None])
        documents = self.catalog.documents({c.document_id for c in dense})
        kept = []
        for candidate in dense:
            chunk = chunks.get(candidate.chunk_id) if candidate.chunk_id is not None else None
            document = documents.get(candidate.document_id)
            if chunk is None or document is None:
                continue
            title = " ".join((document.title or "", *chunk.heading_path))
            name = " ".join(Path(document.path).parts)
            if query.touches_conditions(chunk.text, title, name, chunk.language):
                kept.append(candidate)
        return [dataclasses.replace(candidate, rank=rank) for rank, candidate in enumerate(kept, start=1)]

    def _still_stored(
        self, candidates: Sequence[Candidate], chunks: FoundChunks
    ) -> list[Candidate]:
        """Only what the catalog knows: a row of a derived store whose chunk is gone is old text."""
        nameless = [c.document_id for c in candidates if c.chunk_id is None]
        known = self.catalog.documents(nameless) if nameless else {}
        kept = [
            c for c in candidates
            if (c.chunk_id in chunks if c.chunk_id is not None else c.document_id in known)
        ]
        return [dataclasses.replace(candidate, rank=rank) for rank, candidate in enumerate(kept, start=1)]

    def _exactness(
        self, query: ParsedQuery, candidate: Fused, chunks: FoundChunks, named: Mapping[DocumentId, float]
    ) -> float:
        """Share of the query's codes that a candidate holds literally; more where the query is its document's name."""
        surely_named = named.get(candidate.document_id, 0.0)
        chunk = chunks.get(candidate.chunk_id) if query.identifiers and candidate.chunk_id is not None else None
        if chunk is None:
            return surely_named
        return surely_named + query.share_of_identifiers("\n".join((*chunk.heading_path, chunk.text)))

    def _named(self, request: SearchRequest) -> dict[DocumentId, float]:
        """Documents whose name the query is, and how surely; what else the query says by its signs does not count."""
        condition = name_condition(request.text)
        if condition is None:
            return {}
        found = self._lexical.documents_named(condition, self.catalog.matching_documents(request.filters))
        if not found or len(found) > MOST_NAMED:
            return {}
        named = {id_: named_in_full(request.text, document) for id_, document in self.catalog.documents(found).items()}
        return {id_: surely for id_, surely in named.items() if surely}

    def _rank(
        self,
        request: SearchRequest,
        query: ParsedQuery,
        encoding: QueryEncoding | None,
        fused: Sequence[Fused],
        exact: Sequence[float],
        chunks: FoundChunks,
        trust: Callable[[], float],
    ) -> list[Ranked]:
        if request.mode != "hybrid":
            return self._rank_alone(request, fused, exact)
        if not request.rerank or encoding is None or not len(encoding.tokens):      # some embedders make no token vectors
            return keep_fused_order(fused, exact)
        late, words = self.measured(query, encoding, fused, chunks)
        if all(scores is None for scores in late):
            return keep_fused_order(fused, exact)
        ranked = rerank(fused, late, words, trust(), exact)
        if request.by_passage:
            return ranked
        held = dict(zip((c.chunk_id for c in fused), exact, strict=True))
        matches = {
            c.chunk_id: scores.matches for c, scores in zip(fused, late, strict=True)
            if c.chunk_id is not None and scores is not None and scores.matches is not None
        }
        return with_best_passages(
            ranked, matches, functools.partial(self._beginnings, encoding), encoding.weights, lambda c: held[c.chunk_id]
        )

    def _beginnings(self, encoding: QueryEncoding, documents: Sequence[DocumentId]) -> dict[DocumentId, NDArray[np.float32]]:
        """Of each document the best match of each token of the question in its first tokens, shape (query tokens,)."""
        first = self.catalog.first_chunks(documents)
        located = self.catalog.bit_locations(first.values(), self._model)
        known = [document for document, chunk_id in first.items() if chunk_id in located]
        if not known:
            return {}
        rows = self._bits.read([located[first[document]] for document in known])
        return dict(zip(known, self._reranker().scores(encoding, [bits[:LEADING] for bits in rows]).matches, strict=True))

    def measured(
        self, query: ParsedQuery, encoding: QueryEncoding, fused: Sequence[Fused], chunks: FoundChunks
    ) -> tuple[list[Late | None], list[WordEvidence | None]]:
        """Of each candidate late interaction, without what it loses for its language, and what the words say of it."""
        nothing: tuple[str | None, BlockKind] = (None, "heading")
        told = [chunks.told(c.chunk_id) if c.chunk_id is not None else nothing for c in fused]
        is_foreign = foreign(query.question, told, self.catalog.languages())
        if any(is_foreign) and any(is_own := in_own(query.question, told)):
            vectors = self.catalog.vectors([c.chunk_id for c in fused if c.chunk_id is not None], self._model)
            is_foreign = without_translations(is_foreign, is_own, [None if c.chunk_id is None else vectors.get(c.chunk_id) for c in fused])
        with Ahead(functools.partial(self._words, query, fused, chunks)) as words:
            late = among_others(self._late(encoding, fused), [c.document_id for c in fused], encoding.weights)
            return given_back(late, is_foreign), words.result()

    def closeness(self, text: str, chunk_ids: Sequence[ChunkId]) -> dict[ChunkId, float]:
        """Late interaction of a text with stored passages; those without token vectors are left out."""
        self._at_work = None
        encoding = self._embedder().embed_query(text)
        located = self.catalog.bit_locations(chunk_ids, self._model) if len(encoding.tokens) else {}
        if not located:
            return {}
        scores = self._reranker().scores(encoding, self._bits.read(list(located.values())))
        return dict(zip(located, map(float, scores.whole), strict=True))

    def rarities(self, terms: Sequence[Term]) -> list[float]:
        """How rare each term is in the whole index."""
        return self._lexical.rarities(terms)

    def _words(
        self, query: ParsedQuery, fused: Sequence[Fused], chunks: FoundChunks
    ) -> list[WordEvidence | None]:
        """On a thread of its own: it uses no catalog. What the words say of each candidate; None where it is in another language than the question, by the languages of
        those that the words found first: there they can say nothing."""
        with_text = {c.chunk_id: c for c in fused if c.chunk_id is not None}
        found = self._lexical.evidence(query, list(with_text))
        by_words = sorted((c.bm25.rank, id_) for id_, c in with_text.items() if c.bm25 is not None)
        language = {id_: chunks.told(id_)[0] for id_ in with_text}
        asked = {language[id_] for _, id_ in by_words[:LOOKED_AT]} - {None}
        foreign = {id_ for id_ in with_text if asked and language[id_] not in (None, *asked)}
        nothing = WordEvidence(0.0, 0.0)
        return [
            None if c.chunk_id in foreign else nothing if c.chunk_id is None else found.get(c.chunk_id, nothing) for c in fused
        ]

    def _late(self, encoding: QueryEncoding, fused: Sequence[Fused]) -> list[Late | None]:
        """Late interaction with each candidate; None where its token vectors are still to come."""
        located = self.catalog.bit_locations([c.chunk_id for c in fused if c.chunk_id is not None], self._model)
        with_bits = [(i, located[c.chunk_id]) for i, c in enumerate(fused) if c.chunk_id in located]
        late: list[Late | None] = [None] * len(fused)
        if with_bits:
            scores = self._reranker().scores(encoding, self._bits.read([location for _, location in with_bits]))
            of_each = zip(scores.whole.tolist(), scores.local.tolist(), scores.second.tolist(), scores.matches, strict=True)
            for (index, _), measured in zip(with_bits, of_each, strict=True):
                late[index] = Late(*measured)
        return late

    @staticmethod
    def _rank_alone(request: SearchRequest, fused: Sequence[Fused], exact: Sequence[float]) -> list[Ranked]:
        """One list with its own scores, or the fusion as it is; of words, what holds the query's codes literally goes first."""
        if request.mode == "hybrid":
            return keep_fused_order(fused, exact)
        own = [(c.bm25 or c.dense or c.rrf).score for c in fused]
        shares = exact if request.mode == "lexical" else [0.0] * len(fused)
        order = sorted(range(len(fused)), key=lambda i: -shares[i])
        bonus = max(own, default=0.0)
        falling = itertools.accumulate((own[i] + bonus * shares[i] for i in order), min)
        return [Ranked(fused[i], None, score) for i, score in zip(order, falling, strict=True)]

    def _present(
        self, request: SearchRequest, steps: Steps
    ) -> tuple[list[Hit], list[str], float | None, list[Identifier]]:
        """Best chunk of each document, current files only, near-duplicates folded, cut to `top`; paths of files that have changed;
        how well they answer; the codes that were asked for and that none of them holds."""
        is_folding = request.fold_duplicates and not request.by_passage
        n_judged = 2 * JUDGED if is_folding else JUDGED
        wanted = max(n_judged, 2 * request.top if request.fold_duplicates else request.top)
        current, outdated, unavailable = self._current(request, steps, wanted)
        groups = self._grouped(steps, current, is_folding)
        judged = groups if len(current) <= n_judged else self._grouped(steps, current[:n_judged], is_folding)
        maker = HitMaker(steps.query, steps.encoding, self._embedder, self._reranker, self._bits, self.catalog)
        hits = maker.make(groups[: request.top])
        n_found = Counter(place.fused.document_id for place in steps.ranked)
        hits = [
            dataclasses.replace(
                hit, is_available=hit.document_id not in unavailable,
                n_more=0 if request.by_passage else n_found[hit.document_id] - 1,
            )
            for hit in hits
        ]
        best = [group.place for group in judged[:JUDGED]]
        absent = absent_codes(steps.query, [_named_text(document.path, document, chunk) for _, document, chunk in best]) if best else []
        return hits, outdated, self._answerable(steps, best, absent), absent

    def _current(
        self, request: SearchRequest, steps: Steps, wanted: int
    ) -> tuple[list[Place], list[str], set[DocumentId]]:
        """The best places whose files are as they were read, at most `wanted`; paths of those passed over, which are not; documents
        that are not there to be looked at."""
        best = steps.ranked if request.by_passage else _best_of_each_document(steps.ranked)
        current: list[Place] = []
        outdated: dict[str, None] = {}
        freshness = Freshness(self._hashes)
        away, unavailable = Away(self.catalog), set[DocumentId]()
        for part in batches(best, min(wanted, LOOKED_AT_ONCE)):
            if len(current) >= wanted:
                break
            documents = self.catalog.documents([place.fused.document_id for place in part])
            steps.chunks.read([place.fused.chunk_id for place in part])
            for place in part:
                document = documents.get(place.fused.document_id)
                chunk = steps.chunks.get(place.fused.chunk_id) if place.fused.chunk_id is not None else None
                if document is None or (chunk is None) != (place.fused.chunk_id is None) or len(current) >= wanted:
                    continue
                if request.check_files and not freshness.is_current(document):
                    if not away.holds(str(document.file_path)):
                        outdated[document.path] = None
                        continue
                    unavailable.add(document.document_id)
                current.append((place, document, chunk))
        return current, list(outdated), unavailable

    def _grouped(self, steps: Steps, places: Sequence[Place], is_folding: bool) -> list[Grouped]:
        if not is_folding:
            return [Grouped(place) for place in places]
        return grouped(
            places, lambda fused: self._exactness(steps.query, fused, steps.chunks, steps.named), self.catalog.body,
            frozenset(term.exact for term in steps.query.terms if term.exact is not None),
        )

    def _answerable(self, steps: Steps, best: Sequence[Place], absent: Sequence[Identifier]) -> float | None:
        """Of the best hits, near-duplicates folded: always as many, whatever number of them is shown."""
        late = sorted((place.rerank.score for place in steps.ranked if place.rerank is not None), reverse=True)
        chunks = [chunk for _, _, chunk in best[:LOOKED_AT] if chunk is not None]
        own = [ranked.rerank.score for ranked, _, _ in best if ranked.rerank is not None]
        is_waiting = bool(best) and best[0][2] is not None and best[0][0].rerank is None      # nothing is known of how it answers
        if not chunks or not late or is_waiting:
            return None
        rarities = self._lexical.rarities(steps.query.terms)
        coverages = [coverage(steps.query.terms, rarities, chunk) for chunk in chunks]
        likelihood = answerable_score(own, late, coverages, self._standing(steps, best[0], coverages[0]))
        if likelihood is None:
            return None
        trust = trust_beside_codes(steps.query, rarities, chunks)
        _, document, chunk = best[0]
        return with_literals(
            likelihood, steps.query, _named_text(document.name, document, chunk), chunks[0].language, absent, trust
        )

    @staticmethod
    def _standing(steps: Steps, best: Place, covered: float) -> Standing:
        ranked, _, chunk = best
        text = "" if chunk is None else "\n".join((*chunk.heading_path, chunk.text))
        literal = steps.query.share_of_identifiers(text) if steps.query.identifiers else 0.0
        literal += steps.named.get(ranked.fused.document_id, 0.0)
        return Standing(ranked.score - literal * TIER, covered * steps.trust())


def _best_of_each_document(ranked: Sequence[Ranked]) -> list[Ranked]:
    best: dict[DocumentId, Ranked] = {}
    for place in ranked:
        best.setdefault(place.fused.document_id, place)
    return list(best.values())


def _named_text(name: str, document: StoredDocument, chunk: StoredChunk | None) -> str:
    """What a hit holds, with its names; `name` is the file's, with its folders or without."""
    return "\n".join((name, document.title or "", *(chunk.heading_path if chunk else ()), chunk.text if chunk else ""))


def _check(request: SearchRequest) -> None:
    if request.is_cancelled():
        raise Cancelled

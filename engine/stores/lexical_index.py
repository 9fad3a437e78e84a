"""The full-text index: BM25 over our own tokens in Tantivy. The only module that imports tantivy.

Texts are analysed by `analysis` and given to Tantivy as tokens joined by spaces; queries are built from its query objects,
never by its parser (which drops wildcards and fails on stray quotes). One writer (the index lock sees to that), any number
of readers. Derived from the catalog, so an index of another schema is not converted but made anew.
"""

from __future__ import annotations

import errno
import json
import logging
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path, PurePath
from typing import Any

import tantivy
from tantivy import Occur, Query

from engine.document import ChunkId, DocumentId
from engine.errors import DataFolderUnreadable, FicheroError, IndexDamaged
from engine.hits import Candidate, WordEvidence
from engine.language.analysis import IndexText, cached_stem, exact_forms, index_text
from engine.language.spelling import Alike, alike
from engine.machine.panics import panics_told
from engine.machine.read_only_folder import is_for_want_of_a_lock, links_to
from engine.machine.system_words import system_words
from engine.query.conditions import AnyOf, Condition, Holds, Without, leaves, wanted
from engine.query.parser import ParsedQuery, Term
from engine.stores.tantivy_files import segments

log = logging.getLogger(__name__)

SCHEMA = 3                          # raise it when the fields or the analysis change: indexes are then made anew
_SCHEMA_FILE = "fichero-schema.json"
_HEAP_BYTES = 64_000_000
_IDS_A_QUERY = 10_000
DEAD_BYTES = 256 * 1024             # deleted entries that are not worth the work; nor is …
_DEAD_SHARE = 4                     # … less than a fourth of the index
_OF_PEOPLE = ("sender", "recipients", "author")
_OF_A_CHUNK = ("text", "title", "name")
_UNKNOWN_LANGUAGES = ("es", "en")   # for the names of documents whose language is not known

# Weights chosen on es_pool (see docs/retrieval.md): R@1 0.680 with stems alone, 0.694 with exact words beside them.
_EXACT_WEIGHT = 0.6
_CODE_WEIGHT = 0.6
_TIE_BREAKER = 0.3
_IDENTIFIER_WEIGHT = 3.0
_TITLE_WEIGHT = 0.5
_NAME_WEIGHT = 0.5
_STOP_WORD_WEIGHT = 0.4             # R@1 es_pool 0.691 to 0.698, xquad en 0.933 to 0.941, mlqa_en 0.771 to 0.783, piaf 0.714 to 0.722
# Proximity: neighbours in the query that are neighbours in the text. R@1 es_pool 0.697 to 0.703, xquad es 0.927 to 0.934,
# mlqa_en 0.782 to 0.790, piaf 0.721 to 0.727.
_NEAR_WEIGHT, _NEAR_SLOP = 0.2, 3
_ADJACENT_WEIGHT = 0.1
_MOST_PAIRS = 24
_MOST_NAMED = 50_000                # entries: a word in more names than these names nothing
# Of a word that may have been meant instead of a misspelt one, beside the word as written: less, so that no other spelling
# outranks the exact one.
_ALIKE_WEIGHTS = (0.9, 0.5, 0.3)
_CACHED_WORDS = 10_000              # of queries, with what they may have meant
_SHORTEST_STEM, _MOST_FORMS = 3, 200        # where other forms of a word are looked for
_MOST_EXPANSIONS = 50               # words that rank for one wildcard; all words match


class LexicalIndexOutdated(IndexDamaged):
    """Made by another version of the schema: delete the folder and add everything again."""

    code = "text-index-outdated"

    def __init__(self, folder: Path, detail: str) -> None:
        super().__init__(folder, detail)
        self.english, self.spanish = (
            f"The word index in {folder} was made by another version of Fichero. Run `fichero index` once, or open the window: it "
            "is made anew from the texts that are kept.",
            f"El índice de palabras de {folder} lo hizo otra versión de Fichero. Ejecute `fichero index` una vez, o abra la ventana: "
            "se rehace con los textos guardados.",
        )
        self.args = (self.english,)


@dataclass(frozen=True, slots=True)
class LexicalEntry:
    """What is indexed of one chunk. A document without text has one with `chunk_id` None, found by its name and folder."""

    chunk_id: ChunkId | None
    document_id: DocumentId
    content_hash: str
    language: str | None
    title: str | None
    heading_path: tuple[str, ...]
    file_name: str
    folder: str
    text: str
    sender: str = ""                # of a message
    recipients: str = ""
    author: str = ""


class LexicalIndex:
    def __init__(self, folder: Path, index: tantivy.Index | None, read_only: bool) -> None:
        self._folder = folder
        self._index = index
        self._read_only = read_only
        self._writer: tantivy.IndexWriter | None = None
        self._schema = _schema()
        self._alike: dict[tuple[str, tuple[str, ...]], Alike | None] = {}

    @classmethod
    def open(cls, folder: Path, read_only: bool = False) -> LexicalIndex:
        """Open the index below `folder`; the writer makes one where there is none, to a reader that is an empty index.

        Raises:
            LexicalIndexOutdated: another schema.
            IndexDamaged: Tantivy cannot read it.
        """
        exists = (folder / "meta.json").exists()
        if exists:
            _check_schema(folder)
        elif read_only:
            return cls(folder, None, read_only)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _SCHEMA_FILE).write_text(json.dumps({"schema": SCHEMA}), encoding="utf-8")
        try:
            index = tantivy.Index.open(str(folder)) if exists else tantivy.Index(_schema(), path=str(folder))
        except ValueError as error:
            if not (read_only and is_for_want_of_a_lock(error)):
                raise _not_opened(folder, error) from error
            index = _opened_by_links(folder)
        return cls(folder, index, read_only)

    @panics_told
    def add(self, entries: Sequence[LexicalEntry]) -> None:
        """Index entries. A document that was indexed before is to be deleted first. Seen after `commit`."""
        writer = self._writing()
        for entry in entries:
            writer.add_document(_document(entry))

    @panics_told
    def delete(self, document_ids: Iterable[DocumentId]) -> None:
        """Forget all entries of these documents that were added before this call. Seen after `commit`."""
        for ids in _chunked(document_ids, _IDS_A_QUERY):
            self._writing().delete_documents_by_query(Query.term_set_query(self._schema, "document_id", ids))

    @panics_told
    def commit(self) -> None:
        """Make what was added and deleted last, and visible: here at once, elsewhere after `reload`."""
        if self._writer is not None:
            self._writer.commit()
            self.reload()

    @panics_told
    def search(
        self, query: ParsedQuery, top: int, documents: frozenset[DocumentId] | None = None
    ) -> list[Candidate]:
        """The chunks that match best, best first; equal scores in order of id.

        Args:
            documents: only these, applied before ranking; None = all.
        """
        if self._index is None or top < 1 or query.is_empty or (documents is not None and not documents):
            return []
        searcher = self._index.searcher()
        top = min(top, max(1, searcher.num_docs))       # Tantivy makes room for as many as it is asked for
        built = _QueryBuilder(self._schema, searcher).build(self.corrected(query))
        if documents is not None:
            allowed = Query.term_set_query(self._schema, "document_id", list(documents))
            built = Query.boolean_query([(Occur.Must, built), (Occur.Must, Query.const_score_query(allowed, 0.0))])
        hits = searcher.search(built, top, count=False).hits
        places = [address for _, address in hits]
        owners = searcher.fast_field_values("document_id", places)
        chunks = searcher.fast_field_values("chunk_id", places)
        found = [(float(hit[0]), owner, chunk) for hit, owner, chunk in zip(hits, owners, chunks, strict=True)]
        found.sort(key=lambda row: (-row[0], row[1], row[2] or 0))
        return [
            Candidate(None if chunk is None else ChunkId(int(chunk)), DocumentId(int(owner or 0)), rank, score)
            for rank, (score, owner, chunk) in enumerate(found, start=1)
        ]

    @panics_told
    def evidence(self, query: ParsedQuery, chunk_ids: Sequence[ChunkId]) -> dict[ChunkId, WordEvidence]:
        """What the query's words say of these chunks, whether or not they are among the best."""
        if self._index is None or not chunk_ids or not query.terms:
            return {}
        searcher = self._index.searcher()
        builder = _QueryBuilder(self._schema, searcher)
        ids = Query.term_set_query(self._schema, "chunk_id", [int(id_) for id_ in chunk_ids])
        among = (Occur.Must, Query.const_score_query(ids, 0.0))
        weights = self.rarities(query.terms)
        total = sum(weights) or 1.0
        held = [
            (Occur.Should, Query.const_score_query(builder.any_form(term), weight / total))
            for term, weight in zip(query.terms, weights, strict=True)
        ]
        bm25 = _scores(searcher, Query.boolean_query([among, *builder.ranking(query)]), len(chunk_ids))
        coverage = _scores(searcher, Query.boolean_query([among, *held]), len(chunk_ids))
        return {id_: WordEvidence(bm25.get(id_, 0.0), coverage.get(id_, 0.0)) for id_ in chunk_ids}

    @panics_told
    def documents_meeting(
        self, conditions: Sequence[Condition], documents: frozenset[DocumentId] | None = None
    ) -> frozenset[DocumentId]:
        """Documents that meet all conditions, each as a whole, whichever of its chunks holds which phrase.

        Args:
            documents: only these; None = all.
        """
        if self._index is None:
            return frozenset()
        searcher = self._index.searcher()
        builder = _QueryBuilder(self._schema, searcher)
        held: dict[Holds, frozenset[DocumentId]] = {}
        for leaf in {leaf for condition in conditions for leaf, _ in leaves(condition)}:
            held[leaf] = _owners(searcher, builder.phrase(leaf))
        everything = documents
        if everything is None and any(is_excluded for c in conditions for _, is_excluded in leaves(c)):
            everything = self.document_ids()
        found = [_documents_of(condition, held, everything or frozenset()) for condition in conditions]
        meeting = frozenset.intersection(*found) if found else frozenset()
        return meeting if documents is None else meeting & documents

    @panics_told
    def documents_named(self, name: Holds, documents: frozenset[DocumentId] | None = None) -> frozenset[DocumentId]:
        """Of `documents` (None: all) those whose name or folder holds a phrase; none where its words are in so many that it says little."""
        if self._index is None:
            return frozenset()
        searcher = self._index.searcher()
        if min(searcher.doc_freq("name", token) for token in name.phrase.tokens) > _MOST_NAMED:
            return frozenset()
        return self.documents_meeting((name,), documents)

    @panics_told
    def corrected(self, query: ParsedQuery) -> ParsedQuery:
        """The query with what its misspelt words may have meant beside them; itself where there are none."""
        if self._index is None:
            return query
        searcher = self._index.searcher()
        terms = [self._corrected_term(term, query.languages, searcher) for term in query.terms]
        if all(new is old for new, old in zip(terms, query.terms, strict=True)):
            return query
        return replace(query, terms=tuple(terms))

    def _corrected_term(self, term: Term, languages: Sequence[str], searcher: tantivy.Searcher) -> Term:
        word = term.exact
        if word is None or term.alike or term.is_stop_word or not word.isalpha():
            return term
        key = (word, term.stems)
        if key not in self._alike:
            if len(self._alike) >= _CACHED_WORDS:
                self._alike.clear()
            is_known = (
                bool(searcher.doc_freq("exact", word)) or any(searcher.doc_freq("stem", stem) for stem in term.stems)
                or self._holds_another_form(term, languages, searcher)
            )
            self._alike[key] = alike(word, lambda token: int(searcher.doc_freq("exact", token)), is_known)
        near = self._alike[key]
        if near is None:
            return term
        stems = () if near.is_split else tuple(dict.fromkeys(cached_stem(near.words[0], language) for language in languages))
        return replace(term, alike=near.words, alike_stems=stems)

    @staticmethod
    def _holds_another_form(term: Term, languages: Sequence[str], searcher: tantivy.Searcher) -> bool:
        """Whether a document whose language is not known, or another than the word's, holds the word in another form."""
        for language in languages:
            own = cached_stem(term.written.lower(), language)
            if len(own) >= _SHORTEST_STEM:
                near = searcher.terms_with_prefix("exact", own, limit=_MOST_FORMS)
                if any(cached_stem(token, language) == own for token, _ in near):
                    return True
        return False

    @panics_told
    def rarities(self, terms: Sequence[Term]) -> list[float]:
        """Inverse document frequency of each term by its commonest form: ln(1 + (n - df + 0.5) / (df + 0.5)), as BM25's."""
        if self._index is None:
            return [0.0] * len(terms)
        searcher = self._index.searcher()
        return [_rarity(searcher.num_docs, max(_frequencies(searcher, term), default=0)) for term in terms]

    @panics_told
    def words_beginning(self, prefix: str, top: int) -> list[str]:
        """Exact tokens of the texts that begin with a folded prefix, those in most chunks first."""
        if self._index is None or not prefix:
            return []
        return [word for word, _ in self._index.searcher().terms_with_prefix("exact", prefix, limit=top)]

    @panics_told
    def chunks_with(self, word: str, top: int) -> list[ChunkId]:
        """Some chunks whose text holds an exact token."""
        if self._index is None:
            return []
        query = Query.const_score_query(Query.term_query(self._schema, "exact", word, "freq"), 1.0)
        return list(_scores(self._index.searcher(), query, top))

    @panics_told
    def reload(self) -> None:
        """See the last commit of the writer, in whatever process it is."""
        if self._index is None:
            if (self._folder / "meta.json").exists():
                self._index = LexicalIndex.open(self._folder, self._read_only)._index
            return
        self._alike.clear()
        try:
            self._index.reload()
        except ValueError as error:         # made anew below us
            log.info("the text index is opened again: %s", error)
            self._index = None
            self.reload()

    @panics_told
    def document_ids(self) -> frozenset[DocumentId]:
        """Of everything that is committed and seen."""
        return frozenset(DocumentId(int(owner)) for owner in self._values("document_id") if owner is not None)

    @panics_told
    def rows(self) -> list[tuple[ChunkId | None, DocumentId]]:
        """(chunk id, document id) of every entry that is committed and seen, for comparison with the catalog."""
        chunks, owners = self._values("chunk_id"), self._values("document_id")
        return [
            (None if chunk is None else ChunkId(int(chunk)), DocumentId(int(owner or 0)))
            for chunk, owner in zip(chunks, owners, strict=True)
        ]

    @panics_told
    def count(self) -> int:
        """Entries that are committed and seen."""
        return 0 if self._index is None else int(self._index.searcher().num_docs)

    @panics_told
    def wasteful_documents(self, dead_bytes: int = DEAD_BYTES) -> list[DocumentId]:
        """Documents that are to be added anew so that deleted entries give their room back; none as long as those are few.

        Tantivy drops a segment once all of it is deleted, and merges segments for their number, not for what is deleted in
        them. So what lives in those that hold much that is dead has to move.
        """
        known = segments(self._folder)
        dead = sum(segment.dead_bytes for segment in known)
        if self._index is None or dead < dead_bytes or dead * _DEAD_SHARE < sum(segment.size_bytes for segment in known):
            return []
        searcher = self._index.searcher()
        hits = searcher.search(Query.all_query(), max(1, searcher.num_docs), count=False).hits
        places = [address for _, address in hits]
        alive = Counter(address.segment_ord for address in places)
        if [alive[i] for i in range(len(known))] != [segment.n_entries - segment.n_deleted for segment in known]:
            return []                   # merged just now
        wasteful = {i for i, segment in enumerate(known) if _DEAD_SHARE * segment.dead_bytes >= segment.size_bytes}
        places = [address for address in places if address.segment_ord in wasteful]
        owners = searcher.fast_field_values("document_id", places)
        return sorted({DocumentId(int(owner)) for owner in owners if owner is not None})

    def give_back_space(self) -> None:
        """Remove the files that no segment needs any more."""
        if self._writer is not None:
            self._writer.garbage_collect_files()

    def clear(self) -> None:
        """Forget everything, at once and committed."""
        self._writing().delete_all_documents()
        self.commit()

    def size_bytes(self) -> int:
        return sum(path.stat().st_size for path in self._folder.glob("*") if path.is_file())

    @panics_told
    def close(self) -> None:
        """Waits for merges to end. What was not committed is lost."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.rollback()
            writer.wait_merging_threads()

    def _writing(self) -> tantivy.IndexWriter:
        if self._read_only or self._index is None:
            raise RuntimeError("this index was opened for reading")
        if self._writer is None:
            self._writer = self._index.writer(heap_size=_HEAP_BYTES, num_threads=1)
        return self._writer

    def _values(self, field: str) -> list[Any]:
        if self._index is None:
            return []
        searcher = self._index.searcher()
        if not searcher.num_docs:
            return []
        hits = searcher.search(Query.all_query(), searcher.num_docs, count=False).hits
        return searcher.fast_field_values(field, [address for _, address in hits])


class _QueryBuilder:
    """From our query to Tantivy's."""

    def __init__(self, schema: tantivy.Schema, searcher: tantivy.Searcher) -> None:
        self._schema = schema
        self._searcher = searcher

    def build(self, query: ParsedQuery) -> Query:
        """Conditions are a document's matter (`documents_meeting`); of a chunk it is asked that it holds something wanted."""
        ranking = self.ranking(query)
        asked = wanted(query.conditions)
        for leaf in asked:
            ranking += [(Occur.Should, part) for part in self._expansions(leaf)]
        clauses: list[tuple[Occur, Query]] = []
        required = [leaf for leaf in asked if leaf.where in _OF_A_CHUNK] or asked
        if required:
            any_of = Query.boolean_query([(Occur.Should, self.phrase(leaf)) for leaf in required])
            clauses.append((Occur.Must, any_of))
        for condition in query.conditions:
            for leaf, is_excluded in leaves(condition):
                if is_excluded and isinstance(condition, Without) and isinstance(condition.part, Holds):
                    clauses.append((Occur.MustNot, self.phrase(leaf)))
        if ranking:
            clauses.append((Occur.Should if required else Occur.Must, Query.boolean_query(ranking)))
        return Query.boolean_query(clauses)

    def ranking(self, query: ParsedQuery) -> list[tuple[Occur, Query]]:
        """What scores a chunk: its words and how near they stand to each other."""
        clauses = [(Occur.Should, part) for term in query.terms for part in self._weighed_term(term)]
        return clauses + [(Occur.Should, pair) for pair in self._pairs(query.terms)]

    def any_form(self, term: Term) -> Query:
        """Matches the chunks that hold a term in any form, in their text or title."""
        exact = dict.fromkeys((*((term.exact,) if term.exact else ()), *term.alike, *term.codes))
        forms = [("exact", token) for token in exact]
        forms += [("stem", stem) for stem in (*term.stems, *term.alike_stems)]
        forms += [("code", code) for code in term.codes]
        forms += [("title", token) for token in dict.fromkeys((*exact, *term.stems))]
        return Query.boolean_query(
            [(Occur.Should, Query.term_query(self._schema, field, token, "freq")) for field, token in forms]
        )

    def _weighed_term(self, term: Term) -> Iterator[Query]:
        for part in self._term(term):
            yield Query.boost_query(part, _STOP_WORD_WEIGHT) if term.is_stop_word else part

    def _term(self, term: Term) -> Iterator[Query]:
        """Any of its forms in the text; and, beside them, in the title and in the name."""
        forms = [self._weighted("stem", stem, 1.0) for stem in term.stems]
        if term.exact is not None:
            forms.append(self._weighted("exact", term.exact, _EXACT_WEIGHT))
        weight = _IDENTIFIER_WEIGHT if term.is_identifier else _CODE_WEIGHT
        codes = term.codes if term.exact is None or term.is_stop_word else dict.fromkeys((*term.codes, term.exact))
        forms += [self._weighted("code", code, weight) for code in codes]
        forms += [self._weighted("exact", code, weight) for code in term.codes if code[:1].isdigit()]    # 5 440 000 is 5440000
        if len(term.phrase) > 1:
            phrase = Query.phrase_query(self._schema, "exact", list(term.phrase))
            forms.append(Query.boost_query(phrase, _IDENTIFIER_WEIGHT / 2 if term.is_identifier else _EXACT_WEIGHT))
        for word, alike_weight in zip(term.alike, _ALIKE_WEIGHTS, strict=False):
            forms.append(self._weighted("exact", word, alike_weight))
        forms += [self._weighted("stem", stem, _ALIKE_WEIGHTS[0]) for stem in term.alike_stems]
        yield Query.disjunction_max_query(forms, _TIE_BREAKER)
        words = tuple(dict.fromkeys((*term.stems, *((term.exact,) if term.exact else ()), *term.codes, *term.alike)))
        for field, field_weight in (("title", _TITLE_WEIGHT), ("name", _NAME_WEIGHT)):
            yield Query.disjunction_max_query([self._weighted(field, word, field_weight) for word in words], 0.0)

    def _pairs(self, terms: Sequence[Term]) -> Iterator[Query]:
        """Words that follow one another in the query, found near to each other in the text."""
        words = [term for term in terms if term.exact is not None][: _MOST_PAIRS + 1]
        telling = [term for term in words if not term.is_stop_word]
        for first, second in pairwise(telling):
            yield self._pair(first, second, _NEAR_SLOP, _NEAR_WEIGHT)
        for first, second in pairwise(words):
            if not (first.is_stop_word and second.is_stop_word):
                yield self._pair(first, second, 0, _ADJACENT_WEIGHT)

    def _pair(self, first: Term, second: Term, slop: int, weight: float) -> Query:
        return Query.boost_query(
            Query.phrase_query(self._schema, "exact", [_likeliest(first), _likeliest(second)], slop), weight
        )

    def _weighted(self, field: str, token: str, weight: float) -> Query:
        query = Query.term_query(self._schema, field, token, "freq")
        return query if weight == 1.0 else Query.boost_query(query, weight)

    def phrase(self, leaf: Holds) -> Query:
        """What matches the entries that hold a leaf."""
        field = _field(leaf)
        phrase = leaf.phrase
        if phrase.is_wildcard:
            return Query.const_score_query(Query.regex_query(self._schema, field, phrase.regex), 0.0)
        tokens: list[str | tuple[int, str]] = list(phrase.tokens)
        if phrase.is_prefix:
            return Query.phrase_prefix_query(self._schema, field, tokens)
        if len(tokens) > 1:
            return Query.phrase_query(self._schema, field, tokens)
        found = Query.term_query(self._schema, field, phrase.tokens[0], "freq")
        if not leaf.stems:
            return found
        stems = [self._weighted("stem" if leaf.where == "text" else field, stem, 1.0) for stem in leaf.stems]
        return Query.disjunction_max_query([found, *stems], 0.0)

    def _expansions(self, leaf: Holds) -> Iterator[Query]:
        """The words of a wildcard, so that its matches are ranked at all."""
        phrase = leaf.phrase
        if phrase.is_prefix and len(phrase.tokens) == 1:
            field = _field(leaf)
            for token, _ in self._searcher.terms_with_prefix(field, phrase.tokens[0], limit=_MOST_EXPANSIONS):
                yield self._weighted(field, token, _EXACT_WEIGHT)


def _scores(searcher: tantivy.Searcher, query: Query, top: int) -> dict[ChunkId, float]:
    hits = searcher.search(query, max(1, top), count=False).hits
    ids = searcher.fast_field_values("chunk_id", [address for _, address in hits])
    return {ChunkId(int(id_)): float(hit[0]) for hit, id_ in zip(hits, ids, strict=True) if id_ is not None}


def _owners(searcher: tantivy.Searcher, query: Query) -> frozenset[DocumentId]:
    """The documents of all entries that match."""
    if not searcher.num_docs:
        return frozenset()
    hits = searcher.search(query, searcher.num_docs, count=False).hits
    owners = searcher.fast_field_values("document_id", [address for _, address in hits])
    return frozenset(DocumentId(int(owner)) for owner in owners if owner is not None)


def _documents_of(
    condition: Condition, held: dict[Holds, frozenset[DocumentId]], everything: frozenset[DocumentId]
) -> frozenset[DocumentId]:
    if isinstance(condition, Holds):
        return held[condition]
    if isinstance(condition, Without):
        return everything - _documents_of(condition.part, held, everything)
    found = [_documents_of(part, held, everything) for part in condition.parts]
    if not found:
        return everything
    return frozenset.union(*found) if isinstance(condition, AnyOf) else frozenset.intersection(*found)


def _likeliest(term: Term) -> str:
    """The token that a term is looked for beside its neighbours as."""
    return term.alike[0] if term.alike else term.exact or ""


def _frequencies(searcher: tantivy.Searcher, term: Term) -> Iterator[int]:
    forms = [("stem", stem) for stem in term.stems] + [("code", code) for code in term.codes]
    if term.exact is not None:
        forms.append(("exact", term.exact))
    forms += [("exact", word) for word in (*term.alike, *(code for code in term.codes if code[:1].isdigit()))]
    return (searcher.doc_freq(field, token) for field, token in forms)


def _rarity(n_entries: int, frequency: int) -> float:
    return math.log(1 + (n_entries - frequency + 0.5) / (frequency + 0.5))


def _field(leaf: Holds) -> str:
    return {"text": "exact", "from": "sender", "to": "recipients"}.get(leaf.where, leaf.where)


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("document_id", indexed=True, fast=True)
    builder.add_unsigned_field("chunk_id", indexed=True, fast=True)
    fields = {"exact": "position", "stem": "freq", "code": "freq", "title": "position", "name": "position"}
    for name, option in {**fields, **dict.fromkeys(_OF_PEOPLE, "position")}.items():
        builder.add_text_field(name, tokenizer_name="whitespace", index_option=option)
    return builder.build()


def _document(entry: LexicalEntry) -> tantivy.Document:
    document = tantivy.Document()
    document.add_unsigned("document_id", entry.document_id)
    if entry.chunk_id is not None:
        document.add_unsigned("chunk_id", entry.chunk_id)
    languages = (entry.language,) if entry.language else _UNKNOWN_LANGUAGES
    name = f"{entry.file_name} / {entry.folder}"
    if entry.chunk_id is None:
        texts = [index_text(name, language) for language in languages]      # its name is all the text it has
    else:
        texts = [index_text(entry.text, entry.language)]
    document.add_text("exact", texts[0].exact)
    document.add_text("stem", " ".join(text.stem for text in texts))
    if texts[0].code:
        document.add_text("code", texts[0].code)
    # Where there is no title the name stands for it, as in the list of results. An empty field would besides make BM25
    # take the few titles that there are for long ones.
    title = " > ".join((entry.title or PurePath(entry.file_name).stem, *entry.heading_path))
    document.add_text("title", _all_tokens(title, languages))
    document.add_text("name", _all_tokens(name, languages))
    for field, people in zip(_OF_PEOPLE, (entry.sender, entry.recipients, entry.author), strict=True):
        if people:
            document.add_text(field, " ".join(exact_forms(people)))
    return document


def _all_tokens(text: str, languages: Sequence[str | None]) -> str:
    """Exact tokens in their order, for phrases; then stems and codes that they lack."""
    analysed: list[IndexText] = [index_text(text, language) for language in languages]
    exact = analysed[0].exact.split()
    others = [token for tokens in analysed for token in (*tokens.stem.split(), *tokens.code.split())]
    return " ".join((*exact, *dict.fromkeys(token for token in others if token not in exact)))


def _opened_by_links(folder: Path) -> tantivy.Index:
    """An index in a folder that may not be written, for reading."""
    try:
        with links_to(folder) as place:
            return tantivy.Index.open(str(place))
    except (ValueError, OSError) as error:
        raise _not_opened(folder, error) from error


def _not_opened(folder: Path, error: Exception) -> FicheroError:
    if isinstance(error, PermissionError) or "PermissionDenied" in str(error):
        return DataFolderUnreadable(folder, *system_words(PermissionError(errno.EACCES, "")))
    return IndexDamaged(folder, str(error))


def _check_schema(folder: Path) -> None:
    try:
        found = json.loads((folder / _SCHEMA_FILE).read_text(encoding="utf-8"))["schema"]
    except (OSError, ValueError, KeyError, TypeError):
        found = None
    if found != SCHEMA:
        raise LexicalIndexOutdated(folder, f"text index of format {found}; this version writes {SCHEMA}")


def _chunked(ids: Iterable[DocumentId], size: int) -> Iterator[list[int]]:
    iterator = iter(ids)
    while part := [int(i) for i in islice(iterator, size)]:
        yield part

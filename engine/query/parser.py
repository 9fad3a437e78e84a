"""A query as the engine uses it. `parse` takes any text: there is no syntax error, at most a note about what was ignored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.hits import Filters
from engine.language.analysis import accented, exact_forms, stem_of, stems_of, surfaces
from engine.language.folding import fold, nfc
from engine.language.identifiers import Identifier, identifiers_of
from engine.language.stop_words import stop_words_of
from engine.language.words import Piece, Surface
from engine.query.conditions import (
    AllOf,
    AnyOf,
    Condition,
    FieldTexts,
    Holds,
    Phrase,
    Where,
    Without,
    is_met,
    leaves,
    wanted,
)
from engine.query.filters import WORDS, Field, apply_field
from engine.query.marking import Marker
from engine.query.syntax import Item, items

MOST_TERMS = 64             # words of a query
MOST_PAIRS = 256            # pairs of characters, in scripts without spaces
MOST_CONDITIONS = 64        # phrases that bind
SHORTEST_PREFIX = 2
LONGEST_QUESTION = 1000     # characters for the embedder, as many as a passage has: more costs seconds and says no more


@dataclass(frozen=True, slots=True)
class Term:
    """What one word, number or code of the query is looked for as. Any of it counts; the most literal counts most."""

    written: str
    exact: str | None                   # one token; None for a pair of characters
    stems: tuple[str, ...]              # in the languages of the index, without repeats
    codes: tuple[str, ...] = ()
    phrase: tuple[str, ...] = ()        # a code's pieces, one after another
    is_identifier: bool = False
    alike: tuple[str, ...] = ()         # exact tokens of words that may have been meant, the likeliest first
    alike_stems: tuple[str, ...] = ()
    is_stop_word: bool = False          # in a language of the index

    def is_held(self, exact: frozenset[str], stems: frozenset[str], codes: frozenset[str]) -> bool:
        """Whether a text of these tokens holds it in any form."""
        return (
            self.exact in exact or not stems.isdisjoint(self.stems) or not codes.isdisjoint(self.codes)
            or not exact.isdisjoint(self.alike) or not stems.isdisjoint(self.alike_stems)
            or (bool(self.codes) and self.exact is None and not exact.isdisjoint(self.codes))
        )


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """Terms rank, conditions bind (all of them), filters limit."""

    text: str
    question: str                               # for the embedder: the words without operators and fields
    terms: tuple[Term, ...]
    conditions: tuple[Condition, ...]
    filters: Filters
    codes: tuple[Identifier, ...]
    note: str | None = None
    languages: tuple[str, ...] = ()             # of the index
    _words: frozenset[str] = field(default=frozenset(), repr=False)         # folded, to mark in a text
    _pieces: tuple[Piece, ...] = field(default=(), repr=False)

    @property
    def is_empty(self) -> bool:
        """Nothing to look for: no word, or only excluded ones, or only filters."""
        return not self.terms and not wanted(self.conditions)

    @property
    def only_limits(self) -> bool:
        """Whether it says which documents, and nothing to look for in them."""
        return self.is_empty and (self.has_conditions or not self.filters.is_empty)

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The codes in the query, as written."""
        return tuple(code.written for code in self.codes)

    def holds_identifiers(self, text: str) -> bool:
        """Whether a NFC text holds all codes of the query literally; False without codes."""
        return bool(self.codes) and all(code.is_in(text) for code in self.codes)

    def share_of_identifiers(self, text: str) -> float:
        """0 to 1: how many of the query's codes a NFC text holds literally; 0 without codes."""
        return sum(code.is_in(text) for code in self.codes) / len(self.codes) if self.codes else 0.0

    @property
    def has_conditions(self) -> bool:
        return bool(self.conditions)

    @property
    def binds_text(self) -> bool:
        """Whether something of the text itself is asked for literally."""
        return any(leaf.where == "text" for leaf in wanted(self.conditions))

    def meets_conditions(
        self, text: str, title: str | None = None, name: str | None = None,
        people: Mapping[Where, str] | None = None, language: str | None = None,
    ) -> bool:
        """Whether a NFC text meets all conditions. A phrase of a field that is not given is not there."""
        texts = FieldTexts({"text": text, "title": title, "name": name, **(people or {})}, language)
        return all(is_met(condition, texts.holds) for condition in self.conditions)

    def touches_conditions(self, text: str, title: str | None, name: str | None, language: str | None = None) -> bool:
        """Whether a chunk of a document that meets them all holds a phrase that is asked for; True where none is."""
        asked = [leaf for leaf in wanted(self.conditions) if leaf.where in ("text", "title", "name")]
        texts = FieldTexts({"text": text, "title": title, "name": name}, language)
        return not asked or any(texts.holds(leaf) for leaf in asked)

    def spans(self, text: str, language: str | None = None) -> list[tuple[int, int]]:
        """Where a NFC text matches: the words of the query in any form, phrases, codes. Sorted, without overlaps."""
        return self.marker(language).spans(text)

    def marker(self, language: str | None) -> Marker:
        """For several texts of a language: words that they share are looked at once."""
        return Marker(
            words=self._words.union(word for term in self.terms for word in term.alike),
            pieces=self._pieces,
            stems=frozenset(stem for term in self.terms for stem in term.alike_stems),
            codes=frozenset(code for term in self.terms for code in term.codes if not term.is_stop_word),
            identifiers=self.codes,
            phrases=[leaf.phrase for leaf in wanted(self.conditions) if leaf.where == "text"],
            language=language,
        )

    def code_spans(self, text: str) -> list[tuple[int, int]]:
        """Where a NFC text holds the codes of the query, in order."""
        return sorted(span for code in self.codes for span in code.spans(text))


def parse(text: str, languages: Sequence[str], interface: str = "en") -> ParsedQuery:
    """Understand a query.

    Args:
        text: anything.
        languages: ISO 639-1, of the documents in the index: words are stemmed in each of them.
        interface: language of the note, "es" or "en".
    """
    return _Parser(nfc(text.replace("\x00", " ")), languages, interface).parse()


class _Parser:
    def __init__(self, text: str, languages: Sequence[str], interface: str) -> None:
        self._text = text
        self._languages = tuple(languages)
        self._spanish = interface.startswith("es")
        self._filters = Filters()
        self._terms: dict[Term, None] = {}
        self._pieces: dict[str, Piece] = {}
        self._codes: dict[tuple[tuple[str, ...], tuple[str, ...]], Identifier] = {}
        self._conditions: list[Condition] = []
        self._question: list[str] = []
        self._notes: list[str] = []

    def parse(self) -> ParsedQuery:
        syntax = items(self._text)
        if syntax.has_lone_bracket:
            self._say("A bracket without its other was ignored.", "Hay un paréntesis sin pareja; no se ha tenido en cuenta.")
        for item in syntax.items:
            self._take(item)
        self._limit()
        words = frozenset(piece.exact for piece in self._pieces.values())
        marked = words - stop_words_of(self._languages) or words
        return ParsedQuery(
            text=self._text,
            question=_cut(" ".join(" ".join(self._question).split()) or self._text.strip()),
            terms=tuple(self._terms),
            conditions=tuple(self._conditions),
            filters=self._filters,
            codes=tuple(self._codes.values()),
            note=" ".join(self._notes) or None,
            languages=self._languages,
            _words=marked,
            _pieces=tuple(piece for piece in self._pieces.values() if piece.exact in marked),
        )

    def _take(self, item: Item) -> None:
        """An item that stands for itself: plain words only rank, everything else binds."""
        if item.kind == "group" and not item.is_excluded:
            for part in item.parts:
                self._take(_with_field(part, item.field))
        elif item.kind in ("text", "quoted") and item.field is None and not item.is_excluded:
            self._add_text(item.text)
            tokens = tuple(exact_forms(item.text)) if item.kind == "quoted" else ()
            if len(tokens) > 1:
                self._terms[Term(item.text, None, (), (), tokens)] = None
        else:
            condition = self._condition(item)
            if condition is not None:
                self._conditions.append(condition)

    def _condition(self, item: Item, is_excluded: bool = False) -> Condition | None:
        """What an item binds to, its words taken into the question where they are wanted; None where it is nothing."""
        excluded = is_excluded != item.is_excluded
        if item.kind in ("any", "all", "group"):
            # Of words and groups left out together none may be there; among alternatives a group stands for all of its own.
            is_any = item.kind == "any" or (item.kind == "group" and item.is_excluded)
            parts = [_with_field(part, item.field) for part in item.parts]
            found = [condition for part in parts if (condition := self._condition(part, excluded)) is not None]
            whole = _joined(found, is_any)
        elif item.field is not None:
            whole = self._field_condition(item, item.field, excluded)
        else:
            whole = self._phrase_condition(item, excluded)
        return Without(whole) if whole is not None and item.is_excluded else whole

    def _field_condition(self, item: Item, name: Field, is_excluded: bool) -> Condition | None:
        value = apply_field(name, item.text, self._filters, is_excluded)
        if not value.is_understood:
            self._say(
                f"“{name}:{item.text}” was not understood and is searched as words.",
                f"No se entiende «{name}:{item.text}»; se busca como palabras.",
            )
            self._add_text(item.text)
            return None
        if value.words is None:
            self._filters = value.filters
            return None
        phrase = _phrase_of(item)
        if phrase is None:
            return None
        where = _WHERE.get(name, "name")
        if not is_excluded and item.kind in ("text", "phrase") and where in ("title", "name"):
            self._add_text(item.text)
        return Holds(phrase, where)

    def _phrase_condition(self, item: Item, is_excluded: bool) -> Condition | None:
        if item.kind == "text":
            return self._words_condition(item.text, is_excluded)
        phrase = _phrase_of(item)
        if not is_excluded:
            if phrase is None:
                self._add_text(item.text.replace("*", " "))
                return None
            self._add_text(item.text.replace("*", " "), ranks=item.kind == "phrase", marks=False)
        return None if phrase is None else Holds(phrase)

    def _words_condition(self, text: str, is_excluded: bool) -> Condition | None:
        """Of plain words beside an operator: each in any form, or if left out as it is written."""
        if is_excluded:
            surfaces_of = [tuple(piece.exact for piece in place.surface.pieces) for place in surfaces(text)]
            return _joined([Holds(Phrase(tokens)) for tokens in surfaces_of if tokens], is_any=True)
        self._add_text(text)
        found: list[Condition] = []
        for place in surfaces(text):
            pieces = place.surface.pieces
            if len(pieces) == 1 and pieces[0].kind == "word":
                found.append(Holds(Phrase((pieces[0].exact,)), stems=_all_stems(pieces[0], self._languages)))
            elif pieces:
                found.append(Holds(Phrase(tuple(piece.exact for piece in pieces))))
        return _joined(found, is_any=False)

    def _add_text(self, text: str, ranks: bool = True, marks: bool = True) -> None:
        """Words of the question; with `ranks` they rank, with `marks` they are marked wherever they stand."""
        self._question.append(text)
        places = list(surfaces(text))
        for place in places:
            if marks and not place.surface.is_identifier:
                self._pieces.update((piece.exact, piece) for piece in place.surface.pieces)
            if ranks:
                written = text[place.start : place.end]
                self._terms.update((term, None) for term in terms_of(written, place.surface, self._languages))
        for code in identifiers_of(text, places):
            self._codes.setdefault((code.parts, code.values), code)
            if ranks:
                self._terms.update((term, None) for term in _code_terms(code))

    def _limit(self) -> None:
        n_pairs = sum(term.exact is None and not term.phrase for term in self._terms)
        limit = MOST_PAIRS if n_pairs > MOST_TERMS // 4 else MOST_TERMS
        self._limit_conditions()
        if len(self._terms) <= limit:
            return
        terms = [term for term in self._terms if not term.is_stop_word] or list(self._terms)
        terms.sort(key=lambda term: not term.is_identifier)
        self._terms = dict.fromkeys(terms[:limit])
        kept = {term.exact for term in self._terms} | {token for term in self._terms for token in term.phrase}
        self._pieces = {exact: piece for exact, piece in self._pieces.items() if exact in kept or limit == MOST_PAIRS}
        self._codes = dict(list(self._codes.items())[:MOST_TERMS])
        if len(terms) > limit:
            self._say(
                f"The query is long: its first {limit} words were searched.",
                f"La consulta es larga: se han buscado sus {limit} primeras palabras.",
            )

    def _limit_conditions(self) -> None:
        kept: list[Condition] = []
        n_leaves = 0
        for condition in self._conditions:
            n_leaves += sum(1 for _ in leaves(condition))
            if n_leaves <= MOST_CONDITIONS:
                kept.append(condition)
        if len(kept) < len(self._conditions):
            self._say(
                f"The query has more than {MOST_CONDITIONS} conditions: the others were ignored.",
                f"La consulta tiene más de {MOST_CONDITIONS} condiciones: las demás no se han aplicado.",
            )
            self._conditions = kept

    def _say(self, english: str, spanish: str) -> None:
        note = spanish if self._spanish else english
        if note not in self._notes and len(self._notes) < 3:
            self._notes.append(note)


def _cut(question: str) -> str:
    if len(question) <= LONGEST_QUESTION:
        return question
    return question[:LONGEST_QUESTION].rpartition(" ")[0] or question[:LONGEST_QUESTION]


_WHERE: dict[str, Where] = {name: name for name in WORDS}       # type: ignore[misc]


def _with_field(item: Item, name: Field | None) -> Item:
    """A part of `title:(a b)` has its group's field."""
    return item if name is None or item.field is not None else replace(item, field=name)


def _joined(found: Sequence[Condition], is_any: bool) -> Condition | None:
    if len(found) < 2:
        return found[0] if found else None
    return AnyOf(tuple(found)) if is_any else AllOf(tuple(found))


def _code_terms(code: Identifier) -> list[Term]:
    """What a code of several words is looked for as, beside its words."""
    found = [
        Term(code.written, None, (), ("".join(parts),), parts, True) for parts in code.alternatives if len(parts) > 1
    ]
    if code.values:
        found.append(Term(code.written, None, (), code.values, (), True))
    return found


def terms_of(written: str, surface: Surface, languages: Sequence[str]) -> list[Term]:
    """A term for each piece of a surface, and one for the whole where it has codes of its own."""
    pieces = surface.pieces
    if any(piece.kind in ("character", "hangul") for piece in pieces):
        alone = len(pieces) == 1 and pieces[0].kind == "character"
        exact = pieces[0].exact if alone else None
        return [Term(written, exact, (stem,)) for stem in dict.fromkeys(stems_of(surface, None))]
    whole = (*surface.codes, *accented(surface)) if len(pieces) == 1 else ()
    found = [
        Term(
            piece.text, piece.exact, _all_stems(piece, languages), whole or tuple(_accented_form(piece)),
            is_stop_word=piece.exact in stop_words_of(tuple(languages)),
        )
        for piece in pieces
    ]
    if len(pieces) > 1 and (surface.codes or surface.is_identifier):
        parts = tuple(piece.exact for piece in pieces)
        found.append(Term(written, None, (), surface.codes, parts, surface.is_identifier))
    if surface.camel:
        found[0] = Term(written, found[0].exact, found[0].stems, found[0].codes)
    return found


def _accented_form(piece: Piece) -> Iterator[str]:
    if piece.kind == "word" and piece.text != piece.exact:
        yield piece.text


def _all_stems(piece: Piece, languages: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem_of(piece, language) for language in (*languages, None)))


def _phrase_of(item: Item) -> Phrase | None:
    if item.kind == "wildcard":
        return Phrase((), pattern=fold(item.text))
    tokens = exact_forms(item.text)
    if not tokens:
        return None
    if item.kind == "prefix":
        return Phrase(tuple(tokens), is_prefix=True) if len(tokens[-1]) >= SHORTEST_PREFIX else None
    return Phrase(tuple(tokens))

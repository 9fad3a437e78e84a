"""A query as the engine uses it. `parse` takes any text: there is no syntax error, at most a note about what was ignored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.analysis import accented, exact_forms, pairs, stem_of, stems_of, surfaces
from engine.folding import nfc
from engine.hits import Filters
from engine.identifiers import Identifier, identifiers_of
from engine.query_filters import Field, apply_field
from engine.query_syntax import Item, items
from engine.stop_words import STOP_WORDS
from engine.words import Piece, Surface, TextPlace

MOST_TERMS = 64             # words of a query; the question for the embedder is cut by its own limit
MOST_PAIRS = 256            # pairs of characters, in scripts without spaces
SHORTEST_PREFIX = 2

Where = Literal["text", "title", "name"]


@dataclass(frozen=True, slots=True)
class Term:
    """What one word, number or code of the query is looked for as. Any of it counts; the most literal counts most."""

    written: str
    exact: str | None                   # one token; None for a pair of characters
    stems: tuple[str, ...]              # in the languages of the index, without repeats
    codes: tuple[str, ...] = ()
    phrase: tuple[str, ...] = ()        # a code's pieces, one after another
    is_identifier: bool = False

    @property
    def is_stop_word(self) -> bool:
        return self.exact in STOP_WORDS


@dataclass(frozen=True, slots=True)
class Phrase:
    """Exact tokens one after another; with `is_prefix` the last one is only the beginning of a word."""

    tokens: tuple[str, ...]
    is_prefix: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """One of `any_of` has to be there, or with `is_excluded` none of it may."""

    any_of: tuple[Phrase, ...]
    where: Where = "text"
    is_excluded: bool = False


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """Terms rank, conditions bind, filters limit."""

    text: str
    question: str                               # for the embedder: the words without operators and fields
    terms: tuple[Term, ...]
    conditions: tuple[Condition, ...]
    filters: Filters
    codes: tuple[Identifier, ...]
    note: str | None = None
    _words: frozenset[str] = field(default=frozenset(), repr=False)         # folded, to mark in a text
    _pieces: tuple[Piece, ...] = field(default=(), repr=False)

    @property
    def is_empty(self) -> bool:
        """Nothing to look for: no word, or only excluded ones, or only filters."""
        return not self.terms and not any(not condition.is_excluded for condition in self.conditions)

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The codes in the query, as written."""
        return tuple(code.written for code in self.codes)

    def holds_identifiers(self, text: str) -> bool:
        """Whether a NFC text holds all codes of the query literally; False without codes."""
        return bool(self.codes) and all(code.is_in(text) for code in self.codes)

    @property
    def has_conditions(self) -> bool:
        return bool(self.conditions)

    def meets_conditions(self, text: str, title: str | None = None, name: str | None = None) -> bool:
        """Whether a NFC text holds the quoted phrases and wildcards and none of the excluded words.

        A condition on title or name is not met where these are not given.
        """
        tokens: dict[Where, list[str]] = {}
        for condition in self.conditions:
            where = condition.where
            if where not in tokens:
                given = {"text": text, "title": title, "name": name}[where]
                tokens[where] = [] if given is None else exact_forms(given)
            found = any(next(_runs(tokens[where], phrase), None) is not None for phrase in condition.any_of)
            if found == condition.is_excluded:
                return False
        return True

    def spans(self, text: str, language: str | None = None) -> list[tuple[int, int]]:
        """Where a NFC text matches: the words of the query in any form, phrases, codes. Sorted, without overlaps."""
        places = list(surfaces(text))
        found = [span for code in self.codes for span in code.spans(text)]
        found += _phrase_spans(places, [p for c in self.conditions if not c.is_excluded and c.where == "text" for p in c.any_of])
        stems = {stem for piece in self._pieces for stem in _stems_of_piece(piece, language)}
        codes = {code for term in self.terms for code in term.codes if not term.is_stop_word}
        for place in places:
            if any(code in codes for code in place.surface.codes):
                found.append((place.start, place.end))
            else:
                found += _word_spans(place, self._words, stems, language)
        return _merged(found)


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
        self._codes: dict[tuple[str, ...], Identifier] = {}
        self._conditions: list[Condition] = []
        self._question: list[str] = []
        self._notes: list[str] = []

    def parse(self) -> ParsedQuery:
        for group in _groups(items(self._text)):
            if len(group) > 1:
                self._take_alternatives(group)
            else:
                self._take(group[0])
        self._limit()
        words = frozenset(piece.exact for piece in self._pieces.values())
        marked = words - STOP_WORDS or words
        return ParsedQuery(
            text=self._text,
            question=" ".join(" ".join(self._question).split()) or self._text.strip(),
            terms=tuple(self._terms),
            conditions=tuple(self._conditions),
            filters=self._filters,
            codes=tuple(self._codes.values()),
            note=" ".join(self._notes) or None,
            _words=marked,
            _pieces=tuple(piece for piece in self._pieces.values() if piece.exact in marked),
        )

    def _take(self, item: Item) -> None:
        if item.field is not None:
            self._take_field(item, item.field)
        elif item.is_excluded:
            self._exclude(item)
        elif item.kind == "text":
            self._add_text(item.text)
        elif phrase := _phrase_of(item):
            self._conditions.append(Condition((phrase,)))
            self._add_text(item.text, ranks=item.kind == "phrase", marks=False)
        else:
            self._add_text(item.text)

    def _take_alternatives(self, group: Sequence[Item]) -> None:
        """`a OR b`: with a quoted phrase or a wildcard among them one of them has to be there; words only rank."""
        phrases = [phrase for item in group if (phrase := _phrase_of(item)) is not None]
        if any(item.kind != "text" for item in group) and len(phrases) == len(group):
            self._conditions.append(Condition(tuple(phrases)))
        for item in group:
            self._add_text(item.text, ranks=item.kind != "prefix", marks=item.kind == "text")

    def _take_field(self, item: Item, name: Field) -> None:
        value = apply_field(name, item.text, self._filters)
        if not value.is_understood:
            self._say(
                f"“{name}:{item.text}” was not understood and is searched as words.",
                f"No se entiende «{name}:{item.text}»; se busca como palabras.",
            )
            self._add_text(item.text)
            return
        if item.is_excluded and value.words is None:
            self._say(f"“-{name}:” is not supported and was ignored.", f"«-{name}:» no se admite y no se ha aplicado.")
            return
        self._filters = value.filters
        if value.words is not None:
            self._require(item, "title" if name == "title" else "name")

    def _require(self, item: Item, where: Where) -> None:
        phrase = _phrase_of(item)
        if phrase is not None:
            self._conditions.append(Condition((phrase,), where, item.is_excluded))
            if not item.is_excluded and item.kind != "prefix":
                self._add_text(item.text)

    def _exclude(self, item: Item) -> None:
        phrase = _phrase_of(item)
        if phrase is not None:
            self._conditions.append(Condition((phrase,), is_excluded=True))

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
            self._codes.setdefault(code.parts, code)
            if ranks and len(code.parts) > 1:
                self._terms[Term(code.written, None, (), ("".join(code.parts),), code.parts, True)] = None

    def _limit(self) -> None:
        n_pairs = sum(term.exact is None and not term.phrase for term in self._terms)
        limit = MOST_PAIRS if n_pairs > MOST_TERMS // 4 else MOST_TERMS
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

    def _say(self, english: str, spanish: str) -> None:
        note = spanish if self._spanish else english
        if note not in self._notes and len(self._notes) < 3:
            self._notes.append(note)


def terms_of(written: str, surface: Surface, languages: Sequence[str]) -> list[Term]:
    """A term for each piece of a surface, and one for the whole where it has codes of its own."""
    pieces = surface.pieces
    if any(piece.kind in ("character", "hangul") for piece in pieces):
        alone = len(pieces) == 1 and pieces[0].kind == "character"
        exact = pieces[0].exact if alone else None
        return [Term(written, exact, (stem,)) for stem in dict.fromkeys(stems_of(surface, None))]
    whole = (*surface.codes, *accented(surface)) if len(pieces) == 1 else ()
    found = [
        Term(piece.text, piece.exact, _all_stems(piece, languages), whole or tuple(_accented_form(piece)))
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


def _groups(found: Sequence[Item]) -> list[list[Item]]:
    """Items with those that OR joins put together. OR binds the whole neighbouring items; a lone one is dropped."""
    groups: list[list[Item]] = []
    joins = False
    for item in found:
        if item.kind == "or":
            joins = bool(groups)
        elif joins and _may_join(item) and _may_join(groups[-1][-1]):
            groups[-1].append(item)
            joins = False
        else:
            groups.append([item])
            joins = False
    return groups


def _may_join(item: Item) -> bool:
    return not item.is_excluded and item.field is None


def _phrase_of(item: Item) -> Phrase | None:
    tokens = exact_forms(item.text)
    if not tokens:
        return None
    if item.kind == "prefix":
        if len(tokens[-1]) < SHORTEST_PREFIX:
            return None
        return Phrase(tuple(tokens), is_prefix=True)
    return Phrase(tuple(tokens))


def _runs(tokens: Sequence[str], phrase: Phrase) -> Iterator[int]:
    """Where a phrase begins in a list of tokens."""
    wanted = phrase.tokens
    first, last = wanted[0], wanted[-1]
    size = len(wanted)
    for index in range(len(tokens) - size + 1):
        if size > 1 and tokens[index] != first:
            continue
        end = tokens[index + size - 1]
        ends = end.startswith(last) if phrase.is_prefix else end == last
        if ends and tuple(tokens[index : index + size - 1]) == wanted[:-1]:
            yield index


def _phrase_spans(places: Sequence[TextPlace], phrases: Sequence[Phrase]) -> list[tuple[int, int]]:
    if not phrases:
        return []
    tokens = [(place.start + piece.start, place.start + piece.end, piece.exact) for place in places for piece in place.surface.pieces]
    exact = [token[2] for token in tokens]
    return [
        (tokens[index][0], tokens[index + len(phrase.tokens) - 1][1])
        for phrase in phrases
        for index in _runs(exact, phrase)
    ]


def _stems_of_piece(piece: Piece, language: str | None) -> list[str]:
    return pairs(piece.exact) if piece.kind == "hangul" else [stem_of(piece, language)]


def _word_spans(
    place: TextPlace, words: frozenset[str], stems: set[str], language: str | None
) -> Iterator[tuple[int, int]]:
    pieces = place.surface.pieces
    for index, piece in enumerate(pieces):
        start, end = place.start + piece.start, place.start + piece.end
        if piece.kind == "character":
            after = pieces[index + 1] if index + 1 < len(pieces) else None
            if after is not None and after.kind == "character" and piece.exact in words and after.exact in words:
                yield start, place.start + after.end
            elif len(words) == 1 and piece.exact in words:
                yield start, end
        elif piece.exact in words or (piece.exact not in STOP_WORDS and _shares_stem(piece, stems, language)):
            yield start, end


def _shares_stem(piece: Piece, stems: set[str], language: str | None) -> bool:
    own = _stems_of_piece(piece, language)
    return bool(own) and (all if piece.kind != "hangul" else any)(stem in stems for stem in own)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


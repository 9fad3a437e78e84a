"""Where the words of a query stand in a text, in any of their forms: what results show as marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.language.analysis import cached_stem, pairs, split_cached, stem_of, surfaces
from engine.language.folding import fold
from engine.language.identifiers import Identifier
from engine.language.stop_words import STOP_WORDS
from engine.language.words import SURFACE, Piece, plain_word
from engine.query.conditions import Phrase, runs

Span = tuple[int, int]


class Marker:
    """Marks texts of one language for one query. What is written alike is marked alike, and looked at once."""

    def __init__(
        self, words: frozenset[str], pieces: Sequence[Piece], stems: frozenset[str], codes: frozenset[str],
        identifiers: Sequence[Identifier], phrases: Sequence[Phrase], language: str | None,
    ) -> None:
        """
        Args:
            words: exact tokens.
            pieces: of the query, that are marked in every form with the same stem in `language`.
            stems: further stems to be marked.
            codes: what surfaces with one of these codes are marked for as a whole.
        """
        self._words = words
        self._stems = stems.union(stem for piece in pieces for stem in _stems_of_piece(piece, language))
        self._codes = codes
        self._identifiers = identifiers
        self._phrases = phrases
        self._language = language
        self._inside: dict[str, tuple[Span, ...]] = {}      # of a surface as it is written, from its start

    def spans(self, text: str) -> list[Span]:
        """In a NFC text, sorted, without overlaps."""
        found = [span for code in self._identifiers for span in code.spans(text)]
        if self._phrases:
            found += _phrase_spans(text, self._phrases)
        known = self._inside
        for match in SURFACE.finditer(text):
            written = match[0]
            inside = known.get(written)
            if inside is None:
                inside = known[written] = self._look(written)
            if inside:
                at = match.start()
                found += [(at + start, at + end) for start, end in inside]
        return _merged(found)

    def _look(self, written: str) -> tuple[Span, ...]:
        lowered = plain_word(written)
        if lowered is not None:
            exact = fold(lowered)
            is_asked = exact in self._words or (exact not in STOP_WORDS and cached_stem(lowered, self._language) in self._stems)
            return ((0, len(written)),) if is_asked else ()
        surface = split_cached(written)
        if any(code in self._codes for code in surface.codes):
            return ((0, len(written)),)
        return tuple(self._inside_of(surface.pieces))

    def _inside_of(self, pieces: Sequence[Piece]) -> Iterator[Span]:
        words = self._words
        for index, piece in enumerate(pieces):
            if piece.kind == "character":
                after = pieces[index + 1] if index + 1 < len(pieces) else None
                if after is not None and after.kind == "character" and piece.exact in words and after.exact in words:
                    yield piece.start, after.end
                elif len(words) == 1 and piece.exact in words:
                    yield piece.start, piece.end
            elif piece.exact in words or (piece.exact not in STOP_WORDS and self._shares_stem(piece)):
                run = _run_of(pieces, index)
                if len(run) < 3 or all(other.exact in words for other in run):
                    yield run[0].start, run[-1].end

    def _shares_stem(self, piece: Piece) -> bool:
        own = _stems_of_piece(piece, self._language)
        return bool(own) and (all if piece.kind != "hangul" else any)(stem in self._stems for stem in own)


def _phrase_spans(text: str, phrases: Sequence[Phrase]) -> list[Span]:
    tokens = [
        (place.start + piece.start, place.start + piece.end, piece.exact) for place in surfaces(text) for piece in place.surface.pieces
    ]
    exact = [token[2] for token in tokens]
    return [
        (tokens[index][0], tokens[index + max(1, len(phrase.tokens)) - 1][1])
        for phrase in phrases
        for index in runs(exact, phrase)
    ]


def _stems_of_piece(piece: Piece, language: str | None) -> list[str]:
    return pairs(piece.exact) if piece.kind == "hangul" else [stem_of(piece, language)]


def _run_of(pieces: Sequence[Piece], index: int) -> Sequence[Piece]:
    """The letters and digits that are written as one word with a piece: `covid19`, and as no word at all `cada7308ad`."""
    first = last = index
    while first and _is_glued(pieces[first - 1], pieces[first]):
        first -= 1
    while last + 1 < len(pieces) and _is_glued(pieces[last], pieces[last + 1]):
        last += 1
    return pieces[first : last + 1]


def _is_glued(before: Piece, after: Piece) -> bool:
    return before.end == after.start and {before.kind, after.kind} == {"word", "number"}


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged

"""From a text to tokens: one analysis for the index, the query and the highlights.

Three kinds of tokens, each with a field of its own in the text index:

* *exact*: every word folded (lower case, without accents, `ñ` kept), every number in its canonical form, every
  character of Chinese, Japanese and Thai; in the order of the text, so that a quoted phrase is a run of them. Accents are
  folded here too, since who types a phrase without them means the same one.
* *stem*: words stemmed in the language of their document; pairs of neighbouring characters for scripts without spaces,
  pairs of syllables for Korean; the words of getUserName.
* *code*: what is to be found literally as a whole (`e4032`, `gpt3.5turbo`, `12345678z`), other forms of numbers, dates and
  amounts however they are written, and words that carry accents, so that `papá` ranks before `papa` for who typed it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine.language.folding import fold, nfc
from engine.language.stemming import stem
from engine.language.words import LONGEST_TOKEN, SURFACE, Piece, Surface, TextPlace, plain_word, split_surface
from engine.language.written_values import written_values

CACHED_SURFACES = 200_000       # of one language: about 60 MB at most
LONGEST_CACHED = 40


@dataclass(frozen=True, slots=True)
class IndexText:
    """The tokens of a text, joined by spaces for a whitespace tokenizer."""

    exact: str
    stem: str
    code: str


class _Surfaces(dict[str, Surface]):
    """Surfaces by how they are written: most of a text repeats."""

    def __missing__(self, written: str) -> Surface:
        surface = split_surface(written)
        if len(written) <= LONGEST_CACHED:
            if len(self) >= CACHED_SURFACES:
                self.clear()
            self[written] = surface
        return surface


class _Rendered(dict[str, tuple[str, str, str]]):
    """(exact, stem, code) of a surface in one language, each joined by spaces."""

    def __init__(self, language: str | None) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, written: str) -> tuple[str, str, str]:
        word = plain_word(written)
        if word is not None:
            exact = fold(word)
            rendered = (exact, cached_stem(word, self._language), word if word != exact else "")
        else:
            surface = _surfaces[written]
            rendered = (
                " ".join(piece.exact for piece in surface.pieces),
                " ".join(stems_of(surface, self._language)),
                " ".join((*surface.codes, *accented(surface))),
            )
        if len(written) <= LONGEST_CACHED:
            if len(self) >= CACHED_SURFACES:
                self.clear()
            self[written] = rendered
        return rendered


_surfaces = _Surfaces()
_rendered: dict[str | None, _Rendered] = {}
_stems: dict[tuple[str, str | None], str] = {}


def index_text(text: str, language: str | None) -> IndexText:
    """The tokens of a text for the index. Runs of characters that carry no word give nothing."""
    table = _rendered.get(language)
    if table is None:
        table = _rendered[language] = _Rendered(language)
    text = nfc(text)
    rows = [table[written] for written in SURFACE.findall(text)]
    codes = [row[2] for row in rows if row[2]]
    for value in written_values(text, language):
        codes += (*value.tokens, *value.wider)
    return IndexText(
        exact=" ".join([row[0] for row in rows]),
        stem=" ".join([row[1] for row in rows]),
        code=" ".join(codes),
    )


def surfaces(text: str) -> Iterator[TextPlace]:
    """The words, numbers and codes of a NFC text, in order."""
    for match in SURFACE.finditer(text):
        yield TextPlace(match.start(), match.end(), _surfaces[match[0]])


def split_cached(written: str) -> Surface:
    """What one match of SURFACE is made of."""
    return _surfaces[written]


def exact_forms(text: str) -> list[str]:
    """The exact tokens of a text, in order."""
    return [piece.exact for place in surfaces(nfc(text)) for piece in place.surface.pieces]


def stems_of(surface: Surface, language: str | None) -> list[str]:
    """The stem tokens of a surface: of each word, and of the words of a camelCase name; pairs of characters."""
    tokens: list[str] = []
    pieces = surface.pieces
    index = 0
    while index < len(pieces):
        piece = pieces[index]
        if piece.kind == "character":
            last = index
            while last + 1 < len(pieces) and pieces[last + 1].kind == "character" and pieces[last].end == pieces[last + 1].start:
                last += 1
            tokens.extend(pairs([p.exact for p in pieces[index : last + 1]]))
            index = last
        elif piece.kind == "hangul":
            tokens.extend(pairs(piece.exact))
        else:
            tokens.append(stem_of(piece, language))
        index += 1
    tokens.extend(cached_stem(part, language) for part in surface.camel)
    return tokens


def stem_of(piece: Piece, language: str | None) -> str:
    return cached_stem(piece.text, language) if piece.kind == "word" else piece.exact


def cached_stem(word: str, language: str | None) -> str:
    key = (word, language)
    found = _stems.get(key)
    if found is None:
        if len(_stems) >= CACHED_SURFACES:
            _stems.clear()
        found = _stems[key] = (stem(word, language) or word)[:LONGEST_TOKEN].replace(" ", "")
    return found


def pairs(characters: list[str] | str) -> list[str]:
    """Neighbouring characters, two by two; a lone one stands for itself."""
    if len(characters) < 2:
        return list(characters)
    return [first + second for first, second in pairwise(characters)]


def accented(surface: Surface) -> list[str]:
    """The words of a surface that carry accents, as they are written."""
    return [piece.text for piece in surface.pieces if piece.kind == "word" and piece.text != piece.exact]

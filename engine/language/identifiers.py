"""Codes to be matched literally: E-4032, ECBTI 17, gpt-3.5-turbo, 12.345.678-Z, 5.440.000, art. 24.2, 3 de mayo de 2024.

A code is found however its parts are joined (`ECBTI 17`, `ECBTI-17`, `ECBTI17`), but never inside another one: `E-4032` is
not in `E-40321`, `XE-4032`, `AE-E-4032` or `E-4032-B`. A number is found in every way that it is written, a date too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from engine.language.folding import fold, nfc
from engine.language.stop_words import STOP_WORDS
from engine.language.words import CJK, CLUSTERED, TextPlace, spaced_number
from engine.language.written_values import WrittenValue, value_tokens, written_values

_SIGNS = r"\s\-‐‑–_./\\:,·'"
_BETWEEN = rf"[{_SIGNS}]{{0,2}}"
_APART = rf"[{_SIGNS}]{{1,2}}"
_SIGN = rf"[^\W_{CJK}{CLUSTERED}]"      # a letter or digit that could be part of the code
_NOT_BEFORE = rf"(?<!{_SIGN})(?<!{_SIGN}[\-‐‑_.,])"
_NOT_AFTER = rf"(?!{_SIGN})(?![\-‐‑_]{_SIGN})(?![.,/]\d)"
_UNIT = (
    r"(?:[kmcdµnhgt]?(?:m[23²³]?|g|l|w|v|a|hz|wh|pa|bar|b|bps)|min|seg|s|h|ha|t|eur|usd|gbp|mxn|cop|ars|pen|clp|chf|brl|rpm|px|pt"
    r"|db|kb|mb|gb|tb|mbps|x|m3|km2)(?!\w)"
)
_CURRENCY = re.compile(r"^(?:eur|usd|us|gbp|mxn|cop|ars|pen|clp|chf|brl|r|s)$", re.IGNORECASE)
_VERSION = re.compile(r"^\d+(?:\.\d+){2,}$")
# A number may have its unit or currency written onto it.
_NOT_BEFORE_NUMBER = rf"(?:(?<!{_SIGN})(?<!{_SIGN}[\-‐‑_.,/])|(?<=[$€£¥])|(?<=\beur)|(?<=\busd)|(?<=\bgbp))"
_NOT_AFTER_NUMBER = rf"(?=(?:{_UNIT})|(?!{_SIGN}))(?![\-‐‑_/]\d)(?![.,]\d)"
_CAPITALS = re.compile(r"^[A-ZÁÉÍÓÚÜÑ]{1,8}$")
_COUNT = re.compile(r"^\d{1,6}(?:[./:-]\d{1,4}){0,3}$")
_YEAR = re.compile(r"^(?:19|20)\d\d$")
_LONG = 8                   # digits: of a telephone, an ISBN or an account, in groups of any size or in none
_REFERENCES = (             # words that one number follows, each group of the same meaning
    "art arts articulo articulos article articles artigo artigos artikel articolo",
    "sec secc seccion section secao sezione abschnitt",
    "cap caps capitulo chapter chap capitolo kapitel chapitre",
    "clausula clause",
    "anexo annex appendix apendice annexe allegato anhang",
    "apartado apdo paragraph parrafo",
    "ley act loi lei legge llei",
    "decreto decree rd",
    "tabla table tab tabela tableau tabelle", "figura fig figure",
)
_SYNONYMS = {word: group.split() for group in _REFERENCES for word in group.split()}
_REFERENCE_GAP = re.compile(r"\.?\s{1,2}(?:n[.º°]{1,2}\s?)?$")


@dataclass(frozen=True, slots=True)
class Identifier:
    """`written` as in the query; `parts` its folded pieces, numbers in canonical form; `values` the tokens of a date or amount;
    `whole` the pieces of the code that it may be a half of."""

    written: str
    parts: tuple[str, ...]
    values: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()

    def is_in(self, text: str) -> bool:
        if any(run and _pattern(run).search(fold_keeping_length(text)) is not None for run in (self.parts, self.whole)):
            return True
        wanted = self.values or ((self.parts[0],) if self._is_number else ())
        return bool(wanted) and not value_tokens(text).isdisjoint(wanted)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where it stands in a NFC text, in code points."""
        found = [match.span() for run in (self.parts, self.whole) if run for match in _pattern(run).finditer(fold_keeping_length(text))]
        wanted = self.values or ((self.parts[0],) if self._is_number else ())
        if wanted and not value_tokens(text).isdisjoint(wanted):
            found += [
                (value.start, value.end) for value in written_values(text)
                if not set(wanted).isdisjoint((*value.tokens, *value.wider))
            ]
        return found

    @property
    def alternatives(self) -> list[tuple[str, ...]]:
        """The runs of exact tokens that it may be written as: `art. 5`, `artículo 5`, `article 5`."""
        if len(self.parts) > 1 and self.parts[0] in _SYNONYMS:
            return [(word, *self.parts[1:]) for word in _SYNONYMS[self.parts[0]]]
        return [self.parts]

    @property
    def _is_number(self) -> bool:
        return len(self.parts) == 1 and self.parts[0].replace(".", "", 1).isdecimal()


def identifiers_of(text: str, places: Sequence[TextPlace]) -> list[Identifier]:
    """The codes in a query, in order, without repeats. Pairs such as `ECBTI 17` count, unless all is in capitals."""
    found: list[Identifier] = []
    dates = [value for value in written_values(text) if value.is_date or value.tokens]
    shouting = text.isupper() and len(places) > 3
    for index, place in enumerate(places):
        if any(value.start <= place.start < value.end for value in dates):
            continue
        before = places[index - 1] if index else None
        parts = _parts(text, place)
        if before is not None and (
            _is_reference(text, before, place) or (not shouting and _is_pair(text, before, place, len(places)))
        ):
            parts = (*(piece.exact for piece in before.surface.pieces), *parts)
            found.append(Identifier(text[before.start : place.end], parts))
        elif place.surface.is_identifier:
            whole: tuple[str, ...] = ()
            if before is not None and found and found[-1].written == text[before.start : before.end] and _are_halves(text, before, place):
                whole = (*found[-1].parts, *parts)
                found[-1] = replace(found[-1], whole=whole)
            found.append(Identifier(text[place.start : place.end], parts, whole=whole))
    found += _values_of(text, dates)
    return list({(identifier.parts, identifier.values): identifier for identifier in found}.values())


def _parts(text: str, place: TextPlace) -> tuple[str, ...]:
    number = spaced_number(text[place.start : place.end])
    return (number.exact,) if number is not None else tuple(piece.exact for piece in place.surface.pieces)


def _values_of(text: str, values: Sequence[WrittenValue]) -> Iterator[Identifier]:
    for value in values:
        parts = () if value.is_date else value.tokens[:1]
        yield Identifier(text[value.start : value.end], parts, value.tokens)


def _is_reference(text: str, left: TextPlace, right: TextPlace) -> bool:
    """`art. 24.2`, `Ley 39/2015`: a word that counts, and what it counts."""
    pieces = left.surface.pieces
    return (
        len(pieces) == 1 and pieces[0].exact in _SYNONYMS
        and bool(right.surface.pieces) and right.surface.pieces[0].kind == "number"
        and _COUNT.match(text[right.start : right.end]) is not None
        and _REFERENCE_GAP.match(text, left.end, right.start) is not None
    )


def _are_halves(text: str, left: TextPlace, right: TextPlace) -> bool:
    """`KF544 L64`: two codes without a sign of their own, side by side, may be one, which then holds both."""
    if not left.surface.is_identifier or text[left.end : right.start] != " ":
        return False
    written = (text[left.start : left.end], text[right.start : right.end])
    return all(half.isalnum() for half in written) and any(piece.kind == "word" for place in (left, right) for piece in place.surface.pieces)


def _is_pair(text: str, left: TextPlace, right: TextPlace, n_places: int) -> bool:
    """`ECBTI 17`: capitals and a number; in a query of these two alone any word and a number."""
    number = text[right.start : right.end]
    word = text[left.start : left.end]
    if text[left.end : right.start] not in (" ", " - ", " nº ") or not _COUNT.match(number) or _YEAR.match(number):
        return False
    if _CURRENCY.match(word) or ("." in number and not _VERSION.match(number)):
        return False
    if n_places == 2:
        return left.surface.pieces[0].kind == "word" and (len(word) == 1 or left.surface.pieces[0].exact not in STOP_WORDS)
    return _CAPITALS.match(word) is not None and (len(word) > 1 or (left.start > 0 and len(number) > 1))


@lru_cache(maxsize=256)
def _pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    is_number = len(parts) == 1 and parts[0][:1].isdigit()
    are_numbers = all(part[:1].isdigit() for part in parts)
    is_long = sum(len(part) for part in parts) >= _LONG
    if parts[0] == "v" and len(parts) > 1 and all(part[:1].isdigit() for part in parts[1:]):
        parts, are_numbers, version = parts[1:], True, True      # v1.2.3 is 1.2.3
    else:
        version = are_numbers and len(parts) > 2
    if is_long and not are_numbers:         # 19.641.958-D, 19641958D: the digits of a code in any groups
        joined = [r"[.,'’\s\-]?".join(part) if part.isdigit() and len(part) > 6 else _part(part) for part in parts]
    else:
        joined = [_part(part) for part in parts]
    body = joined[0]
    for (left, right), written in zip(pairwise(parts), joined[1:], strict=True):
        between = _APART if left[:1].isdigit() and right[:1].isdigit() and not is_long else _BETWEEN
        body += between + written
    if version:
        body = rf"(?:v\.?\s?)?{body}"
    before, after = (_NOT_BEFORE_NUMBER, _NOT_AFTER_NUMBER) if is_number else (_NOT_BEFORE, _NOT_AFTER)
    return re.compile(before + body + after)


def _part(part: str) -> str:
    """A word as it is, or its synonyms; a number with any sign between its groups of thousands, and zeros after its decimals."""
    if part in _SYNONYMS:
        return "(?:" + "|".join(sorted(_SYNONYMS[part], key=len, reverse=True)) + ")"
    whole, point, decimals = part.partition(".")
    if not whole.isdigit() or (point and not decimals.isdigit()):
        return re.escape(part)
    if len(whole) > 12:                     # a card, an account: in groups of any size
        return r"[\s\-.]?".join(whole)
    groups = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)][::-1]
    plain = r"[.,'’\s]?".join(groups) if len(whole) > 3 and not whole.startswith("0") else whole
    if point:
        trimmed = decimals.rstrip("0")
        return rf"{plain}[.,]{trimmed}0*" if trimmed else rf"{plain}(?:[.,]0*)?"
    return rf"{plain}(?:[.,]0+(?!\d))?" if len(whole) > 3 else plain


def fold_keeping_length(text: str) -> str:
    """Folded letter by letter, so that offsets stay; a letter that folds to several keeps the first."""
    text = nfc(text)
    if text.isascii():
        return text.lower()
    return "".join((fold(character) or character)[0] if not character.isascii() else character.lower() for character in text)

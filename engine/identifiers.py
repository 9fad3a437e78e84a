"""Codes to be matched literally: E-4032, ECBTI 17, gpt-3.5-turbo, 12.345.678-Z, 5.440.000.

A code is found however its parts are joined (`ECBTI 17`, `ECBTI-17`, `ECBTI17`), but never inside another one: `E-4032` is
not in `E-40321`, `XE-4032`, `AE-E-4032` or `E-4032-B`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.folding import fold, nfc
from engine.words import CJK, CLUSTERED, TextPlace

_BETWEEN = r"[\s\-‐‑_./\\:,·']{0,2}"
_SIGN = rf"[^\W_{CJK}{CLUSTERED}]"      # a letter or digit that could be part of the code
_NOT_BEFORE = rf"(?<!{_SIGN})(?<!{_SIGN}[\-‐‑_.,])"
_NOT_AFTER = rf"(?!{_SIGN})(?![\-‐‑_]{_SIGN})(?![.,]\d)"
_CAPITALS = re.compile(r"^[A-ZÁÉÍÓÚÜÑ]{2,8}$")
_COUNT = re.compile(r"^\d{1,6}$")
_YEAR = re.compile(r"^(?:19|20)\d\d$")


@dataclass(frozen=True, slots=True)
class Identifier:
    """`written` as in the query; `parts` its folded pieces, numbers in canonical form."""

    written: str
    parts: tuple[str, ...]

    def is_in(self, text: str) -> bool:
        return _pattern(self.parts).search(fold_keeping_length(text)) is not None

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where it stands in a NFC text, in code points."""
        return [match.span() for match in _pattern(self.parts).finditer(fold_keeping_length(text))]


def identifiers_of(text: str, places: Sequence[TextPlace]) -> list[Identifier]:
    """The codes in a query, in order, without repeats. Pairs such as `ECBTI 17` count, unless all is in capitals."""
    found: list[Identifier] = []
    shouting = text.isupper() and len(places) > 3
    for index, place in enumerate(places):
        if place.surface.is_identifier:
            parts = tuple(piece.exact for piece in place.surface.pieces)
            found.append(Identifier(text[place.start : place.end], parts))
        elif index and not shouting and _is_pair(text, places[index - 1], place):
            before = places[index - 1]
            parts = tuple(piece.exact for piece in (*before.surface.pieces, *place.surface.pieces))
            found.append(Identifier(text[before.start : place.end], parts))
    return list({identifier.parts: identifier for identifier in found}.values())


def _is_pair(text: str, left: TextPlace, right: TextPlace) -> bool:
    number = text[right.start : right.end]
    return (
        text[left.end : right.start] == " "
        and _CAPITALS.match(text[left.start : left.end]) is not None
        and _COUNT.match(number) is not None
        and not _YEAR.match(number)
    )


@lru_cache(maxsize=256)
def _pattern(parts: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(_NOT_BEFORE + _BETWEEN.join(_part(part) for part in parts) + _NOT_AFTER)


def _part(part: str) -> str:
    """A word as it is; a number with any sign between its groups of thousands, and with zeros after its decimals."""
    whole, point, decimals = part.partition(".")
    if not whole.isdigit() or (point and not decimals.isdigit()):
        return re.escape(part)
    if len(whole) > 12:                     # a card, an account: in groups of any size
        return r"[\s\-.]?".join(whole)
    groups = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)][::-1]
    plain = r"[.,'’\s]?".join(groups) if len(whole) > 3 and not whole.startswith("0") else whole
    if point:
        return rf"{plain}[.,]{decimals}0*"
    return rf"{plain}(?:[.,]0+(?!\d))?" if len(whole) > 3 else plain


def fold_keeping_length(text: str) -> str:
    """Folded letter by letter, so that offsets stay; a letter that folds to several keeps the first."""
    text = nfc(text)
    if text.isascii():
        return text.lower()
    return "".join((fold(character) or character)[0] if not character.isascii() else character.lower() for character in text)

"""Codes that were asked for and that no result holds: `E-4027` where the documents know `E-4012` alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.language.identifiers import Identifier
    from engine.query.parser import ParsedQuery

_LETTERS = 3            # as many at most are no word in any language: E-4027, KR9, HX-350
_SHOWN = 3


def absent_codes(query: ParsedQuery, texts: Sequence[str]) -> list[Identifier]:
    """Codes, dates and amounts of the query that none of these NFC texts holds."""
    return [code for code in query.codes if not any(code.is_in(text) for text in texts)]


def is_same_in_every_language(code: Identifier) -> bool:
    """Whether a code is written alike wherever it stands: `E-4027` is, `oxygen-18` and `Apollo 11` aren't."""
    letters = [part for part in code.parts if part.isalpha()]
    has_digits = any(sign.isdecimal() for sign in code.written)
    return has_digits and bool(letters) and code.written.isascii() and " " not in code.written and max(map(len, letters)) <= _LETTERS


def note_of(codes: Sequence[Identifier], language: str) -> str | None:
    """What is said of them; None without any. Of dates, which have too many forms to be sure, nothing is."""
    written = [code.written for code in codes if not code.values]
    if not written:
        return None
    names = ", ".join(written[:_SHOWN]) + (" …" if len(written) > _SHOWN else "")
    return f"Ningún resultado contiene {names}." if language == "es" else f"No result holds {names}."

"""Where words, numbers and codes lie in a text, and what each is made of.

A *surface* is a run that belongs together as it is written: `facturación`, `5.440.000`, `gpt-3.5-turbo`,
`juan@empresa.es`, `ES91 2100 0418`. Its *pieces* are the words, numbers and characters in it, one after another, so that
`ECBTI 17`, `ECBTI-17` and `ECBTI17` give the same two pieces. Its *codes* are the forms under which the whole is found:
`gpt3.5turbo`, `jsmithexamplees`, `getusername`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from engine.language.folding import fold
from engine.language.numbers import Number, read_number

PieceKind = Literal["word", "number", "character", "hangul"]

LONGEST_TOKEN = 64          # code points; what is longer (a key, an encoded file) is cut


@dataclass(frozen=True, slots=True)
class Piece:
    """surface[start:end], folded. A "character" is one of a script without spaces between words."""

    start: int
    end: int
    kind: PieceKind
    text: str               # as written, lower case
    exact: str              # folded; one token
    values: tuple[str, ...] = ()    # other forms of a number


@dataclass(frozen=True, slots=True)
class Surface:
    pieces: tuple[Piece, ...]
    codes: tuple[str, ...]
    is_identifier: bool     # letters with digits, or groups of digits: to be matched literally
    camel: tuple[str, ...] = ()     # the words of getUserName


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A surface in its place: text[start:end]; the offsets of its pieces are relative to `start`."""

    start: int
    end: int
    surface: Surface


def _class_of_marks() -> str:
    """Ranges of the combining marks of the BMP and of the invisible joiners: parts of words that \\w leaves out."""
    ranges: list[str] = ["\u00ad", "\u200c\u200d\u2060"]
    for first, last in ((0x0300, 0x1D00), (0x1DC0, 0x1E00), (0x302A, 0x3030), (0x3099, 0x309B), (0xA66F, 0xABF0)):
        begin: int | None = None
        for code in range(first, last + 1):
            is_mark = code < last and unicodedata.category(chr(code)) in ("Mn", "Mc", "Me")
            if is_mark and begin is None:
                begin = code
            elif not is_mark and begin is not None:
                ranges.append(f"{chr(begin)}-{chr(code - 1)}")
                begin = None
    return "".join(ranges)


MARKS = _class_of_marks()
CJK = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
CLUSTERED = "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff"     # Thai, Lao, Burmese, Khmer
HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"

_LETTER = rf"[^\W{CJK}{CLUSTERED}]"
_WORD = rf"{_LETTER}+(?:[{MARKS}]+{_LETTER}*)*"
_NBSP = "\u00a0\u202f\u2009"

# Digits in groups with spaces between (numbers, cards, telephones), an IBAN, or a run joined by signs without spaces.
SURFACE = re.compile(
    rf"(?<![\w.,/-])\d{{1,4}}(?:[ {_NBSP}]\d{{2,4}}){{1,7}}(?:[.,]\d+)?(?![\w{MARKS}])"
    rf"|\b[A-Z]{{2}}\d{{2}}(?:[ {_NBSP}][A-Z0-9]{{4}}){{3,7}}(?:[ {_NBSP}][A-Z0-9]{{1,3}})?(?!\w)"
    rf"|[{CJK}]+|[{CLUSTERED}{MARKS}]+"
    rf"|{_WORD}(?:(?:[-._/@+&:'’,·\\‐‑]|://){_WORD})*(?:\+\+|\#)?"
)
_PIECE = re.compile(
    rf"(?P<character>[{CJK}])"
    rf"|(?P<cluster>[{CLUSTERED}][{MARKS}]*)"
    rf"|(?P<number>\d+(?:[.,'’]\d+)*)"
    rf"|(?P<hangul>[{HANGUL}]+)"
    rf"|(?P<word>(?:(?![{CJK}{CLUSTERED}{HANGUL}\d_])[\w{MARKS}])+)"
)
_DIGITS = re.compile(r"\d+")
_CAMEL = re.compile(r"[A-ZÁÉÍÓÚÜÑÇ]+(?![a-záéíóúüñç])|[A-ZÁÉÍÓÚÜÑÇ]?[a-záéíóúüñç]+|\d+")
_IS_CAMEL = re.compile(r"[a-z][A-Z]")
_ABBREVIATION = re.compile(r"^(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}$")
_PLAIN = re.compile(r"[a-zA-ZáéíóúüñÁÉÍÓÚÜÑçÇàèòÀÈÒâêôãõöä]+\Z")
_JOINED_WORDS = re.compile(r"[-_@‐‑]")
_SPACE = re.compile(rf"[ {_NBSP}]")
_YEAR = re.compile(r"^(?:1\d|20)\d\d$")
_VERSION = re.compile(r"^\d{1,3}(?:\.\d{1,5}){2,4}$")                  # 3.11.4, 192.168.1.1
_NUMBER_OF_A_YEAR = re.compile(r"^(?:\d{3,6}|3[2-9]|[4-9]\d)[/-](?:19|20)\d\d$|^(?:19|20)\d\d[/-]\d{3,6}$")      # 123/2024
_ORDINARY = re.compile(
    r"[:,'’]"                                                               # 12:30, 1990's
    r"|^[12]\d{3}[-/–][12]?\d{1,3}$"                                        # 2010-2012, 2010/11
    r"|^\d{1,2}[-/]\d{1,2}[-/]\d{2}$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$|^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$"     # a date
    r"|^\d{1,5}-(?![A-ZÑ]+$)[^\W\d_]{2,}$|^[kcmd]?m[23²³]$"                   # 80-year, km2
    r"|^\d{1,5}(?:[.,]\d+)?-?[^\W\d_]{1,4}$"                                     # 20th, 5km, 1990s, 80-year
)
_ARABIC = re.compile("[\u0590-\u08ff]")       # its conjunctions and articles are written onto the number
_NUMBERED = frozenset(      # words that count what follows rather than name it
    ["no", "num", "nro", "n", "o", "art", "arts", "articulo", "pag", "pags", "p", "pp", "cap", "fig", "tab", "tabla", "sec", "vol", "ed", "ley", "rd", "apdo", "siglo", "post", "pre", "mid", "anti", "sub", "ex", "covid"]
)


def plain_word(surface: str) -> str | None:
    """The word in lower case that a surface of letters alone is, as most are; None for another one."""
    return surface.lower()[:LONGEST_TOKEN] if _PLAIN.match(surface) and not _IS_CAMEL.search(surface) else None


def split_surface(surface: str) -> Surface:
    """Pieces and codes of one match of SURFACE. Pure, so that it may be cached."""
    lowered = plain_word(surface)
    if lowered is not None:
        return Surface((Piece(0, len(surface), "word", lowered, fold(lowered)),), (), False)
    pieces = _pieces(surface)
    codes, is_identifier = _codes(surface, pieces)
    camel: tuple[str, ...] = ()
    if _IS_CAMEL.search(surface):
        camel = tuple(fold(part) for part in _CAMEL.findall(surface) if not part.isdigit())
    return Surface(tuple(pieces), codes, is_identifier, camel)


def _pieces(surface: str) -> list[Piece]:
    pieces: list[Piece] = []
    for match in _PIECE.finditer(surface):
        kind, start, text = match.lastgroup, match.start(), match[0]
        if kind == "number":
            pieces.extend(_number_pieces(text, start))
        elif kind in ("character", "cluster"):
            pieces.append(Piece(start, match.end(), "character", text, fold(text) or text))
        else:
            lowered = text.lower()[:LONGEST_TOKEN]
            folded = fold(lowered)
            if folded:
                pieces.append(Piece(start, match.end(), "hangul" if kind == "hangul" else "word", lowered, folded))
    return pieces


def _number_pieces(text: str, start: int) -> list[Piece]:
    number = read_number(fold(text))
    if number is not None:
        exact = number.exact[:LONGEST_TOKEN]
        return [Piece(start, start + len(text), "number", exact, exact, number.values)]
    return [
        Piece(start + match.start(), start + match.end(), "number", fold(match[0]), fold(match[0]))
        for match in _DIGITS.finditer(text)
    ]


def _codes(surface: str, pieces: list[Piece]) -> tuple[tuple[str, ...], bool]:
    """The whole in one token, in each way that it may be asked for; and whether it is an identifier."""
    words = [piece for piece in pieces if piece.kind == "word"]
    numbers = [piece for piece in pieces if piece.kind == "number"]
    if not pieces or any(piece.kind == "character" for piece in pieces):
        return (), False
    if len(pieces) == 1:
        codes = list(pieces[0].values)
        if words and surface[-1] in "+#":
            codes.append(pieces[0].exact + surface[len(surface.rstrip("+#")):])
        return tuple(codes), bool(numbers) and _is_telling(surface, numbers[0].exact)
    codes = [value for piece in pieces for value in piece.values if "." in piece.exact or "." in value]
    joined = "".join(piece.exact for piece in pieces)
    if numbers:
        codes.extend(_number_codes(surface, pieces, joined, bool(words)))
    elif _JOINED_WORDS.search(surface) or _ABBREVIATION.match(surface):
        codes.append(joined)
    found = tuple(code for code in dict.fromkeys(codes) if code and len(code) <= LONGEST_TOKEN)
    return found, _is_identifier(surface, words, numbers)


def _number_codes(surface: str, pieces: list[Piece], joined: str, has_words: bool) -> list[str]:
    if not _SPACE.search(surface):
        return [_joined(pieces), joined] if len(joined) >= 8 else [_joined(pieces)]
    number = None if has_words else spaced_number(surface)
    return [joined, number.exact, *number.values] if number else [joined]


def spaced_number(surface: str) -> Number | None:
    """The number that groups of digits with spaces between them write: 5 440 000,50; None for a card, a telephone, 2015 300."""
    if not _SPACE.search(surface):
        return None
    number = read_number(_SPACE.sub(".", surface)) or read_number(_SPACE.sub(",", surface))
    n_digits = len(re.sub(r"[.,]\d+$|\D", "", surface))
    return number if number is not None and len(number.exact.split(".")[0]) == n_digits else None


def _joined(pieces: list[Piece]) -> str:
    """Pieces run together, with a point between two numbers, so that 1.2.3 is not 12.3 and 12/03 is not 1203."""
    parts: list[str] = []
    for index, piece in enumerate(pieces):
        if index and piece.kind == pieces[index - 1].kind == "number":
            parts.append(".")
        parts.append(piece.exact)
    return "".join(parts)


def _is_telling(surface: str, number: str) -> bool:
    """Whether one number is looked for literally: five digits, four that are no year, or decimals."""
    whole, point, decimals = number.partition(".")
    return len(whole) >= 5 or bool(point and decimals) or (len(whole) == 4 and not _YEAR.match(surface))


def _is_identifier(surface: str, words: list[Piece], numbers: list[Piece]) -> bool:
    """Letters with digits written as one, or a long row of digits; not 12:30, 2010-2012, a date, 20 km or nº 25."""
    if "_" in surface.strip("_") or "@" in surface:
        return True
    if not words and len(numbers) > 1 and spaced_number(surface) is not None:
        return True
    if not numbers or _ORDINARY.search(surface):
        return False
    if not words:
        n_digits = sum(len(piece.exact) for piece in numbers)
        return n_digits >= 7 or bool(_VERSION.match(surface) or _NUMBER_OF_A_YEAR.match(surface))
    return not all(word.exact in _NUMBERED or _ARABIC.match(word.exact) for word in words)

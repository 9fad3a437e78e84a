"""Two habits of broken PDF fonts that can be undone, character by character.

Glyph numbers instead of letters: a TrueType font without a map gives the number of each glyph, which in the standard
order of Macintosh glyphs is the ASCII code less 29 ("1DFKKDOWLJH" is "Nachhaltige"), then Mac Roman less 30. UTF-8
instead of UTF-16: each Cyrillic or Greek letter comes out as the Hangul syllable of its two bytes.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from itertools import pairwise

_FIRST_ACCENTED = 98            # glyph number of "Ä", Mac Roman 0x80; the orders agree up to 0xC9
_LAST_ACCENTED = 171
_GLYPH_SIGNS = re.compile("[\x03-\x08\x0e-\x1f]")       # space, comma, hyphen, full stop, digits as glyph numbers
_SPACE = "\x03"
_MIN_SPACES = 4                 # of a page
_HANGUL = re.compile("[\uac00-\ud7a3]")
_MIN_HANGUL = 8
_MIN_PAIRS = 40                 # of neighbouring letters, to judge by
_LATIN = re.compile("[\x00-\u02af\u0300-\u036f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf\u2190-\u245f\u2500-\u2bff\ue000-\uf8ff\ufb00-\ufb06\ufffd-\uffff]*")
_SIGNS_OF_OTHERS = re.compile("[ªµº]")          # letters to Python, and not by name Latin: they make two mixed pairs at most
_TO_LETTER = {number: chr(number + 29) for number in range(3, _FIRST_ACCENTED)} | {
    number: bytes([number + 30]).decode("mac_roman") for number in range(_FIRST_ACCENTED, _LAST_ACCENTED + 1)
}
del _TO_LETTER[10], _TO_LETTER[13], _TO_LETTER[32]      # line ends, and spaces that PDFium adds
_LETTERS = re.compile(r"[^\W\d_]")
_ODD_SIGNS = re.compile(r"[\\^_`{|}~\[\]\x00-\x1f]")      # what capitals become
_VOWELS = re.compile(r"[aeiouyáéíóúäöü]", re.IGNORECASE)


def repaired(text: str) -> str:
    """A page's text, each character replaced by one."""
    if _HANGUL.search(text):
        text = _utf8_read(text)
    if text.count(_SPACE) < max(_MIN_SPACES, 0.2 * text.count(" ")):
        return text
    lines = text.split("\n")
    for number, line in enumerate(lines):
        better = line.translate(_TO_LETTER)
        if _likeness(better) > _likeness(line) + (0.0 if _GLYPH_SIGNS.search(line) else 0.1):
            lines[number] = better
    return "\n".join(lines)


def _utf8_read(text: str) -> str:
    hangul = _HANGUL.findall(text)
    if len(hangul) < _MIN_HANGUL or not all(_letter_of_bytes(char) for char in hangul):
        return text
    return _HANGUL.sub(lambda match: _letter_of_bytes(match.group()) or match.group(), text)


def _letter_of_bytes(char: str) -> str | None:
    high, low = divmod(ord(char), 256)
    if not (0xC2 <= high <= 0xDF and 0x80 <= low <= 0xBF):
        return None
    return bytes([high, low]).decode("utf-8")


def is_garbage(text: str) -> bool:
    """Whether words mix alphabets as no language does: a font whose map says nothing true."""
    sample = text[:3000]
    if sample.isascii() or (_LATIN.fullmatch(sample) and len(_SIGNS_OF_OTHERS.findall(sample)) <= _MIN_PAIRS // 5):
        return False
    n_pairs = n_mixed = 0
    for word in sample.split():
        scripts = [script for char in word if (script := _script(char))]
        n_pairs += max(len(scripts) - 1, 0)
        n_mixed += sum(a != b for a, b in pairwise(scripts))
    return n_pairs > _MIN_PAIRS and n_mixed > 0.4 * n_pairs


@functools.cache
def _script(char: str) -> str:
    """The alphabet of a letter; "" for other characters. Those of Japanese count as one."""
    if not char.isalpha():
        return ""
    name = unicodedata.name(char, "?").split()[0].split("-")[0]
    return "CJK" if name in ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "KATAKANA-HIRAGANA", "BOPOMOFO") else name


def _likeness(text: str) -> float:
    """How much a line looks like a European language: vowels are about 0.4 of its letters, few letters have accents,
    most signs are letters."""
    letters = _LETTERS.findall(text)
    signs = len(text) - text.count(" ") - text.count("\r")
    text = text.removesuffix("\r")
    if not letters or not signs:
        return 0.0
    vowels = min(len(_VOWELS.findall(text)) / len(letters), 0.5)
    accented = sum(not letter.isascii() for letter in letters) / len(letters)
    odd = len(_ODD_SIGNS.findall(text)) / signs
    return vowels - max(accented - 0.15, 0.0) + 0.3 * len(letters) / signs - 2.0 * odd

"""Letters made comparable: lower case, accents off, compatibility forms and foreign digits replaced.

`ñ` is a letter of its own and stays (`año` is not `ano`); `á`, `ü`, `ç`, `å`, `ø` fold, as do the tonos of Greek and
the points and vowels of Arabic and Hebrew. Of Cyrillic only `ё` folds, since `й` is a letter. The vowel signs of the
Indic scripts, Thai, Lao, Khmer and Burmese are part of the spelling and stay.
"""

from __future__ import annotations

import unicodedata

_SPARED = frozenset("ñй")
_OWN = {
    "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n",
    "ё": "е", "ς": "σ", "ĳ": "ij", "ſ": "s", "ƒ": "f", "ə": "e",
    # Arabic and Persian: forms of alef, final ya, ta marbuta, Persian kaf and ya, tatweel
    "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ة": "ه", "ی": "ي", "ک": "ك", "ـ": "",
    "\u00ad": "", "\u200c": "", "\u200d": "", "\u2060": "", "\ufeff": "", "\u00b7": "",
}
_DROPPED_MARKS = ((0x0300, 0x036F), (0x0591, 0x05C7), (0x0610, 0x061A), (0x064B, 0x065F), (0x0670, 0x0670), (0x06D6, 0x06ED))


class _FoldTable(dict[int, str]):
    """Code point → what it folds to, worked out at first sight."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str:
    if character in _SPARED or character.isascii():
        return character
    own = _OWN.get(character)
    if own is not None:
        return own
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    parts = unicodedata.normalize("NFKD", character)
    if parts == character:
        return "" if _is_dropped(character) else character
    if unicodedata.name(character, "").startswith(("CYRILLIC", "DEVANAGARI", "BENGALI", "HANGUL", "HIRAGANA", "KATAKANA")):
        return character
    kept = "".join(part for part in parts.lower() if not _is_dropped(part))
    return "".join(_OWN.get(part, part) for part in kept)


def _is_dropped(character: str) -> bool:
    code = ord(character)
    return any(first <= code <= last for first, last in _DROPPED_MARKS)


_TABLE = _FoldTable()


def nfc(text: str) -> str:
    """Composed form; the same object where it is composed already."""
    return text if text.isascii() or unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def fold(word: str) -> str:
    """Lower case without accents. `word` must be NFC; its length may change."""
    lowered = word.lower()
    return lowered if lowered.isascii() else lowered.translate(_TABLE)


def has_accents(word: str) -> bool:
    """Whether folding takes something off that is written over or under a letter."""
    lowered = word.lower()
    return not lowered.isascii() and fold(lowered) != lowered

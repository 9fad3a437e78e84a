"""Numbers of automatically numbered lists and headings, written as word processors show them: 3, iv, C, 2.º, tercero."""

from __future__ import annotations

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_SPANISH_ORDINALS = ("primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno")
_SPANISH_TENS = ("décimo", "vigésimo", "trigésimo", "cuadragésimo", "quincuagésimo", "sexagésimo", "septuagésimo", "octogésimo", "nonagésimo")
_ENGLISH_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
                     "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth")
_SPANISH_CARDINALS = ("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece", "catorce", "quince", "dieciséis",
                      "diecisiete", "dieciocho", "diecinueve", "veinte")
_ENGLISH_CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
                      "seventeen", "eighteen", "nineteen", "twenty")
_MOST_ROMAN = 3_999
_MOST_LETTERS = 780         # aaa…: 30 times the alphabet


def letters(number: int) -> str:
    """a, b … z, aa, bb …, as word processors go on."""
    if not 1 <= number <= _MOST_LETTERS:
        return str(number)
    return chr(97 + (number - 1) % 26) * (1 + (number - 1) // 26)


def roman(number: int) -> str:
    if not 1 <= number <= _MOST_ROMAN:
        return str(number)
    parts: list[str] = []
    for value, sign in _ROMAN:
        parts.append(sign * (number // value))
        number %= value
    return "".join(parts)


def ordinal(number: int, language: str) -> str:
    """2.º in Spanish and its neighbours, 2nd in English."""
    if language == "en":
        return f"{number}{'th' if number % 100 in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
    return f"{number}.º"


def ordinal_word(number: int, language: str) -> str:
    """Primero, decimosegundo (décimo segundo), second; a figure where the words are not known."""
    if language == "en":
        return _capital(_ENGLISH_ORDINALS[number - 1]) if 1 <= number <= len(_ENGLISH_ORDINALS) else ordinal(number, language)
    if language != "es" or not 1 <= number <= 99:
        return ordinal(number, language)
    tens, ones = divmod(number, 10)
    words = [_SPANISH_TENS[tens - 1]] * (tens > 0) + [_SPANISH_ORDINALS[ones - 1]] * (ones > 0)
    return _capital(" ".join(words))


def cardinal_word(number: int, language: str) -> str:
    words = {"es": _SPANISH_CARDINALS, "en": _ENGLISH_CARDINALS}.get(language, ())
    return _capital(words[number - 1]) if 1 <= number <= len(words) else str(number)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

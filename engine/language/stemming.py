"""The stem of a word in the language of its document, without accents.

Spanish has a recipe of its own: accents off first, so that what is typed without them meets what is written with them
(Snowball alone keeps `tenia` and `tenía`, `año` and `años`, `juez` and `jueces` apart), then the endings that
Snowball knows only with their accent, then Snowball's Spanish stemmer, then what it leaves of plurals. On es_pool (1,840
questions, BM25 over one field) R@1 / R@5 / R@20: Snowball then folding 0.680 / 0.822 / 0.884; folding then
Snowball 0.678 / 0.822 / 0.884; Savoy's light stemmer 0.671 / 0.808 / 0.873; this recipe 0.686 / 0.824 / 0.887.

Other languages: Snowball (Porter, snowballstem.org) on the word as written, then folding. A language without a stemmer
keeps its words; Vietnamese keeps its tone marks too, since without them different words fall together.
"""

from __future__ import annotations

import re
import threading

import Stemmer

from engine.language.folding import fold

SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "gl": "portuguese", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch",
    "nn": "norwegian", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}
KEEPS_MARKS = frozenset({"vi"})

_thread = threading.local()         # a Snowball stemmer must not be used by two threads at once

_NOT_PLURAL_OF_Z = frozenset({"frances", "entonces"})
_CONDITIONAL = re.compile(r"(?<=[aei])ri(?:a|as|an|amos|ais)$|(?<=a)ri(?:o|os)$")
_FUTURE = re.compile(r"(?<=[aei])r(?:an|emos|eis)$")
_FUTURE_WITH_ACCENT = re.compile(r"(?<=[aei])r(?:á|ás|é)$")


def stem(word: str, language: str | None) -> str:
    """The folded stem of a NFC word; its folded form where the language is unknown or has no stemmer. Not cached."""
    if language == "es":
        return _spanish(word)
    if language in KEEPS_MARKS:
        return word.lower()
    if language not in SNOWBALL:
        return fold(word)
    lowered = _turkish_lower(word) if language == "tr" else word.lower()
    if language in ("ar", "fa", "ru"):
        lowered = fold(lowered)
    return fold(_snowball(SNOWBALL[language], lowered)) or fold(word)


def _spanish(word: str) -> str:
    lowered = word.lower()
    folded = fold(lowered)
    if len(folded) > 4 and folded.endswith("ces") and folded not in _NOT_PLURAL_OF_Z:
        folded = folded[:-3] + "z"
    if len(folded) > 6:
        for ending, text in ((_CONDITIONAL, folded), (_FUTURE, folded), (_FUTURE_WITH_ACCENT, lowered)):
            match = ending.search(text)
            if match and len(text) == len(folded):
                folded = folded[: match.start() + 1]
                break
    short = fold(_snowball("spanish", folded))
    if len(short) > 3 and short.endswith("i"):
        short = short[:-1]
    if len(short) > 3 and short.endswith(("os", "as", "es")):
        short = short[:-1] if len(short) == 4 else short[:-2]
    return short or folded


def _turkish_lower(word: str) -> str:
    return word.replace("İ", "i").replace("I", "ı").lower()


def _snowball(algorithm: str, word: str) -> str:
    stemmers: dict[str, Stemmer.Stemmer] = _thread.__dict__.setdefault("stemmers", {})
    stemmer = stemmers.get(algorithm)
    if stemmer is None:
        stemmer = stemmers[algorithm] = Stemmer.Stemmer(algorithm, 0)
    return str(stemmer.stemWord(word))

"""Sentences of a text in any language, by rules: terminators, abbreviations, initials, numbers, line feeds.

One scan over the possible ends, so the time is linear in the text. A wrong join costs less than a wrong cut: both the
chunker and the answer sentence can live with a long sentence, but not with "Sr." as one.
"""

from __future__ import annotations

import re

from engine.language.abbreviations import CLOSING, CLOSING_PAIRS, OPENING, OPENING_PAIRS, STARTERS

_CLOSERS = "\"'”’»›)\\]}」』）】》〉〕＂"
# Scripts whose end mark needs no blank after it: Chinese and Japanese, danda, Urdu, Ethiopic, Khmer, Burmese, Armenian.
_SELF_ENDING = "。！？｡．।॥۔።፧፨។៕။։"
_SPACED = ".!?…؟‼⁇⁈⁉"
_END = re.compile(
    rf"(?P<own>[{_SELF_ENDING}]+[{_SELF_ENDING}{_CLOSERS}…]*)"
    rf"|(?<![{_SPACED}])(?P<dots>[{_SPACED}]+)[{_CLOSERS}]*(?:\[\d{{1,3}}\])*(?=\s|$)"
    r"|(?P<semicolon>[;;])(?=\s)"
    r"|(?P<line>\n\s*)"
)
_NEXT_WORD = re.compile(r"[\s\"'“”‘’«»‹›(\[{¿¡—–-]*(\w*)")
_WORD_BEFORE = re.compile(r"[\w.ºª°]*\Z")
_TWO_BEFORE = re.compile(r"(\w{1,3})\.[ \u00a0]?(\w{1,3})\Z")
_BULLET = re.compile(r"[-•·*▪◦●○–—‣➢✓→]\s|\(?\d{1,3}[.)]\s|\(?[a-zA-Z][.)]\s|[ivxIVX]{1,5}[.)]\s")
_ORDINAL_LANGUAGES = frozenset({"de", "da", "no", "nb", "nn", "fi", "cs", "sk", "hu", "hr", "sl", "et", "lv", "is"})
# Abbreviations that are also whole words at the end of a sentence ("Dijo que no. Después…"): only before a number.
_ALSO_WORDS = frozenset(
    {"no", "es", "me", "max", "min", "obs", "par", "cap", "caps", "sig", "al", "est", "str", "fig", "art", "arts", "sec",
     "ch", "mind", "para", "ed", "fr", "ref", "refs", "nos", "gen", "vol", "tel", "im", "ex", "pag", "tav", "np", "ss"}
)
_WRAPPED_LINE = 50          # characters: a longer line may have been broken by its width, a shorter one was ended on purpose


def split_sentences(text: str, language: str | None = None) -> list[tuple[int, int]]:
    """Spans (start, end) of the sentences, in order, without white space around them; no other character is left out.

    Args:
        language: ISO 639-1; only decides what is specific to one (ordinals with a point, the Greek question mark).
    Returns:
        Empty for a text of white space alone.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    line_start = 0
    for match in _END.finditer(text):
        group = match.lastgroup
        end = match.end()
        if group == "line":
            is_end = _line_ends(text, line_start, match.start(), end, match.group())
            line_start = end
        elif group == "own":
            is_end = True
        elif group == "semicolon":
            is_end = language == "el" or match.group() == "\u037e"
        else:
            is_end = _point_ends(text, start, match.start(), match.end("dots"), end, language)
        if is_end:
            _append(spans, text, start, end)
            start = end
    _append(spans, text, start, len(text))
    return spans


def _append(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))


def _line_ends(text: str, line_start: int, line_end: int, next_start: int, gap: str) -> bool:
    """Whether a line feed ends a sentence: an empty line, a list, a table row, or a line too short to be a wrapped one."""
    if next_start >= len(text) or gap.count("\n") > 1:
        return True
    while line_end > line_start and text[line_end - 1] in " \t":
        line_end -= 1
    if text.find("\t", line_start, line_end) >= 0 or _BULLET.match(text, next_start):
        return True
    last = text[line_end - 1] if line_end else " "
    if last in ".!?…":
        return False        # decided by the point itself
    if last in ":;":
        return True
    first = text[next_start]
    is_wrapped = line_end - line_start > _WRAPPED_LINE
    return not is_wrapped and last not in ",-–" and not first.islower()


def _point_ends(text: str, start: int, at: int, after: int, end: int, language: str | None) -> bool:
    """Whether the mark text[at:after] ends the sentence that began at `start`; text[after:end] are closing marks."""
    following = _NEXT_WORD.match(text, end)
    word = following.group(1) if following else ""
    opens = following is not None and any(mark in following.group() for mark in "¿¡—–")
    if word and word[0].islower() and not opens:
        return False
    if text[at:after] != ".":
        return True
    if end > after and text[end - 1] in ")]}":          # "(núm. 3.) Otra" is an end, "(art.) Otra" is not
        return True
    return not _is_abbreviation(text, start, at, word, language)


def _is_abbreviation(text: str, start: int, at: int, next_word: str, language: str | None) -> bool:
    """Whether the point at `at` belongs to the word before it, so that the sentence goes on."""
    low = max(start, at - 24)
    found = _WORD_BEFORE.search(text, low, at)
    before = found.group() if found else ""
    if not before:
        return False
    begin = at - len(before)
    if before.isdecimal():
        is_enumerator = len(before) <= 3 and not text[start:begin].strip(" \t([{¿¡\"'«“")
        is_ordinal = language in _ORDINAL_LANGUAGES and len(before) <= 2 and bool(next_word)
        return is_enumerator or is_ordinal
    word = before.lower()
    pair = _TWO_BEFORE.search(text, low, at)
    joined = f"{pair.group(1)}. {pair.group(2)}".lower() if pair else ""
    if word in CLOSING or joined in CLOSING_PAIRS:
        return not next_word[:1].isupper()
    if joined in OPENING_PAIRS or (_is_doubled(before) and _is_doubled(next_word)):
        return True
    if word in OPENING:
        return word not in _ALSO_WORDS or next_word[:1].isdigit()
    last = before.rsplit(".", 1)[-1]
    if len(last) == 1 and last.isalpha():
        return _is_initial(text, start, begin, before, next_word)
    return False


def _is_doubled(word: str) -> bool:
    """Spanish plural abbreviations: EE. UU., RR. HH., CC. AA."""
    return len(word) == 2 and word[0] == word[1] and word.isupper()


def _is_initial(text: str, start: int, begin: int, before: str, next_word: str) -> bool:
    """A letter and a point: "J. R. R. Tolkien", but not "vitamina C. El …"."""
    if not next_word:
        return False
    if len(next_word) == 1 and next_word.isupper():
        return True
    if "." in before:
        return next_word.lower() not in STARTERS
    previous = text[max(start, begin - 2) : begin].rstrip()
    if previous.endswith(".") or begin <= start:
        return True
    return next_word.lower() not in STARTERS

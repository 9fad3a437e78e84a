"""Whether what a model wrote is in the passages that it names, sentence by sentence.

A citation has to exist; the figures, dates and codes of its sentence have to stand in the passages that it cites, and so do its names
where the languages are the same; and the sentence has to say what the passage says, by its words or by late interaction. Measured in
docs/retrieval.md. What this cannot see: a "not" that is added or lost, and who did what to whom, in the passage's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation

from engine.document import ChunkId
from engine.language.analysis import cached_stem, index_text, surfaces
from engine.language.folding import fold, nfc
from engine.language.sentences import split_sentences
from engine.language.stop_words import STOP_WORDS
from engine.language.words import TextPlace
from engine.language.written_values import WrittenValue, written_values
from engine.written_answers.answer_messages import (
    CheckedAnswer,
    CheckedSentence,
    Citation,
    SentenceVerdict,
    SentPassage,
)
from engine.written_answers.written_answer import is_not_said

# By measurement on xquad (docs/retrieval.md): sentences and questions against their own passage and against those nearest to it.
LEAST_WORDS = 0.55          # share of the sentence's telling words that the passage holds, in the same language
FEW_WORDS = 0.3             # …even where the meaning is as close as
CLOSE = 0.45                # mean cosine of late interaction in the same language
CLOSE_ACROSS = 0.38         # …in another, where words say nothing

Closeness = Callable[[str, Sequence[ChunkId]], dict[ChunkId, float]]

# [1], [1, 3], [2-4]; and as models write it that were taught other forms: 【1】, 【1†source】, [^1], [passage 1], [1–3], [1 and 2].
_CITATION = re.compile(
    r"[ \t\u00a0]*[\[【]\s*(?:(?:pasajes?|passages?)\s+)?\^?(\d{1,3}(?:\s*(?:[,;&\-–—]|y|and)\s*\^?\d{1,3})*)\s*(?:†[^\]】\n]{0,60})?[\]】]",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+")
_LIST_MARK = re.compile(r"^\s*(?:[-•*·–—#>]+|\d{1,2}[.)])\s+")
_GERMAN = "de"              # every noun is written like a name


def check(text: str, passages: Sequence[SentPassage], question: str, language: str | None, closeness: Closeness) -> CheckedAnswer:
    """Check an answer against the passages that were sent.

    Args:
        language: of the answer; None where it cannot be told.
        closeness: late interaction of a text with stored passages; without those that have no token vectors yet.
    """
    text = nfc(text)
    if is_not_said(text):
        return CheckedAnswer(text, (), True)
    by_number = {passage.number: Support(passage) for passage in passages}
    asked = {fold(word) for word in _words(question)}
    return CheckedAnswer(text, tuple(
        _checked(text, start, end, numbers, by_number, asked, language, closeness) for start, end, numbers in cited_sentences(text, language)
    ), False)


def cited_sentences(text: str, language: str | None) -> list[tuple[int, int, tuple[int, ...]]]:
    """(start, end, numbers cited) of each sentence. A citation after the full stop belongs to the sentence before it."""
    found = list(_CITATION.finditer(text))
    blanked = list(text)
    for match in found:
        for at in range(match.start(), match.end()):
            blanked[at] = " "
    spans = split_sentences("".join(blanked), language)
    sentences = []
    for index, (start, end) in enumerate(spans):
        until = spans[index + 1][0] if index + 1 < len(spans) else len(text)
        begin = start if index else 0
        own = [match for match in found if begin <= match.start() < until]
        numbers = tuple(dict.fromkeys(number for match in own for number in _numbers(match[1])))
        sentences.append((start, max([end, *(match.end() for match in own)]), numbers))
    return sentences


def _numbers(cited: str) -> list[int]:
    """1, 3; and 2-4 is 2, 3, 4."""
    numbers: list[int] = []
    for part in re.split(r"[,;&]|y|and", cited, flags=re.IGNORECASE):
        ends = [int(number) for number in _NUMBER.findall(part)]
        numbers += range(ends[0], min(ends[1], ends[0] + 20) + 1) if len(ends) == 2 and ends[0] <= ends[1] else ends
    return numbers


def _checked(
    text: str, start: int, end: int, numbers: tuple[int, ...], by_number: dict[int, Support], asked: set[str],
    language: str | None, closeness: Closeness,
) -> CheckedSentence:
    sentence = _LIST_MARK.sub("", _CITATION.sub("", text[start:end])).strip()
    cited = [by_number[number] for number in numbers if number in by_number]
    if not numbers:
        verdict: SentenceVerdict = "uncited" if _states(sentence) else "plain"
        return CheckedSentence(start, end, (), verdict)
    absent = _absent(sentence, cited, asked, language)
    close = closeness(sentence, [held.passage.chunk_id for held in cited]) if cited else {}
    citations = tuple(
        Citation(number, "missing" if number not in by_number else
                 "supported" if by_number[number].says(sentence, language, close) else "unsupported")
        for number in numbers
    )
    is_supported = not absent and all(citation.verdict == "supported" for citation in citations)
    return CheckedSentence(start, end, citations, "supported" if is_supported else "unsupported", tuple(absent))


def _states(sentence: str) -> bool:
    """Whether a sentence says something that would need support: not a heading or the announcement of a list."""
    return bool(_words(sentence)) and len(sentence.split()) > 2 and not sentence.endswith(":")


def _absent(sentence: str, cited: Sequence[Support], asked: set[str], language: str | None) -> list[str]:
    """Figures, dates, codes and names of the sentence that no cited passage holds, as they are written."""
    sentence = nfc(sentence)
    values = written_values(sentence, language)
    absent = [
        sentence[value.start:value.end] for value in values if not any(held.holds_value(value) for held in cited)
    ]
    in_values = [(value.start, value.end) for value in values]
    for place in surfaces(sentence):
        if any(start <= place.start < end for start, end in in_values):
            continue
        written = sentence[place.start:place.end]
        if any(character.isdigit() for character in written):
            if not any(held.holds_figure(place) for held in cited):
                absent.append(written)
        elif _is_name(sentence, place, language) and fold(written) not in asked and not any(
            held.holds_word(written, language) for held in cited
        ):
            absent.append(written)
    return list(dict.fromkeys(absent))


def _is_name(sentence: str, place: TextPlace, language: str | None) -> bool:
    """A word with a capital that the beginning of a sentence does not explain."""
    written = sentence[place.start:place.end]
    before = sentence[:place.start].rstrip(" \"'«“(¿¡*_")
    return (
        language != _GERMAN and len(written) > 2 and written[0].isupper() and bool(before) and before[-1] not in ".:!?…\n"
        and fold(written) not in STOP_WORDS
    )


class Support:
    """What a passage can support, worked out once: with its title and headings, which were sent with it."""

    def __init__(self, passage: SentPassage) -> None:
        self.passage = passage
        text = nfc(f"{passage.source}\n{passage.text}")
        tokens = index_text(text, passage.language)
        self._exact = frozenset(tokens.exact.split())
        self._stems = frozenset(tokens.stem.split())
        self._codes = frozenset(tokens.code.split())
        values = written_values(text, passage.language)
        self._values = frozenset(token for value in values for token in (*value.tokens, *value.wider))
        # Not what numbers might be worth besides (2.600 as 2,6): a thousandfold is no support.
        self._numbers = frozenset(
            number for token in (*self._exact, *self._values) if (number := _decimal(token)) is not None
        )

    def holds_value(self, value: WrittenValue) -> bool:
        return any(token in self._values or _decimal(token) in self._numbers for token in value.tokens)

    def holds_figure(self, place: TextPlace) -> bool:
        """A code as a whole; a number by what it is worth."""
        pieces = place.surface.pieces
        if any(not _decimal(piece.exact) and not piece.exact.isdigit() for piece in pieces) and place.surface.codes:
            return not self._codes.isdisjoint(place.surface.codes)
        return all(
            piece.exact in self._exact or ((number := _decimal(piece.exact)) is not None and number in self._numbers) for piece in pieces
        )

    def holds_word(self, word: str, language: str | None) -> bool:
        """In another language names are written in other ways: nothing is said of them."""
        if not self._is_of(language):
            return True
        return fold(word) in self._exact or cached_stem(word.lower(), language) in self._stems or all(
            part in self._exact for part in re.split(r"\W+", fold(word)) if part
        )

    def says(self, sentence: str, language: str | None, close: dict[ChunkId, float]) -> bool:
        closeness = close.get(self.passage.chunk_id)
        if not self._is_of(language):
            return closeness is not None and closeness >= CLOSE_ACROSS
        share = self._share(sentence, language)
        return share >= LEAST_WORDS or (share >= FEW_WORDS and closeness is not None and closeness >= CLOSE)

    def _is_of(self, language: str | None) -> bool:
        return language is None or self.passage.language in (None, language)

    def _share(self, sentence: str, language: str | None) -> float:
        words = [word for word in _words(sentence) if not any(character.isdigit() for character in word)]
        if not words:
            return 1.0          # figures alone, which have been looked for
        return sum(fold(word) in self._exact or cached_stem(word.lower(), language) in self._stems for word in words) / len(words)


def _words(text: str) -> list[str]:
    """The words that say something."""
    return [
        word for place in surfaces(nfc(text)) if fold(word := nfc(text)[place.start:place.end]) not in STOP_WORDS and len(word) > 1
    ]


def _decimal(token: str) -> Decimal | None:
    if not token[:1].isdigit() or not token.isascii():
        return None
    try:
        return Decimal(token)
    except InvalidOperation:
        return None

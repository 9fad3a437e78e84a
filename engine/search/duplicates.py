"""Near-duplicates among hits: the same text in two documents is shown once."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

NEAR = 0.9
_WORD = re.compile(r"\w+")
_FIGURE = re.compile(r"[^\W_]*\d[\w./-]*")


class _Compared:
    """A text with what is compared of it, worked out once and only where it is needed."""

    def __init__(self, text: str) -> None:
        self.text = text

    @functools.cached_property
    def figures(self) -> list[str]:
        return _FIGURE.findall(self.text)

    @functools.cached_property
    def shingles(self) -> frozenset[tuple[str, ...]]:
        return shingles(self.text)

    def says_the_same(self, other: _Compared) -> bool:
        if self.text == other.text:
            return True
        if not 0.8 <= (len(self.text) + 1) / (len(other.text) + 1) <= 1.25 or self.figures != other.figures:
            return False
        union = len(self.shingles | other.shingles)
        return bool(union) and len(self.shingles & other.shingles) / union >= NEAR


def same_text(first: str, second: str) -> bool:
    """Whether two chunks say the same: Jaccard of word 3-grams at least 0.9, and the same figures and codes.

    Two passages that differ in one number are two facts, however alike their words: they are never folded.
    """
    return _Compared(first).says_the_same(_Compared(second))


def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """The runs of three words of a text; of a shorter one all its words."""
    words = _WORD.findall(text.casefold())
    if len(words) < 3:
        return frozenset([tuple(words)])
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def fold(texts: Sequence[str]) -> list[list[int]]:
    """Groups of indexes whose texts say the same, in order of their first member; each group's first is its head."""
    compared = [_Compared(text) for text in texts]
    groups: list[list[int]] = []
    for index, text in enumerate(texts):
        for group in groups:
            if text and compared[group[0]].says_the_same(compared[index]):
                group.append(index)
                break
        else:
            groups.append([index])
    return groups

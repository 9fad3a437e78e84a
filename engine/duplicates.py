"""Near-duplicates among hits: the same text in two documents is shown once."""

from __future__ import annotations

import re
from collections.abc import Sequence

NEAR = 0.9
_WORD = re.compile(r"\w+")
_FIGURE = re.compile(r"[^\W_]*\d[\w./-]*")


def same_text(first: str, second: str) -> bool:
    """Whether two chunks say the same: Jaccard of word 3-grams at least 0.9, and the same figures and codes.

    Two passages that differ in one number are two facts, however alike their words: they are never folded.
    """
    if first == second:
        return True
    if not 0.8 <= (len(first) + 1) / (len(second) + 1) <= 1.25:
        return False
    if _FIGURE.findall(first) != _FIGURE.findall(second):
        return False
    a, b = shingles(first), shingles(second)
    union = len(a | b)
    return bool(union) and len(a & b) / union >= NEAR


def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """The runs of three words of a text; of a shorter one all its words."""
    words = _WORD.findall(text.casefold())
    if len(words) < 3:
        return frozenset([tuple(words)])
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def fold(texts: Sequence[str]) -> list[list[int]]:
    """Groups of indexes whose texts say the same, in order of their first member; each group's first is its head."""
    groups: list[list[int]] = []
    for index, text in enumerate(texts):
        for group in groups:
            if text and same_text(texts[group[0]], text):
                group.append(index)
                break
        else:
            groups.append([index])
    return groups

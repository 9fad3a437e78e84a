"""Which way a text that may begin in the middle of a sentence is read."""

from __future__ import annotations

import unicodedata
from collections import Counter

_LOOKED_AT = 600        # characters


def is_right_to_left(text: str) -> bool:
    """By most of its letters. The rule of the first letter (UAX 9, P2) is for whole paragraphs: a snippet can begin with a
    foreign word."""
    counts = Counter(unicodedata.bidirectional(character) for character in text[:_LOOKED_AT])
    return counts["R"] + counts["AL"] > counts["L"]

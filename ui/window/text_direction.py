"""Which way a text that may begin in the middle of a sentence is read."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

_LOOKED_AT = 600        # characters
_ANY = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")      # the blocks of such scripts


def is_right_to_left(text: str) -> bool:
    """By most of its letters. The rule of the first letter (UAX 9, P2) is for whole paragraphs: a snippet can begin with a
    foreign word."""
    if not _ANY.search(text, 0, _LOOKED_AT):        # asked for each result at each key that is typed
        return False
    counts = Counter(unicodedata.bidirectional(character) for character in text[:_LOOKED_AT])
    return counts["R"] + counts["AL"] > counts["L"]

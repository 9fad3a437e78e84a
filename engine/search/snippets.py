"""The part of a chunk that a result shows, and the words in it that match."""

from __future__ import annotations

import re
from collections.abc import Sequence

MAIL_KINDS = frozenset({"eml", "msg"})
_HEADER_LINES = re.compile(r"(?:(?:From|To|Cc|Bcc|Date|Subject): [^\n]*\n)+\s*")      # as engine/reading/mail.py writes them
SNIPPET_CHARACTERS = 320
LEAD_CHARACTERS = 80        # shown before the part that matters, to give it context


def mail_body(text: str) -> int:
    """Where the text of a message begins, behind the header lines that stand first in it; 0 without either."""
    head = _HEADER_LINES.match(text)
    return head.end() if head is not None and head.end() < len(text) else 0


def window(text: str, focus: tuple[int, int] | None, size: int = SNIPPET_CHARACTERS, after: int = 0) -> tuple[int, int]:
    """Bounds of the piece of `text` to show: at most about `size` code points, holding the start of `focus`.

    The bounds fall between words where there are any. Leading and trailing white space is left out. Nothing before `after` is
    shown, unless the focus lies there.
    """
    if after and (focus is None or focus[0] >= after):
        moved = (focus[0] - after, focus[1] - after) if focus is not None else None
        begin, end = window(text[after:], moved, size)
        return begin + after, end + after
    begin = 0
    if len(text) > size and focus is not None:
        begin = max(0, min(focus[0] - LEAD_CHARACTERS, len(text) - size))
        if focus[1] - begin > size:
            begin = max(0, min(focus[0], len(text) - size))
    end = min(len(text), begin + size)
    if begin > 0:
        begin = _word_start(text, begin, limit=min(end, focus[0] if focus else end))
    if end < len(text):
        end = _word_end(text, end, limit=begin + size // 2)
    while begin < end and text[begin].isspace():
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    return begin, end


def _word_start(text: str, position: int, limit: int) -> int:
    for index in range(position, min(limit, position + 40)):
        if text[index - 1].isspace():
            return index
    return position


def _word_end(text: str, position: int, limit: int) -> int:
    for index in range(position, max(limit, position - 40), -1):
        if text[index].isspace():
            return index
    return position


def densest(spans: Sequence[tuple[int, int]], size: int = SNIPPET_CHARACTERS) -> tuple[int, int] | None:
    """The stretch of at most `size` code points that holds the most spans; None without spans."""
    best: tuple[int, int, int] | None = None
    last = 0
    for first, (start, _) in enumerate(spans):
        last = max(last, first)
        while last + 1 < len(spans) and spans[last + 1][1] - start <= size:
            last += 1
        if best is None or last - first + 1 > best[0]:
            best = (last - first + 1, start, spans[last][1])
    return None if best is None else (best[1], best[2])


def clip(spans: Sequence[tuple[int, int]], begin: int, end: int) -> tuple[tuple[int, int], ...]:
    """Spans that lie inside [begin, end), relative to `begin`."""
    return tuple((start - begin, stop - begin) for start, stop in spans if start >= begin and stop <= end)

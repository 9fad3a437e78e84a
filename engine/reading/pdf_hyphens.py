"""Words that a hyphen cut at a line's end, put together: with or without the hyphen, as the document writes them.

PDFium marks the place with U+FFFE and drops the hyphen. "implemen|tation" has to become one word, "dual|encoder" and
"--compare|versions" have to keep theirs. What the rest of the document writes decides; else the look of the halves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.reading.pdf_lines import Line

MARK = "\ufffe"
_CUT = re.compile(f"([^\\s{MARK}]*){MARK}([^\\s{MARK}]*)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def join_hyphens(lines: Sequence[Line]) -> list[Line]:
    """Lines without U+FFFE."""
    if not any(MARK in line.text for line in lines):
        return list(lines)
    words = _counted([line.text for line in lines])
    return [replace(line, text=_joined(line.text, words)) if MARK in line.text else line for line in lines]


def _counted(lines: Sequence[str]) -> Counter[str]:
    """How often each word stands in the lines, and each part of one with hyphens; halves of cut words are none."""
    found = _WORD.findall("\n".join([line for line in lines if MARK not in line]))
    for line in lines:
        if MARK in line:
            whole = (match for match in _WORD.finditer(line) if MARK not in line[max(match.start() - 1, 0) : match.end() + 1])
            found += [match.group() for match in whole]
    words = Counter(map(str.casefold, found))
    for word, n_times in [(word, n) for word, n in words.items() if "-" in word]:
        for part in word.split("-"):
            words[part] += n_times
    return words


def _joined(text: str, words: Counter[str]) -> str:
    while MARK in text:
        text = _CUT.sub(lambda match: _join(match.group(1), match.group(2), words), text)
    return text


def _join(before: str, after: str, words: Counter[str]) -> str:
    if not before or not after:
        return before + after
    head = _last_word(before)
    tail = _first_word(after)
    whole, compound = words[(head + tail).casefold()], words[f"{head}-{tail}".casefold()]
    if whole != compound:
        keeps = compound > whole
    elif "-" in before or not before[-1:].islower() or not after[:1].islower() or any(c.isdigit() for c in before):
        keeps = True        # options, codes, names
    else:
        # Both halves are words here, and the joined one is nowhere: a compound.
        keeps = len(head) > 3 and len(tail) > 3 and words[head.casefold()] > 0 and words[tail.casefold()] > 1
    return f"{before}-{after}" if keeps else before + after


def _last_word(text: str) -> str:
    found = re.search(r"[^\W\d_]+$", text)
    return found.group() if found else ""


def _first_word(text: str) -> str:
    found = re.match(r"[^\W\d_]+", text)
    return found.group() if found else ""

"""Units: the smallest pieces of text that packing does not cut: a paragraph, a list item, a sentence, a line of code."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from engine.chunking.limits import ChunkLimits
from engine.document import Block, BlockKind
from engine.language.sentences import split_sentences
from engine.protocols import TokenCounter

COUNTED_CHARS = 6000        # of a sentence: a longer one surely passes every limit
_SEGMENT = 4000             # characters of a sentence without end that are looked at at once
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_COMMENT_LINE = re.compile(r"\s*(?://|#(?!\s*(?:include|if|else|elif|endif|define|pragma)\b)|/?\*|--\s|;;|%\s|@\w)")
_CLOSING_LINE = re.compile(r"\s*(?:[\])}>]+[;,]?|end|fi|done|esac|else\b.*|\} else.*|except\b.*|finally\b.*|catch\b.*)\s*$")

_RECORD_END = re.compile(r"[)\]}],(?=\s?[(\[{])|;(?=\S)")

BETWEEN_SENTENCES = 0.25    # costs of a cut, on the scale of packing.size_cost
BETWEEN_LINES = 0.2         # of records
INSIDE_SENTENCE = 0.4
TOGETHER = 1.0              # cut here only if there is no other way


@dataclass(slots=True)
class Unit:
    start: int
    end: int
    n_tokens: int
    kind: BlockKind
    page: int | None
    level: int = 0
    is_bold: bool = False
    cut: float | None = None    # cost of a cut before it; None: depends on its neighbour
    is_counted: bool = True     # False: n_tokens may be off by one or two, because a word was cut


def unit_of(block: Block, n_tokens: int) -> Unit:
    return Unit(block.start, block.end, n_tokens, block.kind, block.page, block.level, block.bold)


def rough_spans(text: str, block: Block, language: str | None) -> list[tuple[int, int, float]]:
    """(start, end, cost of a cut before) of the sentences or code lines of a block too large for a chunk."""
    if block.kind == "code":
        return _code_lines(text, block)
    piece = text[block.start : block.end]
    spans = split_sentences(piece, language)
    return [(block.start + a, block.start + b, BETWEEN_SENTENCES) for a, b in spans]


def _code_lines(text: str, block: Block) -> list[tuple[int, int, float]]:
    """Lines that are not blank. A cut is cheap after a blank line and where little is indented, dear after a comment."""
    lines: list[tuple[int, int, float]] = []
    previous_end = block.start
    previous_line = ""
    for match in _LINE.finditer(text, block.start, block.end):
        line = match.group()
        indent = min(len(line) - len(line.lstrip()), 40)
        after_blank = text.count("\n", previous_end, match.start()) > 1
        cost = (0.0 if after_blank else 0.2) + indent * 0.01
        if not after_blank and _COMMENT_LINE.match(previous_line):
            cost += 0.3
        lines.append((match.start(), match.end(), TOGETHER if _CLOSING_LINE.match(line) else cost))
        previous_end, previous_line = match.end(), line
    return lines


def units_of_spans(
    text: str,
    block: Block,
    spans: Sequence[tuple[int, int, float]],
    counts: Sequence[int],
    tokens: TokenCounter,
    limits: ChunkLimits,
    most: int,
) -> list[Unit]:
    """Units of a block from its sentences; those over `most` tokens are cut, with an overlap."""
    units: list[Unit] = []
    for (start, end, cost), n_tokens in zip(spans, counts):
        is_huge = n_tokens > most or end - start > COUNTED_CHARS
        lines = (_records if block.kind == "code" else _record_lines)(text, start, end) if is_huge else []
        parts = [(a, b, BETWEEN_LINES if number else cost) for number, (a, b) in enumerate(lines)] or [(start, end, cost)]
        sizes = tokens.count([text[a:b] if b - a <= COUNTED_CHARS else "" for a, b in lines]) or [n_tokens]
        for (first, last, dear), size in zip(parts, sizes):
            if size <= most and last - first <= COUNTED_CHARS:
                units.append(Unit(first, last, size, block.kind, block.page, block.level, block.bold, dear))
                continue
            for number, (a, b, n) in enumerate(pieces(text, first, last, tokens, limits, most)):
                units.append(
                    Unit(a, b, n, block.kind, block.page, block.level, block.bold, INSIDE_SENTENCE if number else dear, False)
                )
    if units:
        units[0].cut = None
    return units


def _record_lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Spans of the lines of a "sentence" without end that is a list of records (a log, an index): most begin anew.

    Empty for one line, and for prose, whose lines go on in the middle of a sentence.
    """
    lines = [(match.start(), match.end()) for match in _LINE.finditer(text, start, end)]
    n_going_on = sum(text[first:last].lstrip()[:1].islower() for first, last in lines[1:])
    return lines if len(lines) > 1 and n_going_on < 0.3 * (len(lines) - 1) else []


def _records(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Spans of the records or statements that one line of code or data holds (`(1, 'a'),(2, 'b');`); empty where there are few."""
    ends = [match.end() for match in _RECORD_END.finditer(text, start, end)]
    if len(ends) < 4:
        return []
    spans = [_stripped(text, a, b) for a, b in zip([start, *ends], [*ends, end])]
    return [(a, b) for a, b in spans if a < b]


def pieces(
    text: str, start: int, end: int, tokens: TokenCounter, limits: ChunkLimits, most: int
) -> list[tuple[int, int, int]]:
    """Cut text[start:end] into (start, end, tokens) of about equal size, at blanks or marks where there are any.

    Each piece but the first begins `limits.overlap` tokens before the end of the one before. Linear in the length.
    """
    size = max(min(limits.target, most - limits.overlap), 1)
    found: list[tuple[int, int, int]] = []
    overlap_from = start
    n_overlap = 0
    for low, high in _segments(text, start, end):
        starts = [low + a for a, b in tokens.spans(text[low:high]) if b > a] or [low]
        n_pieces = -(-len(starts) // size)
        at = 0
        for number in range(1, n_pieces + 1):
            until = len(starts) if number == n_pieces else _good_cut(text, starts, at, len(starts) * number // n_pieces)
            stop = high if until == len(starts) else _not_in_character(text, starts[until], high)
            a, b = _stripped(text, overlap_from, stop)
            if a < b:
                found.append((a, b, until - at + n_overlap))
            back = _overlap_start(text, starts, at, until, limits.overlap)
            overlap_from, n_overlap = _not_in_character(text, starts[back], stop) if back < until else stop, until - back
            at = until
    return found


def _segments(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Bounded stretches of text[start:end], divided at white space where there is any, else after a comma or semicolon."""
    found: list[tuple[int, int]] = []
    while end - start > _SEGMENT:
        middle = start + _SEGMENT
        cut = max(text.rfind(" ", middle - _SEGMENT // 4, middle), text.rfind("\n", middle - _SEGMENT // 4, middle))
        if cut <= start:
            cut = _not_in_character(text, _after_mark(text, middle - _SEGMENT // 4, middle), end)
        found.append((start, cut))
        start = cut
    found.append((start, end))
    return found


def _after_mark(text: str, low: int, high: int) -> int:
    """Behind the last record of data, else statement, else whatever is no letter or digit in text[low:high]; else `high`."""
    record = max(text.rfind(mark, low, high) for mark in ("),", "},", "],"))
    if record >= 0:
        return record + 2
    statement = max(text.rfind(mark, low, high) for mark in ";,")
    if statement >= 0:
        return statement + 1
    return next((at + 1 for at in range(high - 1, low, -1) if not text[at].isalnum()), high)


def _good_cut(text: str, starts: Sequence[int], low: int, at: int) -> int:
    """A token near `at` that begins a clause or a record of data, else a word, else is no word's inside, else `at`. Over `low`."""
    earliest = max(low + 1, at - max((at - low) // 5, 1))
    word = edge = 0
    for index in range(at, earliest - 1, -1):
        before = text[starts[index] - 1] if starts[index] else " "
        here = text[starts[index]]
        if before.isspace() or here.isspace():
            word = word or index
            mark = text[starts[index] - 2] if starts[index] > 1 else " "
            if mark in ",;:.)]»”—":
                return index
        elif before in "，、；：…" or _opens_record(text, starts[index]):
            return index
        elif not (before.isalnum() and here.isalnum()):
            edge = edge or index
    return word or edge or max(at, low + 1)


def _overlap_start(text: str, starts: Sequence[int], low: int, until: int, n_tokens: int) -> int:
    """The first token that begins a word among the last n_tokens before `until`; none: a record among half of them, or half."""
    earliest = max(low, until - n_tokens)
    for index in range(earliest, until):
        if text[starts[index] - 1 : starts[index]].isspace() or text[starts[index]].isspace():
            return index
    half = max(earliest, until - n_tokens // 2)
    return next((index for index in range(half, until) if _opens_record(text, starts[index])), half)


def _opens_record(text: str, at: int) -> bool:
    """Whether a record of data, or a statement, begins here without a blank before it."""
    before = text[at - 1 : at]
    return before == ";" or (before in (",", "}") and text[at] in "([{<\"'")


def _not_in_character(text: str, at: int, end: int) -> int:
    """`at`, or a little later where it would part a letter from its marks."""
    for _ in range(16):
        if at >= end or not (unicodedata.category(text[at]).startswith("M") or text[at - 1] == "\u200d"):
            break
        at += 1
    return at


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end

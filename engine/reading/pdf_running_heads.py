"""Heads and feet that a PDF repeats from page to page, and page numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from engine.reading.pdf_lines import Line

MIN_REPEATS = 3                 # pages on which a first or last line must stand to be a running head
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"\b[ivxlc]{1,7}\b")
_SPACES = re.compile(r"\s+")
_PAGE_NUMBER = re.compile(r"(?:p[áa]g(?:ina|\.)?|page|p\.)?\s*[-–—|]?\s*(\d{1,4})(?:\s*(?:/|de|of|von|sur)\s*(\d{1,4}))?\s*[-–—|]?", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")


def running_key(line: Line) -> tuple[str, int]:
    """What running heads have in common from page to page: their words without numbers, and their height."""
    text = _DIGITS.sub("#", _SPACES.sub(" ", line.text)).strip()
    if len(text) <= 12:
        text = _ROMAN.sub("#", text)
    return text, round(line.bottom / 8)


def running_lines(lines: Sequence[Line]) -> set[tuple[str, int]]:
    """Keys of the lines that stand first or last, or highest or lowest, on several pages at the same height.

    A page of nothing but such lines (the same form filled a hundred times) keeps them: there they are the content.
    """
    pages: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        pages[line.page].append(line)
    seen_on: dict[tuple[str, int], list[int]] = defaultdict(list)
    for page, page_lines in sorted(pages.items()):
        by_height = sorted(page_lines, key=lambda line: line.bottom)
        edge = [*page_lines[:2], *page_lines[-2:], *by_height[:2], *by_height[-2:]]
        for key in {running_key(line) for line in edge}:
            seen_on[key].append(page)
    repeated = {key for key, numbers in seen_on.items() if _follow_each_other(numbers)} | _on_both_pages(pages)
    if not repeated:
        return set()
    n_emptied = sum(all(running_key(line) in repeated for line in page_lines) for page_lines in pages.values())
    if n_emptied > max(1, len(pages) // 10):
        # Keep to page numbers: the pages would be left without text.
        repeated = {key for key in repeated if not _LETTER.search(key[0])}
    return repeated


def _on_both_pages(pages: Mapping[int, Sequence[Line]]) -> set[tuple[str, int]]:
    """Keys of the highest and the lowest line of a document of two pages, where both pages have the very same one.

    Of two copies of a page, or two fillings of one form, nothing is taken: there such lines are the content.
    """
    if len(pages) != 2:
        return set()
    first, second = ({line.text for line in lines} for lines in pages.values())
    if 2 * len(first & second) > min(len(first), len(second)):
        return set()
    edges = [(min(lines, key=lambda line: line.bottom), max(lines, key=lambda line: line.bottom)) for lines in pages.values()]
    return {running_key(one) for one, other in zip(*edges) if one.text == other.text and running_key(one) == running_key(other)}


def _follow_each_other(pages: Sequence[int]) -> bool:
    """Whether a line stands on three pages near each other (left and right ones may differ), as running heads do."""
    last = MIN_REPEATS - 1
    return any(pages[i + last] - pages[i] <= 2 * last for i in range(len(pages) - last))


def is_page_number(line: Line, n_pages: int) -> bool:
    """Whether a line says nothing but which page this is: "12", "- 3 -", "Página 2 de 9"."""
    match = _PAGE_NUMBER.fullmatch(line.text.strip())
    return match is not None and int(match.group(1)) == line.page and int(match.group(2) or n_pages) == n_pages

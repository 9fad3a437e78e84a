"""Versions of one document among hits: `Contrato v1`, `Contrato_v2 final`, `2024-03-01 Contrato`. The newest stands for all.

Names that differ in nothing but marks of a version or a date, and texts that are alike for the most part: either alone says
too little, since chapters are numbered too, and forms are filled in again and again.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from pathlib import PurePath

from engine.language.analysis import exact_forms
from engine.language.folding import fold, nfc
from engine.language.written_values import written_values
from engine.search.duplicates import shingles

ALIKE = 0.6                 # of the two texts' word 3-grams (Jaccard), where the name says that it is a version
ALIKE_OF_DATED = 0.8        # where it only bears a date: each month's minutes are no version of the last ones
MOST_CHARACTERS = 60_000    # of a text, from its beginning, that are compared

_NUMBERED = re.compile(
    r"(?<![^\W\d_])(?:v|ver|vers|version|versi[oó]n|rev|revisi[oó]n|revision|ed|edici[oó]n|edition)[ ._-]{0,2}(\d+(?:[._]\d+){0,3})(?![\w])"
)
_COPY = re.compile(r"\((\d{1,2})\)\s*$|\b(?:copia(?: de)?|copy(?: of)?)\b")
_PREPOSITION = re.compile(r" (?:de|of)$")        # `copia de Contrato` is a `copia`
_LATER = re.compile(
    r"\b(?:final|definitiv[oa]|firmad[oa]|signed|aprobad[oa]|approved|vigente|actualizad[oa]|updated|latest|[uú]ltim[oa]|nuev[oa]|new)\b"
)
_EARLIER = re.compile(r"\b(?:borrador|draft|preliminar|preliminary|old|antigu[oa]|viej[oa]|obsolet[oae]|backup|bak|anterior|previous|wip)\b")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_GAPS = re.compile(r"[\s_.,()\[\]{}+-]+")


@dataclass(frozen=True, slots=True)
class VersionMark:
    """What a name says of its version, and what is left of it without that."""

    base: str
    number: tuple[int, ...] = ()
    day: str = ""               # 20240301, 202403 or 2024
    step: int = 0               # -1 draft, old; 0 nothing said; 1 final, signed
    written: str = ""           # the marks as they stand in the name; "" where there are none

    @property
    def is_only_dated(self) -> bool:
        return bool(self.day) and not self.number and not self.step


@dataclass(frozen=True, slots=True)
class Versioned:
    """A hit to be compared; `exactness` is the share of the query's codes that its passage holds."""

    path: str
    mtime_ns: int
    exactness: float
    text: Callable[[], str]     # the document's; asked only where the names are alike


@functools.lru_cache(maxsize=2_000)
def version_of(path: str) -> VersionMark:
    """By the file's name, or where that says nothing by its folder's: `2023/Manual.pdf`."""
    place = PurePath(path.replace("!", "/"))
    own = _mark(place.stem)
    folder = _mark(place.parent.name)
    if own.written or not folder.written:
        return own
    return VersionMark(f"{folder.base}/{own.base}", folder.number, folder.day, folder.step, folder.written)


def _mark(name: str) -> VersionMark:
    rest = nfc(name).lower().replace("_", " ")
    marks: list[str] = []

    def take(pattern: re.Pattern[str]) -> re.Match[str] | None:
        nonlocal rest
        match = pattern.search(rest)
        if match is not None:
            marks.append(_PREPOSITION.sub("", match[0].strip()))
            rest = rest[: match.start()] + " " + rest[match.end() :]
        return match

    numbered = take(_NUMBERED)
    number = tuple(int(part) for part in re.split(r"[._]", numbered[1])) if numbered else ()
    day = ""
    dates = [value for value in written_values(rest, "es") if value.is_date and len(value.tokens[0]) > 5]
    if dates:
        day = dates[0].tokens[0][1:]
        marks.append(rest[dates[0].start : dates[0].end])
        rest = rest[: dates[0].start] + " " + rest[dates[0].end :]
    elif year := take(_YEAR):
        day = year[0]
    step = (1 if take(_LATER) else 0) - (1 if take(_EARLIER) else 0)
    copied = take(_COPY)
    if copied is not None and copied[1] and not number:
        number = (int(copied[1]),)
    base = " ".join(part for part in _GAPS.split(fold(rest)) if part)
    return VersionMark(base, number, day, step, " ".join(marks))


def under_newest(hits: Sequence[Versioned], asked: frozenset[str]) -> list[list[int]]:
    """Groups of indexes, newest version first in each, in the order of their best members; most groups are of one.

    Args:
        hits: best first.
        asked: exact tokens of the query: who asks for `v1` or 2019 is not given another version in its place.
    """
    marks = [version_of(hit.path) for hit in hits]
    texts: dict[int, frozenset[tuple[str, ...]]] = {}

    def alike(first: int, second: int) -> bool:
        for index in (first, second):
            if index not in texts:
                texts[index] = shingles(hits[index].text()[:MOST_CHARACTERS])
        union = len(texts[first] | texts[second])
        least = ALIKE_OF_DATED if marks[first].is_only_dated or marks[second].is_only_dated else ALIKE
        return bool(union) and len(texts[first] & texts[second]) / union >= least

    groups: list[list[int]] = []
    for index, mark in enumerate(marks):
        group = None
        if mark.base and not _is_asked_for(mark, asked):
            group = next((g for g in groups if _may_join(hits, marks, g[0], index, asked) and alike(g[0], index)), None)
        if group is None:
            groups.append([index])
        else:
            group.append(index)
    newest_first = cmp_to_key(functools.partial(_compare, hits, marks))
    return [sorted(group, key=newest_first) for group in groups]


def _may_join(hits: Sequence[Versioned], marks: Sequence[VersionMark], first: int, second: int, asked: frozenset[str]) -> bool:
    a, b = marks[first], marks[second]
    return (
        a.base == b.base and bool(a.written or b.written) and (a.written != b.written or a.number != b.number)
        and hits[first].exactness == hits[second].exactness and not _is_asked_for(a, asked)
    )


def _is_asked_for(mark: VersionMark, asked: frozenset[str]) -> bool:
    tokens = exact_forms(mark.written)
    numbers = [token for token in tokens if token[:1].isdigit()]
    return bool(tokens) and all(token in asked for token in numbers or tokens)


def _compare(hits: Sequence[Versioned], marks: Sequence[VersionMark], first: int, second: int) -> int:
    """Negative where the first is the newer: by number, else by date, else draft before final, else by the file's time."""
    a, b = marks[first], marks[second]
    if a.number and b.number and a.number != b.number:
        return -1 if a.number > b.number else 1
    if a.day and b.day and a.day != b.day:
        return -1 if a.day > b.day else 1
    if a.step != b.step:
        return b.step - a.step
    return -1 if hits[first].mtime_ns > hits[second].mtime_ns else 1

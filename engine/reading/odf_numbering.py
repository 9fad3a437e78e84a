"""Automatic numbers of OpenDocument's lists and headings ("2.", "b)", "3.1"): counted here, since no paragraph holds them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.reading.cleaning import number_of
from engine.reading.list_numbers import letters, roman
from engine.reading.packages import attribute, local_name

_PLACE = re.compile(r"%(\d{1,2})%")
_MAX_LABEL = 80
_Counts = dict[int, int]        # level, from 1: its number


@dataclass(frozen=True, slots=True)
class _Level:
    form: str           # "1", "a", "I"; "": no number
    before: str
    behind: str
    n_shown: int        # how many levels its number shows: 2 for "3.1"
    start: int
    pattern: str        # "%1%.%2%)", where a newer program wrote one


class OdfNumbering:
    """Counts through a document; lists, items and headings are to be told of in its order."""

    def __init__(self, trees: Iterable[Any | None]) -> None:
        self._styles: dict[str, dict[int, _Level]] = {}
        self._outline: dict[int, _Level] = {}
        for tree in trees:
            for style in () if tree is None else tree.iter("{*}list-style", "{*}outline-style"):
                if local_name(style) == "outline-style":
                    self._outline = _levels(style)
                else:
                    self._styles[attribute(style, "name") or ""] = _levels(style)
        self._open: list[tuple[str, _Counts]] = []      # style and numbers of each open list
        self._last: dict[str, _Counts] = {}             # numbers by a list's style, and by its identifier
        self._headings: _Counts = {}
        self._label = ""

    def enter(self, element: Any) -> None:
        """A list begins; one within another counts on in the numbers of the outer one."""
        style = attribute(element, "style-name") or (self._open[-1][0] if self._open else "")
        if self._open:
            counts = self._open[-1][1]
        elif followed := attribute(element, "continue-list"):
            counts = self._last.get(f"#{followed}", {})
        else:
            counts = self._last.get(style, {}) if attribute(element, "continue-numbering") == "true" else {}
        self._last[style] = counts
        if identity := attribute(element, "id"):
            self._last[f"#{identity}"] = counts
        self._open.append((style, counts))

    def leave(self) -> None:
        self._open.pop()
        self._label = ""

    def item(self, element: Any) -> None:
        """An item begins; one that only holds a further list has no number."""
        first = next((child for child in element if local_name(child) not in ("", "number")), None)
        if not self._open or first is None or local_name(first) not in ("p", "h"):
            return
        style, counts = self._open[-1]
        levels = self._styles.get(style, {})
        self._label = _counted(levels, counts, len(self._open), number_of(attribute(element, "start-value"), -1))

    def taken(self) -> str:
        """What stands before the words of the item that has begun: "3. "; "" for what follows in it."""
        label, self._label = self._label, ""
        return f"{label} " if label else ""

    def of_heading(self, element: Any) -> str:
        """What stands before a heading that is in no list."""
        level = number_of(attribute(element, "outline-level"), 1)
        if self._open or attribute(element, "is-list-header") == "true" or level not in self._outline:
            return ""
        start = number_of(attribute(element, "start-value"), -1)
        label = _counted(self._outline, self._headings, level, start)
        return f"{label} " if label else ""


def _counted(levels: dict[int, _Level], counts: _Counts, level: int, start: int) -> str:
    how = levels.get(level)
    first = how.start if how is not None else 1
    counts[level] = start if start >= 0 else counts[level] + 1 if level in counts else first
    for below in [other for other in counts if other > level]:
        del counts[below]
    if how is None or not how.form:
        return ""

    def number(at: int) -> str:
        other = levels.get(at)
        return _shown(counts.get(at, other.start), other.form) if other is not None and other.form else ""

    if how.pattern:
        label = _PLACE.sub(lambda match: number(int(match[1])), how.pattern)
    else:
        shown = [said for at in range(max(level - how.n_shown + 1, 1), level + 1) if (said := number(at))]
        label = f"{how.before}{'.'.join(shown)}{how.behind}"
    return label.strip()[:_MAX_LABEL]


def _shown(number: int, form: str) -> str:
    if form in ("a", "A"):
        return letters(number) if form == "a" else letters(number).upper()
    if form in ("i", "I"):
        return roman(number) if form == "i" else roman(number).upper()
    return str(number)


def _levels(style: Any) -> dict[int, _Level]:
    found: dict[int, _Level] = {}
    for element in style:
        if local_name(element) not in ("list-level-style-number", "outline-level-style"):
            continue
        found[number_of(attribute(element, "level"), 1)] = _Level(
            (attribute(element, "num-format") or "").strip(),
            attribute(element, "num-prefix") or "",
            attribute(element, "num-suffix") or "",
            max(number_of(attribute(element, "display-levels"), 1), 1),
            number_of(attribute(element, "start-value"), 1),
            attribute(element, "num-list-format") or "",
        )
    return found

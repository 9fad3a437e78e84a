"""Word's automatic numbers ("1.", "a)", "Artículo 3", "2.1.4"): they lie in no paragraph and are counted here as Word counts them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.reading.cleaning import number_of
from engine.reading.list_numbers import cardinal_word, letters, ordinal, ordinal_word, roman
from engine.reading.packages import attribute

_PLACE = re.compile(r"%([1-9])")
_MAX_LEVELS = 9
_MAX_LABEL = 80


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    form: str           # "decimal", "lowerLetter"…
    text: str           # "%1.%2)": %n stands for the number of level n
    restart: int        # the level, from 1, whose numbers begin it anew; 0: none does; by default the one above
    is_legal: bool      # all numbers in figures
    style: str          # the paragraph style that stands for it


@dataclass(frozen=True, slots=True)
class _List:
    kind: str                           # the abstract list that it counts with
    levels: dict[int, _Level]
    starts: dict[int, int]              # level: where this list begins anew


class Numbering:
    """Counts through a document; paragraphs are to be asked for in its order."""

    def __init__(self, root: Any | None, language: str) -> None:
        """root: of the numbering part. language: "es", "en"…, for numbers in words."""
        self._language = language
        self._lists = {} if root is None else _lists(root)
        self._counts: dict[str, dict[int, int]] = {}        # of each abstract list: level: number
        self._begun: set[tuple[str, int]] = set()           # lists and levels whose own start has been taken

    def level_of_style(self, list_id: str, style_id: str) -> int | None:
        """The level, from 0, that a list gives to a paragraph style."""
        found = self._lists.get(list_id)
        return next((level for level, how in found.levels.items() if how.style == style_id), None) if found and style_id else None

    def label(self, list_id: str, level: int) -> str:
        """What stands before the next paragraph of this list; "" for bullets and lists that are not known."""
        numbered = self._lists.get(list_id)
        how = numbered.levels.get(level) if numbered else None
        if numbered is None or how is None:
            return ""
        counts = self._counts.setdefault(numbered.kind, {})
        if level in numbered.starts and (list_id, level) not in self._begun:
            self._begun.add((list_id, level))
            counts[level] = numbered.starts[level]
        else:
            counts[level] = counts[level] + 1 if level in counts else how.start
        for below in [other for other in counts if other > level]:
            deeper = numbered.levels.get(below)
            if deeper is None or (deeper.restart and level < deeper.restart):
                del counts[below]
        if how.form == "bullet":
            return ""
        label = _PLACE.sub(lambda match: self._number(numbered, counts, int(match[1]) - 1, how), how.text).strip()
        return label[:_MAX_LABEL] if any(char.isalnum() for char in label) else ""

    def _number(self, numbered: _List, counts: dict[int, int], level: int, shown_in: _Level) -> str:
        how = numbered.levels.get(level)
        if how is None:
            return ""
        number = counts.get(level, how.start)
        return str(number) if shown_in.is_legal else _shown(number, how.form, self._language)


def _shown(number: int, form: str, language: str) -> str:
    if form in ("lowerLetter", "upperLetter"):
        return letters(number) if form == "lowerLetter" else letters(number).upper()
    if form in ("lowerRoman", "upperRoman"):
        return roman(number) if form == "lowerRoman" else roman(number).upper()
    if form == "decimalZero":
        return f"{number:02}"
    if form == "ordinal":
        return ordinal(number, language)
    if form == "ordinalText":
        return ordinal_word(number, language)
    if form == "cardinalText":
        return cardinal_word(number, language)
    if form == "numberInDash":
        return f"- {number} -"
    return "" if form in ("none", "bullet") else str(number)


def _lists(root: Any) -> dict[str, _List]:
    abstract = {attribute(element, "abstractNumId") or "": element for element in root.iter("{*}abstractNum")}
    by_style = {name: key for key, element in abstract.items() if (name := _value(element, "styleLink"))}
    levels: dict[str, dict[int, _Level]] = {}
    found: dict[str, _List] = {}
    for element in root.iter("{*}num"):
        kind = _value(element, "abstractNumId")
        link = _value(abstract[kind], "numStyleLink") if kind in abstract else ""
        kind = by_style.get(link, kind) if link else kind
        if kind not in abstract:
            continue
        if kind not in levels:
            levels[kind] = _levels(abstract[kind])
        own = dict(levels[kind])
        starts: dict[int, int] = {}
        for override in element.findall("{*}lvlOverride"):
            level = number_of(attribute(override, "ilvl"), 0)
            own.update(_levels(override))
            start = _value(override, "startOverride")
            if start and 0 <= level < _MAX_LEVELS:
                starts[level] = number_of(start, 1)
        found[attribute(element, "numId") or ""] = _List(kind, own, starts)
    return found


def _levels(parent: Any) -> dict[int, _Level]:
    found: dict[int, _Level] = {}
    for element in parent.findall("{*}lvl"):
        level = number_of(attribute(element, "ilvl"), 0)
        if not 0 <= level < _MAX_LEVELS:
            continue
        legal = element.find("{*}isLgl")
        form = next(element.iter("{*}numFmt"), None)
        found[level] = _Level(
            number_of(_value(element, "start"), 0 if element.find("{*}start") is None else 1),
            (attribute(form, "val") or "decimal") if form is not None else "decimal",
            _value(element, "lvlText"),
            number_of(_value(element, "lvlRestart"), level),
            legal is not None and attribute(legal, "val") not in ("0", "false", "off"),
            _value(element, "pStyle"),
        )
    return found


def _value(element: Any, name: str) -> str:
    child = element.find(f"{{*}}{name}")
    return (attribute(child, "val") or "") if child is not None else ""

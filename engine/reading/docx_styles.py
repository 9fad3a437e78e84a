"""What the styles of a DOCX mean: heading levels through basedOn, lists, quotes, captions, code; names in any language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.reading.cleaning import number_of
from engine.reading.packages import attribute

_HEADING_NAME = re.compile(r"(?:heading|t[ií]tulo|überschrift|titre|titolo|rubrik|kop|otsikko|encabezado|t[íi]tol)\s*(\d)", re.IGNORECASE)
_TITLE_NAMES = frozenset({"title", "título", "titre", "titel", "titolo", "puesto", "títol"})


@dataclass(frozen=True, slots=True)
class Style:
    level: int          # heading level from 1; 0: none
    is_title: bool
    is_list: bool
    is_quote: bool
    is_caption: bool
    is_code: bool
    list_id: str = ""       # of the list that numbers its paragraphs
    list_level: int = 0     # in it, from 0


PLAIN = Style(0, False, False, False, False, False)


def read_styles(root: Any | None) -> dict[str, Style]:
    """What each paragraph style means, inherited along basedOn."""
    if root is None:
        return {}
    elements = {attribute(style, "styleId") or "": style for style in root.iter("{*}style")}
    return {style_id: _meaning(style_id, elements) for style_id in elements}


def language_of(root: Any | None) -> str:
    """The language that a document is written in by default, "es"; "" where its styles name none."""
    lang = None if root is None else root.find("{*}docDefaults/{*}rPrDefault/{*}rPr/{*}lang")
    return (attribute(lang, "val") or "")[:2].lower() if lang is not None else ""


def _meaning(style_id: str, elements: dict[str, Any]) -> Style:
    chain: list[Any] = []
    seen: set[str] = set()
    while style_id in elements and style_id not in seen:
        seen.add(style_id)
        chain.append(elements[style_id])
        based_on = elements[style_id].find("{*}basedOn")
        style_id = (attribute(based_on, "val") or "") if based_on is not None else ""
    level: int | None = None
    is_list = False
    list_id = list_level = ""
    names: list[str] = []
    for style in chain:
        name = style.find("{*}name")
        label = (attribute(name, "val") or "") if name is not None else ""
        names.append(label.lower())
        outline = style.find("{*}pPr/{*}outlineLvl")
        if level is None and outline is not None:
            found = number_of(attribute(outline, "val"), 9)
            level = found + 1 if found < 9 else 0
        heading = _HEADING_NAME.fullmatch(label.strip()) or _HEADING_NAME.fullmatch(attribute(style, "styleId") or "")
        if level is None and heading:
            level = int(heading.group(1))
        numbering = style.find("{*}pPr/{*}numPr")
        is_list = is_list or numbering is not None
        for child in () if numbering is None else numbering:
            if child.tag.endswith("}numId"):
                list_id = list_id or attribute(child, "val") or ""
            elif child.tag.endswith("}ilvl"):
                list_level = list_level or attribute(child, "val") or ""
    is_title = bool(names) and names[0] in _TITLE_NAMES
    return Style(
        level or 0,
        is_title,
        (is_list and not level) or any("list" in name for name in names),
        any(name in ("quote", "intense quote", "cita", "cita destacada", "block text") for name in names),
        bool(names) and names[0] in ("caption", "epígrafe", "leyenda", "descripción"),
        any(word in name for name in names for word in ("code", "código", "preformatted", "plain text", "macro text")),
        list_id,
        number_of(list_level, 0),
    )

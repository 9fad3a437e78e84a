"""PPTX, PPSX, PPTM by zipfile and lxml: slides in their order, titles, lists, tables, notes, diagrams, charts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.alt_texts import alt_text
from engine.reading.builder import DocumentBuilder
from engine.reading.cleaning import number_of
from engine.reading.drawings import add_drawing
from engine.reading.packages import Package, add_core_properties, attribute, local_name
from engine.reading.slide_headings import MAX_TITLE, heading_of_untitled
from engine.reading.source import Source
from engine.reading.tables import count_header_rows

_TITLES = frozenset({"title", "ctrTitle"})
_MARGINS = frozenset({"dt", "ftr", "hdr"})
_LEFT_OUT = _MARGINS | {"sldNum", "sldImg"}
_MAX_NESTING = 60


def read_pptx(source: Source) -> Document:
    with Package(source) as package:
        builder = DocumentBuilder("pptx")
        slides = list(_slides(package))
        if not slides:
            raise Unreadable("no-text" if _has_show(package) else "damaged", "no slide can be found")
        builder.n_pages = len(slides)
        shown: set[str] = set()
        opening = ""
        for number, part in enumerate(slides, 1):
            root = package.xml(part)
            if root is not None:
                title = _add_slide(builder, package, part, root, number, shown)
                opening = title if number == 1 else opening
        add_core_properties(builder, _core(package))
        if builder.title and builder.title.lower() in ("powerpoint presentation", "presentación de powerpoint", "slide 1"):
            builder.title = None
        builder.title = builder.title or opening or None
        return builder.build()


def _core(package: Package) -> Any | None:
    return next((package.xml(t) for k, t in package.relations("").values() if k == "core-properties"), None)


def _has_show(package: Package) -> bool:
    return any(kind == "officeDocument" and package.size(name) for kind, name in package.relations("").values())


def _slides(package: Package) -> Iterator[str]:
    """Names of the slides' parts in the order of the show; where that can't be told, by number."""
    main = next((target for kind, target in package.relations("").values() if kind == "officeDocument"), "")
    relations = package.relations(main) if main else {}
    root = package.xml(main) if main else None
    found = []
    for entry in () if root is None else root.iter("{*}sldId"):
        key = next((value for name, value in entry.attrib.items() if name.endswith("}id")), "")
        kind, target = relations.get(str(key), ("", ""))
        if kind == "slide" and package.size(target):
            found.append(target)
    if not found:
        named = [name for name in package.names if re.fullmatch(r"/?ppt/slides/[^/]+\.xml", name)]
        found = sorted(named, key=lambda name: (len(name), name))
    yield from dict.fromkeys(found)


def _add_slide(
    builder: DocumentBuilder, package: Package, part: str, root: Any, number: int, shown: set[str]
) -> str:
    """Adds a slide; `shown` holds the footers and dates that slides before it had, which stand once.

    Returns the title of a slide that is made to open the show, else "".
    """
    tree = next(root.iter("{*}spTree"), root)
    shapes = sorted(_shapes(tree, 0), key=lambda shape: _placeholder(shape) not in _TITLES)
    n_blocks = builder.n_blocks
    title = " ".join(text for shape in shapes if _placeholder(shape) in _TITLES for text, _, _ in _paragraphs(shape))
    first = "" if title else next(filter(None, map(_first_line, shapes)), "") or next(filter(None, map(_alt_text, shapes)), "")
    if title or first:
        builder.heading(title or heading_of_untitled(first, number), 1, number)
    for shape in shapes:
        if _placeholder(shape) in _MARGINS:
            _add_margin(builder, shape, number, shown)
        elif _placeholder(shape) not in _TITLES:
            _add_shape(builder, shape, number, first if len(first) <= MAX_TITLE else "")
            if (said := _alt_text(shape)) != first:
                builder.caption(said, number)
    for kind, target in package.relations(part).values():
        aside = package.xml(target) if kind in ("diagramData", "chart", "notesSlide", "comments") else None
        if aside is None or not any((t.text or "").strip() for t in aside.iter("{*}t", "{*}text", "{*}v")):
            continue
        if builder.n_blocks == n_blocks and kind != "notesSlide":
            builder.heading(str(number), 1, number)
        if kind in ("diagramData", "chart"):
            add_drawing(builder, aside, number)
        else:
            _add_notes(builder, aside, number, is_comments=kind == "comments")
    return title if any(_placeholder(shape) == "ctrTitle" for shape in shapes) else ""


def _alt_text(shape: Any) -> str:
    """What a picture, table or diagram is said to show."""
    about = next(shape.iter("{*}cNvPr"), None)
    return "" if about is None or _placeholder(shape) in _LEFT_OUT else alt_text(about.get("title"), about.get("descr"))


def _first_line(shape: Any) -> str:
    """What a shape's text begins with; of a table its first row. "" where it has none, or stands at the margin."""
    if _placeholder(shape) in _LEFT_OUT:
        return ""
    row = next(shape.iter("{*}tr"), None)
    if row is not None:
        return " · ".join(text for p in row.iter("{*}p") if (text := paragraph_text(p).strip()))
    return next((text for text, _, _ in _paragraphs(shape)), "")


def _shapes(tree: Any, depth: int) -> Iterator[Any]:
    """Shapes and frames in their order, through groups; of alternatives the first."""
    for element in tree:
        name = local_name(element)
        if name in ("sp", "graphicFrame", "cxnSp", "pic"):
            yield element
        elif name == "grpSp" and depth < _MAX_NESTING:
            yield from _shapes(element, depth + 1)
        elif name == "AlternateContent" and depth < _MAX_NESTING:
            choice = next((child for child in element if len(child)), None)
            if choice is not None:
                yield from _shapes(choice, depth + 1)


def _placeholder(shape: Any) -> str:
    """Kind of placeholder: "title", "body"…; "" for a free shape."""
    holder = next(shape.iter("{*}ph"), None)
    return "" if holder is None else attribute(holder, "type") or "body"


def _add_shape(builder: DocumentBuilder, shape: Any, number: int, heading: str) -> None:
    """Adds a shape's text, without the line that already heads the slide."""
    holder = _placeholder(shape)
    if holder in _LEFT_OUT:
        return
    table = next(shape.iter("{*}tbl"), None)
    if table is not None:
        _add_table(builder, table, number)
        return
    for text, level, has_bullet in _paragraphs(shape):
        if text == heading:
            continue
        if has_bullet or (holder == "body" and has_bullet is None):
            builder.list_item(text, level, number)
        else:
            builder.paragraph(text, number)


def _add_margin(builder: DocumentBuilder, shape: Any, number: int, shown: set[str]) -> None:
    text = "\n".join(text for text, _, _ in _paragraphs(shape))
    if text not in shown and re.search(r"[^\W\d_]{3}", text):
        shown.add(text)
        builder.note(text, number)


def _paragraphs(shape: Any) -> Iterator[tuple[str, int, bool | None]]:
    """(text, depth from 1, has a bullet: None if its placeholder decides) of a shape's paragraphs."""
    for paragraph in shape.iter("{*}p"):
        text = paragraph_text(paragraph)
        if not text.strip():
            continue
        properties = paragraph.find("{*}pPr")
        level, bullet = 1, None
        if properties is not None:
            level = 1 + max(number_of(attribute(properties, "lvl"), 0), 0)
            if properties.find("{*}buNone") is not None:
                bullet = False
            elif properties.find("{*}buChar") is not None or properties.find("{*}buAutoNum") is not None:
                bullet = True
        yield text, level, bullet


def paragraph_text(paragraph: Any) -> str:
    parts = []
    for element in paragraph.iter():
        name = local_name(element)
        if name == "t":
            parts.append(element.text or "")
        elif name == "br":
            parts.append("\n")
        elif name == "tab":
            parts.append("\t")
    return "".join(parts)


def _add_table(builder: DocumentBuilder, table: Any, number: int) -> None:
    rows: list[list[str]] = []
    covered: set[tuple[int, int]] = set()
    for tr in table.iter("{*}tr"):
        row: list[str] = []
        for tc in tr:
            if local_name(tc) != "tc":
                continue
            text = " ".join(text for p in tc.iter("{*}p") if (text := paragraph_text(p).strip()))
            if attribute(tc, "hMerge") in ("1", "true") and row:
                text = row[-1]
                covered.add((len(rows), len(row)))
            elif attribute(tc, "vMerge") in ("1", "true") and rows and len(row) < len(rows[-1]):
                text = rows[-1][len(row)]
                covered.add((len(rows), len(row)))
            row.append(text)
        rows.append(row)
    properties = table.find("{*}tblPr")
    has_header = properties is not None and attribute(properties, "firstRow") in ("1", "true")
    builder.table(rows, 1 if has_header and len(rows) > 1 else count_header_rows(rows), number, covered)


def _add_notes(builder: DocumentBuilder, root: Any, number: int, is_comments: bool) -> None:
    if is_comments:
        for comment in root.iter("{*}cm"):
            builder.note("\n".join(t.text or "" for t in comment.iter("{*}text", "{*}t")), number)
        return
    texts = []
    for shape in root.iter("{*}sp"):
        if _placeholder(shape) not in _LEFT_OUT:
            texts += [text for text, _, _ in _paragraphs(shape)]
    builder.note("\n".join(texts), number)

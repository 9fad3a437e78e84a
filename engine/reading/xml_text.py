"""XML of any kind, and FictionBook: entities stay unexpanded, records become tables, the rest paragraphs."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.odf import is_flat_odf, read_flat_odf
from engine.reading.packages import local_name, parse_xml
from engine.reading.prose_xml import add_prose, is_prose
from engine.reading.source import Source

MAX_BYTES = 64_000_000
_MAX_DEPTH = 150
_TAGS = re.compile(r"<!--(?:[^-]|-(?!->))*+-->|<[^<>]*>")
_TITLES = frozenset({"title", "titulo", "título", "head", "heading"})


def read_xml(source: Source) -> Document:
    builder = DocumentBuilder("xml")
    data = source.read(MAX_BYTES)
    root = parse_xml(data)
    if root is None:
        text = decode(data)
        if "<" in text[:1000] and ">" not in text:
            raise Unreadable("damaged", "no XML can be read in it")
        builder.code(text)
    elif is_flat_odf(root):
        return read_flat_odf(root)
    elif is_prose(root):
        add_prose(builder, root)
    elif local_name(root) == "svg":
        _add_drawing(builder, root)
        return builder.build()
    else:
        _add_element(builder, root, 0)
    if builder.is_empty:        # nested deeper than the parser goes, or broken at its beginning
        builder.paragraph(html.unescape(_TAGS.sub("\n", decode(data))))
    return builder.build()


def _add_drawing(builder: DocumentBuilder, root: Any) -> None:
    """The words of an SVG: its title, what it says of itself and its parts, and what is written on it."""
    for element in root.iter("{*}title", "{*}desc", "{*}text"):
        name = local_name(element)
        if name == "text" and next(element.iterancestors("{*}text"), None) is None:
            lines = [" ".join("".join(line.itertext()).split()) for line in element if line.get("y") or line.get("dy")]
            builder.paragraph("\n".join(lines) if len(lines) > 1 else " ".join("".join(element.itertext()).split()))
        elif name == "title" and local_name(element.getparent()) == "svg" and not builder.title:
            builder.title = element.text
            builder.heading(element.text or "", 1)
        elif name != "text":
            builder.paragraph("".join(element.itertext()))


def _add_element(builder: DocumentBuilder, element: Any, depth: int) -> None:
    children = [child for child in element if local_name(child)]
    if depth > _MAX_DEPTH:
        builder.paragraph(" ".join(text.strip() for text in element.itertext() if text.strip()))
        return
    if not children or _is_mixed(element):
        _add_text(builder, element)
        return
    if _is_list_of_records(children):
        _add_records(builder, children)
        return
    facts: list[str] = []
    for child in children:
        inner = [grandchild for grandchild in child if local_name(grandchild)]
        if inner or _is_mixed(child):
            builder.paragraph("\n".join(facts))
            facts = []
            _add_element(builder, child, depth + 1)
        elif local_name(child).lower() in _TITLES and (child.text or "").strip():
            builder.paragraph("\n".join(facts))
            facts = []
            builder.heading(child.text, min(max(depth, 1), 6))
        else:
            fact = _fact(child)
            if fact:
                facts.append(fact)
    builder.paragraph("\n".join(facts))


def _add_text(builder: DocumentBuilder, element: Any) -> None:
    text = _words(element)
    builder.paragraph(text if text.strip() else _fact(element))


def _words(element: Any) -> str:
    """Text below an element. An undeclared entity stands as it is written, and what follows it is kept."""
    return "".join(element.itertext())


def _is_mixed(element: Any) -> bool:
    """Whether words stand beside child elements: then the children are emphasis or links, not fields."""
    if not any(local_name(child) for child in element):
        return False
    return bool((element.text or "").strip()) or any((child.tail or "").strip() for child in element)


def _is_list_of_records(children: list[Any]) -> bool:
    if len(children) < 2:
        return False
    tags = Counter(local_name(child) for child in children)
    _, n = tags.most_common(1)[0]
    if n < len(children) or n < 2:
        return False
    return all(len(child) > 0 and all(len(field) == 0 for field in child) for child in children)


def _add_records(builder: DocumentBuilder, records: list[Any]) -> None:
    columns = list(dict.fromkeys(local_name(field) for record in records[:2000] for field in record if local_name(field)))
    rows = [columns]
    for record in records:
        values: dict[str, str] = {}
        for field in record:
            name = local_name(field)
            text = _words(field).strip() or " ".join(field.attrib.values())
            values[name] = f"{values[name]}, {text}" if values.get(name) else text
        rows.append([values.get(name, "") for name in columns])
    builder.table(rows, 1)


def _fact(element: Any) -> str:
    """A field as "name: text", or its attributes where it has no text."""
    name = local_name(element)
    text = " ".join(_words(element).split())
    if text:
        return f"{name}: {text}"
    values = " ".join(f"{key.rpartition('}')[2]}={value}" for key, value in element.attrib.items())
    return f"{name}: {values}" if values else ""


def read_fb2(source: Source) -> Document:
    """A FictionBook: title, authors, sections, poems and notes."""
    builder = DocumentBuilder("fb2")
    root = parse_xml(source.read(MAX_BYTES))
    if root is None:
        raise Unreadable("damaged", "no XML can be read in it")
    title = root.find(".//{*}title-info/{*}book-title")
    builder.title = title.text if title is not None else None
    for author in root.iterfind(".//{*}title-info/{*}author"):
        builder.property("author", " ".join(text.strip() for text in author.itertext() if text.strip()))
    for body in root.iterfind("{*}body"):
        _add_section(builder, body, 1)
    return builder.build()


def _add_section(builder: DocumentBuilder, section: Any, level: int) -> None:
    for element in section:
        name = local_name(element)
        if name == "title":
            builder.heading(" ".join(" ".join(element.itertext()).split()), level)
        elif name == "section" and level < 50:
            _add_section(builder, element, level + 1)
        elif name == "subtitle":
            builder.heading("".join(element.itertext()), level + 1)
        elif name in ("epigraph", "cite"):
            builder.quote("\n".join("".join(p.itertext()) for p in element.iter("{*}p", "{*}v")))
        elif name == "poem":
            builder.paragraph("\n".join("".join(verse.itertext()) for verse in element.iter("{*}v")))
        elif name == "table":
            builder.table([["".join(cell.itertext()) for cell in row] for row in element.iter("{*}tr")])
        elif name and name not in ("image", "empty-line"):
            builder.paragraph("".join(element.itertext()))



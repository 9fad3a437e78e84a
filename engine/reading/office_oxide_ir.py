"""Documents as office-oxide gives them (nested dicts) to blocks: for DOC and PPT, and as second try for sheets.

The library is young (0.1), so every shape is met with patience: unknown elements give the text below them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.ppt_notes import ppt_notes
from engine.reading.slide_headings import heading_of_untitled
from engine.reading.source import Source
from engine.reading.tables import add_sheet, count_header_rows


def read_with_office_oxide(source: Source, kind: str) -> Document:
    """A doc, ppt, xls or xlsx file. Raises Unreadable "encrypted" or "damaged"."""
    builder = DocumentBuilder(kind)
    data = source.read()
    add_ir(builder, load_ir(data, kind), kind in ("xls", "xlsx"), ppt_notes(data) if kind == "ppt" else {})
    return builder.build()


def load_ir(data: bytes, kind: str) -> dict[str, Any]:
    import office_oxide

    library: Any = office_oxide
    try:
        return dict(library.Document.from_bytes(data, kind).to_ir())
    except office_oxide.OfficeOxideError as error:
        message = str(error)
        if "encrypt" in message.lower() or "password" in message.lower():
            raise Unreadable("encrypted", "protected by a password") from error
        raise Unreadable("damaged", f"office-oxide: {message[:200]}") from error


def add_ir(builder: DocumentBuilder, ir: dict[str, Any], sheets: bool = False, notes: Mapping[int, str] = MappingProxyType({})) -> None:
    """Adds all sections; `notes` are the speaker's notes of slides by their number, from 1."""
    metadata = ir.get("metadata") or {}
    sections = ir.get("sections") or []
    names = {section.get("title") for section in sections}
    title = metadata.get("title")
    if isinstance(title, str) and not builder.title and (builder.kind == "doc" or title not in names):
        builder.title = _in_utf8(title)
    for name, key in (("author", "author"), ("subject", "subject"), ("description", "description"), ("date", "created")):
        value = metadata.get(key)
        builder.property(name, _in_utf8(value) if isinstance(value, str) else None)
    for number, section in enumerate(sections, 1):
        heading = section.get("title")
        page = number if builder.kind == "ppt" else None
        elements: list[dict[str, Any]] = list(section.get("elements") or ())
        if builder.kind == "ppt" and heading == f"Slide {number}":      # the library's word for a slide without a title
            heading = None
        repeats = bool(elements) and elements[0].get("type") == "heading" and ir_text(elements[0]) == heading
        if heading and not repeats and (sheets or builder.kind == "ppt"):
            builder.heading(str(heading), 1, page)
        if builder.kind == "ppt" and not heading and elements and elements[0].get("type") != "heading" and (first := ir_text(elements[0])):
            own = heading_of_untitled(first, number)
            builder.heading(own, 1, page)
            if own == first and elements[0].get("type") == "paragraph":
                elements.pop(0)
        for element in elements:
            _add_element(builder, element, page, sheets, 0)
        builder.note(notes.get(number, ""), page)
    if builder.kind == "ppt":
        builder.n_pages = len(sections)


def _in_utf8(text: str) -> str:
    """A property as it is meant: the library takes those of files that declare UTF-8 (LibreOffice's) for Windows-1252."""
    try:
        return text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return text


def _add_element(builder: DocumentBuilder, element: dict[str, Any], page: int | None, sheets: bool, depth: int) -> None:
    if depth > 50:
        return
    kind = element.get("type")
    if kind == "heading":
        builder.heading(ir_text(element), int(element.get("level") or 1), page)
    elif kind == "table":
        rows = [[ir_text(cell) for cell in row.get("cells") or ()] for row in element.get("rows") or ()]
        if sheets:
            add_sheet(builder, rows)
        else:
            builder.table(rows, count_header_rows(rows), page)
    elif kind == "list":
        for item in element.get("items") or ():
            own = [e for e in item.get("content") or () if e.get("type") != "list"]
            builder.list_item(" ".join(ir_text(e) for e in own), int(element.get("level") or 0) + 1 + depth, page)
            for inner in item.get("content") or ():
                if inner.get("type") == "list":
                    _add_element(builder, inner, page, sheets, depth + 1)
            nested = item.get("nested")
            if isinstance(nested, dict):
                _add_element(builder, {"type": "list", **nested}, page, sheets, depth + 1)
    elif kind in ("paragraph", "text"):
        builder.paragraph(ir_text(element), page)
    elif kind == "code_block":
        builder.code(ir_text(element), page=page)
    else:
        inner = element.get("elements") or element.get("content")
        if isinstance(inner, list) and inner and all(isinstance(e, dict) and e.get("type") for e in inner):
            for child in inner:
                _add_element(builder, child, page, sheets, depth + 1)
        else:
            builder.paragraph(ir_text(element), page)


def ir_text(node: Any, depth: int = 0) -> str:
    """Text below a node: runs of a paragraph together, paragraphs on lines of their own."""
    if isinstance(node, str) or depth > 60:
        return node if isinstance(node, str) else ""
    if isinstance(node, dict):
        if isinstance(node.get("text"), str):
            return str(node["text"])
        if node.get("type") in ("line_break", "break"):
            return "\n"
        if node.get("type") == "tab":
            return "\t"
        return _children_text(node.get("content") or node.get("elements") or (), depth)
    return ""


def _children_text(children: Sequence[Any], depth: int) -> str:
    parts: list[str] = []
    for child in children:
        text = ir_text(child, depth + 1)
        if parts and isinstance(child, dict) and child.get("type") in ("paragraph", "heading", "list", "table"):
            parts.append("\n")
        parts.append(text)
    return "".join(parts)

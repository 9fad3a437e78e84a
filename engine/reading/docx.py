"""DOCX, DOCM, DOTX by zipfile and lxml: the only way that sees text boxes, content controls, notes and odd files.

Parts are found by relationships, elements by local name (so that strict files read like transitional ones), headings
by outline level through the styles (so that "Título 1" is one). Deleted text and field codes are left out.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.alt_texts import alt_text
from engine.reading.builder import DocumentBuilder
from engine.reading.cleaning import number_of
from engine.reading.decoding import decode
from engine.reading.docx_numbering import Numbering
from engine.reading.docx_styles import PLAIN, Style, language_of, read_styles
from engine.reading.drawings import add_drawing
from engine.reading.packages import Package, add_core_properties, attribute, local_name
from engine.reading.source import Source
from engine.reading.tables import count_header_rows

log = logging.getLogger(__name__)

_SKIPPED = frozenset({"del", "moveFrom", "instrText", "delText", "delInstrText", "rPr", "pPr", "sectPr", "tblPr", "tblGrid",
                      "trPr", "tcPr", "sdtPr", "sdtEndPr", "fldData", "binData", "proofErr", "annotationRef", "rubyPr", "rt"})
_BLOCKS = frozenset({"p", "tbl", "altChunk"})
_CHARACTERS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}
MAX_NESTING = 200


def read_docx(source: Source) -> Document:
    with Package(source) as package:
        main = _main_part(package)
        root = package.xml(main) if main else None
        if main is None or root is None:
            raise Unreadable("damaged", "the main part is missing or broken")
        builder = DocumentBuilder("docx")
        _Reader(package, main, builder).add(root)
        add_core_properties(builder, _core(package))
        return builder.build()


def _main_part(package: Package) -> str | None:
    for kind, target in package.relations("").values():
        if kind == "officeDocument" and package.size(target):
            return target
    types = package.xml("[Content_Types].xml")
    for override in () if types is None else types.iter("{*}Override"):
        if "main+xml" in (override.get("ContentType") or ""):
            return str(override.get("PartName")).lstrip("/")
    return "word/document.xml" if package.size("word/document.xml") else None


def _core(package: Package) -> Any | None:
    for kind, target in package.relations("").values():
        if kind == "core-properties":
            return package.xml(target)
    return package.xml("docProps/core.xml")


class _Reader:
    """Walks the body in order and adds its blocks; notes follow the paragraph that refers to them."""

    def __init__(self, package: Package, main: str, builder: DocumentBuilder) -> None:
        self._package = package
        self._builder = builder
        self._relations = package.relations(main)
        styles = self._part("styles")
        self._styles = read_styles(styles)
        self._numbering = Numbering(self._part("numbering"), language_of(styles))
        self._notes = {
            "footnoteReference": _notes_by_id(self._part("footnotes"), "footnote"),
            "endnoteReference": _notes_by_id(self._part("endnotes"), "endnote"),
            "commentReference": _notes_by_id(self._part("comments"), "comment"),
        }
        self._shown_notes: set[int] = set()
        self._pictures: list[str] = []      # what the paragraph that is being read says of its pictures

    def add(self, root: Any) -> None:
        for part in self._parts("header"):
            self._add_margin(part)
        body = next(root.iter("{*}body"), root)
        self._add_blocks(body, 0)
        for notes in self._notes.values():          # those that nothing refers to
            for note in notes.values():
                self._add_note(note)
        for part in self._parts("footer"):
            self._add_margin(part)
        self._add_drawn_texts()

    def _part(self, kind: str) -> Any | None:
        return next(iter(self._parts(kind)), None)

    def _parts(self, kind: str) -> list[Any]:
        """Roots of the parts of a kind, each once; broken ones are left out."""
        roots = []
        for target in dict.fromkeys(name for k, name in self._relations.values() if k == kind):
            try:
                root = self._package.xml(target)
            except Unreadable as problem:
                if problem.reason != "damaged":
                    raise
                log.info("a %s part is broken", kind)
                continue
            if root is not None:
                roots.append(root)
        return roots

    def _add_blocks(self, parent: Any, depth: int) -> None:
        """Adds paragraphs and tables below an element, through content controls, insertions and the like."""
        if depth > MAX_NESTING:
            return
        for element in parent:
            name = local_name(element)
            if name == "p":
                if len(element):
                    self._add_paragraph(element)
            elif name == "tbl":
                self._add_table(element, depth)
            elif name == "altChunk":
                self._add_foreign(element)
            elif name == "AlternateContent":
                self._add_blocks(_chosen(element), depth + 1)
            elif name not in _SKIPPED and len(element):
                self._add_blocks(element, depth + 1)

    def _add_paragraph(self, paragraph: Any) -> None:
        text, notes, boxes = self._collect(paragraph)
        style, is_list, list_level = self._style_of(paragraph)
        bare, text = text, self._numbered(paragraph, text)
        pictures, self._pictures = self._pictures, []
        if not (bare or notes or boxes or pictures):
            return
        builder = self._builder
        if style.is_title:
            if not builder.title:
                builder.title = bare
            builder.heading(text, 1)
        elif style.level and len(text) <= 400:
            builder.heading(text, style.level)
        elif is_list or style.is_list:
            builder.list_item(text, list_level)
        elif style.is_quote:
            builder.quote(text)
        elif style.is_caption:
            builder.caption(text)
        elif style.is_code:
            builder.code_line(text)
        else:
            builder.paragraph(text, bold=_is_bold(paragraph))
        for picture in pictures:
            builder.caption(picture)
        for note in notes:
            self._add_note(note)
        for box in boxes:
            self._add_blocks(box, 1)

    def _style_of(self, paragraph: Any) -> tuple[Style, bool, int]:
        properties = paragraph.find("{*}pPr")
        if properties is None:
            return PLAIN, False, 1
        style_id = properties.find("{*}pStyle")
        style = self._styles.get(attribute(style_id, "val") or "", PLAIN) if style_id is not None else PLAIN
        outline = properties.find("{*}outlineLvl")
        if outline is not None and not style.is_title:
            level = number_of(attribute(outline, "val"), 9)
            style = replace(style, level=level + 1 if level < 9 else 0)
        numbering = properties.find("{*}numPr")
        if numbering is None:
            return style, False, 1
        depth = numbering.find("{*}ilvl")
        identity = numbering.find("{*}numId")
        is_list = identity is None or attribute(identity, "val") != "0"
        return style, is_list, 1 + (number_of(attribute(depth, "val"), 0) if depth is not None else 0)

    def _numbered(self, paragraph: Any, text: str) -> str:
        """The text with its automatic number before it, where the paragraph has one. Empty paragraphs are counted too, as Word does."""
        properties = paragraph.find("{*}pPr")
        if properties is None:
            return text
        style_id = next((attribute(child, "val") or "" for child in properties.iterfind("{*}pStyle")), "")
        style = self._styles.get(style_id, PLAIN)
        list_id, level = style.list_id, style.list_level
        numbering = properties.find("{*}numPr")
        own = {} if numbering is None else {local_name(child): attribute(child, "val") or "" for child in numbering}
        if "ilvl" in own:
            level = number_of(own["ilvl"], 0)
        elif "numId" not in own:
            by_style = self._numbering.level_of_style(list_id, style_id)
            level = level if by_style is None else by_style
        list_id = own.get("numId", list_id)
        if not list_id or list_id == "0" or properties.find("{*}rPr/{*}del") is not None:
            return text
        label = self._numbering.label(list_id, level)
        return f"{label} {text.lstrip()}" if label else text

    def _collect(self, paragraph: Any) -> tuple[str, list[Any], list[Any]]:
        """Text of a paragraph, the notes that it refers to, and the text boxes anchored in it."""
        parts: list[str] = []
        notes: list[Any] = []
        boxes: list[Any] = []
        stack = list(reversed(paragraph))
        while stack:
            element = stack.pop()
            name = local_name(element)
            if name == "t":
                parts.append(element.text or "")
            elif name in _CHARACTERS:
                parts.append(_CHARACTERS[name])
            elif name == "sym":
                parts.append(_symbol(element))
            elif name in self._notes:
                note = self._notes[name].get(attribute(element, "id") or "")
                if note is not None:
                    notes.append(note)
            elif name == "txbxContent":
                boxes.append(element)
            elif name == "docPr":
                self._note_picture(alt_text(element.get("title"), element.get("descr")))
            elif name == "AlternateContent":
                stack.append(_chosen(element))
            elif name in _BLOCKS:           # a paragraph in a paragraph: odd, but seen
                boxes.append(_Wrapped(element))
            elif name not in _SKIPPED:
                stack.extend(reversed(element))
        return "".join(parts), notes, boxes

    def _note_picture(self, said: str) -> None:
        if said and said not in self._pictures:
            self._pictures.append(said)

    def _add_note(self, note: Any) -> None:
        if id(note) in self._shown_notes:
            return
        self._shown_notes.add(id(note))
        self._builder.note(self._flat_text(note, "\n"))

    def _add_margin(self, root: Any) -> None:
        """A header or footer: once, as a note, unless it says nothing but a page number or what one before said."""
        text = self._flat_text(root, "\n")
        if re.search(r"[^\W\d_]{3}", text):
            key = hash(re.sub(r"\W+|\d+", "", text))
            if key not in self._shown_notes:
                self._shown_notes.add(key)
                self._builder.note(text)

    def _flat_text(self, element: Any, separator: str) -> str:
        """All paragraphs below an element, tables and text boxes included."""
        return separator.join(text for text in self._paragraph_texts(element, 0) if text.strip())

    def _paragraph_texts(self, element: Any, depth: int) -> Iterator[str]:
        if depth > MAX_NESTING:
            return
        for child in element:
            name = local_name(child)
            if name == "p":
                text, notes, boxes = self._collect(child)
                pictures, self._pictures = self._pictures, []
                yield self._numbered(child, text)
                yield from pictures
                for note in notes:
                    self._shown_notes.add(id(note))
                    yield from self._paragraph_texts(note, depth + 1)
                for box in boxes:
                    yield from self._paragraph_texts(box, depth + 1)
            elif name == "AlternateContent":
                yield from self._paragraph_texts(_chosen(child), depth + 1)
            elif name not in _SKIPPED:
                yield from self._paragraph_texts(child, depth + 1)

    def _add_table(self, table: Any, depth: int) -> None:
        if sum(1 for _ in table.iter("{*}tc")) == 1:        # a frame round text
            self._add_blocks(table, depth + 1)
            return
        rows: list[list[str]] = []
        covered: set[tuple[int, int]] = set()
        n_header_rows = 0
        inner: list[Any] = []
        for tr in _rows(table):
            row: list[str] = [""] * _grid_gap(tr, "gridBefore")
            for tc in _cells(tr):
                properties = tc.find("{*}tcPr")
                span = 1
                continues = False
                if properties is not None:
                    grid = properties.find("{*}gridSpan")
                    span = min(max(number_of(attribute(grid, "val"), 1) if grid is not None else 1, 1), 100)
                    merge = properties.find("{*}vMerge")
                    continues = merge is not None and (attribute(merge, "val") or "continue") == "continue"
                above = rows[-1][len(row)] if continues and rows and len(row) < len(rows[-1]) else ""
                text = above if continues else self._cell_text(tc, inner)
                for k in range(span):
                    if k or continues:
                        covered.add((len(rows), len(row)))
                    row.append(text)
            if len(rows) == n_header_rows and tr.find("{*}trPr/{*}tblHeader") is not None:
                n_header_rows += 1
            rows.append(row)
        self._builder.table(rows, n_header_rows or count_header_rows(rows), covered=covered)
        for nested in inner:
            self._add_table(nested, depth + 1) if depth < MAX_NESTING else None

    def _cell_text(self, cell: Any, inner: list[Any]) -> str:
        """A cell's paragraphs on one line; small nested tables inside it, others after the outer table."""
        nested = next(cell.iter("{*}tbl"), None)
        if nested is not None and sum(1 for _ in nested.iter("{*}tc")) > 6:
            inner.extend(_outermost_tables(cell))
            return " ".join(self._flat_text(_Wrapped(child), " ") for child in cell if local_name(child) != "tbl").strip()
        return self._flat_text(cell, " ")

    def _add_foreign(self, element: Any) -> None:
        """A document within the document (altChunk): HTML, text or another DOCX."""
        _, target = self._relations.get(attribute(element, "id") or "", ("", ""))
        data = self._package.read(target) if target else None
        if not data:
            return
        if data.startswith(b"PK"):
            self._builder.append(read_docx(Source("altchunk.docx", data=data)))
            return
        from engine.reading.html import add_html, declared_charset

        if b"MIME-Version" in data[:2000]:
            from engine.reading.mail import html_of_mhtml

            add_html(self._builder, html_of_mhtml(data))
        elif b"<" in data[:2000]:
            add_html(self._builder, decode(data, declared_charset(data)))
        else:
            self._builder.paragraph(decode(data))

    def _add_drawn_texts(self) -> None:
        """Words in diagrams (SmartArt) and charts, which lie in parts of their own."""
        for kind in ("diagramData", "chart"):
            for root in self._parts(kind):
                add_drawing(self._builder, root)


class _Wrapped:
    """One element as if it were the only child of a parent, for walkers that go over children."""

    def __init__(self, element: Any) -> None:
        self._element = element
        self.tag = "wrapped"

    def __iter__(self) -> Iterator[Any]:
        return iter((self._element,))

    def __len__(self) -> int:
        return 1


def _chosen(alternatives: Any) -> Any:
    """Of an AlternateContent the Choice, else the Fallback: both hold the same text."""
    for name in ("Choice", "Fallback"):
        for child in alternatives:
            if local_name(child) == name and len(child):
                return child
    return ()


def _rows(table: Any) -> Iterator[Any]:
    """Rows of a table, through content controls, without those of nested tables."""
    for element in table:
        name = local_name(element)
        if name == "tr":
            if element.find("{*}trPr/{*}del") is None:
                yield element
        elif name in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            yield from _rows(element)


def _outermost_tables(cell: Any) -> Iterator[Any]:
    stack = list(reversed(cell))
    while stack:
        element = stack.pop()
        if local_name(element) == "tbl":
            yield element
        else:
            stack.extend(reversed(element))


def _cells(row: Any) -> Iterator[Any]:
    for element in row:
        name = local_name(element)
        if name == "tc":
            yield element
        elif name in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            yield from _cells(element)


def _grid_gap(row: Any, name: str) -> int:
    gap = row.find(f"{{*}}trPr/{{*}}{name}")
    return min(max(number_of(attribute(gap, "val"), 0), 0), 100) if gap is not None else 0


def _symbol(element: Any) -> str:
    """A character of a symbol font: its code lies in the private area, which says nothing without the font."""
    code = number_of(attribute(element, "char"), 0, base=16)
    return chr(code) if 0x20 <= code < 0xE000 else " "


def _is_bold(paragraph: Any) -> bool:
    runs = [run for run in paragraph.iter("{*}r") if run.find("{*}t") is not None]
    return bool(runs) and all(
        (bold := run.find("{*}rPr/{*}b")) is not None and attribute(bold, "val") not in ("0", "false", "off") for run in runs
    )


def _notes_by_id(root: Any | None, name: str) -> dict[str, Any]:
    if root is None:
        return {}
    return {
        attribute(note, "id") or "": note
        for note in root.iter(f"{{*}}{name}")
        if attribute(note, "type") not in ("separator", "continuationSeparator", "continuationNotice")
    }

"""ODT and ODP (and their templates) by zipfile and lxml: headings, lists, tables, notes, slides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.alt_texts import alt_text
from engine.reading.builder import DocumentBuilder
from engine.reading.cleaning import number_of
from engine.reading.odf_numbering import OdfNumbering
from engine.reading.packages import Package, add_core_properties, attribute, local_name
from engine.reading.sheet_regions import add_regions
from engine.reading.slide_headings import MAX_TITLE, heading_of_untitled
from engine.reading.source import Source
from engine.reading.tables import count_header_rows

_SKIPPED = frozenset({"tracked-changes", "forms", "sequence-decls", "variable-decls", "user-field-decls", "dde-connection-decls",
                      "table-of-content-source", "alphabetical-index-source", "ruby-text", "script", "settings"})
_ASIDE = frozenset({"note", "annotation"})
_FIELDS = frozenset({"page-number", "page-count", "date", "time", "title", "creation-date", "modification-date"})
_MONOSPACED = re.compile(r"mono|courier|consolas|menlo|monaco|typewriter|fira code|source code|inconsolata", re.IGNORECASE)
_MAX_REPEAT = 1000
_MAX_NESTING = 200


def read_odf(source: Source) -> Document:
    with Package(source) as package:
        _refuse_encrypted(package)
        root = package.xml("content.xml")
        if root is None:
            raise Unreadable("damaged", "the content is missing or broken")
        builder = DocumentBuilder("odp" if root.find(".//{*}presentation") is not None and _is_slides(root) else "odt")
        styles = package.xml("styles.xml")
        if builder.kind == "odt":
            _add_margins(builder, styles, "header")
        _Reader(builder, root, styles, package).add()
        if builder.kind == "odt":
            _add_margins(builder, styles, "footer")
        add_core_properties(builder, package.xml("meta.xml"))
        return builder.build()


def is_flat_odf(root: Any) -> bool:
    """Whether XML is an OpenDocument file in one piece (.fodt, .fods, .fodp)."""
    return isinstance(root.tag, str) and root.tag.endswith("}document") and "opendocument" in root.tag


def read_flat_odf(root: Any) -> Document:
    sheets = root.find("{*}body/{*}spreadsheet")
    builder = DocumentBuilder("odp" if _is_slides(root) else "odt" if sheets is None else "ods")
    reader = _Reader(builder, root, None)
    if sheets is None:
        reader.add()
    else:
        reader.add_sheets(sheets)
    add_core_properties(builder, root.find("{*}meta"))
    return builder.build()


def add_broken_sheets(builder: DocumentBuilder, source: Source, is_whole: bool = False) -> None:
    """The sheets of a workbook whose XML is broken (or, `is_whole`, is not), as far as it goes. Raises Unreadable "damaged" where nothing is left."""
    with Package(source) as package:
        root = package.xml("content.xml")
    sheets = next(root.iter("{*}spreadsheet"), None) if root is not None else None
    if sheets is None:
        raise Unreadable("damaged", "the content is missing or broken")
    _Reader(builder, root, None).add_sheets(sheets)
    if not is_whole:
        builder.cut("the workbook is broken: what stands before the fault was read", "damaged")


def _refuse_encrypted(package: Package) -> None:
    manifest = package.xml("META-INF/manifest.xml")
    for entry in () if manifest is None else manifest.iter("{*}file-entry"):
        name = attribute(entry, "full-path") or ""
        if name in ("content.xml", "encrypted-package") and entry.find("{*}encryption-data") is not None:
            raise Unreadable("encrypted", "protected by a password")


def _is_slides(root: Any) -> bool:
    return next(root.iter("{*}body"), root).find("{*}presentation") is not None


def _add_margins(builder: DocumentBuilder, styles: Any | None, kind: str) -> None:
    if styles is None:
        return
    texts = []
    for element in styles.iter(f"{{*}}{kind}", f"{{*}}{kind}-left", f"{{*}}{kind}-first"):
        text = "\n".join(line for p in element.iter("{*}p", "{*}h") if (line := _Inline(p).text.strip()) and not _is_page_number(p, line))
        if re.search(r"[^\W\d_]{3}", text):
            texts.append(text)
    for text in dict.fromkeys(texts):
        builder.note(text)


def _is_page_number(paragraph: Any, text: str) -> bool:
    """Whether a line of a header or footer says nothing but "Page 1 of 3", a date or the title."""
    return len(text.split()) <= 4 and any(local_name(field) in _FIELDS for field in paragraph.iter())


def _is_drawn(element: Any) -> bool:
    """Whether an element is of the vocabulary of drawings: its title is about a picture, not a field with the document's."""
    return "svg-compatible" in element.tag or "/svg" in element.tag


def _alt_text(frame: Any) -> str:
    return alt_text(frame.findtext("{*}title"), frame.findtext("{*}desc"))


class _Inline:
    """Text of a paragraph, with the notes and frames anchored in it."""

    def __init__(self, paragraph: Any) -> None:
        self.notes: list[Any] = []
        self.frames: list[Any] = []
        self.pictures: list[str] = []       # what is said of them
        parts: list[str] = []
        if paragraph.text:
            parts.append(paragraph.text)
        self._collect(paragraph, parts, 0)
        self.text = "".join(parts)

    def _collect(self, element: Any, parts: list[str], depth: int) -> None:
        for child in element:
            name = local_name(child)
            if name in _ASIDE:
                self.notes.append(child)
            elif name in ("text-box", "table", "list", "p", "h") or (name == "object" and attribute(child, "href")):
                self.frames.append(child)
            elif name in ("title", "desc") and _is_drawn(child):
                if (said := _alt_text(element)) and said not in self.pictures:
                    self.pictures.append(said)
            elif name == "s":
                parts.append(" " * min(_count(child, "c"), 100))
            elif name == "tab":
                parts.append("\t")
            elif name == "line-break":
                parts.append("\n")
            elif name and name not in _SKIPPED and depth < _MAX_NESTING:
                if child.text and name not in ("image", "object"):
                    parts.append(child.text)
                self._collect(child, parts, depth + 1)
            if child.tail:
                parts.append(child.tail)


class _Reader:
    def __init__(self, builder: DocumentBuilder, root: Any, styles: Any | None, package: Package | None = None) -> None:
        self._builder = builder
        self._package = package         # holds charts and other objects
        self._body = next(root.iter("{*}body"), root)
        self._parents: dict[str, str] = {}
        self._fonts: dict[str, str] = {}        # style: the font that it names itself
        self._code: list[str] = []              # lines of code that belong together
        for tree in (root, styles):
            for style in () if tree is None else tree.iter("{*}style"):
                name = attribute(style, "name") or ""
                self._parents[name] = attribute(style, "parent-style-name") or ""
                properties = style.find("{*}text-properties")
                if properties is not None and (font := attribute(properties, "font-name") or attribute(properties, "font-family")):
                    self._fonts[name] = font
        self._page: int | None = None
        self._numbering = OdfNumbering((styles, root))

    def add(self) -> None:
        content = next((child for child in self._body if len(child) or child.text), None)
        if content is None:
            return
        if self._builder.kind == "odp":
            self._add_slides(content)
        else:
            self._add_blocks(content, 0, 0)
            self._end_code()

    def add_sheets(self, sheets: Any) -> None:
        """Each sheet a heading and its table."""
        for table in sheets.findall("{*}table"):
            self._builder.heading(attribute(table, "name") or "", 1)
            self._add_table(table, is_sheet=True)

    def _add_slides(self, presentation: Any) -> None:
        slides = [page for page in presentation if local_name(page) == "page"]
        self._builder.n_pages = len(slides)
        for number, slide in enumerate(slides, 1):
            self._page = number
            shapes = [shape for shape in slide if local_name(shape) != "notes"]
            shapes.sort(key=lambda shape: attribute(shape, "class") != "title")
            self._head_untitled(shapes, number)
            for shape in shapes:
                if attribute(shape, "class") == "title":
                    text = " ".join(_Inline(p).text for p in shape.iter("{*}p"))
                    self._builder.heading(text, 1, number)
                else:
                    self._add_blocks(shape, 0, 0)
            for notes in slide.findall("{*}notes"):
                text = "\n".join(_Inline(p).text for p in notes.iter("{*}p"))
                self._builder.note(text, number)

    def _head_untitled(self, shapes: Sequence[Any], number: int) -> None:
        if any(attribute(shape, "class") == "title" and "".join(shape.itertext()).strip() for shape in shapes):
            return
        paragraphs = (p for shape in shapes for p in shape.iter("{*}p", "{*}h"))
        first = next((p for p in paragraphs if "".join(p.itertext()).strip()), None)
        if first is None:
            if any(True for shape in shapes for _ in shape.iter("{*}object")):
                self._builder.heading(str(number), 1, number)
            return
        self._builder.heading(heading_of_untitled(_Inline(first).text, number), 1, number)
        cell = next(first.iterancestors("{*}table-cell"), None)
        if cell is None and not len(first) and len(first.text or "") <= MAX_TITLE:
            first.text = ""

    def _add_blocks(self, parent: Any, list_depth: int, depth: int) -> None:
        if depth > _MAX_NESTING:
            return
        for element in parent:
            name = local_name(element)
            if name in ("h", "p"):
                self._add_paragraph(element, list_depth)
            elif name == "list":
                self._numbering.enter(element)
                self._add_blocks(element, list_depth + 1, depth + 1)
                self._numbering.leave()
            elif name == "table":
                self._end_code()
                self._add_table(element)
            elif name == "object" and attribute(element, "href"):
                self._end_code()
                self._add_object(attribute(element, "href") or "", depth)
            elif name in ("title", "desc") and _is_drawn(element):
                if name == "title" or parent.find("{*}title") is None:
                    self._builder.caption(_alt_text(parent), self._page)
            elif name and name not in _SKIPPED:
                if name == "list-item":
                    self._numbering.item(element)
                self._add_blocks(element, list_depth, depth + 1)

    def _add_object(self, reference: str, depth: int) -> None:
        """What lies in the document as one of its own: a chart (its titles and data), a sheet, a text."""
        root = self._package.xml(f"{reference.removeprefix('./').rstrip('/')}/content.xml") if self._package is not None else None
        content = next(iter(next(root.iter("{*}body"), ())), None) if root is not None else None
        chart = content.find("{*}chart") if content is not None else None
        if chart is not None:
            titles = ["".join(p.itertext()) for name in ("title", "subtitle", "axis") for part in chart.iter(f"{{*}}{name}")
                      for p in part.iter("{*}p") if next(p.iterancestors("{*}table"), None) is None]
            self._builder.note("\n".join(dict.fromkeys(title.strip() for title in titles if title.strip())), self._page)
            for table in chart.findall("{*}table"):
                self._add_table(table)
        elif content is not None:
            self._add_blocks(content, 0, depth + 1)

    def _end_code(self) -> None:
        self._builder.code("\n".join(self._code), page=self._page)
        self._code.clear()

    def _is_code(self, style: str) -> bool:
        """Whether a paragraph style is one for code: by its name, or the font of it or the nearest style that it builds on."""
        seen: set[str] = set()
        while style and style not in seen:
            if style.startswith(("Preformatted", "Source_20_", "Code")):
                return True
            if style in self._fonts:
                return bool(_MONOSPACED.search(self._fonts[style]))
            seen.add(style)
            style = self._parents.get(style, "")
        return False

    def _add_paragraph(self, element: Any, list_depth: int) -> None:
        inline = _Inline(element)
        style = self._named_style(attribute(element, "style-name") or "")
        builder, page = self._builder, self._page
        is_plain = local_name(element) == "p" and not list_depth and builder.kind == "odt"
        if is_plain and ((not inline.text.strip() and self._code) or self._is_code(attribute(element, "style-name") or "")):
            self._code.append(inline.text)
            if not inline.notes and not inline.frames and not inline.pictures:
                return
            inline.text = ""
        self._end_code()
        label = self._numbering.taken()
        if local_name(element) == "h":
            label = label or self._numbering.of_heading(element)
            builder.heading(f"{label}{inline.text}" if inline.text.strip() else "", _count(element, "outline-level"), page)
        elif style in ("Title", "Título"):
            builder.title = builder.title or inline.text
            builder.heading(inline.text, 1, page)
        elif list_depth:
            builder.list_item(f"{label}{inline.text}" if inline.text.strip() else "", list_depth, page)
        elif style.startswith("Quotation"):
            builder.quote(inline.text, page)
        elif style == "Caption" or style in ("Table", "Illustration", "Figure", "Drawing"):
            builder.caption(inline.text, page)
        else:
            builder.paragraph(inline.text, page)
        for picture in inline.pictures:
            builder.caption(picture, page)
        for note in inline.notes:
            self._add_note(note)
        for frame in inline.frames:
            self._add_blocks([frame], list_depth if local_name(frame) == "list" else 0, 1)

    def _named_style(self, name: str) -> str:
        """The style that a person chose: automatic ones (P1, T4) point to it."""
        seen: set[str] = set()
        while re.fullmatch(r"[A-Z]{1,2}\d+|[a-z]{2}\d+", name) and name in self._parents and name not in seen:
            seen.add(name)
            name = self._parents[name]
        return name.replace("_20_", " ")

    def _add_note(self, note: Any) -> None:
        body = note.find("{*}note-body")
        paragraphs = (note if body is None else body).iter("{*}p")
        self._builder.note("\n".join(_Inline(p).text for p in paragraphs), self._page)

    def _add_table(self, table: Any, is_sheet: bool = False) -> None:
        """One table; of a sheet as many as empty rows and columns part, and the comments on its cells as notes."""
        comments: list[str] = []
        rows: list[list[str]] = []
        covered: set[tuple[int, int]] = set()
        spans: list[tuple[int, int, int, int, str]] = []
        n_header_rows = 0
        for row, is_header in _table_rows(table, False):
            repeats = min(_count(row, "number-rows-repeated"), _MAX_REPEAT)
            cells: list[str] = []
            for cell in row:
                name = local_name(cell)
                if name not in ("table-cell", "covered-table-cell"):
                    continue
                n = min(_count(cell, "number-columns-repeated"), _MAX_REPEAT)
                text = self._cell_text(cell, comments if is_sheet else None)
                down, across = _count(cell, "number-rows-spanned"), _count(cell, "number-columns-spanned")
                if name == "table-cell" and (down > 1 or across > 1) and text:
                    spans.append((len(rows), len(cells), min(down, _MAX_REPEAT), min(across, _MAX_REPEAT), text))
                cells += [text] * n
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                n_header_rows += is_header
                rows.extend([list(cells) for _ in range(repeats if any(cells) else 1)])
            elif spans or is_sheet:
                rows.append([])
        width = max(map(len, rows), default=0)
        for r1, c1, down, across, text in spans:
            for r in range(r1, min(r1 + down, len(rows))):
                rows[r].extend([""] * (min(c1 + across, width) - len(rows[r])))
                for c in range(c1, min(c1 + across, width)):
                    if (r, c) != (r1, c1) and not rows[r][c]:
                        rows[r][c] = text
                        covered.add((r, c))
        if is_sheet:
            add_regions(self._builder, [row + [""] * (width - len(row)) for row in rows], covered)
        else:
            self._builder.table(rows, n_header_rows or count_header_rows(rows), self._page, covered)
        for comment in comments:
            self._builder.note(comment)

    def _cell_text(self, cell: Any, comments: list[str] | None = None) -> str:
        """A cell's words; what is said of it goes to `comments` with them, where these are asked for."""
        aside = [each for each in cell if local_name(each) == "annotation"] if comments is not None else []
        skipped = {p for each in aside for p in each.iter("{*}p")}
        texts = [_Inline(p).text for p in cell.iter("{*}p", "{*}h") if p not in skipped]
        text = " ".join(text for text in texts if text.strip())
        if comments is not None and (said := "\n".join(_Inline(p).text for each in aside for p in each.iter("{*}p"))).strip():
            comments.append(f"{text}: {said}" if text else said)
        return text


def _table_rows(table: Any, is_header: bool) -> Iterator[tuple[Any, bool]]:
    for element in table:
        name = local_name(element)
        if name == "table-row":
            yield element, is_header
        elif name in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _table_rows(element, is_header or name == "table-header-rows")


def _count(element: Any, name: str) -> int:
    return max(number_of(attribute(element, name), 1), 1)

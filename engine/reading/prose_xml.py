"""Documents written in XML: Mallard (GNOME's help), DocBook, DITA, TEI, JATS and what is like them.

They share what matters: sections with titles, paragraphs with words and emphasis in them, lists, tables, code. Which of
the elements a document calls a paragraph is told by its name; an unknown element inside running words is emphasis, one
among blocks is a block.
"""

from __future__ import annotations

import html
import re
from typing import Any

from lxml import etree

from engine.reading.builder import DocumentBuilder
from engine.reading.cleaning import number_of
from engine.reading.packages import attribute, local_name
from engine.reading.tables import count_header_rows

_MAX_DEPTH = 150
_MAX_SPAN = 60
_MAX_ENTITY_CHARS = 300
_SAMPLE = 400               # elements looked at to tell prose from data


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ROOTS = _names(
    "book article chapter appendix preface part refentry reference glossary topic concept task dita bookmap TEI TEI.2 "
    "troubleshooting glossentry sect1 sect2 sect3 section set"
)
_NAMESPACES = ("http://projectmallard.org/", "http://docbook.org/ns/docbook", "http://www.tei-c.org/ns/")
_TITLES = _names("title head subtitle bridgehead refname article-title")
_PARAGRAPHS = _names("p para simpara shortdesc abstract-p formalpara cmd l lg ab dd dlentry stepresult subject synopsis-para")
_BLOCKS = _names(
    "section sec sect1 sect2 sect3 sect4 sect5 simplesect refsect1 refsect2 refsect3 refsection refsynopsisdiv chapter "
    "appendix part preface article book topic concept task reference body conbody taskbody refbody div div1 div2 div3 front "
    "back text example figure informalexample informalfigure note tip warning caution important steps substeps step info "
    "context prereq result postreq choices choice procedure orderedlist itemizedlist variablelist varlistentry simplelist "
    "listitem list item ul ol li dl terms sidebar epigraph blockquote quote lq q-block footnote fn table informaltable "
    "simpletable properties synopsis cmdsynopsis funcsynopsis programlisting screen codeblock literallayout msgblock "
    "caption desc term dt glossentry glossdef glossterm qandaset qandaentry question answer abstract mediaobject textobject "
    "phrase-block page bibliography biblioentry bibliomixed refnamediv refmeta legalnotice revhistory sp stage speaker"
)
_ITEMS = _names("listitem item li step substep member choice callout glossentry stmt")
_LISTS = _names("orderedlist itemizedlist variablelist simplelist procedure list ul ol dl steps substeps terms choices tree "
                "steps-unordered sl calloutlist")
_CODE_BLOCKS = _names("programlisting screen codeblock literallayout msgblock synopsis funcsynopsisinfo eg pre")
_QUOTES = _names("blockquote epigraph lq cit")
_CAPTIONS = _names("caption figDesc")
_NOTES = _names("footnote fn")
_TERMS = _names("term dt glossterm refname")
_TABLES = _names("table informaltable simpletable properties choicetable")
_ROWS = _names("row tr strow property sthead prophead chrow chhead")
_CELLS = _names("entry td th stentry proptype propvalue propdesc proptypehd propvaluehd propdeschd choption chdesc choptionhd chdeschd cell")
_SKIPPED = _names(
    "indexterm index license link-group credit revision keywordset subjectset remark comment media imageobject "
    "imagedata graphic inlinegraphic videoobject audioobject colspec spanspec refmiscinfo manvolnum data xi:include "
    "draft-comment required-cleanup titleabbrev objectinfo pubdate releaseinfo date copyright legalnotice revhistory "
    "permissions ref-count counts tindex"
)
_HEADS = _names("info bookinfo articleinfo chapterinfo sectioninfo sect1info refentryinfo appendixinfo prefaceinfo partinfo "
                "prolog teiHeader")
_PARENTS_WITH_CAPTION = _names("figure table informaltable example informalexample fig tgroup table-wrap listing")
_SEQUENCES = {"guiseq": " > ", "menuchoice": " > ", "menucascade": " > ", "keyseq": " + ", "keycombo": " + "}
_SPACE = re.compile(r"\s+")


def is_prose(root: Any) -> bool:
    """Whether XML is a document to be read, rather than records: by its vocabulary, or since its words run through markup."""
    name = local_name(root)
    namespace = root.tag.partition("}")[0].lstrip("{") if isinstance(root.tag, str) else ""
    if namespace.startswith(_NAMESPACES):
        return True
    n_paragraphs = n_titles = n_words = 0
    for number, element in enumerate(root.iter()):
        if number > _SAMPLE * 10:
            break
        inner = local_name(element)
        if inner in _PARAGRAPHS and _has_words(element):
            n_paragraphs += 1
        n_titles += inner in _TITLES
        n_words += bool(inner) and not len(element) and bool((element.text or "").strip())
    if name in _ROOTS:
        return n_paragraphs > 0 and n_titles > 0
    return n_paragraphs >= 3 and n_paragraphs >= 0.3 * n_words


def _has_words(element: Any) -> bool:
    return " " in "".join(element.itertext()).strip()


def add_prose(builder: DocumentBuilder, root: Any) -> None:
    _Walker(builder, _entities(root)).walk(root)


def _entities(root: Any) -> dict[str, str]:
    """The document's own short names for words ("&app;"). Nothing that holds further names or markup, so none can grow."""
    dtd = root.getroottree().docinfo.internalDTD
    found = {}
    for entity in dtd.iterentities() if dtd is not None else ():
        content = entity.content
        if entity.name and content and len(content) <= _MAX_ENTITY_CHARS and not re.search("[&<%]", content):
            found[entity.name] = content
    return found


class _Walker:
    """Text gathers until a block begins or ends, then becomes a block of the builder."""

    def __init__(self, builder: DocumentBuilder, entities: dict[str, str]) -> None:
        self._builder = builder
        self._entities = entities
        self._text: list[str] = []
        self._notes: list[str] = []                 # footnotes of the paragraph that gathers
        self._kinds: list[str] = ["paragraph"]      # what gathered text becomes, by the innermost block
        self._list_depth = 0
        self._level = 0                             # of the section

    def walk(self, root: Any) -> None:
        self._element(root, 0, is_inside=False)
        self._flush()

    def _element(self, element: Any, depth: int, is_inside: bool) -> None:
        """Adds an element; `is_inside` running words, where what is no block by its name is emphasis."""
        name = local_name(element)
        if name in _SKIPPED or not name:
            return
        if name in _HEADS and local_name(element.getparent()) not in _ITEMS:
            self._head(element)
        elif name in _NOTES and is_inside:
            self._notes.append(_SPACE.sub(" ", self._words(element)))
        elif depth > _MAX_DEPTH:
            self._text.append(" " + " ".join(element.itertext()))
        elif name in _TITLES:
            self._title(element)
        elif name in _CODE_BLOCKS or (name == "code" and not is_inside):
            self._flush()
            self._builder.code(self._words(element))
        elif name in _TABLES and (rows := _rows_of(element)):
            self._flush()
            self._table(element, rows)
        else:
            self._block(element, name, depth, is_inside)

    def _block(self, element: Any, name: str, depth: int, is_inside: bool) -> None:
        """Walks an element's words and children, a block apart from its surroundings, emphasis within them."""
        is_block = name in _BLOCKS or name in _PARAGRAPHS or name in _LISTS or name in _ITEMS or not is_inside
        is_block = is_block and not (name == "cmd" and is_inside)       # a step's words in DITA, a command's name in Mallard
        if not is_block:
            self._children(element, depth, True, _SEQUENCES.get(name, ""))
            return
        self._flush()
        kind = self._kind_of(name)
        has_title = any(local_name(child) in _TITLES for child in element) and name not in _PARENTS_WITH_CAPTION
        has_title = has_title or any(local_name(child) in _HEADS and child.find("{*}title") is not None for child in element)
        self._kinds.append(kind)
        self._list_depth += name in _LISTS
        self._level += has_title
        self._children(element, depth, name in _PARAGRAPHS or _is_mixed(element))
        self._flush()
        self._level -= has_title
        self._list_depth -= name in _LISTS
        self._kinds.pop()

    def _children(self, element: Any, depth: int, is_inside: bool, separator: str = "") -> None:
        if element.text:
            self._text.append(element.text)
        for number, child in enumerate(_title_first(element)):
            if number and separator:
                self._text.append(separator)
            if isinstance(child, etree._Entity):
                self._text.append(self._character(child))
            else:
                self._element(child, depth + 1, is_inside)
            if child.tail:
                self._text.append(child.tail)

    def _character(self, entity: Any) -> str:
        """What an entity stands for; one that is not known, as it is written."""
        return self._entities.get(entity.name) or html.unescape(f"&{entity.name};")

    def _kind_of(self, name: str) -> str:
        if name in _ITEMS:
            return "list_item"
        if name in _QUOTES:
            return "quote"
        if name in _CAPTIONS:
            return "caption"
        if name in _NOTES:
            return "note"
        if name in _TERMS and self._list_depth:
            return "list_item"
        return self._kinds[-1] if name in _PARAGRAPHS or self._kinds[-1] in ("quote", "note", "list_item") else "paragraph"

    def _title(self, element: Any) -> None:
        self._flush()
        text = self._words(element)
        parent = element.getparent()
        kind = local_name(parent) if parent is not None else ""
        if kind in _PARENTS_WITH_CAPTION:
            self._builder.caption(_SPACE.sub(" ", text))
        elif kind in _ITEMS:
            self._builder.list_item(_SPACE.sub(" ", text), max(self._list_depth, 1))
        else:
            self._add_heading(text)

    def _add_heading(self, text: str) -> None:
        if self._builder.is_empty and not self._builder.title:
            self._builder.title = text
        self._builder.heading(text, max(self._level, 1))

    def _head(self, element: Any) -> None:
        """What a document or section says about itself: title, authors, date, what it is about."""
        self._flush()
        for child in element.iter():
            name = local_name(child)
            if name == "title" and child.getparent() is element:
                if not child.get("type") and element.getparent().find("{*}title") is None:
                    self._add_heading(self._words(child))
            elif name == "title" and not self._builder.title and self._builder.is_empty:
                self._builder.title = self._words(child)
            elif name in ("author", "editor") or (name == "credit" and "author" in (child.get("type") or "author")):
                person = next((part for part in child.iter("{*}personname", "{*}name", "{*}persName")), child)
                self._builder.property("author", " ".join(self._words(person).split()))
            elif name in ("date", "pubdate") and child.getparent() is element:
                self._builder.property("date", self._words(child))
            elif name in ("desc", "abstract", "subtitle") and child.getparent() is element:
                self._builder.paragraph(_SPACE.sub(" ", self._words(child)))

    def _words(self, element: Any, depth: int = 0) -> str:
        """All text below an element, without what is left out."""
        if depth > _MAX_DEPTH:
            return " ".join(element.itertext())
        parts = [element.text or ""]
        for child in element:
            if isinstance(child, etree._Entity):
                parts.append(self._character(child))
            elif local_name(child) and local_name(child) not in _SKIPPED:
                separator = " " if local_name(child) in _PARAGRAPHS | _BLOCKS else ""
                parts.append(separator + self._words(child, depth + 1) + separator)
            parts.append(child.tail or "")
        return "".join(parts)

    def _table(self, table: Any, rows: list[Any]) -> None:
        for child in table:
            if local_name(child) in _TITLES or local_name(child) in _CAPTIONS:
                self._builder.caption(_SPACE.sub(" ", self._words(child)))
        cells: list[list[str]] = []
        covered: set[tuple[int, int]] = set()
        pending: dict[int, tuple[int, str]] = {}        # column: (rows still covered, value)
        n_headers = 0
        for row in rows:
            line: list[str] = []
            for cell in (child for child in row if local_name(child) in _CELLS):
                _cover(line, pending, covered, len(cells))
                text = _SPACE.sub(" ", self._words(cell)).strip()
                down = _number(attribute(cell, "morerows"), 0) + _number(attribute(cell, "rowspan"), 1)
                across = _number(attribute(cell, "colspan"), 1)
                for n in range(across):
                    if down > 1:
                        pending[len(line)] = (down - 1, text)
                    if n:
                        covered.add((len(cells), len(line)))
                    line.append(text)
            _cover(line, pending, covered, len(cells))
            cells.append(line)
            parent = local_name(row.getparent())
            n_headers += parent == "thead" or local_name(row) in ("sthead", "prophead", "chhead")
        self._builder.table(cells, n_headers or count_header_rows(cells), covered=covered)

    def _flush(self) -> None:
        text = _SPACE.sub(" ", "".join(self._text)).strip()
        notes = self._notes
        self._text, self._notes = [], []
        self._add(text)
        for note in notes:
            self._builder.note(note)

    def _add(self, text: str) -> None:
        kind, builder = self._kinds[-1], self._builder
        if kind == "list_item":
            builder.list_item(text, max(self._list_depth, 1))
        elif kind == "quote":
            builder.quote(text)
        elif kind == "caption":
            builder.caption(text)
        elif kind == "note":
            builder.note(text)
        else:
            builder.paragraph(text)


def _is_mixed(element: Any) -> bool:
    """Whether words stand beside an element's children."""
    return bool((element.text or "").strip()) or any((child.tail or "").strip() for child in element)


def _title_first(element: Any) -> list[Any]:
    """Children in order, a title before what the document says about itself, as it is shown."""
    children = list(element)
    head = next((n for n, child in enumerate(children) if local_name(child) in _HEADS), None)
    title = next((n for n, child in enumerate(children) if local_name(child) == "title"), None)
    if head is not None and title is not None and head < title and not any((child.tail or "").strip() for child in children):
        children.insert(head, children.pop(title))
    return children


def _rows_of(table: Any) -> list[Any]:
    """Rows of a table, without those of tables inside it; empty where it is only called a table."""
    return [row for row in table.iter() if local_name(row) in _ROWS and any(local_name(cell) in _CELLS for cell in row)]


def _cover(line: list[str], pending: dict[int, tuple[int, str]], covered: set[tuple[int, int]], row: int) -> None:
    """Fills the cells that a cell of a row above covers."""
    while len(line) in pending:
        column = len(line)
        left, text = pending.pop(column)
        if left > 1:
            pending[column] = (left - 1, text)
        covered.add((row, column))
        line.append(text)


def _number(value: str | None, otherwise: int) -> int:
    return min(max(number_of(value, otherwise), 0), _MAX_SPAN)

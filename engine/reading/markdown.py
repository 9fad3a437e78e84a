"""Markdown (CommonMark with tables) by markdown-it-py: headings, lists, tables, code; front matter; wiki links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.html import html_to_text
from engine.reading.plain_text import add_plain_text
from engine.reading.source import Source

# markdown-it-py reads some 300 kB/s and its worst cases are quadratic: bigger texts get a scanner for headings alone.
_MAX_NESTING = 40
_QUOTE_MARKS = re.compile(r"^(?:[ \t]{0,3}>)+[ \t]?", re.MULTILINE)
MAX_PARSED_CHARS = 2_000_000
_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\n(.*?\n)(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_KEY = re.compile(r"([\w][\w .-]{0,60}?)\s*:\s*(.*)")
_WIKI_LINK = re.compile(r"!?\[\[([^\[\]|#\n]*)(?:#([^\[\]|\n]*))?(?:\|([^\[\]\n]*))?\]\]")
_ATX = re.compile(r"^(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_PROPERTY_NAMES = {"author": "author", "authors": "author", "autor": "author", "date": "date", "fecha": "date",
                   "tags": "keywords", "keywords": "keywords", "etiquetas": "keywords", "description": "description",
                   "lang": "language", "summary": "description"}


def read_markdown(source: Source) -> Document:
    builder = DocumentBuilder("md")
    add_markdown(builder, decode(source.read(source.options.max_text_bytes)))
    return builder.build()


def add_markdown(builder: DocumentBuilder, text: str) -> None:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _take_front_matter(builder, text)
    if len(text) > MAX_PARSED_CHARS:
        _add_scanned(builder, text)
        return
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable(["table", "strikethrough"])
    _Tokens(builder, parser.parse(text)).add_all()
    if builder.is_empty:        # all of it is nested deeper
        add_plain_text(builder, _QUOTE_MARKS.sub("", text))


def _take_front_matter(builder: DocumentBuilder, text: str) -> str:
    """Title and properties from a YAML head; returns what follows it. Keys are indexed as properties, not as text."""
    match = _FRONT_MATTER.match(text)
    if not match:
        return text
    values: dict[str, str] = {}
    key = ""
    for line in match.group(1).split("\n"):
        found = _KEY.match(line)
        if found:
            key = found.group(1).strip().lower()
            values[key] = found.group(2).strip().strip("\"'[]")
        elif key and line.lstrip().startswith("- "):
            item = line.strip().removeprefix("- ").strip("\"' ")
            values[key] = f"{values[key]}, {item}" if values[key] else item
    title = values.get("title") or values.get("titulo") or values.get("título")
    if title:
        builder.title = title
    for name, value in values.items():
        if name in _PROPERTY_NAMES:
            builder.property(_PROPERTY_NAMES[name], value)
    return text[match.end() :]


def _add_scanned(builder: DocumentBuilder, text: str) -> None:
    at = 0
    for match in _ATX.finditer(text):
        add_plain_text(builder, text[at : match.start()])
        builder.heading(match.group(2), len(match.group(1)))
        at = match.end()
    add_plain_text(builder, text[at:])


class _Tokens:
    """Turns markdown-it's flat list of tokens into blocks."""

    def __init__(self, builder: DocumentBuilder, tokens: Sequence[Any]) -> None:
        self._builder = builder
        self._tokens = tokens
        self._depth = 0
        self._in_quote = 0
        self._item_is_open = False
        self._rows: list[list[str]] = []
        self._n_header_rows = 0
        self._in_table = False

    def add_all(self) -> None:
        heading_level = 0
        for token in self._tokens:
            kind = token.type
            if kind == "inline":
                self._add_inline(inline_text(token.children or ()), heading_level)
            elif kind == "heading_open":
                heading_level = int(token.tag[1])
            elif kind == "heading_close":
                heading_level = 0
            elif kind in ("fence", "code_block"):
                self._builder.code(token.content)
            elif kind == "html_block":
                self._add_html(token.content)
            else:
                self._track(kind)

    def _track(self, kind: str) -> None:
        if kind in ("bullet_list_open", "ordered_list_open"):
            self._depth += 1
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._depth -= 1
        elif kind in ("blockquote_open", "blockquote_close"):
            self._in_quote += 1 if kind.endswith("open") else -1
        elif kind == "table_open":
            self._rows, self._n_header_rows, self._in_table = [], 0, True
        elif kind == "thead_close":
            self._n_header_rows = len(self._rows)
        elif kind == "tr_open":
            self._rows.append([])
        elif kind == "table_close":
            self._in_table = False
            self._builder.table(self._rows, self._n_header_rows)

    def _add_inline(self, text: str, heading_level: int) -> None:
        builder = self._builder
        if self._in_table and self._rows:
            self._rows[-1].append(text)
        elif heading_level:
            if heading_level == 1 and builder.is_empty and not builder.title:
                builder.title = text
            builder.heading(text, heading_level)
        elif self._depth:
            builder.list_item(text, self._depth)
        elif self._in_quote:
            builder.quote(text)
        else:
            builder.paragraph(text)

    def _add_html(self, content: str) -> None:
        for paragraph in html_to_text(content).split("\n\n"):
            self._builder.paragraph(paragraph)


def inline_text(children: Sequence[Any]) -> str:
    """The words of a line: without emphasis marks and link targets, with the alternative text of pictures."""
    parts: list[str] = []
    for child in children:
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif child.type == "image":
            parts.append(inline_text(child.children or ()))
        elif child.type == "html_inline" and child.content.lower().startswith("<br"):
            parts.append("\n")
    return _WIKI_LINK.sub(_wiki_words, "".join(parts))


def _wiki_words(match: re.Match[str]) -> str:
    target, section, label = match.groups()
    return label or " ".join(part for part in (target, section) if part)

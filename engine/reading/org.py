"""Org (Emacs): headings with their states and tags, dates of planning, properties, lists, tables, quotes, code, notes."""

from __future__ import annotations

import re

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.plain_text import add_plain_text
from engine.reading.source import Source
from engine.reading.tables import count_header_rows

_HEADING = re.compile(r"(\*+)\s+(?:(TODO|DONE|NEXT|WAITING|CANCELLED|HECHO|PENDIENTE)\s+)?(?:\[#\w\]\s+)?(.*?)(?:\s+:([\w:@]+):)?\s*$")
_MARKED = re.compile(r"(?<![\w*/_=~+])([*/_=~+])(?=\S)([^\n]{1,200}?)(?<=\S)\1(?![\w*/_=~+])")
_LINK = re.compile(r"\[\[([^\]]{1,1000})\](?:\[([^\]]{1,1000})\])?\]")
_PLANNED = re.compile(r"\b(DEADLINE|SCHEDULED|CLOSED):\s{0,9}[<\[]([^>\]\n]{1,60})[>\]]")
_PROPERTY = re.compile(r":([\w-]{1,60}):\s+(\S.*)$")
_DRAWER = re.compile(r":([\w-]{1,60}):$")
_ITEM = re.compile(r"([-+]|\d{1,4}[.)]|[a-zA-Z][.)])\s+(?:\[@\d+\]\s+)?(\[[ Xx-]\]\s+)?(\S.*)$")
_NOTE = re.compile(r"\[fn:([\w-]{1,60})\]\s+(\S.*)$")
_NOTE_MARK = re.compile(r"\s?\[fn:([\w-]{1,60})\]")
_RULE = re.compile(r"[|+\-\s]+")
_SILENT_DRAWERS = frozenset({"logbook", "clock"})
_SILENT_PROPERTIES = frozenset({"id", "custom_id", "created", "last_modified", "visibility", "ordered", "category", "archive_time", "archive_file", "archive_olpath"})
_CODE = ("#+begin_src", "#+begin_example", "#+begin_export", "#+begin_comment")
_QUOTES = ("#+begin_quote", "#+begin_verse")


def read_org(source: Source) -> Document:
    text = decode(source.read(source.options.max_text_bytes)).replace("\r\n", "\n").replace("\r", "\n")
    return _Reader(DocumentBuilder("org")).read(text.split("\n"))


class _Reader:
    def __init__(self, builder: DocumentBuilder) -> None:
        self._builder = builder
        self._pending: list[str] = []       # lines of the paragraph that is being read
        self._rows: list[list[str]] = []
        self._item: tuple[int, int] | None = None       # (indentation, depth) of the item that is being read
        self._depths: list[int] = []        # indentations of the open lists
        self._drawer = ""
        self._is_quoted = False

    def read(self, lines: list[str]) -> Document:
        builder = self._builder
        code: list[str] | None = None
        is_shown = True
        for line in lines:
            bare = line.strip()
            low = bare.lower()
            if code is not None:
                if low.startswith("#+end"):
                    builder.code("\n".join(code) if is_shown else "")
                    code = None
                else:
                    code.append(line)
            elif low.startswith(_CODE):
                self._flush()
                code, is_shown = [], not low.startswith("#+begin_comment")
            elif heading := _HEADING.match(line):
                self._end_lists()
                self._drawer = ""
                builder.heading(_plain(heading[3]), len(heading[1]))
                builder.paragraph(" · ".join(filter(None, (heading[2] or "", (heading[4] or "").replace(":", ", ")))))
            elif bare.startswith("#+"):
                self._keyword(bare, low)
            else:
                self._line(line, bare)
        self._end_lists()
        builder.code("\n".join(code or ()))
        return builder.build()

    def _keyword(self, bare: str, low: str) -> None:
        name, _, value = bare[2:].partition(":")
        if low.startswith("#+title:"):
            self._builder.title = value
        elif low.startswith(("#+author:", "#+date:")):
            self._builder.property(name.lower(), value)
        elif low.startswith("#+caption"):
            self._flush()
            self._builder.caption(_plain(value))
        elif low.startswith((*_QUOTES, "#+end_quote", "#+end_verse")):
            self._end_lists()
            self._is_quoted = low.startswith(_QUOTES)

    def _line(self, line: str, bare: str) -> None:
        drawer = _DRAWER.match(bare)
        if self._drawer:
            if bare.upper() == ":END:":
                self._drawer = ""
            elif self._drawer not in _SILENT_DRAWERS:
                self._property(bare)
        elif drawer and drawer[1].upper() != "END":
            self._flush()
            self._drawer = drawer[1].lower()
        elif bare.startswith("|"):
            if self._pending:
                self._flush()
            if not _RULE.fullmatch(bare):
                self._rows.append([_plain(cell.strip()) for cell in bare.strip("|").split("|")])
        elif bare == "#" or bare.startswith("# ") or bare.startswith("CLOCK:"):
            return
        elif not bare:
            self._flush()
        elif planned := _PLANNED.findall(bare):
            self._flush()
            self._builder.paragraph(" · ".join(f"{name}: {day}" for name, day in planned))
        else:
            self._words(line, bare)

    def _property(self, bare: str) -> None:
        found = _PROPERTY.match(bare)
        if found and found[1].lower() not in _SILENT_PROPERTIES:
            self._builder.paragraph(f"{found[1]}: {_plain(found[2])}")
        elif not found and self._drawer != "properties":
            self._builder.paragraph(_plain(bare))

    def _words(self, line: str, bare: str) -> None:
        if self._rows:
            self._flush()
        indent = len(line) - len(line.lstrip())
        item, note = _ITEM.match(bare), _NOTE.match(bare)
        if note and not indent:
            self._end_lists()
            self._builder.note(f"[{note[1]}] {_plain(note[2])}")
        elif item and (item[1] in "+-" or not self._pending or self._item):
            self._flush()
            while self._depths and self._depths[-1] >= indent:
                self._depths.pop()
            self._depths.append(indent)
            self._item = (indent, len(self._depths))
            mark = "" if item[1] in "+-" else f"{item[1]} "
            self._pending.append(f"{mark}{item[2] or ''}{item[3].replace(' :: ', ': ', 1)}")
        else:
            if self._item and indent <= self._item[0]:
                self._end_lists()
            self._pending.append(bare if self._item else line)

    def _end_lists(self) -> None:
        self._flush()
        self._depths.clear()

    def _flush(self) -> None:
        """End the paragraph, item or table that is being read."""
        if self._pending:
            text = _plain("\n".join(self._pending))
            if self._item:
                self._builder.list_item(" ".join(text.split("\n")), self._item[1])
            elif self._is_quoted:
                self._builder.quote("\n".join(line.strip() for line in text.split("\n")))
            else:
                add_plain_text(self._builder, "\n".join(line.strip() if line[:1] == " " and "   " not in line.strip() else line for line in text.split("\n")))
        self._pending.clear()
        self._item = None
        if self._rows:
            self._builder.table(self._rows, count_header_rows(self._rows))
            self._rows.clear()


def _plain(text: str) -> str:
    """The words of a piece of text: links by what they say, without the marks of emphasis."""
    text = _LINK.sub(lambda match: match[2] or match[1], text)
    return _MARKED.sub(r"\2", _NOTE_MARK.sub(r" [\1]", text))

"""reStructuredText: sections, lists, tables, directives, notes and code; comments and targets dropped, marks within lines taken off."""

from __future__ import annotations

import csv
import io
import re
import textwrap
from bisect import bisect_right

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.rst_inline import Inline
from engine.reading.rst_tables import grid_table, simple_table
from engine.reading.source import Source
from engine.reading.tables import count_header_rows

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*$")
_EXPLICIT = re.compile(r"\.\.(?:\s+|$)")
_DIRECTIVE = re.compile(r"\.\.\s+(?:\|([^|\n]{1,200})\|\s+)?([A-Za-z][\w:+.-]{0,60}?)\s?::(?:\s+(.*)|)$")
_NOTE = re.compile(r"\.\.\s+\[([^\]\s]{1,100})\]\s*(.*)$")
_TARGET = re.compile(r"(?:\.\.\s+_|__(?:\s|$))")
_FIELD = re.compile(r":((?:[^:\\\n]|\\.|:(?!\s)){1,120}):(?:\s+(.*)|)$")
_BULLET = re.compile(r"([*+\-•‣⁃])(\s+|$)")
_NUMBER = re.compile(r"(\(?(?:\d{1,4}|[a-zA-Z]|#|[ivxlcdmIVXLCDM]{1,8})[.)])(\s+|$)")
_OPTION = re.compile(r"((?:--?[\w][\w-]*|/[A-Z]\w*)(?:[ =](?:<[^>]{1,40}>|[\w.]{1,40}))?(?:, (?:--?[\w][\w-]*|/[A-Z]\w*)(?:[ =](?:<[^>]{1,40}>|[\w.]{1,40}))?){0,5})(?: {2,}(\S.*)|)$")
_LINE = re.compile(r"\|(?:\s+(.*)|)$")
_GRID = re.compile(r"\+(?:-+\+)+\s*$")
_BORDER = re.compile(r"={2,}(?:[ \t]+={2,})*\s*$")
_CODE = frozenset({"code", "code-block", "sourcecode", "highlight-block", "parsed-literal", "productionlist", "doctest", "testcode", "testoutput", "prompt", "graphviz", "mermaid", "ipython",
                   "command-output", "program-output", "digraph", "uml", "console"})
_DROPPED = frozenset({"contents", "index", "include", "meta", "highlight", "role", "default-role", "sectnum", "section-numbering", "class", "rst-class", "currentmodule", "py:currentmodule",
                      "module", "py:module", "tabularcolumns", "raw", "target-notes", "header", "footer", "date", "unicode", "literalinclude", "automodule", "autosummary", "testsetup",
                      "testcleanup", "codeauthor", "sectionauthor", "moduleauthor", "restructuredtext-test-directive", "title", "todolist", "minigallery"})
_SAID = {"note": "Note", "warning": "Warning", "tip": "Tip", "hint": "Hint", "important": "Important", "caution": "Caution", "danger": "Danger", "attention": "Attention", "error": "Error",
         "seealso": "See also", "todo": "To do", "versionadded": "Added in version", "versionchanged": "Changed in version", "deprecated": "Deprecated since version",
         "versionremoved": "Removed in version"}
_PARSED_WITH_TITLE = frozenset({"topic", "sidebar", "admonition", "rubric", "centered", "compound", "container", "glossary", "epigraph", "highlights", "pull-quote", "only", "ifconfig",
                                "hlist", "line-block", "tab", "tab-item", "dropdown", "collapse", "card"})
_DOCINFO = {"author": "author", "authors": "author", "date": "date"}
_PARAMETER = re.compile(r"^(?:param|parameter|arg|argument|key|keyword)\s+(?=\S)")
_DEPTH = 40
_TABBED = 250
_TABLE_LINES = 5_000


def read_rst(source: Source) -> Document:
    text = decode(source.read(source.options.max_text_bytes)).replace("\r\n", "\n").replace("\r", "\n")
    builder = DocumentBuilder("rst")
    lines = [_untabbed(line.rstrip()) for line in text.split("\n")]
    _Reader(builder, Inline(_substitutions(lines))).read(lines)
    document = builder.build()
    if not builder.title and document.blocks and document.blocks[0].kind == "heading":
        builder.title = document.text[document.blocks[0].start : document.blocks[0].end]
        document = builder.build()
    return document


def _untabbed(line: str) -> str:
    """The line with its tabs as blanks; behind _TABBED characters each is one blank, as nothing is aligned there."""
    if "\t" not in line:
        return line
    return line[:_TABBED].expandtabs(8) + line[_TABBED:].replace("\t", " ")


def _substitutions(lines: list[str]) -> dict[str, str]:
    """What |names| stand for: `.. |name| replace:: words`, or the words that describe a picture."""
    found: dict[str, str] = {}
    for i, line in enumerate(lines):
        match = _DIRECTIVE.match(line.strip()) if "::" in line and "|" in line else None
        if match is None or not match[1]:
            continue
        words = match[3] or ""
        if match[2] == "replace":
            found[match[1].lower()] = " ".join([words, *(more.strip() for more in _indented(lines, i + 1, 1)[0])]).strip()
        elif match[2] == "image":
            options = " ".join(_indented(lines, i + 1, 1)[0])
            alt = re.search(r":alt:\s+(.{1,300}?)(?=\s+:\w+:|$)", options)
            found[match[1].lower()] = alt[1] if alt else ""
    return found


def _indented(lines: list[str], start: int, least: int) -> tuple[list[str], int]:
    """The lines from `start` on that are indented by `least`, with the empty ones between; and the place behind them."""
    end = i = start
    while i < len(lines) and (not lines[i] or lines[i][:least].isspace()):
        i += 1
        if lines[i - 1]:
            end = i
    block = lines[start:end]
    return block, i if i < len(lines) else len(lines)


def _dedented(lines: list[str]) -> list[str]:
    return textwrap.dedent("\n".join(lines)).split("\n") if lines else []


class _Reader:
    def __init__(self, builder: DocumentBuilder, inline: Inline) -> None:
        self._builder = builder
        self._inline = inline
        self._levels: dict[str, int] = {}
        self._depth = 0
        self._level = 0             # of the list that is being read
        self._lead = ""             # stands before the next paragraph: a number, a term
        self._is_item = False       # whether the next paragraph begins an item
        self._n_quotes = 0
        self._borders: list[int] | None = None      # of the lines being read, those that can end a simple table

    def read(self, lines: list[str]) -> None:
        self._depth += 1
        around, self._borders = self._borders, None
        i = 0
        while i < len(lines) and not self._builder.is_full:
            i = self._block(lines, i) if lines[i] else i + 1
        self._borders = around
        self._depth -= 1

    def _inside(self, lines: list[str]) -> None:
        """Read the body of something, dedented; too deep, it is taken as it stands."""
        if self._depth < _DEPTH:
            self.read(_dedented(lines))
        else:
            self._paragraph(" ".join(line.strip() for line in lines))

    def _block(self, lines: list[str], i: int) -> int:
        """Take one block; where to go on."""
        line = lines[i]
        if line[0] == " ":
            block, end = _indented(lines, i, 1)
            self._quoted(block)
            return end
        following = lines[i + 1] if i + 1 < len(lines) else ""
        if self._depth == 1 and (end := self._title(lines, i, line, following)):
            return end
        if _EXPLICIT.match(line):
            return self._explicit(lines, i)
        if _TARGET.match(line):
            return i + 1
        if _GRID.match(line) and following[:1] in ("|", "+"):
            return self._grid(lines, i)
        if _BORDER.match(line) and " " in line.strip() and following:
            return self._simple(lines, i)
        if _ADORNMENT.match(line) and not following:
            return i + 1
        return self._text(lines, i, line, following)

    def _text(self, lines: list[str], i: int, line: str, following: str) -> int:
        """A list, a block of lines or code, a definition, or a paragraph."""
        if line.startswith(">>> "):
            end = self._until_blank(lines, i)
            self._builder.code("\n".join(lines[i:end]))
            return end
        field = _FIELD.match(line)
        if field:
            return self._field(lines, i, field)
        bullet = _BULLET.match(line) or _NUMBER.match(line)
        is_listed = bullet and (not following or following[0] == " " or _BULLET.match(following) or _NUMBER.match(following) or bullet.re is _BULLET)
        if bullet and is_listed:
            return self._item(lines, i, bullet)
        option = _OPTION.match(line)
        if option and (option[2] or following[:1] == " "):
            block, end = _indented(lines, i + 1, 1)
            self._defined(option[1], [*([option[2]] if option[2] else []), *_dedented(block)])
            return end
        if _LINE.match(line):
            return self._lines(lines, i)
        if following[:1] == " " and not line.endswith("::"):
            block, end = _indented(lines, i + 1, 1)
            self._defined(line, block)
            return end
        return self._prose(lines, i)

    # --- titles and paragraphs

    def _title(self, lines: list[str], i: int, line: str, following: str) -> int:
        """The place behind a section's title; 0 where none stands here."""
        over = bool(_ADORNMENT.match(line)) and i + 2 < len(lines) and lines[i + 2] == line and bool(following.strip())
        title = following if over else line
        under = line if over else following
        if not title.strip() or not _ADORNMENT.match(under) or _ADORNMENT.match(title) or len(under) < len(title.strip()) * 0.8:
            return 0
        sign = under[0] + ("^" if over else "")
        self._levels.setdefault(sign, len(self._levels) + 1)
        self._builder.heading(self._inline.plain(title), self._levels[sign])
        return i + (3 if over else 2)

    def _paragraph(self, text: str) -> None:
        """A paragraph, or what it is in the list or quotation around it. `text` still has its marks."""
        words = self._inline.plain(text)
        words = f"{self._lead}{words}" if self._lead else words
        if not words:
            return
        self._lead = ""
        if self._level:
            self._builder.list_item(words, self._level) if self._is_item else self._builder.paragraph(words)
            self._is_item = False
        elif self._n_quotes:
            self._builder.quote(words)
        else:
            self._builder.paragraph(words)

    def _prose(self, lines: list[str], i: int) -> int:
        end = self._until_blank(lines, i)
        text = "\n".join(lines[i:end])
        if not text.endswith("::"):
            self._paragraph(text)
            return end
        if text.strip() != "::":
            self._paragraph(text[:-1] if not text.endswith(" ::") else text[:-3])
        while end < len(lines) and not lines[end]:
            end += 1
        if end < len(lines) and lines[end][0] == " ":
            block, end = _indented(lines, end, 1)
        else:                               # quoted: each line begins with the same sign
            begin = end
            while end < len(lines) and lines[end] and not lines[end][0].isalnum() and lines[end][0] == lines[begin][0]:
                end += 1
            block = lines[begin:end]
        self._builder.code("\n".join(_dedented(block)))
        return end

    def _until_blank(self, lines: list[str], i: int) -> int:
        while i < len(lines) and lines[i]:
            i += 1
        return i

    def _quoted(self, block: list[str]) -> None:
        self._n_quotes += not self._level
        self._inside(block)
        self._n_quotes -= not self._level

    # --- lists

    def _item(self, lines: list[str], i: int, bullet: re.Match[str]) -> int:
        width = bullet.end() if lines[i][bullet.end() :] else len(bullet[1]) + 1
        block, end = _indented(lines, i + 1, min(width, 8))
        if not block and i + 1 < len(lines) and lines[i + 1][:1] == " ":
            block, end = _indented(lines, i + 1, 1)
        self._listed([lines[i][bullet.end() :], *_dedented(block)], f"{bullet[1]} " if bullet.re is _NUMBER and "#" not in bullet[1] else "")
        return max(end, i + 1)

    def _defined(self, term: str, block: list[str]) -> None:
        words = self._inline.plain(re.sub(r"\s:\s(?=\S)", ": ", term))
        self._listed(block, words + (" " if words.endswith((":", ",", ";")) else ": "))

    def _field(self, lines: list[str], i: int, field: re.Match[str]) -> int:
        block, end = _indented(lines, i + 1, 1)
        name, value = field[1].strip(), field[2] or ""
        if name.lower() in _DOCINFO and self._depth == 1:
            self._builder.property(_DOCINFO[name.lower()], self._inline.plain(" ".join([value, *(line.strip() for line in block)])).strip())
        self._listed([value, *_dedented(block)], f"{_PARAMETER.sub('', self._inline.plain(name))}: ")
        return max(end, i + 1)

    def _listed(self, block: list[str], lead: str) -> None:
        """One item with all that belongs to it, `lead` before its words."""
        if self._lead and self._is_item:        # an item that begins with another: "1. a. words"
            lead = self._lead + lead
        self._level += 1
        self._lead, self._is_item = lead, True
        self._inside(block) if any(block) else None
        if self._lead.strip():                  # nothing followed the term
            self._builder.list_item(self._lead.strip().rstrip(":"), self._level)
        self._level -= 1
        self._lead, self._is_item = "", False

    def _lines(self, lines: list[str], i: int) -> int:
        said: list[str] = []
        while i < len(lines) and lines[i] and ((match := _LINE.match(lines[i])) or lines[i][0] == " "):
            if match:
                said.append(match[1] or "")
            elif said:
                said[-1] += f" {lines[i].strip()}"
            i += 1
        self._paragraph("\n".join(said))
        return i

    # --- tables

    def _grid(self, lines: list[str], i: int) -> int:
        end = i
        while end < len(lines) and lines[end][:1] in ("+", "|"):
            end += 1
        if not all(line.endswith(("+", "|")) for line in lines[i:end]):      # not drawn to its end
            self._builder.plain("\n".join(lines[i:end]))
            return end
        rows, covered, n_headers = grid_table(lines[i:end])
        self._table(rows, n_headers, covered)
        return end

    def _simple(self, lines: list[str], i: int) -> int:
        if self._borders is None:
            self._borders = [j for j, line in enumerate(lines) if _BORDER.match(line) and (j + 1 >= len(lines) or not lines[j + 1])]
        following = bisect_right(self._borders, i)
        last = self._borders[following] if following < len(self._borders) else len(lines)
        if last - i >= _TABLE_LINES:
            return self._prose(lines, i)
        rows, covered, n_headers = simple_table(lines[i : last + 1])
        self._table(rows, n_headers, covered)
        return last + 1

    def _table(self, rows: list[list[str]], n_headers: int | None, covered: set[tuple[int, int]] | None = None) -> None:
        plain = [[" ".join(self._inline.plain(re.sub(r"^\s*[*-] (?=\S)", "", cell)).split()) for cell in row] for row in rows]
        self._builder.table(plain, n_headers if n_headers is not None else count_header_rows(plain), covered=covered or ())

    # --- explicit markup

    def _explicit(self, lines: list[str], i: int) -> int:
        line = lines[i]
        block, end = _indented(lines, i + 1, 1)
        end = max(end, i + 1)
        note = _NOTE.match(line)
        directive = _DIRECTIVE.match(line)
        if note:
            words = "\n".join([note[2], *_dedented(block)])
            self._builder.note(f"[{note[1].lstrip('#')}] {self._inline.plain(words)}")
        elif directive and not directive[1] and not _TARGET.match(line):
            self._directive(directive[2].lower(), directive[3] or "", _dedented(block))
        return end

    def _directive(self, name: str, argument: str, body: list[str]) -> None:
        if name == "class" and any(body):       # of Python; without a body it only styles what follows
            name = "py:class"
        if name in _DROPPED:
            if name == "title":
                self._builder.title = argument
            return
        if name in _CODE:
            self._code(name, argument, body)
            return
        argument, options, body = _parted(argument, body)
        if name == "math":
            from engine.reading.latex_math import math_text

            self._builder.paragraph(math_text("\n".join([argument, *body])))
        elif name in ("image", "figure", "thumbnail"):
            if any(body):
                self._builder.caption(self._inline.plain("\n".join(body[: body.index("") if "" in body else None])))
                self._inside(body[body.index("") :] if "" in body else [])
            else:
                self._builder.caption(self._inline.plain(options.get("alt", "")))
        elif name in ("table", "csv-table", "list-table"):
            self._builder.caption(self._inline.plain(argument))
            self._described_table(name, options, body)
        elif name in _SAID:
            is_version = name.startswith(("version", "deprecated"))
            version, _, rest = argument.partition(" ") if is_version else ("", "", argument)
            self._lead = f"{_SAID[name]}{' ' if version else ''}{version}: "
            self._inside([rest, *([""] if is_version and rest else []), *body])
            self._lead = ""
        elif name == "toctree":
            for entry in body:
                if (title := re.match(r"(.+?)\s*<[^<>]+>$", entry.strip())):
                    self._builder.list_item(title[1])
        else:
            if argument:
                self._builder.paragraph(self._inline.plain(argument), bold=name not in _PARSED_WITH_TITLE)
            self._inside(body)

    def _code(self, name: str, argument: str, body: list[str]) -> None:
        at = 0
        while at < len(body) and _FIELD.match(body[at]):
            at += 1
        text = "\n".join(body[at:])
        if name in ("parsed-literal", "productionlist"):
            text = self._inline.plain("\n".join([argument, text]) if name == "productionlist" else text)
        self._builder.code(text)

    def _described_table(self, name: str, options: dict[str, str], body: list[str]) -> None:
        if name == "table":
            self._inside(body)
            return
        if name == "csv-table":
            delimiter = {"tab": "\t", "space": " "}.get(options.get("delim", ","), options.get("delim", ",")) or ","
            header = [options["header"]] if options.get("header") else []
            try:
                rows = list(csv.reader(io.StringIO("\n".join([*header, *body])), delimiter=delimiter[0], skipinitialspace=True))
            except csv.Error:
                rows = [[line] for line in body]
        else:
            header, rows = [], [[_joined(cell) for cell in _items(row)] for row in _items(body)]
        n = options.get("header-rows", "")
        n_headers = len(header) + (int(n) if n.isascii() and n.isdigit() and len(n) < 4 else 0)
        self._table(rows, n_headers if n_headers and len(rows) > n_headers else None)


def _parted(argument: str, body: list[str]) -> tuple[str, dict[str, str], list[str]]:
    """(argument, options, body) of a directive, whose argument may go on in the next lines."""
    at = 0
    parts = [argument]
    paragraph = body[: body.index("")] if "" in body else body
    while at < len(paragraph) and (parts[-1].endswith("\\") or (any(map(_FIELD.match, paragraph[at:])) and not _FIELD.match(paragraph[at]))):
        parts[-1] = parts[-1].removesuffix("\\").rstrip()
        parts.append(paragraph[at].strip())
        at += 1
    options: dict[str, str] = {}
    name = ""
    while at < len(body) and body[at]:
        field = _FIELD.match(body[at])
        if field:
            name = field[1]
            options[name] = (field[2] or "").strip()
        elif name and body[at][0] == " ":
            options[name] += f" {body[at].strip()}"
        else:
            break
        at += 1
    return " ".join(filter(None, parts)), options, body[at:] if at < len(body) and body[at] else body[at + 1 :]


def _items(lines: list[str]) -> list[list[str]]:
    """The bodies of a bullet list's items, dedented."""
    found: list[list[str]] = []
    for line in lines:
        bullet = _BULLET.match(line)
        if bullet:
            found.append([line[bullet.end() :]])
        elif found:
            found[-1].append(line[2:] if line[:2].isspace() else line)
    return found


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines).strip()

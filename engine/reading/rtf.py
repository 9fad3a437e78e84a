"""RTF by a tokenizer of our own: character sets by font, Unicode escapes, headings, tables, notes.

The libraries give one run of text with cells as "a|b|"; here cells, headings and footnotes stay what they are. The
format is described in Microsoft's "Rich Text Format (RTF) Specification 1.9.1".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import known_codec
from engine.reading.rtf_names import CHARSETS, CODE_PAGES, SKIPPED, SYMBOLS, heading_style_level
from engine.reading.source import Source
from engine.reading.tables import count_header_rows

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([\r\n]+)|([^\\{}\r\n]+)|(\\)", re.DOTALL
)
_MARGINS = frozenset({"header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"})
_NOTES = frozenset({"footnote", "annotation"})
_LABELS = frozenset({"listtext", "pntext"})
_LABEL = re.compile(r"(?:\w|[(\[]\w)[^\t]{0,20}")      # a number as it is shown; bullets are none
_INFO = {"title": "title", "author": "author", "subject": "subject", "keywords": "keywords"}


@dataclass(slots=True)
class _State:
    """What a group inherits and a closing brace restores."""

    sink: str = "body"              # body, margin, note, info:NAME, fonts, styles, skip
    codec: str = "cp1252"
    n_skipped: int = 1              # \\uc: characters after \\u that repeat it for old readers
    is_hidden: bool = False
    is_bold: bool = False
    in_table: bool = False
    level: int = 0                  # heading
    in_list: bool = False
    list_level: int = 0
    style: int = 0


@dataclass(slots=True)
class _Sink:
    """Text that gathers until its paragraph ends."""

    text: list[str] = field(default_factory=list)
    n_bold: int = 0
    n_chars: int = 0


def read_rtf(source: Source) -> Document:
    builder = DocumentBuilder("rtf")
    data = source.read()
    if not data.lstrip().startswith(b"{\\rtf"):
        raise Unreadable("damaged", "it does not begin as RTF")
    parser = _Parser(builder)
    parser.parse(data)
    builder.property("date", parser.created())
    return builder.build()


class _Parser:
    def __init__(self, builder: DocumentBuilder) -> None:
        self._builder = builder
        self._state = _State()
        self._stack: list[_State] = []
        self._default_codec = "cp1252"
        self._font_codecs: dict[int, str] = {}
        self._style_levels: dict[int, int] = {}
        self._font = 0
        self._style_number = 0
        self._bytes = bytearray()
        self._to_skip = 0
        self._sinks: dict[str, _Sink] = {}
        self._row: list[str] = []
        self._rows: list[list[str]] = []
        self._margins: list[str] = []
        self._notes: list[str] = []
        self._label = ""                        # the number of the list's item that follows
        self._created: dict[str, int] = {}      # "yr", "mo", "dy"

    def parse(self, data: bytes) -> None:
        position = data.find(b"{\\rtf")
        end = len(data)
        while position < end:
            match = _TOKEN.match(data, position)
            if match is None:
                position += 1
                continue
            position = match.end()
            kind = match.lastindex or 0
            if kind in (1, 2):
                number = int(match.group(2)) if match.group(2) else None
                word = match.group(1).decode("ascii")
                if word == "bin":
                    position += max(number or 0, 0)
                else:
                    self._word(word, number)
            elif kind == 3:
                self._byte(int(match.group(3), 16))
            elif kind == 4:
                self._control_symbol(match.group(4).decode("latin-1"))
            elif kind == 5:
                self._brace(match.group(5) == b"{")
            elif kind == 7:
                self._literal(match.group(7))
        self._end_paragraph()
        self._end_table()
        self._add_aside()

    def created(self) -> str | None:
        """The day on which it was made, by ISO 8601; None where it does not say."""
        year, month, day = (self._created.get(part, 0) for part in ("yr", "mo", "dy"))
        return f"{year:04}-{month:02}-{day:02}" if 1900 <= year < 2200 and 1 <= month <= 12 and 1 <= day <= 31 else None

    # Tokens

    def _brace(self, opens: bool) -> None:
        self._flush_bytes()
        self._to_skip = 0
        if opens:
            self._stack.append(replace(self._state))
        elif self._stack:
            before = self._state
            self._state = self._stack.pop()
            if before.sink != self._state.sink:
                self._leave(before.sink)

    def _control_symbol(self, symbol: str) -> None:
        if symbol == "*":
            self._state.sink = "skip?"          # decided by the word that follows
            return
        if self._to_skip and symbol in "\\{}":
            self._to_skip -= 1
            return
        if symbol in "\\{}":
            self._bytes += symbol.encode("ascii")
        elif symbol in "\r\n":
            self._word("par", None)
        else:
            self._flush_bytes()
            self._put({"~": "\u00a0", "_": "-", "-": ""}.get(symbol, ""))

    def _byte(self, value: int) -> None:
        if self._to_skip:
            self._to_skip -= 1
        else:
            self._bytes.append(value)

    def _literal(self, text: bytes) -> None:
        if self._to_skip:
            n = min(self._to_skip, len(text))
            self._to_skip -= n
            text = text[n:]
        self._bytes += text

    def _word(self, word: str, number: int | None) -> None:
        self._flush_bytes()
        state = self._state
        if word == "u" and number is not None:
            self._put(_character(number))
            self._to_skip = state.n_skipped
            return
        self._to_skip = 0
        if state.sink == "skip?":
            state.sink = self._stack[-1].sink if word in ("shpinst", "annotation", "upr", "ud") and self._stack else "skip"
        if word in SYMBOLS:
            self._put(SYMBOLS[word])
        elif word in _MARGINS:
            self._enter("margin")
        elif word in _NOTES:
            self._enter("note")
        elif word in _LABELS and state.sink in ("body", "skip?", "skip"):
            if self._stack and self._stack[-1].sink == "body":
                state.sink = "label"
        elif word == "creatim" and self._stack and self._stack[-1].sink == "skip":
            state.sink = "skip:created"
        elif state.sink == "skip:created" and number is not None:
            self._created[word] = number
        elif word == "fonttbl":
            state.sink = "fonts"
        elif word == "stylesheet":
            state.sink = "styles"
        elif word == "info":
            state.sink = "skip"
        elif word in _INFO and self._stack and self._stack[-1].sink == "skip":
            state.sink = f"info:{_INFO[word]}"
        elif word in SKIPPED and state.sink in ("body", "margin", "note"):
            state.sink = "skip"
        elif word in ("par", "sect", "page", "cell", "row", "nestcell", "nestrow", "line", "tab", "column"):
            self._structure(word)
        else:
            self._format(word, number)

    def _structure(self, word: str) -> None:
        if word in ("line", "tab"):
            self._put("\n" if word == "line" else "\t")
        elif self._state.sink != "body":
            self._put("\n")
        elif word == "cell":
            self._row.append(self._take_text())
            self._label = ""
        elif word == "row":
            if self._row:
                self._rows.append(self._row)
            self._row = []
        elif word in ("nestcell", "nestrow"):
            self._put(" " if word == "nestcell" else "\n")
        elif self._state.in_table and word == "par":
            self._put("\n")
        else:
            self._end_paragraph()

    def _format(self, word: str, number: int | None) -> None:
        state = self._state
        is_on = number is None or number != 0
        if word == "ansicpg" and number:
            self._default_codec = CODE_PAGES.get(number, f"cp{number}")
            self._set_codec(self._default_codec)
        elif word in ("mac", "pc", "pca"):
            self._default_codec = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[word]
            self._set_codec(self._default_codec)
        elif word == "f" and number is not None:
            self._font = number
            self._set_codec(self._font_codecs.get(number, self._default_codec))
        elif word == "fcharset" and number is not None:
            if state.sink == "fonts" and number in CHARSETS:
                self._font_codecs[self._font] = CHARSETS[number]
        elif word == "uc" and number is not None:
            state.n_skipped = max(number, 0)
        elif word == "v" or word == "deleted":
            state.is_hidden = is_on
        elif word == "b":
            state.is_bold = is_on
        elif word == "plain":
            state.is_bold = state.is_hidden = False
            self._set_codec(self._default_codec)
        elif word == "intbl":
            state.in_table = True
        elif word == "pard":
            state.in_table, state.level, state.in_list, state.style, state.list_level = False, 0, False, 0, 0
        elif word == "s" and number is not None:
            self._style_number = number
            state.style = number
            state.level = self._style_levels.get(number, 0)
        elif word == "outlinelevel" and number is not None and number < 9:
            if state.sink == "styles":
                self._style_levels[self._style_number] = number + 1
            else:
                state.level = number + 1
        elif word == "ls" and number:
            state.in_list = True
        elif word == "ilvl" and number is not None:
            state.list_level = min(max(number, 0), 8)
        elif word == "trowd":
            state.in_table = True

    def _set_codec(self, codec: str) -> None:
        self._state.codec = known_codec(codec) or "cp1252"

    # Text

    def _flush_bytes(self) -> None:
        if self._bytes:
            text = bytes(self._bytes).decode(self._state.codec, "replace")
            self._bytes.clear()
            self._put(text)

    def _put(self, text: str) -> None:
        state = self._state
        if not text or state.sink.startswith("skip") or (state.is_hidden and state.sink == "body"):
            return
        if state.sink == "fonts":
            return
        if state.sink == "body" and not state.in_table and (self._rows or self._row) and text.strip():
            self._end_table()
        sink = self._sinks.setdefault(state.sink, _Sink())
        sink.text.append(text)
        sink.n_chars += len(text)
        sink.n_bold += len(text) * state.is_bold
        if state.sink == "styles" and text.endswith(";"):
            level = heading_style_level("".join(sink.text).rstrip(";").strip())
            if level:
                self._style_levels.setdefault(self._style_number, level)
            self._sinks.pop("styles")
            self._style_number = 0

    def _enter(self, sink: str) -> None:
        self._state.sink = sink

    def _leave(self, sink: str) -> None:
        """A group with a place of its own has ended: its text goes there."""
        text = "".join(self._sinks.pop(sink).text) if sink in self._sinks else ""
        if not text.strip():
            return
        if sink == "margin":
            self._margins.append(_paired(text))
        elif sink == "note":
            self._notes.append(_paired(text))
        elif sink == "label":
            label = text.strip()
            self._label = f"{label} " if _LABEL.fullmatch(label) and any(map(str.isalnum, label)) and len(label) > 1 else ""
        elif sink == "info:title":
            self._builder.title = _paired(text)
        elif sink.startswith("info:"):
            self._builder.property(sink.removeprefix("info:"), _paired(text))

    def _take_text(self) -> str:
        sink = self._sinks.pop("body", None)
        return _paired("".join(sink.text)) if sink else ""

    def _end_paragraph(self) -> None:
        self._flush_bytes()
        sink = self._sinks.get("body")
        is_bold = sink is not None and sink.n_bold >= sink.n_chars > 0
        text = self._take_text()
        if text.strip():
            state = self._state
            if state.level and len(text) < 400:
                self._builder.heading(self._label + text.lstrip(), state.level)
            elif state.in_list:
                self._builder.list_item(self._label + text.lstrip(), state.list_level + 1)
            elif self._label:
                self._builder.paragraph(self._label + text.lstrip(), bold=is_bold)
            else:
                self._builder.paragraph(text, bold=is_bold)
        self._label = ""
        for note in self._notes:
            self._builder.note(note)
        self._notes.clear()

    def _end_table(self) -> None:
        if self._row:
            self._rows.append(self._row)
            self._row = []
        if not self._rows:
            return
        rows, self._rows = self._rows, []
        self._builder.table(rows, count_header_rows(rows))

    def _add_aside(self) -> None:
        for text in dict.fromkeys(margin.strip() for margin in self._margins):
            if re.search(r"[^\W\d_]{2}", text):
                self._builder.note(text)


def _character(number: int) -> str:
    """The character of \\uN: N is signed 16 bits; halves of surrogate pairs are joined later."""
    number &= 0xFFFF if number < 0x10000 else 0x1FFFFF
    if 0xF020 <= number <= 0xF0FF:          # symbol fonts
        return chr(number - 0xF000) if number < 0xF07F else " "
    return chr(number) if number < 0x110000 else "\ufffd"


def _paired(text: str) -> str:
    """Surrogate halves put together; single ones become U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def rtf_to_text(data: bytes) -> str:
    """Text of RTF bytes (the body of an Outlook message), blocks separated by blank lines."""
    builder = DocumentBuilder("rtf")
    _Parser(builder).parse(data)
    return builder.text

"""Small text formats: YAML, subtitles and BibTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.cards import read_cards
from engine.reading.decoding import decode
from engine.reading.org import read_org
from engine.reading.plain_text import add_plain_text
from engine.reading.source import Source

_CUE_TIME = re.compile(r"(?:\d{1,4}:)?\d{1,2}:\d{2}[.,]\d{1,3}[ \t]{0,9}-->")
_TAGS = re.compile(r"</?[^>]{1,80}>|\{\\[^}]{0,200}\}")
_SPEAKER = re.compile(r"<v(?:\.[\w.]*)?[ \t]+([^>]{1,80})>")
_NEW_SPEAKER = re.compile(r"[-–—]\s?\S")
_BIBTEX_STRING = re.compile(r"@string\s*[{(]\s*([\w:-]+)\s*=\s*(?:\"([^\"]{0,2000})\"|\{([^{}]{0,2000})\})", re.IGNORECASE)
_BIBTEX_ENTRY = re.compile(r"@(\w{1,40})\s{0,9}[{(]\s{0,9}([^,\s]{0,200})\s{0,9},", re.IGNORECASE)
_BIBTEX_ASIDE = re.compile(r"@(?:comment|preamble|string)\s{0,9}[{(]", re.IGNORECASE)
_BIBTEX_NAMED = re.compile(r"(?:[\w:-]{1,60}|\"[^\"]{0,2000}\"|\{[^{}]{0,2000}\})(?:\s{0,9}#\s{0,9}(?:[\w:-]{1,60}|\"[^\"]{0,2000}\"|\{[^{}]{0,2000}\})){1,20}")
_BIBTEX_LITERAL = frozenset({"url", "doi", "file", "eprint", "urldate", "isbn", "issn", "pdf", "link", "howpublished-url", "bdsk-url-1"})
_BIBTEX_NAME = re.compile(r"\w[\w-]{0,60}")
_KEY_LINE = re.compile(r"^([\w\"'.-][^:#\n]{0,80}?)\s*:(?:\s|$)")


def _text(source: Source) -> str:
    return decode(source.read(source.options.max_text_bytes)).replace("\r\n", "\n").replace("\r", "\n")


def read_yaml(source: Source) -> Document:
    """YAML as it is written, one block for each key of the top level and each record of a list there, which its key names."""
    builder = DocumentBuilder("yaml")
    names: tuple[str, ...] = ()
    block: list[str] = []
    for line in _text(source).split("\n"):
        match = _KEY_LINE.match(line)
        if match and block:
            builder.code("\n".join(block), names)
            block = []
        if match and not line.startswith("- "):
            names = (match.group(1).strip("\"'"),)
        block.append(line)
    builder.code("\n".join(block), names)
    return builder.build()


def read_subtitles(source: Source) -> Document:
    """SRT and WebVTT: what is said, without times; cues joined into paragraphs of some sentences."""
    builder = DocumentBuilder("subtitles")
    said: list[str] = []
    length = 0
    for cue in re.split(r"\n\s*\n", _text(source)):
        lines = cue.strip().split("\n")
        at = next((i for i, line in enumerate(lines) if _CUE_TIME.search(line)), None)
        if at is None:
            continue
        text = _said(lines[at + 1 :])
        if not text or (said and said[-1] == text):
            continue
        said.append(text)
        length += len(text)
        if length > (400 if text.endswith((".", "!", "?", "…", '"', "»")) else 900):
            builder.paragraph("\n".join(said))
            said, length = [], 0
    builder.paragraph("\n".join(said))
    return builder.build()


def _said(lines: list[str]) -> str:
    """The words of a cue: a line that goes on is joined, one that another person says (a dash, a name) is not."""
    said = ""
    for line in lines:
        line = _TAGS.sub("", _SPEAKER.sub(r"\1: ", line)).strip()
        said += ("\n" if said and _NEW_SPEAKER.match(line) else " ") + line
    return said.strip()


def read_bibtex(source: Source) -> Document:
    """BibTeX: an entry each under its title, its fields as lines."""
    builder = DocumentBuilder("bibtex")
    text = _text(source)
    strings = {name.lower(): quoted or braced for name, quoted, braced in _BIBTEX_STRING.findall(text)}
    starts = sorted({match.start() for pattern in (_BIBTEX_ENTRY, _BIBTEX_ASIDE) for match in pattern.finditer(text)})
    from engine.reading.latex import plain_latex

    for start, end in zip(starts, [*starts[1:], len(text)]):
        match = _BIBTEX_ENTRY.match(text, start)
        if match is None or match.group(1).lower() in ("comment", "preamble", "string"):
            continue
        closing = ")" if match[0].partition("(")[0].rstrip() == f"@{match[1]}" else "}"
        body = text[match.end() : end].rstrip().removesuffix(closing)
        fields = {name: _bibtex_value(value, strings) for name, value in _bibtex_fields(body)}
        title = next((plain_latex(value) for name, value in fields.items() if name.lower() == "title"), "")
        builder.heading(title or match.group(2), 1)
        said = {name: _unescaped(value) if name.lower() in _BIBTEX_LITERAL else plain_latex(value) for name, value in fields.items()}
        lines = [f"{name}: {value}" for name, value in said.items() if name.lower() != "title" and value]
        builder.paragraph("\n".join([f"{match.group(2)} ({match.group(1)})", *lines]))
    if builder.is_empty:
        add_plain_text(builder, text)
    return builder.build()


def _bibtex_value(value: str, strings: dict[str, str]) -> str:
    """A field's value without what it is wrapped in; names of strings and pieces joined by # put together."""
    if "#" in value and _BIBTEX_NAMED.fullmatch(value):
        pieces = re.findall(r"\"([^\"]*)\"|\{([^{}]*)\}|([\w:-]+)", value)
        return "".join(quoted or braced or strings.get(name.lower(), name) for quoted, braced, name in pieces)
    return strings.get(value.lower(), value).strip("{}").strip('"')


def _unescaped(value: str) -> str:
    """An address as it is: its tildes and percent signs are no LaTeX."""
    return re.sub(r"\\([%#&_{}~$])", r"\1", re.sub(r"\\url\s{0,9}\{([^{}]{0,2000})\}", r"\1", value))


def _bibtex_fields(body: str) -> Iterator[tuple[str, str]]:
    """(name, value as it is written) of an entry's fields."""
    for field in _one_field_a_line(body).split("\n"):
        name, equals, value = field.partition("=")
        if equals and _BIBTEX_NAME.fullmatch(name.strip()):
            yield name.strip(), value.strip()


def _one_field_a_line(body: str) -> str:
    """Line feeds inside values become spaces, so that each line is a field."""
    depth, out = 0, []
    quoted = False
    for char in body:
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
        elif char == '"' and depth == 0:
            quoted = not quoted
        if char == "," and depth == 0 and not quoted:
            out.append("\n")
        else:
            out.append(" " if char == "\n" else char)
    return "".join(out)


READERS: dict[str, Callable[[Source], Document]] = {
    "org": read_org, "yaml": read_yaml, "subtitles": read_subtitles, "bibtex": read_bibtex,
    "ics": read_cards, "vcf": read_cards,
}

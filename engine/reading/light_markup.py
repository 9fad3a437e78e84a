"""Small text formats: reStructuredText, Org, YAML, subtitles and BibTeX."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.cards import read_cards
from engine.reading.decoding import decode
from engine.reading.plain_text import add_plain_text
from engine.reading.source import Source
from engine.reading.tables import count_header_rows

_ADORNMENT = re.compile(r"([=\-~^\"'`#*+.:_<>])\1{2,}\s*$")
_DIRECTIVE = re.compile(r"\s*\.\.\s+(?:(\w[\w-]*)::\s*(.*)|_[^:]+:.*|\[[^\]]*\]\s*(.*)|\|[^|]*\|.*)?$")
_ROLE = re.compile(r":[\w:+-]{1,60}:`([^`<]{1,500}?)\s{0,9}(?:<[^>`]{0,500}>)?`")
_LINK = re.compile(r"`([^`<]{1,500}?)\s{0,9}(?:<[^>`]{0,500}>)?`_{0,2}")
_CODE_DIRECTIVES = frozenset({"code", "code-block", "sourcecode", "highlight", "literalinclude", "math", "parsed-literal"})
_CUE_TIME = re.compile(r"(?:\d{1,4}:)?\d{1,2}:\d{2}[.,]\d{1,3}[ \t]{0,9}-->")
_TAGS = re.compile(r"</?[^>]{1,80}>|\{\\[^}]{0,200}\}")
_SPEAKER = re.compile(r"<v(?:\.[\w.]*)?[ \t]+([^>]{1,80})>")
_NEW_SPEAKER = re.compile(r"[-–—]\s?\S")
_BIBTEX_STRING = re.compile(r"@string\s*[{(]\s*([\w:-]+)\s*=\s*(?:\"([^\"]{0,2000})\"|\{([^{}]{0,2000})\})", re.IGNORECASE)
_BIBTEX_ENTRY = re.compile(r"@(\w{1,40})\s{0,9}[{(]\s{0,9}([^,\s]{0,200})\s{0,9},", re.IGNORECASE)
_BIBTEX_NAME = re.compile(r"\w[\w-]{0,60}")
_ORG_HEADING = re.compile(r"(\*+)\s+(?:(TODO|DONE|NEXT|WAITING|CANCELLED)\s+)?(?:\[#\w\]\s+)?(.*?)(?:\s+:([\w:@]+):)?\s*$")
_ORG_MARKED = re.compile(r"(?<![\w*/_=~+])([*/_=~+])(?=\S)([^\n]{1,200}?)(?<=\S)\1(?![\w*/_=~+])")
_ORG_LINK = re.compile(r"\[\[([^\]]{1,1000})\](?:\[([^\]]{1,1000})\])?\]")
_KEY_LINE = re.compile(r"^([\w\"'.-][^:#\n]{0,80}?)\s*:(?:\s|$)")


def _text(source: Source) -> str:
    return decode(source.read(source.options.max_text_bytes)).replace("\r\n", "\n").replace("\r", "\n")


def read_rst(source: Source) -> Document:
    """reStructuredText: levels of headings by the order in which their signs first stand."""
    builder = DocumentBuilder("rst")
    lines = _text(source).split("\n")
    levels: dict[str, int] = {}
    pending: list[str] = []
    i = 0

    def flush() -> None:
        text = _plain_rst("\n".join(pending))
        pending.clear()
        add_plain_text(builder, re.sub(r"::$", ":", text, flags=re.MULTILINE))

    while i < len(lines):
        line = lines[i]
        over = bool(_ADORNMENT.match(line)) and i + 2 < len(lines) and bool(_ADORNMENT.match(lines[i + 2]))
        title = lines[i + 1] if over else line
        under = lines[i + 2] if over else lines[i + 1] if i + 1 < len(lines) else ""
        if title.strip() and _ADORNMENT.match(under) and len(under.rstrip()) >= len(title.strip()) * 0.8 \
                and not _ADORNMENT.match(title):
            flush()
            sign = under[0] + ("^" if over else "")
            levels.setdefault(sign, len(levels) + 1)
            builder.heading(_plain_rst(title), levels[sign])
            i += 3 if over else 2
            continue
        directive = _DIRECTIVE.match(line)
        if directive and line.strip().startswith(".."):
            flush()
            name, rest = directive.group(1), directive.group(2) or directive.group(3) or ""
            block, i = _indented(lines, i + 1)
            body = "\n".join(b for b in block if not re.match(r"\s*:[\w-]+:", b)).strip("\n")
            if name in _CODE_DIRECTIVES:
                builder.code(body)
            elif name:
                pending.append(f"{rest}\n{_dedented(body)}".strip("\n"))
            elif rest:
                builder.note(rest)
            continue
        if line.rstrip().endswith("::") and i + 1 < len(lines):
            pending.append(line)
            flush()
            block, i = _indented(lines, i + 1)
            builder.code(_dedented("\n".join(block)))
            continue
        pending.append(line)
        i += 1
    flush()
    if builder.n_blocks and not builder.title:
        builder.title = _first_heading(builder)
    return builder.build()


def _plain_rst(text: str) -> str:
    """Words without roles, literals and link targets."""
    return _LINK.sub(r"\1", _ROLE.sub(r"\1", text.replace("``", "")))


def _first_heading(builder: DocumentBuilder) -> str | None:
    document = builder.build_without_language()
    first = document.blocks[0]
    return document.text[first.start : first.end] if first.kind == "heading" else None


def _indented(lines: list[str], start: int) -> tuple[list[str], int]:
    block = []
    i = start
    while i < len(lines) and (not lines[i].strip() or lines[i][:1] in " \t"):
        block.append(lines[i])
        i += 1
    return block, i


def _dedented(text: str) -> str:
    return textwrap.dedent(text)


def read_org(source: Source) -> Document:
    builder = DocumentBuilder("org")
    pending: list[str] = []
    rows: list[list[str]] = []
    code: list[str] | None = None

    def flush() -> None:
        text = _ORG_LINK.sub(lambda m: m.group(2) or m.group(1), textwrap.dedent("\n".join(pending)))
        add_plain_text(builder, _ORG_MARKED.sub(r"\2", text))
        pending.clear()
        if rows:
            builder.table(rows, count_header_rows(rows))
            rows.clear()

    for line in _text(source).split("\n"):
        bare = line.strip()
        heading = _ORG_HEADING.match(line)
        if code is not None:
            if bare.lower().startswith("#+end"):
                builder.code("\n".join(code))
                code = None
            else:
                code.append(line)
        elif bare.lower().startswith(("#+begin_src", "#+begin_example")):
            flush()
            code = []
        elif heading:
            flush()
            builder.heading(heading.group(3), len(heading.group(1)))
            about = [heading.group(2) or "", (heading.group(4) or "").replace(":", ", ")]
            builder.paragraph(" · ".join(filter(None, about)))
        elif bare.lower().startswith("#+title:"):
            builder.title = bare[8:]
        elif bare.lower().startswith(("#+author:", "#+date:")):
            name, _, value = bare[2:].partition(":")
            builder.property(name.lower(), value)
        elif bare.startswith("|"):
            if pending:
                flush()
            if not re.fullmatch(r"[|+\-\s]+", bare):
                rows.append([cell.strip() for cell in bare.strip("|").split("|")])
        elif not bare.startswith("#+") and bare not in (":PROPERTIES:", ":END:"):
            if rows:
                flush()
            pending.append(line)
    flush()
    builder.code("\n".join(code or ()))
    return builder.build()


def read_yaml(source: Source) -> Document:
    """YAML as it is written, one block for each key of the top level."""
    builder = DocumentBuilder("yaml")
    names: tuple[str, ...] = ()
    block: list[str] = []
    for line in _text(source).split("\n"):
        match = _KEY_LINE.match(line)
        if match and block:
            builder.code("\n".join(block), names)
            block = []
        if match:
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
    starts = [match.start() for match in _BIBTEX_ENTRY.finditer(text)]
    from engine.reading.latex import plain_latex

    for start, end in zip(starts, [*starts[1:], len(text)]):
        match = _BIBTEX_ENTRY.match(text, start)
        if match is None or match.group(1).lower() in ("comment", "preamble", "string"):
            continue
        body = text[match.end() : end].rstrip().removesuffix("}")
        fields = {name: strings.get(value.lower(), value).strip("{}").strip('"') for name, value in _bibtex_fields(body)}
        title = next((plain_latex(value) for name, value in fields.items() if name.lower() == "title"), "")
        builder.heading(title or match.group(2), 1)
        lines = [f"{name}: {plain_latex(value)}" for name, value in fields.items() if name.lower() != "title"]
        builder.paragraph("\n".join([f"{match.group(2)} ({match.group(1)})", *lines]))
    if builder.is_empty:
        add_plain_text(builder, text)
    return builder.build()


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
    "rst": read_rst, "org": read_org, "yaml": read_yaml, "subtitles": read_subtitles, "bibtex": read_bibtex,
    "ics": read_cards, "vcf": read_cards,
}

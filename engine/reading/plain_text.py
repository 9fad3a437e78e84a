"""Plain text: paragraphs between blank lines, headings where the text itself marks them, list items."""

from __future__ import annotations

import re
from itertools import groupby

from engine.document import Document
from engine.reading.abridging import without_armor
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.source import Source

_BLANK_LINES = re.compile(r"\n[ \t\f]*(?:\n[ \t\f]*)*\n")
_UNDERLINE = re.compile(r"(={3,}|-{3,}|~{3,}|\*{3,}|#{3,})")
_NAMED = re.compile(
    r"(cap[ií]tulo|t[ií]tulo|secci[oó]n|art[ií]culo|anexo|parte|cl[aá]usula|libro|chapter|section|article|part|annex|"
    r"appendix|apéndice|disposici[oó]n|chapitre|kapitel|capitolo|cap[ií]tol)\s+([\divxlcdm]+|[úu]nic[oa]|primer[oa]?|"
    r"segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|[a-z]\b)[\wºª.:) –—-]{0,3}.{0,80}",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+([^\W\d_].{1,78})")
_QUOTE_MARKS = re.compile(r"[ \t]*(?:>[ \t]?)+")      # of mail that answers other mail
_ITEM = re.compile(r"([ \t]*)([-*•·–‣◦▪]|\d{1,3}[.)]|[a-zA-Z][.)])[ \t]+\S")
_ENDS_SENTENCE = (".", ",", ";", ":", "?", "!", "…")


def read_plain_text(source: Source) -> Document:
    builder = DocumentBuilder("txt")
    add_plain_text(builder, decode(source.read(source.options.max_text_bytes)))
    return builder.build()


def read_log(source: Source) -> Document:
    """Of a long log its beginning, and what was written last: the middle is not what anyone looks for."""
    builder = DocumentBuilder("txt")
    n_first = source.options.max_log_bytes // 4
    beginning, end = source.start(n_first), source.end(source.options.max_log_bytes - n_first)
    builder.cut(f"a log: the first {beginning.size} and the last {end.size} of {source.size} bytes were read")
    for part in (beginning, end):
        add_plain_text(builder, decode(part.read()))
    return builder.build()


def add_plain_text(builder: DocumentBuilder, text: str, page: int | None = None) -> None:
    """Adds text to a builder as headings, paragraphs and list items."""
    text = without_armor(text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n").replace("\v", "\n"))
    for block in _BLANK_LINES.split(text):
        _add_block(builder, block.strip("\n"), page)


def _add_block(builder: DocumentBuilder, block: str, page: int | None) -> None:
    lines = block.split("\n")
    if len(lines) >= 2 and _UNDERLINE.fullmatch(lines[1].strip()) and 0 < len(lines[0].strip()) <= 120:
        builder.heading(lines[0], 1 if lines[1].strip()[0] in "=#*" else 2, page)
        lines = lines[2:]
    elif len(lines) == 1 and (level := heading_level(block.strip())):
        builder.heading(block, level, page)
        return
    if not lines:
        return
    if all(line.lstrip().startswith(">") for line in lines) and not lines[0].lstrip().startswith(">>> "):     # Python's prompt
        builder.quote("\n".join(_QUOTE_MARKS.sub("", line) for line in lines), page)
        return
    if "\n>" in block and len(parts := _parts_by_quotes(lines)) > 1:
        for part in parts:
            _add_block(builder, "\n".join(part), page)
    elif len(lines) > 1 and _ITEM.match(lines[0]):
        _add_list(builder, lines, page)
    elif _is_one_paragraph_a_line(lines):
        for line in lines:
            builder.plain(line, page)
    else:
        builder.plain("\n".join(lines), page)


def _parts_by_quotes(lines: list[str]) -> list[list[str]]:
    """Lines of mail with what they quote apart: several lines with marks, or the first ones after "Ana wrote:"."""
    runs = [(is_quoted, list(run)) for is_quoted, run in groupby(lines, key=lambda line: line.lstrip().startswith(">"))]
    quotes = any(
        is_quoted and not run[0].lstrip().startswith(">>> ") and (len(run) > 2 or (at and runs[at - 1][1][-1].rstrip().endswith(":")))
        for at, (is_quoted, run) in enumerate(runs)
    )
    return [run for _, run in runs] if quotes else [lines]


def heading_level(line: str) -> int:
    """Level of a line that stands alone and looks like a heading; 0 if it does not."""
    if not 2 <= len(line) <= 100 or line.endswith((",", ";")):
        return 0
    if _NAMED.fullmatch(line):
        return 2
    numbered = _NUMBERED.fullmatch(line)
    if numbered and not line.endswith(_ENDS_SENTENCE):
        return min(numbered.group(1).count(".") + 2, 6)
    letters = [char for char in line if char.isalpha()]
    if len(letters) >= 4 and line.isupper() and len(line) <= 80 and len(line.split()) <= 12:
        return 2
    return 0


def _add_list(builder: DocumentBuilder, lines: list[str], page: int | None) -> None:
    item: list[str] = []
    level = 1
    for line in lines:
        match = _ITEM.match(line)
        if match:
            builder.list_item("\n".join(item), level, page)
            item = []
            level = 1 + len(match.group(1).expandtabs(4)) // 2
        item.append(line)
    builder.list_item("\n".join(item), level, page)


def _is_one_paragraph_a_line(lines: list[str]) -> bool:
    """Whether lines were never wrapped: then each line feed ends a paragraph."""
    return len(lines) > 1 and sum(map(len, lines)) / len(lines) > 160

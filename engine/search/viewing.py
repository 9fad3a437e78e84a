"""Pieces of stored documents for the preview: small enough to cross to the window and to be drawn at once."""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.document import Block, Document, TableRow
from engine.language.folding import nfc
from engine.messages import DocumentView, Section, TablePart

if TYPE_CHECKING:
    from engine.catalog.catalog import StoredDocument
    from engine.query.parser import ParsedQuery

PIECE = 20_000                  # code points of a piece
TABLE_PIECE = 100_000         # …of a document that is a table: rows are cheap to draw
TABLE_KINDS = frozenset({"xlsx", "xls", "xlsb", "ods", "csv", "tsv"})
CELLS_AT_MOST = 12_000          # of one table in a piece
OUTLINE_AT_MOST = 500
COLOURED_AT_MOST = 400_000      # code points of code that is coloured as a whole; of more, the piece alone
FOUND_AT_MOST = 5_000


def view_of(stored: StoredDocument, document: Document | None, around: int, query: ParsedQuery | None) -> DocumentView:
    """The piece of a document around the code point `around`; without text where the document has none.

    A third of the piece lies before `around`. It ends between blocks; a block longer than a piece is cut at a line.
    """
    document = document or Document("", (), stored.kind)
    size = TABLE_PIECE if stored.kind in TABLE_KINDS else PIECE
    around = max(0, min(around, len(document.text)))
    start, end = max(0, around - size // 3), around - size // 3 + size
    if stored.kind == "code":
        start, end = _whole_lines(document.text, start, end)
    blocks, tables = _blocks_within(document, start, end)
    if stored.kind != "code" and blocks:
        start = blocks[0].start if blocks[0].start > document.blocks[0].start else 0
        end = blocks[-1].end if blocks[-1].end < document.blocks[-1].end else len(document.text)
    end = min(end, len(document.text))
    text = document.text[start:end]
    matches = tuple(matches_in(document, blocks, query)) if query is not None else ()
    return DocumentView(
        document_id=stored.document_id,
        path=stored.path,
        file_path=str(stored.file_path),
        title=document.title or stored.title or stored.name,
        kind=stored.kind,
        modified=stored.modified,
        properties=stored.properties,
        n_pages=stored.n_pages,
        document=replace(
            document, text=text, blocks=tuple(blocks), properties=(),
            recognised=tuple(line for line in document.recognised if line.start < end and line.end > start),
        ),
        text_start=start,
        total=len(document.text),
        first_line=document.text.count("\n", 0, start) + 1 if stored.kind == "code" else 1,
        matches=matches,
        colours=tuple(_colours(stored.name, document.text, start, end)) if stored.kind == "code" else (),
        tables=tuple(tables),
        outline=tuple(_outline(stored.kind, document)),
        reason=stored.reason,
    )


def blocks_from(document: Document, around: int) -> tuple[Block, ...]:
    """All blocks, from the one that holds or follows the offset `around` on, and then those before it."""
    first = bisect_right(document.blocks, around, key=lambda block: block.end)
    return document.blocks[first:] + document.blocks[:first]


def matches_in(document: Document, blocks: Sequence[Block], query: ParsedQuery) -> Iterator[tuple[int, int]]:
    """Where the query's words stand in the given blocks, in order."""
    for block in blocks:
        text = document.text[block.start:block.end]
        for start, end in query.spans(text, document.language):
            yield block.start + start, block.start + end


def find_in(text: str, wanted: str) -> tuple[tuple[tuple[int, int], ...], bool]:
    """All places of `wanted`, accents and letter case ignored (ñ stays ñ); and whether these are all.

    White space in `wanted` matches as written. Lengths are kept by folding one character to one.
    """
    wanted = nfc(wanted)
    if not wanted.strip():
        return (), True
    table = _one_to_one(set(text) | set(wanted))
    folded, needle = text.translate(table), wanted.translate(table)
    found: list[tuple[int, int]] = []
    at = folded.find(needle)
    while at >= 0 and len(found) < FOUND_AT_MOST:
        found.append((at, at + len(needle)))
        at = folded.find(needle, at + len(needle))
    return tuple(found), at < 0


def _one_to_one(characters: set[str]) -> dict[int, str]:
    import unicodedata

    table = {}
    for character in characters:
        lower = character.lower()
        if lower != "ñ":
            lower = unicodedata.normalize("NFD", lower)[:1]
        if len(lower) == 1 and lower != character:
            table[ord(character)] = lower
    table[ord("\n")] = " "
    table[ord("\u00a0")] = " "
    return table


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    if start > 0:
        start = text.rfind("\n", 0, start) + 1
    if end < len(text):
        line_end = text.find("\n", end)
        end = len(text) if line_end < 0 else line_end + 1
    return start, min(end, len(text))


def _blocks_within(document: Document, start: int, end: int) -> tuple[list[Block], list[TablePart]]:
    blocks = document.blocks
    first = max(0, bisect_right([block.start for block in blocks], start) - 1)
    kept: list[Block] = []
    tables: list[TablePart] = []
    for block in blocks[first:]:
        if block.start >= end:
            break
        if block.end < start:
            continue
        if block.rows:
            block, part = _rows_within(block, start, end)
            tables.append(part)
        elif block.kind != "code" and block.end - block.start > PIECE:
            block = replace(
                block,
                start=_after_break(document.text, max(block.start, start), block.start),
                end=_after_break(document.text, min(block.end, end), block.start) if block.end > end else block.end,
            )
        kept.append(block)
    return kept, tables


def _after_break(text: str, position: int, least: int) -> int:
    """The nearest place after a line or word before `position`."""
    if position <= least:
        return least
    for mark in ("\n", " "):
        at = text.rfind(mark, max(least, position - 2000), position)
        if at >= 0:
            return at + 1
    return position


def _rows_within(block: Block, start: int, end: int) -> tuple[Block, TablePart]:
    """The table with its header rows and the rows inside the bounds."""
    header, body = block.rows[:block.n_header_rows], block.rows[block.n_header_rows:]
    starts = [row.start for row in body]
    first = max(0, bisect_right(starts, max(start, block.start)) - 1)
    last = bisect_left(starts, end)
    width = max((len(row.cells) for row in body[first:first + 50]), default=1)
    last = min(last, first + max(50, CELLS_AT_MOST // max(1, width)))
    rows: tuple[TableRow, ...] = body[first:last]
    part = TablePart(block.start, first, len(body))
    if not rows:
        return replace(block, rows=header), part
    begin = block.start if first == 0 else rows[0].start
    finish = block.end if last >= len(body) else rows[-1].end
    return replace(block, start=begin, end=finish, rows=(*header, *rows)), replace(part, start=begin)


def _outline(kind: str, document: Document) -> Iterator[Section]:
    """Headings; of a workbook only those that stand right before a table: its sheets."""
    blocks = document.blocks
    count = 0
    for number, block in enumerate(blocks):
        if block.kind != "heading":
            continue
        if kind in TABLE_KINDS and not any(after.kind == "table" for after in blocks[number + 1:number + 3]):
            continue
        count += 1
        if count > OUTLINE_AT_MOST:
            return
        yield Section(document.text[block.start:block.end][:120], block.level, block.start)


def _colours(name: str, text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Spans of tokens between `start` and `end`, by Pygments."""
    from pygments.lexers import get_lexer_for_filename
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_for_filename(os.path.basename(name), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return
    base, source = (0, text) if len(text) <= COLOURED_AT_MOST else (start, text[start:end])
    for offset, token, value in lexer.get_tokens_unprocessed(source):
        at = base + offset
        if at >= end:
            return
        kind = _kind_of_token(str(token))
        if kind is not None and at + len(value) > start and value.strip():
            yield max(at, start), min(at + len(value), end), kind


def _kind_of_token(token: str) -> str | None:
    for part, kind in (
        ("Comment", "comment"), ("Keyword", "keyword"), ("String", "string"), ("Number", "number"),
        ("Name.Builtin", "builtin"), ("Name.Function", "name"), ("Name.Class", "name"), ("Name.Tag", "keyword"),
        ("Name.Attribute", "name"), ("Name.Decorator", "builtin"), ("Operator", "operator"),
    ):
        if part in token:
            return kind
    return None

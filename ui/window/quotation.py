"""A passage as it is quoted elsewhere: prose, lines of code, and rows of tables with the names of their columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.document import Block
from engine.messages import DocumentView


@dataclass(frozen=True, slots=True)
class Prose:
    text: str


@dataclass(frozen=True, slots=True)
class Code:
    text: str                           # its lines, without the indentation that all of them share


@dataclass(frozen=True, slots=True)
class Rows:
    names: tuple[str, ...]              # of the columns, "" where one has none
    cells: tuple[tuple[str, ...], ...]  # rows as long as `names`


Piece = Prose | Code | Rows


@dataclass(frozen=True, slots=True)
class Quotation:
    """What stands in a passage, in order, and the pages that it stands on; `last_page` is None where there are none."""

    pieces: tuple[Piece, ...] = ()
    last_page: int | None = None


def plain_quotation(text: str) -> Quotation:
    """Of a text of which no more is known; none of a blank one."""
    return Quotation((Prose(text),) if text.strip() else ())


def quotation_of(view: DocumentView, start: int, end: int) -> Quotation:
    """The passage text[start:end] of a document, by its blocks; as plain text where it has none."""
    blocks = [block for block in view.document.blocks if block.start < end and block.end > start]
    pieces = tuple(piece for piece in _pieces(view, blocks, start, end) if not isinstance(piece, Prose) or piece.text.strip())
    if not pieces:
        return plain_quotation(view.slice(start, end))
    return Quotation(pieces, max((block.page for block in blocks if block.page is not None), default=None))


def _pieces(view: DocumentView, blocks: Sequence[Block], start: int, end: int) -> Iterator[Piece]:
    for kind, together in groupby(blocks, key=lambda block: "rows" if block.rows else "code" if block.kind == "code" else "prose"):
        part = list(together)
        first, last = max(start, part[0].start), min(end, part[-1].end)
        if kind == "rows":
            yield from (_rows(block, start, end) for block in part)
        elif kind == "code":
            yield Code(_whole_lines(view, part[0].start, first, last))
        else:
            yield Prose(view.slice(first, last))


def _whole_lines(view: DocumentView, block_start: int, start: int, end: int) -> str:
    """Lines of code from `start` on, the first one with the indentation before it."""
    before = view.slice(block_start, start)
    indentation = before[before.rfind("\n") + 1:]
    text = view.slice(start, end).strip("\n")
    return textwrap.dedent((indentation if not indentation.strip() else "") + text).rstrip()


def _rows(block: Block, start: int, end: int) -> Rows:
    """The rows in the passage, without the columns that are empty in all of them."""
    header, rows = block.rows[:block.n_header_rows], block.rows[block.n_header_rows:]
    chosen = [row.cells for row in rows if row.start < end and row.end > start] or [row.cells for row in header]
    width = max(map(len, chosen), default=0)
    filled = [n for n in range(width) if any(_cell(cells, n) for cells in chosen)]
    names = tuple(" ".join(dict.fromkeys(filter(None, (_cell(row.cells, n) for row in header)))) for n in filled)
    return Rows(names if rows else ("",) * len(filled), tuple(tuple(_cell(cells, n) for n in filled) for cells in chosen))


def _cell(cells: Sequence[str], column: int) -> str:
    return " ".join(cells[column].split()) if column < len(cells) else ""


def as_text(pieces: Iterable[Piece]) -> str:
    """A paragraph of prose on one line, code by its lines, a row on a line of its own: `Item: Boiler; Amount: 4,063.33`."""
    return "\n".join(_text_of(piece) for piece in pieces)


def _text_of(piece: Piece) -> str:
    match piece:
        case Prose(text):
            return "\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text.strip()))
        case Code(text):
            return text
        case Rows(names, cells):
            return "\n".join(
                "; ".join(f"{name}: {cell}" if name else cell for name, cell in zip(names, row, strict=True) if cell) for row in cells
            )


def as_markdown(pieces: Iterable[Piece]) -> list[str]:
    """Lines of Markdown, a blank one between pieces: prose escaped, code fenced, rows as a table."""
    lines: list[str] = []
    for piece in pieces:
        lines += [""] if lines else []
        match piece:
            case Prose(text):
                lines += [plain(line.strip()) for line in text.strip().splitlines()]
            case Code(text):
                fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 0)
                lines += [fence, *text.splitlines(), fence]
            case Rows(names, cells):
                lines += [_table_line(names), "|" + "---|" * len(names), *map(_table_line, cells)]
    return lines


def _table_line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_escaped, cells)) + " |"


def plain(text: str) -> str:
    """A line that Markdown does not take for marks of its own."""
    return re.sub(r"^(\d+)([.)])|^([-+])", lambda found: f"{found[1] or ''}\\{found[2] or found[3]}", _escaped(text))


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", text)

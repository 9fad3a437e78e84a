"""The one model that every reader yields: a text, and blocks that point into it.

Offsets count code points in `Document.text`. Blocks lie in reading order, do not overlap, and are separated in the
text by at least one line feed, so that no two cells, lines or pages ever run together. Headings are blocks like
others; the tree of sections follows from their levels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NewType

DocumentId = NewType("DocumentId", int)
ChunkId = NewType("ChunkId", int)

BlockKind = Literal["heading", "paragraph", "list_item", "table", "code", "caption", "quote", "note"]


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table. In the text its cells are joined by a tab; line feeds inside a cell become spaces."""

    start: int
    end: int
    cells: tuple[str, ...]      # merged cells: the value stands in each cell that it covers; "" where empty


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a Document: text[start:end]. A table's rows are lines of that span; elsewhere rows is empty."""

    kind: BlockKind
    start: int
    end: int
    page: int | None = None             # counts from 1; None where the format has no pages
    level: int = 0                      # heading: 1 (top) to 6; list item: depth from 1
    names: tuple[str, ...] = ()         # code: enclosing names, outermost first ("Class", "method")
    rows: tuple[TableRow, ...] = ()
    n_header_rows: int = 0              # leading rows that name the columns
    bold: bool = False


@dataclass(frozen=True, slots=True)
class RecognisedLine:
    """A line that was read from a picture: text[start:end], and its place on the page as it is shown.

    Sides in fractions of the page's width and height, from its top left corner.
    """

    start: int
    end: int
    page: int                           # counts from 1; 1 in a picture without pages
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Document:
    """What a reader gives for one file, message, attachment or member of an archive."""

    text: str                           # NFC
    blocks: tuple[Block, ...]
    kind: str                           # "pdf", "docx", "xlsx", "csv", "txt", "md", "html", "code", ...
    title: str | None = None            # a title that the document itself states; None: only the file name is known
    language: str | None = None         # ISO 639-1; None: too little text to tell
    n_pages: int | None = None
    properties: tuple[tuple[str, str], ...] = ()    # ("author", …), ("date", ISO 8601), ("from", …), ("to", …)
    recognised: tuple[RecognisedLine, ...] = ()     # lines read from pictures of text, in reading order
    n_unrecognised: int = 0             # pages that hold pictures of text which were not read

    @property
    def has_text(self) -> bool:
        return bool(self.text.strip())


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece to be found, as the chunker cuts it. Not yet stored, so without an id.

    `text` is what a person would read; it equals the document's text[start:end] for prose, and carries the column
    names for a table's row. `section_start`/`section_end` bound the surrounding section that a hit shows.
    """

    text: str
    start: int
    end: int
    page: int | None
    heading_path: tuple[str, ...]       # from the top down; without the document's title
    section_start: int
    section_end: int
    n_tokens: int                       # of `text`, by the embedder's tokenizer, without specials
    kind: BlockKind = "paragraph"
    language: str | None = None


MAX_PREFIX_CHARS = 240      # in the densest scripts a character is a token, and the chunk needs the room


def passage_prefix(title: str | None, heading_path: tuple[str, ...]) -> str:
    """What stands before a chunk in the text given to the embedder: `title > heading > path` and a line feed.

    Empty where there is neither. What is repeated from one level to the next stands once. Never over MAX_PREFIX_CHARS and its
    line feed: the longest parts are clipped, then the middle ones left out, since the last says most about the chunk.
    """
    named = [title, *heading_path] if title else list(heading_path)
    parts = [part for at, part in enumerate(named) if not at or part != named[at - 1]]
    prefix = " > ".join(parts)
    if len(prefix) > MAX_PREFIX_CHARS:
        prefix = _fitted(parts)
    return prefix + "\n" if prefix else ""


def _fitted(parts: list[str]) -> str:
    """First and last part, and as many before the last as there is room for, joined in at most MAX_PREFIX_CHARS."""
    clipped = [part if len(part) <= 80 else part[:79].rstrip() + "…" for part in parts]
    kept = clipped[1:][-1:]
    free = MAX_PREFIX_CHARS - len(clipped[0]) - sum(map(len, kept)) - 10
    for part in reversed(clipped[1:-1]):
        free -= len(part) + 3
        if free < 0:
            kept.insert(0, "…")
            break
        kept.insert(0, part)
    return " > ".join([clipped[0], *kept])

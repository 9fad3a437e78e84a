"""Puts a Document together, so that no reader can glue two blocks, cells or pages, or give a wrong span."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.document import Block, BlockKind, Document, TableRow
from engine.errors import Reason, Unreadable
from engine.reading.abridging import BLOB_CHARS, without_blobs
from engine.reading.cleaning import cells as clean_cells
from engine.reading.cleaning import one_line, prose, verbatim
from engine.reading.language import detect_language

MAX_CHARS = 24_000_000      # of one document: a hundred thick books; more is a log or a dump
MAX_CELLS = 2_000_000       # of one document
_MAX_REPEATED = 200         # characters of a merged cell's value that the rows below repeat
_MAX_REPEATED_ACROSS = 40   # … and the columns beside
NUMBERISH = re.compile(r"[\s€$£%()+\-–−]*\d[\d.,:/\-\s€$£%]*(?:[eE][+-]?\d+)?|true|false|verdadero|falso", re.IGNORECASE)


_Row = tuple[int, int, tuple[str, ...]]     # of a table: where its line begins and ends in the table's text, and its cells


class DocumentBuilder:
    """Takes blocks in reading order; `build` gives the Document. Empty blocks are dropped.

    Blocks are separated by one empty line; the items of a list and the rows of a table by one line feed.
    Beyond MAX_CHARS of text or MAX_CELLS of tables nothing is taken any more: `is_full`, and the document is cut.
    """

    def __init__(self, kind: str, title: str | None = None) -> None:
        self.kind = kind
        self.language: str | None = None
        self.n_pages: int | None = None
        self._title: str | None = None
        self._parts: list[str] = []
        self._blocks: list[Block] = []
        self._properties: dict[str, str] = {}
        self._length = 0
        self._n_cells = 0
        self._is_full = False
        self.title = title

    @property
    def title(self) -> str | None:
        return self._title

    @title.setter
    def title(self, value: str | None) -> None:
        self._title = one_line(value)[:400] or None if value else None

    @property
    def is_empty(self) -> bool:
        return not self._blocks

    @property
    def is_full(self) -> bool:
        """Whether what follows would be dropped: a reader of something long may stop."""
        return self._is_full

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def n_blocks(self) -> int:
        return len(self._blocks)

    def property(self, name: str, value: str | None) -> None:
        """A fact about the document ("author", "date", "from"); empty values are dropped, the first one stays."""
        text = one_line(value)[:2000] if value else ""
        if text:
            self._properties.setdefault(name, text)

    def cut(self, what: str, reason: Reason = "too-large") -> None:
        """Says that something of the document was not read, and why: it is listed among the errors. The first one stays."""
        self.property("cut", str(Unreadable(reason, what)))

    def heading(self, text: str, level: int = 1, page: int | None = None) -> None:
        self._add("heading", one_line(text), page=page, level=min(max(level, 1), 6))

    def paragraph(self, text: str, page: int | None = None, bold: bool = False) -> None:
        self._add("paragraph", prose(text), page=page, bold=bold)

    def plain(self, text: str, page: int | None = None) -> None:
        """A paragraph whose runs of blanks stay, because they may align columns."""
        self._add("paragraph", verbatim(text), page=page)

    def list_item(self, text: str, level: int = 1, page: int | None = None) -> None:
        follows = bool(self._blocks) and self._blocks[-1].kind == "list_item"
        self._add("list_item", prose(text), page=page, level=max(level, 1), gap="\n" if follows else "\n\n")

    def quote(self, text: str, page: int | None = None) -> None:
        self._add("quote", prose(text), page=page)

    def caption(self, text: str, page: int | None = None) -> None:
        self._add("caption", prose(text), page=page)

    def note(self, text: str, page: int | None = None) -> None:
        """A footnote, comment, speaker's note, header or footer: what stands beside the main text."""
        self._add("note", prose(text), page=page)

    def code(self, text: str, names: Sequence[str] = (), page: int | None = None, n_blank_lines: int = 1) -> None:
        """Code as it is. `n_blank_lines` before it are kept, so that a source file reads as it was written."""
        gap = "\n" * (1 + min(max(n_blank_lines, 0), 3))
        self._add("code", verbatim(text), page=page, names=tuple(one_line(name) for name in names), gap=gap)

    def code_line(self, text: str, page: int | None = None) -> None:
        """A line of code that the format holds as a paragraph: it goes on with the code right before it."""
        line = verbatim(text)
        last = self._blocks[-1] if self._blocks else None
        if not line or last is None or last.kind != "code" or last.page != page or last.names or self._length + len(line) >= MAX_CHARS:
            self.code(line, page=page)
            return
        if not self._is_full:
            self._parts.append(f"\n{line}")
            self._length += len(line) + 1
            self._blocks[-1] = replace(last, end=self._length)

    def table(
        self,
        rows: Sequence[Sequence[str]],
        n_header_rows: int = 0,
        page: int | None = None,
        covered: Collection[tuple[int, int]] = (),
    ) -> None:
        """A table. Merged cells hold their value in each cell that they cover.

        Args:
            rows: cells as text; rows may be of unequal length; wholly empty rows are dropped.
            n_header_rows: leading rows that name the columns.
            covered: (row, column) of the cells that repeat a merged cell's value; `TableRow.cells` holds it in all of
                them. The text repeats it where a row or column could not be understood without: names of columns
                across, values of the body down, words across too. An amount over several columns, a name at the beginning of
                a row and a long text stand once, so that nothing seems to be there twice.
        """
        width = max((len(row) for row in rows), default=0)
        lines: list[str] = []
        table_rows: list[_Row] = []
        offset = 0
        n_headers = 0
        above: tuple[str, ...] = ()
        across: set[int] = set()        # columns of the row above that go on with the value to their left
        is_cut = False
        for r, row in enumerate(() if self._is_full else rows):
            cells = clean_cells(row)
            if max(map(len, cells), default=0) >= BLOB_CHARS:
                cells = [self._without_blobs(cell) for cell in cells]
            if not any(cells):
                continue
            cells += [""] * (width - len(cells))
            self._n_cells += width
            is_cut = self._n_cells > MAX_CELLS
            if is_cut:
                break
            shown = cells
            if covered:
                repeats = {c for c, cell in enumerate(cells) if cell and (r, c) in covered}
                if above == tuple(cells) and all(c in repeats for c, cell in enumerate(cells) if cell):
                    continue        # merged with the row above as a whole
                across = {
                    c for c in repeats
                    if c and cells[c] == cells[c - 1] and (not above or above[c] != cells[c] or c in across)
                }
                above = tuple(cells)
                shown = _shown_cells(cells, repeats, across, is_header=r < n_header_rows)
            line = "\t".join(shown).rstrip("\t") or "\t".join(cells)
            table_rows.append((offset, offset + len(line), tuple(cells)))
            lines.append(line)
            offset += len(line) + 1
            n_headers += r < n_header_rows
        if table_rows:
            self._add("table", "\n".join(lines), page=page, rows=table_rows, n_header_rows=n_headers)
        if is_cut:
            self._fill(f"the first {MAX_CELLS} cells were read")

    def append(self, document: Document, page: int | None = None) -> None:
        """All blocks of another document (a chapter of a book, the HTML part of a message), as they are."""
        self.property("cut", dict(document.properties).get("cut"))
        for block in document.blocks:
            text = document.text[block.start : block.end]
            rows = [(row.start - block.start, row.end - block.start, row.cells) for row in block.rows]
            follows = bool(self._blocks) and block.kind == "list_item" == self._blocks[-1].kind
            self._add(
                block.kind, text, page=block.page if page is None else page, level=block.level, names=block.names,
                rows=rows, n_header_rows=block.n_header_rows, bold=block.bold, gap="\n" if follows else "\n\n",
            )

    def build(self) -> Document:
        return self._build(self.text, detect_language(self.text) or self.language)

    def build_without_language(self) -> Document:
        """For pieces that are appended to another builder."""
        return self._build(self.text, self.language)

    def _build(self, text: str, language: str | None) -> Document:
        return Document(
            text=text,
            blocks=tuple(self._blocks),
            kind=self.kind,
            title=self.title,
            language=language,
            n_pages=self.n_pages,
            properties=tuple(self._properties.items()),
        )

    def _add(
        self,
        kind: BlockKind,
        text: str,
        page: int | None = None,
        level: int = 0,
        names: tuple[str, ...] = (),
        rows: Sequence[_Row] = (),
        n_header_rows: int = 0,
        bold: bool = False,
        gap: str = "\n\n",
    ) -> None:
        if not text or self._is_full:
            return
        if kind != "table" and len(text) >= BLOB_CHARS:
            text = self._without_blobs(text)
        room = MAX_CHARS - self._length - len(gap)
        if len(text) > room:
            self._fill(f"the first {MAX_CHARS} characters were read")
            rows = [row for row in rows if row[1] <= room]
            n_header_rows = min(n_header_rows, len(rows))
            text = text[: rows[-1][1] if rows else 0] if kind == "table" else text[: max(room, 0)].rstrip()
            if not text:
                return
        if self._blocks:
            self._parts.append(gap)
            self._length += len(gap)
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        moved = tuple([TableRow(begin + start, end + start, cells) for begin, end, cells in rows])
        self._blocks.append(Block(kind, start, self._length, page, level, names, moved, n_header_rows, bold))

    def _without_blobs(self, text: str) -> str:
        text, n_left_out = without_blobs(text)
        if n_left_out:
            self.cut(f"encoded bytes: {n_left_out} characters of them were left out")
        return text

    def _fill(self, what: str) -> None:
        self._is_full = True
        self.cut(what)


def _shown_cells(cells: Sequence[str], repeats: set[int], across: set[int], is_header: bool) -> list[str]:
    """The cells of a row as its text shows them; `repeats` hold a merged cell's value, `across` that of the cell to the left."""
    if is_header and len(set(cells)) > 1:
        return ["" if c in repeats and c not in across else cell for c, cell in enumerate(cells)]
    shown = list(cells)
    begin = 0           # of the merged cell
    for c, cell in enumerate(cells):
        if c not in across:
            begin = c
            most = _MAX_REPEATED if c in repeats else len(cell)
        else:
            most = _MAX_REPEATED_ACROSS if begin and not NUMBERISH.fullmatch(cell) else 0
        if len(cell) > most:
            shown[c] = ""
    return shown

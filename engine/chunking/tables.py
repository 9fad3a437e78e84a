"""Tables too large for one chunk: rows in groups, each row a line "Column: value; Column: value"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.chunking.limits import ChunkLimits
from engine.chunking.units import pieces
from engine.document import Block, Document, TableRow
from engine.protocols import TokenCounter

_COUNTED_ROWS = 2000        # of a longer table, a sample tells the tokens a character
_COUNTED_CHARS = 20_000     # of one row: longer ones are divided anyway
_NAME_CHARS = 80            # a longer column name is clipped in the rows, and stands in full before the first


@dataclass(slots=True)
class RowGroup:
    """Some rows of a table as text; start and end span their lines in the document."""

    text: str
    start: int
    end: int
    n_tokens: int           # an estimate: the finished chunks are counted


@dataclass(slots=True)
class _Line:
    text: str
    start: int
    end: int
    n_tokens: int
    is_label: bool = False  # a row that is one merged cell: it heads the rows below


def row_groups(
    document: Document, block: Block, tokens: TokenCounter, limits: ChunkLimits, most: int, n_before: int = 0
) -> list[RowGroup]:
    """The whole table as groups of rows. A cell's text is never lost, and a value never stands without its column name.

    Args:
        most: tokens that a group may have; a single row over it is divided between its cells.
        n_before: tokens to be kept free in the first group, for a caption.
    """
    names, preamble = _column_names(document.text, block)
    names = [name.rstrip(": ") + ": " if name else "" for name in names]
    rows = block.rows[block.n_header_rows :]
    if not rows or not any(names):
        lines = [(document.text[row.start : row.end], row) for row in block.rows]
    else:
        lines = [(_row_text(document.text, names, row), row) for row in rows]
    measured = _measured([text for text, _ in lines], tokens)
    wide: list[_Line] = []
    wanted = limits.rows if len(rows) <= limits.long_table else limits.rows_of_long
    size = max(min(wanted, most), 1)
    if preamble:
        wide.extend(_divided(preamble, [], block.rows[0], tokens, limits, most))
    for (text, row), n_tokens in zip(lines, measured):
        if n_tokens > most:
            wide.extend(_divided(text, _fields(document.text, names, row), row, tokens, limits, most))
        else:
            wide.append(_Line(text, row.start, row.end, n_tokens, _is_label(row.cells)))
    groups = _grouped(wide, size, most, limits.smallest, n_before)
    if groups:
        groups[0].start = block.start
        groups[-1].end = max(groups[-1].end, block.end)
    return groups


def _column_names(text: str, block: Block) -> tuple[list[str], str]:
    """Name of each column (header lines joined; "" where none), and the header's text where the names do not hold it all.

    A header row that is a single merged cell is the table's title, not a name.
    """
    width = max((len(row.cells) for row in block.rows), default=0)
    headers = block.rows[: block.n_header_rows]
    names: list[list[str]] = [[] for _ in range(width)]
    is_whole = True
    for row in headers:
        if _is_label(row.cells):
            is_whole = False
            continue
        for column, cell in enumerate(row.cells):
            if cell and cell not in names[column]:
                names[column].append(cell)
    joined = [" · ".join(parts) for parts in names]
    clipped = [name if len(name) <= _NAME_CHARS else name[: _NAME_CHARS - 1].rstrip() + "…" for name in joined]
    is_used = [False] * width
    for row in block.rows[block.n_header_rows :]:
        for column, cell in enumerate(row.cells):
            if cell:
                is_used[column] = True
        if all(is_used):
            break
    is_whole = is_whole and clipped == joined and all(used or not name for used, name in zip(is_used, joined))
    preamble = "" if is_whole or not headers else text[headers[0].start : headers[-1].end]
    return clipped, preamble


def _is_label(cells: Sequence[str]) -> bool:
    """One merged cell across the whole row."""
    return len(cells) > 1 and bool(cells[0]) and cells[0] == cells[-1] and all(cell == cells[0] for cell in cells)


def _fields(text: str, names: Sequence[str], row: TableRow) -> list[str]:
    """ "Name: value" of every cell that is not empty; a value merged over several columns stands once, with all their names."""
    cells = row.cells
    shown = text[row.start : row.end].split("\t")
    shown += [""] * (len(cells) - len(shown))
    fields: list[str] = []
    column = 0
    while column < len(cells):
        first, cell = column, cells[column]
        column += 1
        while column < len(cells) and cell and cells[column] == cell and not shown[column]:
            column += 1
        if cell:
            is_repeated = not shown[first] and len(cell) > _NAME_CHARS      # too long to be said in each row
            value = cell[: _NAME_CHARS - 1].rstrip() + "…" if is_repeated else cell
            fields.append(_joint_name(names[first:column]) + value)
    return fields


def _joint_name(names: Sequence[str]) -> str:
    """One name for neighbouring columns that hold one merged value: "Lunes – Viernes: "."""
    named = list(dict.fromkeys(name for name in names if name))
    return f"{named[0].removesuffix(': ')} – {named[-1]}" if len(named) > 1 else "".join(named)


def _row_text(text: str, names: Sequence[str], row: TableRow) -> str:
    return row.cells[0] if _is_label(row.cells) else "; ".join(_fields(text, names, row))


def _measured(texts: Sequence[str], tokens: TokenCounter) -> list[int]:
    """Tokens of each text: counted, or for very many estimated from a sample, a little too high."""
    if len(texts) <= _COUNTED_ROWS:
        return tokens.count([text if len(text) <= _COUNTED_CHARS else text[:_COUNTED_CHARS] for text in texts])
    sample = texts[:: max(len(texts) // 500, 1)]
    ratios = sorted(n / max(len(text), 1) for n, text in zip(tokens.count([text[:5000] for text in sample]), sample))
    ratio = ratios[len(ratios) * 3 // 4]
    return [int(len(text) * ratio) + 1 for text in texts]


def _divided(
    text: str, fields: Sequence[str], row: TableRow, tokens: TokenCounter, limits: ChunkLimits, most: int
) -> Iterator[_Line]:
    """A row over the limit, between its cells; each part begins with the row's first cell. A cell over it is cut."""
    parts = list(fields) or [text]
    counts = tokens.count([field[:_COUNTED_CHARS] for field in parts])
    key = parts[0] if len(parts) > 1 and counts[0] <= most // 6 else ""
    n_key = counts[0] + 1 if key else 0
    room = _even(sum(count + 1 for count in counts), most, n_key)
    part: list[str] = []
    size = 0
    is_new = False          # whether `part` holds more than the repeated key
    for field, n_tokens in zip(parts, counts):
        is_huge = n_tokens > most or len(field) > _COUNTED_CHARS
        if part and (is_huge or size + n_tokens + 1 > min(max(room, n_key + n_tokens + 1), most)):
            if is_new:
                yield _Line("; ".join(part), row.start, row.end, size)
            part, size, is_new = ([key], n_key, False) if key else ([], 0, False)
            if size + n_tokens + 1 > most:
                part, size = [], 0
        if is_huge:
            for piece, n_piece in _cut_cell(field, tokens, limits, most):
                yield _Line(piece, row.start, row.end, n_piece)
            continue
        part.append(field)
        size += n_tokens + 1
        is_new = True
    if is_new:
        yield _Line("; ".join(part), row.start, row.end, size)


def _even(n_tokens: int, most: int, n_key: int) -> int:
    """Tokens of each part of a row, so that the last one is not a remainder: at most `most`, with the key repeated in each."""
    n_parts = max(-(-n_tokens // max(most - n_key, 1)), 1)
    return min(n_tokens // n_parts + n_key + most // 10, most)


def _cut_cell(field: str, tokens: TokenCounter, limits: ChunkLimits, most: int) -> list[tuple[str, int]]:
    """A cell too long for one chunk, in pieces that each repeat its column name."""
    name, mark, value = field.partition(": ")
    head = f"{name}: " if mark and len(name) <= _NAME_CHARS + 1 else ""
    body = value if head else field
    n_head = tokens.count([head])[0] if head else 0
    room = max(most - n_head - 2, most // 2)
    return [(head + body[a:b], n + n_head) for a, b, n in pieces(body, 0, len(body), tokens, limits, room)]


def _grouped(lines: Sequence[_Line], size: int, most: int, smallest: int, n_before: int) -> list[RowGroup]:
    """Consecutive lines up to about `size` tokens; a label row begins a group, and is repeated at the head of the next."""
    groups: list[RowGroup] = []
    part: list[_Line] = []
    total = n_before
    label: _Line | None = None
    label_part = -1
    for line in lines:
        starts_anew = line.is_label and part and not part[-1].is_label and total >= smallest
        is_full = total + line.n_tokens > (size if total >= smallest else most)
        if part and (starts_anew or is_full) and not (part[-1].is_label and total < smallest):
            groups.append(_group(part, total))
            part, total = [], 0
            if label is not None and not line.is_label and label.n_tokens <= size // 4 and label_part < len(groups):
                part = [_Line(label.text, line.start, line.start, label.n_tokens)]
                total = label.n_tokens
        if line.is_label:
            label, label_part = line, len(groups)
        part.append(line)
        total += line.n_tokens
    if part:
        last = _group(part, total)
        if groups and total < smallest and groups[-1].n_tokens + total <= most:
            previous = groups[-1]
            text = "\n".join(line.text for line in part if line.start < line.end)
            groups[-1] = RowGroup(f"{previous.text}\n{text}", previous.start, last.end, previous.n_tokens + total)
        else:
            groups.append(last)
    return groups


def _group(lines: Sequence[_Line], total: int) -> RowGroup:
    return RowGroup("\n".join(line.text for line in lines), lines[0].start, lines[-1].end, total)

"""CSV and TSV: the delimiter is found by trying, the header row by looking; one table."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.source import Source
from engine.reading.tables import add_sheet

MAX_CELLS = 600_000
_DELIMITERS = ",;\t|"
_SAMPLE_CHARS = 40_000


def read_csv(source: Source) -> Document:
    text = decode(source.read(source.options.max_text_bytes)).replace("\0", " ")
    builder = DocumentBuilder("csv")
    first, _, rest = text.partition("\n")
    stated = None
    if first.lower().startswith("sep=") and len(first.strip()) == 5:    # Excel's own hint
        stated, text = first[4], rest
    delimiter = stated or find_delimiter(text[:_SAMPLE_CHARS])
    rows, is_cut = parse(text, delimiter)
    if is_cut:
        builder.cut(f"the first {len(rows)} rows were read")
    add_sheet(builder, rows)
    return builder.build()


def parse(text: str, delimiter: str) -> tuple[list[list[str]], bool]:
    """Rows of cells, and whether there are more than MAX_CELLS hold.

    A quote that is never closed would swallow the file: then quotes mean nothing.
    """
    csv.field_size_limit(2**31 - 1)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        rows, is_cut = _bounded(reader)
    except csv.Error as error:
        raise Unreadable("damaged", f"CSV: {error}") from error
    if '"' in text and any(len(cell) > 20_000 and cell.count("\n") > 50 for row in rows for cell in row):
        plain = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=csv.QUOTE_NONE)
        rows, is_cut = _bounded(plain)
    return rows, is_cut


def _bounded(reader: Iterable[list[str]]) -> tuple[list[list[str]], bool]:
    rows: list[list[str]] = []
    n_cells = 0
    for row in reader:
        n_cells += len(row)
        if n_cells > MAX_CELLS:
            return rows, True
        rows.append(row)
    return rows, False


def find_delimiter(sample: str) -> str:
    """The delimiter that cuts the most lines into the same number of columns."""
    best, best_score = ",", 0.0
    for delimiter in _DELIMITERS:
        rows = [row for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if row][:100]
        widths = Counter(len(row) for row in rows)
        width, n_same = max(((w, n) for w, n in widths.items() if w > 1), key=lambda item: item[1], default=(0, 0))
        # A comma also stands inside numbers and prose: more columns alone don't win, evenness does.
        score = n_same / max(len(rows), 1) + min(width, 20) / 1000
        if n_same and score > best_score:
            best, best_score = delimiter, score
    return best

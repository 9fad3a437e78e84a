"""What every Document must hold to, whatever it was read from."""

from __future__ import annotations

import re
import unicodedata

from engine.document import Document

_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u2028\u2029\ufffe\uffff\ud800-\udfff]")


def faults_of(document: Document) -> list[str]:
    """What is wrong with a document's spans, separators and characters; empty if it is sound."""
    faults = []
    text = document.text
    if not unicodedata.is_normalized("NFC", text):
        faults.append("not NFC")
    if found := _FORBIDDEN.search(text):
        faults.append(f"forbidden character U+{ord(found.group()):04X}")
    at = 0
    for number, block in enumerate(document.blocks):
        gap = text[at : block.start]
        if number and "\n" not in gap:
            faults.append(f"block {number} is not separated from the one before")
        if gap.strip():
            faults.append(f"text outside of blocks before block {number}")
        if not block.start < block.end <= len(text):
            faults.append(f"block {number} has the span {block.start}:{block.end}")
        if block.kind == "heading" and not 1 <= block.level <= 6:
            faults.append(f"heading {number} has level {block.level}")
        if block.page is not None and not 1 <= block.page <= (document.n_pages or 10**9):
            faults.append(f"block {number} is on page {block.page}")
        if block.kind == "table":
            faults += _faults_of_rows(text, block, number)
        at = block.end
    if text[at:].strip():
        faults.append("text after the last block")
    return faults


def _faults_of_rows(text: str, block: object, number: int) -> list[str]:
    faults = []
    at = block.start  # type: ignore[attr-defined]
    widths = set()
    for row in block.rows:  # type: ignore[attr-defined]
        line = text[row.start : row.end]
        widths.add(len(row.cells))
        if "\n" in line or row.start < at or row.end > block.end:  # type: ignore[attr-defined]
            faults.append(f"a row of table {number} has a wrong span")
        shown = line.split("\t")
        if any(cell and cell != whole for cell, whole in zip(shown, row.cells)) or len(shown) > len(row.cells):
            faults.append(f"a row of table {number} shows other cells than it has")
        at = row.end
    if len(widths) > 1:
        faults.append(f"table {number} has rows of {sorted(widths)} cells")
    if not block.rows:  # type: ignore[attr-defined]
        faults.append(f"table {number} has no rows")
    return faults

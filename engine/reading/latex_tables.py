"""The cells of a LaTeX table: rows, merged cells, and how many rows are its header."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.reading.tables import count_header_rows

_TOKEN = re.compile(r"\\(?:begin|end)\{|\\([A-Za-z]+)\*?|\\\\\*?(?:\[[^\]\n]{0,60}\])?|\\.|[{}&]", re.DOTALL)
_RULES = frozenset({"hline", "toprule", "midrule", "bottomrule", "hdashline", "endhead", "endfirsthead", "endfoot", "endlastfoot", "firsthline", "lasthline", "Xhline"})
_RULE = re.compile(r"\\(?:cline|cmidrule|cdashline|addlinespace|rowcolor|rowcolors|arrayrulecolor|noalign|Xhline|specialrule)\*?(?:\s?\([^)]{0,40}\)|\s?\[[^\]]{0,60}\])*(?:\s?\{[^{}]{0,80}\}){0,3}(?:\s?\{[^{}]{0,20}\}\{[^{}]{0,20}\})?")
_COLUMNS = re.compile(r"\s*\\multicolumn\s*\{\s*(\d{1,3})\s*\}\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]{0,200}\}){0,200}\}){0,200})\}")
_ROWS = re.compile(r"\s*\\(?:multirow|multirowcell|SetCell)\s*(?:\[[^\]]{0,60}\]\s*)*\{\s*-?(\d{1,3}|\*|=)\s*\}\s*(?:\[[^\]]{0,60}\]\s*)*(?:\{[^{}]{0,200}\})?\s*(?:\[[^\]]{0,60}\])?")
_CAPTION = re.compile(r"\\[A-Za-z]{0,20}caption\*?\s*(?=[\[{])")
_MAX_ROWS = 20_000

Cells = tuple[list[list[str]], set[tuple[int, int]], int, list[str]]


def cells_of(content: str, words: Callable[[str], str]) -> Cells:
    """(rows, places that a merged cell covers, header rows, captions as they are written) of a table's source.

    A line below the first rows tells that they are the header; else what they hold. Heads and feet that a long table repeats stand once.

    Args:
        words: gives the words of a piece of LaTeX.
    """
    rows: list[list[str]] = []
    covered: set[tuple[int, int]] = set()
    captions: list[str] = []
    below: dict[int, str] = {}          # column: value of a cell that goes on downwards
    left: dict[int, int] = {}           # column: rows that it still covers
    n_headers = first_head = 0
    for parts, rules in _raw_rows(content):
        if "endfirsthead" in rules and rows:
            first_head = len(rows)
        if "endhead" in rules:
            if first_head:
                del rows[first_head:]
            n_headers = len(rows)
        if ("endfoot" in rules or "endlastfoot" in rules) and n_headers:
            del rows[n_headers:]
        if "midrule" in rules and not n_headers and 0 < len(rows) <= 3:
            n_headers = len(rows)
        if not n_headers and "hline" in rules and len(rows) == 1 and len([cell for cell in rows[0] if cell]) > 1:
            n_headers = 1
        if not any(part.strip() for part in parts):
            continue
        row: list[str] = []
        for part in parts:
            while left.get(len(row), 0) and not part.strip():
                break
            span, value, n_rows = _cell(part, words, captions)
            column = len(row)
            if left.get(column, 0) > 0 and not value:
                covered.add((len(rows), column))
                value = below[column]
                left[column] -= 1
            elif n_rows > 1:
                below[column], left[column] = value, n_rows - 1
            row.append(value)
            for extra in range(1, span):
                covered.add((len(rows), column + extra))
                row.append(value)
        if any(row) and len(rows) < _MAX_ROWS:
            rows.append(row)
    return rows, covered, n_headers if n_headers and len(rows) > n_headers else count_header_rows(rows), captions


def _cell(source: str, words: Callable[[str], str], captions: list[str]) -> tuple[int, str, int]:
    """(columns, words, rows) of a cell."""
    span = n_rows = 1
    caption = _CAPTION.search(source)
    if caption:
        captions.append(source[caption.start() :])
        source = source[: caption.start()]
    merged = _COLUMNS.match(source)
    if merged:
        span = min(max(int(merged[1]), 1), 100)
        source = source[merged.end() :]
    merged = _ROWS.match(source)
    if merged:
        n_rows = int(merged[1]) if merged[1].isdigit() else 1
        source = source[merged.end() :]
    return span, " ".join(words(source).split()), n_rows


def _raw_rows(content: str) -> list[tuple[list[str], set[str]]]:
    """(cells, rules drawn above) of each row, as they are written."""
    content = _RULE.sub("", content)
    found: list[tuple[list[str], set[str]]] = []
    cells: list[str] = []
    rules: set[str] = set()
    pieces: list[str] = []
    depth = at = 0

    def end_cell() -> None:
        cells.append("".join(pieces))
        pieces.clear()

    def end_row() -> None:
        nonlocal cells, rules
        end_cell()
        found.append((cells, rules))
        cells, rules = [], set()

    for match in _TOKEN.finditer(content):
        mark = match[0]
        if match[1] in _RULES and depth == 0:
            pieces.append(content[at : match.start()])
            at = match.end()
            if any(cell.strip() for cell in (*cells, *pieces)):
                end_row()
            rules.add(match[1])
        elif mark == "{" or mark.startswith("\\begin"):
            depth += 1 + mark.startswith("\\begin")
        elif mark == "}" or mark.startswith("\\end{"):
            depth = max(depth - (1 if mark == "}" else 0), 0)
        elif depth == 0 and (mark == "&" or mark.startswith("\\\\") or match[1] == "tabularnewline"):
            pieces.append(content[at : match.start()])
            at = match.end()
            if mark == "&":
                end_cell()
            else:
                end_row()
    pieces.append(content[at:])
    end_row()
    return found

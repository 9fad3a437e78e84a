"""Tables that reStructuredText draws with signs: grids with merged cells, and simple ones between two borders."""

from __future__ import annotations

import re
from itertools import pairwise

Cells = tuple[list[list[str]], set[tuple[int, int]], int | None]
_COLUMN = re.compile(r"=+")
_CORNER = re.compile(r"\+")
_MAX_REPEATED = 500_000     # characters that the cells which merged ones cover may repeat
_MAX_CELLS = 50_000         # of a drawn grid; a larger one is no table that a person drew


def grid_table(lines: list[str]) -> Cells:
    """(rows, places that a merged cell covers, header rows or None) of a table of +---+ and |.

    Which walls stand is counted once for each column and each rule, so that the work grows with the drawing and its cells alone.
    """
    width = max(map(len, lines))
    lines = [line.ljust(width) for line in lines]
    rules = [i for i, line in enumerate(lines) if re.match(r"\+[-=]+\+|\|.*\+[-=]{2,}\+|\+[-=]", line)]
    columns = sorted({match.start() for i in rules for match in _CORNER.finditer(lines[i])})
    columns = [at for at in columns if any(line[at] == "|" for line in lines) or at in (0, width - 1)]
    if (len(rules) - 1) * (len(columns) - 1) > _MAX_CELLS:
        return [[line] for line in lines], set(), None
    rows = [["" for _ in columns[1:]] for _ in rules[1:]]
    covered: set[tuple[int, int]] = set()
    walls = [[any(lines[i][at] in "|+" for i in range(start + 1, end)) for at in columns] for start, end in pairwise(rules)]
    n_repeated = 0
    last_open = [_last_open(lines[i]) for i in rules]
    for r in range(len(rows)):
        for c in range(len(columns) - 1):
            if (r, c) in covered:
                continue
            right = c + 1
            while right < len(columns) - 1 and not walls[r][right]:
                right += 1
            bottom = r + 1
            while bottom < len(rules) - 1 and last_open[bottom][columns[right] - 1] > columns[c]:
                bottom += 1
            text = "\n".join(lines[i][columns[c] + 1 : columns[right]].strip() for i in range(rules[r] + 1, rules[bottom]))
            n_repeated += len(text) * ((bottom - r) * (right - c) - 1)
            for y in range(r, bottom):
                for x in range(c, right):
                    rows[y][x] = text if n_repeated < _MAX_REPEATED or (y, x) == (r, c) else ""
                    if (y, x) != (r, c):
                        covered.add((y, x))
    header = next((number for number, i in enumerate(rules) if "=" in lines[i]), 0)
    return rows, covered, header if 0 < header < len(rows) else None


def _last_open(rule: str) -> list[int]:
    """For each place of a rule the last one up to it that holds no rule; 0 where there is none."""
    last = 0
    return [last := at if sign not in "-=+" else last for at, sign in enumerate(rule)]


def simple_table(lines: list[str]) -> Cells:
    """The same of a table between borders of ===: a row whose first column is empty goes on with the row above."""
    starts = [match.start() for match in _COLUMN.finditer(lines[0])]
    ends = [*starts[1:], 10**9]
    rows: list[list[str]] = []
    covered: set[tuple[int, int]] = set()
    n_headers: int | None = None
    is_new = True
    for line in lines[1:-1]:
        if re.fullmatch(r"[= ]*=[= ]*", line):
            n_headers = len(rows) if n_headers is None else n_headers
            is_new = True
            continue
        if re.fullmatch(r"[- ]*--[- ]*", line) or not line.strip():
            is_new = True
            continue
        cells: list[str] = []
        merged: list[int] = []
        for c, (start, end) in enumerate(zip(starts, ends)):
            if c and start - 1 < len(line) and line[start - 1 : start] not in ("", " "):      # runs over the border between columns
                whole = f"{cells[-1]}{line[start - 1 : end].rstrip()}" if not cells[-1].endswith(line[start - 1]) else f"{cells[-1]}{line[start:end].rstrip()}"
                first = c - 1
                while first in merged:
                    first -= 1
                cells[first:] = [whole] * (c - first)
                cells.append(whole)
                merged.append(c)
            else:
                cells.append(line[start:end].rstrip() if c else line[:end].strip())
        cells = [cell.strip() for cell in cells]
        if rows and not cells[0] and not is_new:
            rows[-1] = [f"{old}\n{new}" if new and c not in merged else old for c, (old, new) in enumerate(zip(rows[-1], cells))]
            continue
        covered.update((len(rows), c) for c in merged)
        rows.append(cells)
        is_new = False
    return rows, covered, n_headers if n_headers and n_headers < len(rows) else None

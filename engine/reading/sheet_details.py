"""What calamine does not tell of an XLSX workbook: which numbers are percentages, comments, words in text boxes and charts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.errors import Unreadable
from engine.reading.packages import Package, attribute
from engine.reading.source import Source

Place = tuple[int, int]         # row and column, from 0
_MAX_SHEET_BYTES = 40_000_000   # of a sheet whose cells are looked at for percentages
_MAX_PERCENTAGES = 200_000
_PLAIN_PERCENT = {9: 0, 10: 2}  # built-in number formats (ECMA-376, 18.8.30) and their decimals
_PERCENT = re.compile(r'(?:0(?:\.(0*))?|#)[^;"]*%')
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


@dataclass(slots=True)
class SheetDetails:
    percentages: dict[Place, int] = field(default_factory=dict)         # place → decimals shown
    comments: list[tuple[str, str]] = field(default_factory=list)       # (cell as "B7", text)
    boxes: list[str] = field(default_factory=list)                      # words of text boxes and charts


def sheet_details(source: Source) -> dict[str, SheetDetails]:
    """Details of each sheet by its name. A broken package gives none: who reads the cells says what is wrong."""
    try:
        with Package(source) as package:
            return _of_package(package)
    except Unreadable:
        return {}


def column_number(letters: str) -> int:
    """Of "A": 1."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def with_percentages(rows: Sequence[list[str]], percentages: dict[Place, int], top: int, left: int) -> None:
    """Writes the percentages of a sheet as they are shown; rows[0][0] is the cell (top, left)."""
    for (row, column), decimals in percentages.items():
        r, c = row - top, column - left
        if 0 <= r < len(rows) and 0 <= c < len(rows[r]) and rows[r][c]:
            try:
                rows[r][c] = f"{float(rows[r][c]) * 100:.{decimals}f}%"
            except ValueError:
                continue


def comment_lines(details: SheetDetails, rows: Sequence[Sequence[str]], top: int, left: int) -> list[str]:
    """Each comment after its cell, the name of its row and what the cell holds: a comment alone says nothing."""
    lines = []
    for reference, text in details.comments:
        match = _REFERENCE.fullmatch(reference)
        about = []
        if match:
            r, c = int(match[2]) - 1 - top, column_number(match[1]) - 1 - left
            row = rows[r] if 0 <= r < len(rows) else []
            about = list(dict.fromkeys(cell for cell in (next(filter(None, row), ""), row[c] if 0 <= c < len(row) else "") if cell))
        lines.append(f"{' · '.join([reference, *about])}: {text}" if reference else text)
    return lines


def _of_package(package: Package) -> dict[str, SheetDetails]:
    found: dict[str, SheetDetails] = {}
    workbook = next((target for kind, target in package.relations("").values() if kind == "officeDocument"), "")
    root = package.xml(workbook) if workbook else None
    if root is None:
        return found
    relations = package.relations(workbook)
    styles = _percent_styles(package, next((target for kind, target in relations.values() if kind == "styles"), ""))
    for sheet in root.iter("{*}sheet"):
        key = next((str(value) for name, value in sheet.attrib.items() if name.endswith("}id")), "")
        _, part = relations.get(key, ("", ""))
        if part:
            details = found[attribute(sheet, "name") or ""] = SheetDetails()
            if styles and package.size(part) <= _MAX_SHEET_BYTES:
                _add_percentages(details, package.read(part) or b"", styles)
            _add_words(details, package, part)
    return found


def _percent_styles(package: Package, part: str) -> dict[str, int]:
    """Decimals of the cell styles ("s" of a cell) that show a percentage."""
    root = package.xml(part) if part else None
    if root is None:
        return {}
    decimals = dict(_PLAIN_PERCENT)
    for own in root.iter("{*}numFmt"):
        match = _PERCENT.search(own.get("formatCode") or "")
        if match and (own.get("numFmtId") or "").isdecimal():
            decimals[int(own.get("numFmtId"))] = len(match[1] or "")
    formats = root.find("{*}cellXfs")
    numbers = [style.get("numFmtId") or "" for style in formats if isinstance(style.tag, str)] if formats is not None else []
    return {str(n): decimals[int(number)] for n, number in enumerate(numbers) if number.isdecimal() and int(number) in decimals}


def _add_percentages(details: SheetDetails, data: bytes, styles: dict[str, int]) -> None:
    wanted = "|".join(styles).encode()
    for match in re.finditer(rb'<(?:\w+:)?c\s(?=[^>]*?\bs="(' + wanted + rb')")[^>]*?\br="([A-Z]{1,3})(\d{1,7})"', data):
        place = int(match[3]) - 1, column_number(match[2].decode()) - 1
        details.percentages[place] = styles[match[1].decode()]
        if len(details.percentages) > _MAX_PERCENTAGES:
            return


def _add_words(details: SheetDetails, package: Package, part: str) -> None:
    comments: dict[str, str] = {}
    threaded: dict[str, list[str]] = {}
    for kind, target in package.relations(part).values():
        root = package.xml(target) if kind in ("comments", "threadedComment", "drawing") else None
        if root is None:
            continue
        if kind == "drawing":
            details.boxes.extend(_paragraphs(root))
            for inner_kind, chart in package.relations(target).values():
                inner = package.xml(chart) if inner_kind == "chart" else None
                details.boxes.extend(_paragraphs(inner) if inner is not None else ())
        for comment in root.iter("{*}comment"):
            comments[comment.get("ref") or ""] = "".join(t.text or "" for t in comment.iter("{*}t"))
        for comment in root.iter("{*}threadedComment"):
            threaded.setdefault(comment.get("ref") or "", []).append(comment.findtext("{*}text") or "")
    # a thread stands in the older part too, after a remark on what old versions of Excel can't show
    details.comments.extend((cell, text) for cell, text in comments.items() if text.strip() and cell not in threaded)
    details.comments.extend((cell, "\n".join(texts)) for cell, texts in threaded.items())


def _paragraphs(root: Any) -> list[str]:
    texts = ("".join(t.text or "" for t in paragraph.iter("{*}t")) for paragraph in root.iter("{*}p"))
    return [text for text in texts if text.strip()]

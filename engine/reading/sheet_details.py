"""What calamine does not tell of a workbook: how numbers are shown; of XLSX also comments, words in text boxes and charts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.errors import Unreadable
from engine.reading.number_formats import BUILT_IN, NumberFormat, number_format
from engine.reading.packages import Package, attribute
from engine.reading.sheet_formats import sheet_formats
from engine.reading.source import Source

Place = tuple[int, int]         # row and column, from 0
_MAX_SHEET_BYTES = 40_000_000   # of a sheet whose cells' formats are looked at
_MAX_FORMATTED = 200_000
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


@dataclass(slots=True)
class SheetDetails:
    formats: dict[Place, NumberFormat | str] = field(default_factory=dict)     # how a number is shown, or the words that are shown
    comments: list[tuple[str, str]] = field(default_factory=list)       # (cell as "B7", text)
    boxes: list[str] = field(default_factory=list)                      # words of text boxes and charts


def sheet_details(source: Source, kind: str) -> dict[str, SheetDetails]:
    """Details of each sheet by its name. A broken package gives none: who reads the cells says what is wrong."""
    if kind != "xlsx":
        return {name: SheetDetails(formats) for name, formats in sheet_formats(source, kind).items()}
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


def write_as_shown(rows: Sequence[list[str]], formats: Mapping[Place, NumberFormat | str], top: int, left: int) -> None:
    """Writes percentages, money, durations and what has a unit as they are shown; rows[0][0] is the cell (top, left)."""
    for (row, column), shown in formats.items():
        r, c = row - top, column - left
        if 0 <= r < len(rows) and 0 <= c < len(rows[r]) and rows[r][c]:
            if isinstance(shown, str) and rows[r][c].startswith(("PT", "-PT")):
                rows[r][c] = shown
                continue
            try:
                value = float(rows[r][c])
                rows[r][c] = shown if isinstance(shown, str) else shown.shown(value)
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
        lines.append(f"{' · '.join([reference, *(' '.join(words.split()) for words in about)])}: {text}" if reference else text)
    return lines


def _of_package(package: Package) -> dict[str, SheetDetails]:
    found: dict[str, SheetDetails] = {}
    workbook = next((target for kind, target in package.relations("").values() if kind == "officeDocument"), "")
    root = package.xml(workbook) if workbook else None
    if root is None:
        return found
    relations = package.relations(workbook)
    styles = _styles(package, next((target for kind, target in relations.values() if kind == "styles"), ""))
    for sheet in root.iter("{*}sheet"):
        key = next((str(value) for name, value in sheet.attrib.items() if name.endswith("}id")), "")
        _, part = relations.get(key, ("", ""))
        if part:
            details = found[attribute(sheet, "name") or ""] = SheetDetails()
            if styles and package.size(part) <= _MAX_SHEET_BYTES:
                _add_formats(details, package.read(part) or b"", styles)
            _add_words(details, package, part)
    return found


def _styles(package: Package, part: str) -> dict[str, NumberFormat]:
    """Formats of the cell styles ("s" of a cell) that show more than a number."""
    root = package.xml(part) if part else None
    if root is None:
        return {}
    codes = {str(number): code for number, code in BUILT_IN.items()}
    for own in root.iter("{*}numFmt"):
        codes[own.get("numFmtId") or ""] = own.get("formatCode") or ""
    formats = root.find("{*}cellXfs")
    numbers = [style.get("numFmtId") or "" for style in formats if isinstance(style.tag, str)] if formats is not None else []
    return {str(n): found for n, number in enumerate(numbers) if (found := number_format(codes.get(number, "")))}


def _add_formats(details: SheetDetails, data: bytes, styles: dict[str, NumberFormat]) -> None:
    wanted = "|".join(styles).encode()
    for match in re.finditer(rb'<(?:\w+:)?c\s(?=[^>]*?\bs="(' + wanted + rb')")[^>]*?\br="([A-Z]{1,3})(\d{1,7})"', data):
        place = int(match[3]) - 1, column_number(match[2].decode()) - 1
        details.formats[place] = styles[match[1].decode()]
        if len(details.formats) > _MAX_FORMATTED:
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

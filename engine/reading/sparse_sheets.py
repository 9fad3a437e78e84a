"""XLSX sheets whose few cells lie so far apart that no dense reader may open them: the filled cells alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.errors import Unreadable
from engine.reading.cleaning import number_of
from engine.reading.packages import Package, attribute
from engine.reading.source import Source

MAX_CELLS = 600_000


def sparse_sheets(source: Source) -> Iterator[tuple[str, list[list[str]]]]:
    """(name, rows of filled cells) of each sheet; distances between the cells are lost, their order is not.

    Raises Unreadable "damaged" where the workbook's parts are missing, "too-large" beyond MAX_CELLS.
    """
    with Package(source) as package:
        workbook = next((target for kind, target in package.relations("").values() if kind == "officeDocument"), "")
        root = package.xml(workbook)
        if root is None:
            raise Unreadable("damaged", "the workbook part is missing or broken")
        relations = package.relations(workbook)
        strings = _strings(package, next((t for k, t in relations.values() if k == "sharedStrings"), ""))
        for sheet in root.iter("{*}sheet"):
            key = next((value for name, value in sheet.attrib.items() if name.endswith("}id")), "")
            _, target = relations.get(str(key), ("", ""))
            part = package.xml(target) if target else None
            if part is not None:
                yield attribute(sheet, "name") or "", _rows(part, strings)


def _strings(package: Package, part: str) -> list[str]:
    root = package.xml(part) if part else None
    if root is None:
        return []
    return ["".join(text.text or "" for text in item.iter("{*}t")) for item in root.iter("{*}si")]


def _rows(root: Any, strings: list[str]) -> list[list[str]]:
    rows: list[list[str]] = []
    n_cells = 0
    for row in root.iter("{*}row"):
        cells = [text for cell in row.iter("{*}c") if (text := _value(cell, strings))]
        n_cells += len(cells)
        if n_cells > MAX_CELLS:
            raise Unreadable("too-large", f"more than {MAX_CELLS} cells")
        rows.append(cells)
    return rows


def _value(cell: Any, strings: list[str]) -> str:
    if cell.get("t") == "inlineStr":
        return "".join(text.text or "" for text in cell.iter("{*}t"))
    value = cell.findtext("{*}v") or ""
    if cell.get("t") == "s":
        number = number_of(value, -1)
        return strings[number] if 0 <= number < len(strings) else ""
    return value

"""The number formats of the cells of XLS, XLSB and ODS, which calamine does not tell.

XLS by MS-XLS (BIFF records), XLSB by MS-XLSB 2.5, ODS by the words that it keeps beside each value.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Any

from engine.errors import Unreadable
from engine.reading.cleaning import number_of
from engine.reading.number_formats import BUILT_IN, NumberFormat, number_format
from engine.reading.packages import Package, attribute, local_name
from engine.reading.source import Source

Place = tuple[int, int]         # row and column, from 0
Formats = dict[str, dict[Place, "NumberFormat | str"]]      # sheet → place → how it is shown, or the words that are shown
_MAX_BYTES = 40_000_000
_MAX_CELLS = 200_000
_TIME_OF_DAY = re.compile(r"PT(?:[01]?\d|2[0-3])H.*")        # what else is a "time" is a duration, which calamine gives as "PT27H17M54S"
_SHOWN = re.compile(rb'value-type="(?:percentage|currency|time)"')
_MAX_REPEATED = 100             # of a cell or row: more is filling


def sheet_formats(source: Source, kind: str) -> Formats:
    """By sheet and cell. What is broken gives nothing: who reads the cells says what is wrong."""
    try:
        return {"xls": _of_xls, "xlsb": _of_xlsb, "ods": _of_ods}[kind](source)
    except (Unreadable, OSError, ValueError, IndexError, TypeError, struct.error):
        return {}


def _of_xls(source: Source) -> Formats:
    import olefile

    if source.size > _MAX_BYTES:
        return {}
    with source.open() as file, olefile.OleFileIO(file) as ole:
        name = next((name for name in ("Workbook", "Book") if ole.exists(name)), "")
        data = ole.openstream(name).read(_MAX_BYTES) if name else b""
    codes = dict(BUILT_IN)
    styles: list[int] = []
    sheets: list[tuple[int, str]] = []
    is_new = True               # BIFF8, since Excel 97
    for kind, body in _records(data, 0):
        if kind == 0x0809 and len(body) >= 2:
            is_new = body[:2] == b"\0\x06"
        elif kind == 0x041E:
            codes[struct.unpack_from("<H", body)[0]] = _xls_text(body[2:], is_new, 2)
        elif kind == 0x00E0:
            styles.append(struct.unpack_from("<H", body, 2)[0])
        elif kind == 0x0085:
            sheets.append((struct.unpack_from("<I", body)[0], _xls_text(body[6:], is_new, 1)))
    formats = {n: found for n, code in enumerate(styles) if (found := number_format(codes.get(code, "")))}
    return {name: _xls_cells(data, start, formats) for start, name in sheets} if formats else {}


def _xls_text(body: bytes, is_new: bool, n_length: int) -> str:
    """A string behind its length; before Excel 97 lengths are a byte and letters too."""
    if not is_new:
        return body[1 : 1 + body[0]].decode("cp1252", "replace")
    n_chars = int.from_bytes(body[:n_length], "little")
    text = body[n_length + 1 :]
    return text[: 2 * n_chars].decode("utf-16-le", "replace") if body[n_length] & 1 else text[:n_chars].decode("latin-1")


def _records(data: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """(kind, content) of the records of a substream of BIFF, up to its end."""
    while at + 4 <= len(data):
        kind, size = struct.unpack_from("<HH", data, at)
        if kind == 0x000A:
            return
        yield kind, data[at + 4 : at + 4 + size]
        at += 4 + size


def _xls_cells(data: bytes, start: int, formats: dict[int, NumberFormat]) -> dict[Place, NumberFormat | str]:
    found: dict[Place, NumberFormat | str] = {}
    for kind, body in _records(data, start):
        if kind in (0x0203, 0x027E, 0x0006) and len(body) >= 6:       # NUMBER, RK, FORMULA
            row, column, style = struct.unpack_from("<HHH", body)
            if style in formats:
                found[row, column] = formats[style]
        elif kind == 0x00BD:            # MULRK: several cells of a row
            row, first = struct.unpack_from("<HH", body)
            for n in range((len(body) - 6) // 6):
                style = struct.unpack_from("<H", body, 4 + 6 * n)[0]
                if style in formats:
                    found[row, first + n] = formats[style]
        if len(found) > _MAX_CELLS:
            break
    return found


def _of_xlsb(source: Source) -> Formats:
    with Package(source) as package:
        workbook = next((target for kind, target in package.relations("").values() if kind == "officeDocument"), "")
        relations = package.relations(workbook)
        styles = next((target for kind, target in relations.values() if kind == "styles"), "")
        formats = _xlsb_styles(package.read(styles) or b"") if styles else {}
        found: Formats = {}
        for kind, body in _binary_records(package.read(workbook) or b"" if formats else b""):
            if kind == 156:             # a sheet: state, number, relation, name
                key, at = _wide(body, 8)
                name, _ = _wide(body, at)
                part = relations.get(key, ("", ""))[1]
                if part and package.size(part) <= _MAX_BYTES:
                    found[name] = _xlsb_cells(package.read(part) or b"", formats)
        return found


def _xlsb_styles(data: bytes) -> dict[int, NumberFormat]:
    codes = dict(BUILT_IN)
    numbers: list[int] = []
    is_cells = False
    for kind, body in _binary_records(data):
        if kind == 44:
            codes[struct.unpack_from("<H", body)[0]] = _wide(body, 2)[0]
        elif kind in (617, 618):
            is_cells = kind == 617
        elif kind == 47 and is_cells:
            numbers.append(struct.unpack_from("<H", body, 2)[0])
    return {n: found for n, number in enumerate(numbers) if (found := number_format(codes.get(number, "")))}


def _xlsb_cells(data: bytes, formats: dict[int, NumberFormat]) -> dict[Place, NumberFormat | str]:
    found: dict[Place, NumberFormat | str] = {}
    row = 0
    for kind, body in _binary_records(data):
        if kind == 0:
            row = struct.unpack_from("<I", body)[0]
        elif kind in (2, 5, 9) and len(body) >= 8:      # RK, real, formula with a number
            column, style = struct.unpack_from("<II", body)
            if style & 0xFFFFFF in formats:
                found[row, column] = formats[style & 0xFFFFFF]
                if len(found) > _MAX_CELLS:
                    break
    return found


def _binary_records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """(kind, content) of each record: kind in one or two bytes, size in up to four, seven bits each."""
    at = 0
    while at < len(data):
        kind = data[at]
        at += 1
        if kind & 0x80:
            kind = (kind & 0x7F) | (data[at] & 0x7F) << 7
            at += 1
        size = 0
        for shift in range(0, 28, 7):
            byte = data[at]
            at += 1
            size |= (byte & 0x7F) << shift
            if not byte & 0x80:
                break
        yield kind, data[at : at + size]
        at += size


def _wide(body: bytes, at: int) -> tuple[str, int]:
    size = 2 * struct.unpack_from("<I", body, at)[0]
    return body[at + 4 : at + 4 + size].decode("utf-16-le", "replace"), at + 4 + size


def _of_ods(source: Source) -> Formats:
    with Package(source) as package:
        if "content.xml" not in package.names or package.size("content.xml") > _MAX_BYTES:
            return {}
        data = package.read("content.xml") or b""
        if not _SHOWN.search(data):
            return {}
        root = package.xml("content.xml")
    if root is None:
        return {}
    return {attribute(table, "name") or "": _ods_cells(table) for table in root.iter("{*}table") if local_name(table) == "table"}


def _ods_cells(table: Any) -> dict[Place, NumberFormat | str]:
    found: dict[Place, NumberFormat | str] = {}
    row = 0
    for line in table.iter("{*}table-row"):
        n_rows = number_of(attribute(line, "number-rows-repeated"), 1)
        column = 0
        for cell in line:
            n = number_of(attribute(cell, "number-columns-repeated"), 1)
            if _is_taken_as_shown(cell):
                words = " ".join("".join(p.itertext()) for p in cell.iterfind("{*}p")).strip()
                for r in range(row, row + min(n_rows, _MAX_REPEATED)):
                    found.update({(r, c): words for c in range(column, column + min(n, _MAX_REPEATED)) if words})
            column += n
        row += n_rows
        if len(found) > _MAX_CELLS:
            break
    return found


def _is_taken_as_shown(cell: Any) -> bool:
    kind = attribute(cell, "value-type")
    return kind in ("percentage", "currency") or (kind == "time" and not _TIME_OF_DAY.match(attribute(cell, "time-value") or ""))

"""XLSX, XLSM, XLSB, XLS and ODS by python-calamine: each sheet a heading and its tables.

calamine lays a sheet out as one dense rectangle: a sheet with two cells at opposite corners makes it abort the whole
process. So an XLSX sheet's extent is looked up in its XML first. What calamine refuses goes to office-oxide.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from xml.parsers import expat

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.office_oxide_ir import add_ir, load_ir
from engine.reading.packages import Package, add_core_properties
from engine.reading.sheet_details import SheetDetails, column_number, comment_lines, sheet_details, write_as_shown
from engine.reading.sheet_regions import add_regions
from engine.reading.source import Source

log = logging.getLogger(__name__)

MAX_RECTANGLE = 20_000_000      # cells of a sheet's bounding rectangle that calamine may lay out (32 bytes each)
MAX_SHEET_CELLS = 600_000       # filled cells of one workbook that are kept
_BROKEN = "broken"
_COLUMN = re.compile(rb"""<(?:\w+:)?c\s[^>]*?\br=["']([A-Z]{1,3})\d{1,7}["']""")
_CELL_ROW = re.compile(rb"""<(?:\w+:)?c\s[^>]*?\br=["'][A-Z]{1,3}(\d{1,7})["']""")
_ROW = re.compile(rb"""<(?:\w+:)?row\s[^>]*?\br=["'](\d{1,7})["']""")
_REPEATED_ROW = re.compile(rb"""number-rows-repeated=["']\d{6,}["'][^>]*>(.{0,4000}?)</table:table-row>""", re.DOTALL)
_DEFAULT_NAME = re.compile(r"(sheet|hoja|tabelle|feuil|foglio|folha|planilha|blad|ark|worksheet|fulla?)\s?_?\d{0,2}", re.IGNORECASE)


def read_sheets(source: Source) -> Document:
    """Raises Unreadable "encrypted", "damaged", "too-large"."""
    kind = _kind(source)
    builder = DocumentBuilder(kind)
    sparse: frozenset[str] = frozenset()
    if kind in ("xlsx", "xlsb", "ods"):
        sparse = _check_package(source, builder, kind)
    try:
        _read_workbook(source, builder, sparse)
    except (MemoryError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:      # a panic of calamine is a BaseException
        problem = error if isinstance(error, Unreadable) else Unreadable("damaged", f"{type(error).__name__}: {str(error)[:200]}")
        if kind not in ("xlsx", "xls", "ods") or problem.reason != "damaged":
            raise problem from error
        return _second_try(source, kind, problem)
    return builder.build()


def _kind(source: Source) -> str:
    head = source.head(8)
    if head.startswith(b"PK"):
        from engine.reading.sniffing import kind_of

        return kind_of(source.name, source.head(), source.open)
    return "xls"


def _check_package(source: Source, builder: DocumentBuilder, kind: str) -> frozenset[str]:
    """Takes title and author, refuses bombs; gives "*" where a sheet's rectangle is too big for calamine, _BROKEN where it would not end."""
    too_wide: set[str] = set()
    try:
        with Package(source) as package:
            add_core_properties(builder, package.xml("docProps/core.xml" if kind != "ods" else "meta.xml"))
            for name in package.names:
                if name.startswith(("xl/worksheets/", "/xl/worksheets/", "content.xml", "xl/sharedStrings")):
                    data = package.read(name) or b""
                    if kind == "ods" and any(b"value-type" in row for row in _REPEATED_ROW.findall(data)):
                        raise Unreadable("too-large", "a filled row is repeated more than 100,000 times")
                    if kind == "ods" and not _is_well_formed(data):
                        too_wide.add(_BROKEN)
                    if name.endswith(".xml") and "worksheets" in name and _rectangle(data) > MAX_RECTANGLE:
                        too_wide.add("*")
    except Unreadable as problem:
        if problem.reason != "damaged":
            raise
    return frozenset(too_wide)


def _is_well_formed(data: bytes) -> bool:
    """Whether XML is without a fault; in one with an element that does not end calamine reads for ever."""
    try:
        expat.ParserCreate().Parse(data, True)
    except expat.ExpatError:
        return False
    return True


def _rectangle(data: bytes) -> int:
    """Cells of the rectangle from A1 to the last used row and column of a sheet's XML."""
    if len(data) < 200:
        return 0
    columns = set(_COLUMN.findall(data))
    last_row = max(map(int, _ROW.findall(data) or _CELL_ROW.findall(data)), default=0)
    last_column = max((column_number(letters.decode()) for letters in columns), default=0)
    return last_row * last_column


def _read_workbook(source: Source, builder: DocumentBuilder, sparse: frozenset[str]) -> None:
    if _BROKEN in sparse:
        from engine.reading.odf import add_broken_sheets

        add_broken_sheets(builder, source)
        return
    if sparse:
        _add_sparse(source, builder)
        return
    import python_calamine

    try:
        origin: Any = str(source.path) if source.path is not None and _is_plain(source.path) else source.open()
        workbook = python_calamine.CalamineWorkbook.from_object(origin)
    except python_calamine.PasswordError as error:
        raise Unreadable("encrypted", "protected by a password") from error
    except python_calamine.CalamineError as error:
        raise _problem(error) from error
    names = list(workbook.sheet_names)
    details = sheet_details(source, builder.kind)
    n_cells = 0
    failed: list[str] = []
    for name in names:
        try:
            sheet = workbook.get_sheet_by_name(name)
        except (python_calamine.CalamineError, IndexError, ValueError) as error:
            log.info("calamine refuses a sheet: %s", type(error).__name__)
            if "limit exceeded" in str(error):
                raise _problem(error) from error
            failed.append(name)
            continue
        has_default_name = bool(_DEFAULT_NAME.fullmatch(name))
        if not (has_default_name and (len(names) == 1 or sheet.start is None)):
            builder.heading(name, 1)
        n_cells += _add_calamine_sheet(builder, sheet, MAX_SHEET_CELLS - n_cells, details.get(name) or SheetDetails())
        if n_cells > MAX_SHEET_CELLS:
            break
    if failed:
        _add_failed(source, builder, failed, len(names))


def _is_plain(path: Any) -> bool:
    """Whether a path can be handed to Rust as a string: surrogates of undecodable bytes can't."""
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _problem(error: Exception) -> Unreadable:
    message = str(error)
    if "limit exceeded" in message:
        return Unreadable("too-large", message[:200])
    if "password" in message.lower():
        return Unreadable("encrypted", "protected by a password")
    return Unreadable("damaged", f"calamine: {message[:200]}")


def _add_calamine_sheet(builder: DocumentBuilder, sheet: Any, n_left: int, details: SheetDetails) -> int:
    """Adds a sheet's tables; returns how many cells it filled. Stops at n_left; the document is then cut."""
    if sheet.start is None:
        _add_words(builder, details, [], 0, 0)
        return 0
    top, left = sheet.start
    merged = [] if sheet.merged_cell_ranges is None else list(sheet.merged_cell_ranges)
    rows: list[list[str]] = []
    n_filled = 0
    last_row, last_column = sheet.end
    for values in sheet.iter_rows():
        row = [cell_text(value) for value in values] if any(value != "" for value in values) else []
        n_filled += sum(1 for cell in row if cell)
        if n_filled > n_left:
            builder.cut(f"the first {MAX_SHEET_CELLS} filled cells were read")
            break
        rows.append(row)
    while rows and not rows[-1]:
        rows.pop()
    # iter_rows starts at row 0, to_python at sheet.start: both are met here
    offset = 0 if len(rows) > last_row - top + 1 or top == 0 else top
    shift = 0 if not rows or max(map(len, rows)) > last_column - left + 1 else left
    write_as_shown(rows, details.formats, offset, shift)
    covered = _fill_merged(rows, [((a - offset, b - shift), (c - offset, d - shift)) for (a, b), (c, d) in merged])
    add_regions(builder, rows, covered)
    _add_words(builder, details, rows, offset, shift)
    return n_filled


def _add_words(builder: DocumentBuilder, details: SheetDetails, rows: Sequence[Sequence[str]], top: int, left: int) -> None:
    for text in (*comment_lines(details, rows, top, left), *details.boxes):
        builder.note(text)


def _fill_merged(
    rows: list[list[str]], ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]]
) -> set[tuple[int, int]]:
    """Writes each merged range's value into the cells it covers, within the used rectangle; returns those cells."""
    covered: set[tuple[int, int]] = set()
    width = max(map(len, rows), default=0)
    for (r1, c1), (r2, c2) in ranges[:20_000]:
        if r1 < 0 or c1 < 0 or r1 >= len(rows) or c1 >= len(rows[r1]) or not rows[r1][c1]:
            continue
        value = rows[r1][c1]
        for r in range(r1, min(r2, len(rows) - 1, r1 + 5000) + 1):
            row = rows[r]
            row.extend([""] * (min(c2 + 1, width) - len(row)))
            for c in range(c1, min(c2 + 1, width)):
                if (r, c) != (r1, c1) and not row[c]:
                    row[c] = value
                    covered.add((r, c))
    return covered


def cell_text(value: Any) -> str:
    """A cell as a person sees it in a plain format: 1 for 1.0, ISO dates, no binary noise in decimals."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        if isinstance(value, float) and value.is_integer() and abs(value) < 1e16:
            return str(int(value))
        return format(value, ".15g")
    if isinstance(value, datetime):
        if value.hour == value.minute == value.second == 0:
            return value.date().isoformat()
        return value.strftime("%Y-%m-%d %H:%M:%S").removesuffix(":00") if value.year >= 1000 else str(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return value.strftime("%H:%M:%S").removesuffix(":00")
    if isinstance(value, timedelta):
        return _duration(value)
    return "" if value is None else str(value)


def _duration(value: timedelta) -> str:
    """Hours and minutes, with seconds where there are any: days are not how sheets show a duration."""
    seconds = round(value.total_seconds())
    hours, rest = divmod(abs(seconds), 3600)
    return f"{'-' if seconds < 0 else ''}{hours}:{rest // 60:02d}" + (f":{rest % 60:02d}" if rest % 60 else "")


def _add_sparse(source: Source, builder: DocumentBuilder) -> None:
    """A sheet whose cells lie too far apart: only the filled cells, row by row."""
    from engine.reading.sparse_sheets import sparse_sheets

    for name, rows in sparse_sheets(source):
        builder.heading(name, 1)
        add_regions(builder, rows, set())


def _second_try(source: Source, kind: str, problem: Unreadable) -> Document:
    if kind == "ods":
        return _read_ods_by_itself(source, problem)
    from engine.reading.office_oxide_ir import read_with_office_oxide

    try:
        return read_with_office_oxide(source, kind)
    except Unreadable as second:
        raise (second if second.reason == "encrypted" else problem) from second


def _read_ods_by_itself(source: Source, problem: Unreadable) -> Document:
    """A workbook that calamine refuses though its XML is sound (blanks between elements are enough), by our own reader of OpenDocument."""
    from engine.reading.odf import add_broken_sheets

    builder = DocumentBuilder("ods")
    _check_package(source, builder, "ods")
    try:
        add_broken_sheets(builder, source, is_whole=True)
    except Unreadable as second:
        raise problem from second
    return builder.build()


def _add_failed(source: Source, builder: DocumentBuilder, failed: Sequence[str], n_sheets: int) -> None:
    """Sheets that calamine refuses (one bad cell is enough) by office-oxide. Raises "damaged" if none can be read."""
    try:
        ir = load_ir(source.read(), builder.kind)
    except Unreadable as problem:
        if len(failed) == n_sheets:
            raise
        builder.cut(f"{len(failed)} of {n_sheets} sheets could not be read: {problem.detail[:100]}", problem.reason)
        return
    sections = [section for section in ir.get("sections") or () if section.get("title") in failed]
    add_ir(builder, {"sections": sections}, sheets=True)

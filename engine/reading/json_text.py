"""JSON, JSON Lines and Jupyter notebooks. Lists of alike objects become tables, others lines of "key: value"."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from engine.document import Document
from engine.reading.abridging import minified_end, without_numbers
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.markdown import add_markdown
from engine.reading.source import Source

MAX_PARSED_BYTES = 32_000_000
_MAX_DEPTH = 40
_JSON_MARK = re.compile(r'"(?:[^"\\]|\\.)*+"|["\[\]{},]', re.DOTALL)     # strings too, so that no mark in one is taken for one
_MAX_COLUMNS = 60
_MAX_OUTPUT_CHARS = 4_000
_MAX_HTML_CHARS = 200_000
_ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")         # colours of a terminal
_REPRESENTATION = re.compile(r"<[^<>\n]{3,200}>")        # of a picture or an object: "<Figure size 640x480 with 1 Axes>"


def read_json(source: Source) -> Document:
    data = source.read(source.options.max_text_bytes)
    builder = DocumentBuilder("json")
    text = decode(data)
    value = _parse(text) if len(data) <= MAX_PARSED_BYTES else None
    if value is None:
        value = _parse_beginning(text)
    if value is not None:
        if isinstance(value, dict) and "mappings" in value and "sources" in value:
            builder.cut("a source map: what it maps was left out")
            value = {key: item for key, item in value.items() if key not in ("mappings", "sourcesContent", "names")}
        value, n_left_out = without_numbers(value)
        if n_left_out:
            builder.cut(f"lists of numbers: {n_left_out} numbers were left out")
        add_value(builder, value, "", 1)
    if builder.is_empty:
        end = minified_end(text, "json")
        if end is not None:
            builder.cut(f"data in one line: the first {end} of {len(text)} characters were read")
        builder.code(text[:end])
    return builder.build()


def _whole_number(digits: str) -> int | str:
    """A number with more digits than int takes stays as it is written."""
    return int(digits) if len(digits) <= 1_000 else digits


def _parse(text: str) -> Any | None:
    """The value of JSON, or the list of values of JSON Lines; None where it is neither."""
    try:
        return json.loads(text.lstrip("\ufeff"), parse_int=_whole_number)
    except (ValueError, RecursionError):
        pass
    values = []
    for line in text.splitlines():
        if line.strip():
            try:
                values.append(json.loads(line, parse_int=_whole_number))
            except (ValueError, RecursionError):
                return None
    return values or None


def _parse_beginning(text: str) -> Any | None:
    """The value of JSON that is cut off somewhere, without what is not whole; None where it is no such JSON."""
    opened: list[str] = []
    safe, depth = 0, 0      # up to where all is whole, and how much is open there
    for match in _JSON_MARK.finditer(text):
        mark = match.group()
        if mark == '"':         # a string without an end
            break
        if mark in "[{":
            opened.append("]" if mark == "[" else "}")
        elif mark == ",":
            safe, depth = match.start(), len(opened)
        elif mark in "]}":
            if not opened or opened.pop() != mark:
                return None
            safe, depth = match.end(), len(opened)
    if not opened or not safe:
        return None
    try:
        return json.loads(text[:safe].lstrip("\ufeff") + "".join(reversed(opened[:depth])), parse_int=_whole_number)
    except (ValueError, RecursionError):
        return None


def add_value(builder: DocumentBuilder, value: Any, key: str, depth: int) -> None:
    """Adds a value under a key: a heading for what has parts, a line for what has none."""
    if isinstance(value, dict) and depth < _MAX_DEPTH:
        if key:
            builder.heading(key, min(depth - 1, 6))
        plain = {k: v for k, v in value.items() if _is_plain(v)}
        builder.paragraph("\n".join(f"{k}: {_scalar(v)}" for k, v in plain.items() if _scalar(v)))
        for k, v in value.items():
            if k not in plain:
                add_value(builder, v, str(k), depth + 1)
    elif isinstance(value, list) and depth < _MAX_DEPTH:
        if key:
            builder.heading(key, min(depth - 1, 6))
        _add_list(builder, value, depth)
    else:
        text = _scalar(value) if _is_plain(value) else _flat(value)
        builder.paragraph(f"{key}: {text}" if key else text)


def _add_list(builder: DocumentBuilder, values: Sequence[Any], depth: int) -> None:
    if len(values) > 1 and all(isinstance(value, dict) for value in values):
        rows = [_flattened(value) for value in values]
        columns = list(dict.fromkeys(name for row in rows[:2000] for name in row))
        if len(columns) <= _MAX_COLUMNS and sum(map(len, rows)) >= 0.3 * len(columns) * len(rows):
            builder.table([columns, *([row.get(name, "") for name in columns] for row in rows)], 1)
            return
    if len(values) > 1 and all(isinstance(value, list) and all(_is_plain(v) for v in value) for value in values):
        builder.table([[_scalar(v) for v in value] for value in values])
        return
    for number, value in enumerate(values, 1):
        if _is_plain(value):
            builder.list_item(_scalar(value))
        else:
            add_value(builder, value, _label(value) or str(number), depth + 1)


def _flattened(value: dict[str, Any]) -> dict[str, str]:
    row: dict[str, str] = {}
    for key, item in value.items():
        if isinstance(item, dict) and len(item) <= 12 and all(_is_plain(v) for v in item.values()):
            row.update({f"{key}.{k}": _scalar(v) for k, v in item.items()})
        else:
            row[str(key)] = _scalar(item) if _is_plain(item) else _flat(item)
    return row


def _label(value: Any) -> str:
    if isinstance(value, dict):
        for key in ("title", "name", "nombre", "título", "titulo", "id"):
            if isinstance(value.get(key), (str, int)):
                return str(value[key])[:120]
    return ""


def _is_plain(value: Any) -> bool:
    return not isinstance(value, (dict, list)) or not value


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, (dict, list)):
        return ""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _flat(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""


def read_notebook(source: Source) -> Document:
    """A Jupyter notebook: its text cells as Markdown, its code, and what the code printed."""
    builder = DocumentBuilder("ipynb")
    value = _parse(decode(source.read(source.options.max_text_bytes)))
    cells = value.get("cells") if isinstance(value, dict) else None
    if cells is None and isinstance(value, dict):       # format 3
        cells = [cell for sheet in value.get("worksheets") or () for cell in sheet.get("cells") or ()]
    for cell in cells or ():
        if not isinstance(cell, dict):
            continue
        text = _joined(cell.get("source", cell.get("input", "")))
        if cell.get("cell_type") in ("markdown", "heading"):
            add_markdown(builder, text)
        elif cell.get("cell_type") == "code":
            builder.code(text)
            for output in cell.get("outputs") or ():
                _add_output(builder, output)
        else:
            builder.paragraph(text)
    return builder.build()


def _joined(value: Any) -> str:
    return "".join(part for part in value if isinstance(part, str)) if isinstance(value, list) else str(value or "")


def _add_output(builder: DocumentBuilder, output: Any) -> None:
    """What a cell gave: tables as tables, other text as it was printed, errors by their name and message. Pictures not."""
    if not isinstance(output, dict):
        return
    data = output.get("data")
    data = data if isinstance(data, dict) else {}
    page = _joined(data.get("text/html") or "")
    if "<table" in page and len(page) <= _MAX_HTML_CHARS:
        from engine.reading.html import add_html

        add_html(builder, page, skip_menus=False)
    elif "text/markdown" in data:
        add_markdown(builder, _joined(data["text/markdown"])[:_MAX_OUTPUT_CHARS])
    elif output.get("ename"):
        builder.note(f"{output['ename']}: {_joined(output.get('evalue') or '')}"[:_MAX_OUTPUT_CHARS])
    else:
        text = _ESCAPES.sub("", _joined(output.get("text") or data.get("text/plain") or ""))
        if not _REPRESENTATION.fullmatch(text.strip()):
            builder.code(text[:_MAX_OUTPUT_CHARS])

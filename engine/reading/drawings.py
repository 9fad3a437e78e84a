"""Diagrams (SmartArt) and charts of Office documents: a diagram's lines as a note, a chart's titles and its data as a table."""

from __future__ import annotations

import math
import re
from datetime import date, timedelta
from typing import Any

from engine.reading.builder import DocumentBuilder
from engine.reading.cleaning import number_of
from engine.reading.number_formats import number_format
from engine.reading.packages import attribute, local_name

_MAX_POINTS = 500       # of a chart: with more it is a curve, whose values nobody reads
_MAX_SERIES = 60
_LITERALS = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_DATE_CODE = re.compile(r"[yd]", re.IGNORECASE)


def add_drawing(builder: DocumentBuilder, root: Any, page: int | None = None) -> None:
    """Adds what a diagram's or chart's part says."""
    texts = ["".join(run.text or "" for run in paragraph.iter("{*}t")) for paragraph in root.iter("{*}p")]
    builder.note("\n".join(dict.fromkeys(text.strip() for text in texts if text.strip())), page)
    if local_name(root) == "chartSpace":
        rows = chart_rows(root)
        if len(rows) > 1:
            builder.table(rows, 1, page)


def chart_rows(root: Any) -> list[list[str]]:
    """A chart's data: the names of its series, then each category with their values."""
    names: list[str] = []
    values: list[dict[int, str]] = []
    categories: dict[int, str] = {}
    for series in list(root.iter("{*}ser"))[:_MAX_SERIES]:
        names.append(" ".join(_points(series.find("{*}tx")).values()))
        for name in ("cat", "xVal"):
            for index, text in _points(series.find(f"{{*}}{name}")).items():
                categories.setdefault(index, text)
        values.append(_points(series.find("{*}val")) or _points(series.find("{*}yVal")))
    indexes = sorted({*categories, *(index for points in values for index in points)})
    if len(indexes) > _MAX_POINTS:
        return [["", *names], *([categories[index]] for index in indexes if index in categories and not _is_number(categories[index]))]
    return [["", *names], *([categories.get(index, ""), *(points.get(index, "") for points in values)] for index in indexes)]


def _points(element: Any | None) -> dict[int, str]:
    """Text of each point by its index. Of categories in several levels the innermost."""
    if element is None:
        return {}
    level = next(element.iter("{*}lvl"), element)
    found = {number_of(attribute(point, "idx"), 0): point.findtext("{*}v") or "" for point in level.iter("{*}pt")}
    if not found:
        found = {0: element.findtext("{*}v") or ""}
    code = next((code.text or "" for code in element.iter("{*}formatCode")), "")
    return {index: _shown(text.strip(), code) for index, text in found.items() if text.strip()}


def _shown(text: str, code: str) -> str:
    """A number without binary noise, as its format code shows it; of a date's the day."""
    if not _is_number(text):
        return text
    number = float(text)
    if _DATE_CODE.search(_LITERALS.sub("", code)) and 1 <= number < 2_958_466:
        return (date(1899, 12, 30) + timedelta(days=int(number))).isoformat()
    shown = number_format(code)
    return shown.shown(number) if shown is not None and math.isfinite(number) else format(number, ".10g")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True

"""Numbers in the ways that they are written: 5.440.000 = 5,440,000 = 5440000; 1.234,56 = 1,234.56 = 1234.56.

`exact` keeps how precisely a number was written (3.10 is not 3.1: it may be a version), `values` says what it may be
worth, so that 1.234,50 finds the 1234.5 of a spreadsheet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_GROUPED = re.compile(r"^(\d{1,3})((?:([.,'’])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$")
_DECIMAL = re.compile(r"^(\d+)([.,])(\d+)$")
_INDIAN = re.compile(r"^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?$")


@dataclass(frozen=True, slots=True)
class Number:
    exact: str                  # digits, with "." before decimals as they were written
    values: tuple[str, ...]     # other forms under which it is to be found; none equals `exact`


def read_number(text: str) -> Number | None:
    """The number that `text` writes, digits with . , or ' between them; None where it is no one number (a date, a version)."""
    if text.isdigit():
        return Number(text, _values(text, text, ""))
    grouped = _GROUPED.match(text)
    if grouped and grouped[4] != grouped[3]:
        whole, decimals = grouped[1] + re.sub(r"\D", "", grouped[2]), grouped[5] or ""
        if whole.startswith("0"):
            return _decimal(text)               # 0.125 and 0,125
        exact = whole + (f".{decimals}" if decimals else "")
        also: tuple[str, ...] = ()
        if not decimals and len(grouped[2]) == 4 and grouped[3] != "'":
            also = (_trimmed(f"{grouped[1]}.{grouped[2][1:]}"),)        # 1.234 may be one and a bit
        return Number(exact, tuple(dict.fromkeys((*_values(exact, whole, decimals), *also))))
    indian = _INDIAN.match(text)
    if indian:
        whole, decimals = indian[1].replace(",", ""), indian[2] or ""
        exact = whole + (f".{decimals}" if decimals else "")
        return Number(exact, _values(exact, whole, decimals))
    return _decimal(text)


def _decimal(text: str) -> Number | None:
    match = _DECIMAL.match(text)
    if not match:
        return None
    exact = f"{match[1]}.{match[3]}"
    return Number(exact, _values(exact, match[1], match[3]))


def _values(exact: str, whole: str, decimals: str) -> tuple[str, ...]:
    value = _trimmed(f"{whole}.{decimals}" if decimals else whole)
    return (value,) if value != exact else ()


def _trimmed(number: str) -> str:
    if "." in number:
        number = number.rstrip("0").rstrip(".")
    return number.lstrip("0") or "0" if not number.startswith("0.") else number

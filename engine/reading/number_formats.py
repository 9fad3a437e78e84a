"""How a sheet's number formats show a number: percentages, currencies, units. Dates and durations are told elsewhere."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

_PARTS = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]\-]*)(?:-[^\]]*)?\]|\[[^\]]*\]|([0#?]+(?:,[0#?]+)*,*)(?:\.([0#?]*))?|(.)', re.DOTALL)
_MAX_WORDS = 24
BUILT_IN = {9: "0%", 10: "0.00%"}     # ECMA-376, 18.8.30; those of currencies (5 to 8, 41 to 44) depend on the computer


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """A format with something around its number."""

    before: str
    after: str
    decimals: int
    is_percentage: bool
    is_unit: bool           # neither a percentage nor money: "kg", "m²"

    def shown(self, value: float) -> str:
        digits = f"{abs(value) * (100 if self.is_percentage else 1):.{self.decimals}f}"
        if self.is_unit and len(whole := format(abs(value), ".15g")) > len(digits):
            digits = whole          # a measure is not rounded: the value itself is what one looks for
        sign = "-" if value < 0 and float(digits) else ""
        return f"{sign}{self.before}{digits}{self.after}"


@cache
def number_format(code: str) -> NumberFormat | None:
    """The format that a code says (`#,##0.00 "€"`), or None where it shows a bare number, a date, a fraction or a text."""
    before = after = ""
    digits: str | None = None
    decimals = 0
    for quoted, escaped, currency, whole, fraction, other in _PARTS.findall(code[:200]):
        literal = quoted or escaped or currency or (other if other in "€$£¥%() -+/:" else "")
        if other == ";":
            break
        if whole:
            if digits is not None or whole.endswith(","):       # a fraction, or thousands as units
                return None
            digits, decimals = whole, len(fraction)
        elif other and not literal:
            return None                 # letters of dates, "General", "@", "E"
        elif digits is None:
            before += literal
        else:
            after += literal
    if digits is None or not re.search(r"[^\s()+\-/:.,]", before + after) or len(before + after) > _MAX_WORDS or "/" in before + after[:1]:
        return None
    is_money = any(unicodedata.category(sign) == "Sc" for sign in before + after)
    return NumberFormat(before.lstrip(" (+-"), after.rstrip(" )-"), decimals, "%" in before + after, not is_money and "%" not in before + after)

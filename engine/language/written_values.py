"""Dates and amounts that several words write together: 3 de mayo de 2024, 03/05/2024, May 3, 2024; 5,44 millones.

Each is found under one token, however it is written: `d20240503` for a day, `d202405` for a month, `d0503` for a day of
no year; an amount under its digits, `5440000`, which is also the token of a number written out.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from engine.language.folding import fold
from engine.language.numbers import read_number

_MONTHS = {     # each language's twelve names, with the abbreviations after a slash
    "es": "enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/setiembre/sep/sept/set octubre/oct"
          " noviembre/nov diciembre/dic",
    "en": "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct"
          " november/nov december/dec",
    "fr": "janvier/janv février/févr mars avril/avr mai juin juillet/juil août septembre/sept octobre/oct novembre/nov décembre/déc",
    "pt": "janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out novembro/nov"
          " dezembro/dez",
    "it": "gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set ottobre/ott"
          " novembre/nov dicembre/dic",
    "de": "januar/jänner/jan februar/feb märz/mär april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt november/nov"
          " dezember/dez",
    "ca": "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    "gl": "xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro",
    "nl": "januari februari/feb maart april mei juni juli augustus september oktober/okt november december",
    "da": "januar februar marts april maj juni juli august september oktober november december",
}
_NUMBER_OF_MONTH = {
    form: number
    for names in _MONTHS.values()
    for number, spellings in enumerate(names.split(), start=1)
    for name in spellings.split("/")
    for form in (name, fold(name))
}
_FULL = frozenset(fold(name.split("/")[0]) for names in _MONTHS.values() for name in names.split())
_OF = r"(?:\s*,)?\s+(?:(?:de|del|of|di|do|da|d’|d')\s+)?(?:(?:año|the)\s+)?"
_WORD = re.compile(r"[^\W\d_]{3,}|[mM]{1,2}[€$]|\bbn\b")
_DAY_BEFORE = re.compile(
    rf"(?<![\w.,/-])(\d{{1,2}}|primero)(?:\.?[ºª°]|\.|st|nd|rd|th|er)?(?:{_OF}|[-\s])$", re.IGNORECASE
)
_YEAR_AFTER = re.compile(rf"\.?(?:{_OF}|-)((?:1\d|20)\d\d)(?!\d)", re.IGNORECASE)
_DAY_AFTER = re.compile(r"\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:(?:\s*,)?\s+((?:1\d|20)\d\d)(?!\d)|(?![\w]|[.,:/-]\d))")
_NUMBER_BEFORE = re.compile(r"(?<![\w.,/-])(\d+(?:[.,]\d+)*)[ \u00a0\u202f]?(mil\s+)?$", re.IGNORECASE)
_THOUSANDS_GO_ON = re.compile(r"\s+(?:mill|\d)", re.IGNORECASE)
_LONGEST_BEFORE = 40        # characters before a month or a power of ten that are looked at
_BEFORE, _AFTER = r"(?<![\w./-])", r"(?!\w|[./-]\d)"
_NUMERIC = re.compile(
    rf"{_BEFORE}(?P<first>\d{{1,4}})(?P<sign>[-/.])(?P<middle>\d{{1,2}})(?P=sign)(?P<last>\d{{4}}|\d{{1,2}})(?!\d|[./-]\d|[^\WT_])"
    rf"|{_BEFORE}(?P<compact>(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])){_AFTER}"
    rf"|{_BEFORE}(?P<month>0?[1-9]|1[0-2])/(?P<year>(?:19|20)\d\d){_AFTER}"
    rf"|{_BEFORE}(?P<year2>(?:19|20)\d\d)-(?P<month2>0[1-9]|1[0-2]){_AFTER}"
    r"|(?P<year3>\d{4})\s*[年년]\s*(?P<month3>\d{1,2})\s*[月월](?:\s*(?P<day3>\d{1,2})\s*[日号號일])?"
)
_POWERS = {
    1_000: "mil thousand thousands tausend mille",
    1_000_000: "millón millon millones million millions mln mio millionen milhão milhões milione milioni milió milions миллион миллиона"
               " миллионов m€ m$ meur musd mm€",
    1_000_000_000: "milmillones billion bn milliard milliards milliarden miliardo miliardi millardo millardos",
}
_POWER_OF = {word: power for power, words in _POWERS.items() for word in words.split()}
_NAMES = frozenset({*_POWER_OF, *_NUMBER_OF_MONTH})
_DIGIT = re.compile(r"\d|primero", re.IGNORECASE)
_COULD_BE_NUMERIC = re.compile(r"\d(?:[-/.]\d|\d{7}|\s*[年년])")      # what every match of _NUMERIC holds


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """text[start:end] writes a day, a month or an amount; `tokens` what it may stand for, the likeliest first."""

    start: int
    end: int
    tokens: tuple[str, ...]
    is_date: bool

    @property
    def wider(self) -> tuple[str, ...]:
        """The month, and the day of no year, that a day belongs to: it is to be found by these too."""
        days = [token for token in self.tokens if self.is_date and len(token) == 9]
        return tuple(dict.fromkeys(wide for day in days for wide in (day[:7], "d" + day[5:])))


def written_values(text: str, language: str | None = None) -> list[WrittenValue]:
    """The dates and amounts of a NFC text, in order.

    Args:
        language: of the text. 03/05/2024 is the third of May, in English and where nothing is known possibly also the fifth of March.
    """
    if not _DIGIT.search(text):
        return []
    month_first = language in (None, "en")
    found = []
    named = _WORD.finditer(text) if not _NAMES.isdisjoint(map(str.lower, _WORD.findall(text))) else ()
    for match in named:
        word = match[0].lower()
        if word in _POWER_OF:
            found.append(_amount(text, match.start(), match.end(), _POWER_OF[word]))
        elif word in _NUMBER_OF_MONTH:
            found.append(_textual(text, match.start(), match.end(), match[0]))
    if _COULD_BE_NUMERIC.search(text):
        found += [_numeric(match, month_first) for match in _NUMERIC.finditer(text)]
    return sorted((value for value in found if value is not None), key=lambda value: value.start)


@lru_cache(maxsize=512)
def value_tokens(text: str) -> frozenset[str]:
    """All tokens under which the dates and amounts of a text are found."""
    return frozenset(token for value in written_values(text) for token in (*value.tokens, *value.wider))


def _textual(text: str, start: int, end: int, month: str) -> WrittenValue | None:
    """The date around the name of a month: 3 de mayo, 3 May 2024, May 3, 2024, mayo de 2024."""
    before = _DAY_BEFORE.search(text, max(0, start - _LONGEST_BEFORE), start)
    if before is not None:
        year = _YEAR_AFTER.match(text, end)
        day = before[1] if before[1].isdecimal() else "1"
        token = _token(year[1] if year else None, month, day)
        if token is not None:
            return WrittenValue(before.start(), year.end() if year else end, (token,), True)
    after = _DAY_AFTER.match(text, end)
    if after is not None and (after[2] or (month[0].isupper() and fold(month) in _FULL)):
        token = _token(after[2], month, after[1])
        return None if token is None else WrittenValue(start, after.end(), (token,), True)
    year = _YEAR_AFTER.match(text, end)
    token = _token(year[1], month, None) if year else None
    return None if token is None or year is None else WrittenValue(start, year.end(), (token,), True)


def _numeric(match: re.Match[str], month_first: bool) -> WrittenValue | None:
    start, end = match.span()
    if match["compact"]:
        return WrittenValue(start, end, (f"d{match['compact']}",), True)
    year = match["year"] or match["year2"] or match["year3"]
    if year:
        token = _token(year, match["month"] or match["month2"] or match["month3"], match["day3"])
        return None if token is None else WrittenValue(start, end, (token,), True)
    first, middle, last = match["first"], match["middle"], match["last"]
    if len(first) == 4:
        orders: Sequence[tuple[str, str, str]] = ((first, middle, last),)
    elif len(first) <= 2 and len(last) in (2, 4) and (len(last) == 4 or match["sign"] != "."):
        whole = last if len(last) == 4 else ("20" if int(last) < 50 else "19") + last
        orders = ((whole, middle, first), (whole, first, middle))
    else:
        return None
    tokens = list(dict.fromkeys(token for order in orders if (token := _token(*order)) is not None))
    tokens = tokens if month_first else tokens[:1]
    return WrittenValue(start, end, tuple(tokens), True) if tokens else None


def _token(year: str | None, month: str, day: str | None) -> str | None:
    """None where there is no such day."""
    number = int(month) if month.isdecimal() else _NUMBER_OF_MONTH.get(month.lower(), 0)
    if not 1 <= number <= 12:
        return None
    if day is None:
        return f"d{year}{number:02d}"
    longest = 29 if number == 2 and year is None else calendar.monthrange(int(year) if year else 2000, number)[1]
    if not 1 <= int(day) <= longest:
        return None
    return f"d{year or ''}{number:02d}{int(day):02d}"


def _amount(text: str, start: int, end: int, power: int) -> WrittenValue | None:
    """The amount before a power of ten: 5,44 millones, 35 mil, 3 mil millones."""
    before = _NUMBER_BEFORE.search(text, max(0, start - _LONGEST_BEFORE), start)
    number = read_number(before[1]) if before is not None else None
    if before is None or number is None or (power == 1_000 and _THOUSANDS_GO_ON.match(text, end)):
        return None
    power *= 1_000 if before[2] else 1
    tokens = tuple(dict.fromkeys(_times(value, power) for value in (number.exact, *number.values) if len(value) < 20))
    return WrittenValue(before.start(), end, tokens, False)


def _times(number: str, power: int) -> str:
    text = format((Decimal(number) * power).normalize(), "f")
    return text

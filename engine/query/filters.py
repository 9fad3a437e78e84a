"""Fields that limit a search, as they are typed: `type:pdf`, `after:2024-03`, `carpeta:/home/ana/contratos`, `lang:es`."""

from __future__ import annotations

import calendar
import os
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from engine.hits import Filters
from engine.language.folding import fold

Field = Literal["title", "name", "folder", "type", "after", "before", "lang", "from", "to", "author"]

FIELDS: dict[str, Field] = {
    "title": "title", "titulo": "title", "intitle": "title",
    "name": "name", "file": "name", "filename": "name", "nombre": "name", "archivo": "name", "fichero": "name",
    "folder": "folder", "carpeta": "folder", "path": "folder", "ruta": "folder",
    "type": "type", "tipo": "type", "ext": "type", "filetype": "type",
    "after": "after", "since": "after", "desde": "after", "despues": "after",
    "before": "before", "until": "before", "hasta": "before", "antes": "before",
    "lang": "lang", "language": "lang", "idioma": "lang",
    "from": "from", "sender": "from", "remitente": "from", "de": "from",
    "to": "to", "recipient": "to", "destinatario": "to", "para": "to",
    "author": "author", "autor": "author", "autora": "author", "by": "author",
}
WORDS = ("title", "name", "from", "to", "author")       # fields that hold words, matched as such
_KINDS = {
    "word": ("docx", "doc"), "excel": ("xlsx", "xls"), "powerpoint": ("pptx", "ppt"), "markdown": ("md",), "text": ("txt",),
    "texto": ("txt",), "htm": ("html",), "codigo": ("code",), "correo": ("eml", "msg", "mbox"), "mail": ("eml", "msg", "mbox"),
    "email": ("eml", "msg", "mbox"), "calc": ("ods",), "writer": ("odt",), "impress": ("odp",),
}
_LANGUAGES = {
    "espanol": "es", "castellano": "es", "spanish": "es", "ingles": "en", "english": "en", "frances": "fr", "french": "fr",
    "francais": "fr", "aleman": "de", "german": "de", "deutsch": "de", "portugues": "pt", "portuguese": "pt",
    "italiano": "it", "italian": "it", "catalan": "ca", "catala": "ca", "gallego": "gl", "galego": "gl", "euskera": "eu",
    "vasco": "eu", "chino": "zh", "chinese": "zh", "ruso": "ru", "russian": "ru", "arabe": "ar", "arabic": "ar",
    "japones": "ja", "japanese": "ja",
}
_DATE = re.compile(r"^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$")
_DAY_FIRST = re.compile(r"^(?:(\d{1,2})[-/.])?(\d{1,2})[-/.](\d{4})$")


@dataclass(frozen=True, slots=True)
class FieldValue:
    """What a field came to: filters with it taken in, or words that its field has to hold, or neither (not understood)."""

    filters: Filters
    words: str | None = None        # of a field in WORDS, or a "folder" that is not a whole path
    is_understood: bool = True


def apply_field(field: Field, value: str, filters: Filters, is_excluded: bool = False) -> FieldValue:
    """Take `field:value` into `filters`, or with `is_excluded` what does not meet it."""
    if field in WORDS:
        return FieldValue(filters, words=value)
    if field == "folder":
        expanded = os.path.expanduser(value)
        if os.path.isabs(expanded):
            path = os.path.normpath(expanded)
            without = replace(filters, without_folders=(*filters.without_folders, path))
            return FieldValue(without if is_excluded else replace(filters, folder=path))
        return FieldValue(filters, words=value)
    parts = [part for part in re.split(r"[,;|\s]", value) if part.strip(". ")]
    if field == "type" and parts:
        kinds = [kind for part in parts for kind in _KINDS.get(fold(part), (part.strip(". ").lower(),))]
        if is_excluded:
            return FieldValue(replace(filters, without_kinds=(*filters.without_kinds, *kinds)))
        return FieldValue(replace(filters, kinds=(*filters.kinds, *kinds)))
    if field == "lang" and parts:
        codes = tuple(_language(part) for part in parts)
        if all(codes):
            if is_excluded:
                return FieldValue(replace(filters, without_languages=(*filters.without_languages, *codes)))
            return FieldValue(replace(filters, languages=(*filters.languages, *codes)))
    if field in ("after", "before"):
        day = read_date(value, is_end=field == "before")
        if day is not None and is_excluded:     # not after a day is before it
            other = _day_beside(day, 1 if field == "before" else -1)
            return FieldValue(replace(filters, before=other) if field == "after" else replace(filters, after=other))
        if day is not None:
            return FieldValue(replace(filters, after=day) if field == "after" else replace(filters, before=day))
    return FieldValue(filters, is_understood=False)


def _day_beside(day: date, n_days: int) -> date:
    try:
        return day + timedelta(days=n_days)
    except OverflowError:       # the first or the last day there is
        return day


def _language(name: str) -> str:
    """ISO 639-1 of "es", "es-MX", "español" or "Spanish"; "" where it is none of these."""
    if re.match(r"^[a-zA-Z]{2}(?:[-_]\w+)?$", name):
        return name[:2].lower()
    return _LANGUAGES.get(fold(name).replace("ñ", "n"), "")


def read_date(text: str, is_end: bool) -> date | None:
    """2024, 2024-03, 2024-03-31, 31/03/2024 or 03/2024; a year or month stands for its first day, or its last."""
    match = _DATE.match(text)
    if match:
        year, month, day = match[1], match[2], match[3]
    elif match := _DAY_FIRST.match(text):
        year, month, day = match[3], match[2], match[1]
    else:
        return None
    try:
        whole_month = int(month) if month else (12 if is_end else 1)
        last = calendar.monthrange(int(year), whole_month)[1] if is_end else 1
        return date(int(year), whole_month, int(day) if day else last)
    except (ValueError, calendar.IllegalMonthError):
        return None


def merged(first: Filters, second: Filters) -> Filters:
    """Both limits hold; where both name the same field, the request's own (chips, options) wins."""
    if second.is_empty:
        return first
    return Filters(
        kinds=first.kinds or second.kinds,
        without_kinds=(*first.without_kinds, *second.without_kinds),
        without_languages=(*first.without_languages, *second.without_languages),
        without_folders=(*first.without_folders, *second.without_folders),
        folder=first.folder or second.folder,
        after=first.after or second.after,
        before=first.before or second.before,
        languages=first.languages or second.languages,
        documents=first.documents or second.documents,
        folders=first.folders or second.folders,
        periods=first.periods or second.periods,
    )

"""Numbers, sizes, dates, kinds and times in words of the language in use."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date, datetime

from PySide6.QtCore import QDate, QLocale

from ui.window.counts import Counts
from ui.window.language import translate

_QUEUED_SHOWN = 3


def number(value: int) -> str:
    return QLocale().toString(value)


def size(n_bytes: int) -> str:
    return QLocale().formattedDataSize(n_bytes, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def seconds(value: float) -> str:
    """A short span, such as a search took: `0.12 s`."""
    return translate("Wording", "{seconds} s").format(seconds=QLocale().toString(value, "f", 2))


def time_left(value: float, span: tuple[float, float] | None = None) -> str:
    """A rough span to wait for; `span`: from when to when it may end, where that is not sure."""
    least, most = span or (value, value)
    if most < 50:
        return translate("Wording", "less than a minute left")
    if most < 5400:
        low, high = max(1, round(least / 60)), max(1, round(most / 60))
        if low != high:
            return translate("Wording", "{least} to {most} min left").format(least=low, most=high)
        return Counts().minutes_left(high)
    hours, latest = (QLocale().toString(seconds / 3600, "f", 1) for seconds in (least, most))
    if hours != latest:
        return translate("Wording", "{least} to {most} h left").format(least=hours, most=latest)
    return translate("Wording", "about {hours} h left").format(hours=hours)


def day(iso: str) -> str:
    """The day of an ISO 8601 time, short; "" where it is none."""
    try:
        when = datetime.fromisoformat(iso)
    except ValueError:
        return ""
    if when.tzinfo is not None:
        when = when.astimezone()
    return day_of(when.date())


def day_of(when: date) -> str:
    return QLocale().toString(QDate(when.year, when.month, when.day), "d MMM yyyy")


def queued(paths: Sequence[str]) -> str:
    """Files that wait to be read: how many, and the first of them by name."""
    names = [name_of(path) for path in paths[:_QUEUED_SHOWN]] + (["…"] if len(paths) > _QUEUED_SHOWN else [])
    return Counts().queued(len(paths)).format(names=", ".join(names))


def language_name(code: str) -> str:
    """The language's name in the language in use; the code where Qt does not know it."""
    names = {
        "es": translate("Languages", "Spanish"), "en": translate("Languages", "English"),
        "ca": translate("Languages", "Catalan"), "gl": translate("Languages", "Galician"),
        "eu": translate("Languages", "Basque"), "pt": translate("Languages", "Portuguese"),
        "fr": translate("Languages", "French"), "it": translate("Languages", "Italian"),
        "de": translate("Languages", "German"), "nl": translate("Languages", "Dutch"),
        "no": translate("Languages", "Norwegian"), "sv": translate("Languages", "Swedish"),
        "da": translate("Languages", "Danish"), "pl": translate("Languages", "Polish"),
        "ru": translate("Languages", "Russian"), "uk": translate("Languages", "Ukrainian"),
        "ar": translate("Languages", "Arabic"), "he": translate("Languages", "Hebrew"),
        "zh": translate("Languages", "Chinese"), "ja": translate("Languages", "Japanese"),
        "ko": translate("Languages", "Korean"), "th": translate("Languages", "Thai"),
        "hi": translate("Languages", "Hindi"), "tr": translate("Languages", "Turkish"),
        "el": translate("Languages", "Greek"), "ro": translate("Languages", "Romanian"),
        "la": translate("Languages", "Latin"),
    }
    if code in names:
        return names[code]
    native = QLocale(code).nativeLanguageName()
    return native or code


def kind_name(kind: str) -> str:
    """What a kind of document is called in a list of filters."""
    names = {
        "pdf": "PDF", "docx": "Word", "doc": "Word 97", "odt": "OpenDocument", "rtf": "RTF",
        "xlsx": "Excel", "xls": "Excel 97", "ods": translate("Kinds", "OpenDocument sheet"), "csv": "CSV", "tsv": "TSV",
        "pptx": "PowerPoint", "ppt": "PowerPoint 97", "odp": translate("Kinds", "OpenDocument slides"),
        "md": "Markdown", "html": translate("Kinds", "Web page"), "txt": translate("Kinds", "Plain text"),
        "code": translate("Kinds", "Program code"), "eml": translate("Kinds", "E-mail"),
        "msg": translate("Kinds", "Outlook e-mail"), "mbox": translate("Kinds", "Mailbox"), "epub": "EPUB",
        "fb2": "FictionBook", "json": "JSON", "xml": "XML", "zip": "ZIP", "image": translate("Kinds", "Picture"),
        "": translate("Kinds", "Unknown"),
    }
    return names.get(kind, kind.upper())


def badge(kind: str, path: str) -> str:
    """The few letters of a result's badge: the extension for program code, pictures and what nobody could tell, else the kind."""
    if kind in ("", "code", "image"):
        extension = os.path.splitext(path)[1].lstrip(".")
        if 0 < len(extension) <= 5:
            return extension.upper()
    return kind.upper()[:5] or "?"


def name_of(path: str) -> str:
    """The name of a document, of a member of a container, or of the part of a document that is missing ("…")."""
    whole = path.removesuffix("!…")
    name = os.path.basename(printable(whole))
    return name if whole == path else translate("Wording", "{name} (a part)").format(name=name)


def printable(path: str) -> str:
    """A path as text: undecodable bytes shown as the replacement character, never as a lone surrogate."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")

"""iCalendar and vCard: an event, task or person each, under its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode, known_codec
from engine.reading.source import Source

_FIELDS = {
    "SUMMARY": "Summary", "DESCRIPTION": "Description", "LOCATION": "Location", "DTSTART": "Start", "DTEND": "End",
    "ORGANIZER": "Organizer", "ATTENDEE": "Attendee", "DUE": "Due", "RRULE": "Repeats", "CATEGORIES": "Categories",
    "STATUS": "Status", "COMMENT": "Comment", "CONTACT": "Contact", "FN": "Name", "ORG": "Organization", "TITLE": "Title",
    "NICKNAME": "Nickname", "TEL": "Telephone", "EMAIL": "E-mail", "ADR": "Address", "NOTE": "Note", "BDAY": "Birthday",
    "ANNIVERSARY": "Anniversary", "URL": "URL", "ROLE": "Role",
}
_NAMES = frozenset({"SUMMARY", "FN"})
_UNTITLED_PARTS = frozenset({"VALARM", "STANDARD", "DAYLIGHT"})
_DATES = frozenset({"DTSTART", "DTEND", "DUE", "BDAY", "ANNIVERSARY"})
_DATE = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)[\d:]*(Z?))?")
_RULE = {"DAILY": "daily", "WEEKLY": "weekly", "MONTHLY": "monthly", "YEARLY": "yearly"}


def read_cards(source: Source) -> Document:
    builder = DocumentBuilder(source.extension or "ics")
    text = decode(source.read(source.options.max_text_bytes)).replace("\r\n", "\n").replace("\r", "\n")
    name, ignored = "", ""
    lines: list[str] = []
    for line in _unfolded(text):
        head, colon, value = line.partition(":")
        field, *parameters = head.split(";")
        field = field.rpartition(".")[2].upper()
        if field in ("BEGIN", "END"):
            part = value.strip().upper()
            if part in _UNTITLED_PARTS:         # an alarm repeats its event; rules for summer time are of no interest
                ignored = part if field == "BEGIN" else ""
                continue
            _add(builder, name, lines)
            name, lines = "", []
        elif field == "X-WR-CALNAME":
            builder.title = builder.title or value
        elif colon and field in _FIELDS and not ignored:
            value = _plain(field, value, parameters)
            if field in _NAMES and not name:
                name = value
            elif value:
                lines.append(f"{_FIELDS[field]}: {value}")
    _add(builder, name, lines)
    return builder.build()


def _unfolded(text: str) -> Iterator[str]:
    """Lines, each with those that go on with it: indented ones, and in vCard 2.1 those after a soft break of quoted-printable."""
    waiting = ""
    for line in text.split("\n"):
        if waiting.endswith("=") and "QUOTED-PRINTABLE" in waiting.partition(":")[0].upper():
            waiting = waiting[:-1] + line
        elif line[:1] in (" ", "\t"):
            waiting += line[1:]
        else:
            yield waiting
            waiting = line
    yield waiting


def _add(builder: DocumentBuilder, name: str, lines: list[str]) -> None:
    if name:
        builder.heading(name, 1)
    builder.paragraph("\n".join(lines))


def _plain(field: str, value: str, parameters: list[str]) -> str:
    """A value as a person reads it."""
    options = {key.upper(): text.strip('"') for key, _, text in (part.partition("=") for part in parameters)}
    if options.get("ENCODING", "").upper() == "QUOTED-PRINTABLE" or "QUOTED-PRINTABLE" in options:
        value = _from_quoted_printable(value, options.get("CHARSET", "utf-8"))
    if field in ("ADR", "ORG"):
        value = ", ".join(part.strip() for part in re.split(r"(?<!\\);", value) if part.strip())
    value = re.sub(r"\\([nN,;\\])", lambda match: "\n" if match.group(1) in "nN" else match.group(1), value)
    value = re.sub(r"^(?:mailto|tel):", "", value.strip(), flags=re.IGNORECASE)
    if field in _DATES:
        value = _readable_date(value)
    if field == "RRULE":
        value = _readable_rule(value)
    return f"{options.get('CN', '')} {value}".strip()


def _from_quoted_printable(value: str, charset: str) -> str:
    import quopri

    return quopri.decodestring(value.encode("utf-8")).decode(known_codec(charset) or "utf-8", "replace")


def _readable_date(value: str) -> str:
    match = _DATE.fullmatch(value)
    if match is None:
        return value
    year, month, day, hour, minute, zone = match.groups()
    return f"{year}-{month}-{day}" + (f" {hour}:{minute}{' UTC' if zone else ''}" if hour else "")


def _readable_rule(value: str) -> str:
    """ "weekly, until 2024-06-30" of "FREQ=WEEKLY;UNTIL=20240630". """
    rule = dict(part.partition("=")[::2] for part in value.split(";"))
    words = [_RULE.get(rule.get("FREQ", ""), rule.get("FREQ", "").lower())]
    if rule.get("INTERVAL", "1") != "1":
        words.append(f"every {rule['INTERVAL']}")
    words += [f"on {rule['BYDAY']}"] if "BYDAY" in rule else []
    words += [f"until {_readable_date(rule['UNTIL'])}"] if "UNTIL" in rule else []
    words += [f"{rule['COUNT']} times"] if "COUNT" in rule else []
    return ", ".join(filter(None, words))

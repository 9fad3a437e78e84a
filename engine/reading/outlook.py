"""Outlook's MSG by python-oxmsg. A body may be plain text, HTML or compressed RTF; attached messages are storages."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.compressed_rtf import decompress_rtf
from engine.reading.decoding import decode
from engine.reading.html import add_html
from engine.reading.mail import add_mail_head, file_name
from engine.reading.plain_text import add_plain_text
from engine.reading.rtf import rtf_to_text
from engine.reading.source import Source

_FAILURES = (ValueError, KeyError, LookupError, OSError, TypeError, AttributeError, OverflowError, IndexError)
_PGP_VERSION = b"Version: 1"      # all that the first part of a PGP message says


def read_msg(source: Source) -> tuple[Document, list[tuple[str, Source]]]:
    """An Outlook message: its document, and (name, source) of each attachment. Raises Unreadable "damaged"."""
    from oxmsg import Message

    _teach_codecs()
    try:
        message = Message.load(source.read())
    except _FAILURES as error:
        raise Unreadable("damaged", f"MSG: {type(error).__name__}") from error
    builder = DocumentBuilder("msg")
    headers = _get(message, "message_headers", {}) or {}
    sent = _get(message, "sent_date", None)
    values = {
        "From": _get(message, "sender", "") or headers.get("From", "") or _sender(message),
        "To": headers.get("To") or ", ".join(_recipients(message)),
        "Cc": headers.get("Cc") or "",
        "Bcc": headers.get("Bcc") or "",
        "Date": _date(sent, headers.get("Date")),
        "Subject": _get(message, "subject", ""),
    }
    add_mail_head(builder, {name: " ".join(str(value or "").split()) for name, value in values.items()})
    _add_body(builder, message)
    return builder.build(), _attachments(message, source)


def _date(sent: Any, header: Any) -> str:
    """By the property, which a damaged message may hold as a number, else by the header."""
    return sent.isoformat() if isinstance(sent, datetime) else str(header or "")


def _get(message: Any, name: str, otherwise: Any) -> Any:
    try:
        return getattr(message, name)
    except _FAILURES:
        return otherwise


def _sender(message: Any) -> str:
    """Who sent a message without a header (a copy in "sent", a draft): by its properties, name and address (MS-OXOMSG)."""
    def first(*numbers: int) -> str:
        return next((text for number in numbers if (text := _text_property(message, number))), "")

    name, address = first(0x0C1A, 0x0042), first(0x5D01, 0x5D02, 0x0C1F, 0x0065)
    address = address if "@" in address else ""     # not an X.500 path of Exchange
    return f"{name} <{address}>" if name and address and name != address else name or address


def _text_property(message: Any, number: int) -> str:
    try:
        return str(message.properties.str_prop_value(number) or "").strip()
    except _FAILURES:
        return ""


def _recipients(message: Any) -> list[str]:
    people = []
    for recipient in _get(message, "recipients", []) or []:
        name, address = str(_get(recipient, "name", "") or ""), str(_get(recipient, "email_address", "") or "")
        people.append(f"{name} <{address}>" if name and address and name != address else name or address)
    return people


def _add_body(builder: DocumentBuilder, message: Any) -> None:
    body = _get(message, "body", None)
    if body and body.strip():
        add_plain_text(builder, body)
        return
    html = _get(message, "html_body", None)
    if html:
        add_html(builder, html if isinstance(html, str) else decode(html), is_mail=True)
        return
    try:
        packed = message.properties.binary_prop_value(0x1009)
    except _FAILURES:
        packed = None
    if packed:
        add_plain_text(builder, rtf_to_text(decompress_rtf(packed)))


def _attachments(message: Any, source: Source) -> list[tuple[str, Source]]:
    found = []
    for number, attachment in enumerate(_get(message, "attachments", []) or [], 1):
        data = _get(attachment, "file_bytes", None)
        if data and data.strip() != _PGP_VERSION:
            name = file_name(str(_get(attachment, "file_name", "") or ""), f"attachment {number}.bin")
            found.append((name, Source(name, data=data, options=source.options)))
    return found


def _teach_codecs() -> None:
    """Code pages that Outlook writes and Python knows by another name."""
    import codecs

    codecs.register(_search)


def _search(name: str) -> Any:
    import codecs

    aliases = {"windows_950": "cp950", "windows_949": "cp949", "windows_936": "gbk", "windows_932": "cp932",
               "windows_874": "cp874", "windows_65001": "utf-8"}
    return codecs.lookup(aliases[name]) if name in aliases else None

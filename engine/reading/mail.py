"""E-mail: EML, MHTML and MBOX by the standard library, Outlook's MSG by python-oxmsg. Attachments are documents too.

A message is a document with its subject as title, its header lines as first paragraph and its text. What is attached
comes as sources, which the reader reads like files of their own.
"""

from __future__ import annotations

import contextlib
import email
import email.parser
import email.policy
import email.utils
import re
from collections.abc import Iterator
from datetime import datetime
from email.message import Message
from typing import Any

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode, known_codec
from engine.reading.html import add_html, declared_charset, html_to_text
from engine.reading.plain_text import add_plain_text
from engine.reading.source import Source

MAX_MESSAGE_BYTES = 200_000_000
_HEADERS = (("From", "from"), ("To", "to"), ("Cc", "cc"), ("Bcc", "bcc"), ("Date", "date"), ("Subject", "subject"))
_FROM_LINE = re.compile(rb"^From .*\d\d:\d\d.*$|^From - .*$|^From \S+@\S+.*$|^From \?\?\?.*$|^From $")
_MOZILLA_STATUS = re.compile(rb"^X-Mozilla-Status:[ \t]*([0-9A-Fa-f]{4})", re.MULTILINE | re.IGNORECASE)
_EXPUNGED = 0x0008
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]{0,2000})\?=")
_PATH_SIGNS = re.compile(r"[\x00-\x1f/\\:*?\"<>|!]+")
_EXTENSIONS = {"text/plain": "txt", "text/html": "html", "message/rfc822": "eml", "application/pdf": "pdf", "text/csv": "csv",
               "text/calendar": "ics", "application/zip": "zip", "application/msword": "doc", "application/rtf": "rtf"}
_MAX_PARTS = 2_000
_FRAME = re.compile(r"<i?frame\b", re.IGNORECASE)
_MIN_PAGE_CHARS = 200       # a page of frames says hardly anything itself


def read_message(source: Source) -> tuple[Document, list[tuple[str, Source]]]:
    """An EML file: its document, and (name, source) of each attachment."""
    return read_message_bytes(_emlx_body(source.read(MAX_MESSAGE_BYTES)), source)


def read_message_bytes(data: bytes, source: Source) -> tuple[Document, list[tuple[str, Source]]]:
    message = _parse(data)
    builder = DocumentBuilder("eml")
    _add_headers(builder, message)
    attachments = _add_body(builder, message, source)
    return builder.build(), attachments


def read_mhtml(source: Source) -> Document:
    """A web page saved as one file: its HTML part; of a page made of frames all of them."""
    builder = DocumentBuilder("html")
    message = _parse(source.read(MAX_MESSAGE_BYTES))
    pages = _html_parts(message)
    add_html(builder, pages[0])
    for frame in pages[1:] if _FRAME.search(pages[0]) and len(builder.text) < _MIN_PAGE_CHARS else ():
        add_html(builder, frame)
    if not builder.title:
        builder.title = header(message, "Subject")
    return builder.build()


def html_of_mhtml(data: bytes) -> str:
    return _html_parts(_parse(data))[0]


def split_mbox(source: Source) -> Iterator[tuple[int, bytes | Unreadable]]:
    """(number from 1, bytes) of the messages of a mailbox, one after another, without reading it as a whole.

    A message beyond MAX_MESSAGE_BYTES is "too-large"; the others are read. What is marked as deleted is left out: it
    stays in the file until the mail program tidies it up.

    Raises:
        Unreadable: "too-large", for what lies behind the first `max_file_bytes`.
    """
    for number, message in enumerate(_raw_messages(source), 1):
        if isinstance(message, Unreadable) or not _is_deleted(message):
            yield number, message


def _raw_messages(source: Source) -> Iterator[bytes | Unreadable]:
    lines: list[bytes] = []
    size = n_read = 0
    after_blank = True
    with source.open() as file:
        for line in file:
            n_read += len(line)
            if n_read > source.options.max_file_bytes:
                raise Unreadable("too-large", f"a mailbox of more than {source.options.max_file_bytes} bytes")
            if after_blank and line.startswith(b"From ") and _FROM_LINE.match(line.rstrip(b"\r\n")):
                if size:
                    yield _whole(lines, size)
                lines, size = [], 0
                after_blank = False
                continue
            after_blank = not line.strip()
            size += len(line)
            if size <= MAX_MESSAGE_BYTES:
                lines.append(line[1:] if re.match(rb">+From ", line) else line)
            else:
                lines = []
    if size > MAX_MESSAGE_BYTES or b"".join(lines[:100]).strip():
        yield _whole(lines, size)


def _whole(lines: list[bytes], size: int) -> bytes | Unreadable:
    if size > MAX_MESSAGE_BYTES:
        return Unreadable("too-large", f"a message of {size} bytes")
    return b"".join(lines)


def _is_deleted(message: bytes) -> bool:
    """Thunderbird's mark of a message that is in the file but no more in the folder."""
    head = message[:20_000]
    end = re.search(rb"\n\r?\n", head)
    status = _MOZILLA_STATUS.search(head[: end.start() + 1] if end else head)
    return status is not None and bool(int(status.group(1), 16) & _EXPUNGED)


def _parse(data: bytes) -> Message:
    # compat32, because the newer policy raises on broken headers; we decode those ourselves.
    data = data.lstrip(b"\r\n")
    try:
        return email.message_from_bytes(data, policy=email.policy.compat32)
    except RecursionError:      # parts in parts without end: what follows the first headers is one part
        return email.parser.BytesHeaderParser(policy=email.policy.compat32).parsebytes(data)


def _emlx_body(data: bytes) -> bytes:
    """Apple Mail's .emlx begins with the message's length on a line of its own."""
    first, _, rest = data.partition(b"\n")
    return rest[: int(first)] if first.strip().isdigit() and len(first) < 12 else data


def header(message: Message, name: str) -> str:
    """A header's words, decoded as far as they can be."""
    # Not message.get: it replaces the raw bytes that old programs put into headers.
    value = next((value for key, value in message.raw_items() if key.lower() == name.lower()), "")
    return decoded_words(str(value))


def decoded_words(value: str) -> str:
    """RFC 2047 words and raw 8-bit bytes to text."""
    value = re.sub(r"(\?=)\s+(=\?)", r"\1\2", value)
    value = _ENCODED_WORD.sub(_decoded_word, value)
    raw = value.encode("utf-8", "surrogateescape")
    text = decode(raw) if not value.isascii() and any("\udc80" <= char <= "\udcff" for char in value) else value
    return " ".join(text.split())


def _decoded_word(match: re.Match[str]) -> str:
    import base64
    import binascii
    import quopri

    charset, encoding, text = match.groups()
    try:
        if encoding in "bB":
            data = base64.b64decode(text + "=" * (-len(text) % 4))
        else:
            data = quopri.decodestring(text.replace("_", " ").encode("ascii", "surrogateescape"))
    except (binascii.Error, ValueError):
        return match.group()
    return decode(data, charset.partition("*")[0])


def _add_headers(builder: DocumentBuilder, message: Message) -> None:
    values = {label: header(message, label) for label, _ in _HEADERS}
    add_mail_head(builder, values)


def add_mail_head(builder: DocumentBuilder, values: dict[str, str]) -> None:
    """Title, properties and a first paragraph of header lines, by which a message is also found."""
    builder.title = values.get("Subject")
    for label, name in _HEADERS:
        if name == "date":
            builder.property("date", _iso_date(values.get("Date", "")))
        elif name != "subject":
            builder.property(name, values.get(label))
    builder.property("author", values.get("From"))
    builder.paragraph("\n".join(f"{label}: {values[label]}" for label, _ in _HEADERS if values.get(label)))


def _iso_date(value: str) -> str | None:
    try:
        return email.utils.parsedate_to_datetime(value).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        try:
            return datetime.fromisoformat(value).isoformat()
        except ValueError:
            return None


def _add_body(builder: DocumentBuilder, message: Message, source: Source) -> list[tuple[str, Source]]:
    """Adds the readable parts; returns the attached ones. Of alternatives the HTML is read where the text is a stub."""
    attachments: list[tuple[str, Source]] = []
    stack: list[Any] = [message]
    n_parts = 0
    while stack:
        part = stack.pop()
        n_parts += 1
        if n_parts > _MAX_PARTS:
            break
        kind = part.get_content_type()
        if kind == "multipart/alternative":
            stack.extend(reversed(_alternatives(part)))
        elif part.is_multipart() and kind != "message/rfc822":
            children = part.get_payload()
            stack.extend(reversed(children if isinstance(children, list) else []))
        elif _is_attachment(part, kind, is_first=part is message):
            attachment = _attachment(part, kind, len(attachments) + 1, source)
            if attachment is not None:
                attachments.append(attachment)
        elif kind == "text/html":
            add_html(builder, _text(part), is_mail=True)
        elif kind == "text/enriched":
            builder.paragraph(re.sub(r"<[^>]{0,2000}>", " ", _text(part)))
        elif kind.startswith("text/") or part is message:
            add_plain_text(builder, _text(part))
    return attachments


def _alternatives(part: Any) -> list[Any]:
    """Which of a message's alternatives to read: the one that says more; both, where each says what the other doesn't."""
    children = [child for child in part.get_payload() if not isinstance(child, str)] if part.is_multipart() else []
    plain = next((child for child in children if child.get_content_type() == "text/plain"), None)
    rich = [child for child in children if child.get_content_type() == "text/html" or child.is_multipart()]
    if plain is None or not rich:
        return [plain] if plain is not None else rich[-1:] or children[-1:]
    html = next((p for p in rich[-1].walk() if p.get_content_type() == "text/html"), None)
    if html is None:
        return [plain, rich[-1]]
    plain_words, html_words = _words(_text(plain)), _words(html_to_text(_text(html)))
    if len(plain_words - html_words) <= 0.1 * len(plain_words):
        return [rich[-1]]
    if len(html_words - plain_words) <= 0.1 * len(html_words):
        return [plain, *(p for p in rich[-1].walk() if not p.is_multipart() and p is not html)]
    return [plain, rich[-1]]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", text.casefold()))


def _is_attachment(part: Message, kind: str, is_first: bool) -> bool:
    if kind == "message/rfc822":
        return True
    is_named = bool(_attached_name(part))
    if is_first and not is_named:
        return not kind.startswith("text/") and kind not in ("application/octet-stream",)
    disposition = str(part.get("Content-Disposition") or "").lower()
    if disposition.startswith("attachment") or (is_named and not disposition.startswith("inline")):
        return True
    return not kind.startswith("text/") or (is_named and kind not in ("text/plain", "text/html"))


def _attachment(part: Message, kind: str, number: int, source: Source) -> tuple[str, Source] | None:
    if kind == "message/rfc822":
        inner: Any = part.get_payload()
        message = inner[0] if isinstance(inner, list) and inner else None
        if message is None:
            return None
        try:
            data = message.as_bytes(policy=email.policy.compat32)
        except (UnicodeEncodeError, LookupError, ValueError, KeyError, RecursionError):
            return None
        name = file_name(header(message, "Subject"), f"message {number}")
        return f"{name}.eml", Source(f"{name}.eml", data=data, options=source.options)
    data = _payload(part)
    is_picture_in_text = kind.startswith("image/") and (part.get("Content-ID") or "inline" in str(part.get("Content-Disposition")))
    if not data.strip() or is_picture_in_text or kind in ("application/pgp-signature", "application/pkcs7-signature",
                                                  "application/x-pkcs7-signature", "application/pgp-encrypted"):
        return None
    name = file_name(_attached_name(part), f"attachment {number}.{_EXTENSIONS.get(kind, 'bin')}")
    return name, Source(name, data=data, options=source.options)


def _attached_name(part: Message) -> str:
    try:
        return decoded_words(str(part.get_filename() or ""))
    except (LookupError, ValueError, TypeError):
        return ""


def file_name(name: str, otherwise: str) -> str:
    """A name that can stand after `container!`: no separators, no control characters, not too long."""
    name = _PATH_SIGNS.sub("_", name).strip(" ._")
    if len(name) > 150:
        stem, dot, extension = name.rpartition(".")
        name = f"{stem[:140]}{dot}{extension}" if dot and len(extension) < 10 else name[:150]
    return name or otherwise


def _payload(part: Message) -> bytes:
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError, TypeError):
        return b""
    return data if isinstance(data, bytes) else b""


def _charset(part: Message) -> str | None:
    with contextlib.suppress(LookupError, ValueError, TypeError):
        return part.get_content_charset()
    return None


def _text(part: Message) -> str:
    charset = _charset(part)
    return decode(_payload(part), charset if charset and known_codec(charset) else None)


def _html_parts(message: Message) -> list[str]:
    """The HTML parts in their order, at least one. Raises Unreadable "no-text" where there is none."""
    parts = [part for part in message.walk() if part.get_content_type() in ("text/html", "application/xhtml+xml")]
    if not parts:
        raise Unreadable("no-text", "no HTML part")
    return [_text(part) if _charset(part) else _by_its_own_word(_payload(part)) for part in parts[:_MAX_PARTS]]


def _by_its_own_word(data: bytes) -> str:
    return decode(data, declared_charset(data))



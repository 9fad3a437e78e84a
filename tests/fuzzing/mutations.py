"""Ways to damage a file: bytes and tokens for all, parts for zips and mails, objects for PDFs, elements for XML."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import lzma
import random
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable

from lxml import etree

Damage = Callable[[bytes, random.Random], bytes]

MAX_BYTES = 150_000         # of a damaged file: what is slow at this size is a finding
MAX_MEMBER_BYTES = 2_000_000
NUMBERS = (b"0", b"-1", b"1", b"2", b"255", b"256", b"65535", b"65536", b"99999", b"2147483647", b"-2147483648", b"4294967295",
           b"18446744073709551616", b"1e999", b"0.5", b"NaN", b"-0", "٣".encode(), "²".encode(), b"1" * 5000, b"0x10", b"")
WORDS = tuple(text.encode("utf-8", "surrogatepass") for text in (
    "\0", "\ufeff", "\u202e", "\ud800", "e\u0301", "\u0344", "\U000e0001", "\u2028", "\x85", "\x0b", "\x1c", "\x1e", "\t", "\r", "\r\n", "\n\n", "ﷺ", "\u1100\u1161",
    "\u00ad", "\u200d", "{", "}", "[", "]", "(", ")", "<", ">", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", "&amp;", "&#0;", "&#xD800;", "&#x110000;",
    "&x;", "<?xml", "<!DOCTYPE a [", "\"", "'", "\"\"\"", "\\", "\\\\", "|", "||", "#", "######", "=", "---", "+++", "===", "```", "~~~", ":", "::", ";", ",",
    "* ", "- ", "> ", "1. ", "\\begin{", "\\end{", "\\item", "\\verb|", "$$", "%", "\\'", "\\u-1?", "\\bin99", "\\uc9", "\\par", "{\\*", "\\cell", "\\row",
    "@a{", "null", "true", "[[", "]]", "#+BEGIN_", "#+END_", ".. ", "BEGIN:", "END:", "-->", "From ", "Content-Type: ", "boundary=", "=?utf-8?q?", "?=", "=3D",
    "charset=", "<table>", "<tr>", "<td rowspan=9999>", "<td colspan=0>", "</table>", "<li>", "<svg>", "<template>", "<plaintext>", "<frameset>", "<select>",
    "<math>", "obj", "endobj", "stream", "endstream", "xref", "<<", ">>", "/Kids[2 0 R]", "/Length 99", "/Filter/FlateDecode", "/Prev 0",
))
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_REFERENCE = re.compile(rb"\d+ 0 R")
_NAME = re.compile(rb"/[A-Za-z0-9]+")


def damaged(name: str, data: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """A damaged copy of a file, never empty and at most MAX_BYTES; `others` may be spliced in."""
    damage = _damage_for(data, chance)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        try:
            data = damage(data, chance)
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, KeyError, NotImplementedError, RuntimeError, etree.LxmlError):
            data = _bytes(data, chance)
        if not data:
            return b"x"
    if chance.random() < 0.03:
        other = chance.choice(others)
        at = chance.randrange(len(data) + 1)
        data = data[:at] + other[chance.randrange(len(other)) :]
    return data[:MAX_BYTES] or b"x"


def _damage_for(data: bytes, chance: random.Random) -> Damage:
    if chance.random() < 0.15:
        return _bytes
    if data.startswith(b"PK"):
        return _zip
    if b"%PDF-" in data[:1100]:
        return _pdf
    if data.startswith(b"\x1f\x8b"):
        return lambda d, c: gzip.compress(_any(gzip.decompress(d), c), 1)
    if data.startswith(b"BZh"):
        return lambda d, c: bz2.compress(_any(bz2.decompress(d), c), 1)
    if data.startswith(b"\xfd7zXZ"):
        return lambda d, c: lzma.compress(_any(lzma.decompress(d), c), preset=0)
    if data.startswith(b"\xd0\xcf\x11\xe0") or b"\0\0\0" in data[:600]:
        return _binary
    if b"MIME-Version: " in data[:3000] and chance.random() < 0.5:
        return _mail
    if data.lstrip()[:5] in (b"<?xml", b"<svg ", b"<docu") and chance.random() < 0.6:
        return _xml
    return _text


def _any(data: bytes, chance: random.Random) -> bytes:
    return _damage_for(data, chance)(data, chance) if data else b"x"


def _bytes(data: bytes, chance: random.Random) -> bytes:
    """Cut off, cut out, put in, overwrite."""
    copy = bytearray(data)
    at = chance.randrange(len(copy) + 1)
    match chance.randrange(5):
        case 0:
            del copy[at:]
        case 1:
            del copy[at : at + chance.choice((1, 7, 60, 900))]
        case 2:
            copy[at:at] = chance.randbytes(chance.choice((1, 9, 200)))
        case 3:
            copy[at:at] = copy[chance.randrange(len(copy) + 1) :][: chance.choice((4, 50, 2000))]
        case _:
            for _ in range(chance.choice((1, 4, 40))):
                if copy:
                    copy[chance.randrange(len(copy))] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
    return bytes(copy)


def _binary(data: bytes, chance: random.Random) -> bytes:
    """Numbers of 2, 4 and 8 bytes where such formats keep them, besides what `_bytes` does."""
    if chance.random() < 0.3 or len(data) < 16:
        return _bytes(data, chance)
    copy = bytearray(data)
    for _ in range(chance.choice((1, 2, 8))):
        width = chance.choice((2, 4, 4, 8))
        at = chance.randrange(0, min(len(copy), chance.choice((600, 4096, len(copy)))) - width, 2) if len(copy) > 610 else 0
        value = chance.choice((0, 1, 2, 255, 512, 65535, 2**31 - 1, 2**31, 2**32 - 1, 2**32 - 2, 2**63, len(data), chance.randrange(2**16)))
        copy[at : at + width] = (value & (256**width - 1)).to_bytes(width, "little")
    return bytes(copy)


def _text(data: bytes, chance: random.Random) -> bytes:
    """Tokens doubled, dropped, swapped, repeated, put in; lines moved; numbers made odd; nesting made deep."""
    pick = chance.randrange(10)
    if pick == 0:
        return _bytes(data, chance)
    if pick == 1:
        return _renumbered(data, chance)
    if pick == 2:
        lines = data.split(b"\n")
        a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[a], lines[b] = lines[b], lines[a]
        del lines[chance.randrange(len(lines))]
        return b"\n".join(lines)
    tokens = _TOKEN.findall(data) or [b"x"]
    at = chance.randrange(len(tokens))
    if pick in (3, 4):
        piece = b"".join(tokens[at : at + chance.choice((1, 2, 5, 20))])
        times = min(chance.choice((2, 3, 30, 1000, 20_000)), MAX_BYTES // max(len(piece), 1))
        tokens[at] = piece * times
    elif pick == 5:
        del tokens[at : at + chance.choice((1, 3, 30))]
    elif pick == 6:
        other = chance.randrange(len(tokens))
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif pick == 7:
        tokens[at:at] = chance.choice(WORDS) * chance.choice((1, 1, 2, 50, 5000))
    else:
        for _ in range(chance.choice((1, 3, 10))):
            tokens.insert(chance.randrange(len(tokens) + 1), chance.choice(WORDS))
    return b"".join(token if isinstance(token, bytes) else bytes([token]) for token in tokens)


def _renumbered(data: bytes, chance: random.Random) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return _bytes(data, chance)
    match = chance.choice(found)
    return data[: match.start()] + chance.choice(NUMBERS) + data[match.end() :]


def _xml(data: bytes, chance: random.Random) -> bytes:
    """Elements dropped, doubled, moved, renamed, nested deep; attributes with odd numbers; odd text."""
    root = etree.fromstring(data, etree.XMLParser(recover=True, resolve_entities=False, huge_tree=True))
    if root is None:
        return _text(data, chance)
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    element, other = chance.choice(elements), chance.choice(elements)
    parent = element.getparent()
    match chance.randrange(8):
        case 0 if parent is not None:
            parent.remove(element)
        case 1 if parent is not None:
            copy = etree.tostring(element, with_tail=False)
            for _ in range(min(chance.choice((1, 2, 300)), MAX_BYTES // max(len(copy), 1))):
                parent.insert(parent.index(element), etree.fromstring(copy))
        case 2 if parent is not None and element not in list(other.iterancestors()) and element is not other:
            other.append(element)
        case 3:
            element.tag = other.tag
        case 4 if element.attrib:
            element.attrib[chance.choice(list(element.attrib))] = chance.choice(NUMBERS).decode()
        case 5 if other.attrib:
            element.attrib.update({key: value for key, value in other.attrib.items() if chance.random() < 0.7})
        case 6:
            inner = element
            for _ in range(chance.choice((3, 60, 250))):
                inner = etree.SubElement(inner, other.tag)
            inner.text = "hondo"
        case _:
            element.text = chance.choice(("", " ", "e\u0301", "\u202e\u00ad", "a\tb\nc", "x" * 3000, "9" * 400, "-1", "\u2028"))
    return etree.tostring(root)


def _zip(data: bytes, chance: random.Random) -> bytes:
    """A member damaged as its own kind is, dropped, renamed, doubled, or the archive's own bytes."""
    if chance.random() < 0.12:
        return _bytes(data, chance)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [(info.filename, archive.read(info)[:MAX_MEMBER_BYTES]) for info in archive.infolist()]
    if not members:
        return _bytes(data, chance)
    at = chance.randrange(len(members))
    name, content = members[at]
    match chance.randrange(12):
        case 0:
            del members[at]
        case 1:
            members[at] = (chance.choice(members)[0], content)
        case 2:
            members.append((name, chance.choice(members)[1]))
        case 3:
            members[at] = (chance.choice(("../x", "/a/b", "a\\b", "x" * 300, "é\u202e.txt", "a\n.md", " ", ".", "..")), content)
        case _:
            members[at] = (name, _member(content, chance))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")         # two members of one name are wanted here
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _member(data: bytes, chance: random.Random) -> bytes:
    if data.lstrip()[:1] == b"<" and chance.random() < 0.75:
        return _xml(data, chance)
    return _any(data, chance)


def _pdf(data: bytes, chance: random.Random) -> bytes:
    """References led astray, numbers and names changed, streams damaged within their compression."""
    pick = chance.randrange(8)
    if pick <= 1 and (references := list(_REFERENCE.finditer(data))):
        match = chance.choice(references)
        return data[: match.start()] + chance.choice(references).group() + data[match.end() :]
    if pick == 2 and (names := list(_NAME.finditer(data))):
        match = chance.choice(names)
        return data[: match.start()] + chance.choice(names).group() + data[match.end() :]
    if pick <= 4 and (streams := list(_STREAM.finditer(data))):
        match = chance.choice(streams)
        content = match.group(1)
        try:
            content = zlib.compress(_text(zlib.decompress(content), chance), 1)
        except zlib.error:
            content = _text(content, chance)
        return data[: match.start(1)] + content + data[match.end(1) :]
    if pick == 5:
        return _renumbered(data, chance)
    return _text(data, chance) if pick == 6 else _bytes(data, chance)


def _mail(data: bytes, chance: random.Random) -> bytes:
    """A message whose encoded parts are damaged before they are encoded again."""
    found = list(re.finditer(rb"\n\n((?:[A-Za-z0-9+/]{60,76}\n)+[A-Za-z0-9+/=]*\n)", data))
    if not found:
        return _text(data, chance)
    match = chance.choice(found)
    content = _any(base64.b64decode(match.group(1)), chance)
    return data[: match.start(1)] + base64.encodebytes(content) + data[match.end(1) :]

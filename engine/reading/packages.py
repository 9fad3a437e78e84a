"""Zipped XML documents (OOXML, ODF, EPUB): members by name, parts by relationship, bounded and without entities."""

from __future__ import annotations

import posixpath
import re
import zipfile
import zlib
from types import TracebackType
from typing import Any
from urllib.parse import unquote

from lxml import etree

from engine.errors import Unreadable
from engine.reading.decoding import decode
from engine.reading.source import MB, Source

_RATIO_FREE_BYTES = 10 * MB
_REFERENCE = re.compile(r"&#(x?)([0-9a-fA-F]+);")
_SURROGATE_REFERENCES = re.compile(r"(?:&#(?:x0{0,4}[dD][89a-fA-F][0-9a-fA-F]{2}|0{0,4}(?:5529[6-9]|55[3-9]\d\d|5[67]\d{3}));)+")
_DECLARED_ENCODING = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})""")
_READ_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError, RuntimeError)


class Package:
    """A zip of XML parts. Reading is bounded by the source's options; a part that is missing is None."""

    def __init__(self, source: Source) -> None:
        """Raises Unreadable "damaged" where the zip's directory can't be read."""
        self._options = source.options
        self._file = source.open()
        self._n_read = 0
        self._parsed: dict[str, Any] = {}
        try:
            self._zip = zipfile.ZipFile(self._file)
        except _READ_ERRORS as error:
            self._file.close()
            raise Unreadable("damaged", f"zip: {error}") from error
        if len(self._zip.infolist()) > self._options.max_members:
            raise Unreadable("too-large", f"{len(self._zip.infolist())} members")
        self._names = {info.filename.lstrip("/").lower(): info for info in reversed(self._zip.infolist())}

    def __enter__(self) -> Package:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()
        self._file.close()

    @property
    def names(self) -> list[str]:
        return self._zip.namelist()

    def size(self, name: str) -> int:
        info = self._names.get(name.lstrip("/").lower())
        return info.file_size if info else 0

    def read(self, name: str) -> bytes | None:
        """Bytes of a member; None if there is none of that name. Raises Unreadable for bombs, damage, passwords."""
        info = self._names.get(name.lstrip("/").lower())
        if info is None:
            return None
        if info.flag_bits & 1:
            raise Unreadable("encrypted", "protected by a password")
        limit = self._options.max_memory_bytes
        allowed = max(_RATIO_FREE_BYTES, info.compress_size * self._options.max_ratio)
        if info.file_size > limit or info.file_size > allowed:
            raise Unreadable("too-large", f"a part of {info.file_size} bytes packed into {info.compress_size}")
        try:
            with self._zip.open(info) as member:
                data = member.read(min(limit, allowed) + 1)
        except _READ_ERRORS as error:
            raise Unreadable("damaged", f"zip member: {error}") from error
        self._n_read += len(data)
        if len(data) > min(limit, allowed) or self._n_read > self._options.max_unpacked_bytes:
            raise Unreadable("too-large", "it unpacks to more than allowed")
        return data

    def xml(self, name: str) -> Any | None:
        """Root element of a part, or None if there is no such part, or nothing in it can be parsed."""
        data = self.read(name)
        return parse_xml(data) if data else None

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Relationships of a part ("" for the package): id → (last word of the type, name of the target part)."""
        folder, base = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{base}.rels"))
        found: dict[str, tuple[str, str]] = {}
        if root is None:
            return found
        for relation in root.iter("{*}Relationship"):
            if relation.get("TargetMode") == "External":
                continue
            target = unquote((relation.get("Target") or "").replace("\\", "/"))
            name = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            kind = (relation.get("Type") or "").rstrip("/").rsplit("/", 1)[-1]
            found[relation.get("Id") or ""] = (kind, name)
        return found


def parse_xml(data: bytes) -> Any | None:
    """Root of XML bytes, without entities, DTDs or network; broken XML as far as it goes; None if nothing is left.

    What isn't in the encoding that it declares, or declares an unknown one, is decoded as any text is.
    """
    encoding: str | None = None
    for recovers in (False, False, True):
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, recover=recovers,
            remove_comments=True, remove_pis=True, encoding=encoding,
        )
        try:
            return etree.fromstring(data, parser)
        except (etree.XMLSyntaxError, ValueError):
            if encoding is None:
                data, encoding = _in_utf8(data), "utf-8"
    return None


def _in_utf8(data: bytes) -> bytes:
    declared = _DECLARED_ENCODING.match(data)
    text = decode(data, declared[1].decode("ascii") if declared else None)
    return _SURROGATE_REFERENCES.sub(_characters, text).encode("utf-8", "replace")


def _characters(references: re.Match[str]) -> str:
    """What `&#xD83D;&#xDE00;` was meant to say. A half without the other is U+FFFD; libxml2 would store it as it is."""
    units = (int(number, 16 if sign else 10) for sign, number in _REFERENCE.findall(references[0]))
    return b"".join(unit.to_bytes(2, "big") for unit in units).decode("utf-16-be", "replace")


def local_name(element: Any) -> str:
    """Tag without its namespace; "" for comments and entities. Transitional and strict files differ only there."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Any, name: str, default: str | None = None) -> str | None:
    """An attribute by its local name, whatever its namespace."""
    value = element.get(name)
    if value is not None:
        return str(value)
    for key, found in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return str(found)
    return default


_NO_TITLE = re.compile(r"(powerpoint )?presentation|presentaci[oó]n( de powerpoint)?|document|documento|untitled|sin t[ií]tulo|slide 1|diapositiva 1", re.IGNORECASE)


def add_core_properties(builder: Any, root: Any | None) -> None:
    """Title, author, date and subject out of docProps/core.xml or an ODF or EPUB metadata element."""
    if root is None:
        return
    names = {"creator": "author", "initial-creator": "author", "created": "date", "creation-date": "date",
             "date": "date", "subject": "subject", "keywords": "keywords", "keyword": "keywords",
             "description": "description"}
    for element in root.iter():
        name = local_name(element)
        if name == "title" and not builder.title and not _NO_TITLE.fullmatch((element.text or "").strip()):
            builder.title = element.text
        elif name in names:
            builder.property(names[name], element.text)

"""What kind of document a file is: by its content first, by its extension only where the content leaves it open.

Kinds are what the command line's `--type` takes and results show: "pdf", "docx", "txt", "code"…
"""

from __future__ import annotations

import lzma
import re
import zipfile
import zlib
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import BinaryIO

from engine.errors import Unreadable
from engine.reading.decoding import decode, looks_binary

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

TEXT_KINDS: dict[str, str] = {
    "txt": "txt", "text": "txt", "log": "txt", "md": "md", "markdown": "md", "mdown": "md", "mkd": "md", "qmd": "md",
    "rmd": "md", "html": "html", "htm": "html", "xhtml": "html", "xht": "html", "mht": "mhtml", "mhtml": "mhtml",
    "csv": "csv", "tsv": "csv", "tab": "csv", "json": "json", "jsonl": "json", "ndjson": "json", "geojson": "json",
    "yaml": "yaml", "yml": "yaml", "xml": "xml", "rss": "xml", "atom": "xml", "opml": "xml", "fb2": "fb2", "svg": "xml",
    "xsd": "xml", "kml": "xml", "gpx": "xml", "plist": "xml", "docbook": "xml", "dbk": "xml", "dita": "xml",
    "ditamap": "xml", "fodt": "xml", "fods": "xml", "fodp": "xml", "tei": "xml", "nxml": "xml", "ipynb": "ipynb", "rst": "rst", "rest": "rst",
    "tex": "latex", "ltx": "latex", "latex": "latex", "sty": "latex", "cls": "latex", "bib": "bibtex", "org": "org",
    "srt": "subtitles", "vtt": "subtitles", "sbv": "subtitles", "eml": "eml", "emlx": "eml", "mbox": "mbox",
    "mbx": "mbox", "ics": "ics", "vcf": "vcf", "rtf": "rtf", "toml": "code", "ini": "code", "cfg": "code",
    "conf": "code", "properties": "code", "adoc": "txt", "asciidoc": "txt",
}
_CODE = (
    "py pyi pyw js mjs cjs jsx ts tsx mts java kt kts scala groovy gradle c h cc cpp cxx c++ hh hpp hxx cs go rs swift m mm "
    "php phtml rb rake pl pm t lua r jl sh bash zsh fish ps1 psm1 bat cmd sql pas pp dpr f f90 f95 for vb vbs bas "
    "hs lhs ml mli fs fsx erl ex exs clj cljs lisp el scm dart nim zig v sv vhd vhdl asm s cu cl glsl hlsl proto thrift "
    "graphql gql css scss sass less vue svelte astro tf hcl cmake mk make dockerfile awk sed tcl d ada adb ads cob cbl "
    "m4 ac am qml jsonnet nix bzl star po pot sol wgsl gd"
)
CODE_EXTENSIONS = frozenset(_CODE.split())
CODE_NAMES = frozenset({"makefile", "gnumakefile", "dockerfile", "cmakelists.txt", "rakefile", "gemfile", "jenkinsfile",
                        "vagrantfile", "justfile", "sconstruct", "build", "workspace", "meson.build"})
# Extensions whose content must be of a binary format: other bytes under that name are a damaged file.
BINARY_KINDS: dict[str, str] = {
    "pdf": "pdf", "docx": "docx", "docm": "docx", "dotx": "docx", "dotm": "docx", "xlsx": "xlsx", "xlsm": "xlsx",
    "xltx": "xlsx", "xltm": "xlsx", "xlsb": "xlsb", "xls": "xls", "xlt": "xls", "pptx": "pptx", "pptm": "pptx",
    "ppsx": "pptx", "potx": "pptx", "odt": "odt", "ott": "odt", "ods": "ods", "ots": "ods", "odp": "odp", "otp": "odp",
    "odg": "odp", "doc": "doc", "dot": "doc", "ppt": "ppt", "pps": "ppt", "epub": "epub", "msg": "msg", "zip": "zip",
    "7z": "7z", "tar": "tar", "gz": "gz", "tgz": "tar", "bz2": "gz", "xz": "gz", "zst": "gz",
}
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", "rtf"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"\x1f\x8b", "gz"), (b"BZh", "gz"), (b"\xfd7zXZ\0", "gz"),
    (b"\x28\xb5\x2f\xfd", "gz"), (b"Rar!\x1a\x07", "rar"), (b"\x89PNG\r\n\x1a\n", "image"), (b"\xff\xd8\xff", "image"),
    (b"GIF87a", "image"), (b"GIF89a", "image"), (b"II*\0", "image"), (b"MM\0*", "image"), (b"BM", "bmp?"),
    (b"RIFF", "riff"), (b"ID3", "audio"), (b"OggS", "audio"), (b"fLaC", "audio"), (b"\x1aE\xdf\xa3", "video"),
    (b"\x7fELF", "program"), (b"MZ", "mz?"), (b"\xca\xfe\xba\xbe", "program"), (b"SQLite format 3\0", "database"),
    (b"wOFF", "font"), (b"wOF2", "font"), (b"\0\x01\0\0\0", "font"), (b"OTTO", "font"), (b"!BDN", "pst"),
    (b"ITSF", "chm"), (b"AT&TFORM", "djvu"), (b"%!PS", "postscript"),
)
_ENVELOPED = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03"       # the type "enveloped data" of PKCS 7
_BMP_HEADERS = frozenset({12, 40, 52, 56, 64, 108, 124})     # sizes in bytes
_UNREAD = {
    "audio": "a sound recording", "video": "a film", "program": "a program",
    "database": "a database", "font": "a font", "rar": "a RAR archive",
    "pst": "an Outlook data file", "chm": "a compiled help file", "djvu": "a DjVu document",
    "postscript": "a PostScript document",
}
_OPEN_DOCUMENT = {
    "application/vnd.oasis.opendocument.text": "odt", "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.oasis.opendocument.presentation": "odp", "application/vnd.oasis.opendocument.graphics": "odp",
    "application/epub+zip": "epub",
}
_OFFICE_MAIN = (
    (b"wordprocessingml.document.main", "docx"), (b"wordprocessingml.template.main", "docx"),
    (b"ms-word.document.macroEnabled.main", "docx"), (b"ms-word.template.macroEnabledTemplate.main", "docx"),
    (b"sheet.binary.macroEnabled.main", "xlsb"), (b"presentationml.", "pptx"), (b"ms-powerpoint.", "pptx"),
    (b"spreadsheetml.", "xlsx"), (b"ms-excel.", "xlsx"),     # last: the data of charts in the others are workbooks
)
_HEADER_LINE = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,40}:[ \t]?")
_MAIL_HEADERS = re.compile(
    r"^(from|to|subject|date|message-id|received|return-path|mime-version|delivered-to|x-[\w-]+|content-type|reply-to):",
    re.IGNORECASE | re.MULTILINE,
)
# A part of a mail that was stored with its own headers, as encrypted and signed mail is
_PROTECTED_PART = re.compile(
    r"(?:[A-Za-z-]{2,40}:[^\n]{0,500}\n(?:[ \t][^\n]{0,500}\n){0,5}){0,8}?content-type:\s{0,3}(?:application/(?:x-)?pkcs7-mime|multipart/(?:encrypted|signed))\b", re.IGNORECASE)
_HTML_START = re.compile(r"\s*(<!--.{0,2000}?-->\s*)*<(!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_XML_START = re.compile(
    r"(<!--.{0,2000}?-->\s*)*<(!doctype\s+(book|article|chapter|section|refentry|topic|concept|task|reference|dita|map|bookmap)\b|"
    r"[A-Za-z][\w:.-]*\s[^<>]*\bxmlns(:\w+)?\s*=)", re.IGNORECASE | re.DOTALL)
_XHTML = re.compile(r"<html[\s>]", re.IGNORECASE)
_SUBTITLE = re.compile(r"\s*(WEBVTT\b|\d+\s*\n\d{1,2}:\d\d:\d\d[,.]\d{1,3} --> )")


def kind_of(name: str, head: bytes, open_file: Callable[[], BinaryIO] | None = None) -> str:
    """The kind of a document.

    Args:
        name: file name; its extension decides where content can't.
        head: the first bytes (64 KB or the whole file).
        open_file: gives the file, to look into zip and OLE containers; without it their extension decides.
    Raises:
        Unreadable: "empty"; "unsupported" for pictures, programs and other bytes; "damaged" for a container that
            can't be opened, or noise under a document's extension; "encrypted" for an Office file with a password.
    """
    if not head:
        raise Unreadable("empty", "the file has no bytes")
    extension = PurePosixPath(name.rstrip("~ ")).suffix.lower().lstrip(".")
    if b"%PDF-" in head[:1100]:
        return "pdf"
    if head.startswith(b"PK\x03\x04") or head.startswith(b"PK\x05\x06") or head.startswith(b"PK00PK"):
        return _zip_kind(extension, open_file)
    if head[:1] == b"\x30" and _ENVELOPED in head[:80]:
        raise Unreadable("encrypted", "encrypted mail (S/MIME): only its mail program can open it")
    if head.startswith(OLE):
        return _ole_kind(extension, open_file)
    if len(head) > 262 and head[257:262] == b"ustar":
        return "tar"
    magic = _magic_kind(head)
    if magic:
        return magic
    if looks_binary(head) and not (head.lstrip()[:1] == b"<" and _HTML_START.match(decode(head[:4096]))):
        if extension in BINARY_KINDS:
            raise Unreadable("damaged", f"the content is not a {extension} file")
        raise Unreadable("unsupported", "binary data of an unknown kind")
    return _text_kind(name, extension, head)


def _magic_kind(head: bytes) -> str | None:
    stripped = head[:64].lstrip()
    for magic, kind in _MAGIC:
        if not (stripped if kind == "rtf" else head).startswith(magic):
            continue
        if kind == "riff":
            kind = "image" if head[8:12] == b"WEBP" else "audio"
        if kind == "bmp?":
            if head[15:18] != b"\0\0\0" or head[14] not in _BMP_HEADERS:
                continue
            kind = "image"
        if kind == "mz?":
            if not looks_binary(head):
                continue
            kind = "program"
        if kind in _UNREAD:
            raise Unreadable("unsupported", _UNREAD[kind])
        return kind
    if head[4:12] in (b"ftypheic", b"ftypmif1", b"ftypavif"):
        raise Unreadable("unsupported", "a picture")
    if head[4:8] == b"ftyp":
        raise Unreadable("unsupported", "a film or sound recording")
    return None


def _zip_kind(extension: str, open_file: Callable[[], BinaryIO] | None) -> str:
    by_name = BINARY_KINDS.get(extension, "zip")
    if open_file is None:
        return by_name
    try:
        with open_file() as file, zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if "mimetype" in names:
                kind = _OPEN_DOCUMENT.get(_start(archive, "mimetype", 200).decode("ascii", "replace").strip()
                                          .removesuffix("-template"))
                if kind:
                    return kind
            if "[Content_Types].xml" in names:
                types = _start(archive, "[Content_Types].xml", 200_000)
                for marker, kind in _OFFICE_MAIN:
                    if marker in types:
                        return kind
            return _by_members(names, by_name)
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, RuntimeError, ValueError, zipfile.LargeZipFile):
        # A broken central directory. The reader of that kind says so, or its library can repair it.
        return by_name


def _by_members(names: list[str], by_name: str) -> str:
    members = set(names)
    for member, kind in (("word/document.xml", "docx"), ("xl/workbook.xml", "xlsx"), ("xl/workbook.bin", "xlsb"),
                         ("ppt/presentation.xml", "pptx"), ("META-INF/container.xml", "epub")):
        if member in members:
            return kind
    if "content.xml" in members and by_name in ("odt", "ods", "odp"):
        return by_name
    if by_name != "zip" and by_name in ("docx", "xlsx", "pptx", "epub", "odt", "ods", "odp"):
        return by_name
    return "zip"


def _start(archive: zipfile.ZipFile, member: str, n_bytes: int) -> bytes:
    with archive.open(member) as file:
        return file.read(n_bytes)


def _ole_kind(extension: str, open_file: Callable[[], BinaryIO] | None) -> str:
    by_name = BINARY_KINDS.get(extension, "")
    if open_file is None:
        return by_name or "doc"
    import olefile

    try:
        with open_file() as file, olefile.OleFileIO(file) as ole:
            streams = {"/".join(path).lower() for path in ole.listdir()}
    except (OSError, ValueError, TypeError, IndexError, RecursionError) as error:
        raise Unreadable("damaged", f"OLE container: {error}") from error
    if "encryptedpackage" in streams or "encryptioninfo" in streams:
        raise Unreadable("encrypted", "protected by a password")
    for stream, kind in (("worddocument", "doc"), ("workbook", "xls"), ("book", "xls"),
                         ("powerpoint document", "ppt"), ("__properties_version1.0", "msg")):
        if stream in streams:
            return kind
    raise Unreadable("unsupported", "an OLE container of an unknown kind")


def _text_kind(name: str, extension: str, head: bytes) -> str:
    """The kind of something that is text, whatever its name says."""
    text = decode(head[:8192])
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("-----BEGIN PGP MESSAGE-----", "-----BEGIN PKCS7-----", "-----BEGIN CMS-----")):
        raise Unreadable("encrypted", "an encrypted message: only the program that made it can open it")
    if _PROTECTED_PART.match(start):
        return "eml"
    by_name = "json" if extension == "map" and start.startswith("{") else TEXT_KINDS.get(extension)
    if name.lower() in CODE_NAMES or (by_name is None and extension in CODE_EXTENSIONS):
        by_name = "code"
    if by_name in ("md", "csv", "code", "rst", "latex", "bibtex", "org", "ipynb", "eml", "mhtml", "rtf"):
        return by_name if by_name != "rtf" else "txt"
    if by_name == "mbox" and start.startswith("From "):
        return "mbox"
    if _HTML_START.match(text) or by_name == "html":
        return "html"
    if start.startswith("<?xml"):
        if _XHTML.search(text):
            return "html"
        return "fb2" if "<FictionBook" in text else "xml"
    if by_name is None and _XML_START.match(start):
        return "xml"
    if by_name in ("xml", "fb2", "json", "yaml", "subtitles", "ics", "vcf"):
        return by_name
    if _looks_like_mbox(start):
        return "mbox"
    if _looks_like_mail(start):
        return "eml"
    if by_name is None or by_name == "txt":
        if _SUBTITLE.match(text):
            return "subtitles"
        if extension in ("xlsx", "xls", "ods", "xlsb"):     # exports that are CSV under a sheet's name
            return "csv" if _has_columns(text) else "txt"
    return by_name or ("code" if text.startswith("#!") else "txt")


def _looks_like_mbox(start: str) -> bool:
    if not start.startswith("From "):
        return False
    first, _, rest = start.partition("\n")
    return (not first[5:].strip() or bool(re.search(r"\d\d:\d\d", first))) and bool(_HEADER_LINE.match(rest.lstrip(">")))


def _looks_like_mail(start: str) -> bool:
    """At least three known headers before the first empty line, and nothing else there."""
    headers, _, _ = start.replace("\r\n", "\n").partition("\n\n")
    lines = headers.split("\n")
    well_formed = all(line[:1] in " \t" or _HEADER_LINE.match(line) for line in lines[:40] if line)
    return well_formed and len({found.lower() for found in _MAIL_HEADERS.findall(headers)}) >= 3


def _has_columns(text: str) -> bool:
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    return len(lines) > 1 and any(min(line.count(sign) for line in lines) > 0 for sign in ",;\t|")

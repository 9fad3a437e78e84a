"""Reads one file: finds its kind, calls that kind's reader, and goes into archives, mailboxes and attachments."""

from __future__ import annotations

import errno
import logging
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

from engine.document import Document
from engine.errors import REASONS, Reason, Unreadable
from engine.machine import placeholders
from engine.machine.system_words import system_words
from engine.reading.abridging import looks_like_log
from engine.reading.decoding import decode
from engine.reading.sniffing import kind_of
from engine.reading.source import MB, Part, ReadOptions, Source

__all__ = ["Part", "ReadOptions", "read_file"]

log = logging.getLogger(__name__)

Member = tuple[str, Source | Unreadable]
_FREE_BYTES = 100 * MB       # that any file may unpack to, however small it is
_LINES = frozenset({"txt", "md", "csv", "json", "code", "html", "xml", "fb2", "rst", "org", "yaml", "latex", "bibtex", "subtitles",
                    "ics", "vcf"})      # of a file that is too large the beginning is read
_CONTAINERS = frozenset({"zip", "7z", "tar", "gz", "mbox"})


def read_file(path: Path, options: ReadOptions = ReadOptions()) -> Iterator[Part]:  # noqa: B008  (frozen)
    """All documents of a file: the file itself first (inner ""), then its members and attachments.

    Never raises for what lies in the file: everything ends as a Document with text, or as an Unreadable with its
    reason. An archive or mailbox has no part of its own, only those of its members, unless it can't be opened or is
    empty. Names of members ("folder/report.pdf", "mails.zip!1.eml") are unique in the file.

    Raises:
        MemoryError: reading it takes more memory than there is, or than this process may take.
    """
    try:
        size = _check_file(path, options)
    except Unreadable as problem:
        yield Part("", problem)
        return
    if options.ocr is not None:
        options = replace(options, ocr=options.ocr.for_file(path))
    yield from _Reading(options, size).read(Source(path.name, path=path, options=options), "", 0)


class _Reading:
    """Reads one file and all that lies in it; holds what bounds them together."""

    def __init__(self, options: ReadOptions, size_bytes: int) -> None:
        self._options = options
        self._n_parts = 0
        self._n_bytes = 0
        self._max_parts = options.max_members
        self._max_bytes = min(options.max_unpacked_bytes, max(_FREE_BYTES, size_bytes * options.max_ratio))
        self._names: set[str] = set()
        self._numbers: dict[str, int] = {}

    def read(self, source: Source, inner: str, depth: int) -> Iterator[Part]:
        """The document of a source, then those that it contains; `depth` counts the containers around it."""
        members: Iterator[Member] = iter(())
        is_container = False
        try:
            if source.size == 0:
                raise Unreadable("empty", "the file has no bytes")
            kind = kind_of(source.name, source.head(), source.open)
            if kind == "mbox" and not depth:        # nothing is packed in it
                self._max_parts, self._max_bytes = self._options.max_messages, self._options.max_file_bytes
            document, members = self._open(kind, source)
            is_container = document is None
            if document is not None:
                if not document.has_text:
                    raise Unreadable("no-text", "it opens, but holds no text")
                yield Part(inner, document)
                rest = _rest(document, source, kind)
                if rest is not None:
                    yield Part(self._unique(_rest_name(inner)), rest)
        except (MemoryError, KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:      # a panic of a Rust library is a BaseException
            yield Part(inner, _problem(error, source))
        yield from self._read_members(members, source, inner, depth, is_container)

    def _open(self, kind: str, source: Source) -> tuple[Document | None, Iterator[Member]]:
        """The document of a source (None for archives and mailboxes), and what lies in it."""
        if kind in _CONTAINERS:
            return None, _members(kind, source)
        if kind in ("eml", "msg"):
            from engine.reading.mail import read_message
            from engine.reading.outlook import read_msg

            document, attached = (read_message if kind == "eml" else read_msg)(source)
            return document, iter(attached)
        if kind == "txt" and source.size > source.options.max_log_bytes and looks_like_log(decode(source.head())):
            kind = "log"
        reader = _reader(kind)
        if reader is None:
            raise Unreadable("unsupported", f"no reader for {kind} files")
        document = reader(source.start(source.options.max_text_bytes) if _is_long(source, kind) else source)
        if kind == "pdf" and source.options.max_depth:
            from engine.reading.pdf_attachments import attached_files

            return document, attached_files(source)
        return document, iter(())

    def _read_members(
        self, members: Iterator[Member], source: Source, inner: str, depth: int, is_container: bool
    ) -> Iterator[Part]:
        try:
            n_members = 0
            for n_members, (name, member) in enumerate(members, 1):  # noqa: B007
                full_name = self._unique(f"{inner}!{name}" if inner else name)
                self._n_parts += 1
                if isinstance(member, Unreadable):
                    yield Part(full_name, member)
                    continue
                self._n_bytes += member.size
                if self._n_parts > self._max_parts or self._n_bytes > self._max_bytes:
                    yield Part(full_name, Unreadable("too-large", "the file holds more than is read of one file"))
                    return
                if depth + 1 > self._options.max_depth:
                    yield Part(full_name, Unreadable("too-large", f"nested more than {self._options.max_depth} deep"))
                    continue
                yield from self.read(member, full_name, depth + 1)
            if is_container and not n_members:
                yield Part(inner, Unreadable("empty", "it holds no document"))
        except (MemoryError, KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:
            # What came before stays; the rest has a name of its own, so that it is seen among the errors.
            rest = self._unique(_rest_name(inner))
            yield Part(inner if is_container and not n_members else rest, _problem(error, source))

    def _unique(self, name: str) -> str:
        unique, n = name, self._numbers.get(name, 1)
        while unique in self._names:
            n += 1
            self._numbers[name] = n
            stem, dot, extension = name.rpartition(".")
            unique = f"{stem} ({n}).{extension}" if dot and "/" not in extension else f"{name} ({n})"
        self._names.add(unique)
        return unique


def _rest_name(inner: str) -> str:
    """The name under which it is said what of a document was not read."""
    return f"{inner}!…" if inner else "…"


def _is_long(source: Source, kind: str) -> bool:
    return kind in _LINES and source.size > source.options.max_text_bytes


def _rest(document: Document, source: Source, kind: str) -> Unreadable | None:
    """What of a document was not read, if anything."""
    cut = next((value for name, value in document.properties if name == "cut"), "")
    reason, _, detail = cut.partition(": ")
    if reason in REASONS:
        return Unreadable(cast("Reason", reason), detail)
    if _is_long(source, kind):
        return Unreadable("too-large", f"the first {source.options.max_text_bytes} of {source.size} bytes were read")
    return None


def _members(kind: str, source: Source) -> Iterator[Member]:
    from engine.reading import archives

    if kind == "zip":
        return archives.zip_members(source)
    if kind == "7z":
        from engine.reading.seven_zip import seven_zip_members

        return seven_zip_members(source)
    if kind == "tar":
        return archives.tar_members(source)
    if kind == "gz":
        return archives.unpacked_member(source)
    return _mailbox_members(source)


def _mailbox_members(source: Source) -> Iterator[Member]:
    from engine.reading.mail import split_mbox

    for number, data in split_mbox(source):
        name = f"{number}.eml"
        yield name, data if isinstance(data, Unreadable) else Source(name, data=data, options=source.options)


def _problem(error: BaseException, source: Source) -> Unreadable:
    if isinstance(error, Unreadable):
        return Unreadable(error.reason, error.detail, error.is_for_ocr)     # without the frames that it came from, and their bytes
    if isinstance(error, OSError) and source.path is not None:
        return _file_problem(error)
    log.info("the reader of a .%s file failed: %s", source.extension, type(error).__name__)
    return Unreadable("damaged", f"its reader could make nothing of it ({type(error).__name__})")


def _reader(kind: str) -> Callable[[Source], Document] | None:
    """The reader of a kind. Each is imported when first needed: a worker that meets no PDF never loads PDFium."""
    if kind == "txt":
        from engine.reading.plain_text import read_plain_text

        return read_plain_text
    if kind == "log":
        from engine.reading.plain_text import read_log

        return read_log
    if kind == "md":
        from engine.reading.markdown import read_markdown

        return read_markdown
    if kind == "html":
        from engine.reading.html import read_html

        return read_html
    if kind == "csv":
        from engine.reading.csv_text import read_csv

        return read_csv
    if kind == "code":
        from engine.reading.source_code import read_code

        return read_code
    if kind == "pdf":
        from engine.reading.pdf import read_pdf

        return read_pdf
    if kind == "image":
        from engine.reading.pictures import read_picture

        return read_picture
    if kind == "docx":
        from engine.reading.docx import read_docx

        return read_docx
    if kind in ("xlsx", "xls", "xlsb", "ods"):
        from engine.reading.sheets import read_sheets

        return read_sheets
    if kind == "rtf":
        from engine.reading.rtf import read_rtf

        return read_rtf
    if kind in ("odt", "odp"):
        from engine.reading.odf import read_odf

        return read_odf
    if kind == "pptx":
        from engine.reading.pptx import read_pptx

        return read_pptx
    if kind in ("doc", "ppt"):
        from engine.reading.legacy_office import read_doc, read_ppt

        return read_doc if kind == "doc" else read_ppt
    if kind == "epub":
        from engine.reading.epub import read_epub

        return read_epub
    if kind == "mhtml":
        from engine.reading.mail import read_mhtml

        return read_mhtml
    if kind in ("json", "ipynb"):
        from engine.reading.json_text import read_json, read_notebook

        return read_json if kind == "json" else read_notebook
    if kind in ("xml", "fb2"):
        from engine.reading.xml_text import read_fb2, read_xml

        return read_xml if kind == "xml" else read_fb2
    if kind == "latex":
        from engine.reading.latex import read_latex

        return read_latex
    if kind == "rst":
        from engine.reading.rst import read_rst

        return read_rst
    if kind in ("org", "yaml", "subtitles", "bibtex", "ics", "vcf"):
        from engine.reading import light_markup

        return light_markup.READERS[kind]
    return None


def _check_file(path: Path, options: ReadOptions) -> int:
    """The file's size in bytes. Raises Unreadable where it is no ordinary file, or may not or can't be opened."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable("special-file", _special(status.st_mode))
        if placeholders.is_placeholder(status):
            raise Unreadable("special-file", placeholders.DETAIL)
        if status.st_size == 0:
            raise Unreadable("empty", "the file has no bytes")
        with path.open("rb") as file:
            is_mailbox = file.read(5) == b"From "       # read message by message, as far as the limit goes
        if status.st_size > options.max_file_bytes and not is_mailbox:
            raise Unreadable("too-large", f"{status.st_size} bytes; the limit is {options.max_file_bytes}")
        return status.st_size
    except OSError as error:
        raise _file_problem(error) from error


def _special(mode: int) -> str:
    names = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"),
             (stat.S_ISBLK, "a device"), (stat.S_ISCHR, "a device"))
    return next((name for test, name in names if test(mode)), "not a file")


def _file_problem(error: OSError) -> Unreadable:
    if isinstance(error, PermissionError):
        return Unreadable("permission", "the file may not be read")
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return Unreadable("vanished", "the file is gone, or is a link to nothing")
    if error.errno == errno.ELOOP:
        return Unreadable("special-file", "a link to nothing")
    return Unreadable("damaged", f"the file cannot be read: {system_words(error)[0]}")

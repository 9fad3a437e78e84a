"""Reads one file: finds its kind, calls that kind's reader, and goes into archives, mailboxes and attachments."""

from __future__ import annotations

import logging
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.sniffing import kind_of
from engine.reading.source import Part, ReadOptions, Source

__all__ = ["Part", "ReadOptions", "read_file", "read_source"]

log = logging.getLogger(__name__)


def read_file(path: Path, options: ReadOptions = ReadOptions()) -> Iterator[Part]:  # noqa: B008  (frozen)
    """All documents of a file: the file itself first (inner ""), then its members and attachments.

    Never raises for what lies in the file: everything ends as a Document with text, or as an Unreadable with its reason.
    """
    try:
        _check_file(path, options)
    except Unreadable as problem:
        yield Part("", problem)
        return
    yield from read_source(Source(path.name, path=path, options=options))


def read_source(source: Source, inner: str = "", depth: int = 0) -> Iterator[Part]:
    """The documents of a source; `inner` is its name inside the file, `depth` how many containers lie around it."""
    try:
        kind = kind_of(source.name, source.head(), source.open)
        document = _read(kind, source)
        if not document.has_text:
            raise Unreadable("no-text", "it opens, but holds no text")
        yield Part(inner, document)
    except Unreadable as problem:
        yield Part(inner, problem)
    except OSError as error:
        yield Part(inner, _file_problem(error))
    except (MemoryError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:      # a panic of a Rust library is a BaseException
        log.info("reader failed on a %s file: %s", source.extension, type(error).__name__)
        yield Part(inner, Unreadable("damaged", f"{type(error).__name__}: {str(error)[:200]}"))


def _read(kind: str, source: Source) -> Document:
    reader = _reader(kind)
    if reader is None:
        raise Unreadable("unsupported", f"no reader for {kind} files")
    return reader(source)


def _reader(kind: str) -> Callable[[Source], Document] | None:
    """The reader of a kind. Each is imported when first needed: a worker that meets no PDF never loads PDFium."""
    if kind == "txt":
        from engine.reading.plain_text import read_plain_text

        return read_plain_text
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
    if kind == "docx":
        from engine.reading.docx import read_docx

        return read_docx
    if kind in ("xlsx", "xls", "xlsb", "ods"):
        from engine.reading.sheets import read_sheets

        return read_sheets
    return None


def _check_file(path: Path, options: ReadOptions) -> None:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable("special-file", _special(status.st_mode))
        if status.st_size == 0:
            raise Unreadable("empty", "the file has no bytes")
        if status.st_size > options.max_file_bytes:
            raise Unreadable("too-large", f"{status.st_size} bytes; the limit is {options.max_file_bytes}")
        with path.open("rb") as file:
            file.read(1)
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
    return Unreadable("damaged", f"the file cannot be read: {error.strerror or type(error).__name__}")

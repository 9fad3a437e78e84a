"""PDF by PDFium: pages to lines, lines to headings, paragraphs and list items; forms, notes, title and outline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.ocr import MAX_PAGES as MAX_SCANS
from engine.reading.ocr import Ocr, key_of
from engine.reading.pdf_annotations import annotation_texts
from engine.reading.pdf_grids import with_ruled_tables
from engine.reading.pdf_layout import Outline, add_lines
from engine.reading.pdf_lines import Line, page_lines
from engine.reading.pdf_scans import needs_recognition, recognised_lines
from engine.reading.recognised_lines import PlacedLine, with_places
from engine.reading.source import Source

MAX_PAGES = 20_000
_BAD_TITLE = re.compile(
    r"untitled|sin t[ií]tulo|microsoft (word|powerpoint|excel) - .*|.*\.(docx?|pdf|dvi|indd|qxd|odt|pptx?|xlsx?|tex|ps|p65|fm)|"
    r"document\d*|documento\d*|title|t[ií]tulo|presentaci[oó]n de powerpoint|powerpoint presentation|slide 1|[\d\W_]+|"
    r"(d:)?\d{8,}.*|layout 1|page 1|print|no title( given)?",
    re.IGNORECASE,
)
_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?")


def read_pdf(source: Source) -> Document:
    """Raises Unreadable "encrypted", "damaged", "no-text" (scanned pages, fonts without a map)."""
    pdf = open_pdf(source)
    try:
        return _read(pdf, source)
    finally:
        pdf.close()


def open_pdf(source: Source) -> pypdfium2.PdfDocument:
    """Opens it with the first of the options' passwords that fits, where it needs one."""
    content = source.path if source.path is not None else source.read()
    problem: pypdfium2.PdfiumError | None = None
    for password in (None, *source.options.passwords):
        try:
            return pypdfium2.PdfDocument(content, password=password)
        except pypdfium2.PdfiumError as error:
            if getattr(error, "err_code", None) not in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
                raise Unreadable("damaged", f"PDFium: {error}") from error
            problem = error
    raise Unreadable("encrypted", "protected by a password") from problem


def _read(pdf: pypdfium2.PdfDocument, source: Source) -> Document:
    builder = DocumentBuilder("pdf")
    if pdf.get_formtype() != pdfium.FORMTYPE_NONE:
        pdf.init_forms()
    builder.n_pages = len(pdf)
    if builder.n_pages == 0:
        raise Unreadable("damaged", "no page can be read")
    if builder.n_pages > MAX_PAGES:
        builder.cut(f"the first {MAX_PAGES} of {builder.n_pages} pages were read")
    lines: list[Line] = []
    notes: dict[int, list[str]] = {}
    placed: list[PlacedLine] = []
    n_bad = n_failed = n_scans = 0
    ocr, key = source.options.ocr, key_of(source.data)
    for number in range(1, min(builder.n_pages, MAX_PAGES) + 1):
        try:
            page = _read_page(pdf, number, ocr if n_scans < MAX_SCANS else None, key)
        except pypdfium2.PdfiumError:
            n_failed += 1
            continue
        lines += page.lines
        placed += page.placed
        n_bad += page.n_bad
        n_scans += page.is_scan
        if page.notes:
            notes[number] = page.notes
    if not lines and not notes:
        raise _without_text(builder.n_pages, n_failed, n_bad, bool(n_scans) and ocr is None)
    if n_failed:
        builder.cut(f"{n_failed} of {builder.n_pages} pages could not be read", "damaged")
    if ocr is not None and n_scans > MAX_SCANS:
        builder.cut(f"the first {MAX_SCANS} of {n_scans} scanned pages were read")
    _add_properties(builder, pdf)
    add_lines(builder, lines, notes, list(_outline(pdf)))
    return replace(with_places(builder.build(), placed), n_unrecognised=n_scans if ocr is None else 0)


def _without_text(n_pages: int, n_failed: int, n_bad: int, is_for_ocr: bool) -> Unreadable:
    if n_failed == n_pages:
        return Unreadable("damaged", "no page can be read")
    if n_bad:
        return Unreadable("no-text", "its fonts do not say which letters they show", is_for_ocr)
    return Unreadable("no-text", f"no text layer on {n_pages} pages (scanned?)", is_for_ocr)


@dataclass(frozen=True, slots=True)
class _Page:
    lines: list[Line]
    n_bad: int
    notes: list[str]
    placed: list[PlacedLine]
    is_scan: bool


def _read_page(pdf: pypdfium2.PdfDocument, number: int, ocr: Ocr | None, key: str) -> _Page:
    """A page by its text layer; by text recognition, if there is some, where it shows text that the layer does not hold."""
    page = pdf[number - 1]
    try:
        text_page = page.get_textpage()
        try:
            lines, n_bad = page_lines(text_page.raw, number)
            lines = with_ruled_tables(page.raw, text_page.raw, lines)
        finally:
            text_page.close()
        notes = annotation_texts(page, pdf.formenv)
        is_scan = needs_recognition(page, lines, n_bad)
        placed: list[PlacedLine] = []
        if is_scan and ocr is not None:
            lines, placed = recognised_lines(page, number, ocr, key, lines)
        return _Page(lines, n_bad, notes, placed, is_scan)
    finally:
        page.close()


def _add_properties(builder: DocumentBuilder, pdf: pypdfium2.PdfDocument) -> None:
    title = pdf.get_metadata_value("Title").strip().strip("\0")
    if 3 <= len(title) <= 300 and not _BAD_TITLE.fullmatch(title) and "\ufffd" not in title:
        builder.title = title
    builder.property("author", pdf.get_metadata_value("Author"))
    builder.property("subject", pdf.get_metadata_value("Subject"))
    builder.property("keywords", pdf.get_metadata_value("Keywords"))
    date = _DATE.match(pdf.get_metadata_value("CreationDate"))
    if date:
        builder.property("date", "-".join(part for part in date.groups() if part))


def _outline(pdf: pypdfium2.PdfDocument) -> Iterator[Outline]:
    try:
        for n, mark in enumerate(pdf.get_toc(max_depth=8)):
            if n > 20_000:
                return
            index = _page_index(pdf, mark)
            title = " ".join(mark.get_title().split())
            if index is not None and title:
                yield Outline(title, min(mark.level + 1, 6), index + 1)
    except (pypdfium2.PdfiumError, RecursionError, ValueError):
        return


def _page_index(pdf: pypdfium2.PdfDocument, mark: Any) -> int | None:
    destination = pdfium.FPDFBookmark_GetDest(pdf.raw, mark.raw)
    if not destination:
        action = pdfium.FPDFBookmark_GetAction(mark.raw)
        if action and pdfium.FPDFAction_GetType(action) == pdfium.PDFACTION_GOTO:
            destination = pdfium.FPDFAction_GetDest(pdf.raw, action)
    if not destination:
        return None
    index = pdfium.FPDFDest_GetDestPageIndex(pdf.raw, destination)
    return index if index >= 0 else None

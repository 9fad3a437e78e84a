"""What people wrote into a PDF: form values, notes and free text. PDFium's page text holds none of it."""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2.raw as pdfium

_MARKS = (
    pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_HIGHLIGHT, pdfium.FPDF_ANNOT_UNDERLINE,
    pdfium.FPDF_ANNOT_STRIKEOUT, pdfium.FPDF_ANNOT_SQUIGGLY, pdfium.FPDF_ANNOT_STAMP, pdfium.FPDF_ANNOT_INK,
    pdfium.FPDF_ANNOT_SQUARE, pdfium.FPDF_ANNOT_CIRCLE, pdfium.FPDF_ANNOT_LINE, pdfium.FPDF_ANNOT_POLYGON,
    pdfium.FPDF_ANNOT_POLYLINE, pdfium.FPDF_ANNOT_CARET,
)
_WRITTEN_FIELDS = (pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX)
MAX_ANNOTATIONS = 5_000     # of one page


def annotation_texts(page: Any, form: Any) -> list[str]:
    """Texts of a page's notes, and its form fields as "name: value"; `form` is the document's PdfFormEnv or None."""
    texts: list[str] = []
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), MAX_ANNOTATIONS)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, index)
        if not annotation:
            continue
        try:
            text = _text_of(annotation, form)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)
        if text and text not in texts[-50:]:
            texts.append(text)
    return texts


def _text_of(annotation: Any, form: Any) -> str:
    subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    if subtype in _MARKS:
        return _string(annotation, b"Contents")
    if subtype != pdfium.FPDF_ANNOT_WIDGET:
        return ""
    if form is None:
        return _string(annotation, b"V")
    if pdfium.FPDFAnnot_GetFormFieldType(form.raw, annotation) not in _WRITTEN_FIELDS:
        return ""
    value = _wide(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldValue(form.raw, annotation, buffer, size))
    value = value or _string(annotation, b"V")
    if not value:
        return ""
    name = _wide(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldAlternateName(form.raw, annotation, buffer, size))
    return f"{name.rstrip(': ')}: {value}" if 0 < len(name) <= 200 else value


def _string(annotation: Any, key: bytes) -> str:
    return _wide(lambda buffer, size: pdfium.FPDFAnnot_GetStringValue(annotation, key, buffer, size))


def _wide(call: Any) -> str:
    """A UTF-16 string from a PDFium function of (buffer, size in bytes) that returns the size it needs."""
    size = call(None, 0)
    if not 2 < size < 1_000_000:
        return ""
    buffer = ctypes.create_string_buffer(size)
    call(ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace").replace("\r\n", "\n").replace("\r", "\n").strip()

"""Pages of PDFs that show text and hold none: scans, photographs, letters as outlines, fonts without a map."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from engine.errors import Unreadable
from engine.reading.ocr import Ocr
from engine.reading.pdf_lines import Line
from engine.reading.recognised_lines import PlacedLine, lines_of_page

log = logging.getLogger(__name__)

_FEW_CHARS = 100                # a stamp, a page number, "Scanned with…" beside a picture of the page
_LARGE = 0.4                    # of the page: a picture that may hold text
_BAD_SHARE = 0.1                # of a page's characters: its text is worth nothing
_DPI = 200
_LONG_SIDE = 3_400              # pixels
_MAX_OBJECTS = 400              # of a page that are looked at
_MIN_PATHS = 30                 # letters drawn as outlines


def needs_recognition(page: pypdfium2.PdfPage, lines: Sequence[Line], n_bad: int) -> bool:
    """Whether a page shows more text than its text layer holds."""
    n_chars = sum(len(line.text) for line in lines)
    if n_bad > _BAD_SHARE * (n_chars + n_bad):
        return True
    if n_chars > _FEW_CHARS:
        return False
    share, n_paths = _pictures(page)
    return share >= _LARGE or (not n_chars and (share > 0 or n_paths >= _MIN_PATHS))


def _pictures(page: pypdfium2.PdfPage) -> tuple[float, int]:
    """Share of the page that pictures cover (overlaps count twice), and how many drawn figures there are."""
    width, height = page.get_size()
    covered, n_paths = 0.0, 0
    try:
        for n, each in enumerate(page.get_objects(max_depth=4)):
            if n >= _MAX_OBJECTS:
                break
            if each.type == pdfium.FPDF_PAGEOBJ_IMAGE:
                left, bottom, right, top = each.get_bounds()
                covered += max(right - left, 0.0) * max(top - bottom, 0.0)
            elif each.type in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_SHADING):
                n_paths += 1
    except pypdfium2.PdfiumError:
        return 0.0, 0
    return covered / max(width * height, 1.0), n_paths


def recognised_lines(
    page: pypdfium2.PdfPage, number: int, ocr: Ocr, key: str, lines: Sequence[Line]
) -> tuple[list[Line], list[PlacedLine]]:
    """A page's lines by text recognition; those of its text layer where it finds less than they hold."""
    try:
        found = ocr.page(f"{key}/{number}", lambda: page_picture(page))
    except (Unreadable, pypdfium2.PdfiumError) as error:
        log.info("a page could not be recognised: %s", type(error).__name__)
        return list(lines), []
    width, height = page.get_size()
    recognised, placed = lines_of_page(found, number, height if found.turned in (90, 270) else width)
    if sum(len(line.text) for line in recognised) < sum(len(line.text) for line in lines):
        return list(lines), []
    return recognised, placed


def page_picture(page: pypdfium2.PdfPage) -> NDArray[np.uint8]:
    """The page as it is shown, uint8 (height, width, 3), at 200 dpi or as many as the picture may have pixels."""
    width, height = page.get_size()
    scale = min(_DPI / 72, _LONG_SIDE / max(width, height, 1.0))
    bitmap: Any = page.render(scale=scale, rev_byteorder=True, no_smoothtext=False)
    pixels = bitmap.to_numpy()
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        return np.repeat(pixels.reshape(pixels.shape[0], pixels.shape[1], 1), 3, axis=2)
    return np.ascontiguousarray(pixels[:, :, :3])

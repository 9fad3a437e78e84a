"""PDF pages to pixels, and the place of a passage's words on a page, for the preview.

PDFium is not thread-safe: use a PdfPages from one thread, and no other PDFium object in that process meanwhile.
Lengths are points (1/72 inch) with the origin at the top left of the page as it is shown (rotation and crop included).
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import pypdfium2
import pypdfium2.raw as pdfium

from engine.errors import Unreadable
from engine.reading.pdf import open_pdf
from engine.reading.pdf_lines import page_text
from engine.reading.source import ReadOptions, Source

MAX_PIXELS = 36_000_000         # of one picture: 144 MB; bigger pages are drawn smaller
MIN_PIECE = 8                   # letters of a piece of a passage that may be looked for alone
_UNITS = 20                     # device units a point, for PDFium's whole-numbered coordinates
_LINE_OR_SENTENCE = re.compile(r"[\n\t]+|(?<=[.!?;:])\s+")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page in points; y downwards."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A page as pixels: `pixels` holds height × width × 4 bytes R, G, B, 255, rows from the top, without gaps."""

    pixels: bytes
    width: int
    height: int
    scale: float                # pixels a point: the one asked for, or less for huge pages


@dataclass(frozen=True, slots=True)
class _PageText:
    """The page's letters and digits, folded, with the place of each among the page's characters."""

    folded: str
    index_of: tuple[int, ...]   # for each folded character its character index
    text: str                   # one character for each character index


class PdfPages:
    """An open PDF. Use as a context, or call close.

    Raises:
        Unreadable: "encrypted" or "damaged", when opened; "vanished" or "permission" as OSError tells.
    """

    def __init__(self, path: Path, passwords: tuple[str, ...] = ()) -> None:
        """`passwords` are tried if it needs one."""
        try:
            self._pdf = open_pdf(Source(path.name, path=path, options=ReadOptions(passwords=passwords)))
        except FileNotFoundError as error:
            raise Unreadable("vanished", "the file is gone") from error
        except PermissionError as error:
            raise Unreadable("permission", "the file may not be read") from error
        if self._pdf.get_formtype() != pdfium.FORMTYPE_NONE:
            self._pdf.init_forms()
        self._texts: dict[int, _PageText] = {}

    def __enter__(self) -> PdfPages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._texts.clear()
        self._pdf.close()

    @property
    def n_pages(self) -> int:
        return len(self._pdf)

    def page_size(self, page: int) -> tuple[float, float]:
        """Width and height in points of a page (from 1) as it is shown. Raises Unreadable "damaged" if it can't be."""
        try:
            return self._pdf.get_page_size(page - 1)
        except pypdfium2.PdfiumError as error:
            raise Unreadable("damaged", f"page {page}: {error}") from error

    def page_label(self, page: int) -> str:
        """The printed number of a page ("iv", "A-3"), else its count from 1."""
        return self._pdf.get_page_label(page - 1) or str(page)

    def render(self, page: int, scale: float = 1.0) -> Picture:
        """A page (from 1) in pixels, notes and form values included, on white.

        Args:
            scale: pixels a point: 1.0 is 72 dpi; times the screen's pixel ratio for a sharp picture.
        """
        width, height = self.page_size(page)
        most = (MAX_PIXELS / max(width * height, 1.0)) ** 0.5
        scale = max(min(scale, most), 0.01)
        try:
            handle = self._pdf[page - 1]
            try:
                bitmap = handle.render(scale=scale, rev_byteorder=True, prefer_bgrx=True, fill_color=(255, 255, 255, 255))
                try:
                    return _picture(bitmap, scale)
                finally:
                    bitmap.close()
            finally:
                handle.close()
        except pypdfium2.PdfiumError as error:
            raise Unreadable("damaged", f"page {page}: {error}") from error

    def rectangles(self, page: int, passage: str, position: float = 0.0) -> tuple[Box, ...]:
        """Where a passage stands on a page: one box a line, from the top; empty if it is not there.

        Letters and digits are compared, without case, accents, ligatures, spaces, hyphens and signs, so that what
        reading joined or dropped does not matter. A passage that isn't on the page as a whole (it goes on overleaf, or
        the running head was cut out of it) is looked for line by line and sentence by sentence.

        Args:
            position: about where on the page the passage begins, 0 (top) to 1, if it stands there more than once.
        """
        text = self._text(page)
        ranges = _find_passage(text, passage, position)
        return self._boxes(page, [(text.index_of[a], text.index_of[b - 1] + 1) for a, b in ranges if b > a])

    def word_rectangles(self, page: int, words: Iterable[str]) -> tuple[Box, ...]:
        """Boxes of each occurrence of the given words on a page; accents and case don't matter, whole words only.

        A word may hold signs ("GKT-5582-B", "5.440.000"): then it is a run of the page's words, however those are cut.
        """
        asked = [word for word in words if fold(word)]
        whole = {fold(word) for word in asked if len(_WORD.findall(word)) == 1}
        runs = {fold(word) for word in asked} - whole
        if not asked:
            return ()
        text = self._text(page).text.replace("\ufffe", "\u00ad")
        plain = re.sub("\u00ad\\s*", lambda match: "_" * len(match.group()), text)     # a cut word is one word
        on_page = [(match.start(), match.end(), fold(match.group().replace("_", ""))) for match in _WORD.finditer(plain)]
        found = [(start, end) for start, end, word in on_page if word in whole]
        return self._boxes(page, sorted(found + _runs_of(on_page, runs)))

    def _text(self, page: int) -> _PageText:
        if page not in self._texts:
            if len(self._texts) > 40:
                self._texts.clear()
            self._texts[page] = self._load_text(page)
        return self._texts[page]

    def _load_text(self, page: int) -> _PageText:
        try:
            handle = self._pdf[page - 1]
        except pypdfium2.PdfiumError as error:
            raise Unreadable("damaged", f"page {page}: {error}") from error
        try:
            text_page = handle.get_textpage()
            try:
                text = page_text(text_page.raw)
            finally:
                text_page.close()
        finally:
            handle.close()
        return _PageText(*_fold_with_places(text), text)

    def _boxes(self, page: int, ranges: Sequence[tuple[int, int]]) -> tuple[Box, ...]:
        """Boxes of ranges of character indices, joined where they touch on a line."""
        if not ranges:
            return ()
        handle = self._pdf[page - 1]
        try:
            text_page = handle.get_textpage()
            try:
                boxes = [box for first, end in ranges for box in _range_boxes(handle, text_page.raw, first, end - first)]
            finally:
                text_page.close()
        finally:
            handle.close()
        return tuple(_joined_by_line(boxes))


def _runs_of(words: Sequence[tuple[int, int, str]], wanted: set[str]) -> list[tuple[int, int]]:
    """Spans of the runs of words (start, end, folded) that together are one of the wanted; the longest from each start."""
    spans: list[tuple[int, int]] = []
    for at, (start, _, first) in enumerate(words):
        possible = {one for one in wanted if one.startswith(first)} if first else set()
        joined, last = "", -1
        for _, end, word in words[at:] if possible else ():
            joined += word
            if joined in possible:
                last = end
            if not any(len(one) > len(joined) and one.startswith(joined) for one in possible):
                break
        if last >= 0:
            spans.append((start, last))
    return spans


def fold(text: str) -> str:
    """Letters and digits only, without case, accents and ligatures."""
    return _fold_with_places(text)[0]


def _fold_with_places(text: str) -> tuple[str, tuple[int, ...]]:
    folded: list[str] = []
    places: list[int] = []
    for index, char in enumerate(text):
        if char.isascii():
            pieces = char.lower() if char.isalnum() else ""
        else:
            char = "i" if char == "ı" else char         # what old TeX fonts put under an accent
            pieces = "".join(c for c in unicodedata.normalize("NFKD", char).casefold() if c.isalnum())
        folded.append(pieces)
        places.extend([index] * len(pieces))
    return "".join(folded), tuple(places)


def _find_passage(text: _PageText, passage: str, position: float) -> list[tuple[int, int]]:
    """Ranges in the folded text that hold the passage, whole or in pieces."""
    wanted = fold(passage)
    if not wanted or not text.folded:
        return []
    target = int(position * len(text.folded))
    start = _nearest(text.folded, wanted, target)
    if start >= 0:
        return [(start, start + len(wanted))]
    ranges: list[tuple[int, int]] = []
    at = 0
    for piece in _LINE_OR_SENTENCE.split(passage):
        for part in _within(fold(piece), text.folded):
            found = text.folded.find(part, at)
            if found < 0:
                found = text.folded.find(part)
            if found >= 0:
                ranges.append((found, found + len(part)))
                at = found + len(part)
    return ranges


def _within(piece: str, text: str) -> list[str]:
    """A piece if the text holds it; else its longest beginning and end there, if they are long enough to be it."""
    if len(piece) < MIN_PIECE:
        return []
    if piece in text:
        return [piece]
    parts = []
    head = bisect_left(range(len(piece)), True, key=lambda n: piece[: n + 1] not in text)
    if head >= 3 * MIN_PIECE:
        parts.append(piece[:head])
    tail = bisect_left(range(len(piece)), True, key=lambda n: piece[len(piece) - n - 1 :] not in text)
    if tail >= 3 * MIN_PIECE and tail + head <= len(piece):
        parts.append(piece[len(piece) - tail :])
    return parts


def _nearest(text: str, wanted: str, target: int) -> int:
    best, start = -1, text.find(wanted)
    while start >= 0:
        if best < 0 or abs(start - target) < abs(best - target):
            best = start
        start = text.find(wanted, start + 1)
    return best


def _picture(bitmap: pypdfium2.PdfBitmap, scale: float) -> Picture:
    row = bitmap.width * 4
    data = bytes(bitmap.buffer)
    if bitmap.stride != row:
        data = b"".join(data[y * bitmap.stride : y * bitmap.stride + row] for y in range(bitmap.height))
    pixels = bytearray(data)
    pixels[3::4] = b"\xff" * (len(pixels) // 4)
    return Picture(bytes(pixels), bitmap.width, bitmap.height, scale)


def _range_boxes(page: pypdfium2.PdfPage, text_page: object, first: int, count: int) -> Iterable[Box]:
    left, top, right, bottom = (ctypes.c_double() for _ in range(4))
    for index in range(pdfium.FPDFText_CountRects(text_page, first, count)):
        if pdfium.FPDFText_GetRect(text_page, index, left, top, right, bottom):
            yield _to_screen(page, left.value, top.value, right.value, bottom.value)


def _to_screen(page: pypdfium2.PdfPage, left: float, top: float, right: float, bottom: float) -> Box:
    width, height = page.get_size()
    corners = []
    for x, y in ((left, top), (right, bottom)):
        device_x, device_y = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDF_PageToDevice(
            page.raw, 0, 0, round(width * _UNITS), round(height * _UNITS), 0, x, y, device_x, device_y
        )
        corners.append((device_x.value / _UNITS, device_y.value / _UNITS))
    (x1, y1), (x2, y2) = corners
    return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def _joined_by_line(boxes: Sequence[Box]) -> list[Box]:
    """Boxes of one line become one, where hardly anything lies between them; in order from the top."""
    joined: list[Box] = []
    for box in boxes:
        if joined and _touches(joined[-1], box):
            last = joined[-1]
            joined[-1] = Box(min(last.left, box.left), min(last.top, box.top), max(last.right, box.right),
                             max(last.bottom, box.bottom))
        else:
            joined.append(box)
    return joined


def _touches(a: Box, b: Box) -> bool:
    height = min(a.bottom - a.top, b.bottom - b.top)
    overlap = min(a.bottom, b.bottom) - max(a.top, b.top)
    gap = max(a.left, b.left) - min(a.right, b.right)
    return overlap > 0.4 * height and gap < 1.0 * max(a.bottom - a.top, b.bottom - b.top)

"""Picture files as pages: drawn by Qt's own readers, on the thread that draws the pages of PDFs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QPainter

from engine.errors import Unreadable

_FORMATS = frozenset({"png", "jpeg", "gif", "bmp", "webp", "tiff"})
_POINTS_A_PIXEL = 0.75          # a screen's pixel of 96 to the inch; small pictures are not blown up…
_WIDEST = 600.0                 # …and large ones are as wide as a page
_MAX_BYTES_MB = 1024            # of one picture while it is decoded


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    pixels: bytes
    width: int
    height: int


def is_picture(path: Path) -> bool:
    """By the file's first bytes. Reads the file."""
    return bytes(QImageReader.imageFormat(str(path)).data()).decode() in _FORMATS


class PicturePages:
    """Has what the render thread asks of a PDF: a TIFF has as many pages as pictures, all others one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        reader = self._reader()
        if not reader.canRead():
            raise Unreadable("damaged", reader.errorString())
        self.n_pages = max(1, reader.imageCount()) if bytes(reader.format().data()) == b"tiff" else 1

    def page_size(self, page: int) -> tuple[float, float]:
        """In points. Raises Unreadable "damaged"."""
        size = self._size(self._reader(page))
        scale = min(_POINTS_A_PIXEL, _WIDEST / size.width())
        return size.width() * scale, size.height() * scale

    def render(self, page: int, scale: float = 1.0) -> DrawnPicture:
        """On white; no larger than the picture itself is.

        Args:
            scale: pixels a point.
        """
        reader = self._reader(page)
        own = self._size(reader)
        width, height = self.page_size(page)
        if width * scale < own.width():
            wanted = QSize(max(1, round(width * scale)), max(1, round(height * scale)))
            reader.setScaledSize(wanted.transposed() if _is_turned(reader) else wanted)
        image = reader.read()
        if image.isNull():
            raise Unreadable("damaged", reader.errorString())
        if image.hasAlphaChannel():
            ground = QImage(image.size(), QImage.Format.Format_RGBX8888)
            ground.fill(0xFFFFFFFF)
            _draw_over(ground, image)
            image = ground
        image = image.convertToFormat(QImage.Format.Format_RGBX8888)
        return DrawnPicture(bytes(image.constBits()), image.width(), image.height())

    def rectangles(self, page: int, passage: str, position: float = 0.0) -> tuple[object, ...]:
        """Nothing: a picture holds no text but what was recognised in it."""
        return ()

    def word_rectangles(self, page: int, words: Iterable[str]) -> tuple[object, ...]:
        return ()

    def close(self) -> None:
        """There is nothing open between two pages."""

    def _reader(self, page: int = 1) -> QImageReader:
        reader = QImageReader(str(self._path))
        reader.setDecideFormatFromContent(True)
        reader.setAutoTransform(True)
        reader.setAllocationLimit(_MAX_BYTES_MB)
        if page > 1 and not reader.jumpToImage(page - 1):
            raise Unreadable("damaged", f"page {page}: {reader.errorString()}")
        return reader

    @staticmethod
    def _size(reader: QImageReader) -> QSize:
        """As it is shown, turned as its camera says."""
        size = reader.size()
        if not size.isValid() or size.isEmpty():
            raise Unreadable("damaged", reader.errorString())
        return size.transposed() if _is_turned(reader) else size


def _is_turned(reader: QImageReader) -> bool:
    return bool(reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90)


def _draw_over(ground: QImage, image: QImage) -> None:
    painter = QPainter(ground)
    painter.drawImage(0, 0, image)
    painter.end()

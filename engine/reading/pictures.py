"""Picture files: PNG, JPEG, TIFF with its pages, WebP, BMP, GIF. What is read in them is their text, if that is wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.builder import DocumentBuilder
from engine.reading.ocr import MAX_PAGES, Ocr, key_of
from engine.reading.pdf_layout import add_lines
from engine.reading.pdf_lines import Line
from engine.reading.recognised_lines import PlacedLine, lines_of_page, with_places
from engine.reading.source import Source

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF", "MPO")
MAX_PIXELS = 160_000_000        # of one page: larger ones are bombs or maps
_LONG_SIDE = 5_000              # pixels: larger pictures are made smaller
_POINTS_WIDE = 600.0            # a page's width to the layout, which knows points
_BRIGHT = 200                   # mean grey of what is not transparent, above which it was made for a dark ground


def read_picture(source: Source) -> Document:
    """Raises Unreadable "unsupported" (text recognition is off), "no-text", "damaged", "too-large"."""
    ocr = source.options.ocr
    if ocr is None:
        raise Unreadable("unsupported", "a picture", is_for_ocr=True)
    with source.open() as file, _open(file) as picture:
        if picture.width * picture.height > MAX_PIXELS:
            raise Unreadable("too-large", f"{picture.width} x {picture.height} pixels; the limit is {MAX_PIXELS} together")
        n_pages = getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1
        builder = DocumentBuilder("image")
        builder.n_pages = n_pages if n_pages > 1 else None
        lines, placed = _lines(picture, min(n_pages, MAX_PAGES), ocr, key_of(source.data))
        if n_pages > MAX_PAGES:
            builder.cut(f"the first {MAX_PAGES} of {n_pages} pages were read")
    if not lines:
        raise Unreadable("no-text", "a picture in which no text was recognised")
    add_lines(builder, lines, {}, [])
    document = with_places(builder.build(), placed)
    if n_pages > 1:
        return document
    return replace(document, blocks=tuple(replace(block, page=None) for block in document.blocks))


def _open(file: BinaryIO) -> Image.Image:
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None       # ours is smaller, and an error rather than a warning
    try:
        return Image.open(file, formats=FORMATS)
    except Exception as error:          # Pillow's readers raise whatever comes
        raise Unreadable("damaged", f"a picture that cannot be opened: {type(error).__name__}") from error


def _lines(picture: Image.Image, n_pages: int, ocr: Ocr, key: str) -> tuple[list[Line], list[PlacedLine]]:
    lines: list[Line] = []
    placed: list[PlacedLine] = []
    n_failed = 0
    for number in range(1, n_pages + 1):
        try:
            page = ocr.page(f"{key}/{number}", lambda number=number: _pixels(picture, number))     # type: ignore[misc]
        except Unreadable:
            n_failed += 1
            if n_failed == n_pages:
                raise
            continue
        found, places = lines_of_page(page, number, _POINTS_WIDE)
        lines += found
        placed += places
    return lines, placed


def _pixels(picture: Image.Image, number: int) -> NDArray[np.uint8]:
    """A page as it is to be seen: turned as its camera says, on white, at most _LONG_SIDE pixels long."""
    from PIL import Image, ImageOps

    try:
        if number > 1:
            picture.seek(number - 1)
        if picture.width * picture.height > MAX_PIXELS:
            raise Unreadable("too-large", f"a page of {picture.width} x {picture.height} pixels")
        picture.draft("RGB", (_LONG_SIDE, _LONG_SIDE))
        page: Image.Image = _in_colours(picture)
        page.thumbnail((_LONG_SIDE, _LONG_SIDE), Image.Resampling.BOX)
        return np.asarray(ImageOps.exif_transpose(page, in_place=False))
    except (Unreadable, MemoryError):
        raise
    except Exception as error:
        raise Unreadable("damaged", f"a picture that cannot be read: {type(error).__name__}") from error


def _in_colours(picture: Image.Image) -> Image.Image:
    """As RGB, a copy; what is transparent becomes white, or black under light letters."""
    from PIL import Image

    if picture.mode.startswith("I") or picture.mode == "F":
        page = Image.fromarray(_spread(np.asarray(picture)))
    elif picture.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in picture.info:
        layers = picture.convert("RGBA")
        opaque = np.asarray(layers.convert("L"))[np.asarray(layers.getchannel("A")) > 127]
        ground = 0 if opaque.size and opaque.mean() > _BRIGHT and opaque.size < 0.9 * layers.width * layers.height else 255
        page = Image.new("RGB", layers.size, (ground, ground, ground))
        page.paste(layers, mask=layers.getchannel("A"))
    else:
        page = picture.convert("RGB")
    page = page.convert("RGB")
    page.info["exif"] = picture.info.get("exif", b"")
    return _with_orientation(page, picture)


def _with_orientation(page: Image.Image, picture: Image.Image) -> Image.Image:
    """Converted pictures lose what the camera says of its position; TIFF keeps it among its own tags."""
    try:
        orientation = picture.getexif().get(0x0112)
    except Exception:                   # damaged, and no reason to read nothing
        orientation = None
    if orientation:
        page.getexif()[0x0112] = orientation
    return page


def _spread(values: NDArray[Any]) -> NDArray[np.uint8]:
    """Grey of more than eight bits as eight, from its darkest to its brightest but for a thousandth on either side."""
    numbers = np.nan_to_num(values.astype(np.float32))
    low, high = np.percentile(numbers[::4, ::4] if numbers.size > 1_000_000 else numbers, (0.1, 99.9))
    return np.clip((numbers - low) * (255 / max(float(high - low), 1e-6)), 0, 255).astype(np.uint8)

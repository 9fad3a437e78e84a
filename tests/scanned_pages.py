"""Pages as a scanner gives them, made from text: for the tests of text recognition and for measuring it.

Pillow comes with the add-on: import this module after `pytest.importorskip("PIL")`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

FONTS = (
    "DejaVuSans.ttf", "DejaVuSerif.ttf", "DejaVuSansMono.ttf", "LiberationSerif-Regular.ttf", "LiberationSans-Regular.ttf",
    "NotoSerif-Regular.ttf", "NotoSans-Regular.ttf", "DejaVuSans-Bold.ttf",
)
_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")


def fonts() -> list[Path]:
    """Those of FONTS that this computer has, in that order."""
    found = {path.name: path for folder in _FOLDERS for path in Path(folder).rglob("*.ttf")}
    return [found[name] for name in FONTS if name in found]


def page(
    text: str, dpi: int = 150, font: Path | None = None, size_pt: float = 11.0, width_in: float = 8.27, height_in: float = 11.7,
    left_in: float = 0.8, top_in: float = 0.8, right_in: float = 0.8,
) -> Image.Image:
    """Lines that are too long are broken between words; an empty line is half a line's room."""
    image = Image.new("L", (round(width_in * dpi), round(height_in * dpi)), 255)
    write(image, text, dpi, font, size_pt, left_in, top_in, width_in - right_in)
    return image


def write(
    image: Image.Image, text: str, dpi: int, font: Path | None = None, size_pt: float = 11.0, left_in: float = 0.8,
    top_in: float = 0.8, right_in: float = 7.47,
) -> list[str]:
    """Write onto a page; `right_in` is where lines end, from the page's left edge. Returns the lines as they were broken."""
    face = ImageFont.truetype(str(font or fonts()[0]), round(size_pt * dpi / 72))
    draw = ImageDraw.Draw(image)
    y, lines = top_in * dpi, []
    for paragraph in text.split("\n"):
        for line in _broken(paragraph, face, (right_in - left_in) * dpi):
            draw.text((left_in * dpi, y), line, fill=0 if image.mode == "L" else "black", font=face)
            y += size_pt * 1.35 * dpi / 72
            lines.append(line)
        if not paragraph:
            y += size_pt * 0.7 * dpi / 72
    return lines


def scanned(image: Image.Image, angle: float = 0.6, noise: float = 9.0, quality: int = 70, seed: int = 7) -> Image.Image:
    """As from a cheap scanner: a little askew, soft, grey paper, noise, JPEG."""
    askew = image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255).filter(ImageFilter.GaussianBlur(0.6))
    values = np.asarray(askew, np.float32) * 0.88 + 18
    values += np.random.default_rng(seed).normal(0, noise, values.shape)
    data = io.BytesIO()
    Image.fromarray(values.clip(0, 255).astype(np.uint8)).save(data, "JPEG", quality=quality)
    return Image.open(data)


def pdf_of(images: Sequence[Image.Image], path: Path, dpi: int) -> Path:
    images[0].save(path, "PDF", resolution=dpi, save_all=True, append_images=list(images[1:]))
    return path


def _broken(paragraph: str, face: ImageFont.FreeTypeFont, width: float) -> list[str]:
    lines, line = [], ""
    for word in paragraph.split():
        longer = f"{line} {word}".strip()
        if line and face.getlength(longer) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines

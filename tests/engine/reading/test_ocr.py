"""Text recognition with the real networks, on pages made here. Skipped where the add-on is not installed."""

from __future__ import annotations

import ctypes
import functools
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from engine.build_ocr import load_recogniser, ocr_is_installed
from engine.document import Document
from engine.errors import Unreadable
from engine.reading.ocr import Ocr
from engine.reading.reader import read_file
from engine.reading.source import Part, ReadOptions

if not ocr_is_installed():
    pytest.skip("text recognition is not installed (make ocr)", allow_module_level=True)

from PIL import Image

from tests.scanned_pages import page, pdf_of, scanned, write

TEXT = "¿Cuánto pagó la señora Núñez?\n¡Nada! El año pasado, 3.250,50 €.\nAcción, pingüino, corazón y camión."
SMALL = dict(width_in=4.6, height_in=1.5, left_in=0.3, top_in=0.3, right_in=0.2)
LOAD = functools.partial(load_recogniser, 2)


def options(folder: Path | None = None, load: Callable[[], Any] = LOAD) -> ReadOptions:
    return ReadOptions(ocr=Ocr(load, "test", folder))


def parts(path: Path, how: ReadOptions | None = None) -> list[Part]:
    return list(read_file(path, how or options()))


def read(path: Path, how: ReadOptions | None = None) -> Document:
    (part,) = parts(path, how)
    assert isinstance(part.outcome, Document), part.outcome
    return part.outcome


def reason(path: Path, how: ReadOptions | None = None) -> str:
    (part,) = parts(path, how)
    assert isinstance(part.outcome, Unreadable), part.outcome
    return part.outcome.reason


def saved(image: Image.Image, path: Path, **how: Any) -> Path:
    image.save(path, **how)
    return path


@pytest.fixture(scope="module")
def picture() -> Image.Image:
    return page(TEXT, 150, **SMALL)


# What is read


def test_accents_signs_and_places(tmp_path: Path, picture: Image.Image) -> None:
    document = read(saved(picture, tmp_path / "foto.png"))
    assert document.text == TEXT and document.kind == "image" and document.n_pages is None
    assert [block.page for block in document.blocks] == [None]
    assert document.language == "es"
    assert [document.text[line.start:line.end] for line in document.recognised] == TEXT.split("\n")
    tops = [line.top for line in document.recognised]
    assert tops == sorted(tops) and all(0 < line.left < line.right < 1 and line.page == 1 for line in document.recognised)


@pytest.mark.parametrize("words", [
    "Zażółć gęślą jaźń, příliš žlutý kůň", "Straße, Größe, façade, Tromsø, année", "Não, informação, àçãõ; și înțelege", "Bugün hava güneşli, çok iyi",
])
def test_other_latin_scripts(tmp_path: Path, words: str) -> None:
    assert read(saved(page(words, 200, **SMALL), tmp_path / "a.png")).text == words


def test_a_scan_askew_soft_and_noisy(tmp_path: Path) -> None:
    assert read(saved(scanned(page(TEXT, 200, **SMALL), angle=1.5), tmp_path / "a.jpg", quality=60)).text == TEXT


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_on_its_side_and_upside_down(tmp_path: Path, picture: Image.Image, degrees: int) -> None:
    document = read(saved(picture.rotate(degrees, expand=True), tmp_path / "a.png"))
    assert document.text == TEXT
    first = document.recognised[0]
    near = {90: first.left, 180: 1 - first.bottom, 270: 1 - first.right}[degrees]       # the edge where the page begins
    assert near < 0.3


def test_turned_by_its_camera(tmp_path: Path, picture: Image.Image) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    path = saved(picture.rotate(90, expand=True), tmp_path / "a.jpg", exif=exif)
    document = read(path)
    assert document.text == TEXT and document.recognised[0].top < 0.4


def test_columns_and_a_word_cut_by_a_hyphen(tmp_path: Path) -> None:
    image = page("", 150, width_in=7.2, height_in=2.2)
    write(image, "La junta aprobó las cuen-\ntas del año y nombró a la\npresidenta de la finca.", 150, left_in=0.3, top_in=0.3, right_in=4)
    write(image, "El segundo punto trató de\nla derrama del ascensor y\nde la piscina.", 150, left_in=3.9, top_in=0.3, right_in=7)
    text = " ".join(read(saved(image, tmp_path / "a.png")).text.split())
    assert text == (
        "La junta aprobó las cuentas del año y nombró a la presidenta de la finca. "
        "El segundo punto trató de la derrama del ascensor y de la piscina."
    )


def test_light_on_dark_and_transparent(tmp_path: Path, picture: Image.Image) -> None:
    inverted = Image.eval(picture, lambda value: 255 - value)
    assert read(saved(inverted, tmp_path / "a.png")).text == TEXT
    clear = Image.merge("RGBA", [*(Image.new("L", picture.size, 255) for _ in range(3)), inverted])
    assert read(saved(clear, tmp_path / "b.png")).text == TEXT


# Formats


@pytest.mark.parametrize(("name", "how"), [
    ("a.jpg", {"quality": 85}), ("a.webp", {}), ("a.bmp", {}), ("a.gif", {}), ("a.tif", {"compression": "tiff_lzw"}),
])
def test_formats(tmp_path: Path, picture: Image.Image, name: str, how: dict[str, Any]) -> None:
    assert "señora Núñez?" in read(saved(picture, tmp_path / name, **how)).text


def test_sixteen_bit_grey_fax_and_print_colours(tmp_path: Path, picture: Image.Image) -> None:
    deep = Image.fromarray(np.asarray(picture, np.uint16) * 20 + 1000)
    assert deep.mode.startswith("I")
    assert read(saved(deep, tmp_path / "deep.png")).text == TEXT
    assert "señora Núñez" in read(saved(picture.convert("1"), tmp_path / "fax.tif", compression="group4")).text
    assert read(saved(picture.convert("CMYK"), tmp_path / "print.jpg", quality=90)).text == TEXT


def test_pages_of_a_tiff(tmp_path: Path, picture: Image.Image) -> None:
    path = saved(picture, tmp_path / "a.tif", save_all=True, append_images=[page("Segunda página.", 150, **SMALL)])
    document = read(path)
    assert document.n_pages == 2 and [block.page for block in document.blocks] == [1, 2]
    assert document.text.endswith("\n\nSegunda página.")


def test_of_a_film_the_first_picture(tmp_path: Path, picture: Image.Image) -> None:
    path = saved(picture, tmp_path / "a.gif", save_all=True, append_images=[page("Otra cosa", 150, **SMALL)] * 3, duration=50)
    document = read(path)
    assert "Núñez" in document.text and "Otra" not in document.text


# What is no picture, or no text


def test_damaged_tiny_and_empty_pictures(tmp_path: Path, picture: Image.Image) -> None:
    data = io.BytesIO()
    picture.save(data, "PNG")
    (tmp_path / "cut.png").write_bytes(data.getvalue()[:len(data.getvalue()) // 3])
    (tmp_path / "noise.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 8)
    assert reason(tmp_path / "cut.png") == reason(tmp_path / "noise.jpg") == "damaged"
    assert reason(saved(Image.new("RGB", (1, 1)), tmp_path / "dot.png")) == "no-text"
    assert reason(saved(Image.new("L", (600, 400), 255), tmp_path / "white.png")) == "no-text"
    assert reason(saved(Image.new("L", (4000, 2), 255), tmp_path / "line.png")) == "no-text"


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = saved(Image.new("1", (13_000, 13_000)), tmp_path / "bomb.png")
    assert path.stat().st_size < 200_000
    assert reason(path) == "too-large"


def test_off_it_waits(tmp_path: Path, picture: Image.Image) -> None:
    (part,) = parts(saved(picture, tmp_path / "a.png"), ReadOptions())
    assert isinstance(part.outcome, Unreadable)
    assert part.outcome.reason == "unsupported" and part.outcome.is_for_ocr


# PDF


def with_text_page(scan: Path, target: Path, text: str) -> Path:
    """A first page that holds text, then the pages of a scan."""
    pdf = pypdfium2.PdfDocument.new()
    first = pdf.new_page(595, 842)
    words = pdfium.FPDFPageObj_NewTextObj(pdf.raw, b"Helvetica", 12.0)
    buffer = (text + "\0").encode("utf-16-le")
    pdfium.FPDFText_SetText(words, ctypes.cast(ctypes.create_string_buffer(buffer), ctypes.POINTER(ctypes.c_ushort)))
    pdfium.FPDFPageObj_Transform(words, 1, 0, 0, 1, 72, 760)
    pdfium.FPDFPage_InsertObject(first.raw, words)
    first.gen_content()
    pdf.import_pages(pypdfium2.PdfDocument(scan))
    pdf.save(target)
    return target


def test_a_scanned_pdf_and_a_turned_one(tmp_path: Path, picture: Image.Image) -> None:
    scan = pdf_of([picture, picture.rotate(90, expand=True)], tmp_path / "scan.pdf", 150)
    assert reason(scan, ReadOptions()) == "no-text"
    document = read(scan)
    assert document.kind == "pdf" and document.n_pages == 2 and document.n_unrecognised == 0
    by_page = [[document.text[line.start:line.end] for line in document.recognised if line.page == number] for number in (1, 2)]
    assert all("Núñez" in " ".join(lines) and "corazón" in " ".join(lines) for lines in by_page)


def test_of_a_mixed_pdf_only_the_scans_are_recognised(tmp_path: Path, picture: Image.Image) -> None:
    path = with_text_page(pdf_of([picture], tmp_path / "scan.pdf", 150), tmp_path / "mixed.pdf", "Esta hoja tiene letras de verdad.")
    without = read(path, ReadOptions())
    assert without.n_unrecognised == 1 and "Núñez" not in without.text
    seen: list[int] = []

    def load() -> Any:
        seen.append(1)
        return LOAD()

    document = read(path, options(load=load))
    assert len(seen) == 1 and {line.page for line in document.recognised} == {2}
    assert document.text.startswith("Esta hoja tiene letras de verdad.") and "señora Núñez" in document.text


# Nothing twice


def test_what_is_known_is_not_recognised_again(tmp_path: Path, picture: Image.Image) -> None:
    known = tmp_path / "known"
    path = pdf_of([picture, page("Otra página.", 150, **SMALL)], tmp_path / "a.pdf", 150)
    first = read(path, options(known))
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(path.read_bytes())

    def never() -> Any:
        raise AssertionError("recognised twice")

    assert read(copy, options(known, never)) == first
    (file,) = known.iterdir()
    assert file.stat().st_mode & 0o77 == 0
    file.write_text(file.read_text("utf-8")[:-30], "utf-8")      # the last page was written half
    assert read(path, options(known)) == first
    other = ReadOptions(ocr=Ocr(never, "another version", known))
    with pytest.raises(AssertionError):
        read_picture_of(copy, other)


def read_picture_of(path: Path, how: ReadOptions) -> None:
    from engine.reading.pdf import read_pdf
    from engine.reading.source import Source

    assert how.ocr is not None
    read_pdf(Source(path.name, path=path, options=ReadOptions(ocr=how.ocr.for_file(path))))

"""Pages as pictures, and passages found on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.reader import read_file
from engine.search.rendering import PdfPages, fold
from tests.data.sample_formats import encrypt_pdf, pdf

TEXT = "# Contrato de obra\n\n" + "La fianza se devuelve en treinta días, según la cláusula quinta del presente contrato. " * 4 + "\n\n---\n\nSegunda página."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf(TEXT, "Ana"))
    return path


def test_a_page_is_drawn_on_white(path: Path) -> None:
    with PdfPages(path) as pages:
        picture = pages.render(1, 0.5)
        assert pages.n_pages == 2
        width, height = pages.page_size(1)
    assert len(picture.pixels) == picture.width * picture.height * 4
    assert abs(picture.width - width / 2) <= 1 and abs(picture.height - height / 2) <= 1
    assert picture.pixels[:4] == b"\xff\xff\xff\xff"
    assert any(byte < 100 for byte in picture.pixels[0::4])


def test_every_block_is_found_where_it_was_read(path: Path) -> None:
    document = next(read_file(path)).outcome
    assert isinstance(document, Document)
    with PdfPages(path) as pages:
        for block in document.blocks:
            assert block.page is not None
            boxes = pages.rectangles(block.page, document.text[block.start : block.end])
            assert boxes
            width, height = pages.page_size(block.page)
            assert all(0 <= b.left < b.right <= width and 0 <= b.top < b.bottom <= height for b in boxes)


def test_a_passage_is_found_in_spite_of_spaces_hyphens_and_accents(path: Path) -> None:
    with PdfPages(path) as pages:
        whole = pages.rectangles(1, "la FIANZA se de-\nvuelve   en treinta dias")
        assert len(whole) == 1
        assert pages.rectangles(1, "La fianza se devuelve", 0.0)[0].top < pages.rectangles(1, "La fianza se devuelve", 1.0)[0].top
        assert pages.rectangles(1, "Texto que no está\nLa fianza se devuelve en treinta días")
        assert pages.rectangles(1, "nada de esto aparece aquí") == ()
        assert pages.rectangles(2, "") == ()


def test_words_without_accents(path: Path) -> None:
    with PdfPages(path) as pages:
        assert len(pages.word_rectangles(1, ["DIAS", "clausula"])) == 8
        assert pages.word_rectangles(1, ["dia"]) == ()


def test_codes_and_amounts_are_marked_as_one_word(tmp_path: Path) -> None:
    (tmp_path / "c.pdf").write_bytes(pdf("# Piezas\n\nReplace the gasket, part GKT-5582-B, not GKT-5582-BX. A la casa: 5.440.000 euros, no 15.440.000.\n", "Taller"))
    with PdfPages(tmp_path / "c.pdf") as pages:
        whole = pages.rectangles(1, "Replace the gasket, part GKT-5582-B")[0]
        code, = pages.word_rectangles(1, ["GKT-5582-B"])
        assert code.right == pytest.approx(whole.right, abs=1) and whole.left < code.left
        assert len(pages.word_rectangles(1, ["5.440.000"])) == 1
        assert pages.word_rectangles(1, ["ala", "5582-C", "440.000.7"]) == ()


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "b.pdf").write_bytes(encrypt_pdf(TEXT, "clave"))
    with pytest.raises(Unreadable) as problem:
        PdfPages(tmp_path / "b.pdf")
    assert problem.value.reason == "encrypted"
    with pytest.raises(Unreadable) as problem:
        PdfPages(tmp_path / "no está.pdf")
    assert problem.value.reason == "vanished"


def test_folding() -> None:
    assert fold("Año, e\u0301l ﬁn-2º") == "anoelfin2o"

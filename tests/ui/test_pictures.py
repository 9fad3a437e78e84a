"""Pictures drawn as they are, and the places of text that was recognised in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from engine.document import Block, Document, DocumentId, RecognisedLine
from engine.errors import Unreadable
from engine.messages import DocumentView
from tests.ui.fakes import hit
from ui.window.marks import Marks
from ui.window.page_renderer import PageRenderer, open_pages
from ui.window.picture_pages import PicturePages
from ui.window.preview import Preview
from ui.window.recognised_marks import RecognisedPlaces

TEXT = "Factura 12\nLa garantía dura seis meses."
LINES = (RecognisedLine(0, 10, 1, 0.1, 0.1, 0.5, 0.2), RecognisedLine(11, 39, 1, 0.1, 0.4, 0.9, 0.5))


def picture(path: Path, width: int = 800, height: int = 400, colour: str = "#3366cc") -> Path:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(QColor(colour))
    assert image.save(str(path))
    return path


def test_a_mark_is_a_part_of_its_line() -> None:
    marks = RecognisedPlaces(LINES).marks(1, Marks((0, 39), (11, 39), ((14, 22),), (14, 22)))
    assert marks.passage == ((0.1, 0.1, 0.5, 0.2), (0.1, 0.4, 0.9, 0.5)) and marks.answer == marks.passage[1:]
    left, top, right, bottom = marks.words[0]
    assert (top, bottom) == (0.4, 0.5) and left == pytest.approx(0.1 + 0.8 * 3 / 28) and right == pytest.approx(0.1 + 0.8 * 11 / 28)
    assert marks.current == marks.words
    assert RecognisedPlaces(LINES).marks(2, Marks((0, 39))).passage == () and not RecognisedPlaces(LINES).holds(2)
    assert RecognisedPlaces(LINES).marks(1, Marks((10, 11))).passage == ()       # between two lines


def test_a_line_that_is_read_from_the_right_or_down_the_page() -> None:
    hebrew = RecognisedPlaces((RecognisedLine(0, 10, 1, 0.0, 0.0, 1.0, 0.1),), 0, "שלום לכולם")
    assert hebrew.marks(1, Marks(current=(0, 4))).current == ((pytest.approx(0.6), 0.0, 1.0, 0.1),)
    upright = RecognisedPlaces((RecognisedLine(0, 10, 1, 0.0, 0.0, 0.1, 1.0),), 0, "abcdefghij")
    assert upright.marks(1, Marks(current=(5, 10))).current == ((0.0, 0.5, 0.1, 1.0),)


def test_pictures_have_the_size_of_a_page_at_most_and_are_drawn_no_larger_than_they_are(tmp_path: Path) -> None:
    pages = open_pages(picture(tmp_path / "a.png"))
    assert isinstance(pages, PicturePages) and pages.n_pages == 1 and pages.page_size(1) == (600.0, 300.0)
    drawn = pages.render(1, 0.5)
    assert (drawn.width, drawn.height, len(drawn.pixels)) == (300, 150, 300 * 150 * 4) and drawn.pixels[:3] == b"\x33\x66\xcc"
    assert pages.render(1, 8.0).width == 800
    small = open_pages(picture(tmp_path / "small.png", 100, 100))
    assert small.page_size(1) == (75.0, 75.0)
    see_through = open_pages(picture(tmp_path / "clear.png", 10, 10, "transparent"))
    assert see_through.render(1).pixels[:3] == b"\xff\xff\xff"
    named_wrong = picture(tmp_path / "b.png").rename(tmp_path / "b.jpg")
    assert isinstance(open_pages(named_wrong), PicturePages)        # by content, not by name


def test_a_picture_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    whole = picture(tmp_path / "a.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(whole[:40])
    pages = open_pages(tmp_path / "cut.png")
    with pytest.raises(Unreadable):
        pages.render(1)


def shown(path: Path) -> DocumentView:
    document = Document(TEXT, (Block("paragraph", 0, 10), Block("paragraph", 11, 39)), "image", recognised=LINES)
    return DocumentView(DocumentId(1), str(path), str(path), path.name, "image", "2024-05-04T10:00:00+02:00", (), None, document, 0, 39, matches=((14, 22),))


def test_the_passage_is_marked_in_the_picture(qtbot, tmp_path: Path) -> None:
    renderer = PageRenderer()
    preview = Preview(renderer)
    qtbot.addWidget(preview)
    preview.resize(700, 900)
    preview.show()
    path = picture(tmp_path / "factura.png", 600, 2400, "#ffffff")
    preview.show_hit(replace(hit(1, 1), path=str(path), kind="image", start=11, end=39, answer=None))
    preview.take_view(shown(path))
    view = preview.pages
    try:
        assert preview.current_view is view
        qtbot.waitUntil(lambda: 1 in view._images and view._n_known == 1)
        qtbot.waitUntil(lambda: view.verticalScrollBar().value() > 0)       # it goes to the passage
        preview.next_match()
        qtbot.waitUntil(lambda: _colour_at(view, 0.1 + 0.8 * 7 / 28, 0.45) == "#8fe0d5")
        assert _colour_at(view, 0.8, 0.45) == "#fff3c4" and _colour_at(view, 0.2, 0.53) == "#ffffff"
    finally:
        renderer.stop()


def test_a_damaged_picture_is_shown_as_its_text(qtbot, tmp_path: Path) -> None:
    renderer = PageRenderer()
    preview = Preview(renderer)
    qtbot.addWidget(preview)
    preview.show()
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    preview.show_hit(replace(hit(1, 1), path=str(tmp_path / "a.png"), kind="image", start=11, end=39, answer=None))
    preview.take_view(shown(tmp_path / "a.png"))
    try:
        qtbot.waitUntil(lambda: preview.current_view is preview.text)
    finally:
        renderer.stop()


def _colour_at(view, x: float, y: float) -> str:
    rect = view._page_rect(1)
    image = view.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    at_x, at_y = rect.left() + x * rect.width(), rect.top() + y * rect.height()
    return image.pixelColor(round(at_x * ratio), round(at_y * ratio)).name(QColor.NameFormat.HexRgb)

"""A screen of 800×600: every page fits, whatever is said at the bottom, and no window is opened larger than its screen."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QCheckBox, QScrollArea

from engine.processes.indexing_messages import IndexingState, IndexProgress
from tests.ui.conftest import Bench
from tests.ui.fakes import STATUS
from ui.window import first_size
from ui.window.elided_label import ElidedButton, ElidedLabel
from ui.window.language import Language, LanguageName
from ui.window.start_page import StartPage
from ui.window.status_line import StatusLine


@pytest.mark.parametrize("name", ["es", "en"])
def test_every_page_fits_whatever_the_line_says(bench: Bench, qtbot, language: Language, name: LanguageName) -> None:
    window = bench.window
    language.use(name)
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: len(window.hits.hits) == 4)
    progress = IndexProgress("vectors", 1_234_567, 9_876_543, "/casa/documentos/" + "largo/" * 60, "/casa", 86_400.0)
    bench.indexing.received.emit(IndexingState(False, True, on_battery=True))
    bench.indexing.received.emit(progress)
    window._take_status(dataclasses.replace(STATUS, documents=1_234_567, failed=123_456, unrecognised=654_321))
    window.line.set_search("1.234.567 resultados en 0,84 s, " * 6)
    window.resize(800 - 20, 600 - 40)
    for page in range(window.pages.count()):
        window.pages.setCurrentIndex(page)
        qtbot.wait(20)
        least = window.minimumSizeHint()
        assert least.width() <= 780 and least.height() <= 560, (type(window.pages.widget(page)).__name__, least)
        assert window.size() == QSize(780, 560)
    window.show_folders("index")
    qtbot.wait(20)
    assert window.size() == QSize(780, 560)
    assert window.line.text in window.line._details.toolTip() and window.line._search.toolTip().startswith(window.line._search.text())


@pytest.mark.parametrize("name", ["es", "en"])
def test_the_line_says_less_rather_than_cut_its_words(qtbot, language: Language, name: LanguageName) -> None:
    language.use(name)
    line = StatusLine()
    qtbot.addWidget(line)
    line.set_status(dataclasses.replace(STATUS, documents=131, failed=4, unrecognised=2, stage="text"))
    line.set_progress(IndexProgress("vectors", 1296, 4827, "", "", 430.0), IndexingState(False, True))
    line.set_search("30 resultados de 64 documentos · 0,15 s")
    line.show()
    said = set()
    for width in (660, 800, 950, 1100, 1500):
        line.resize(width, 40)
        qtbot.wait(1)
        assert line._details.shown == line._details.text() and "1296" in line._details.text().replace(",", ""), width
        assert line._search.shown == line._search.text() and "64 documentos" in line._search.text()
        assert line._counts.isHidden() or line._counts.shown == line._counts.text()
        said.add((line._details.text(), line._search.text(), line._counts.text()))
        assert line.text == line._details.accessibleName() and line.text in line._details.toolTip()     # all of it, however narrow
    assert len(said) > 2 and line._details.text() == line.text and "0,15 s" in line._search.text()


def test_a_laptop_with_text_of_200_percent_shows_the_whole_window(bench: Bench, qtbot) -> None:
    """1366×768 pixels with letters of twice the size: half as many logical pixels, less the bars of the desktop."""
    window = bench.window
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: len(window.hits.hits) == 4)
    for page in range(window.pages.count()):
        window.pages.setCurrentIndex(page)
        window.resize(683, 340)
        qtbot.wait(20)
        assert window.size() == QSize(683, 340), type(window.pages.widget(page)).__name__
    bench.indexing.received.emit(IndexingState(False, True))
    bench.indexing.received.emit(IndexProgress("text", 1, 9))
    window.show_folders()
    area = window.folders.findChild(QScrollArea)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)


def test_the_line_takes_the_room_there_is(bench: Bench, qtbot) -> None:
    line = bench.window.line
    line.set_search("4 resultados")
    qtbot.waitUntil(lambda: all(part.width() >= part.sizeHint().width() for part in (line._search, line._details)))


@pytest.mark.parametrize("kind", [ElidedButton, ElidedLabel])
def test_what_has_its_whole_room_is_not_elided(qtbot, kind: type[ElidedButton | ElidedLabel]) -> None:
    widget = kind() if kind is ElidedButton else kind(Qt.TextElideMode.ElideRight)
    qtbot.addWidget(widget)
    whole = "Aprendiendo su significado: documentos y palabras de Fichero"
    for text in (whole[:length].rstrip() for length in range(20, len(whole))):       # their widths are no whole pixels
        widget.setText(text)
        widget.resize(widget.sizeHint())
        assert widget.shown == text
        widget.resize(widget.width() - 20, widget.height())
        assert widget.shown.endswith("…") and text.startswith(widget.shown[:-1].rstrip())


def test_no_first_size_is_larger_than_the_screen() -> None:
    assert first_size.bounded(QSize(1280, 820), QSize(1920, 1040)) == QSize(1280, 820)
    fits = first_size.bounded(QSize(1280, 820), QSize(800, 600))
    assert fits.width() < 800 and fits.height() < 600


def test_a_low_start_page_scrolls_and_cuts_nothing(qtbot) -> None:
    page = StartPage(["true"], suggestions=lambda: [f"/casa/{n}" for n in range(12)])
    qtbot.addWidget(page)
    page.resize(700, 300)
    page.show()
    area = page.findChild(QScrollArea)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    checks = page.findChildren(QCheckBox)
    qtbot.waitUntil(lambda: len(checks) == 12 and all(check.height() >= check.sizeHint().height() for check in checks))

"""Suggestions of the documents' own words while a query is typed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu

from engine.messages import Ask, Suggest
from tests.ui.conftest import Bench
from ui.window.search_header import SearchHeader


def test_a_word_is_completed_by_tab_and_nothing_else(bench: Bench, qtbot) -> None:
    window, field = bench.window, bench.window.header.field
    bench.search.words = ("contraseña", "contrato", "canción")
    window.activateWindow()
    field.setFocus()
    qtbot.keyClicks(field, "la contr")
    qtbot.waitUntil(lambda: field.suggestion == "contraseña")
    assert field.accessibleDescription() == "Tab: contraseña"
    qtbot.keyClick(field, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert field.suggestion == "contrato"
    qtbot.keyClick(field, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClicks(field, "a")             # typed on along it: still there before the answer comes
    assert field.suggestion == "contraseña"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bench.search.asked(Ask)[-1].text == "la contra")      # Enter searches what stands there
    assert field.text() == "la contra"
    qtbot.keyClicks(field, "t")
    qtbot.waitUntil(lambda: field.suggestion == "contrato")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == "la contrato" and field.hasFocus() and field.suggestion == ""
    qtbot.waitUntil(lambda: bench.search.asked(Ask)[-1].text == "la contrato")
    field.undo()
    assert field.text() == "la contrat"
    qtbot.waitUntil(lambda: not window._search.is_waiting and bool(window.hits.hits))
    field.setText("plazo")
    qtbot.keyClick(field, Qt.Key.Key_Tab)       # without a suggestion Tab goes on
    assert not field.hasFocus()


def test_nothing_is_suggested_in_the_middle_of_a_text(bench: Bench, qtbot) -> None:
    field = bench.window.header.field
    bench.search.words = ("contrato",)
    bench.window.activateWindow()
    field.setFocus()
    qtbot.keyClicks(field, "contr")
    qtbot.waitUntil(lambda: field.suggestion == "contrato")
    qtbot.keyClick(field, Qt.Key.Key_Right)
    assert field.text() == "contrato"
    field.setText("contr de")
    assert len(bench.search.asked(Suggest)) == 6       # what is set from elsewhere asks for nothing
    field.setCursorPosition(5)
    assert field.suggestion == ""
    field.suggest("zzz", ("zzzz",))                     # an answer to what is no longer there
    field.setCursorPosition(8)
    assert field.suggestion == ""


def test_large_letters_are_not_cut(qtbot) -> None:
    usual, large = QApplication.font(), QApplication.font()
    large.setPointSizeF(2 * usual.pointSizeF())
    QApplication.setFont(large)
    try:
        header = SearchHeader(QMenu())
        qtbot.addWidget(header)
        header.resize(800, header.sizeHint().height())
        header.show()
        assert header.field.height() >= header.field.fontMetrics().height() + 8
    finally:
        QApplication.setFont(usual)

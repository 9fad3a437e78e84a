"""What an empty search field shows: the latest searches and the latest documents."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox

from engine.messages import AskRecent
from tests.ui.conftest import Bench
from tests.ui.test_accessibility import check
from ui.window.history import History
from ui.window.history_menu import HistoryMenu


def test_recent_documents_and_searches_are_offered(bench: Bench, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    window, page, opened = bench.window, bench.window.invitation, []
    monkeypatch.setattr("ui.window.opening.open_file", lambda path, failed: opened.append(path))
    qtbot.waitUntil(lambda: len(page.changed.entries) == 2)
    assert [(entry.text, entry.day) for entry in page.changed.entries] == [("acta.pdf", "4 may 2024"), ("contrato.txt", "1 may 2024")]
    assert not page.searches.isVisible() and not page.lately.isVisible() and not page._forget.isVisible()
    window.history.note("plazo de entrega")
    window.history.keep("fianza")
    item = page.changed.list.item(0)
    qtbot.mouseClick(page.changed.list.viewport(), Qt.MouseButton.LeftButton, pos=page.changed.list.visualItemRect(item).center())
    assert opened == ["/casa/documentos/acta.pdf"]
    assert [entry.key for entry in page.lately.entries] == opened and page.lately.isVisible()
    page.searches.list.setFocus()
    qtbot.keyClick(page.searches.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.conversation.asked[0] == "plazo de entrega" and bool(window.hits.hits))
    assert window.pages.currentWidget() is window._results
    window.header.field.clear()
    qtbot.waitUntil(lambda: window.pages.currentWidget() is page)
    check(window)
    page._forget.click()
    check(question())
    button_of(question(), "Conservar").click()
    assert page.searches.isVisible() and page.lately.isVisible()
    page._forget.click()
    button_of(question(), "Olvidar").click()
    assert not page.searches.isVisible() and not page.lately.isVisible() and page.kept.isVisible()


def test_the_menu_asks_before_it_forgets(bench: Bench, qtbot) -> None:
    history = bench.window.history
    history.note("plazo de entrega")
    menu = HistoryMenu(history, bench.window)
    menu.actions()[-1].trigger()
    qtbot.keyClick(question(), Qt.Key.Key_Return)       # the default keeps
    assert history.recent == ["plazo de entrega"]
    menu.actions()[-1].trigger()
    button_of(question(), "Olvidar").click()
    assert history.recent == []


def question() -> QMessageBox:
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    return box


def button_of(box: QMessageBox, text: str) -> QAbstractButton:
    return next(button for button in box.buttons() if button.text() == text)


def test_recent_documents_follow_the_index_while_they_are_seen(bench: Bench, qtbot) -> None:
    window = bench.window
    qtbot.waitUntil(lambda: len(window.invitation.changed.entries) == 2)
    asked = len(bench.search.asked(AskRecent))
    bench.search.recent = bench.search.recent[:1]
    window.conversation.take_commit()
    qtbot.waitUntil(lambda: len(window.invitation.changed.entries) == 1)
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: bool(window.hits.hits))
    window.conversation.reload()
    assert len(bench.search.asked(AskRecent)) == asked + 1


def test_what_was_opened_outlives_the_window(tmp_path) -> None:
    places = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    history = History(places)
    for path in ("/a/uno.txt", "/a/a\udcf1o.txt", "/a/uno.txt"):
        history.note_opened(path)
    assert History(places).opened == ["/a/uno.txt", "/a/a\udcf1o.txt"]
    history.clear()
    assert History(places).opened == []

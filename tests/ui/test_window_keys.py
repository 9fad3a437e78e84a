"""The window's keys work while a field has the focus, Enter presses a button, and Tab goes as the page reads."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication

from engine.messages import Status
from engine.processes.indexing_messages import Add
from tests.ui.conftest import Bench

CTRL = Qt.KeyboardModifier.ControlModifier


def taken(bench: Bench, keys: QKeySequence) -> bool:
    """Whether the search field takes a key for itself."""
    combination = keys[0]
    event = QKeyEvent(QEvent.Type.ShortcutOverride, combination.key(), combination.keyboardModifiers())
    event.ignore()
    QApplication.sendEvent(bench.window.header.field, event)
    return event.isAccepted()


def test_a_field_leaves_every_key_of_the_window_to_it(bench: Bench) -> None:
    window = bench.window
    keys = [shortcut.key() for shortcut in window.findChildren(QShortcut, options=Qt.FindChildOption.FindDirectChildrenOnly)]
    keys += [key for action in window.actions() for key in action.shortcuts()]
    assert QKeySequence("Ctrl+E") in keys and QKeySequence("Ctrl+D") in keys and len(keys) > 20
    assert [key.toString() for key in keys if taken(bench, key)] == []
    assert all(taken(bench, QKeySequence(f"Ctrl+{letter}")) for letter in "ACVXZ")
    word = QKeySequence("Ctrl+Right")       # which a field takes on every desktop, as it does Ctrl+E on some
    assert taken(bench, word)
    QShortcut(word, window, lambda: None)      # type: ignore[arg-type]
    assert not taken(bench, word)


@pytest.mark.parametrize(("key", "page"), [(Qt.Key.Key_E, "evaluation"), (Qt.Key.Key_D, "folders")])
def test_the_field_gives_way(bench: Bench, qtbot, key: Qt.Key, page: str) -> None:
    window = bench.window
    window.activateWindow()
    window.header.field.setFocus()
    qtbot.waitUntil(window.header.field.hasFocus)
    qtbot.keyClick(window.header.field, key, CTRL)
    qtbot.waitUntil(lambda: window.pages.currentWidget() is getattr(window, page))
    assert QKeySequence(CTRL | key) in [action.shortcut() for action in window.menu.actions()]      # the menu teaches it
    qtbot.keyClick(window, key, CTRL)
    qtbot.waitUntil(lambda: window.pages.currentWidget() is not getattr(window, page))


def test_the_first_start_by_the_keyboard(bench: Bench, qtbot) -> None:
    window, start = bench.window, bench.window.start
    bench.search.status = Status((), 0, 0, 0, 0, "complete", (), (), (), ())
    window._search.ask_status()
    qtbot.waitUntil(lambda: window.pages.currentWidget() is start)
    window.activateWindow()
    start.add_folders(["/casa/a", "/casa/b"], is_chosen=False)
    order = [row.check for row in start._rows.values()]
    qtbot.waitUntil(lambda: all(check.isVisible() for check in order))
    start.focus_first()
    assert window.focusWidget() is order[0]
    seen = [window.focusWidget()]
    for _ in range(len(order)):
        window.focusNextPrevChild(True)
        seen.append(window.focusWidget())
    assert seen == [*order, start._add]
    qtbot.keyClick(order[1], Qt.Key.Key_Space)
    start._add.setFocus()
    bench.chosen_folder = "/casa/c"
    qtbot.keyClick(start._add, Qt.Key.Key_Return)
    assert "/casa/c" in start._rows and window.focusWidget() is start._start
    qtbot.keyClick(start._start, Qt.Key.Key_Enter)
    assert [add.paths for add in bench.indexing.asked(Add)] == [(order[1].text(),), ("/casa/c",)]
    assert window.focusWidget() is window.header.field

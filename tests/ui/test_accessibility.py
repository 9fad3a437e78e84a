"""Every control has a name for screen readers, and the keyboard reaches it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QDateEdit,
    QLineEdit,
    QProgressBar,
    QScrollArea,
    QTabBar,
    QWidget,
)

from engine.indexing_messages import IndexingState, IndexProgress
from engine.judgements import Judgement
from tests.ui.conftest import Bench
from ui.window.question_lists import QuestionLists

CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QDateEdit, QAbstractScrollArea, QProgressBar, QTabBar)


def test_every_visible_control_has_a_name(bench: Bench, qtbot) -> None:
    window = bench.window
    bench.indexing.received.emit(IndexingState(False, True))
    bench.indexing.received.emit(IndexProgress("text", 1, 3))
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: len(window.hits.hits) == 4 and window.preview._view is not None)
    for row in range(4):
        window.hits._choose(row)
        qtbot.waitUntil(lambda row=row: window.preview._view is not None
                        and window.preview._view.document_id == window.hits.hits[row].document_id)
        window.preview.open_find()
        check(window)
    for tab in ("folders", "unreadable", "index"):
        window.show_folders(tab)
        check(window)
    window.show_evaluation()
    check(window)
    window.own_questions._edit(None)
    editor = window.own_questions.editor
    assert editor is not None
    editor.add_document(Judgement("plazo", "/casa/documentos/contrato.txt", True))
    check(editor)
    editor.reject()
    lists = QuestionLists("plazo", window)
    lists.show()
    check(lists)
    lists.close()


def check(window: QWidget) -> None:
    for widget in window.findChildren(QWidget):
        if not isinstance(widget, CONTROLS) or not widget.isVisible() or _is_part(widget):
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        name = interface.text(QAccessible.Text.Name) or widget.toolTip() or getattr(widget, "text", lambda: "")()
        assert name.strip(), f"{type(widget).__name__} in {type(widget.parentWidget()).__name__} has no name"


def _is_part(widget: QWidget) -> bool:
    """Qt's own pieces of a control: its clear button, scroll bars, the corner of a table, the field in a date."""
    parent = widget.parentWidget()
    return (
        isinstance(parent, QLineEdit | QComboBox | QDateEdit | QTabBar)
        or (isinstance(widget, QAbstractButton) and isinstance(parent, QAbstractScrollArea))
        or type(widget) is QScrollArea
        or type(widget).__name__ in ("QHeaderView", "QComboBoxListView", "QComboBoxPrivateContainer")
    )


def test_tab_goes_through_field_filters_results_and_preview(bench: Bench, qtbot) -> None:
    window = bench.window
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: len(window.hits.hits) == 4)
    window.activateWindow()
    window.header.field.setFocus()
    seen: list[QWidget] = []
    for _ in range(40):
        focused = window.focusWidget()
        if focused in seen:
            break
        seen.append(focused)
        window.focusNextPrevChild(True)
    order = [seen.index(widget) for widget in (window.header.field, window.filters.kinds.button, window.hits)]
    assert order == sorted(order)
    assert any(window.preview.isAncestorOf(widget) for widget in seen)
    assert window.header.field.focusPolicy() & Qt.FocusPolicy.TabFocus

"""Every control has a name for screen readers, and the keyboard reaches it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QDateEdit,
    QDialog,
    QLineEdit,
    QProgressBar,
    QScrollArea,
    QTabBar,
    QWidget,
)

from engine.evaluation.judgements import Judgement
from engine.processes.indexing_messages import IndexingState, IndexProgress
from engine.settings import Settings
from tests.ui.conftest import Bench
from tests.ui.fakes import hit
from ui.window.about_dialog import AboutDialog
from ui.window.answer_dialog import AnswerDialog
from ui.window.diagnostics_dialog import DiagnosticsDialog
from ui.window.explanation import ExplanationDialog
from ui.window.password_dialog import PasswordDialog
from ui.window.question_editor import QuestionEditor
from ui.window.question_lists import QuestionLists
from ui.window.settings_dialog import SettingsDialog
from ui.window.why_dialog import WhyDialog

CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QDateEdit, QAbstractScrollArea, QProgressBar, QTabBar)


DIALOGS: dict[type[QDialog], Callable[[Path], QDialog]] = {
    AboutDialog: lambda folder: AboutDialog(folder),
    AnswerDialog: lambda folder: AnswerDialog("¿qué plazo hay?", "llama", "http://127.0.0.1:8080"),
    DiagnosticsDialog: lambda folder: DiagnosticsDialog([sys.executable, "-c", "print('{}')"]),
    ExplanationDialog: lambda folder: ExplanationDialog(hit(1, 1)),
    PasswordDialog: lambda folder: PasswordDialog("/casa/a.pdf", lambda password: None),
    QuestionEditor: lambda folder: QuestionEditor("plazo", (), lambda parent: ""),
    QuestionLists: lambda folder: QuestionLists("plazo"),
    SettingsDialog: lambda folder: SettingsDialog(Settings(folder), "fichero", True, False, "/casa/fichero-data"),
    WhyDialog: lambda folder: WhyDialog(),
}


def test_every_dialog_is_looked_at() -> None:
    for file in (Path(__file__).parents[2] / "ui" / "window").glob("*.py"):
        importlib.import_module(f"ui.window.{file.stem}")
    known = {kind for kind in _below(QDialog) if kind.__module__.startswith("ui.window.")}
    assert known == set(DIALOGS)


def _below(kind: type) -> list[type]:
    return [one for child in kind.__subclasses__() for one in (child, *_below(child))]


@pytest.mark.parametrize("kind", DIALOGS, ids=lambda kind: kind.__name__)
def test_dialogs_by_ear_and_by_keys(kind: type[QDialog], qtbot, tmp_path: Path) -> None:
    """Every control has a name, Tab reaches every control, each shows that it has the focus, and Esc closes."""
    dialog = DIALOGS[kind](tmp_path)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.windowTitle()
    check(dialog)
    reached = _tabbed(dialog)
    for widget in dialog.findChildren(QWidget):
        if isinstance(widget, CONTROLS) and widget.isVisible() and widget.isEnabled() and not _is_part(widget) and not isinstance(widget, QProgressBar):
            assert widget in reached, f"Tab does not reach {type(widget).__name__} {widget.accessibleName()}"
    for widget in reached:
        _check_focus_is_seen(dialog, widget)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def _tabbed(window: QWidget) -> list[QWidget]:
    """What Tab goes through, each with the editor inside it."""
    reached: list[QWidget] = []
    for _ in range(100):
        window.focusNextPrevChild(True)
        focused = window.focusWidget()
        assert focused is not None
        if focused in reached:
            break
        reached.append(focused)
    return reached


def _check_focus_is_seen(window: QWidget, widget: QWidget) -> None:
    """The picture of a control differs with and without the focus, by more than a cursor's."""
    widget.clearFocus()
    without = widget.grab().toImage()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    with_it = widget.grab().toImage()
    places = [(x, y) for x in range(0, widget.width(), 2) for y in range(0, widget.height(), 2)]
    n_other = sum(without.pixel(x, y) != with_it.pixel(x, y) for x, y in places)
    assert n_other > 15, f"focus is not seen on {type(widget).__name__} {widget.accessibleName() or widget.toolTip()} ({n_other})"


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
        isinstance(parent, QLineEdit | QComboBox | QAbstractSpinBox | QTabBar)
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

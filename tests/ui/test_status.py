"""What could not be read is tried again, one or all of a reason; the report is seen before it is handed on."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.messages import UnreadableDocument
from engine.processes.indexing_messages import Refresh
from tests.ui.conftest import Bench
from tests.ui.fakes import ERRORS, STATUS
from tests.ui.test_accessibility import check
from ui.window.diagnostics_dialog import DiagnosticsDialog
from ui.window.unreadable_list import PATH_ROLE


def test_one_document_or_all_of_a_reason_are_tried_again(bench: Bench, qtbot) -> None:
    window = bench.window
    window.show_folders("unreadable")
    unreadable = window.folders.unreadable
    qtbot.waitUntil(lambda: unreadable.count == 2)
    assert not unreadable._retry.isEnabled() and unreadable._retry_these.text() == "Intentar todos otra vez"
    unreadable._table.selectRow(0)
    unreadable._retry.click()
    qtbot.waitUntil(lambda: Refresh((ERRORS[0].path,), again=True) in bench.indexing.sent)
    unreadable._reason.setCurrentIndex(unreadable._reason.findData("damaged"))
    assert unreadable._retry_these.text() == "Intentar otra vez todos los de este motivo"
    unreadable._retry_these.click()
    qtbot.waitUntil(lambda: Refresh((ERRORS[1].path,), again=True) in bench.indexing.sent)
    unreadable._reason.setCurrentIndex(0)
    unreadable._retry_these.click()
    qtbot.waitUntil(lambda: Refresh(tuple(error.path for error in ERRORS), again=True) in bench.indexing.sent)
    check(window)


def test_keys_go_by_rows_and_the_chosen_document_stays(bench: Bench, qtbot) -> None:
    window = bench.window
    window.show_folders("unreadable")
    unreadable = window.folders.unreadable
    qtbot.waitUntil(lambda: unreadable.count == 2)
    table = unreadable._table
    table.selectRow(0)
    qtbot.keyClick(table, Qt.Key.Key_End)
    assert table.currentIndex().row() == 1 and table.currentIndex().data(PATH_ROLE) == ERRORS[1].path
    part = UnreadableDocument("/casa/documentos/a.json!…", "too-large", "")
    unreadable.set_documents((part, *ERRORS))
    assert table.currentIndex().data(PATH_ROLE) == ERRORS[1].path
    qtbot.keyClick(table, Qt.Key.Key_Home)
    assert table.currentIndex().siblingAtColumn(0).data() == "a.json (una parte)"
    assert table.currentIndex().siblingAtColumn(2).data() == "/casa/documentos"


def test_the_line_says_why_documents_are_not_readable_and_leads_to_them(bench: Bench, qtbot) -> None:
    window = bench.window
    status = dataclasses.replace(STATUS, failed=3, reasons=(("encrypted", 2), ("damaged", 1)))
    window.line.set_status(status)
    button = window.line._unreadable
    window.line.set_search("30 resultados de 87 documentos · 0,52 s " * 3)
    assert button.isVisible() and button.text() == "3 ilegibles"
    qtbot.waitUntil(lambda: button.width() >= button.sizeHint().width())
    assert button.toolTip().startswith("protegido con contraseña (2), dañado (1)\n")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.pages.currentWidget() is window.folders and window.folders.unreadable.isVisible()
    window.line.set_status(dataclasses.replace(STATUS, failed=0))
    assert not button.isVisible()


def test_the_report_is_shown_copied_and_saved(qtbot, tmp_path: Path) -> None:
    target = tmp_path / "informe.json"
    said = [sys.executable, "-c", "import sys; print('{\"año\": 1}', sys.argv[1:])"]
    dialog = DiagnosticsDialog(said, choose=lambda _: str(target))
    qtbot.addWidget(dialog)
    dialog.show()
    check(dialog)
    qtbot.waitUntil(lambda: "año" in dialog.text.toPlainText())
    assert "'doctor', '--report', '-'" in dialog.text.toPlainText()
    dialog._copy.click()
    dialog._save.click()
    assert QGuiApplication.clipboard().text() + "\n" == target.read_text(encoding="utf-8")
    dialog._choose = lambda _: str(tmp_path / "no" / "there.json")
    dialog._save.click()
    assert "no se pudo guardar" in dialog._note.text()


def test_a_report_that_cannot_be_made_is_said(qtbot) -> None:
    dialog = DiagnosticsDialog(["/nowhere/at/all"])
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.text.toPlainText() == "No se pudo hacer el informe.")
    assert not dialog._save.isEnabled()


def test_a_report_closed_too_early_ends_its_process(qtbot) -> None:
    dialog = DiagnosticsDialog([sys.executable, "-c", "import time; time.sleep(60)"])
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.close()
    qtbot.waitUntil(lambda: dialog._process.state() == dialog._process.ProcessState.NotRunning)

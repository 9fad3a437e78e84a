"""The menu's switch for text recognition, and what the status line says of it."""

from __future__ import annotations

from dataclasses import replace

from engine.hits import Filters
from engine.messages import UNRECOGNISED, UnreadableDocument
from engine.processes.indexing_messages import Add, IndexingState, IndexProgress
from tests.ui.conftest import Bench
from tests.ui.fakes import ERRORS, STATUS


def test_the_switch_changes_the_setting(bench: Bench) -> None:
    bench.window._take_status(replace(STATUS, is_ocr_installed=True))
    bench.window.menu.ocr.setChecked(True)
    assert bench.changes[-1].ocr
    bench.window.menu.ocr.setChecked(False)
    assert not bench.changes[-1].ocr


def test_without_the_add_on_it_says_how_to_get_it(bench: Bench) -> None:
    bench.window._take_status(replace(STATUS, is_ocr_installed=False))
    bench.window.menu.ocr.setChecked(True)
    assert not bench.window.menu.ocr.isChecked() and not bench.changes
    assert "make ocr" in bench.window.banner.text


def test_what_waits_is_counted_and_what_is_read_is_said(bench: Bench) -> None:
    line = bench.window.line
    line.set_status(replace(STATUS, unrecognised=3))
    assert "3 pendientes de reconocer" in line._counts.text()
    line.set_progress(IndexProgress("ocr", 2, 5), IndexingState(False, True))
    assert "Reconociendo texto" in line.text and "2 de 5" in line.text


def test_pictures_of_text_are_told_apart_from_what_could_not_be_read(bench: Bench, qtbot) -> None:
    window = bench.window
    folder = replace(STATUS.folders[0], failed=0, unrecognised=2, without_text=3)
    window._take_status(replace(STATUS, folders=(folder,), failed=0, unrecognised=2, without_text=3))
    assert not window.line._unreadable.isVisible() and "3 sin texto" in window.line._counted[0]
    window.show_folders()
    qtbot.waitUntil(lambda: window.folders.unreadable.count == 2)
    (card,) = window.folders._cards.values()
    assert "ilegible" not in card._facts.text()
    assert "2 pendientes de reconocer" in card._facts.text() and "3 sin texto: imágenes o escaneos" in card._facts.text()
    window.folders.set_errors((*ERRORS, UnreadableDocument("/casa/documentos/foto", UNRECOGNISED, "a picture")))
    assert window.folders._tabs.tabText(1) == "Ilegibles (2), sin texto (1)"
    window.empty.set_search("algo", Filters(), window._status, 0)
    assert "no se han leído" in window.empty._pending.text() and "2 documentos esperan" in window.empty._pending.text()


def test_a_folder_has_a_switch_of_its_own(bench: Bench, qtbot) -> None:
    window, path = bench.window, STATUS.folders[0].path
    window._take_status(replace(STATUS, is_ocr_installed=False))
    window.show_folders()
    (card,) = window.folders._cards.values()
    box = card._recognise
    assert not box.isChecked() and "/casa/documentos" in box.accessibleName()
    box.click()
    assert not box.isChecked() and "make ocr" in window.banner.text and not bench.indexing.asked(Add)
    window._take_status(replace(STATUS, is_ocr_installed=True))
    box.click()
    assert bench.indexing.asked(Add)[-1] == Add((path,), ocr=True)
    window._take_status(replace(STATUS, folders=(replace(STATUS.folders[0], ocr=True),), is_ocr_installed=True))
    assert box.isChecked()
    box.click()
    assert bench.indexing.asked(Add)[-1] == Add((path,), ocr=False) and bench.changes == []
    window._take_status(replace(STATUS, is_ocr_installed=True, is_ocr_everywhere=True))
    assert box.isChecked() and not box.isEnabled() and "todas las carpetas" in box.toolTip()

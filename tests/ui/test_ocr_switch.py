"""The menu's switch for text recognition, and what the status line says of it."""

from __future__ import annotations

from dataclasses import replace

from engine.processes.indexing_messages import IndexingState, IndexProgress
from tests.ui.conftest import Bench
from tests.ui.fakes import STATUS


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

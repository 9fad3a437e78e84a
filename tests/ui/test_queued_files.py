"""A search by the name of a file that waits to be read says that it waits."""

from __future__ import annotations

from engine.indexing.index_report import IndexReport
from engine.messages import Ask, AskQueued, Found, QueuedTold
from engine.processes.indexing_messages import IndexingDone, IndexingState, IndexProgress
from tests.ui.conftest import Bench
from tests.ui.fakes import answers_with, result

ACTA = "/casa/documentos/acta de mayo.pdf"


def reading(bench: Bench) -> None:
    bench.indexing.received.emit(IndexingState(False, True))
    bench.indexing.received.emit(IndexProgress("text", 3, 10, "/casa/documentos/otra.pdf"))


def test_an_empty_result_names_the_files_that_wait(bench: Bench, qtbot) -> None:
    window = bench.window
    queued: list[str] = [ACTA]
    answers_with(bench.search, AskQueued, lambda ask: [QueuedTold(ask.id, tuple(queued))])
    bench.search.respond = lambda ask: [Found(ask.id, result(ask.text, ()), True)]
    reading(bench)
    window.header.field.setText("acta de mayo")
    qtbot.waitUntil(lambda: "1 archivo con este nombre aún espera a ser leído: acta de mayo.pdf" in window.empty._pending.text())
    assert window.pages.currentWidget() is window.empty
    queued.clear()
    bench.indexing.received.emit(IndexingDone(IndexReport(indexed=1)))
    qtbot.waitUntil(lambda: "acta de mayo" not in window.empty._pending.text())
    assert bench.search.asked(AskQueued)[-1].paths == (ACTA,)


def test_it_is_said_above_other_results_too_and_goes_with_the_search(bench: Bench, qtbot) -> None:
    window = bench.window
    answers_with(bench.search, AskQueued, lambda ask: [QueuedTold(ask.id, (ACTA,) * 5 if ask.text == "acta" else ())])
    bench.indexing.received.emit(IndexingState(True, False))      # paused
    window.header.field.setText("acta")
    qtbot.waitUntil(lambda: "5 archivos con este nombre aún esperan a ser leídos" in window.note.text())
    assert window.note.text().endswith("acta de mayo.pdf, …") and window.note.isVisible()
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: bench.search.asked(Ask)[-1].text == "plazo" and not window._search.is_waiting)
    assert "acta" not in window.note.text()


def test_nothing_is_asked_once_everything_was_read(bench: Bench, qtbot) -> None:
    bench.indexing.received.emit(IndexingState(False, False))
    bench.window.header.field.setText("acta")
    qtbot.waitUntil(lambda: len(bench.window.hits.hits) == 4)
    assert bench.search.asked(AskQueued) == []

"""The window's own work between two ticks of a timer stays short; tests/heartbeat.py measures the whole program."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Qt

from engine.document import ChunkId, DocumentId
from engine.hits import SearchResult
from engine.messages import Ask, ErrorsListed, Found, UnreadableDocument
from tests.heartbeat import P99_MS, WORST_MS, Heartbeat
from tests.ui.conftest import Bench
from tests.ui.fakes import result


def many(query: str) -> SearchResult:
    """Thirty hits, others for every query."""
    one = result(query, (1,)).hits[0]
    hits = tuple(
        dataclasses.replace(one, rank=rank, title=f"{query} {rank}", chunk_id=ChunkId(100 * len(query) + rank), document_id=DocumentId(1))
        for rank in range(1, 31)
    )
    return dataclasses.replace(result(query, (1,)), hits=hits)


def test_typing_and_turning_pages_never_hold_the_window_long(bench: Bench, qtbot) -> None:
    window, beat = bench.window, Heartbeat()
    bench.search.respond = lambda ask: answers(ask)
    unreadable = tuple(UnreadableDocument(f"/casa/{n}.pdf", "damaged", "x") for n in range(5_000))
    with beat.stage("typing"):
        window.header.field.setFocus()
        for letter in "contrato de arrendamiento":
            qtbot.keyClick(window.header.field, letter)
            qtbot.wait(60)
        qtbot.waitUntil(lambda: len(window.hits.hits) == 30)
        for _ in range(10):
            qtbot.keyClick(window.header.field, Qt.Key.Key_Down)
            qtbot.wait(20)
    with beat.stage("pages"):
        bench.search.received.emit(ErrorsListed(window._search._errors_id, unreadable))
        for tab in ("folders", "unreadable", "index"):
            window.show_folders(tab)
            qtbot.wait(100)
        window.show_search()
        qtbot.wait(100)
    for stage in beat.stages:
        figures = stage.figures()
        assert float(figures["own_p99_ms"]) < P99_MS and float(figures["own_worst_ms"]) < WORST_MS, figures


def answers(ask: Ask) -> list[object]:
    return [Found(ask.id, many(ask.text), True)]

"""Results that a cross-encoder refines: there at once, moved when it is done, with what is chosen kept."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtTest import QAbstractItemModelTester

from engine.hits import Hit, RankAndScore, Refinement, SearchResult
from engine.messages import Ask, Found
from engine.settings import Settings
from tests.ui.conftest import Bench
from tests.ui.fakes import hit, result
from ui.window.hit_list import HitList
from ui.window.main_menu import MainMenu


def refined(query: str, numbers: tuple[int, ...], refinement: Refinement) -> SearchResult:
    made = replace(result(query, numbers), refinement=refinement)
    if refinement == "coming":
        return made
    hits = tuple(
        replace(h, explanation=replace(h.explanation, cross_encoder=RankAndScore(h.rank, 1 / h.rank))) for h in made.hits
    )
    return replace(made, hits=hits, timings_ms={"total": 1512.0, "refine": 1500.0})


def order(hits: tuple[Hit, ...]) -> list[int]:
    return [int(h.document_id) for h in hits]


def asked(bench: Bench, qtbot, text: str) -> Ask:
    bench.search.respond = lambda ask: []
    before = len(bench.search.asked(Ask))
    bench.window.header.field.setText(text)
    qtbot.waitUntil(lambda: len(bench.search.asked(Ask)) > before)
    return bench.search.asked(Ask)[-1]


def test_the_list_moves_and_what_is_chosen_stays_chosen(bench: Bench, qtbot) -> None:
    window = bench.window
    ask = asked(bench, qtbot, "plazo")
    bench.search.received.emit(Found(ask.id, refined("plazo", (1, 2, 3), "coming"), False))
    assert order(window.hits.hits) == [1, 2, 3]
    assert "refinando…" in window.line._search.text() and "3 resultados" in window.line._search.text()
    resets: list[None] = []
    window.hits.model().modelReset.connect(lambda: resets.append(None))
    bench.search.received.emit(Found(ask.id, refined("plazo", (3, 1, 2), "done"), True))
    assert order(window.hits.hits) == [3, 1, 2] and not resets
    chosen = window.hits.current_hit()
    assert chosen is not None and chosen.document_id == 1 and window.hits.currentIndex().row() == 1
    assert "refinado en 1,50 s" in window.line._search.text() and "0,01 s" in window.line._search.text()


def test_asked_again_the_refined_order_stays(bench: Bench, qtbot) -> None:
    """As after a commit of the indexer: nothing jumps back and forth."""
    window = bench.window
    ask = asked(bench, qtbot, "plazo")
    bench.search.received.emit(Found(ask.id, refined("plazo", (1, 2, 3), "coming"), False))
    bench.search.received.emit(Found(ask.id, refined("plazo", (3, 1, 2), "done"), True))
    window.conversation.reload()
    again = bench.search.asked(Ask)[-1]
    assert again.id != ask.id
    bench.search.received.emit(Found(again.id, refined("plazo", (1, 2, 3), "coming"), False))
    assert order(window.hits.hits) == [3, 1, 2]
    bench.search.received.emit(Found(again.id, refined("plazo", (2, 3, 1), "partial"), True))
    assert order(window.hits.hits) == [2, 3, 1] and "en parte" in window.line._search.text()


def test_a_newer_query_drops_the_refinement(bench: Bench, qtbot) -> None:
    first = asked(bench, qtbot, "plazo")
    bench.search.received.emit(Found(first.id, refined("plazo", (1, 2), "coming"), False))
    second = asked(bench, qtbot, "renta")
    bench.search.received.emit(Found(first.id, refined("plazo", (2, 1), "done"), True))
    assert order(bench.window.hits.hits) == [1, 2]
    bench.search.received.emit(Found(second.id, refined("renta", (3,), "none"), True))
    assert order(bench.window.hits.hits) == [3]


def test_the_switch_asks_again(bench: Bench, qtbot) -> None:
    ask = asked(bench, qtbot, "plazo")
    assert ask.refine
    bench.search.received.emit(Found(ask.id, refined("plazo", (1, 2), "none"), True))
    bench.window.menu.refine.setChecked(False)
    assert not bench.search.asked(Ask)[-1].refine and not bench.window._settings.refine


def test_the_switch_is_there_where_a_model_is_chosen(bench: Bench, tmp_path) -> None:
    assert not bench.window.menu.refine.isVisible()
    menu = MainMenu(Settings(tmp_path, cross_encoder="bge-reranker"), bench.window)
    assert menu.refine.isVisible() and "bge-reranker" in menu.refine.text()


def test_the_model_moves_rows_as_qt_wants_it(qtbot) -> None:
    view = HitList()
    qtbot.addWidget(view)
    tester = QAbstractItemModelTester(view.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    view.set_hits([hit(1, 1), hit(2, 2), hit(3, 3)], False)
    view.step(1)
    view.refine_hits([hit(2, 1), hit(3, 2), hit(1, 3)])
    assert order(view.hits) == [2, 3, 1]
    chosen = view.current_hit()
    assert chosen is not None and chosen.document_id == 2 and view.currentIndex().row() == 0
    view.refine_hits([hit(4, 1)])               # other documents: a file has gone meanwhile
    assert order(view.hits) == [4]
    del tester

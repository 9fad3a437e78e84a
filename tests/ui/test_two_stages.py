"""Words first, meaning a moment later: rows move, nothing flickers, and what is chosen stays where it is."""

from __future__ import annotations

from dataclasses import replace

from engine.document import ChunkId, DocumentId
from engine.hits import Hit, SearchResult
from engine.messages import Ask, Found, Reload
from tests.ui.conftest import Bench
from tests.ui.fakes import hit


def numbered(numbers: range | list[int], text: str = "Renglón del pasaje. ") -> tuple[Hit, ...]:
    """Hits of many documents, with snippets of several lines."""
    return tuple(
        replace(hit(1, rank), document_id=DocumentId(n), chunk_id=ChunkId(n), title=f"{n}", path=f"/casa/{n}.txt", snippet=text * 12, highlights=(), also=())
        for rank, n in enumerate(numbers, start=1)
    )


def told(text: str, hits: tuple[Hit, ...], stage: str = "complete") -> SearchResult:
    return SearchResult(text, hits, {"total": 12.0}, 0.8, stage)      # type: ignore[arg-type]


def by_words(bench: Bench, qtbot, hits: tuple[Hit, ...]) -> Ask:
    bench.search.respond = lambda ask: []
    bench.window.resize(1200, 800)
    bench.window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: bool(bench.search.asked(Ask)))
    ask = bench.search.asked(Ask)[-1]
    bench.search.received.emit(Found(ask.id, told("plazo", hits, "text"), False))
    return ask


def test_the_stage_is_said_and_the_first_hit_is_that_of_the_last_stage(bench: Bench, qtbot) -> None:
    window = bench.window
    ask = by_words(bench, qtbot, numbered(range(1, 21)))
    assert window.line._search.text() == "20 resultados por palabras; buscando por significado…"
    resets: list[None] = []
    window.hits.model().modelReset.connect(lambda: resets.append(None))
    bench.search.received.emit(Found(ask.id, told("plazo", numbered(list(range(20, 0, -1)), "Otro. ")), True))
    assert window.hits.current_hit().document_id == 20 and window.preview.hit.document_id == 20 and not resets
    assert window.line._search.text().startswith("20 resultados · ") and window.hits.verticalScrollBar().value() == 0
    assert window.hits.hits[0].snippet.startswith("Otro. ")


def test_a_new_search_sees_what_is_committed_without_awaiting_the_next_reload(bench: Bench, qtbot) -> None:
    window, search = bench.window, bench.search
    window.conversation.take_commit()
    window.conversation.take_commit()           # owed until the pace allows it
    n_reloads = len(search.asked(Reload))
    window.header.field.setText("calamar")
    qtbot.waitUntil(lambda: [ask.text for ask in search.asked(Ask)] == ["calamar"])
    assert len(search.asked(Reload)) == n_reloads + 1


def test_what_the_person_has_chosen_stays_at_its_place_on_the_screen(bench: Bench, qtbot) -> None:
    window, hits = bench.window, bench.window.hits
    ask = by_words(bench, qtbot, numbered(range(1, 21)))
    hits.step(5)
    hits.step(1)
    qtbot.waitUntil(lambda: hits.visualRect(hits.currentIndex()).bottom() <= hits.viewport().height())
    chosen, top = hits.current_hit().document_id, hits.visualRect(hits.currentIndex()).top()
    bench.search.received.emit(Found(ask.id, told("plazo", numbered([20, 19, 18, *range(1, 18)])), True))        # the same, moved
    assert hits.current_hit().document_id == chosen and hits.visualRect(hits.currentIndex()).top() == top
    window.conversation.reload()
    again = bench.search.asked(Ask)[-1]
    bench.search.received.emit(Found(again.id, told("plazo", numbered([40, 41, *range(1, 18)])), True))         # others came
    assert hits.current_hit().document_id == chosen and hits.visualRect(hits.currentIndex()).top() == top
    final = Found(again.id, told("plazo", numbered([50, 51])), True)
    window.conversation.reload()
    bench.search.received.emit(replace(final, id=bench.search.asked(Ask)[-1].id))
    assert hits.currentIndex().row() == 0 and hits.verticalScrollBar().value() == 0     # it is gone: from the top

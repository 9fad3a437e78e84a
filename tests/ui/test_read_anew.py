"""A document that is read anew while it is shown: what stands in the preview is what the file says now."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.document import ChunkId, DocumentId
from engine.messages import DocumentView, Find, Found, Matches, Show, Shown
from engine.processes.indexing_messages import Committed
from engine.search.viewing import find_in
from tests.ui.conftest import Bench
from tests.ui.fakes import answers_with, result, view

SAMPLE = Path(__file__).parent.parent / "data" / "sample" / "comunidad" / "acta_junta_2024.pdf"


def read_anew(bench: Bench, number: int, change: Callable[[DocumentView], DocumentView], modified: str, numbers: tuple[int, ...] = (1, 2, 3, 4)) -> None:
    """As after a commit: the same place of the same document, in a chunk of another number, with other text in its file."""
    def shown(message: Show) -> list[object]:
        now = change(view(message.document_id)) if message.document_id == number else view(message.document_id)
        return [Shown(message.id, now), Matches(message.id, message.document_id, now.matches, True)]

    def found(ask):
        made = result(ask.text, numbers)
        hits = [
            replace(hit, chunk_id=ChunkId(900 + number), modified=modified or hit.modified) if hit.document_id == number else hit
            for hit in made.hits
        ]
        return [Found(ask.id, replace(made, hits=tuple(hits)), True)]

    answers_with(bench.search, Show, shown)
    answers_with(bench.search, Find, lambda message: [
        Matches(message.id, message.document_id, *find_in(change(view(message.document_id)).document.text, message.text))
    ])
    bench.search.respond = found
    bench.indexing.received.emit(Committed())


@pytest.mark.parametrize("modified", ["", "2026-12-01T10:00:00+01:00"])
def test_the_text_follows_the_file(bench: Bench, qtbot, modified: str) -> None:
    window, preview = bench.window, bench.window.preview
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: preview._view is not None and "5 años" in preview.text.toPlainText())
    preview.open_find()
    preview._find_field.setText("renta")
    qtbot.waitUntil(lambda: len(preview.matches) == 1)

    def change(old: DocumentView) -> DocumentView:          # the same length: no place of any passage moves
        text = old.document.text.replace("5 años", "7 años").replace("renta", "cuota")
        return replace(old, document=replace(old.document, text=text), modified=modified or old.modified)

    read_anew(bench, 1, change, modified)
    qtbot.waitUntil(lambda: "7 años" in preview.text.toPlainText())
    assert "5 años" not in preview.text.toPlainText() and "7 años" in str(preview.quotation())
    qtbot.waitUntil(lambda: preview.matches == ())          # what was looked for is there no more
    preview.close_find()
    assert preview.matches == view(DocumentId(1)).matches


def test_the_pages_of_a_pdf_follow_the_file(bench: Bench, qtbot, tmp_path) -> None:
    window, pages = bench.window, bench.window.preview.pages
    file = tmp_path / "acta.pdf"
    shutil.copy(SAMPLE, file)
    answers_with(bench.search, Show, lambda message: [
        Shown(message.id, replace(view(message.document_id), file_path=str(file), path=str(file)))
    ])
    bench.search.respond = lambda ask: [Found(ask.id, result(ask.text, (4,)), True)]
    window.header.field.setText("acta")
    qtbot.waitUntil(lambda: bool(pages._images))
    before = pages._id
    anew = "2026-12-02T10:00:00+01:00"
    read_anew(bench, 4, lambda old: replace(old, file_path=str(file), path=str(file), modified=anew), anew, (4,))
    qtbot.waitUntil(lambda: pages._id != before and bool(pages._images))


def test_what_is_unchanged_is_not_asked_for_again(bench: Bench, qtbot) -> None:
    window, preview = bench.window, bench.window.preview
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: preview._view is not None)
    asked = len(bench.search.asked(Show))
    bench.indexing.received.emit(Committed())
    qtbot.waitUntil(lambda: not window._search.is_waiting)
    assert len(bench.search.asked(Show)) == asked

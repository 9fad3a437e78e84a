"""Other passages of a document under its hit; documents dragged out of the list; passages copied as Markdown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.modeltest import ModelTester

from engine.document import ChunkId, DocumentId
from engine.messages import Ask, AskPassages, Found
from tests.ui.conftest import Bench
from tests.ui.fakes import hit, passages, result
from ui.window.citation import cite_as_markdown
from ui.window.explanation import ExplanationDialog
from ui.window.hit_list_model import BEST_ROLE, HIT_ROLE, HitListModel
from ui.window.quotation import plain_quotation


def with_more(query: str, numbers: tuple[int, ...] = (1, 2, 3, 4)):
    made = result(query, numbers)
    return replace(made, hits=tuple(replace(one, n_more=2) if one.document_id == 1 else one for one in made.hits))


@pytest.fixture
def unfolding(bench: Bench, qtbot) -> Bench:
    bench.search.respond = lambda ask: [Found(ask.id, with_more(ask.text), True)]
    bench.window.resize(1280, 900)
    bench.window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: len(bench.window.hits.hits) == 4)
    return bench


def test_other_passages_unfold_under_their_hit_and_fold_again(unfolding: Bench, qtbot) -> None:
    hits, model = unfolding.window.hits, unfolding.window.hits._model
    hits.setFocus()
    qtbot.keyClick(hits, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: model.rowCount() == 6)
    assert unfolding.search.asked(AskPassages)[-1].text == "plazo"
    assert [model.index(row).data(HIT_ROLE).snippet for row in (1, 2)] == ["Pasaje 2", "Pasaje 3"]
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole).startswith("otro pasaje de contrato.txt")
    assert len(hits.hits) == 4                  # they are no results of their own
    qtbot.keyClick(hits, Qt.Key.Key_Down)
    assert hits.current_hit().chunk_id == ChunkId(21) and unfolding.window.preview.hit.chunk_id == ChunkId(21)
    unfolding.window.hit_actions.act_on_current("why")
    (dialog,) = unfolding.window.findChildren(ExplanationDialog)
    assert any("entre los pasajes de este documento" in label.text() for label in dialog.findChildren(QLabel))
    dialog.close()
    qtbot.keyClick(hits, Qt.Key.Key_Left)       # folds, and goes to the hit above
    assert model.rowCount() == 4 and hits.currentIndex().row() == 0
    place = hits._delegate.spread_box(hits.hits[0], hits.visualRect(model.index(0)), hits.font()).center()
    qtbot.mouseClick(hits.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: model.rowCount() == 6)
    qtbot.mouseClick(hits.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert model.rowCount() == 4
    hits.setCurrentIndex(model.index(1))
    qtbot.keyClick(hits, Qt.Key.Key_Right)      # has no others
    assert len(unfolding.search.asked(AskPassages)) == 2


def test_passages_stay_when_the_rows_move_and_go_with_their_query(unfolding: Bench, qtbot) -> None:
    hits, model = unfolding.window.hits, unfolding.window.hits._model
    hits.spread(hits.hits[0], True)
    qtbot.waitUntil(lambda: model.rowCount() == 6)
    hits.setCurrentIndex(model.index(2))
    hits.refine_hits([hits.hits[row] for row in (1, 0, 2, 3)])
    assert hits.current_hit().snippet == "Pasaje 3" and model.index(2).data(BEST_ROLE).document_id == DocumentId(1)
    unfolding.window.header.field.setText("otra cosa")
    qtbot.waitUntil(lambda: unfolding.search.asked(Ask)[-1].text == "otra cosa" and model.rowCount() == 4)


def test_the_model_inserts_and_removes_passages_as_qt_wants_it(qtmodeltester: ModelTester) -> None:
    model = HitListModel()
    qtmodeltester.check(model, force_py=False)
    model.set_hits(with_more("plazo").hits)
    assert model.spread(DocumentId(1), passages(1)) and not model.spread(DocumentId(1), passages(1))
    assert model.spread(DocumentId(1), passages(1)[:2]) and model.rowCount() == 5
    assert model.spread(DocumentId(1), ()) and not model.spread(DocumentId(99), passages(1))


def test_a_document_is_dragged_out_as_its_file(unfolding: Bench, qtbot) -> None:
    window = unfolding.window
    index = window.hits._model.index(3)
    assert index.flags() & Qt.ItemFlag.ItemIsDragEnabled and window.hits.dragEnabled()
    data = window.hits._model.mimeData([index])
    assert [url.toLocalFile() for url in data.urls()] == ["/casa/documentos/acta.pdf"] and data.text() == "/casa/documentos/acta.pdf"
    plain, fine = (window.hits._delegate.drag_picture(window.hits.hits[0], window.hits.font(), scale) for scale in (1.0, 2.0))
    assert fine.size() == 2 * plain.size() and plain.height() < 60 and plain.width() < 400      # hides little of where it is dropped
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    window.dragEnterEvent(enter)        # from elsewhere: a folder to be added
    assert enter.isAccepted()


def test_a_passage_is_copied_as_markdown(unfolding: Bench, qtbot) -> None:
    window = unfolding.window
    qtbot.waitUntil(lambda: window.preview._view is not None)
    window.hit_actions.act_on_current("copy-markdown")
    assert QGuiApplication.clipboard().text() == (
        "> El plazo es de 5 años. La renta se paga el día 3.\n>\n"
        "> — [contrato.txt](file:///casa/documentos/contrato.txt), Primera › Plazo\n"
    )


def test_markdown_keeps_signs_and_members_as_they_are() -> None:
    member = replace(hit(4, 1), path="/casa/a b.zip!actas/acta.pdf", title="Acta [1] *final*", heading_path=())
    assert cite_as_markdown(member, plain_quotation("1. Uno_dos\n\n- <b>tres</b>")) == (
        "> 1\\. Uno\\_dos\n>\n> \\- \\<b\\>tres\\</b\\>\n>\n> — Acta \\[1\\] \\*final\\*, p. 1 (`/casa/a b.zip!actas/acta.pdf`)\n"
    )
    assert "](file:///casa/a%20%28b%29.pdf)" in cite_as_markdown(replace(hit(4, 1), path=str(Path("/casa/a (b).pdf"))), plain_quotation("x"))
    assert cite_as_markdown(member, plain_quotation(" ")).startswith("Acta")

"""A written answer in the window: nothing of it before a model is chosen, nothing sent before it was seen, marks where support lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from engine.document import ChunkId, DocumentId
from engine.messages import Failure
from engine.settings import Settings
from engine.written_answers.answer_messages import (
    AnswerChecked,
    AnswerDrafted,
    AnswerFailed,
    AnswerPiece,
    CheckedAnswer,
    CheckedSentence,
    Citation,
    Draft,
    DraftAnswer,
    Message,
    SentPassage,
    StopAnswer,
    WriteAnswer,
)
from tests.ui.conftest import Bench
from tests.ui.test_accessibility import check
from ui.answer_words import refusal_in_words
from ui.window.answer_dialog import AnswerDialog
from ui.window.preferences import Preferences
from ui.window.programs_editor import ProgramsEditor
from ui.window.written_answers import WrittenAnswers

ADDRESS = "http://127.0.0.1:8080/v1"
PASSAGE = SentPassage(1, ChunkId(10), DocumentId(1), "/casa/documentos/contrato.txt", "Contrato <b>", ("Renta",), 2, 5, 30, "es", "texto")
DRAFT = Draft("¿cuánto es el plazo?", None, (PASSAGE,), (Message("system", "Reglas."), Message("user", "Pasajes y pregunta.")), 0.9)
TEXT = "El plazo es de 5 años [1]. La renta son <i>9</i> euros [1]. Y más [4]. Sin cita alguna."
ANSWER = CheckedAnswer(TEXT, (
    CheckedSentence(0, 26, (Citation(1, "supported"),), "supported"),
    CheckedSentence(27, 58, (Citation(1, "unsupported"),), "unsupported", ("9",)),
    CheckedSentence(59, 69, (Citation(4, "missing"),), "unsupported"),
    CheckedSentence(70, len(TEXT), (), "uncited"),
), False)


@pytest.fixture
def answers(bench: Bench, tmp_path: Path, qtbot) -> WrittenAnswers:
    made = WrittenAnswers(bench.window, Settings(tmp_path), bench.window._search.answers)
    bench.window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: bool(bench.window.hits.hits))
    return made


def opened(bench: Bench, answers: WrittenAnswers) -> AnswerDialog:
    bench.window.change_settings(answer_address=ADDRESS, answer_model="tiny")
    answers.button.click()
    assert answers.dialog is not None
    return answers.dialog


def tell(bench: Bench, message: object) -> None:
    bench.search.received.emit(message)


def test_there_is_nothing_of_it_before_a_model_is_chosen(bench: Bench, answers: WrittenAnswers) -> None:
    assert not answers.button.isVisible() and not answers.action.isVisible()
    answers.open()
    assert answers.dialog is None and bench.search.asked(DraftAnswer) == []
    bench.window.change_settings(answer_address=ADDRESS, answer_model="tiny")
    assert answers.button.isVisible() and answers.action.isEnabled()
    bench.window.change_settings(answer_address="")
    assert not answers.button.isVisible()


def test_what_is_sent_is_seen_first_and_the_answer_comes_with_its_marks(bench: Bench, answers: WrittenAnswers, qtbot) -> None:
    dialog = opened(bench, answers)
    (asked,) = bench.search.asked(DraftAnswer)
    assert (asked.text, asked.language) == ("plazo", "es") and dialog.send.isHidden() and "Buscando" in dialog._note.text()
    tell(bench, AnswerDrafted(asked.id, DRAFT))
    assert dialog.sent.toPlainText() == "Reglas.\n\nPasajes y pregunta." and dialog.sent.isVisible()
    assert ADDRESS in dialog._note.text() and "Aún no se ha enviado nada" in dialog._note.text()
    assert bench.search.asked(WriteAnswer) == []
    check(dialog)
    bench.window.change_settings(answer_address="http://127.0.0.1:9/v1")     # what was shown holds
    dialog.send.click()
    assert bench.search.asked(WriteAnswer) == [WriteAnswer(asked.id, ADDRESS, "tiny")] and dialog.stop.isVisible()
    for piece in ("El plazo es ", "de 5 años [1]."):
        tell(bench, AnswerPiece(asked.id, piece))
    tell(bench, AnswerPiece(asked.id + 7, "de otra"))
    assert dialog.answer.toPlainText() == "El plazo es de 5 años [1]."
    tell(bench, AnswerChecked(asked.id, ANSWER))
    lines = dialog.answer.toPlainText().split("\n")
    assert lines[0] == "El plazo es de 5 años [1]." and "⚠ no está en el pasaje: 9" in lines[1] and "<i>9</i>" in lines[1]
    assert "⚠ no existe el pasaje 4" in lines[2] and "⚠ sin cita" in lines[3] and "Contrato <b> > Renta, página 2" in dialog.answer.toPlainText()
    assert "⚠" in dialog._note.text() and dialog.stop.isHidden() and dialog.send.isHidden()
    dialog.answer.anchorClicked.emit(QUrl("passage:1"))
    shown = bench.window.preview.hit
    assert shown is not None and (shown.document_id, shown.start, shown.page) == (1, 5, 2)
    for link in ("http://example.org/", "file:///etc/passwd", "passage:99", "passage:x"):
        dialog.answer.anchorClicked.emit(QUrl(link))


def test_where_the_documents_do_not_answer_nothing_can_be_sent(bench: Bench, answers: WrittenAnswers) -> None:
    dialog = opened(bench, answers)
    (asked,) = bench.search.asked(DraftAnswer)
    tell(bench, AnswerDrafted(asked.id, Draft("x", "not-answered", answerable=0.1)))
    assert dialog.send.isHidden() and dialog.pages.isHidden() and "apenas parecen responder" in dialog._note.text()
    assert dialog._note.text() == refusal_in_words("not-answered", "es") + " Los pasajes más cercanos están en la lista."


def test_it_is_stopped_by_closing_and_faults_are_said(bench: Bench, answers: WrittenAnswers, qtbot) -> None:
    dialog = opened(bench, answers)
    (asked,) = bench.search.asked(DraftAnswer)
    tell(bench, AnswerDrafted(asked.id, DRAFT))
    dialog.send.click()
    tell(bench, AnswerFailed(asked.id, Failure("answer-model-unreachable", "Nothing answers.", "Nada responde en 127.0.0.1:8080.")))
    assert dialog._note.text() == "Nada responde en 127.0.0.1:8080." and dialog.stop.isHidden()
    dialog.close()
    dialog = opened(bench, answers)
    second = bench.search.asked(DraftAnswer)[-1]
    tell(bench, AnswerDrafted(second.id, DRAFT))
    dialog.send.click()
    dialog.reject()
    assert bench.search.asked(StopAnswer)[-1] == StopAnswer(second.id) and answers.dialog is None
    tell(bench, AnswerPiece(second.id, "tarde"))


def test_the_process_that_ends_meanwhile_is_not_asked_again_by_itself(bench: Bench, answers: WrittenAnswers) -> None:
    dialog = opened(bench, answers)
    bench.search.lost.emit(True)
    assert "Vuelva a pedirla" in dialog._note.text()
    bench.search.started.emit()
    assert len(bench.search.asked(DraftAnswer)) == 1


def test_what_other_programs_may_do_is_set(bench: Bench, tmp_path: Path) -> None:
    preferences = Preferences(bench.window, Settings(tmp_path), bench.window._search, bench.window._indexing)
    preferences.action.trigger()
    programs = preferences.dialog.programs
    assert isinstance(programs, ProgramsEditor)
    assert programs.none_yet.isVisible() and programs.folders.isHidden() and programs.remove.isHidden() and programs.add.isVisible()
    programs.choose = lambda *_: "/casa/documentos/actas/"
    programs.add.click()
    assert bench.changes[-1].assistant_folders == ("/casa/documentos/actas",) and programs.folders.item(0).text() == "/casa/documentos/actas"
    assert programs.none_yet.isHidden() and programs.folders.isVisible()
    programs.folders.setCurrentRow(0)
    programs.remove.click()
    assert bench.changes[-1].assistant_folders == () and programs.folders.count() == 0 and programs.none_yet.isVisible()
    n_changes = len(bench.changes)
    programs.address.setText("http://example.org/v1")
    programs.address.editingFinished.emit()
    assert len(bench.changes) == n_changes and programs.refused.isVisible() and "este equipo" in programs.refused.text()
    programs.address.setText(ADDRESS)
    programs.address.editingFinished.emit()
    programs.model.setText("tiny")
    programs.model.editingFinished.emit()
    assert (bench.changes[-1].answer_address, bench.changes[-1].answer_model) == (ADDRESS, "tiny") and programs.refused.isHidden()

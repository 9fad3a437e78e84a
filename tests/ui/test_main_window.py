"""The flows of the window over fake processes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QMessageBox, QPushButton

from engine.errors import IndexDamaged, IndexLocked, ModelMissing
from engine.hits import SearchResult
from engine.messages import (
    Ask,
    AskStatus,
    Failed,
    Failure,
    Found,
    Matches,
    Ready,
    Reload,
    Show,
    Shown,
    Status,
    StatusTold,
)
from engine.processes.indexing_messages import (
    Add,
    Committed,
    First,
    IndexingDone,
    IndexingFailed,
    IndexingState,
    IndexProgress,
    IndexReport,
    Pause,
    Refresh,
    Remove,
    Resume,
    Stop,
    Unlock,
)
from engine.search.viewing import find_in
from tests.ui.conftest import Bench
from tests.ui.fakes import FACETS, FOLDER, PROSE, STATUS, hit, result, view
from ui.window import theme
from ui.window.explanation import ExplanationDialog, rows_of
from ui.window.history import History
from ui.window.history_menu import HistoryMenu
from ui.window.hit_list_model import spoken
from ui.window.language import Language
from ui.window.password_dialog import PasswordDialog
from ui.window.unreadable_list import PATH_ROLE


def search(bench: Bench, qtbot, text: str) -> None:
    bench.window.header.field.setText(text)
    qtbot.waitUntil(lambda: bench.window.conversation.asked[0] == text and bench.window.conversation.result is not None)


def test_typing_searches_after_a_moment_and_shows_the_first_hit(bench: Bench, qtbot) -> None:
    qtbot.keyClicks(bench.window.header.field, "plazo")
    assert not bench.search.asked(Ask)          # not at each key
    qtbot.waitUntil(lambda: len(bench.window.hits.hits) == 4)
    assert [ask.text for ask in bench.search.asked(Ask)] == ["plazo"]
    assert bench.window.pages.currentWidget() is bench.window._results
    qtbot.waitUntil(lambda: bench.window.preview.current_view is bench.window.preview.text)
    assert "4 resultados" in bench.window.line._search.text()


def test_only_the_latest_answer_counts(bench: Bench, qtbot) -> None:
    bench.search.respond = lambda ask: []
    bench.window.header.field.setText("uno")
    qtbot.waitUntil(lambda: len(bench.search.asked(Ask)) == 1)
    bench.window.header.field.setText("dos")
    qtbot.waitUntil(lambda: len(bench.search.asked(Ask)) == 2)
    first, second = bench.search.asked(Ask)
    bench.search.received.emit(Found(first.id, result("uno", (1,)), True))
    assert bench.window.hits.hits == ()
    bench.search.received.emit(Found(second.id, result("dos", (2, 3)), True))
    assert [h.document_id for h in bench.window.hits.hits] == [2, 3]


def test_the_second_stage_keeps_what_the_person_chose(bench: Bench, qtbot) -> None:
    bench.search.respond = lambda ask: [Found(ask.id, result(ask.text, (1, 2, 3)), False)]
    search(bench, qtbot, "plazo")
    qtbot.keyClick(bench.window.header.field, Qt.Key.Key_Down)
    assert bench.window.hits.current_hit().document_id == 2
    bench.search.received.emit(Found(bench.search.asked(Ask)[-1].id, result("plazo", (3, 1, 2)), True))
    assert bench.window.hits.current_hit().document_id == 2
    assert bench.window.hits.currentIndex().row() == 2


def test_keys_move_open_and_clear(bench: Bench, qtbot, monkeypatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("ui.window.opening.open_file", lambda path, failed: opened.append(path))
    field = bench.window.header.field
    search(bench, qtbot, "plazo")
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert bench.window.hits.currentIndex().row() == 1
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert opened == ["/casa/documentos/plazos.py"]
    field.setFocus()
    bench.window._escape()
    qtbot.waitUntil(lambda: bench.window.pages.currentWidget() is bench.window.invitation)
    assert field.text() == ""


def test_menus_are_opened_by_keys_without_a_key_of_their_own(bench: Bench, qtbot) -> None:
    window = bench.window
    search(bench, qtbot, "plazo")
    opened: list[object] = []
    window.hits.menu_wanted.disconnect()
    window.hits.menu_wanted.connect(lambda hit, place: opened.append(hit.document_id))
    window.header.focus_field()
    qtbot.keyClick(window.header.field, Qt.Key.Key_Down)
    window._open_menu_here()        # from the field that of the chosen hit
    window.hits.setFocus()
    window._open_menu_here()
    assert opened == [2, 2]
    window.preview.open_find()
    window._open_menu_here()        # elsewhere that of what has the focus
    qtbot.waitUntil(lambda: any(isinstance(widget, QMenu) and widget.isVisible() for widget in QApplication.topLevelWidgets()))
    assert opened == [2, 2]
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QMenu):
            widget.close()
    window.header.open_menu()
    assert window.menu.isVisible()
    window.menu.close()


def test_matches_go_round_and_find_looks_in_the_document(bench: Bench, qtbot) -> None:
    search(bench, qtbot, "plazo")
    preview = bench.window.preview
    qtbot.waitUntil(lambda: len(preview.matches) == 2 and preview.current_view is preview.text)
    preview.next_match()
    assert preview._current == 0
    preview.previous_match()
    assert preview._current == 1
    preview.open_find()
    qtbot.keyClicks(preview._find_field, "RENTA")
    qtbot.waitUntil(lambda: preview._found == ((PROSE.index("renta"), PROSE.index("renta") + 5),))
    assert preview._find_count.text() == "1 de 1"
    bench.window._escape()
    assert preview._found is None and len(preview.matches) == 2


def test_matches_that_are_not_all_say_so_and_keep_those_that_are_seen(bench: Bench, qtbot) -> None:
    search(bench, qtbot, "plazo")
    preview = bench.window.preview
    qtbot.waitUntil(lambda: len(preview.matches) == 2 and preview.current_view is preview.text)
    assert preview._count.text() == "2 coincidencias"
    later = (10_000, 10_005)
    preview.take_matches(Matches(0, preview.hit.document_id, (later,), False), False)      # a long document, looked through in part
    assert preview.matches == (*view(1).matches, later) and preview._count.text() == "3+ coincidencias"
    preview.next_match()
    assert preview._count.text().endswith("de 3+")
    preview.take_matches(Matches(0, preview.hit.document_id, (later,), True), False)
    assert preview.matches == (later,)
    preview.show_hit(hit(2, 1), "otra")
    assert preview._count.text() == ""          # nothing is known of it yet


def test_copying_the_passage_names_its_source(bench: Bench, qtbot) -> None:
    search(bench, qtbot, "plazo")
    qtbot.waitUntil(lambda: bench.window.preview._view is not None)
    bench.window.hit_actions.act_on_current("copy-passage")
    text = QGuiApplication.clipboard().text()
    assert text.startswith("«El plazo es de 5 años. La renta se paga el día 3")
    assert "Primera › Plazo" in text and "/casa/documentos/contrato.txt" in text
    bench.window.hit_actions.act_on_current("copy-path")
    assert QGuiApplication.clipboard().text() == "/casa/documentos/contrato.txt"


def test_nothing_found_says_what_was_searched_and_what_to_try(bench: Bench, qtbot) -> None:
    bench.search.respond = lambda ask: [Found(ask.id, result(ask.text, ()), True)]
    bench.search.status = replace(STATUS, pending=2, stage="text")
    bench.window._search.ask_status()
    qtbot.waitUntil(lambda: bench.window._status.pending == 2)
    search(bench, qtbot, "xilófono")
    empty = bench.window.empty
    assert bench.window.pages.currentWidget() is empty
    assert empty._words.text() == "xilófono"
    assert "4 documentos" in empty._searched.text()
    assert "2 documentos" in empty._pending.text() and "1 documento no se pudo leer" in empty._pending.text()
    assert not empty._clear.isVisible() and not empty._loosen.isVisible()
    bench.window.header.field.setText('"xilófono azul" tipo:pdf -borrador')
    qtbot.waitUntil(lambda: empty._loosen.isVisible())
    assert empty._searched.text().endswith("4 documentos · tipo:pdf")
    empty._loosen.click()
    qtbot.waitUntil(lambda: bench.search.asked(Ask)[-1].text == "xilófono azul" and not empty._loosen.isVisible())
    bench.window.header.field.setText("xilófono")
    qtbot.waitUntil(lambda: empty._words.text() == "xilófono")
    bench.window.filters.kinds.toggle("txt")
    qtbot.waitUntil(lambda: empty._clear.isVisible())
    assert "Texto sin formato" in empty._searched.text()
    empty._clear.click()
    qtbot.waitUntil(lambda: not bench.window.filters.filters().kinds)


def test_nothing_found_says_that_nothing_has_been_read_yet(bench: Bench, qtbot) -> None:
    bench.search.respond = lambda ask: [Found(ask.id, result(ask.text, ()), True)]
    bench.search.status = replace(STATUS, documents=0, failed=0)
    bench.window._search.ask_status()
    qtbot.waitUntil(lambda: not bench.window._status.documents)
    search(bench, qtbot, "xilófono")
    assert "Todavía no se ha leído ninguno de sus documentos" in bench.window.empty._pending.text()


def test_nothing_found_says_what_was_not_understood(bench: Bench, qtbot) -> None:
    note = "No se entiende «desde:2024-13-45»; se busca como palabras."
    bench.search.respond = lambda ask: [Found(ask.id, replace(result(ask.text, ()), note=note), True)]
    search(bench, qtbot, '"calor azul" desde:2024-13-45')
    assert note in bench.window.empty._pending.text() and "desde" not in bench.window.empty._searched.text()


def test_a_weak_result_says_so_but_not_where_it_was_asked_for(bench: Bench, qtbot) -> None:
    bench.search.respond = lambda ask: [Found(ask.id, replace(result(ask.text, (2, 3)), answerable=0.1), True)]
    note, filters = bench.window.note, bench.window.filters
    search(bench, qtbot, "xilófono")
    assert "apenas parecen responder" in note.text() and note.isVisible()
    search(bench, qtbot, "Plazos.py")
    assert not note.isVisible()             # it was asked for by its name
    search(bench, qtbot, "xilófono")
    assert note.isVisible()
    search(bench, qtbot, "de:nerea tipo:eml")
    assert not note.isVisible()             # what meets fields is no near miss
    search(bench, qtbot, "xilófono")
    assert note.isVisible()
    filters.set_scope("plazos.py", [hit(2, 1).document_id])
    qtbot.waitUntil(lambda: bool(bench.window.conversation.asked[1].documents) and bench.window.conversation.result is not None)
    assert not note.isVisible()


def test_the_count_says_how_many_documents_the_results_stand_for(bench: Bench, qtbot) -> None:
    bench.search.respond = lambda ask: [
        Found(ask.id, replace(result(ask.text, (1, 2)), facets=replace(FACETS, n_documents=21)), True)
    ]
    search(bench, qtbot, "plazo")
    assert bench.window.line._search.text().startswith("2 resultados de 21 documentos · ")


def test_nothing_found_says_how_far_the_reading_is(bench: Bench, qtbot) -> None:
    bench.search.respond = lambda ask: [Found(ask.id, SearchResult(ask.text, (), {"total": 1.0}, 0.0, "complete"), True)]
    search(bench, qtbot, "xilófono")
    page = bench.window.empty
    bench.indexing.received.emit(IndexingState(False, True))
    bench.indexing.received.emit(IndexProgress("text", 7, 222))
    assert page._title.text() == "Por ahora no se ha encontrado nada"
    assert page._pending.text().splitlines()[:2] == [
        "Leyendo documentos: 7 de 222", "Lo que se encuentre en los demás aparecerá aquí por sí solo.",
    ]
    for told in (IndexingState(True, True), IndexProgress("vectors", 7, 222)):       # paused; or all is found by its words
        bench.indexing.received.emit(IndexingState(False, True))
        bench.indexing.received.emit(told)
        assert page._title.text() == "No se ha encontrado nada"


def test_first_start_offers_to_choose_a_folder(bench: Bench, qtbot) -> None:
    bench.search.status = Status((), 0, 0, 0, 0, "complete", (), (), (), ())
    bench.window._search.ask_status()
    qtbot.waitUntil(lambda: bench.window.pages.currentWidget() is bench.window.start)
    assert not bench.window.filters.isVisible()
    bench.chosen_folder = "/casa/nueva"
    bench.window.start._add.click()
    assert not bench.indexing.asked(Add) and bench.window.start._start.isEnabled()
    bench.window.start._start.click()
    assert Add(("/casa/nueva",)) in bench.indexing.sent
    assert bench.window.pages.currentWidget() is bench.window.folders


def test_progress_says_stage_numbers_and_time_left(bench: Bench, qtbot) -> None:
    bench.indexing.received.emit(IndexingState(False, True))
    bench.indexing.received.emit(IndexProgress("text", 1200, 3000, "/casa/documentos/a.txt", "/casa/documentos", 240.0))
    assert bench.window.line.text == "Leyendo documentos: 1200 de 3000 · faltan unos 4 min"
    bench.indexing.received.emit(IndexProgress("text", 1300, 3000, "", "", 240.0, (190.0, 500.0)))
    assert bench.window.line.text == "Leyendo documentos: 1300 de 3000 · faltan de 3 a 8 min"
    bench.window.show_folders()
    assert bench.window.folders.progress.text == bench.window.line.text
    bench.window.line._pause.click()
    assert Pause() in bench.indexing.sent and bench.changes[-1].indexing_paused
    qtbot.waitUntil(lambda: bench.window.line.text == "La indexación está en pausa")
    bench.window.folders.progress._pause.click()
    assert Resume() in bench.indexing.sent


def test_removing_a_folder_asks_first(bench: Bench, qtbot) -> None:
    bench.window.show_folders()
    card = bench.window.folders._cards[FOLDER.path]
    assert "4 documentos · 1 ilegible" in card._facts.text()
    assert card._left_out.text() == "Omitidos: 3 ocultos, 2 no son documentos"
    for label, is_removed in (("Conservar", False), ("Quitar", True)):
        card._buttons["remove"].click()
        box = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible())
        next(b for b in box.findChildren(QPushButton) if b.text().replace("&", "") == label).click()
        qtbot.waitUntil(lambda box=box: not _is_visible(box))
        assert (Remove(FOLDER.path) in bench.indexing.sent) == is_removed


def _is_visible(box: QMessageBox) -> bool:
    try:
        return box.isVisible()
    except RuntimeError:        # deleted
        return False


def test_unreadable_documents_are_listed_with_reasons_in_words(bench: Bench, qtbot, language: Language) -> None:
    bench.window.show_folders("unreadable")
    unreadable = bench.window.folders.unreadable
    qtbot.waitUntil(lambda: unreadable.count == 2)
    assert unreadable.model.data(unreadable.model.index(0, 1)) == "protegido con contraseña"
    unreadable._reason.setCurrentIndex(1)
    assert unreadable.model.rowCount() == 1
    language.use("en")
    qtbot.waitUntil(lambda: unreadable.model.data(unreadable.model.index(0, 1)) == "protected by a password")


def test_an_unreadable_document_stays_chosen_when_the_list_is_sorted(bench: Bench, qtbot) -> None:
    bench.window.show_folders("unreadable")
    unreadable = bench.window.folders.unreadable
    qtbot.waitUntil(lambda: unreadable.count == 2)
    table, chosen = unreadable._table, unreadable.model.shown[0].path
    table.selectRow(0)
    for column, order in ((0, Qt.SortOrder.DescendingOrder), (1, Qt.SortOrder.AscendingOrder), (0, Qt.SortOrder.AscendingOrder)):
        table.sortByColumn(column, order)
        (row,) = table.selectionModel().selectedRows()
        assert unreadable.model.shown[row.row()].path == chosen == table.currentIndex().data(PATH_ROLE)
    assert table.currentIndex().row() == 0


def test_what_became_of_another_try_is_said(bench: Bench, qtbot) -> None:
    path = "/casa/documentos/nómina.pdf"
    bench.indexing.received.emit(IndexingDone(IndexReport(failed=1), (path,)))
    assert not bench.window.banner.isVisible()          # nobody asked for it
    bench.window.indexing.try_again((path,))
    qtbot.waitUntil(lambda: Refresh((path,), again=True) in bench.indexing.sent)
    bench.indexing.received.emit(IndexingDone(IndexReport(indexed=2, failed=1), (path,)))
    assert bench.window.banner.text == "Se ha intentado otra vez. Leídos ahora: 2. Siguen ilegibles: 1."
    bench.window.banner.hide_message()
    bench.indexing.received.emit(IndexingDone(IndexReport(failed=1), (path,)))
    assert not bench.window.banner.isVisible()


def test_what_is_being_typed_is_not_selected_by_the_window(bench: Bench, qtbot) -> None:
    window, field = bench.window, bench.window.header.field
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "quien pa")
    bench.search.received.emit(StatusTold(0, STATUS))
    window.indexing.added.emit()                    # a folder of the command line: its page opens
    qtbot.keyClicks(field, "ga")
    assert field.text() == "quien paga"
    window.header.focus_field()                     # Ctrl+L does select
    assert field.selectedText() == "quien paga"


def test_a_folder_that_is_about_to_be_read_is_not_up_to_date(bench: Bench, qtbot) -> None:
    page = bench.window.folders
    qtbot.waitUntil(lambda: page.progress.text == "Todo está al día")
    bench.search.status = replace(STATUS, folders=())
    bench.window._search.ask_status()
    qtbot.waitUntil(lambda: page.progress.text == "Todavía no hay nada que indexar")
    page.expect_folder(True)
    assert page.progress.text == "La carpeta está a punto de leerse"
    bench.search.status = STATUS
    bench.window._search.ask_status()
    qtbot.waitUntil(lambda: page.progress.text == "Todo está al día")


def test_a_commit_reloads_and_repeats_the_search(bench: Bench, qtbot) -> None:
    search(bench, qtbot, "plazo")
    asked = len(bench.search.asked(Ask))
    bench.indexing.received.emit(Committed())
    qtbot.waitUntil(lambda: bool(bench.search.asked(Reload)) and len(bench.search.asked(Ask)) == asked + 1)


@pytest.mark.parametrize("name", ["es", "en"])
def test_errors_are_shown_in_the_language_in_use(bench: Bench, qtbot, language: Language, name: str, tmp_path) -> None:
    locked = Failure.of(IndexLocked(tmp_path, "1234"))
    bench.indexing.received.emit(IndexingFailed(locked, is_final=True))
    language.use(name)
    qtbot.waitUntil(lambda: bench.window.banner.text == locked.message(name))
    assert bench.window.banner._act.isVisible()
    starts = bench.indexing.starts
    bench.window.banner._act.click()
    assert bench.indexing.starts == starts + 1
    missing = Failure.of(ModelMissing(tmp_path / "embedder.onnx"))
    bench.search.received.emit(Failed(0, missing))
    assert bench.window.banner.text == missing.message(name)


def test_a_lost_process_is_said_and_asked_again(bench: Bench, qtbot) -> None:
    bench.search.respond = lambda ask: []
    bench.window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: len(bench.search.asked(Ask)) == 1)
    bench.search.lost.emit(True)
    assert "búsqueda" in bench.window.banner.text
    bench.search.respond = lambda ask: [Found(ask.id, result(ask.text, (1,)), True)]
    bench.search.start()
    qtbot.waitUntil(lambda: len(bench.window.hits.hits) == 1)
    assert not bench.window.banner.isVisible()


def test_a_folder_that_is_gone_is_said(bench: Bench) -> None:
    bench.indexing.received.emit(IndexingDone(IndexReport(unavailable=("/casa/usb",))))
    assert "/casa/usb" in bench.window.banner.text


def test_changed_files_are_left_out_said_and_read_again(bench: Bench, qtbot) -> None:
    old = SearchResult("plazo", (), {"total": 3.0}, None, "complete", ("/casa/documentos/viejo.txt",))
    bench.search.respond = lambda ask: [Found(ask.id, old, True)]
    search(bench, qtbot, "plazo")
    assert Refresh(("/casa/documentos/viejo.txt",)) in bench.indexing.sent
    assert "1 resultado omitido" in bench.window.empty._pending.text()


def test_language_and_colours_are_chosen_in_the_menu(bench: Bench, qtbot) -> None:
    bench.window.menu._languages["en"].trigger()
    bench.window.menu._themes["dark"].trigger()
    assert [(s.language, s.theme) for s in bench.changes] == [("en", "auto"), ("en", "dark")]


def test_every_page_in_dark_and_english(bench: Bench, qtbot, qapp: QApplication, language: Language) -> None:
    search(bench, qtbot, "plazo")
    theme.apply(qapp, "dark")
    language.use("en")
    try:
        for row in range(4):
            bench.window.hits.step(1 if row else 0)
            assert not bench.window.grab().isNull()
        bench.window.show_folders()
        qtbot.waitUntil(lambda: bench.window.folders._title.text() == "Folders and index")
        assert not bench.window.grab().isNull()
    finally:
        theme.apply(qapp, "light")


def test_closing_asks_both_processes_to_stop(bench: Bench) -> None:
    bench.window.close()
    assert Stop() in bench.search.sent and Stop() in bench.indexing.sent


def test_a_query_of_ten_thousand_characters(bench: Bench, qtbot) -> None:
    search(bench, qtbot, "plazo " * 1666)
    assert len(bench.window.hits.hits) == 4


def test_a_password_is_asked_for_and_handed_on(bench: Bench, qtbot) -> None:
    bench.window.show_folders("unreadable")
    unreadable = bench.window.folders.unreadable
    qtbot.waitUntil(lambda: unreadable.count == 2)
    locked = next(document for document in unreadable.model.documents if document.reason == "encrypted")
    for row in range(unreadable.model.rowCount()):
        unreadable._table.selectRow(row)
        path = unreadable._table.currentIndex().data(PATH_ROLE)
        assert unreadable._unlock.isEnabled() == (path == locked.path)
    row = next(r for r in range(2) if unreadable.model.index(r, 0).data(PATH_ROLE) == locked.path)
    unreadable._table.selectRow(row)
    qtbot.keyClick(unreadable._unlock, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: bench.window.findChild(PasswordDialog) is not None)
    dialog = bench.window.findChild(PasswordDialog)
    assert "se guardará en el índice" in dialog.labelText()
    dialog.setTextValue("olmo12")
    dialog.accept()
    qtbot.waitUntil(lambda: bool(bench.indexing.asked(Unlock)))
    assert bench.indexing.asked(Unlock) == [Unlock((locked.path,), "olmo12")] and "olmo12" not in repr(Unlock((), "olmo12"))
    bench.indexing.received.emit(IndexingDone(IndexReport(failed=1), (locked.path,)))
    assert "La contraseña no abre" in bench.window.banner._text.text()


def test_the_mail_of_thunderbird_is_added_from_the_menu(bench: Bench, qtbot, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    bench.window.menu.add_mail.trigger()
    qtbot.waitUntil(lambda: "No se ha encontrado correo" in bench.window.banner._text.text())
    for place in (".thunderbird", "Library/Thunderbird/Profiles", "roaming/Thunderbird/Profiles"):
        (tmp_path / place / "x.default" / "Mail").mkdir(parents=True)
        (tmp_path / place / "x.default" / "prefs.js").touch()
    bench.window.menu.add_mail.trigger()
    qtbot.waitUntil(lambda: bool(bench.indexing.asked(Add)))
    assert "hunderbird" in bench.indexing.asked(Add)[-1].paths[0]


def test_a_card_says_what_each_rule_leaves_out_and_that_a_folder_is_away(bench: Bench) -> None:
    bench.window.show_folders()
    card = bench.window.folders._cards[FOLDER.path]
    rules = (("hidden", 3), ("pattern:*.log", 2), ("program-folder", 7), ("ficheroignore", 1), ("size", 1), ("own-kind", 4))
    card.set_folder(replace(FOLDER, left_out=rules, left_out_folders=(("program-folder", 2),), is_available=False))
    assert card._left_out.text() == (
        "Omitidos: 3 ocultos, 2 según su patrón *.log, 7 carpetas de programas o de páginas guardadas (y todo lo de 2 carpetas), "
        "1 según archivos .ficheroignore, 1 demasiado grande, 4 de tipos que usted excluye"
    )
    assert "no disponible" in card._facts.text()
    card._buttons["first"].click()
    assert First((FOLDER.path,)) in bench.indexing.sent


def test_a_card_of_a_folder_without_documents_promises_nothing(bench: Bench) -> None:
    bench.window.folders.set_status(replace(STATUS, folders=(replace(FOLDER, documents=0, pending=0),)))
    (card,) = bench.window.folders._cards.values()
    assert card._facts.text() == "0 documentos · 1 ilegible"


def test_battery_and_drives_that_are_away_are_said(bench: Bench) -> None:
    bench.indexing.received.emit(IndexingState(False, True, on_battery=True))
    bench.indexing.received.emit(IndexProgress("text", 1, 3, "/casa/documentos/a.txt", "/casa/documentos"))
    assert bench.window.line.text == "Leyendo documentos: 1 de 3 · más despacio con batería"
    bench.indexing.received.emit(IndexingState(True, False, on_battery=True))
    assert bench.window.line.text == "La indexación espera mientras el equipo usa la batería"
    away = replace(hit(1, 1), is_available=False)
    assert "no disponible" in spoken(away) and "no disponible" not in spoken(hit(1, 1))


def test_why_this_result_says_ranks_and_words(bench: Bench, qtbot) -> None:
    search(bench, qtbot, "plazo")
    shown = bench.window.hits.current_hit()
    rows = dict(rows_of(shown))
    assert rows["Al final"] == "número 1" and "plazo" in rows["Palabras que coinciden"]
    qtbot.keyClick(bench.window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    dialogs = bench.window.findChildren(ExplanationDialog)
    assert len(dialogs) == 1 and dialogs[0].isVisible()
    dialogs[0].activateWindow()
    qtbot.waitUntil(dialogs[0].isActiveWindow)
    qtbot.keyClick(dialogs[0], Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not bench.window.findChildren(ExplanationDialog))


def test_why_this_result_tells_the_place_in_a_list_by_date(bench: Bench, qtbot) -> None:
    search(bench, qtbot, "plazo")
    hits, filters = bench.window.hits, bench.window.filters
    assert not any("por fecha" in name for name, _ in rows_of(hits.current_hit(), 1))
    filters._order.setCurrentIndex(filters._order.findData("oldest"))
    qtbot.waitUntil(lambda: [hit.rank for hit in hits.hits] != sorted(hit.rank for hit in hits.hits))
    moved = next(hit for place, hit in enumerate(hits.hits, 1) if hit.rank != place)
    bench.window.hit_actions.act("why", moved)
    (dialog,) = bench.window.findChildren(ExplanationDialog)
    said = [label.text() for label in dialog.findChildren(QLabel)]
    place = said[said.index("En la lista, que está ordenada por fecha") + 1]
    assert place == f"número {hits.hits.index(moved) + 1}" and f"número {moved.rank}" in said
    dialog.close()


def test_results_in_the_order_of_their_dates(bench: Bench, qtbot) -> None:
    search(bench, qtbot, "plazo")
    best_first = [hit.document_id for hit in bench.window.hits.hits]
    assert best_first == [1, 2, 3, 4]
    bench.window.filters._order.setCurrentIndex(1)
    qtbot.waitUntil(lambda: [hit.document_id for hit in bench.window.hits.hits] != best_first)
    dates = [hit.modified for hit in bench.window.hits.hits]
    assert dates == sorted(dates, reverse=True) and len(set(dates)) > 1
    assert [hit.rank for hit in bench.window.hits.hits] != list(range(1, len(dates) + 1))


def test_searches_are_remembered_kept_and_forgotten(bench: Bench, qtbot, tmp_path) -> None:
    places = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    history = History(places)
    for query in ("pla", "plazo de", "renta", "Renta"):
        history.note(query)
    assert history.recent == ["Renta", "plazo de"]
    history.keep("plazo de")
    assert History(places).kept == ["plazo de"] and History(places).recent == ["Renta", "plazo de"]
    menu = HistoryMenu(history, bench.window)
    chosen = []
    menu.chosen.connect(chosen.append)
    menu.set_query("plazo de")
    menu._fill()
    texts = {action.text(): action for action in menu.actions()}
    assert "Dejar de guardar esta búsqueda" in texts
    texts["Renta"].trigger()
    assert chosen == ["Renta"]
    texts["Olvidar las últimas búsquedas…"].trigger()
    box = QApplication.activeModalWidget()
    next(button for button in box.buttons() if button.text() == "Olvidar").click()
    assert History(places).recent == [] and History(places).kept == ["plazo de"]


def test_a_search_that_stays_is_remembered(bench: Bench, qtbot) -> None:
    bench.window.conversation.remember_soon.setInterval(50)
    search(bench, qtbot, "plazo")
    qtbot.waitUntil(lambda: bench.window.history.recent == ["plazo"])


def test_a_file_is_left_out_from_its_hit(bench: Bench, qtbot) -> None:
    search(bench, qtbot, "plazo")
    bench.window.hit_actions.act("leave-out", bench.window.hits.hits[0])
    box = bench.window.findChild(QMessageBox)
    next(button for button in box.buttons() if button.text().replace("&", "") == "Dejar fuera").click()
    assert Remove(bench.window.hits.hits[0].path) in bench.indexing.sent


def test_the_marks_follow_the_question_and_the_document_stays(bench: Bench, qtbot, monkeypatch) -> None:
    def marked(message: object) -> list[object]:
        if not isinstance(message, Show) or message.document_id != 1:
            return answers(message)
        spans, _ = find_in(PROSE, message.query)
        return [Shown(message.id, replace(view(1), matches=spans)), *([Matches(message.id, 1, spans, True)] if spans else [])]

    answers = bench.search.answers
    monkeypatch.setattr(bench.search, "answers", marked)
    preview = bench.window.preview
    search(bench, qtbot, "plazo")
    qtbot.waitUntil(lambda: len(preview.matches) == 2 and preview.current_view is preview.text)
    preview.next_match()
    monkeypatch.setattr(preview.text, "set_view", lambda *_: pytest.fail("the document was shown anew"))
    for query, told in (("renta", "1 coincidencia"), ("xilófono", "0 coincidencias"), ("plazo", "2 coincidencias")):
        search(bench, qtbot, query)
        qtbot.waitUntil(lambda query=query: preview.matches == find_in(PROSE, query)[0])
        assert preview._count.text() == told and preview.text._marks.matches == preview.matches
        preview.next_match()
        assert preview._current == (0 if preview.matches else None)


def test_a_search_that_fails_shows_no_results_of_another(bench: Bench, qtbot) -> None:
    works, failure = bench.search.respond, Failure.of(ValueError())
    search(bench, qtbot, "plazo")
    bench.search.respond = lambda ask: [Failed(ask.id, failure)]
    bench.window.header.field.setText("renta")
    qtbot.waitUntil(lambda: bench.window.banner.text == failure.spanish)
    assert bench.window.hits.hits == () and bench.window.preview.hit is None and not bench.window.line._search.text()
    assert bench.window.pages.currentWidget() is bench.window._results
    bench.search.respond = works
    search(bench, qtbot, "plazo de")
    assert len(bench.window.hits.hits) == 4 and not bench.window.banner.isVisible()
    bench.search.respond = lambda ask: [Found(ask.id, result(ask.text, (2,)), False), Failed(ask.id, failure)]
    search(bench, qtbot, "refinar")
    qtbot.waitUntil(bench.window.banner.isVisible)
    assert [hit.document_id for hit in bench.window.hits.hits] == [2]


def test_an_index_that_was_mended_is_shown_without_being_asked(qtbot, tmp_path, monkeypatch) -> None:
    bench = Bench(tmp_path)
    qtbot.addWidget(bench.window)
    damaged, answers = Failure.of(IndexDamaged(tmp_path, "malformed")), bench.search.answers
    monkeypatch.setattr(
        bench.search, "answers", lambda asked: [Failed(asked.id, damaged)] if isinstance(asked, AskStatus) else answers(asked)
    )
    bench.start()
    qtbot.waitUntil(lambda: bench.window.banner.text == damaged.spanish)
    assert bench.window._status is None and bench.window.banner._act.isVisible()
    monkeypatch.setattr(bench.search, "answers", answers)
    bench.indexing.received.emit(IndexingState(False, True))
    qtbot.waitUntil(lambda: bench.window._status is not None)
    assert bench.search.asked(Reload) and not bench.window.banner.isVisible()
    assert bench.window.pages.currentWidget() is bench.window.invitation
    bench.window.close()
    bench.renderer.stop()


def test_an_index_that_could_not_be_opened_is_tried_again_after_a_commit(bench: Bench, qtbot, tmp_path) -> None:
    damaged = Failure.of(IndexDamaged(tmp_path, "malformed"))
    bench.window.conversation.is_ready = False
    bench.search.received.emit(Failed(0, damaged))
    assert bench.window.banner.text == damaged.spanish
    bench.indexing.received.emit(Committed())
    assert bench.search.asked(Reload)
    bench.search.received.emit(Ready(True))
    assert not bench.window.banner.isVisible()

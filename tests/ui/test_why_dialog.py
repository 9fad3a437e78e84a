"""'Why is this file not found?': every answer in words, with the button that mends it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLabel

from engine.messages import MOST_HITS, AskWhy, Failure, Found, WhyTold
from engine.processes.indexing_messages import Add, Committed, Refresh, Resume
from engine.why_answer import Why
from tests.ui.conftest import Bench
from tests.ui.fakes import STATUS, hit, result
from tests.ui.test_accessibility import check
from ui.window.explanation import ExplanationDialog
from ui.window.language import Language
from ui.window.password_dialog import PasswordDialog
from ui.window.why_dialog import WhyDialog
from ui.window.why_words import given_path, mends, place_in_list, sentence

PATH = "/casa/documentos/contrato.txt"


def told(why: Why, exists: bool = True, is_folder: bool = False, is_unrecognised: bool = False) -> WhyTold:
    return WhyTold(1, why, exists, is_folder, is_unrecognised)


def open_dialog(bench: Bench, qtbot, path: str = "") -> WhyDialog:
    bench.window.ask_why(path)
    dialog = bench.window.why.dialog
    assert dialog is not None
    if path:
        qtbot.waitUntil(lambda: dialog._told is not None)
    return dialog


def press(dialog: WhyDialog, name: str) -> None:
    next(button for button in dialog.buttons if button.property("mend") == name).click()


@pytest.mark.parametrize(("text", "path"), [
    (PATH, PATH), (f'  "{PATH}" \n', PATH), (f"«{PATH}»", PATH), ("file:///casa/a%C3%B1o%20nuevo.txt", "/casa/año nuevo.txt"),
    ("~/a.txt", "~/a.txt"), ("contrato.txt", ""), ("", ""), ("https://example.org/a", ""),
])
def test_a_path_is_taken_however_it_is_given(text: str, path: str) -> None:
    assert given_path(text) == path


ANSWERS = [
    (told(Why(PATH, "not-in-a-folder")), "ninguna de las carpetas", ["add-folder", "add"]),
    (told(Why("/casa", "not-in-a-folder"), is_folder=True), "ninguna de las carpetas", ["add"]),
    (told(Why(PATH, "not-in-a-folder"), exists=False), "¿Está bien escrita?", []),
    (told(Why(PATH, "missing", "/casa"), exists=False), "no existe", []),
    (told(Why(PATH, "not-available", "/casa"), exists=False), "no está ahora", ["again-folder"]),
    (told(Why(PATH, "removed-by-you", "/casa")), "Usted mismo", ["add"]),
    (told(Why(PATH, "not-read-yet", "/casa")), "espera su turno", ["again"]),
    (told(Why(PATH, "not-current", "/casa")), "ha cambiado", ["again"]),
    (told(Why("/casa/f", "nothing-to-read", "/casa"), is_folder=True), "está vacía, o", ["folders"]),
    (told(Why("/casa/f", "nothing-to-read", "/casa", "picture"), is_folder=True), "una regla: imágenes", ["ocr"]),
    (told(Why("/casa/f", "nothing-to-read", "/casa", "hidden"), is_folder=True), "una regla: ocultos", ["folders"]),
    (told(Why("/casa/f", "all-unreadable", "/casa"), is_folder=True), "por su nombre", ["unreadable"]),
    (told(Why(PATH, "not-current", "/casa"), exists=False), "ya no está en este sitio", ["again"]),
    (told(Why(PATH, "found", "/casa")), "por sus palabras y por su significado", []),
    (told(Why(PATH, "found-by-words", "/casa")), "Falta aprender", []),
    (told(Why("/casa", "found", "/casa", documents=12345), is_folder=True), "12.345", []),
    (told(Why("/casa/nómina.pdf", "found-by-name", "/casa", reason="encrypted", detail="protected by a password")),
     "leer su texto: protegido con contraseña.", ["unlock"]),
    (told(Why("/casa/a.docx", "found-by-name", "/casa", reason="encrypted")), "protegido con contraseña", ["unreadable"]),
    (told(Why(PATH, "found-by-name", "/casa", reason="timeout", detail="")), "tardó demasiado", ["again", "unreadable"]),
    (told(Why("/casa/e.pdf", "found-by-name", "/casa", reason="damaged", detail="PDFium: no (such) page.")),
     "dañado; PDFium: no (such) page.", ["retry", "unreadable"]),
    (told(Why("/casa/e.pdf", "found-by-name", "/casa", reason="no-text"), is_unrecognised=True), "desactivado", ["ocr", "unreadable"]),
    (told(Why("/casa/foto.png", "left-out", "/casa", "picture", left_out_at="/casa/foto.png")), "imágenes", ["ocr"]),
    (told(Why("/casa/x/node_modules/a.md", "left-out", "/casa", "program-folder", left_out_at="/casa/x/node_modules")),
     "/casa/x/node_modules", ["add", "folders"]),
    (told(Why(PATH, "left-out", "/casa", "gitignore", "*.txt", "/casa/.gitignore", PATH)),
     "*.txt de /casa/.gitignore", ["add", "source", "folders"]),
    (told(Why("/casa/v/a.txt", "left-out", "/casa", "program-folder", "", "/casa/v/pyvenv.cfg", "/casa/v")),
     "pyvenv.cfg marca", ["add", "source", "folders"]),
    (told(Why("/casa/e.mp3", "left-out", "/casa", "kind", left_out_at="/casa/e.mp3", detail="a sound recording")),
     "grabación de sonido", ["folders"]),
]


@pytest.mark.parametrize(("answer", "words", "buttons"), ANSWERS)
def test_every_answer_is_said_and_mended(answer: WhyTold, words: str, buttons: list[str], language: Language) -> None:
    assert words in sentence(answer, False)
    assert [mend.name for mend in mends(answer, False)] == buttons
    spanish = sentence(answer, False)
    language.use("en")
    assert sentence(answer, False) not in ("", spanish)


def test_a_file_that_waits_while_indexing_is_paused(bench: Bench, qtbot) -> None:
    bench.search.whys["/casa/nuevo.txt"] = told(Why("/casa/nuevo.txt", "not-read-yet", "/casa"))
    bench.window.indexing.pause(True)
    dialog = open_dialog(bench, qtbot, "/casa/nuevo.txt")
    assert dialog.text == "Aún no se ha leído: espera su turno. La indexación está en pausa."
    assert [button.text() for button in dialog.buttons] == ["Seguir indexando"]     # to look at it now would promise too much
    press(dialog, "resume")
    qtbot.waitUntil(lambda: "pausa" not in dialog.text)
    assert Resume() in bench.indexing.sent and [button.text() for button in dialog.buttons] == ["Mirarlo ahora"]


def test_the_keyboard_goes_back_from_a_password_to_the_question(bench: Bench, qtbot) -> None:
    path = "/casa/nómina.pdf"
    bench.search.whys[path] = told(Why(path, "found-by-name", "/casa", reason="encrypted"))
    dialog = open_dialog(bench, qtbot, path)
    press(dialog, "unlock")
    (password,) = bench.window.findChildren(PasswordDialog)
    assert password.parentWidget() is dialog and password.isVisible()
    password.reject()
    bench.window.indexing.ask_for_password(path)        # from the list of what could not be read
    assert PasswordDialog in [type(child) for child in bench.window.children()]


def test_a_damaged_file_is_read_anew_and_a_low_place_explained(bench: Bench, qtbot) -> None:
    window, whys = bench.window, bench.search.whys
    whys["/casa/d.pdf"] = told(Why("/casa/d.pdf", "found-by-name", "/casa", reason="damaged"))
    press(open_dialog(bench, qtbot, "/casa/d.pdf"), "retry")
    qtbot.waitUntil(lambda: Refresh(("/casa/d.pdf",), again=True) in bench.indexing.sent)
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: len(window.hits.hits) == 4)
    asked = window.hits.hits[3]
    dialog = open_dialog(bench, qtbot, asked.path)
    qtbot.waitUntil(lambda: dialog._told is not None and dialog._told.why.path == asked.path)
    press(dialog, "rank")
    (shown,) = window.findChildren(ExplanationDialog)
    assert asked.title in [label.text() for label in shown.findChildren(QLabel)]
    assert shown.parentWidget() is dialog           # the keyboard goes back to it
    shown.close()
    dialog = open_dialog(bench, qtbot, "/casa/documentos/otro.txt")
    qtbot.waitUntil(lambda: "«plazo»: no está entre los resultados" in dialog.text)
    assert not dialog.buttons


def test_what_waits_for_recognition_needs_no_switch() -> None:
    answer = told(Why("/casa/e.pdf", "found", "/casa"), is_unrecognised=True)
    assert "pendientes de reconocer" in sentence(answer, True) and mends(answer, True) == ()


def test_where_a_document_stands_among_the_hits() -> None:
    hits = result("plazo", (2, 1, 3)).hits
    member = replace(hit(4, 4), path="/casa/z.zip!a/b.txt")
    hits = (*hits, member)
    assert "número 2" in place_in_list(PATH, False, hits, (), False)
    assert "contrato.txt" in place_in_list("/casa/copia de contrato.txt", False, hits, (), False)
    assert "número 4" in place_in_list("/casa/z.zip", False, hits, (), False)
    assert "número 1" in place_in_list("/casa/documentos", True, hits, (), False)
    assert "ya no está" in place_in_list("/casa/v.txt", False, hits, ("/casa/v.txt",), False)
    assert "filtros" not in place_in_list("/casa/v.txt", False, hits, (), False)
    assert "filtros" in place_in_list("/casa/v.txt", False, hits, (), True)
    many = tuple(hit(2, rank) for rank in range(1, MOST_HITS + 1))
    assert f"los {MOST_HITS} primeros" in place_in_list(PATH, False, many, (), False)


def test_by_key_it_asks_answers_and_mends(bench: Bench, qtbot) -> None:
    window = bench.window
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: len(window.hits.hits) == 4)
    bench.search.whys["/otra/a.txt"] = told(Why("/otra/a.txt", "not-in-a-folder"))
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: window.why.dialog is not None and window.why.dialog.isVisible())
    dialog = window.why.dialog
    qtbot.keyClicks(dialog.field, "/otra/a.txt")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "ninguna de las carpetas" in dialog.text)
    assert "«plazo»" not in dialog.text         # it can be no result at all
    check(dialog)
    for button in (dialog.field, dialog._choose, dialog._ask, *dialog.buttons, dialog._close):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    press(dialog, "add-folder")
    assert bench.indexing.asked(Add) == [Add(("/otra",))] and "Ya está pedido" in dialog.text
    bench.search.whys["/otra/a.txt"] = told(Why("/otra/a.txt", "found", "/otra"))
    bench.indexing.received.emit(Committed())
    qtbot.waitUntil(lambda: "por su significado" in dialog.text and dialog.buttons == [])
    dialog.ask(PATH)
    qtbot.waitUntil(lambda: "«plazo»: es el resultado número 1" in dialog.text)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_what_is_no_whole_path_is_not_asked(bench: Bench, qtbot) -> None:
    dialog = open_dialog(bench, qtbot)
    dialog.ask("contrato.txt")
    assert "ruta completa" in dialog.text and not bench.search.asked(AskWhy)


def test_a_file_is_dropped_or_chosen(bench: Bench, qtbot) -> None:
    dialog = open_dialog(bench, qtbot)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/casa/soltado.txt")])
    dialog.dropEvent(QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    ))
    dialog._choose_file = lambda _: "/casa/elegido.txt"
    dialog._choose.click()
    assert [asked.path for asked in bench.search.asked(AskWhy)] == ["/casa/soltado.txt", "/casa/elegido.txt"]
    qtbot.waitUntil(lambda: dialog._told is not None and dialog._told.why.path == "/casa/elegido.txt")


def test_each_button_does_what_it_says(bench: Bench, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = bench.window
    whys, shown = bench.search.whys, []
    monkeypatch.setattr(window.hit_actions, "show_path", shown.append)
    whys["/casa/v.txt"] = told(Why("/casa/v.txt", "not-current", "/casa"))
    dialog = open_dialog(bench, qtbot, "/casa/v.txt")
    press(dialog, "again")
    assert bench.indexing.asked(Refresh)[-1] == Refresh(("/casa/v.txt",))
    whys["/casa/w.txt"] = told(Why("/casa/w.txt", "left-out", "/casa/documentos", "gitignore", "*", "/casa/.gitignore", "/casa/w.txt"))
    dialog = open_dialog(bench, qtbot, "/casa/w.txt")
    press(dialog, "source")
    assert shown == ["/casa/.gitignore"]
    press(dialog, "folders")
    assert window.pages.currentWidget() is window.folders and not dialog.isVisible()
    whys["/casa/p.png"] = told(Why("/casa/p.png", "left-out", "/casa", "picture", left_out_at="/casa/p.png"))
    bench.search.status = replace(STATUS, is_ocr_installed=True)
    bench.indexing.received.emit(Committed())
    qtbot.waitUntil(lambda: window._status is bench.search.status)
    dialog = open_dialog(bench, qtbot, "/casa/p.png")
    press(dialog, "ocr")
    assert bench.changes[-1].ocr and dialog.isVisible()


def test_the_empty_page_and_the_unreadable_list_lead_to_it(bench: Bench, qtbot) -> None:
    window = bench.window
    bench.search.respond = lambda ask: [Found(ask.id, result(ask.text, ()), True)]
    window.header.field.setText("nada")
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.empty)
    window.empty._why.click()
    assert window.why.dialog is not None and window.why.dialog.isVisible() and window.why.dialog.text == ""
    window.show_folders("unreadable")
    unreadable = window.folders.unreadable
    qtbot.waitUntil(lambda: unreadable.count == 2)
    unreadable._table.selectRow(0)
    unreadable._why.click()
    assert bench.search.asked(AskWhy)[-1].path == "/casa/documentos/nómina.pdf"


def test_a_failure_is_said_in_the_dialog(bench: Bench, qtbot) -> None:
    dialog = open_dialog(bench, qtbot)
    bench.search.why_failure = Failure("settings", "Broken settings.", "Ajustes rotos.")
    dialog.ask(PATH)
    qtbot.waitUntil(lambda: dialog.text == "Ajustes rotos.")
    assert not bench.window.banner.isVisible()

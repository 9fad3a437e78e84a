"""Judging and measuring in the real window, over the real engine in its real process: every flow by its keys and buttons."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMessageBox, QPushButton

from engine.build import build_indexer
from engine.evaluation.judgements import Judgement, Judgements
from engine.settings import Settings
from ui.window import icons
from ui.window.application import Application
from ui.window.hit_list_model import HIT_ROLE, NEWEST_ROLE, VERDICT_ROLE, spoken
from ui.window.hit_menu import HitMenu
from ui.window.main_window import MainWindow

FILES = {
    "fianza.md": "# Contrato de alquiler\n\nLa fianza se devuelve en treinta días desde la entrega de las llaves.",
    "caldera.txt": "Avería E-4012 de la caldera: el quemador no enciende. Revise la llave del gas.",
    "tortilla.txt": "Para la tortilla de patatas se fríen las patatas despacio, con cebolla, y se cuajan con seis huevos.",
    "vacío.txt": "",
}
RULES = "# Normas de la piscina\n\nHorario: de {} a 21 horas, de junio a septiembre. Los menores de doce años van acompañados de un adulto." \
        " Queda prohibido comer en el recinto y entrar con envases de vidrio. El socorrista puede expulsar a quien no respete las normas."
DEPOSIT, POOL = "¿cuándo se devuelve la fianza?", "horario vigente de la piscina"
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Wait = Callable[..., None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("documentos")
    for name, text in FILES.items():
        (root / name).write_text(text, "utf-8")
    for number, hour in enumerate((11, 12, 10), start=1):
        path = root / f"Normas piscina v{number}.md"
        path.write_text(RULES.format(hour), "utf-8")
        os.utime(path, (1_650_000_000 + number * 31_000_000,) * 2)
    return root


@pytest.fixture(scope="module")
def data(folder: Path, tmp_path_factory: pytest.TempPathFactory, model_folder: Path) -> Path:
    made = tmp_path_factory.mktemp("datos")
    with build_indexer(Settings(made, n_threads=1)) as indexer:
        indexer.index([folder])
    return made


@pytest.fixture(scope="module")
def application(data: Path, qapp: QApplication) -> Iterator[Application]:
    qapp.setStyle("Fusion")
    icons.register()
    made = Application(qapp, Settings(data, language="es", theme="light", indexing_paused=True))
    made.window.show()
    made.search.start()
    yield made
    made.window.close()
    made.stop()
    made.window.deleteLater()


@pytest.fixture
def wait(qtbot) -> Wait:
    return lambda is_done: qtbot.waitUntil(is_done, timeout=120_000)


@pytest.fixture
def window(application: Application, data: Path, wait: Wait) -> Iterator[MainWindow]:
    """Nothing is judged, nothing measured, nothing searched."""
    window = application.window
    wait(lambda: window._status is not None and window.conversation.is_warm)
    (data / "judgements.csv").unlink(missing_ok=True)
    for run in (data / "evaluations").glob("*.json") if (data / "evaluations").is_dir() else ():
        run.unlink()
    window.evaluation.set_source("")
    window.evaluation.set_run("", None)
    window.own_questions.refresh()
    wait(lambda: not window.judging.judgements and not window.evaluation._runs)
    window.header.field.clear()
    wait(lambda: not window.conversation.asked[0])
    window.show_search()
    window.activateWindow()     # a dialog of the test before may have been
    yield window
    if window.own_questions.lists is not None:
        window.own_questions.lists.close()
    window.own_questions._choose = lambda parent, purpose: ""


def search(window: MainWindow, wait: Wait, text: str) -> None:
    window.header.field.setText(text)
    wait(lambda: window.conversation.asked[0] == text and window.conversation.result is not None and not window._search.is_waiting)
    wait(lambda: window.preview._view is not None)


def judged(data: Path) -> list[tuple[str, str, bool]]:
    return [(j.question, Path(j.path).name, j.is_right) for j in Judgements(data).all()]


def measure(window: MainWindow, wait: Wait) -> None:
    before = window.evaluation._run_name
    window.evaluation.buttons["measure"].click()
    wait(lambda: not window._search.judging.is_measuring and window.evaluation._run_name != before)


def open_page(window: MainWindow, wait: Wait, n_questions: int) -> None:
    QTest.keyClick(window, Qt.Key.Key_E, CONTROL)
    wait(lambda: window.pages.currentWidget() is window.evaluation and len(window.evaluation.questions) == n_questions)


def choose(window: MainWindow, row: int) -> None:
    window.evaluation.list.table.selectRow(row)


def verdict_of(window: MainWindow, row: int) -> bool | None:
    return window.hits.model().index(row, 0).data(VERDICT_ROLE)


def button_of(parent: Any, text: str) -> QPushButton:
    return next(button for button in parent.findChildren(QPushButton) if button.text() == text)


def test_a_hit_is_judged_by_key_and_button_and_the_mark_is_taken_back(window: MainWindow, data: Path, wait: Wait) -> None:
    search(window, wait, DEPOSIT)
    assert window.hits.hits[0].title == "Contrato de alquiler" and verdict_of(window, 0) is None
    QTest.keyClick(window, Qt.Key.Key_J, CONTROL)
    wait(lambda: verdict_of(window, 0) is True)
    assert judged(data) == [(DEPOSIT, "fianza.md", True)]
    right, wrong = window.preview._buttons["right"], window.preview._buttons["wrong"]
    assert right.isVisible() and right.isChecked() and not wrong.isChecked()
    assert "Marcado como correcto" in window.line._search.text()
    index = window.hits.model().index(0, 0)
    assert "marcado como correcto para esta pregunta" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    wrong.click()
    wait(lambda: verdict_of(window, 0) is False)
    assert judged(data) == [(DEPOSIT, "fianza.md", False)] and wrong.isChecked() and not right.isChecked()
    QTest.keyClick(window, Qt.Key.Key_J, CONTROL | SHIFT)
    wait(lambda: verdict_of(window, 0) is None)
    assert judged(data) == [] and not wrong.isChecked()


def test_marks_belong_to_their_question(window: MainWindow, data: Path, wait: Wait) -> None:
    search(window, wait, DEPOSIT)
    window.hit_actions.act_on_current("right")
    wait(lambda: verdict_of(window, 0) is True)
    search(window, wait, "fianza y llaves del alquiler")
    assert all(verdict_of(window, row) is None for row in range(len(window.hits.hits)))
    search(window, wait, "Cuando se devuelve la FIANZA")
    assert verdict_of(window, 0) is True        # the same question, typed otherwise


def test_the_menu_judges_too(window: MainWindow, data: Path, wait: Wait) -> None:
    search(window, wait, DEPOSIT)
    menu = HitMenu(window.hits.hits[0], window.hit_actions.act, window, None)
    next(action for action in menu.actions() if action.text() == "Incorrecto para esta pregunta").trigger()
    wait(lambda: verdict_of(window, 0) is False)
    menu = HitMenu(window.hits.hits[0], window.hit_actions.act, window, False)
    assert next(action for action in menu.actions() if action.text() == "Incorrecto para esta pregunta").isChecked()


def test_older_versions_unfold_open_and_fold(window: MainWindow, data: Path, wait: Wait) -> None:
    search(window, wait, POOL)
    newest = window.hits.hits[0]
    assert (Path(newest.path).name, newest.version) == ("Normas piscina v3.md", "v3")
    assert [older.version for older in newest.versions] == ["v2", "v1"]
    text = spoken(newest)
    assert "v3 ·" in text and "2 versiones anteriores" in text
    model, n_rows = window.hits.model(), window.hits.model().rowCount()
    window.hits.setFocus()
    QTest.keyClick(window.hits, Qt.Key.Key_Right)
    assert model.rowCount() == n_rows + 2
    QTest.keyClick(window.hits, Qt.Key.Key_Down)
    index = window.hits.currentIndex()
    assert index.data(HIT_ROLE).version == "v2" and index.data(NEWEST_ROLE) == newest
    assert "versión anterior de" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    wait(lambda: window.preview._view is not None and window.preview._view.path.endswith("v2.md"))
    assert "de 12 a 21 horas" in window.preview._view.document.text
    QTest.keyClick(window, Qt.Key.Key_J, CONTROL | SHIFT)
    wait(lambda: judged(data) == [(POOL, "Normas piscina v2.md", False)])
    QTest.keyClick(window.hits, Qt.Key.Key_Left)
    assert model.rowCount() == n_rows and window.hits.current_hit() == newest
    box = window.hits._delegate.fold_box(newest, window.hits.visualRect(model.index(0, 0)), window.hits.font())
    QTest.mouseClick(window.hits.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert model.rowCount() == n_rows + 2
    window._search.reload()
    window.conversation.ask_again()             # as after a commit of the indexer: it stays unfolded
    wait(lambda: not window._search.is_waiting)
    assert model.rowCount() == n_rows + 2


def test_measuring_gives_a_table_a_plot_and_a_culprit(window: MainWindow, data: Path, folder: Path, wait: Wait) -> None:
    mine = Judgements(data)
    mine.mark(Judgement(DEPOSIT, str(folder / "fianza.md"), True))
    mine.mark(Judgement("receta con huevos", str(folder / "tortilla.txt"), True))
    mine.mark(Judgement("lo que no se leyó", str(folder / "vacío.txt"), True))
    open_page(window, wait, 3)
    page = window.evaluation
    assert page.figures.isHidden() or not page._figures_holder.isVisible()
    measure(window, wait)
    assert page._figures_holder.isVisible() and page.plot.isVisible()
    cells = [[page.figures.item(row, column).text() for column in range(2)] for row in range(4)]
    assert cells[3] == ["0,67", "0,67"]
    assert "67 % entre los 5 primeros, 67 % entre los 20 primeros" in page.plot.accessibleDescription()
    interface = QAccessible.queryAccessibleInterface(page.plot)
    assert interface.text(QAccessible.Text.Name) and "Palabras (BM25)" in interface.text(QAccessible.Text.Description)
    assert page.run["culprit"] == "reading" and "no se leyeran o no se cortaran bien" in page.verdict
    assert "Con 3 preguntas" in page.verdict
    first = page.list.table.model().index(0, 0)
    assert first.data() == "lo que no se leyó"       # what fails stands first
    page.list.filter.setCurrentIndex(page.list.filter.findData("failed"))
    assert page.list.table.model().rowCount() == 1
    page.list.filter.setCurrentIndex(0)
    assert (data / "evaluations" / f"{page._run_name}.json").is_file()
    picture = page.plot.grab().toImage()
    assert len({picture.pixel(x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 3)}) > 5


def test_a_failed_question_opens_with_its_lists(window: MainWindow, data: Path, folder: Path, wait: Wait) -> None:
    mine = Judgements(data)
    mine.mark(Judgement(DEPOSIT, str(folder / "fianza.md"), True))
    mine.mark(Judgement(DEPOSIT, str(folder / "caldera.txt"), False))
    open_page(window, wait, 1)
    choose(window, 0)
    QTest.keyClick(window.evaluation.list.table, Qt.Key.Key_Return)
    wait(lambda: window.own_questions.lists is not None and window.own_questions.lists._examined is not None)
    dialog = window.own_questions.lists
    assert set(dialog.lists) == {"bm25", "dense", "hybrid+rerank"}
    for name, found in dialog.lists.items():
        rank = dialog._examined.ranks[name]
        spoken_texts = [found.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(found.count())]
        assert rank == 1 and "el documento correcto" in spoken_texts[rank - 1]
        assert f"documento correcto: puesto {rank}" in dialog._heads[name].text()
    assert any("marcado como incorrecto" in dialog.lists["dense"].item(row).data(Qt.ItemDataRole.AccessibleTextRole)
               for row in range(dialog.lists["dense"].count()))
    opened: list[str] = []
    dialog.open_wanted.connect(opened.append)
    dialog.open_wanted.disconnect(window.hit_actions.open_path)
    dialog.lists["bm25"].setCurrentRow(0)
    QTest.keyClick(dialog.lists["bm25"], Qt.Key.Key_Return)
    assert opened == [str(folder / "fianza.md")]
    button_of(dialog, "Buscar esta pregunta").click()
    wait(lambda: window.pages.currentWidget() is window._results and window.conversation.shown_question == DEPOSIT)


def test_two_runs_are_compared(window: MainWindow, data: Path, folder: Path, wait: Wait) -> None:
    mine = Judgements(data)
    mine.mark(Judgement(DEPOSIT, str(folder / "fianza.md"), True))
    mine.mark(Judgement("quemador que no enciende", str(folder / "vacío.txt"), True))
    open_page(window, wait, 2)
    measure(window, wait)
    page, first = window.evaluation, window.evaluation._run_name
    mine.settle("quemador que no enciende", str(folder / "vacío.txt"), None)
    mine.mark(Judgement("quemador que no enciende", str(folder / "caldera.txt"), True))
    time.sleep(1.1)             # runs are named by the second
    measure(window, wait)
    wait(lambda: page.compare.findData(first) > 0)
    page.compare.setCurrentIndex(page.compare.findData(first))
    page.compare.activated.emit(page.compare.currentIndex())
    wait(lambda: page._before_name == first)
    assert "1 pregunta se encuentra ahora, 0 ya no se encuentran" in page.verdict
    assert page.figures.item(3, 0).text() == "1,00 (+50)"
    assert "antes: 50 % y 50 %" in page.plot.accessibleDescription()
    page.list.filter.setCurrentIndex(page.list.filter.findData("better"))
    assert [page.list.table.model().index(row, 0).data() for row in range(page.list.table.model().rowCount())] == ["quemador que no enciende"]
    page.list.filter.setCurrentIndex(0)
    page._drop.click()
    wait(lambda: page._before_name == "" and page.compare.findData(first) < 0)
    assert not (data / "evaluations" / f"{first}.json").exists()


def test_the_last_run_is_there_when_the_page_is_opened_again(window: MainWindow, data: Path, folder: Path, wait: Wait) -> None:
    Judgements(data).mark(Judgement(DEPOSIT, str(folder / "fianza.md"), True))
    open_page(window, wait, 1)
    measure(window, wait)
    name = window.evaluation._run_name
    window.evaluation.set_run("", None)         # as in a new window
    window.own_questions.refresh()
    wait(lambda: window.evaluation._run_name == name)
    assert window.evaluation.questions[0].best == 1


def test_questions_are_edited_added_and_removed(window: MainWindow, data: Path, folder: Path, wait: Wait) -> None:
    Judgements(data).mark(Judgement(DEPOSIT, str(folder / "fianza.md"), True))
    open_page(window, wait, 1)
    page = window.evaluation
    choose(window, 0)
    page.list.buttons["edit"].click()
    editor = window.own_questions.editor
    editor.field.setText("¿cuándo me devuelven la fianza?")
    window.own_questions._choose = lambda parent, purpose: str(folder / "caldera.txt")
    editor.add.click()
    box = editor.table.cellWidget(1, 1)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(1)
    editor.save.click()
    wait(lambda: judged(data) == [
        ("¿cuándo me devuelven la fianza?", "fianza.md", True), ("¿cuándo me devuelven la fianza?", "caldera.txt", False),
    ])
    wait(lambda: page.questions and page.questions[0].question == "¿cuándo me devuelven la fianza?")
    page.list.buttons["new"].click()
    editor = window.own_questions.editor
    assert not editor.save.isEnabled()
    editor.field.setText("gas")
    editor.add.click()
    editor.save.click()
    wait(lambda: len(page.questions) == 2)
    choose(window, 1)
    QApplication.sendEvent(page.list.table, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier))
    asked = window.findChild(QMessageBox)
    button_of(asked, "Quitar").click()
    wait(lambda: [question.question for question in page.questions] == ["¿cuándo me devuelven la fianza?"])


def test_out_to_a_csv_and_in_again(window: MainWindow, data: Path, folder: Path, tmp_path: Path, wait: Wait) -> None:
    Judgements(data).mark(Judgement(DEPOSIT, str(folder / "fianza.md"), True))
    open_page(window, wait, 1)
    window.own_questions._choose = lambda parent, purpose: str(tmp_path / "mías.csv")
    window.evaluation.buttons["export"].click()
    wait(lambda: "1 pregunta exportada" in window.line._search.text())
    (tmp_path / "mías.csv").write_text("question;path;verdict\nllave del gas;caldera.txt;right\nllave del gas;tortilla.txt;wrong\n", "utf-8")
    window.evaluation.buttons["import"].click()
    wait(lambda: len(window.evaluation.questions) == 2)
    assert judged(data)[1:] == [("llave del gas", "caldera.txt", True), ("llave del gas", "tortilla.txt", False)]
    (tmp_path / "mías.csv").write_text("a,b\n1,2\n", "utf-8")
    window.evaluation.buttons["import"].click()
    wait(lambda: window.banner.isVisible() and "question" in window.banner.text)
    window.banner.hide_message()


def test_a_golden_csv_is_measured_without_becoming_ones_own(window: MainWindow, data: Path, folder: Path, tmp_path: Path, wait: Wait) -> None:
    (tmp_path / "oro.csv").write_text("question,path\n¿cuándo se devuelve la fianza?,fianza.md\nhuevos con patatas,tortilla.txt\n", "utf-8")
    open_page(window, wait, 0)
    window.own_questions._choose = lambda parent, purpose: str(tmp_path / "oro.csv")
    page = window.evaluation
    page.choose_wanted.emit()
    wait(lambda: len(page.questions) == 2)
    assert not page.list.buttons["new"].isEnabled() and not page.buttons["import"].isEnabled()
    measure(window, wait)
    assert page.run["name"] == "oro" and page.run["hybrid+rerank"]["recall@5"] == 1.0
    assert [question.best for question in page.questions] == [1, 1] and judged(data) == []


def test_what_is_wrong_with_a_csv_is_said_until_the_next_is_taken(window: MainWindow, data: Path, folder: Path, tmp_path: Path, wait: Wait) -> None:
    Judgements(data).mark(Judgement(DEPOSIT, str(folder / "fianza.md"), True))
    open_page(window, wait, 1)
    bad, good, out = tmp_path / "malo.csv", tmp_path / "bueno.csv", tmp_path / "fuera.csv"
    bad.write_text("nada\nque sirva\n", encoding="utf-8")
    good.write_text(f'question,path\n"{POOL}","{folder / "tortilla.txt"}"\n', encoding="utf-8")
    page, mine = window.evaluation, window.own_questions
    chosen = {"csv": bad, "save": out}
    mine._choose = lambda parent, purpose: str(chosen[purpose])

    def fail(ask: Callable[[], None]) -> None:
        chosen["csv"] = bad
        ask()
        wait(lambda: window.banner.isVisible() and "question" in window.banner.text)
        chosen["csv"] = good

    fail(page.import_wanted.emit)
    page.buttons["export"].click()
    assert not window.banner.isVisible()
    fail(page.import_wanted.emit)
    page.import_wanted.emit()
    assert not window.banner.isVisible()
    wait(lambda: len(page.questions) == 2)
    fail(page.choose_wanted.emit)
    page.choose_wanted.emit()
    assert not window.banner.isVisible()
    wait(lambda: page.source == str(good) and len(page.questions) == 1)
    fail(page.choose_wanted.emit)
    page.source_wanted.emit("")
    assert not window.banner.isVisible()


def test_measuring_never_holds_the_window_and_can_be_cancelled(window: MainWindow, data: Path, folder: Path, wait: Wait) -> None:
    Judgements(data).revise("", [Judgement(f"pregunta {n} por la fianza", str(folder / "fianza.md"), True) for n in range(300)])
    open_page(window, wait, 300)
    page = window.evaluation
    page.buttons["measure"].click()
    wait(lambda: page._progress is not None and page._progress[0] >= 1)
    assert "de 300 preguntas" in page._progress_text.text() and page.buttons["stop"].isVisible()
    began = time.monotonic()
    QApplication.processEvents()
    assert time.monotonic() - began < 0.5
    search(window, wait, "tortilla")            # a search goes before the questions that are left
    assert Path(window.hits.hits[0].path).name == "tortilla.txt" and window._search.judging.is_measuring
    page.buttons["stop"].click()
    wait(lambda: not window._search.judging.is_measuring and page._progress is None)
    assert page.run is None and page.buttons["measure"].isVisibleTo(page)


def test_escape_goes_back_and_the_menu_leads_here(window: MainWindow, wait: Wait) -> None:
    window.menu.measure.trigger()
    wait(lambda: window.pages.currentWidget() is window.evaluation)
    assert window.evaluation.list._none.isVisible() and not window.filters.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is not window.evaluation

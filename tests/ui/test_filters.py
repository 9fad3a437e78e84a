"""The row of filters: chips with counts, by mouse and by keyboard alone, in one line or in more."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from engine.document import DocumentId
from engine.hits import Facets, Filters
from engine.messages import Ask, Found
from tests.ui.conftest import Bench
from tests.ui.fakes import FACETS, STATUS, result
from ui.window import wording
from ui.window.filter_bar import FilterBar
from ui.window.filter_group import Chip
from ui.window.language import Language

TODAY = date(2026, 11, 30)


@pytest.fixture
def bar(qtbot) -> FilterBar:
    made = FilterBar(lambda: TODAY)
    qtbot.addWidget(made)
    made.resize(1900, 48)
    made.show()
    made.set_status(STATUS)
    made.set_facets(FACETS)
    qtbot.waitUntil(lambda: bool(chips(made)))
    return made


def chips(bar: FilterBar) -> list[Chip]:
    return [chip for chip in bar.findChildren(Chip) if chip.isVisible()]


def chip(bar: FilterBar, text: str) -> Chip:
    return next(one for one in chips(bar) if text in one.text())


def test_chips_count_what_was_found_and_leave_out_what_is_no_choice(bar: FilterBar) -> None:
    assert [one.text() for one in chips(bar)] == [
        "Texto sin formato  2", "Código de programa  1", "CSV  1", "actas  3", "cartas  1", "Últimos 30 días  1", "Español  3", "Inglés  1",
    ]       # none of the last 7 days is found, and all are of this year
    assert chip(bar, "Texto").accessibleName() == "Tipo: Texto sin formato, 2"
    assert chip(bar, "actas").toolTip().startswith("/casa/documentos/actas\n3 documentos")


def test_several_of_a_kind_mean_any_of_them_and_each_is_taken_away_again(bar: FilterBar, qtbot) -> None:
    asked: list[Filters] = []
    bar.changed.connect(asked.append)
    qtbot.mouseClick(chip(bar, "CSV"), Qt.MouseButton.LeftButton)
    chip(bar, "Texto").setFocus()
    qtbot.keyClick(chip(bar, "Texto"), Qt.Key.Key_Space)
    qtbot.keyClick(chip(bar, "actas"), Qt.Key.Key_Return)
    assert asked[-1] == Filters(kinds=("csv", "txt"), folders=("/casa/documentos/actas",))
    assert chip(bar, "CSV").isChecked() and chip(bar, "CSV").text().startswith("✓")
    qtbot.keyClick(chip(bar, "CSV"), Qt.Key.Key_Delete)
    assert asked[-1].kinds == ("txt",) and not chip(bar, "CSV").isChecked()
    bar._clear.click()
    assert asked[-1].is_empty and not bar._clear.isVisible()


def test_what_is_chosen_stays_in_sight_though_nothing_of_it_is_found(bar: FilterBar, qtbot) -> None:
    qtbot.mouseClick(chip(bar, "CSV"), Qt.MouseButton.LeftButton)
    bar.set_facets(Facets(1, (("pdf", 1), ("txt", 1)), (), (), ()))
    assert chip(bar, "CSV").text() == "✓ CSV  0" and chip(bar, "CSV").isChecked()
    bar.kinds._fill_menu()
    assert [action.text() for action in bar.kinds._menu.actions()] == ["PDF  (1)", "Texto sin formato  (1)", "CSV  (0)"]
    bar.toggle_between()
    assert chip(bar, "Entre").text() == "✓ Entre dos días…"         # it was not counted: no 0


def test_the_keyboard_goes_from_the_dates_to_the_two_days(bar: FilterBar, qtbot) -> None:
    bar.activateWindow()
    qtbot.waitUntil(bar.isActiveWindow)
    bar.toggle_between()
    passed = [bar.dates.button]
    bar.dates.button.setFocus(Qt.FocusReason.TabFocusReason)
    while passed[-1] is not bar.languages.button and len(passed) < 12:
        bar.focusNextChild()
        passed.append(QApplication.focusWidget())
    assert passed[-4:] == [chip(bar, "Entre"), bar._from, bar._to, bar.languages.button]


def test_the_menu_offers_all_values_and_two_days(bar: FilterBar, qtbot) -> None:
    bar.dates._fill_menu()
    actions = {action.text(): action for action in bar.dates._menu.actions()}
    assert "Últimos 7 días  (0)" in actions and "Desde el 1 de enero  (4)" in actions
    actions["Últimos 7 días  (0)"].trigger()
    assert bar.filters().periods == ((date(2026, 11, 23), None),)
    actions["Entre dos días…"].trigger()
    assert bar._from.isVisible() and len(bar.filters().periods) == 2
    bar.clear()
    assert bar.filters().is_empty and not bar._from.isVisible()


def test_one_line_where_there_is_room_and_more_lines_with_large_text(bar: FilterBar, qtbot) -> None:
    def lines() -> int:
        direct = bar._row.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return len({round(widget.geometry().center().y() / 8) for widget in direct if widget.isVisible()})

    bar.resize(700, bar.height())
    qtbot.waitUntil(lambda: len(chips(bar)) < 8)
    qtbot.waitUntil(lambda: lines() == 1)
    bar.kinds.toggle("txt")
    bar.folders.toggle("/casa/documentos/actas")
    font = bar.font()
    font.setPointSizeF(2 * font.pointSizeF())
    bar.setFont(font)
    qtbot.waitUntil(lambda: lines() > 1)
    assert {"Texto", "actas"} <= {one.text().split()[1] for one in chips(bar)}      # what is chosen is shown in any case
    row = bar._row
    assert all(one.geometry().right() <= row.width() and one.geometry().bottom() <= row.height() for one in chips(bar))


def test_a_search_brings_its_counts_and_a_chip_asks_again(bench: Bench, qtbot) -> None:
    window = bench.window
    window.resize(1900, 800)
    assert not chips(window.filters)
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: bool(chips(window.filters)))
    qtbot.mouseClick(chip(window.filters, "Inglés"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bench.search.asked(Ask)[-1].filters.languages == ("en",))
    window.header.field.clear()
    qtbot.waitUntil(lambda: bench.search.asked(Ask)[-1] == Ask(bench.search.asked(Ask)[-1].id, "", Filters(languages=("en",)), language="es"))
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window._results)      # the documents that the filters leave


def test_a_search_in_one_document_or_in_the_results(bench: Bench, qtbot) -> None:
    window = bench.window
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: len(window.hits.hits) == 4)
    window.hit_actions.act_on_current("search-in")
    qtbot.waitUntil(lambda: bench.search.asked(Ask)[-1].filters.documents == (DocumentId(1),))
    assert bench.search.asked(Ask)[-1].by_passage
    assert chip(window.filters, "contrato.txt").accessibleName().startswith("Buscar solo aquí")
    qtbot.mouseClick(chip(window.filters, "contrato.txt"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bench.search.asked(Ask)[-1].filters.is_empty)
    qtbot.waitUntil(lambda: not window._search.is_waiting)
    window.search_in_results()
    qtbot.waitUntil(lambda: len(bench.search.asked(Ask)[-1].filters.documents) == 4)
    assert not bench.search.asked(Ask)[-1].by_passage and "4 resultados" in chips(window.filters)[0].text()
    bench.search.respond = lambda ask: [Found(ask.id, result(ask.text, ()), True)]
    window.header.field.setText("xilófono")
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.empty)
    assert window.empty._searched.text() == "Se ha buscado en 4 documentos · solo en 4 documentos elegidos"
    window.header.field.clear()
    window._escape()
    qtbot.waitUntil(lambda: window.filters.filters().is_empty)


@pytest.mark.parametrize("name", ["es", "en"])
def test_every_kind_has_a_name_and_a_badge_also_the_unknown_one(name: str, language: Language) -> None:
    language.use(name)
    for kind in ("", "pdf", "code", "xyz"):
        assert wording.kind_name(kind).strip() and wording.badge(kind, "/casa/contrato sin extensión").strip()
    assert wording.badge("", "/casa/plano.dwg") == "DWG"

"""Days are typed with whole years in both languages, and the calendar shows all of its weeks, in the language in use."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTableView, QToolButton

from ui.window import theme
from ui.window.day_field import DayField
from ui.window.language import Language


@pytest.fixture
def field(qapp: QApplication, qtbot) -> DayField:
    theme.apply(qapp, "light")
    made = DayField()
    qtbot.addWidget(made)
    made.retranslate()
    made.show()
    return made


@pytest.mark.parametrize("name", ["es", "en"])
def test_a_day_is_typed_as_eight_digits(field: DayField, qtbot, language: Language, name: str) -> None:
    language.use(name)
    field.retranslate()
    field.setFocus()
    field.setSelectedSection(DayField.Section.DaySection)
    qtbot.keyClicks(field, "02032022")
    assert field.date().toPython() == date(2022, 3, 2)


def test_the_calendar_shows_every_week_and_speaks_the_language(field: DayField, qtbot, language: Language) -> None:
    calendar = field.calendarWidget()
    calendar.window().show()
    qtbot.waitUntil(calendar.isVisible)
    table = calendar.findChild(QTableView)
    last = table.visualRect(table.model().index(table.model().rowCount() - 1, table.model().columnCount() - 1))
    assert table.viewport().rect().contains(last) and last.height() >= field.fontMetrics().height()
    month = calendar.findChild(QToolButton, "qt_calendar_monthbutton")
    field.setDate(field.date().fromString("2022-12-31", Qt.DateFormat.ISODate))
    calendar.setSelectedDate(field.date())
    assert month.text() == "diciembre"
    language.use("en")
    field.retranslate()
    assert month.text() == "December"

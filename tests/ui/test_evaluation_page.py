"""The page of figures: a run compared with one of other questions, and a window too narrow for large text."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from engine.evaluation.judging_messages import SavedRun
from tests.engine.evaluation.test_comparison import run
from ui.window.evaluation_page import EvaluationPage


@pytest.fixture
def page(qtbot: QtBot) -> EvaluationPage:
    made = EvaluationPage()
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    return made


def shown(page: EvaluationPage, now: dict[str, Any], before: dict[str, Any]) -> None:
    page.set_runs(tuple(SavedRun(name, datetime(2026, 3, 1, 12).isoformat(), "own") for name in ("now", "before")))
    page.set_run("now", now)
    page.set_before("before", before)


def test_runs_are_compared_over_their_common_questions(page: EvaluationPage) -> None:
    shown(page, run({"b": [1], "c": [], "a": [1]}), run({"a": [1], "b": [2]}))
    assert page.figures.item(3, 0).text() == "1,00" and page.figures.item(3, 2).text() == "1,00 (+50)"
    assert "antes: 100 % y 100 %" in page.plot.accessibleDescription()
    assert "Se comparan las 2 preguntas que hicieron ambas." in page.verdict


def test_with_no_question_in_common_it_says_so(page: EvaluationPage) -> None:
    shown(page, run({"c": []}), run({"a": [1]}))
    assert page.figures.item(3, 0).text() == "0,00" and "antes" not in page.plot.accessibleDescription()
    assert "hizo otras preguntas: no hay nada que comparar" in page.verdict


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_no_window_is_too_narrow_for_large_text(qtbot: QtBot, factor: float) -> None:
    """What doesn't fit beside the rest stands below it: nothing has to be scrolled sideways, nothing is cut."""
    usual = QApplication.font()
    large = QApplication.font()
    large.setPointSizeF(factor * usual.pointSizeF())
    QApplication.setFont(large)
    try:
        page = EvaluationPage()
        qtbot.addWidget(page)
        page.resize(1280, 800)
        page.show()
        shown(page, run({"b": [1], "c": [], "a": [1]}), run({"a": [1], "b": [2]}))
        page.set_progress((1, 3))
        for width in (1280, 760, 400):
            page.resize(width, 800)
            qtbot.wait(10)
            area = page.findChild(QScrollArea)
            assert area.horizontalScrollBar().maximum() == 0 and area.widget().width() <= width
            buttons = [*page.buttons.values(), *page.list.buttons.values(), page.compare]
            for button in (button for button in buttons if button.isVisible()):
                row = button.parentWidget()
                assert row.rect().contains(button.geometry()) and button.width() >= min(button.sizeHint().width(), row.width())
            assert page._title.height() >= page._title.heightForWidth(page._title.width())
        page.resize(1280, 800)
        qtbot.wait(10)
        assert page._title.y() < page._sources_box.geometry().center().y() < page._title.geometry().bottom()    # in one line again
    finally:
        QApplication.setFont(usual)

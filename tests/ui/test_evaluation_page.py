"""The page of figures: a run compared with one of other questions, and a window too narrow for large text."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
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

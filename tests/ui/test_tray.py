"""The icon in the notification area: closing hides only where that was chosen, and messages are sparing."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from engine.messages import Failure
from engine.processes.indexing_messages import IndexingState
from engine.settings import Settings
from tests.ui.conftest import Bench
from tests.ui.fakes import STATUS
from ui.window.tray import LONG_S, Tray

BOTH = Settings(Path("/d"), tray=True, close_to_tray=True)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def told(bench: Bench, monkeypatch) -> list[str]:
    messages: list[str] = []
    monkeypatch.setattr(Tray, "is_shown", property(lambda self: self.icon is not None and self._settings.tray))
    monkeypatch.setattr("PySide6.QtWidgets.QSystemTrayIcon.showMessage", lambda self, title, text, icon: messages.append(title))
    monkeypatch.setattr("ui.window.tray.QApplication.activeWindow", lambda: None)
    return messages


@pytest.mark.parametrize(("settings", "hides"), [
    (BOTH, True), (dataclasses.replace(BOTH, close_to_tray=False), False), (dataclasses.replace(BOTH, tray=False), False),
])
def test_closing_hides_only_where_it_was_chosen(bench: Bench, told: list[str], settings: Settings, hides: bool) -> None:
    tray = Tray(bench.window, settings, has_area=lambda: True)
    closed: list[bool] = []
    bench.window.closed.connect(lambda: closed.append(True))
    bench.window.close()
    assert not bench.window.isVisible() and closed == ([] if hides else [True])
    tray.leave()
    bench.window.close()
    assert closed != []


def test_without_an_area_there_is_no_icon_and_closing_ends(bench: Bench) -> None:
    tray = Tray(bench.window, BOTH, has_area=lambda: False)
    closed: list[bool] = []
    bench.window.closed.connect(lambda: closed.append(True))
    bench.window.close()
    assert tray.icon is None and closed == [True]


def test_taking_the_icon_away_brings_a_hidden_window_back(bench: Bench, told: list[str]) -> None:
    tray = Tray(bench.window, BOTH, has_area=lambda: True)
    opened: list[bool] = []
    tray.open_wanted.connect(lambda: opened.append(True))
    bench.window.close()
    tray.use(dataclasses.replace(BOTH, tray=False))
    assert opened == [True]


def test_the_menu_pauses_and_speaks_the_language(bench: Bench, told: list[str], qtbot, language) -> None:
    tray = Tray(bench.window, BOTH, has_area=lambda: True)
    asked: list[bool] = []
    tray.pause_wanted.connect(asked.append)
    tray.actions["pause"].trigger()
    tray.take_state(IndexingState(True, False))
    assert tray.actions["pause"].text() == "Seguir indexando" and "pausa" in tray.icon.toolTip()
    tray.actions["pause"].trigger()
    assert asked == [True, False]
    language.use("en")
    qtbot.waitUntil(lambda: tray.actions["leave"].text() == "Quit")


def test_messages_are_sparing(bench: Bench, told: list[str]) -> None:
    clock = Clock()
    tray = Tray(bench.window, BOTH, has_area=lambda: True, clock=clock)
    reading = dataclasses.replace(STATUS, stage="text", pending=3)
    tray.take_status(reading)
    clock.now = 20
    tray.take_status(STATUS)
    assert told == []                   # short: nobody waits for it
    tray.take_status(reading)
    clock.now += LONG_S + 1
    tray.take_status(STATUS)
    tray.take_status(STATUS)
    assert told == ["Sus documentos están listos"]
    tray.take_failure(Failure("folder-missing", "e", "s"), False)
    assert len(told) == 1
    tray.take_failure(Failure("disk-full", "e", "s"), False)
    assert told[1:] == ["Fichero le necesita"]
    tray.use(dataclasses.replace(BOTH, notifications=False))
    tray.take_failure(Failure("disk-full", "e", "s"), True)
    assert len(told) == 2


def test_nothing_is_told_over_a_dialog_that_is_looked_at(bench: Bench, told: list[str], monkeypatch, qtbot) -> None:
    """With a dialog above it the window itself is not the active one."""
    tray = Tray(bench.window, BOTH, has_area=lambda: True)
    bench.window.ask_why()
    monkeypatch.setattr("ui.window.tray.QApplication.activeWindow", lambda: bench.window.why.dialog)
    tray.take_failure(Failure("disk-full", "e", "s"), False)
    assert told == []
    bench.window.why.dialog.close()

"""The joined parts: what a command sets is followed, what the window sets is saved and done, a request is taken."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engine.machine.data_folder import prepare_data_dir
from engine.processes.window_requests import Request
from engine.settings import Settings, change_settings, load_settings
from ui.window.application import Application


@pytest.fixture
def application(qapp: QApplication, tmp_path: Path, monkeypatch) -> Iterator[Application]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    prepare_data_dir(tmp_path / "data")
    made = Application(qapp, Settings(tmp_path / "data", language="es", theme="light"))
    made.window.show()
    made._settings_watch.start()
    yield made
    made.window.leave()
    made.stop()
    made.window.deleteLater()


def test_what_a_command_sets_is_followed(application: Application, tmp_path: Path, qtbot) -> None:
    change_settings(tmp_path / "data", lambda old: dataclasses.replace(old, left_out=("*.log",), theme="dark", language="en"))
    qtbot.waitUntil(lambda: application._settings.left_out == ("*.log",))
    assert application.window.menu._themes["dark"].isChecked() and application._language.name == "en"
    application.window.change_settings(theme="light", language="es")
    qtbot.waitUntil(lambda: load_settings(tmp_path / "data").theme == "light")
    assert load_settings(tmp_path / "data").left_out == ("*.log",)


@pytest.mark.skipif(sys.platform != "linux", reason="the place of Linux")
def test_starting_with_the_session_is_switched_in_the_window(application: Application, tmp_path: Path, qtbot) -> None:
    application.preferences.open()
    check = application.preferences.dialog._checks["start_at_login"]
    check.setChecked(True)
    qtbot.waitUntil(lambda: len(list((tmp_path / "config").glob("autostart/*.desktop"))) == 1)
    check.setChecked(False)
    check.setChecked(True)
    check.setChecked(False)         # quickly one after the other: the last one holds
    qtbot.waitUntil(lambda: not list((tmp_path / "config").glob("autostart/*.desktop")))
    qtbot.waitUntil(lambda: not load_settings(tmp_path / "data").start_at_login)


def test_a_second_start_brings_its_query(application: Application, qtbot) -> None:
    application.window.showMinimized()
    application.come_forward(Request(query="plazo del contrato"))
    qtbot.waitUntil(lambda: application.window.conversation.asked[0] == "plazo del contrato")
    assert not application.window.isMinimized()


def test_the_icon_goes_with_the_window_not_with_what_ends_behind_it(application: Application) -> None:
    tray = application._tray_icon
    tray._has_area = lambda: True
    tray.use(dataclasses.replace(application._settings, tray=True, close_to_tray=True))
    application.window.leave()
    assert tray.icon is not None and not tray.icon.isVisible() and not application.window.isVisible()

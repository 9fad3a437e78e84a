"""The window under test: offscreen, in Spanish, over fake processes that answer at once."""

from __future__ import annotations

import functools
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.settings import Settings
from tests.ui.fakes import FakeChild, FakeIndexing, FakeSearch
from ui.window import icons, theme
from ui.window.indexing_client import IndexingClient
from ui.window.language import Language
from ui.window.main_window import MainWindow
from ui.window.page_renderer import PageRenderer
from ui.window.search_client import SearchClient

_HARMLESS = ("propagateSizeHints", "raise()", "does not support grabbing", "XDG_RUNTIME_DIR")


@pytest.fixture(scope="session")
def language(qapp: QApplication) -> Language:
    qapp.setStyle("Fusion")
    icons.register()
    theme.apply(qapp, "light")
    return Language(qapp)


@pytest.fixture
def qtbot(qtbot: QtBot) -> QtBot:
    """Waits end at once when what they wait for is there; the limit is for a computer that is busy with other things."""
    qtbot.waitUntil = functools.partial(qtbot.waitUntil, timeout=30_000)
    qtbot.waitSignal = functools.partial(qtbot.waitSignal, timeout=30_000)
    return qtbot


@pytest.fixture(autouse=True)
def spanish(language: Language) -> None:
    if language.name != "es" or not language.is_installed:
        language.use("es")


@pytest.fixture(autouse=True)
def no_qt_warnings(qtlog) -> Iterator[None]:
    yield
    bad = [
        record.message for record in qtlog.records
        if record.log_type_name in ("QtWarningMsg", "QtCriticalMsg") and not any(part in record.message for part in _HARMLESS)
    ]
    assert not bad


class Bench:
    """A window with its fakes."""

    def __init__(self, data_dir: Path) -> None:
        self.search, self.indexing = FakeSearch(), FakeIndexing()
        self.renderer = PageRenderer()
        self.chosen_folder = ""
        self.changes: list[Settings] = []
        self.window = MainWindow(
            Settings(data_dir), SearchClient(self.search), IndexingClient(self.indexing), self.renderer,
            choose_folder=lambda _: self.chosen_folder,
        )
        self.window.resize(1280, 820)       # whatever screen there is
        self.window.settings_changed.connect(self.changes.append)

    def start(self) -> None:
        self.window.show()
        self.search.start()
        self.indexing.start()


@pytest.fixture
def bench(qtbot, tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    qtbot.addWidget(made.window)
    made.start()
    qtbot.waitUntil(lambda: made.window._status is not None)
    yield made
    made.window.close()
    made.renderer.stop()
    assert all(not thread.isRunning() for thread in made.renderer.findChildren(QThread))


__all__ = ["Bench", "FakeChild"]

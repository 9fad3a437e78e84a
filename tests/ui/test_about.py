"""About Fichero: version, privacy page and licences, in both languages; and what is done when the window has closed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from engine.machine import licences
from engine.settings import Settings, save_settings
from tests.ui.conftest import Bench
from tests.ui.test_accessibility import check
from ui.window import about_dialog, farewell
from ui.window.about_dialog import TEXTS, AboutDialog
from ui.window.farewell import Farewell, carry_out
from ui.window.preferences import Preferences


def page(name: str) -> str:
    return (TEXTS / f"privacy_{name}.md").read_text(encoding="utf-8")


def test_the_page_says_the_same_in_both_languages() -> None:
    shapes = [re.findall(r"^(#+|-|`\{data\}`)", page(name), re.MULTILINE) for name in ("es", "en")]
    assert shapes[0] == shapes[1] and len(shapes[0]) > 15
    for words in ("fichero forget", "unshare -rn fichero", "strace -f -e trace=network fichero", "models fetch", "{data}"):
        assert all(words in page(name) for name in ("es", "en"))


def test_the_dialog_shows_version_privacy_and_licences(bench: Bench, tmp_path: Path, qtbot, monkeypatch) -> None:
    rows = [
        {"name": "fichero", "version": "9", "licence": "Apache-2.0", "texts": ["one.txt"], "parts": []},
        {"name": "Qt", "version": "6", "licence": "LGPL-3.0-only", "texts": ["two.txt"], "parts": [{"name": "zlib", "version": "1", "licence": "Zlib"}]},
    ]
    (tmp_path / "licences.json").write_text(json.dumps(rows))
    (tmp_path / "one.txt").write_text("the Apache text")
    (tmp_path / "two.txt").write_text("how to replace it")
    monkeypatch.setattr(about_dialog, "components", lambda: licences.components(tmp_path))
    monkeypatch.setattr(about_dialog, "revision", lambda: "abc123")
    bench.window.menu.about.trigger()
    dialog: AboutDialog = bench.window.about
    qtbot.waitUntil(lambda: dialog.list.count() == 2)
    assert "abc123" in dialog._version.text()
    dialog.list.setCurrentRow(1)
    qtbot.waitUntil(lambda: "how to replace it" in dialog.text.toPlainText())
    assert "LGPL-3.0-only" in dialog.list.item(1).text() and "zlib 1: Zlib" in dialog.text.toPlainText()
    assert str(bench.window._settings.data_dir) in dialog.privacy.toPlainText().replace("\n", "")
    check(dialog)
    dialog.close()


def test_the_source_names_its_own_licence(tmp_path: Path) -> None:
    (own,) = licences.components(tmp_path)
    assert "Apache License" in licences.full_text(own) and "Qt (PySide6" in licences.full_text(own)


@pytest.fixture
def preferences(bench: Bench, tmp_path: Path, monkeypatch) -> Preferences:
    for place in ("engine.settings.usual_data_dir", "ui.window.preferences.usual_data_dir"):
        monkeypatch.setattr(place, lambda: tmp_path / "fichero")
    made = Preferences(bench.window, Settings(tmp_path / "fichero"), bench.window._search, bench.window._indexing)
    made.action.trigger()
    return made


def accept(question: QMessageBox) -> None:
    next(button for button in question.buttons() if question.buttonRole(button) == QMessageBox.ButtonRole.DestructiveRole).click()


def test_forgetting_and_moving_are_asked_about(preferences: Preferences, tmp_path: Path) -> None:
    wanted: list[Farewell] = []
    preferences.farewell_wanted.connect(wanted.append)
    dialog = preferences.dialog
    assert dialog.move_index.isVisibleTo(dialog) and not dialog.move_back.isVisibleTo(dialog)
    dialog.forget.click()
    preferences.question.button(QMessageBox.StandardButton.Cancel).click()
    assert wanted == []
    dialog.forget.click()
    accept(preferences.question)
    preferences._choose = lambda title: ""
    dialog.move_index.click()
    preferences._choose = lambda title: str(tmp_path / "vault")
    dialog.move_index.click()
    accept(preferences.question)
    assert wanted == [Farewell(), Farewell(moves=True, target=tmp_path / "vault")]


def test_what_is_said_at_the_end(qapp, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for place in ("engine.forgetting.usual_data_dir", "ui.window.farewell.usual_data_dir"):
        monkeypatch.setattr(place, lambda: tmp_path / "fichero")
    monkeypatch.setattr(farewell, "command", lambda: ["fichero"])
    settings = Settings(tmp_path / "fichero", theme="dark")
    save_settings(settings)
    said: list[tuple[str, bool]] = []
    started: list[list[str]] = []

    def do(what: Farewell, where: Settings) -> int:
        return carry_out(what, where, lambda text, is_failure: said.append((text, is_failure)), started.append)

    assert do(Farewell(True, tmp_path / "vault"), settings) == 0 and said == [] and started == [["fichero"]]
    assert (tmp_path / "vault" / "settings.json").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").touch()
    moved = Settings(tmp_path / "vault")
    assert do(Farewell(True, tmp_path / "full"), moved) == 1 and said.pop()[1] and len(started) == 2
    assert do(Farewell(), moved) == 0 and not said.pop()[1] and len(started) == 2
    assert not (tmp_path / "vault").exists() and not (tmp_path / "fichero").exists()

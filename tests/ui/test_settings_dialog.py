"""Each setting takes effect at once, in both languages, and the dialog shows what holds, wherever it was changed."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication

from engine.indexing.index_report import IndexReport
from engine.messages import FolderStatus, StatusTold
from engine.processes.indexing_messages import IndexingDone
from engine.settings import Settings, load_settings, save_settings
from tests.ui.conftest import Bench
from tests.ui.fakes import FOLDER, STATUS
from tests.ui.test_accessibility import check
from ui.window.preferences import Preferences
from ui.window.settings_dialog import SettingsDialog
from ui.window.settings_watch import SettingsWatch


@pytest.fixture
def preferences(bench: Bench, tmp_path: Path) -> Preferences:
    made = Preferences(bench.window, Settings(tmp_path), bench.window._search, bench.window._indexing)
    made.action.trigger()
    return made


@pytest.fixture
def dialog(preferences: Preferences) -> SettingsDialog:
    assert preferences.dialog is not None and preferences.dialog.isVisible()
    return preferences.dialog


@pytest.mark.parametrize(("name", "value"), [
    ("language", "en"), ("theme", "dark"), ("on_battery", "pause"), ("n_threads", "most"),
])
def test_a_choice_is_told_at_once(bench: Bench, dialog: SettingsDialog, name: str, value: object) -> None:
    combo = dialog._combos[name]
    combo.setCurrentIndex(combo.count() - 1 if value == "most" else combo.findData(value))
    assert getattr(bench.changes[-1], name) == (combo.itemData(combo.count() - 1) if value == "most" else value)
    assert combo.currentIndex() >= 0 and len(bench.changes) == 1


def test_the_wheel_scrolls_and_changes_nothing(bench: Bench, dialog: SettingsDialog, qtbot) -> None:
    """A page that is scrolled brings one choice after the other under the mouse; a size limit set so would empty the index."""
    for widget in (dialog.largest, dialog.largest.lineEdit(), *dialog._combos.values()):
        for turned in (-120, 120):
            place = QPointF(widget.rect().center())
            event = QWheelEvent(
                place, QPointF(widget.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, turned), Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
            )
            QApplication.sendEvent(widget, event)
            assert not event.isAccepted()           # so that it goes on to the page below
        assert widget.focusPolicy() != Qt.FocusPolicy.WheelFocus or widget is dialog.largest.lineEdit()
    assert bench.changes == [] and dialog.largest.value() == 0


@pytest.mark.parametrize("name", ["hidden", "gitignore", "notifications", "start_at_login"])
def test_a_switch_is_told_at_once_by_the_keyboard_too(bench: Bench, dialog: SettingsDialog, qtbot, name: str) -> None:
    before = getattr(Settings(Path()), name)
    dialog._checks[name].setFocus()
    qtbot.keyClick(dialog._checks[name], Qt.Key.Key_Space)
    assert getattr(bench.changes[-1], name) is not before and len(bench.changes) == 1


def test_rules_are_added_and_removed_with_their_counts(bench: Bench, dialog: SettingsDialog, qtbot) -> None:
    rules = dialog.rules
    qtbot.keyClicks(rules.field, "*.log")
    qtbot.keyClick(rules.field, Qt.Key.Key_Return)
    assert bench.changes[-1].left_out == ("*.log",) and rules.table.item(0, 1).text() == "contándose"
    bench.indexing.received.emit(IndexingDone(IndexReport()))
    assert rules.table.item(0, 1).text() == "0"
    folders = tuple(FolderStatus(path, 1, 1, "complete", left_out=(("pattern:*.log", 600),)) for path in ("/a", "/b"))
    bench.search.status = dataclasses.replace(STATUS, folders=folders)
    bench.search.received.emit(StatusTold(bench.window._search._status_id, bench.search.status))
    assert rules.table.item(0, 1).text() == "1200"
    qtbot.keyClicks(rules.field, "[z-a]")
    rules.add.click()
    assert bench.changes[-1].left_out == ("*.log",) and "patrón" in rules._note.text()
    rules.table.selectRow(0)
    rules.remove.click()
    assert bench.changes[-1].left_out == () and rules.table.rowCount() == 0 and rules.none_yet.isVisible() and rules.remove.isHidden()


def test_a_limit_of_size(bench: Bench, dialog: SettingsDialog, qtbot) -> None:
    dialog.largest.setFocus()
    dialog.largest.selectAll()
    qtbot.keyClicks(dialog.largest, "250")
    assert bench.changes == []          # not while it is being typed
    qtbot.keyClick(dialog.largest, Qt.Key.Key_Return)
    assert bench.changes[-1].max_file_mb == 250 and dialog.isVisible()


def test_the_menu_the_dialog_and_the_language_agree(bench: Bench, dialog: SettingsDialog, qtbot, language) -> None:
    bench.window.menu.theme_chosen.emit("dark")
    assert dialog._combos["theme"].currentData() == "dark" and bench.window.menu._themes["dark"].isChecked()
    dialog._checks["ocr"].setChecked(True)          # the add-on is missing: it is refused, and the switch says so
    assert bench.changes[-1].ocr is False and not dialog._checks["ocr"].isChecked()
    assert bench.window.banner.code == "ocr-missing"
    language.use("en")
    qtbot.waitUntil(lambda: dialog.windowTitle() == "Settings")
    assert dialog._combos["theme"].currentText() == "Dark"
    assert dialog.rules.table.horizontalHeaderItem(1).text() == "Files"
    assert len([change for change in bench.changes if change.theme != "dark"]) == 0


def test_the_command_for_a_key_is_copied(dialog: SettingsDialog, tmp_path: Path) -> None:
    dialog._copy.click()
    said = QGuiApplication.clipboard().text()
    assert "main.py" in said and str(tmp_path) in said


def test_every_control_has_a_name_and_is_reached(dialog: SettingsDialog, qtbot) -> None:
    dialog.rules.set_rules(("*.log",), ())
    dialog.programs.set_settings(Settings(Path(), assistant_folders=("/casa/actas",)))
    check(dialog)
    dialog.activateWindow()
    seen = set()
    dialog._combos["language"].setFocus()
    for _ in range(60):
        seen.add(dialog.focusWidget())
        dialog.focusNextPrevChild(True)
    wanted = [*dialog._combos.values(), dialog.rules.field, dialog.rules.table, dialog.programs.folders, dialog.largest, dialog.key, dialog._copy, dialog._close,
              dialog.portable, *(c for c in dialog._checks.values() if c.isEnabled())]
    assert [widget for widget in wanted if widget not in seen] == []


def test_changes_by_a_command_are_noticed(tmp_path: Path, qtbot) -> None:
    save_settings(Settings(tmp_path))
    watch = SettingsWatch(load_settings(tmp_path))
    found: list[Settings] = []
    watch.changed.connect(found.append)
    watch.start()
    save_settings(Settings(tmp_path, theme="dark"))
    qtbot.waitUntil(lambda: bool(found))
    assert found[0].theme == "dark"
    watch.look_again(0.1)
    qtbot.waitUntil(lambda: len(found) == 2)
    watch.close()


def test_a_card_of_the_sample(dialog: SettingsDialog) -> None:
    dialog.set_status(dataclasses.replace(STATUS, folders=(FOLDER,)))
    assert dialog.rules.table.rowCount() == 0

"""The first start: folders with what is in them, chosen by mouse or keyboard, counted by a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.ui.test_accessibility import check
from ui.window.start_page import StartPage, usual_folders

# Stands for the program: counts what its last argument names.
SAYS = """
import json, sys
path = sys.argv[-1]
if path.endswith("nowhere"): sys.exit(1)
print(json.dumps({"path": path, "documents": 1200, "left_out": [["kind", 300], ["hidden", 12], ["pattern:*.log", 3], ["link", 1]]}))
"""


@pytest.fixture
def page(qtbot, tmp_path: Path) -> StartPage:
    made = StartPage([sys.executable, "-c", SAYS], suggestions=lambda: ["/casa/Documentos", "/casa/Escritorio"])
    qtbot.addWidget(made)
    made.show()
    return made


def test_folders_are_counted_chosen_and_started(page: StartPage, qtbot, language) -> None:
    rows = page._rows
    assert list(rows) == ["/casa/Documentos", "/casa/Escritorio"] and not page._start.isEnabled()
    assert rows["/casa/Escritorio"].count.text() == "contando lo que contiene…"
    qtbot.waitUntil(lambda: all(row.is_counted for row in rows.values()))
    assert rows["/casa/Documentos"].count.text() == (
        "1200 documentos · se excluyen: 300 no son documentos, 12 ocultos, 3 según su patrón *.log"
    )
    qtbot.keyClick(rows["/casa/Documentos"].check, Qt.Key.Key_Space)
    page.add_folders(["/otra/nowhere"])
    qtbot.waitUntil(lambda: "no se pudo contar" in rows["/otra/nowhere"].count.text())
    page.add_folders(["/otra/nowhere"])         # once is enough
    with qtbot.waitSignal(page.started) as started:
        page._start.click()
    assert started.args == [["/casa/Documentos", "/otra/nowhere"]]
    check(page)
    language.use("en")
    qtbot.waitUntil(lambda: page._start.text() == "Start")
    assert rows["/casa/Documentos"].count.text().startswith("1200 documents · left out: 300 ")


def test_a_page_that_is_left_counts_no_longer_and_goes_on_when_it_is_back(page: StartPage, qtbot) -> None:
    page.hide()
    assert page._counter._process is None
    page.show()
    qtbot.waitUntil(lambda: all(row.is_counted for row in page._rows.values()))


def test_the_program_itself_counts(qtbot, tmp_path: Path) -> None:
    from engine.own_program import command

    folder = tmp_path / "año nuevo"
    (folder / ".oculta").mkdir(parents=True)
    for name in ("a.txt", "b.md", "c.mp3", ".oculta/d.txt"):
        (folder / name).write_text("x")
    page = StartPage(command(tmp_path / "data"), suggestions=lambda: [str(folder)])
    qtbot.addWidget(page)
    page.show()
    row = page._rows[str(folder)]
    qtbot.waitUntil(lambda: row.is_counted)
    assert row.count.text().startswith("2 documentos · se excluyen: ") and not (tmp_path / "data").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="the places of XDG")
def test_usual_folders_are_those_that_are_there(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "user-dirs.dirs").write_text('XDG_DOCUMENTS_DIR="$HOME/Documentos"\nXDG_DESKTOP_DIR="$HOME/"\n')
    assert usual_folders() == []
    (tmp_path / "Documentos").mkdir()
    assert usual_folders() == [str(tmp_path / "Documentos")]

"""Where the data lie when the program is carried about with them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import engine.machine.portable as portable
import engine.machine.version as version
import engine.own_program as own_program
from engine.machine.portable import is_portable, portable_data_dir, set_portable
from engine.own_program import shell_words
from engine.settings import default_data_dir


def test_a_mark_beside_the_program_keeps_the_data_there(tmp_path: Path, monkeypatch) -> None:
    usual = default_data_dir()
    monkeypatch.setattr(portable, "program_folder", lambda: tmp_path)
    assert not is_portable() and default_data_dir() == usual
    set_portable(True)
    assert is_portable() and default_data_dir() == portable_data_dir() == tmp_path / "fichero-data"
    assert "--data" not in own_program.command(tmp_path / "fichero-data")
    set_portable(False)
    set_portable(False)
    assert default_data_dir() == usual and list(tmp_path.iterdir()) == []


def test_a_command_to_paste_is_read_as_it_was(tmp_path: Path) -> None:
    words = [sys.executable, "-c", "import sys; print(sys.argv[1:])", "año nuevo", "it's", '"$HOME"']
    done = subprocess.run(shell_words(words), shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(words[3:])


def test_a_built_program_starts_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "fichero"))
    monkeypatch.setattr("engine.settings.usual_data_dir", lambda: tmp_path / "usual")
    assert portable.program_folder() == tmp_path
    assert own_program.command() == own_program.terminal_command() == [str(tmp_path / "fichero")]
    assert own_program.command(tmp_path / "usual") == [str(tmp_path / "fichero")]
    assert own_program.command(tmp_path / "other")[1:] == ["--data", str(tmp_path / "other")]


def test_a_built_program_knows_its_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert version.revision() is None
    monkeypatch.setattr(version, "__file__", str(tmp_path / "machine" / "version.py"))
    (tmp_path / "revision.json").write_text('{"revision": "0123456789ab", "time": 1}')
    assert version.revision() == "0123456789ab"
    (tmp_path / "revision.json").write_text("broken")
    assert version.revision() is None

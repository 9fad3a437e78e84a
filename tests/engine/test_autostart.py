"""Starting with the session: what is written for each system, and that nothing stays behind."""

from __future__ import annotations

import os
import plistlib
import re
import sys
from pathlib import Path

import pytest

from engine.autostart import (
    AutostartUnwritable,
    desktop_entry,
    launch_agent,
    linux_place,
    mac_place,
    name_for,
    registry_value,
    set_autostart,
)
from engine.machine.portable import program_folder
from engine.own_program import command
from engine.settings import default_data_dir


def read_back(entry: str) -> list[str]:
    """The words of `Exec` as a desktop reads them: first the string's escapes, then the quotes, then the field codes."""
    (line,) = (line for line in entry.splitlines() if line.startswith("Exec="))
    words = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', line.removeprefix("Exec=").replace("\\\\", "\\"))
    return [(bare if bare else re.sub(r"\\(.)", r"\1", quoted)).replace("%%", "%") for quoted, bare in words]


@pytest.mark.parametrize("words", [
    ["/usr/bin/fichero"], ["/opt/mi programa/fichero", "--data", "/casa/año 2024/100 % mío"], ["/a", 'con "comillas" y $HOME'],
    ["/a", "barra \\ y `orden`"], ["/a", ""], ["C:\\x"],
])
def test_the_desktop_reads_back_what_was_written(words: list[str]) -> None:
    assert read_back(desktop_entry(words)) == words


def test_the_other_systems() -> None:
    words = ["/Applications/Fichero app/fichero", "--data", "/á"]
    assert plistlib.loads(launch_agent("fichero", words))["ProgramArguments"] == words
    assert mac_place("fichero", Path("/Users/a")) == Path("/Users/a/Library/LaunchAgents/org.fichero.plist")
    assert registry_value(["C:\\Program Files\\fichero.exe", "--background"]) == '"C:\\Program Files\\fichero.exe" --background'
    assert linux_place("fichero", {"XDG_CONFIG_HOME": "relative"}, Path("/h")) == Path("/h/.config/autostart/fichero.desktop")
    assert name_for(Path("/a"), Path("/a")) == "fichero" != name_for(Path("/b"), Path("/a"))


@pytest.mark.skipif(sys.platform != "linux", reason="the place of Linux")
def test_it_is_made_and_removed(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    set_autostart(True, tmp_path / "data")
    (file,) = (tmp_path / "config" / "autostart").iterdir()
    assert read_back(file.read_text()) == [
        sys.executable, str(program_folder() / "main.py"), "--data", str(tmp_path / "data"), "--background",
    ]
    set_autostart(True, default_data_dir())
    assert read_back((file.parent / "fichero.desktop").read_text()) == [*command(), "--background"]
    set_autostart(False, default_data_dir())
    set_autostart(False, tmp_path / "data")
    set_autostart(False, tmp_path / "data")
    assert list(file.parent.iterdir()) == []
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    with pytest.raises(AutostartUnwritable) as caught:
        set_autostart(True, tmp_path)
    assert os.fspath(tmp_path / "file") in caught.value.spanish

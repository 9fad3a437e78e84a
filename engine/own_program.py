"""How this program is started again, by itself or by what it is entered in."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine.machine.portable import program_folder
from engine.settings import default_data_dir

PROGRAM, TERMINAL_PROGRAM = "fichero.exe", "fichero-cli.exe"        # of the built program on Windows, which tells the two apart


def command(data_dir: Path | None = None) -> list[str]:
    """What starts the program again: on `data_dir` where that is not the one that it would use anyhow."""
    return _start(PROGRAM, data_dir)


def terminal_command(data_dir: Path | None = None) -> list[str]:
    """As `command`, for verbs whose output is read: on Windows a program with a window has none."""
    return _start(TERMINAL_PROGRAM, data_dir)


def _start(windows_program: str, data_dir: Path | None) -> list[str]:
    if not getattr(sys, "frozen", False):
        start = [sys.executable, str(program_folder() / "main.py")]
    elif os.name == "nt":
        start = [str(program_folder() / windows_program)]
    else:
        start = [sys.executable]
    if data_dir is not None and data_dir != default_data_dir():
        start += ["--data", str(data_dir)]
    return start


def shell_words(words: list[str]) -> str:
    """A command as a person pastes it into the keyboard settings of a desktop, or a terminal."""
    import shlex
    import subprocess

    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)

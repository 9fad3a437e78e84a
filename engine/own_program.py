"""Where this program lies, how it is started again, and whether it keeps its data beside itself."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PORTABLE_MARK = "fichero-portable"      # a file of this name beside the program: the data lie beside it too
PORTABLE_DATA = "fichero-data"
PROGRAM, TERMINAL_PROGRAM = "fichero.exe", "fichero-cli.exe"        # of the built program on Windows, which tells the two apart


def program_folder() -> Path:
    """The folder of the built program, or of main.py."""
    if getattr(sys, "frozen", False):
        return Path(sys.executable).resolve().parent
    return Path(__file__).resolve().parent.parent


def command(data_dir: Path | None = None) -> list[str]:
    """What starts the program again: on `data_dir` where that is not the one that it would use anyhow."""
    return _start(PROGRAM, data_dir)


def terminal_command(data_dir: Path | None = None) -> list[str]:
    """As `command`, for verbs whose output is read: on Windows a program with a window has none."""
    return _start(TERMINAL_PROGRAM, data_dir)


def _start(windows_program: str, data_dir: Path | None) -> list[str]:
    from engine.settings import default_data_dir

    if not getattr(sys, "frozen", False):
        start = [sys.executable, str(program_folder() / "main.py")]
    elif os.name == "nt":
        start = [str(program_folder() / windows_program)]
    else:
        start = [sys.executable]
    if data_dir is not None and data_dir != default_data_dir():
        start += ["--data", str(data_dir)]
    return start


def is_portable(folder: Path | None = None) -> bool:
    return ((folder or program_folder()) / PORTABLE_MARK).is_file()


def portable_data_dir(folder: Path | None = None) -> Path:
    return (folder or program_folder()) / PORTABLE_DATA


def set_portable(is_on: bool, folder: Path | None = None) -> None:
    """From the next start on, keep the data beside the program, or no longer. The data of before stay where they are.

    Raises:
        OSError: the program's folder cannot be written.
    """
    mark = (folder or program_folder()) / PORTABLE_MARK
    if is_on:
        mark.write_text("", encoding="ascii")
    else:
        mark.unlink(missing_ok=True)


def shell_words(words: list[str]) -> str:
    """A command as a person pastes it into the keyboard settings of a desktop, or a terminal."""
    import shlex
    import subprocess

    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)

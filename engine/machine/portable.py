"""Where this program lies, and whether it keeps its data beside itself."""

from __future__ import annotations

import sys
from pathlib import Path

PORTABLE_MARK = "fichero-portable"      # a file of this name beside the program: the data lie beside it too
PORTABLE_DATA = "fichero-data"


def program_folder() -> Path:
    """The folder of the built program, or of main.py."""
    if getattr(sys, "frozen", False):
        return Path(sys.executable).resolve().parent
    return Path(__file__).resolve().parents[2]


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

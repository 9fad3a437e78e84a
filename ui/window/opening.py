"""Hands files over to the desktop: open in their own application, show in their folder. None of it waits."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from engine.messages import file_of

NotOpened = Callable[[str], None]       # called with the path, on another thread


def open_file(path: str, not_opened: NotOpened) -> None:
    """Open in the application that the desktop has for such files."""
    _in_background(path, _open, not_opened)


def show_in_folder(path: str, not_opened: NotOpened) -> None:
    """Open the file manager at the file's folder, with the file chosen where the file manager can do that."""
    _in_background(path, _show, not_opened)


def _open(path: str) -> bool:
    if sys.platform == "win32":
        os.startfile(path)
        return True
    return _run(["open", path] if sys.platform == "darwin" else ["xdg-open", path])


def _show(path: str) -> bool:
    if sys.platform == "win32":
        subprocess.Popen(["explorer", "/select,", os.path.normpath(path)])
        return True
    if sys.platform == "darwin":
        return _run(["open", "-R", path])
    # The freedesktop.org file manager interface chooses the file; not every desktop has it.
    uri = Path(path).as_uri()
    return _run([
        "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.FileManager1", "--type=method_call",
        "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1.ShowItems", f"array:string:{uri}", "string:",
    ]) or _run(["xdg-open", path if os.path.isdir(path) else os.path.dirname(path)])


def _run(command: list[str]) -> bool:
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=30, check=False,
        )
    except subprocess.TimeoutExpired:
        return True         # an application that stays in the foreground
    except OSError:
        return False
    return done.returncode == 0


def _in_background(path: str, work: Callable[[str], bool], not_opened: NotOpened) -> None:
    """Work on the file of a document's path, on a thread: a drive that sleeps must not hold the window."""
    def run() -> None:
        try:
            file = file_of(path)
            is_done = os.path.lexists(file) and work(file)
        except OSError:
            is_done = False
        if not is_done:
            not_opened(path)

    threading.Thread(target=run, name="open", daemon=True).start()

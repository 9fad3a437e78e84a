"""A virtual screen, and a person's hands and eyes on it: keys, the mouse, pictures, the clipboard.

Nothing here knows the program's objects: it is started as its user starts it and is driven through the X server
(xdotool sends the events with XTEST), so that what is tested is what a person gets.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtGui import QColor, QImage

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = ("Xvfb", "xdotool", "import")
_CLIPBOARD = (
    "import sys; from PySide6.QtWidgets import QApplication; app = QApplication(sys.argv); "
    "sys.stdout.buffer.write(app.clipboard().text().encode())"
)


def missing_tools() -> list[str]:
    return [tool for tool in TOOLS if shutil.which(tool) is None]


@dataclass(frozen=True, slots=True)
class Screen:
    """An X display of `width` × `height` pixels."""

    display: str
    width: int
    height: int
    scratch: Path

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb"}

    def hands(self, *arguments: str) -> str:
        """One call of xdotool. Raises subprocess.CalledProcessError."""
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, check=True, timeout=30)
        return done.stdout.strip()

    def keys(self, *keys: str) -> None:
        """Keys by their X names ("ctrl+l", "Down"), one after the other."""
        self.hands("key", "--delay", "20", *keys)

    def type(self, text: str) -> None:
        self.hands("type", "--delay", "25", text)

    def click(self, x: int, y: int, button: int = 1) -> None:
        self.hands("mousemove", str(x), str(y), "click", str(button))

    def window(self, title: str) -> str:
        """The number of the visible window with this title; "" while there is none."""
        done = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", title], env=self.environment, capture_output=True, text=True)
        return done.stdout.split("\n")[0]

    def windows(self) -> set[str]:
        """The numbers of all that are to be seen, menus among them."""
        done = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", ".*"], env=self.environment, capture_output=True, text=True)
        return set(done.stdout.split())

    def fill_with(self, window: str) -> None:
        """Makes a window as large as the screen and gives it the keyboard: there is no window manager here."""
        self.hands("windowmove", window, "0", "0", "windowsize", window, str(self.width), str(self.height), "windowfocus", "--sync", window)

    def picture(self) -> QImage:
        path = self.scratch / "screen.png"
        subprocess.run(["import", "-window", "root", str(path)], env=self.environment, check=True, timeout=60)
        return QImage(str(path))

    def clipboard(self) -> str:
        done = subprocess.run([sys.executable, "-c", _CLIPBOARD], env=self.environment, capture_output=True, check=True, timeout=60)
        return done.stdout.decode("utf-8")


@contextmanager
def screen(scratch: Path, width: int = 1280, height: int = 800) -> Iterator[Screen]:
    """A display of its own, taken down at the end."""
    reads, writes = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=(writes,), stderr=subprocess.DEVNULL,
    )
    os.close(writes)
    try:
        with os.fdopen(reads) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb does not start"
        yield Screen(f":{number}", width, height, scratch)
    finally:
        server.terminate()
        server.wait(20)


@contextmanager
def program(on: Screen, data: Path, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program on a screen, filling it; killed at the end if it has not ended by itself."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "--data", str(data), *arguments], cwd=on.scratch, env={**on.environment, **environment},
    )
    try:
        number = until(lambda: on.window("Fichero"), "the window")
        on.fill_with(number)
        yield process
    finally:
        process.kill()
        process.wait(20)


def until(look: Callable[[], T], what: str, seconds: float = 90) -> T:
    """What `look` gives as soon as it gives something."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"still not there after {seconds:.0f} s: {what}"
        time.sleep(0.2)
    return found


def share_of(colour: str, picture: QImage, left: float = 0.0, top: float = 0.0, right: float = 1.0, bottom: float = 1.0) -> float:
    """How much of a part of a picture has a colour, from 0 to 1; the part's edges as shares of the picture, every other pixel looked at."""
    wanted = QColor(colour).rgb()
    xs = range(int(left * picture.width()), int(right * picture.width()), 2)
    ys = range(int(top * picture.height()), int(bottom * picture.height()), 2)
    return sum(picture.pixel(x, y) == wanted for y in ys for x in xs) / (len(xs) * len(ys))

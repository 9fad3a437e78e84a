"""The first size of a window: what it wants, as far as the screen has room for it and its frame."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_FRAME = QSize(16, 48)          # pixels that a title bar and edges may take


def bounded(wanted: QSize, room: QSize) -> QSize:
    """`wanted`, no larger than a screen whose free area is `room`."""
    return wanted.boundedTo(room - _FRAME)


def resize(window: QWidget, width: int, height: int) -> None:
    window.resize(bounded(QSize(width, height), window.screen().availableSize()))

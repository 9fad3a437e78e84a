"""What can be done with a hit, as the menu of its row: right click, the Menu key, Shift+F10."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from engine.hits import Hit
from ui.window.language import translate

HitAction = Literal["open", "show", "copy-path", "copy-passage", "why", "leave-out"]


class HitMenu(QMenu):
    def __init__(self, hit: Hit, act: Callable[[HitAction, Hit], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._hit, self._act = hit, act
        self._add("open", translate("HitMenu", "Open"), "Ctrl+Return")
        self._add("show", translate("HitMenu", "Show in folder"))
        self.addSeparator()
        self._add("copy-passage", translate("HitMenu", "Copy the passage with its source"), "Ctrl+Shift+C")
        self._add("copy-path", translate("HitMenu", "Copy the path"))
        self.addSeparator()
        self._add("why", translate("HitMenu", "Why this result?"), "Ctrl+I")
        self._add("leave-out", translate("HitMenu", "Leave this file out…"))

    def _add(self, name: HitAction, text: str, keys: str = "") -> None:
        action = self.addAction(text)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda: self._act(name, self._hit))

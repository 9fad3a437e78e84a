"""What can be done with a hit, as the menu of its row: right click, the Menu key, Shift+F10."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from engine.hits import Hit
from ui.window import wording
from ui.window.language import translate

HitAction = Literal[
    "open", "show", "copy-path", "copy-passage", "why", "leave-out", "right", "wrong", "right-page", "unfold", "fold",
    "search-in", "copy-markdown", "passages",
]


class HitMenu(QMenu):
    def __init__(
        self, hit: Hit, act: Callable[[HitAction, Hit], None], parent: QWidget, verdict: bool | None = None,
        is_unfolded: bool | None = None,
    ) -> None:
        """`verdict`: the person's own for this question. `is_unfolded`: None where there are no older versions to show."""
        super().__init__(parent)
        self._hit, self._act = hit, act
        self._add("open", translate("HitMenu", "Open"), "Ctrl+Return")
        self._add("show", translate("HitMenu", "Show in folder"))
        self.addSeparator()
        self._add("copy-passage", translate("HitMenu", "Copy the passage with its source"), "Ctrl+Shift+C")
        self._add("copy-markdown", translate("HitMenu", "Copy it as Markdown"), "Ctrl+Alt+C")
        self._add("copy-path", translate("HitMenu", "Copy the path"))
        self.addSeparator()
        self._add("right", translate("HitMenu", "Right for this question"), "Ctrl+J", verdict is True)
        if hit.page is not None:
            self._add("right-page", translate("HitMenu", "Right on page {page} only").format(page=wording.number(hit.page)))
        self._add("wrong", translate("HitMenu", "Wrong for this question"), "Ctrl+Shift+J", verdict is False)
        self.addSeparator()
        if is_unfolded is not None:
            fold, unfold = translate("HitMenu", "Hide older versions"), translate("HitMenu", "Show older versions")
            self._add("fold" if is_unfolded else "unfold", fold if is_unfolded else unfold)
        if hit.n_more:
            self._add("passages", translate("HitMenu", "Other passages of this document"), "Right")
        self._add("search-in", translate("HitMenu", "Search inside this document"), "Ctrl+M")
        self._add("why", translate("HitMenu", "Why this result?"), "Ctrl+I")
        self._add("leave-out", translate("HitMenu", "Leave this file out…"))

    def _add(self, name: HitAction, text: str, keys: str = "", is_checked: bool | None = None) -> None:
        action = self.addAction(text)
        if is_checked is not None:
            action.setCheckable(True)
            action.setChecked(is_checked)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda: self._act(name, self._hit))

"""One kind of filter: a button with all its values, and the commonest of them beside it as chips with their counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QWidget

from ui.window import wording

MOST_CHIPS = 4
_LONGEST = 28


@dataclass(frozen=True, slots=True)
class Value:
    key: Hashable
    name: str
    count: int | None = None        # None: not known
    tip: str = ""


class Chip(QPushButton):
    """A value to choose and to leave: by click, by Space or Enter; Delete leaves it too."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("chip", True)
        self.setCheckable(True)
        self.setAutoDefault(False)

    def show_value(self, value: Value, group: str, is_chosen: bool) -> None:
        self.setChecked(is_chosen)
        name = value.name if len(value.name) <= _LONGEST else value.name[:_LONGEST] + "…"
        name = name.replace("&", "&&")
        count = "" if value.count is None else wording.number(value.count)
        self.setText(("✓ " if is_chosen else "") + name + (f"  {count}" if count else ""))
        spoken = f"{group}: {value.name}"
        self.setAccessibleName(f"{spoken}, {count}" if count else spoken)
        told = value.tip or value.name
        if value.count is not None:
            told += "\n" + self.tr("%n document(s) among those that this search found", "", value.count)
        if is_chosen:
            told += "\n" + self.tr("Click to search without it")
        self.setToolTip(told)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or (
            event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.isChecked()
        ):
            self.click()
            return
        super().keyPressEvent(event)


class FilterGroup(QObject):
    """Several values of a group mean any of them. The widgets are placed by whoever owns the group."""

    changed = Signal()

    def __init__(self, parent: QWidget, describe: Callable[[Any], Value], most: int = MOST_CHIPS) -> None:
        """
        Args:
            describe: a chosen value that is not among those offered, in words, without a count.
        """
        super().__init__(parent)
        self._describe = describe
        self._most = most
        self._n_documents = 0
        self.chosen: list[Hashable] = []
        self._values: tuple[Value, ...] = ()
        self._n_chips = MOST_CHIPS
        self._title = ""
        self.button = QToolButton(parent)
        self.button.setProperty("text", True)
        self.button.setProperty("dropdown", True)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._menu = QMenu(self.button)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.button.setMenu(self._menu)
        self.chips = [Chip(parent) for _ in range(MOST_CHIPS)]
        for chip in self.chips:
            chip.clicked.connect(self._chip_clicked)
        self._keys: list[Hashable] = []                 # of the chips that are in use
        self._ranks: dict[Hashable, int] = {}           # by key: how many values go before it when there is little room
        self.more: Callable[[QMenu], None] | None = None        # adds what else the menu offers

    @property
    def widgets(self) -> list[QWidget]:
        return [self.button, *self.chips]

    def set_title(self, title: str, accessible: str) -> None:
        self._title = title
        self.button.setText(title)
        self.button.setAccessibleName(accessible)
        self.button.setToolTip(accessible)

    def set_values(self, values: Sequence[Value], n_documents: int = 0) -> None:
        """
        Args:
            n_documents: how many there are in all: a value that all of them have is no choice, and gets no chip.
        """
        self._n_documents = n_documents
        self._values = tuple(values)
        self._show()

    def set_most_chips(self, number: int) -> None:
        """How many of the values stand beside the button; those that are chosen always do."""
        if number != self._n_chips:
            self._n_chips = number
            self._show_chips()

    def toggle(self, key: Hashable) -> None:
        self.chosen = [one for one in self.chosen if one != key] if key in self.chosen else [*self.chosen, key]
        self._show()
        self.changed.emit()

    def clear(self) -> None:
        """Without telling."""
        self.chosen = []
        self._show()

    def _chip_clicked(self) -> None:
        chip = self.sender()
        assert isinstance(chip, Chip)
        self.toggle(self._keys[self.chips.index(chip)])

    def _show(self) -> None:
        """The chips in the order of the values, so that none moves when it is chosen."""
        by_key = {value.key: value for value in self._values}
        telling = [value.key for value in self._values if value.count and value.count != self._n_documents][: self._most]
        keys = telling + [key for key in self.chosen if key not in telling]
        while len(keys) > len(self.chips):          # those that are chosen stay, as far as there are chips
            keys.remove(next((key for key in reversed(keys) if key not in self.chosen), keys[-1]))
        order = [*by_key, *(key for key in self.chosen if key not in by_key)]
        self._keys = sorted(keys, key=order.index)
        for chip, key in zip(self.chips, self._keys, strict=False):
            chip.show_value(by_key.get(key) or self._gone(key), self._title, key in self.chosen)
        self._ranks = {key: telling.index(key) if key in telling else len(telling) for key in self._keys}
        n_hidden = len([key for key in self.chosen if key not in self._keys])
        self.button.setText(f"{self._title} +{n_hidden}" if n_hidden else self._title)
        self._show_chips()

    def _show_chips(self) -> None:
        self.button.setVisible(self._is_offered)
        for place, chip in enumerate(self.chips):
            chip.setVisible(place < len(self._keys) and self._is_shown(self._keys[place], self._n_chips))

    @property
    def _is_offered(self) -> bool:
        return bool(self._values or self.chosen or self.more)

    def _is_shown(self, key: Hashable, n_chips: int) -> bool:
        return key in self.chosen or self._ranks[key] < n_chips

    def widths(self, n_chips: int) -> list[int]:
        """Of the widgets that stand in the row with so many values beside the button."""
        chips = [chip for chip, key in zip(self.chips, self._keys, strict=False) if self._is_shown(key, n_chips)]
        shown: list[QWidget] = [self.button, *chips] if self._is_offered else []
        for widget in shown:
            widget.ensurePolished()
        return [widget.sizeHint().width() for widget in shown]

    def _gone(self, key: Hashable) -> Value:
        """A chosen value that is not among those found; what the menu offers besides was not counted."""
        is_counted = self.more is None and any(value.count is not None for value in self._values)
        return replace(self._describe(key), count=0 if is_counted else None)

    def _listed(self) -> set[Hashable]:
        return {value.key for value in self._values}

    def _fill_menu(self) -> None:
        self._menu.clear()
        offered = [*self._values, *(self._gone(key) for key in self.chosen if key not in self._listed() and self.more is None)]
        for value in offered:
            count = "" if value.count is None else f"  ({wording.number(value.count)})"
            action = QAction(value.name.replace("&", "&&") + count, self._menu)
            action.setCheckable(True)
            action.setChecked(value.key in self.chosen)
            action.setToolTip(value.tip)
            action.triggered.connect(lambda _=False, key=value.key: self.toggle(key))
            self._menu.addAction(action)
        if self.more is not None:
            self.more(self._menu)

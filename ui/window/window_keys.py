"""Keys of the window that work in its fields too: a field takes Ctrl+E, Ctrl+D, Ctrl+H… for itself on some desktops."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QMainWindow, QWidget


def open_menu_of(widget: QWidget) -> None:
    """As the menu key does: not every keyboard has one, and Qt knows Shift+F10 on some desktops only."""
    place = widget.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, widget.mapToGlobal(place))
    QCoreApplication.postEvent(widget, event)


class WindowKeys(QObject):
    """Watches the fields that are in the window when it is made."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        for field in window.findChildren(QLineEdit):
            field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if QKeySequence(event.keyCombination()) in self._keys():
                event.ignore()
                return True
        return super().eventFilter(watched, event)

    def _keys(self) -> list[QKeySequence]:
        shortcuts = self._window.findChildren(QShortcut, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return [shortcut.key() for shortcut in shortcuts] + [key for action in self._window.actions() for key in action.shortcuts()]

"""The menu of the search field: searches that were kept, and the latest ones."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QMessageBox, QWidget

from ui.window.history import History
from ui.window.language import translate

SHOWN = 15
_LONGEST = 70


class HistoryMenu(QMenu):
    chosen = Signal(str)

    def __init__(self, history: History, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._query = ""
        self.aboutToShow.connect(self._fill)
        self._fill()

    def set_query(self, query: str) -> None:
        """What is in the field: it can be kept."""
        self._query = query.strip()

    def _fill(self) -> None:
        self.clear()
        history = self._history
        if self._query and self._query not in history.kept:
            self.addAction(translate("HistoryMenu", "Keep this search")).triggered.connect(
                lambda _=False, query=self._query: history.keep(query)
            )
        elif self._query:
            self.addAction(translate("HistoryMenu", "Keep this search no longer")).triggered.connect(
                lambda _=False, query=self._query: history.keep(query, False)
            )
        if history.kept:
            self._add_group(translate("HistoryMenu", "Kept searches"), history.kept)
        if history.recent:
            self._add_group(translate("HistoryMenu", "Latest searches"), history.recent)
            self.addSeparator()
            self.addAction(translate("HistoryMenu", "Forget the latest searches…")).triggered.connect(
                lambda: ask_to_forget(history, self.parentWidget())
            )
        if self.isEmpty():
            self.addAction(translate("HistoryMenu", "No searches yet")).setEnabled(False)

    def _add_group(self, title: str, queries: list[str]) -> None:
        self.addSeparator()
        self.addAction(title).setEnabled(False)     # many styles draw a section without its title
        for query in queries[:SHOWN]:
            shown = query if len(query) <= _LONGEST else query[:_LONGEST] + "…"
            self.addAction(shown.replace("&", "&&")).triggered.connect(lambda _=False, query=query: self.chosen.emit(query))


def ask_to_forget(history: History, parent: QWidget | None) -> None:
    """It cannot be undone: what is forgotten is gone from the disk and from memory."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(translate("HistoryMenu", "Forget searches"))
    box.setText(translate("HistoryMenu", "Forget the latest searches and what was opened?"))
    box.setInformativeText(translate("HistoryMenu", "They cannot be brought back. Kept searches stay."))
    forget = box.addButton(translate("HistoryMenu", "Forget"), QMessageBox.ButtonRole.DestructiveRole)
    keep = box.addButton(translate("HistoryMenu", "Keep"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    forget.clicked.connect(history.clear)
    box.open()

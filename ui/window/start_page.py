"""The first start, one page: which folders, how much is in them, what is left out, and the button that starts."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QStandardPaths, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ui.window import icons, progress_words, wording
from ui.window.folder_counter import FolderCounter
from ui.window.pages import Column

_RULES_SHOWN = 3


def usual_folders() -> list[str]:
    """The person's documents and desktop, where they are there and not the home folder itself."""
    places = QStandardPaths.StandardLocation
    found = [
        os.path.normpath(QStandardPaths.writableLocation(place)) for place in (places.DocumentsLocation, places.DesktopLocation)
    ]
    home = os.path.normpath(os.path.expanduser("~"))
    return [path for path in dict.fromkeys(found) if path != home and os.path.isdir(path)]


class StartPage(Column):
    """Shown until there is a folder."""

    add_wanted = Signal()           # choose a folder
    started = Signal(list)          # paths

    def __init__(
        self, command: Sequence[str], parent: QWidget | None = None, suggestions: Callable[[], list[str]] = usual_folders,
    ) -> None:
        super().__init__(parent)
        self._suggestions: Callable[[], list[str]] | None = suggestions
        self._rows: dict[str, FolderRow] = {}
        self._counter = FolderCounter(command, self)
        self._counter.counted.connect(self._take_count)
        self._counter.failed.connect(self._take_failure)
        self.setAcceptDrops(True)
        self.column.addStretch(2)
        picture = QLabel(self)
        picture.setPixmap(icons.application_icon().pixmap(72, 72))
        self.column.addWidget(picture)
        self._title = self.heading(1.9)
        self._what = self.text()
        self._list = QVBoxLayout()
        self._list.setSpacing(6)
        self.column.addLayout(self._list)
        self._start, self._add = QPushButton(self), QPushButton(self)
        self._start.setProperty("primary", True)
        for button in (self._start, self._add):
            button.setMinimumHeight(40)
        self._start.clicked.connect(self._go)
        self._add.clicked.connect(self.add_wanted)
        row = QHBoxLayout()
        row.addWidget(self._add)
        row.addWidget(self._start)
        row.addStretch(1)
        self.column.addLayout(row)
        self._drop = self.text(dim=True)
        self._left_out = self.text(dim=True)
        self._private = self.text(dim=True)
        self.column.addStretch(3)
        self.retranslate()

    def add_folders(self, paths: Sequence[str], is_chosen: bool = True) -> None:
        """More folders to choose from; those that a person named are chosen."""
        for path in paths:
            row = self._rows.get(path)
            if row is None:
                row = self._rows[path] = FolderRow(path, self)
                row.check.toggled.connect(lambda _: self._enable())
                self._list.addWidget(row)
                self._counter.count(path)
                self._order_tabs()
            if is_chosen:
                row.check.setChecked(True)
        self._enable()
        if is_chosen and paths:
            self._start.setFocus()

    def focus_first(self) -> None:
        first = next((row.check for row in self._rows.values()), self._add)
        (self._start if self._start.isEnabled() else first).setFocus()

    def retranslate(self) -> None:
        self._title.setText(self.tr("Search your own documents"))
        self._what.setText(self.tr(
            "Choose your folders. Fichero reads the documents in them and finds them by their words within seconds; a while "
            "later also by what they mean, in any language. You can search while it reads."
        ))
        self._start.setText(self.tr("Start"))
        self._start.setToolTip(self.tr("Read the chosen folders"))
        self._add.setText(self.tr("Choose a folder…"))
        self._drop.setText(self.tr("Or drop folders here. More can be added and removed at any time."))
        self._left_out.setText(self.tr(
            "Left out: hidden and temporary files, folders of programs, and files that are no documents, such as "
            "pictures, sound and film."
        ))
        self._private.setText(self.tr("Your files are only read, never changed, and nothing leaves this computer."))
        for row in self._rows.values():
            row.fill()
        self._enable()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        suggestions, self._suggestions = self._suggestions, None
        if suggestions is not None:
            self.add_folders(suggestions(), is_chosen=False)
            return
        for path, row in self._rows.items():
            if not row.is_counted:          # the page was left meanwhile
                self._counter.count(path)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._counter.stop()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.add_folders([url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def _go(self) -> None:
        self._counter.stop()
        self.started.emit([path for path, row in self._rows.items() if row.check.isChecked()])

    def _order_tabs(self) -> None:
        order: list[QWidget] = [*(row.check for row in self._rows.values()), self._add, self._start]
        for before, after in itertools.pairwise(order):
            QWidget.setTabOrder(before, after)

    def _enable(self) -> None:
        self._start.setEnabled(any(row.check.isChecked() for row in self._rows.values()))

    @Slot(str, int, list)
    def _take_count(self, path: str, documents: int, left_out: list[list[object]]) -> None:
        if path in self._rows:
            self._rows[path].set_count(documents, left_out)

    @Slot(str)
    def _take_failure(self, path: str) -> None:
        if path in self._rows:
            self._rows[path].set_failed()


class FolderRow(QWidget):
    """A folder to choose, with what is in it."""

    def __init__(self, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._documents: int | None = None
        self._left_out: list[list[object]] = []
        self._has_failed = False
        self.check = QCheckBox(self)
        self.count = QLabel(self)
        self.count.setProperty("dim", True)
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.count.setWordWrap(True)
        self.count.setContentsMargins(24, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.check)
        column.addWidget(self.count)
        self.fill()

    @property
    def is_counted(self) -> bool:
        return self._documents is not None or self._has_failed

    def set_count(self, documents: int, left_out: list[list[object]]) -> None:
        self._documents, self._left_out, self._has_failed = documents, left_out, False
        self.fill()

    def set_failed(self) -> None:
        self._has_failed = True
        self.fill()

    def fill(self) -> None:
        """Words in the language in use."""
        self.check.setText(wording.printable(self._path).replace("&", "&&"))
        if self._has_failed:
            text = self.tr("what is in it could not be counted")
        elif self._documents is None:
            text = self.tr("counting what is in it…")
        else:
            text = self.tr("%n document(s)", "", self._documents)
            parts = [
                progress_words.left_out_in_words(str(rule), int(str(n_files)))
                for rule, n_files in self._left_out[:_RULES_SHOWN]
            ]
            if parts:
                text += " · " + self.tr("left out: {what}").format(what=", ".join(parts))
        self.count.setText(text)
        self.check.setAccessibleDescription(text)

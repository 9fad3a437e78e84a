"""What other programs may do: the folders that assistants may read, and the model on this computer that writes answers."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.machine.local_address import AddressRefused, read_address
from engine.settings import Settings
from ui.window import wording
from ui.window.language import current

ROWS_SHOWN = 3
EXAMPLE = "http://127.0.0.1:8080/v1"
Choose = Callable[[QWidget, str], str]      # title → a folder, "" for none


class ProgramsEditor(QWidget):
    changed = Signal(dict)              # field of Settings → value

    def __init__(self, parent: QWidget | None = None, choose: Choose | None = None) -> None:
        super().__init__(parent)
        self.choose = choose or QFileDialog.getExistingDirectory
        self._folders: tuple[str, ...] = ()
        self._values = {"answer_address": "", "answer_model": ""}
        self._assistants, self._answers = _note(self), _note(self)
        self.refused = _note(self)
        self.folders = QListWidget(self)
        self.folders.setFixedHeight(ROWS_SHOWN * (self.fontMetrics().height() + 14))
        self.none_yet = _note(self)         # instead of an empty list
        self.add, self.remove = QPushButton(self), QPushButton(self)
        self.address, self.model = QLineEdit(self), QLineEdit(self)
        self._captions = QLabel(self), QLabel(self)
        self._build()
        self.retranslate()

    def set_settings(self, settings: Settings) -> None:
        if settings.assistant_folders != self._folders:
            self._folders = settings.assistant_folders
            self._fill()
        for name, field in (("answer_address", self.address), ("answer_model", self.model)):
            value = getattr(settings, name)
            if value != self._values[name]:
                self._values[name] = value
                field.setText(value)

    def retranslate(self) -> None:
        self._assistants.setText(self.tr(
            "Assistants on this computer may search and read these folders, and no others (command: mcp). What they read may "
            "leave the computer, to whoever runs their model."
        ))
        self._answers.setText(self.tr(
            "A model that you run on this computer may write answers from the passages found. You see what it is sent before "
            "it is. Empty: no answers are written."
        ))
        self.none_yet.setText(self.tr("No folder is allowed yet: assistants can read nothing."))
        self.folders.setAccessibleName(self.tr("Folders for assistants"))
        self.add.setText(self.tr("Allow a folder…"))
        self.remove.setText(self.tr("Take back"))
        for label, field, words in zip(
            self._captions, (self.address, self.model), (self.tr("Address of the model"), self.tr("Name of the model")), strict=True
        ):
            label.setText(words)
            field.setAccessibleName(words)
        self.address.setPlaceholderText(EXAMPLE)
        self._check()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _fill(self) -> None:
        self.folders.clear()
        self.folders.addItems([wording.printable(folder) for folder in self._folders])
        self._enable()

    def _enable(self) -> None:
        self.none_yet.setVisible(not self._folders)
        for part in (self.folders, self.remove):
            part.setVisible(bool(self._folders))
        self.remove.setEnabled(self.folders.currentRow() >= 0)

    def _add(self) -> None:
        folder = self.choose(self, self.tr("Folder that assistants may read"))
        if folder and (folder := os.path.abspath(folder)) not in self._folders:
            self.changed.emit({"assistant_folders": (*self._folders, folder)})

    def _remove(self) -> None:
        row = self.folders.currentRow()
        if row >= 0:
            self.changed.emit({"assistant_folders": self._folders[:row] + self._folders[row + 1:]})

    def _check(self) -> bool:
        """Whether the address as it is typed can be one; says why not."""
        text = self.address.text().strip()
        try:
            if text:
                read_address(text)
        except AddressRefused as error:
            self.refused.setText(error.message(current()))
            self.refused.show()
            return False
        self.refused.hide()
        return True

    def _tell_address(self) -> None:
        if self._check():
            self._tell("answer_address", self.address.text().strip())

    def _tell(self, name: str, value: str) -> None:
        if value != self._values[name]:
            self.changed.emit({name: value})

    def _build(self) -> None:
        for button in (self.add, self.remove):
            button.setAutoDefault(False)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.folders.currentRowChanged.connect(lambda _: self._enable())
        self.address.textEdited.connect(lambda _: self.refused.hide())
        self.address.editingFinished.connect(self._tell_address)
        self.model.editingFinished.connect(lambda: self._tell("answer_model", self.model.text().strip()))
        self.model.setMaxLength(200)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addStretch(1)
        form = QFormLayout()
        for label, field in zip(self._captions, (self.address, self.model), strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for part in (self._assistants, self.none_yet, self.folders):
            layout.addWidget(part)
        layout.addLayout(row)
        layout.addWidget(self._answers)
        layout.addLayout(form)
        layout.addWidget(self.refused)
        self._enable()


def _note(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("dim", True)
    return label

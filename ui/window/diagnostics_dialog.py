"""Shows the report for somebody who helps before it is handed on: what it says is seen, then copied or saved."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QProcess, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.window import first_size

Choose = Callable[[QWidget], str]


class DiagnosticsDialog(QDialog):
    """Runs `doctor --report -` in a process of its own, since the window opens no store."""

    def __init__(self, command: Sequence[str], parent: QWidget | None = None, choose: Choose | None = None) -> None:
        super().__init__(parent)
        self._choose = choose or self._ask_for_file
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self._copy, self._save, self._close = QPushButton(self), QPushButton(self), QPushButton(self)
        for button in (self._copy, self._save):
            button.setEnabled(False)
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        self._save.clicked.connect(self._write)
        self._close.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addStretch(1)
        for button in (self._copy, self._save, self._close):
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.addWidget(self._note)
        layout.addWidget(self.text, 1)
        layout.addLayout(row)
        first_size.resize(self, 680, 560)
        self._is_closed = False
        self._process = QProcess(self)
        self._process.finished.connect(self._take)
        self._process.errorOccurred.connect(lambda _: self._take())
        self._process.start(command[0], [*command[1:], "doctor", "--report", "-"])
        self.retranslate()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Report for somebody who helps"))
        self._note.setText(self.tr(
            "Counts, sizes, versions and the ends of the logs: no text of documents, no names, paths or searches. Nothing is sent; "
            "look through it, then copy or save it and hand it to whom you want."
        ))
        self.text.setAccessibleName(self.windowTitle())
        self.text.setPlaceholderText(self.tr("Looking…"))
        self._copy.setText(self.tr("Copy"))
        self._save.setText(self.tr("Save…"))
        self._close.setText(self.tr("Close"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def done(self, result: int) -> None:
        """Closed while it is still being made."""
        self._is_closed = True
        self._process.kill()
        super().done(result)

    @Slot()
    def _take(self) -> None:
        if self._is_closed:
            return
        said = bytes(self._process.readAllStandardOutput().data()).decode("utf-8", "replace").strip()
        self.text.setPlainText(said or self.tr("The report could not be made."))
        for button in (self._copy, self._save):
            button.setEnabled(bool(said))

    def _write(self) -> None:
        path = self._choose(self)
        if not path:
            return
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.text.toPlainText() + "\n")
        except OSError:
            self._note.setText(self.tr("The report could not be saved there."))

    def _ask_for_file(self, parent: QWidget) -> str:
        name = os.path.join(os.path.expanduser("~"), "fichero.json")
        return QFileDialog.getSaveFileName(parent, self.tr("Save…"), name)[0]

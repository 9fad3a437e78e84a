"""About Fichero: version and models, the privacy page, and every component with its licence."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.machine.licences import Component, components, full_text
from engine.machine.version import VERSION, revision
from ui.window import first_size, icons, language, wording

TEXTS = Path(__file__).parent / "texts"


class AboutDialog(QDialog):
    """The files are read apart from this thread."""

    _read = Signal(object, str)         # components, the revision
    _text_read = Signal(int, str)       # row, the licence text

    def __init__(self, data_dir: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data_dir = data_dir
        self._components: tuple[Component, ...] = ()
        self._revision = ""
        self.tabs = QTabWidget(self)
        self.tabs.setUsesScrollButtons(False)       # three fit; the chosen one is a little wider
        self._version, self._about = QLabel(self), QLabel(self)
        self.privacy = QTextBrowser(self)
        self.list = QListWidget(self)
        self.text = QPlainTextEdit(self)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self._build()
        self._buttons.rejected.connect(self.close)
        self.list.currentRowChanged.connect(self._show)
        self._read.connect(self._take)
        self._text_read.connect(self._take_text)
        self.retranslate()
        first_size.resize(self, 760, 600)
        threading.Thread(target=self._read_all, name="licences", daemon=True).start()

    def show_privacy(self) -> None:
        self.tabs.setCurrentIndex(1)

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("About Fichero"))
        for place, text in enumerate((self.tr("Fichero"), self.tr("Privacy"), self.tr("Licences"))):
            self.tabs.setTabText(place, text)
        self.tabs.setAccessibleName(self.windowTitle())
        self.privacy.setAccessibleName(self.tr("Privacy"))
        self.list.setAccessibleName(self.tr("Components"))
        self.text.setAccessibleName(self.tr("Licence text"))
        name = self.tr("Fichero {version}").format(version=VERSION)
        self._version.setText(self.tr("{name}, revision {revision}").format(name=name, revision=self._revision) if self._revision else name)
        self._about.setText(self.tr(
            "Searches your own documents on this computer. Nothing leaves it.\n\nFree software under the Apache License 2.0."
        ))
        page = (TEXTS / f"privacy_{language.current()}.md").read_text(encoding="utf-8")
        self.privacy.setMarkdown(page.replace("{data}", wording.printable(str(self._data_dir)).replace("`", "'")))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _build(self) -> None:
        first = QWidget(self)
        column = QVBoxLayout(first)
        column.setContentsMargins(24, 24, 24, 24)
        picture = QLabel(first)
        picture.setPixmap(icons.application_icon().pixmap(64, 64))
        self._about.setWordWrap(True)
        self._version.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        for widget in (picture, self._version, self._about):
            column.addWidget(widget)
        column.addStretch(1)
        self.privacy.setOpenLinks(False)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        third = QWidget(self)
        row = QHBoxLayout(third)
        row.addWidget(self.list, 2)
        row.addWidget(self.text, 3)
        for page in (first, self.privacy, third):
            self.tabs.addTab(page, "")
        layout = QVBoxLayout(self)
        layout.addWidget(self.tabs)
        layout.addWidget(self._buttons)

    def _read_all(self) -> None:
        found = components()
        self._emit(self._read, found, revision() or "")

    def _emit(self, signal: SignalInstance, *values: object) -> None:
        try:
            signal.emit(*values)
        except RuntimeError:
            return                      # closed meanwhile

    @Slot(object, str)
    def _take(self, found: tuple[Component, ...], built_from: str) -> None:
        self._components, self._revision = found, built_from
        for component in found:
            self.list.addItem(f"{component.name} {component.version}: {component.licence}")
        self.list.setCurrentRow(0)
        self.retranslate()

    @Slot(int)
    def _show(self, row: int) -> None:
        if 0 <= row < len(self._components):
            component = self._components[row]
            threading.Thread(target=lambda: self._emit(self._text_read, row, full_text(component)), name="licence", daemon=True).start()

    @Slot(int, str)
    def _take_text(self, row: int, text: str) -> None:
        if row == self.list.currentRow():
            self.text.setPlainText(text)

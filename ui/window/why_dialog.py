"""'Why is this file not found?': one place to ask about any path, with the button that mends it."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.messages import Failure, WhyTold
from ui.window import wording
from ui.window.elided_label import ElidedLabel
from ui.window.hit_delegate import scaled
from ui.window.language import current, translate
from ui.window.why_words import Mend, MendName, given_path, mends, sentence, waits_for_indexing

Choose = Callable[[QWidget], str]


class WhyDialog(QDialog):
    """Beside the window, not in its way. It asks by `asked`, gets the answer by `take`, and never looks at the disk."""

    asked = Signal(str)             # a whole path
    mend_wanted = Signal(str, object)       # MendName, WhyTold

    def __init__(self, parent: QWidget | None = None, choose: Choose | None = None) -> None:
        super().__init__(parent)
        self._choose_file = choose or _ask_for_file
        self._told: WhyTold | None = None
        self._failure: Failure | None = None
        self._place = ""
        self._is_ocr_on = self._is_hit = self._is_paused = False
        self._path = ""                 # what was asked last
        self._is_mending = False
        self.setAcceptDrops(True)
        self._intro = _label(self, dim=True)
        self.field = QLineEdit(self)
        self.field.setAcceptDrops(False)        # the dialog takes what is dropped, as a whole path
        self.field.setMinimumWidth(360)
        self._choose, self._ask, self._close = QPushButton(self), QPushButton(self), QPushButton(self)
        self._ask.setProperty("primary", True)
        self._ask.setDefault(True)
        self._choose.setAutoDefault(False)
        self._close.setAutoDefault(False)
        self._choose.clicked.connect(self._take_choice)
        self._ask.clicked.connect(lambda: self.ask(self.field.text()))
        self._close.clicked.connect(self.close)
        self._card = QFrame(self)
        self._card.setObjectName("card")
        self._name = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self._name.setFont(scaled(self.font(), 1.1, self.font().Weight.DemiBold))
        self._answer, self._in_list = _label(self), _label(self)
        self._buttons: list[QPushButton] = []
        self._row = QHBoxLayout()
        self._build()
        self.retranslate()

    @property
    def text(self) -> str:
        """The answer as it is read."""
        return "\n".join(label.text() for label in (self._answer, self._in_list) if not label.isHidden())

    @property
    def buttons(self) -> list[QPushButton]:
        return self._buttons

    def ask(self, text: str) -> None:
        """About a path as a person gives it."""
        self.field.setText(wording.printable(text))
        self._path, self._told, self._failure, self._is_mending = given_path(text), None, None, False
        self._fill()
        if self._path:
            self.asked.emit(self._path)

    def ask_again(self) -> None:
        """The index has changed: the same question."""
        if self._path and self.isVisible():
            self.asked.emit(self._path)

    def take(self, told: WhyTold, place: str, is_ocr_on: bool, is_hit: bool = False, is_paused: bool = False) -> None:
        """The answer.

        Args:
            place: where it stands in the search that is shown; "" where none is.
            is_hit: it is among the results of that search.
            is_paused: the person has paused the indexing.
        """
        if self._told != told:
            self._is_mending = False
        self._told, self._failure, self._place, self._is_ocr_on = told, None, place, is_ocr_on
        self._is_hit, self._is_paused = is_hit, is_paused
        self._fill()

    def fail(self, failure: Failure) -> None:
        self._failure = failure
        self._fill()

    def retranslate(self) -> None:
        self.setWindowTitle(translate("Why", "Why is this file not found?"))
        self._intro.setText(translate("Why", "Give a file or a folder: type or paste its path, choose it, or drop it here."))
        self.field.setPlaceholderText(translate("Why", "Path of a file or a folder"))
        self.field.setAccessibleName(translate("Why", "Path of a file or a folder"))
        self._choose.setText(translate("Why", "Choose…"))
        self._choose.setAccessibleName(translate("Why", "Choose a file"))
        self._ask.setText(translate("Why", "Ask"))
        self._close.setText(translate("Why", "Close"))
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.ask(next(url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()))
        event.acceptProposedAction()

    def _build(self) -> None:
        top = QHBoxLayout()
        for widget in (self.field, self._choose, self._ask):
            top.addWidget(widget, 1 if widget is self.field else 0)
        inside = QVBoxLayout(self._card)
        inside.setContentsMargins(18, 12, 18, 14)
        inside.setSpacing(8)
        for label in (self._name, self._answer, self._in_list):
            inside.addWidget(label)
        inside.addLayout(self._row)
        self._row.addStretch(1)
        bottom = QHBoxLayout()
        bottom.addStretch(1)
        bottom.addWidget(self._close)
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self._intro)
        layout.addLayout(top)
        layout.addWidget(self._card)
        layout.addStretch(1)
        layout.addLayout(bottom)
        self.setMinimumWidth(600)

    def _fill(self) -> None:
        told = self._told
        name = wording.printable(told.why.path if told is not None else self._path)
        self._name.setText(name)
        self._name.setVisible(bool(name))
        self._answer.setText(self._sentence())
        self._answer.setAccessibleName(self._answer.text())
        self._in_list.setText(self._place if told is not None else "")
        self._in_list.setVisible(bool(self._in_list.text()))
        self._card.setVisible(bool(self._answer.text()))
        self._set_buttons(mends(told, self._is_ocr_on, self._is_hit, self._is_paused) if told is not None and self._failure is None else ())
        self._fit()

    def _fit(self) -> None:
        """Grow to what the answer needs: wrapped text asks for no height of its own."""
        layout = self._layout
        layout.activate()
        width = max(self.width(), layout.totalMinimumSize().width())
        self.resize(width, max(self.height(), layout.totalHeightForWidth(width)))

    def _sentence(self) -> str:
        if self._failure is not None:
            return self._failure.message(current())
        if self._told is not None:
            text = sentence(self._told, self._is_ocr_on)
            if self._is_paused and waits_for_indexing(self._told):
                return text + " " + translate("Why", "Indexing is paused.")
            return text + "\n" + translate("Why", "It has been asked for; this answer follows when it is done.") if self._is_mending else text
        if self._path:
            return translate("Why", "Looking…")
        if self.field.text().strip():
            return translate("Why", "Please give the whole path, from the drive or the first folder on; or choose the file.")
        return ""

    def _set_buttons(self, wanted: tuple[Mend, ...]) -> None:
        if [(button.property("mend"), button.text()) for button in self._buttons] == [(mend.name, mend.text) for mend in wanted]:
            return          # the focus stays where it is
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for position, mend in enumerate(wanted):
            button = QPushButton(mend.text, self)
            button.setProperty("mend", mend.name)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, name=mend.name: self._mend(name))
            self._row.insertWidget(position, button)
            button.show()
            self._buttons.append(button)
        before: QWidget = self._ask
        for button in self._buttons:
            QWidget.setTabOrder(before, button)
            before = button

    def _mend(self, name: MendName) -> None:
        told = self._told
        if told is None:
            return
        if name in ("add", "add-folder", "again", "again-folder", "retry"):
            self._is_mending = True
            self._fill()
        self.mend_wanted.emit(name, told)

    def _take_choice(self) -> None:
        path = self._choose_file(self)
        if path:
            self.ask(os.path.normpath(path))


def _label(parent: QWidget, dim: bool = False) -> QLabel:
    label = QLabel(parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("dim", dim)
    if not dim:
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
    return label


def _ask_for_file(parent: QWidget) -> str:
    return QFileDialog.getOpenFileName(parent, translate("Why", "Choose a file"), os.path.expanduser("~"))[0]

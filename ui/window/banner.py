"""The one place that tells the person of an error or of news: a strip above the results that never blocks."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from engine.messages import Failure
from ui.window import icons, theme
from ui.window.language import current

Severity = Literal["error", "warning", "info"]


class Banner(QFrame):
    """Shows one message at a time; a newer one takes its place, the same one is not shown twice."""

    acted = Signal(str)         # code of the message whose button was pressed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._failure: Failure | None = None
        self._severity: Severity = "info"
        self._icon = QLabel(self)
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._act = QPushButton(self)
        self._act.clicked.connect(self._acted)
        self._close = QToolButton(self)
        self._close.clicked.connect(self.hide_message)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 8, 8)
        layout.setSpacing(10)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._act)
        layout.addWidget(self._close)
        self.hide()
        self.retranslate()

    @property
    def code(self) -> str | None:
        """Of the message in view."""
        return self._failure.code if self._failure is not None else None

    @property
    def text(self) -> str:
        return self._text.text()

    def show_failure(self, failure: Failure, severity: Severity = "error", action: str = "") -> None:
        """Show a message in the language in use; `action` labels a button that emits `acted`."""
        if self._failure == failure and self.isVisible():
            return
        self._failure, self._severity = failure, severity
        self._act.setText(action)
        self._act.setVisible(bool(action))
        self.setProperty("severity", severity)
        self.style().unpolish(self)
        self.style().polish(self)
        self._fill()
        self.show()

    def hide_message(self) -> None:
        self._failure = None
        self.hide()

    def hide_code(self, code: str) -> None:
        """What the message says is over."""
        if self.code == code:
            self.hide_message()

    def hide_failure(self, failure: Failure | None) -> None:
        """This failure is over; another's message stays."""
        if failure is not None and self._failure == failure:
            self.hide_message()

    def retranslate(self) -> None:
        self._close.setToolTip(self.tr("Close this message"))
        self._close.setAccessibleName(self.tr("Close this message"))
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._text.setMinimumHeight(max(0, self._text.heightForWidth(max(1, self._text.width()))))

    def _fill(self) -> None:
        colours = theme.current()
        colour = {"error": colours.error, "warning": colours.warning, "info": colours.accent}[self._severity]
        name = "info" if self._severity == "info" else "warning"
        self._icon.setPixmap(icons.pixmap(name, 20, colour, self.devicePixelRatioF()))
        self._close.setIcon(icons.icon("clear"))
        if self._failure is not None:
            self._text.setText(self._failure.message(current()))
            self.setAccessibleName(self._text.text())

    def _acted(self) -> None:
        code = self.code
        self.hide_message()
        if code is not None:
            self.acted.emit(code)

"""A label and a button that take the room they get and elide their text, with the whole text as tool tip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QStyleOptionToolButton, QStylePainter, QToolButton, QWidget

_LEAST = 40             # pixels of width


class ElidedLabel(QLabel):
    def __init__(self, mode: Qt.TextElideMode, parent: QWidget | None = None, least: int = 0) -> None:
        """`least`: pixels of text that are shown in any case."""
        super().__init__(parent)
        self._mode, self._least = mode, least
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(max(_LEAST, min(self._least, self.sizeHint().width())), super().minimumSizeHint().height())

    @property
    def shown(self) -> str:
        """What of the text is drawn. What has its whole room would lose letters to a fraction of a pixel: widths are rounded."""
        text = " ".join(self.text().split())
        is_whole = self.width() >= self.sizeHint().width()
        return text if is_whole else self.fontMetrics().elidedText(text, self._mode, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), self.shown)
        painter.end()


class ElidedButton(QToolButton):
    """As wide as its text where there is room, never wider."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("text", True)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, super().minimumSizeHint().height())

    @property
    def shown(self) -> str:
        """What of the text is drawn."""
        lacking = self.sizeHint().width() - self.width()
        if lacking <= 0:
            return self.text()
        room = self.fontMetrics().horizontalAdvance(self.text()) - lacking
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = self.shown.replace("&", "&&")
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()

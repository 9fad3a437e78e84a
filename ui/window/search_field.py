"""The search field: it shows, paler, how the word being typed may go on by the documents' own words."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.language.folding import fold, nfc
from ui.window.theme import current

_AROUND = 18            # pixels above and below the letters, together


class SearchField(QLineEdit):
    """Tab, or the arrow to the right at the end of the text, takes a suggestion over; Alt with the arrows down and up shows
    the others. Every other key does what it always does. Nothing is taken over by itself, and Enter searches what stands
    there."""

    suggestion_wanted = Signal(str)     # the text, whose last word is being typed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before, self._typed = "", ""      # the text: what stands before the word being typed, and that word
        self._words: tuple[str, ...] = ()       # what it may become
        self.textEdited.connect(self.suggestion_wanted)
        self.textChanged.connect(self._changed)
        self.cursorPositionChanged.connect(lambda *_: self.update())
        self.selectionChanged.connect(self.update)

    @property
    def suggestion(self) -> str:
        """The whole word that is suggested in place of the last one; "" where none is."""
        is_at_end = self.cursorPosition() == len(self.text()) and not self.hasSelectedText()
        return self._words[0] if self._words and is_at_end and self.hasFocus() else ""

    def suggest(self, typed: str, words: tuple[str, ...]) -> None:
        """Words that the last one, `typed`, may become; ignored where another one is being typed by now."""
        text = self.text()
        if typed and text.endswith(typed):
            self._before, self._typed = text[: len(text) - len(typed)], typed
            self._words = tuple(word for word in words if _begins(word, typed))
            self._show()

    def sizeHint(self) -> QSize:
        """High enough for its own letters, however large they are: a style sheet counts in pixels."""
        return super().sizeHint().expandedTo(QSize(0, self.fontMetrics().height() + _AROUND))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def take_suggestion(self) -> bool:
        word = self.suggestion
        if not word:
            return False
        self.setSelection(len(self._before), len(self._typed))
        self.insert(word)       # can be undone
        return True

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            keys = (Qt.Key.Key_Tab, Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right)
            if is_plain and event.key() in keys and self.take_suggestion():
                return True
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step and event.modifiers() == Qt.KeyboardModifier.AltModifier and self.suggestion:
                self._words = (*self._words[step:], *self._words[:step])
                self._show()
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        word = self.suggestion
        if not word or _is_rtl(self.text()):
            return
        at = self.cursorRect()
        rest = word[len(self._typed):]
        room = self.rect().right() - at.right() - self.textMargins().right() - 64     # before the buttons in the field
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(QColor(current().dim))
        left = round(at.left() + at.width() / 2) + 1
        if QFontMetricsF(self.font()).horizontalAdvance(rest) <= room:
            painter.drawText(left, at.top(), room, at.height(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, rest)
        painter.end()

    def _changed(self, text: str) -> None:
        """What was suggested still holds where the person types on along it."""
        typed = text[len(self._before):] if text.startswith(self._before) else ""
        self._words = tuple(word for word in self._words if typed and _begins(word, typed))
        self._typed = typed if self._words else ""
        self._show()

    def _show(self) -> None:
        word = self.suggestion
        self.setAccessibleDescription(self.tr("Tab: {word}").format(word=word) if word else "")
        self.setToolTip(self.tr("Tab completes to “{word}”; Alt+↓ shows other words").format(word=word) if word else "")
        self.update()


def _begins(word: str, typed: str) -> bool:
    """Whether a word is longer than what is typed, and begins like it, accents and letter case ignored."""
    return len(word) > len(typed) and fold(nfc(word))[: len(typed)] == fold(nfc(typed))


def _is_rtl(text: str) -> bool:
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)

"""How high one line of text is: letters that the font lacks come from another one, which may be taller."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout

_FIRST_TALL = "\u0590"          # Latin, Greek and Cyrillic letters before it are in the fonts of every window


def line_height(font: QFont, text: str) -> float:
    """In pixels; never less than the font's own."""
    if max(text, default="") < _FIRST_TALL:
        return QFontMetricsF(font).height()
    return _laid_out(text, font)


@lru_cache(maxsize=512)
def _laid_out(text: str, font: QFont) -> float:
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(1e6)
    line.setPosition(QPointF(0, 0))
    layout.endLayout()
    return max(QFontMetricsF(font).height(), line.height())

"""Recall as a plot: a bar for each way of searching, filled as far as the first 5 go, outlined as far as the first 20.

What lies between the two is lost by ranking, what is missing behind them by reading or cutting. Ticks show an earlier run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.evaluation.study import CONFIGURATIONS
from ui.window import evaluation_words, theme
from ui.window.hit_delegate import scaled
from ui.window.language import translate

_GRID = (0.0, 0.25, 0.5, 0.75, 1.0)


class RecallPlot(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: Mapping[str, Any] | None = None
        self._before: Mapping[str, Any] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)        # so that a screen reader comes by
        self.setMinimumWidth(320)
        self.retranslate()

    def set_runs(self, run: Mapping[str, Any] | None, before: Mapping[str, Any] | None) -> None:
        self._run, self._before = run, before
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(translate("Evaluation", "Recall as a plot"))
        text = evaluation_words.plot_in_words(self._run, self._before) if self._run is not None else ""
        self.setAccessibleDescription(text)
        self.setToolTip(text)
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        line = QFontMetricsF(self.font()).height()
        return QSize(460, round((len(CONFIGURATIONS) * 1.9 + 3.4) * line) + 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._run is not None:
            self._paint(painter, self._run)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.current().accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    def _paint(self, painter: QPainter, run: Mapping[str, Any]) -> None:
        metrics = QFontMetricsF(self.font())
        line = metrics.height()
        names = [evaluation_words.configuration(name) for name in CONFIGURATIONS]
        values_width = metrics.horizontalAdvance("100 % · 100 %") + 10
        names_width = max(metrics.horizontalAdvance(name) for name in names) + 12
        field = QRectF(8 + names_width, 8 + 1.6 * line, self.width() - 16 - names_width - values_width, len(names) * 1.9 * line)
        self._legend(painter, line)
        self._grid(painter, field, line)
        for row, name in enumerate(CONFIGURATIONS):
            middle = field.top() + (row + 0.5) * field.height() / len(names)
            self._bar(painter, field, middle, 0.95 * line, run[name], self._before[name] if self._before is not None else None)
            self._write(painter, QRectF(8, middle - line, names_width, 2 * line), names[row], Qt.AlignmentFlag.AlignLeft)
            values = f"{evaluation_words.percent(run[name]['recall@5'])} · {evaluation_words.percent(run[name]['recall@20'])}"
            self._write(
                painter, QRectF(field.right() + 10, middle - line, values_width, 2 * line), values, Qt.AlignmentFlag.AlignLeft
            )

    def _legend(self, painter: QPainter, line: float) -> None:
        colours = theme.current()
        x, size = 8.0, 0.7 * line
        top = 8 + (line - size) / 2
        entries = [("5", translate("Evaluation", "among the first 5")), ("20", translate("Evaluation", "among the first 20"))]
        if self._before is not None:
            entries.append(("tick", translate("Evaluation", "before")))
        for kind, text in entries:
            if kind == "tick":
                self._tick(painter, x + size / 2, top + size / 2, size, colours.text)
            else:
                self._shape(painter, QRectF(x, top, size, size), is_filled=kind == "5")
            x += size + 6
            width = QFontMetricsF(self.font()).horizontalAdvance(text)
            self._write(painter, QRectF(x, 8, width + 4, line), text, Qt.AlignmentFlag.AlignLeft, colours.dim)
            x += width + 18

    def _grid(self, painter: QPainter, field: QRectF, line: float) -> None:
        colours = theme.current()
        small = QFontMetricsF(scaled(self.font(), 0.85))
        for share in _GRID:
            x = field.left() + share * field.width()
            painter.setPen(QPen(QColor(colours.line), 1))
            painter.drawLine(QLineF(x, field.top(), x, field.bottom()))
            text = evaluation_words.percent(share)
            width = small.horizontalAdvance(text)
            painter.setFont(scaled(self.font(), 0.85))
            painter.setPen(QColor(colours.dim))
            painter.drawText(QPointF(x - width / 2, field.bottom() + 1.1 * line), text)

    def _bar(
        self, painter: QPainter, field: QRectF, middle: float, height: float, figures: Mapping[str, float],
        before: Mapping[str, float] | None,
    ) -> None:
        for measure in ("recall@20", "recall@5"):
            box = QRectF(field.left(), middle - height / 2, figures[measure] * field.width(), height)
            if box.width() > 0:
                self._shape(painter, box, is_filled=measure == "recall@5")
        if before is not None:
            for measure in ("recall@5", "recall@20"):
                self._tick(painter, field.left() + before[measure] * field.width(), middle, 1.45 * height, theme.current().text)

    @staticmethod
    def _shape(painter: QPainter, box: QRectF, is_filled: bool) -> None:
        colours = theme.current()
        painter.setPen(QPen(QColor(colours.accent), 1.4))
        painter.setBrush(QColor(colours.accent if is_filled else colours.selected))
        painter.drawRoundedRect(box, 2, 2)

    @staticmethod
    def _tick(painter: QPainter, x: float, middle: float, height: float, colour: str) -> None:
        painter.setPen(QPen(QColor(colour), 2))
        painter.drawLine(QLineF(x, middle - height / 2, x, middle + height / 2))

    def _write(self, painter: QPainter, box: QRectF, text: str, how: Qt.AlignmentFlag, colour: str = "") -> None:
        painter.setFont(self.font())
        painter.setPen(QColor(colour or theme.current().text))
        painter.drawText(box, how | Qt.AlignmentFlag.AlignVCenter, text)

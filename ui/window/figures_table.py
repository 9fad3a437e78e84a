"""The figures of a run as a table: one row for each way of searching, with what has changed since the run compared with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from engine.evaluation.study import CONFIGURATIONS
from ui.window import evaluation_words, theme
from ui.window.language import translate

MEASURES = ("recall@5", "recall@20", "recall@1", "mrr@10", "median_ms")


class FiguresTable(QTableWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(len(CONFIGURATIONS), len(MEASURES), parent)
        self._run: Mapping[str, Any] | None = None
        self._before: Mapping[str, Any] | None = None
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setHighlightSections(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        self.setMinimumWidth(340)
        self.retranslate()

    def set_runs(self, run: Mapping[str, Any] | None, before: Mapping[str, Any] | None) -> None:
        self._run, self._before = run, before
        self._fill()

    def show_all(self, is_all: bool) -> None:
        """All measures, or the two of recall alone where there is little room."""
        for column in range(2, len(MEASURES)):
            self.setColumnHidden(column, not is_all)

    def retranslate(self) -> None:
        self.setAccessibleName(translate("Evaluation", "Figures of each way of searching"))
        names = (
            translate("Evaluation", "recall@5"), translate("Evaluation", "recall@20"), translate("Evaluation", "recall@1"),
            translate("Evaluation", "MRR@10"), translate("Evaluation", "time"),
        )
        tips = (
            translate("Evaluation", "Share of right documents that are among the first 5"),
            translate("Evaluation", "Share of right documents that are among the first 20"),
            translate("Evaluation", "Share of right documents that stand first"),
            translate("Evaluation", "Mean of 1 ÷ rank of the first right document, among the first 10"),
            translate("Evaluation", "Median time of a search"),
        )
        for column, (name, tip) in enumerate(zip(names, tips, strict=True)):
            item = QTableWidgetItem(name)
            item.setToolTip(tip)
            self.setHorizontalHeaderItem(column, item)
        self.setVerticalHeaderLabels([evaluation_words.configuration(name) for name in CONFIGURATIONS])
        self._fill()
        height = self.horizontalHeader().sizeHint().height() + len(CONFIGURATIONS) * self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(height + 4)        # and the border of the stylesheet

    def _fill(self) -> None:
        for row, name in enumerate(CONFIGURATIONS):
            for column, measure in enumerate(MEASURES):
                item = QTableWidgetItem(self._text(name, measure))
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                change = self._change(name, measure)
                if change:
                    colours = theme.current()
                    item.setForeground(QColor(colours.answer_edge if change > 0 else colours.error))
                self.setItem(row, column, item)

    def _text(self, name: str, measure: str) -> str:
        if self._run is None:
            return ""
        value = self._run[name][measure]
        if measure == "median_ms":
            return translate("Evaluation", "{number} ms").format(number=QLocale().toString(value, "f", 0))
        text = QLocale().toString(value, "f", 2)
        if self._before is None:
            return text
        change = evaluation_words.difference(value, self._before[name][measure])
        return f"{text} ({change})" if change else text

    def _change(self, name: str, measure: str) -> float:
        """Rounded as it is shown; 0 where nothing is compared."""
        if self._run is None or self._before is None or measure == "median_ms":
            return 0.0
        return round(100 * (self._run[name][measure] - self._before[name][measure]))

"""The page on which a person measures the search on their own questions: figures, what likely fails, and each question."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from PySide6.QtCore import QEvent, QLocale, Qt, QTime, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.evaluation.comparison import compared
from engine.evaluation.judgements import Judgement
from engine.evaluation.judging_messages import OWN, SavedRun
from ui.window import evaluation_words, icons, wording
from ui.window.calm_wheel import calm_wheel
from ui.window.figures_table import FiguresTable
from ui.window.flow_layout import FlowRow
from ui.window.hit_delegate import scaled
from ui.window.question_list import QuestionList
from ui.window.question_table import AskedQuestion, asked_questions
from ui.window.recall_plot import RecallPlot

ALL_FIGURES = 1_080         # width from which the table holds more than the two figures of recall
BOTH = 760                  # …and from which it stands beside the plot, which bears its figures too
ALL_DIGITS, BOTH_DIGITS = 130, 92          # …in widths of a digit: large text needs more room
_CHOOSE = "\0choose"        # in the list of sources: another CSV
_BY_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d")


class EvaluationPage(QWidget):
    back_wanted = Signal()
    source_wanted = Signal(str)         # OWN or the path of a CSV; "" chooses OWN
    choose_wanted = Signal()            # another CSV
    measure_wanted = Signal()
    stop_wanted = Signal()
    compare_wanted = Signal(str)        # name of a run, "" for none
    drop_wanted = Signal(str)           # name of a run
    import_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = OWN
        self._sources: list[str] = []           # CSVs that were chosen
        self._judgements: tuple[Judgement, ...] = ()
        self._runs: tuple[SavedRun, ...] = ()
        self._run: Mapping[str, Any] | None = None
        self._run_name = ""
        self._before: Mapping[str, Any] | None = None
        self._before_name = ""
        self._is_complete = True
        self._progress: tuple[int, int] | None = None
        self._title, self._intro, self._verdict, self._changes, self._progress_text = (QLabel(self) for _ in range(5))
        self._compare_label, self._sources_box, self.compare = QLabel(self), QComboBox(self), QComboBox(self)
        self._back, self._drop = QToolButton(self), QToolButton(self)
        self.buttons = {name: QPushButton(self) for name in ("measure", "stop", "import", "export")}
        self._bar = QProgressBar(self)
        self._card, self._figures_holder = QFrame(self), QWidget(self)
        self.plot, self.figures = RecallPlot(self), FiguresTable(self)
        self.list = QuestionList(self)
        self._build()
        self._connect()
        self.retranslate()

    # -- what is shown

    @property
    def source(self) -> str:
        return self._source

    @property
    def questions(self) -> tuple[AskedQuestion, ...]:
        return self.list.questions

    @property
    def run(self) -> Mapping[str, Any] | None:
        return self._run

    @property
    def verdict(self) -> str:
        """What is said of the figures, and of the changes."""
        return "\n".join(label.text() for label in (self._verdict, self._changes) if not label.isHidden())

    def set_source(self, source: str) -> None:
        """Another set of questions; its own runs follow."""
        if source and source not in self._sources:
            self._sources.append(source)
        if source != self._source:
            self._source, self._judgements = source, ()
            self.set_run("", None)
        self._fill()

    def set_judgements(self, judgements: tuple[Judgement, ...]) -> None:
        self._judgements = judgements
        self._fill()

    def set_runs(self, runs: tuple[SavedRun, ...]) -> None:
        self._runs = runs
        if self._before_name and all(run.name != self._before_name for run in runs):
            self._before, self._before_name = None, ""
        self._fill()

    def newest_run(self) -> str:
        """Of this source; "" where none is kept."""
        return next((run.name for run in self._runs if run.source == self._set_name), "")

    def set_run(self, name: str, run: Mapping[str, Any] | None, is_complete: bool = True) -> None:
        """The run that is shown; None: none is."""
        self._run, self._run_name, self._is_complete = run, name, is_complete
        if run is None or name == self._before_name:
            self._before, self._before_name = None, ""
        self._fill()

    def set_before(self, name: str, run: Mapping[str, Any] | None) -> None:
        self._before, self._before_name = run, name if run is not None else ""
        self._fill()

    def set_progress(self, progress: tuple[int, int] | None) -> None:
        """Questions measured, of how many; None: nothing is measured."""
        self._progress = progress
        self._fill_progress()

    def focus_first(self) -> None:
        (self.list.table if self.questions else self._back).setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _set_name(self) -> str:
        """As a run of this source is named."""
        return os.path.splitext(os.path.basename(self._source))[0] if self._source else "own"

    # -- building

    def _build(self) -> None:
        self._title.setFont(scaled(self.font(), 1.5, self.font().Weight.DemiBold))
        for label in (self._title, self._intro, self._verdict, self._changes):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self._intro, self._progress_text):
            label.setProperty("dim", True)
        self.buttons["measure"].setProperty("primary", True)
        for box in (self._sources_box, self.compare):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(160)
        self._card.setObjectName("card")
        card = QVBoxLayout(self._card)
        card.setContentsMargins(16, 10, 16, 10)
        card.setSpacing(6)
        card.addWidget(self._verdict)
        card.addWidget(self._changes)
        side = QHBoxLayout(self._figures_holder)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(16)
        side.addWidget(self.figures, 1, Qt.AlignmentFlag.AlignTop)
        side.addWidget(self.plot, 1, Qt.AlignmentFlag.AlignTop)
        content = QWidget()
        content.setAutoFillBackground(False)
        area = QScrollArea(self)        # the whole of it, so that a low window shows everything too
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(content)
        calm_wheel(area)
        area.viewport().setAutoFillBackground(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(28, 18, 28, 12)
        layout.setSpacing(10)
        layout.addWidget(FlowRow(self._back, self._title, None, self._sources_box, self.buttons["import"], self.buttons["export"]))
        layout.addWidget(self._intro)
        layout.addWidget(FlowRow(
            self.buttons["measure"], self._bar, self._progress_text, self.buttons["stop"], None, self._compare_label,
            self.compare, self._drop,
        ))
        layout.addWidget(self._card)
        layout.addWidget(self._figures_holder)
        layout.addWidget(self.list, 1)

    def _connect(self) -> None:
        self._back.clicked.connect(self.back_wanted)
        self.buttons["measure"].clicked.connect(self.measure_wanted)
        self.buttons["stop"].clicked.connect(self.stop_wanted)
        self.buttons["import"].clicked.connect(self.import_wanted)
        self.buttons["export"].clicked.connect(self.export_wanted)
        self._drop.clicked.connect(lambda: self.drop_wanted.emit(self.compare.currentData() or ""))
        self._sources_box.activated.connect(lambda _: self._choose_source())
        self.compare.activated.connect(lambda _: self.compare_wanted.emit(self.compare.currentData() or ""))

    # -- words

    def retranslate(self) -> None:
        self._back.setToolTip(self.tr("Back to the search (Esc)"))
        self._back.setAccessibleName(self._back.toolTip())
        self._title.setText(self.tr("Measure on your own questions"))
        self._intro.setText(self.tr(
            "Mark results as right or wrong while you search (✓ and ✗ above the document, Ctrl+J and Ctrl+Shift+J). Those questions "
            "are asked again here, to see how often the right document is found."
        ))
        texts = {
            "measure": (self.tr("Measure"), self.tr("Ask all questions by words, by meaning, by both, and by both reranked")),
            "stop": (self.tr("Cancel"), self.tr("Stop measuring")),
            "import": (self.tr("Import…"), self.tr("Add questions from a CSV: question, path, page, text, verdict")),
            "export": (self.tr("Export…"), self.tr("Write your questions to a CSV")),
        }
        for name, (text, tip) in texts.items():
            self.buttons[name].setText(text)
            self.buttons[name].setToolTip(tip)
            self.buttons[name].setAccessibleName(f"{text}: {tip}")
        self._compare_label.setText(self.tr("Compare with"))
        self.compare.setAccessibleName(self.tr("Compare with an earlier run"))
        self._drop.setToolTip(self.tr("Delete this run"))
        self._drop.setAccessibleName(self.tr("Delete this run"))
        self._sources_box.setAccessibleName(self.tr("Which questions"))
        self._set_icons()
        for part in (self.list, self.figures, self.plot):
            part.retranslate()
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._set_icons()
            self.figures.retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_figures()

    def _show_figures(self) -> None:
        """As many as there is room for, in letters of whatever size."""
        digit = self.fontMetrics().horizontalAdvance("0")
        self.figures.setVisible(self.width() >= max(BOTH, BOTH_DIGITS * digit))
        self.figures.show_all(self.width() >= max(ALL_FIGURES, ALL_DIGITS * digit))

    # -- filling

    def _fill(self) -> None:
        self._fill_sources()
        self._fill_compare()
        self._fill_figures()
        questions = asked_questions(self._judgements, self._run, self._before)
        self.list.set_questions(questions, self._source == OWN, self._run is not None, self._before is not None)
        self._fill_progress()

    def _fill_sources(self) -> None:
        box = self._sources_box
        box.blockSignals(True)
        box.clear()
        box.addItem(self.tr("My questions"), OWN)
        for source in self._sources:
            box.addItem(wording.printable(os.path.basename(source)), source)
        box.addItem(self.tr("Another CSV…"), _CHOOSE)
        box.setCurrentIndex(max(0, box.findData(self._source)))
        box.blockSignals(False)

    def _choose_source(self) -> None:
        chosen = self._sources_box.currentData()
        self._sources_box.setCurrentIndex(max(0, self._sources_box.findData(self._source)))
        if chosen == _CHOOSE:
            self.choose_wanted.emit()
        elif chosen != self._source:
            self.source_wanted.emit(chosen)

    def _fill_compare(self) -> None:
        box = self.compare
        earlier = [run for run in self._runs if run.source == self._set_name and run.name != self._run_name]
        box.blockSignals(True)
        box.clear()
        box.addItem(self.tr("nothing"), "")
        for run in earlier:
            box.addItem(run_text(run), run.name)
        box.setCurrentIndex(max(0, box.findData(self._before_name)))
        box.blockSignals(False)
        for widget in (box, self._compare_label):
            widget.setVisible(self._run is not None and bool(earlier))
        self._drop.setVisible(not box.isHidden() and bool(box.currentData()))

    def _fill_figures(self) -> None:
        run = self._run
        both = compared(run, self._before) if run is not None and self._before is not None else None
        self._card.setVisible(run is not None)
        self._figures_holder.setVisible(run is not None)
        for view in (self.figures, self.plot):
            view.set_runs(both.now if both is not None else run, both.before if both is not None else None)
        if run is None:
            self._changes.hide()
            return
        text = evaluation_words.verdict(run)
        if not self._is_complete:
            text += " " + self.tr("Not all documents are learned by meaning yet: the figures of the meaning will change.")
        self._verdict.setText(text)
        self._changes.setVisible(self._before is not None)
        self._changes.setText(evaluation_words.changes_in_words(both, self.compare.currentText()))

    def _fill_progress(self) -> None:
        is_measuring = self._progress is not None
        self.buttons["measure"].setVisible(not is_measuring)
        for widget in (self._bar, self._progress_text, self.buttons["stop"]):
            widget.setVisible(is_measuring)
        if self._progress is not None:
            done, total = self._progress
            text = self.tr("{done} of %Ln question(s)", "", total).format(done=wording.number(done))
            self._progress_text.setText(text if total else self.tr("Getting ready…"))
            self._bar.setRange(0, total)
            self._bar.setValue(done)
            self._bar.setAccessibleName(self._progress_text.text())
        self._enable()

    def _enable(self) -> None:
        is_own = self._source == OWN
        self.buttons["measure"].setEnabled(any(judgement.is_right for judgement in self._judgements))
        self.buttons["export"].setEnabled(is_own and bool(self._judgements))
        self.buttons["import"].setEnabled(is_own)

    def _set_icons(self) -> None:
        self._back.setIcon(icons.icon("back"))
        self._drop.setIcon(icons.icon("remove"))

def run_text(run: SavedRun) -> str:
    """A run by its name; one that is named by its time, by that."""
    when = datetime.fromisoformat(run.when)
    clock = QLocale().toString(QTime(when.hour, when.minute), QLocale.FormatType.ShortFormat)
    time = f"{wording.day_of(when.date())}, {clock}"
    return time if _BY_TIME.fullmatch(run.name) else f"{run.name} ({time})"

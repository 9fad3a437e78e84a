"""The questions of the evaluation as a list that can be narrowed and sorted, with what can be done with each."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ui.window.flow_layout import FlowRow
from ui.window.question_table import (
    CHANGE,
    FIRST_RANK,
    QUESTION,
    RANKS,
    RIGHT,
    SORT_ROLE,
    STATE_ROLE,
    WRONG,
    AskedQuestion,
    QuestionTable,
)
from ui.window.row_table import choose_by_rows

_BUTTONS = ("open", "search", "edit", "remove", "new")


class QuestionList(QWidget):
    open_wanted = Signal(object)        # AskedQuestion: its lists
    search_wanted = Signal(str)         # a question
    edit_wanted = Signal(object)        # AskedQuestion; None: a new one
    remove_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_own = True
        self._has_run = False
        self._model = QuestionTable()
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setSortRole(SORT_ROLE)
        self._sorted.setFilterRole(STATE_ROLE)
        self._sorted.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._sorted.setSortLocaleAware(True)
        self._none, self._count, self.filter = QLabel(self), QLabel(self), QComboBox(self)
        self._none.setWordWrap(True)
        self._none.setTextFormat(Qt.TextFormat.PlainText)
        self._none.setProperty("dim", True)
        self.filter.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.buttons = {name: QPushButton(self) for name in _BUTTONS}
        self.table = QTableView(self)
        self._build()
        for name in _BUTTONS:
            self.buttons[name].clicked.connect(lambda _=False, name=name: self._act(name))
        self.filter.currentIndexChanged.connect(lambda _: self._sorted.setFilterFixedString(self.filter.currentData() or ""))
        self.table.doubleClicked.connect(lambda _: self._act("open"))
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._enable())
        self._sorted.modelReset.connect(self._enable)

    @property
    def questions(self) -> tuple[AskedQuestion, ...]:
        return self._model.questions

    def current(self) -> AskedQuestion | None:
        index = self._sorted.mapToSource(self.table.currentIndex())
        return self._model.questions[index.row()] if index.isValid() else None

    def set_questions(self, questions: tuple[AskedQuestion, ...], is_own: bool, has_run: bool, has_before: bool) -> None:
        """`is_own`: they can be changed. Columns of ranks are shown where there is a run, the change where two are."""
        is_first_run = has_run and not self._has_run
        self._is_own, self._has_run = is_own, has_run
        current = self.current()
        if questions != self._model.questions:
            self._model.set_questions(questions)
            if current is not None:
                self.go_to(current.question)
        header = self.table.horizontalHeader()
        for column in range(FIRST_RANK, FIRST_RANK + len(RANKS)):
            header.setSectionHidden(column, not has_run)
        header.setSectionHidden(CHANGE, not has_before)
        if is_first_run:
            self.table.sortByColumn(CHANGE - 1, Qt.SortOrder.DescendingOrder)      # what fails stands first
        self.filter.setVisible(has_run)
        if not has_run:
            self.filter.setCurrentIndex(0)
        self._count.setText(self.tr("%n question(s)", "", len(questions)))
        self._none.setVisible(not questions)
        self.table.setVisible(bool(questions))
        self._enable()

    def go_to(self, question: str) -> None:
        for row in range(self._sorted.rowCount()):
            index = self._sorted.index(row, QUESTION)
            if index.data() == question:
                self.table.setCurrentIndex(index)
                return

    def retranslate(self) -> None:
        texts = {
            "open": (self.tr("Compare the lists"), self.tr("The lists of this question side by side (Enter)")),
            "search": (self.tr("Search"), self.tr("Search for this question")),
            "edit": (self.tr("Edit…"), self.tr("Change the question and its documents")),
            "remove": (self.tr("Remove"), self.tr("Remove this question (Del)")),
            "new": (self.tr("New…"), self.tr("Add a question by hand")),
        }
        for name, (text, tip) in texts.items():
            self.buttons[name].setText(text)
            self.buttons[name].setToolTip(tip)
            self.buttons[name].setAccessibleName(f"{text}: {tip}")
        self.filter.setAccessibleName(self.tr("Show only some questions"))
        self.table.setAccessibleName(self.tr("Questions"))
        self._none.setText(self.tr(
            "There is no question yet. Search as you always do, and mark a result that answers as right: ✓ above the document, the "
            "menu of the result, or Ctrl+J. You can also import a CSV, or write a question by hand."
        ))
        self._model.retranslate()
        self._fill_filter()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self.table and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._act("open")
                return True
            if event.key() == Qt.Key.Key_Delete and self.buttons["remove"].isEnabled():
                self._act("remove")
                return True
        return super().eventFilter(watched, event)      # type: ignore[arg-type]

    def _build(self) -> None:
        table = self.table
        table.setModel(self._sorted)
        table.setSortingEnabled(True)
        table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        choose_by_rows(table)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in (QUESTION, RIGHT, WRONG):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        table.setMinimumHeight(4 * (self.fontMetrics().height() + 14))
        table.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(FlowRow(self._count, self.filter, None, *(self.buttons[name] for name in _BUTTONS)))
        layout.addWidget(self._none)
        layout.addWidget(table, 1)
        layout.addStretch(0)

    def _fill_filter(self) -> None:
        chosen = self.filter.currentIndex()
        self.filter.blockSignals(True)
        self.filter.clear()
        for text, state in (
            (self.tr("All questions"), ""), (self.tr("Not among the first 5"), "failed"),
            (self.tr("Better than before"), "better"), (self.tr("Worse than before"), "worse"),
        ):
            self.filter.addItem(text, state)
        self.filter.setCurrentIndex(max(0, chosen))
        self.filter.blockSignals(False)

    def _enable(self) -> None:
        chosen = self.current() is not None
        for name in ("open", "search"):
            self.buttons[name].setEnabled(chosen)
        for name in ("edit", "remove"):
            self.buttons[name].setEnabled(chosen and self._is_own)
        self.buttons["new"].setEnabled(self._is_own)

    def _act(self, name: str) -> None:
        asked = self.current()
        if name == "new":
            self.edit_wanted.emit(None)
        elif asked is not None:
            match name:
                case "open":
                    self.open_wanted.emit(asked)
                case "search":
                    self.search_wanted.emit(asked.question)
                case "edit":
                    self.edit_wanted.emit(asked)
                case "remove":
                    self.remove_wanted.emit(asked)

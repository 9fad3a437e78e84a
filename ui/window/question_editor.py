"""Changes a question of the person's own: its words, and its right and wrong documents."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.evaluation.judgements import Judgement
from ui.window import first_size, wording
from ui.window.language import translate
from ui.window.row_table import choose_by_rows

DOCUMENT, VERDICT, PAGE = range(3)
_MOST_PAGES = 99_999


class QuestionEditor(QDialog):
    saved = Signal(str, tuple)      # the question as it was, "" for a new one; tuple[Judgement, …]

    def __init__(
        self, question: str, judgements: tuple[Judgement, ...], choose: Callable[[QWidget], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._question, self._choose = question, choose
        self._judgements: list[Judgement] = []      # one a row
        self.setWindowTitle(translate("Questions", "Your question") if question else translate("Questions", "New question"))
        self.field = QLineEdit(question, self)
        self.field.setMaxLength(20_000)
        self.field.setAccessibleName(translate("Questions", "Question"))
        self.field.setPlaceholderText(translate("Questions", "As you would ask it"))
        self.field.textChanged.connect(lambda _: self._enable())
        self.table = QTableWidget(0, 3, self)
        self._build_table()
        self.add = QPushButton(translate("Questions", "Add document…"), self)
        self.take_out = QPushButton(translate("Questions", "Take out"), self)
        self.add.clicked.connect(self._add_chosen)
        self.take_out.clicked.connect(self._take_out)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.save = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        self.save.setText(translate("Questions", "Save"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(translate("Questions", "Cancel"))
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        for button in (self.add, self.take_out):
            button.setAutoDefault(False)
        label = QLabel(translate("Questions", "Question"), self)
        label.setBuddy(self.field)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addWidget(self.take_out)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        for widget in (label, self.field, self.table):
            layout.addWidget(widget)
        layout.addLayout(row)
        layout.addWidget(self.buttons)
        first_size.resize(self, 720, 380)
        for judgement in judgements:
            self.add_document(judgement)
        self._enable()
        self.field.setFocus()

    def add_document(self, judgement: Judgement) -> None:
        row = self.table.rowCount()
        self._judgements.append(judgement)
        self.table.insertRow(row)
        path = wording.printable(judgement.path)
        item = QTableWidgetItem(path)
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
        item.setToolTip(path)
        self.table.setItem(row, DOCUMENT, item)
        verdict = QComboBox(self.table)
        verdict.addItem(translate("Questions", "right"), True)
        verdict.addItem(translate("Questions", "wrong"), False)
        verdict.setCurrentIndex(0 if judgement.is_right else 1)
        verdict.setAccessibleName(translate("Questions", "Verdict on {name}").format(name=path))
        page = QSpinBox(self.table)
        page.setRange(0, _MOST_PAGES)
        page.setSpecialValueText(translate("Questions", "any"))
        page.setValue(judgement.page or 0)
        page.setAccessibleName(translate("Questions", "Page of {name}").format(name=path))
        self.table.setCellWidget(row, VERDICT, verdict)
        self.table.setCellWidget(row, PAGE, page)
        self.table.setCurrentCell(row, DOCUMENT)
        self._enable()

    def judgements(self) -> tuple[Judgement, ...]:
        """As they are entered; words of the right passage, which an import may have brought, are kept."""
        question, found = self.field.text().strip(), []
        for row, judgement in enumerate(self._judgements):
            verdict, page = self.table.cellWidget(row, VERDICT), self.table.cellWidget(row, PAGE)
            assert isinstance(verdict, QComboBox) and isinstance(page, QSpinBox)
            found.append(Judgement(question, judgement.path, verdict.currentData(), page.value() or None, judgement.quote))
        return tuple(found)

    def _build_table(self) -> None:
        table = self.table
        table.setHorizontalHeaderLabels([
            translate("Questions", "Document"), translate("Questions", "Verdict"), translate("Questions", "Page"),
        ])
        table.setAccessibleName(translate("Questions", "Documents of this question"))
        choose_by_rows(table)
        table.setShowGrid(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 26)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(DOCUMENT, QHeaderView.ResizeMode.Stretch)
        for column in (VERDICT, PAGE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, 130)
        table.itemSelectionChanged.connect(self._enable)

    def _add_chosen(self) -> None:
        path = self._choose(self)
        if path:
            self.add_document(Judgement(self.field.text(), path, True))

    def _take_out(self) -> None:
        row = self.table.currentRow()
        if row >= 0:
            del self._judgements[row]
            self.table.removeRow(row)
            self._enable()

    def _enable(self) -> None:
        self.take_out.setEnabled(self.table.currentRow() >= 0)
        self.save.setEnabled(bool(self.field.text().strip()) and self.table.rowCount() > 0)

    def _save(self) -> None:
        self.saved.emit(self._question, self.judgements())
        self.accept()

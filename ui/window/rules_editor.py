"""What the person leaves out: patterns and kinds, each with the number of files that it leaves out; added and removed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.discovery.rules import OWN_KIND, PATTERN
from engine.messages import Status
from ui.window import wording
from ui.window.row_table import choose_by_rows

ROWS_SHOWN = 4
_RULE = Qt.ItemDataRole.UserRole + 1


class RulesEditor(QWidget):
    patterns_changed = Signal(tuple)
    kinds_changed = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._patterns: tuple[str, ...] = ()
        self._kinds: tuple[str, ...] = ()
        self._counts: dict[str, int] = {}
        self._is_counting: set[str] = set()         # rules that are new: the folders are being looked at
        self.table = QTableWidget(0, 2, self)
        choose_by_rows(self.table)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.table.setFixedHeight((ROWS_SHOWN + 1) * (self.fontMetrics().height() + 14))
        self.field, self.add, self.remove = QLineEdit(self), QPushButton(self), QPushButton(self)
        self._note, self.none_yet = QLabel(self), QLabel(self)      # the second instead of an empty table
        for label in (self._note, self.none_yet):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.none_yet.setProperty("dim", True)
        for button in (self.add, self.remove):
            button.setAutoDefault(False)
        self.field.textChanged.connect(lambda _: self._enable())
        self.field.returnPressed.connect(self._add)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.table.itemSelectionChanged.connect(self._enable)
        row = QHBoxLayout()
        row.addWidget(self.field, 1)
        row.addWidget(self.add)
        row.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.none_yet)
        layout.addWidget(self.table)
        layout.addLayout(row)
        layout.addWidget(self._note)
        self.retranslate()

    def set_rules(self, patterns: tuple[str, ...], kinds: tuple[str, ...]) -> None:
        if (patterns, kinds) != (self._patterns, self._kinds):
            self._patterns, self._kinds = patterns, kinds
            self._fill()

    def set_status(self, status: Status) -> None:
        """How many files each rule leaves out, over all folders."""
        counts: dict[str, int] = {}
        for folder in status.folders:
            for rule, count in folder.left_out:
                counts[rule] = counts.get(rule, 0) + count
        if counts != self._counts:
            self._counts = counts
            self._is_counting -= {rule for rule in self._is_counting if counts.get(PATTERN + rule)}
            self._fill()

    def settle(self) -> None:
        """The folders have been looked at with the rules as they are."""
        if self._is_counting:
            self._is_counting.clear()
            self._fill()

    def retranslate(self) -> None:
        self.table.setAccessibleName(self.tr("Patterns that are left out"))
        self.table.setHorizontalHeaderLabels([self.tr("Left out"), self.tr("Files")])
        self.field.setPlaceholderText(self.tr("For example *.log, drafts/ or !keep.log"))
        self.field.setAccessibleName(self.tr("A pattern to leave out"))
        self.add.setText(self.tr("Leave out"))
        self.remove.setText(self.tr("Remove rule"))
        self.none_yet.setText(self.tr("You have no rules of your own yet. A pattern leaves files out of the search."))
        self._say("")
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _fill(self) -> None:
        chosen = self.table.currentRow()
        kinds = self._counts.get(OWN_KIND, 0)
        rows = [(pattern, pattern, self._counted(pattern)) for pattern in self._patterns]
        rows += [
            (kind, self.tr("all files ending in .{kind}").format(kind=kind), self._of_kinds(kinds)) for kind in self._kinds
        ]
        self.none_yet.setVisible(not rows)
        for part in (self.table, self.remove):
            part.setVisible(bool(rows))
        self.table.setRowCount(len(rows))
        for row, (rule, shown, count) in enumerate(rows):
            first, second = QTableWidgetItem(shown), QTableWidgetItem(count)
            first.setData(_RULE, (row < len(self._patterns), rule))
            self.table.setItem(row, 0, first)
            self.table.setItem(row, 1, second)
        if rows and chosen >= 0:
            self.table.selectRow(min(chosen, len(rows) - 1))
        self._enable()

    def _counted(self, pattern: str) -> str:
        if pattern in self._is_counting:
            return self.tr("being counted")
        if pattern.startswith("!"):
            return self.tr("lets in")
        return wording.number(self._counts.get(PATTERN + pattern, 0))

    def _of_kinds(self, count: int) -> str:
        return wording.number(count) if len(self._kinds) == 1 else self.tr("{count} of these kinds").format(count=wording.number(count))

    def _enable(self) -> None:
        self.add.setEnabled(bool(self.field.text().strip()))
        self.remove.setEnabled(bool(self.table.selectedItems()))

    def _say(self, text: str) -> None:
        self._note.setText(text)
        self._note.setVisible(bool(text))

    def _add(self) -> None:
        pattern = self.field.text().strip()
        if not pattern:
            return
        from engine.discovery.ignore_patterns import pattern_fault  # heavy, and hardly ever needed here

        if pattern_fault(pattern):
            self._say(self.tr("This is not a pattern that a file could match."))
            return
        self.field.clear()
        self._say("")
        if pattern not in self._patterns:
            self._is_counting.add(pattern)
            self.patterns_changed.emit((*self._patterns, pattern))

    def _remove(self) -> None:
        row = self.table.currentRow()
        item = self.table.item(row, 0) if row >= 0 and self.table.selectedItems() else None
        if item is None:
            return
        is_pattern_rule, rule = item.data(_RULE)
        if is_pattern_rule:
            self.patterns_changed.emit(tuple(pattern for pattern in self._patterns if pattern != rule))
        else:
            self.kinds_changed.emit(tuple(kind for kind in self._kinds if kind != rule))

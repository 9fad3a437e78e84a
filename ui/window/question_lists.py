"""One question with its lists side by side: by words, by meaning, and reranked, the right documents marked in each."""

from __future__ import annotations

import os

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.evaluation.judging_messages import Examined, Listed
from engine.messages import Failure
from ui.window import evaluation_words, first_size, icons, theme, wording
from ui.window.hit_delegate import scaled
from ui.window.language import current, translate

SHOWN = ("bm25", "dense", "hybrid+rerank")
_LISTED = Qt.ItemDataRole.UserRole + 1


class QuestionLists(QDialog):
    open_wanted = Signal(str)           # path
    search_wanted = Signal(str)         # the question

    def __init__(self, question: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Questions", "The lists of a question"))
        self.question = question
        self._examined: Examined | None = None
        self._asked, self._said = QLabel(wording.printable(question), self), QLabel(translate("Questions", "Searching…"), self)
        self._note = QLabel(translate("Questions", "Copies and older versions, which the results fold, stand here one by one."), self)
        self._note.setProperty("dim", True)
        for label in (self._asked, self._said, self._note):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._asked.setFont(scaled(self.font(), 1.2, self.font().Weight.DemiBold))
        self._heads = {name: QLabel(self) for name in SHOWN}
        self.lists = {name: QListWidget(self) for name in SHOWN}
        for found in self.lists.values():
            found.setIconSize(QSize(16, 16))
            found.setWordWrap(False)
            found.setSpacing(3)
            found.setTextElideMode(Qt.TextElideMode.ElideRight)
            found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            found.itemDoubleClicked.connect(lambda item: self._open(item))
            found.installEventFilter(self)
        self._search, self._open_button, self._close = (QPushButton(self) for _ in range(3))
        self._search.setText(translate("Questions", "Search for this question"))
        self._open_button.setText(translate("Questions", "Open the document"))
        self._close.setText(translate("Questions", "Close"))
        self._search.clicked.connect(lambda: self.search_wanted.emit(self.question))
        self._open_button.clicked.connect(lambda: self._open(self._chosen()))
        self._close.clicked.connect(self.close)
        for button in (self._search, self._open_button):
            button.setAutoDefault(False)
        self._build()
        self.fill()

    @property
    def text(self) -> str:
        """What is said of the question."""
        return self._said.text()

    def take(self, examined: Examined) -> None:
        if examined.question == self.question:
            self._examined = examined
            self.fill()
            self.lists["hybrid+rerank"].setFocus()

    def fail(self, failure: Failure) -> None:
        if self._examined is None:
            self._said.setText(failure.message(current()))

    def fill(self) -> None:
        examined = self._examined
        for name in SHOWN:
            self._heads[name].setText(self._head(name))
            self.lists[name].setAccessibleName(self._heads[name].text().replace("\n", ": "))
            self.lists[name].clear()
            places = examined.lists[name] if examined is not None else ()
            titles = [listed.title for listed in places]
            for listed in places:
                self.lists[name].addItem(self._item(listed, titles.count(listed.title) > 1))
        if examined is not None:
            best = examined.ranks["hybrid+rerank"]
            text = evaluation_words.culprit_of_question(examined.culprit, best)
            self._said.setText(text or translate("Questions", "No document is marked as right for this question."))
        self._open_button.setEnabled(examined is not None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.fill()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(watched, QListWidget):
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._open(watched.currentItem())
                return True
        return super().eventFilter(watched, event)      # type: ignore[arg-type]

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        for column, name in enumerate(SHOWN):
            self._heads[name].setTextFormat(Qt.TextFormat.PlainText)
            grid.addWidget(self._heads[name], 0, column)
            grid.addWidget(self.lists[name], 1, column)
            grid.setColumnStretch(column, 1)
        row = QHBoxLayout()
        row.addWidget(self._search)
        row.addWidget(self._open_button)
        row.addStretch(1)
        row.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self._asked)
        layout.addWidget(self._said)
        layout.addLayout(grid, 1)
        layout.addWidget(self._note)
        layout.addLayout(row)
        first_size.resize(self, 1080, 620)

    def _head(self, name: str) -> str:
        title = evaluation_words.configuration(name)
        if self._examined is None:
            return title + "\n"
        rank = self._examined.ranks[name]
        if rank is not None:
            return title + "\n" + translate("Questions", "right document: place {rank}").format(rank=evaluation_words.rank(rank))
        depth = wording.number(self._examined.depth)
        return title + "\n" + translate("Questions", "right document: not among the first {depth}").format(depth=depth)

    def _item(self, listed: Listed, is_ambiguous: bool) -> QListWidgetItem:
        """`is_ambiguous`: other documents of the list bear the same title, so that the file's name tells them apart."""
        colours = theme.current()
        title = wording.printable(listed.title)
        if is_ambiguous:
            title += f" ({os.path.basename(wording.printable(listed.path))})"
        if listed.page is not None:
            title += ", " + translate("HitDelegate", "p. {page}").format(page=wording.number(listed.page))
        item = QListWidgetItem(f"{wording.number(listed.rank)}. {title}")
        item.setData(_LISTED, listed)
        item.setToolTip("\n".join(part for part in (wording.printable(listed.path), " › ".join(listed.heading_path)) if part))
        spoken = [item.text(), os.path.basename(wording.printable(listed.path))]
        if listed.is_right:
            item.setIcon(icons.icon("right", colours.answer_edge))
            item.setFont(scaled(self.font(), 1.0, self.font().Weight.DemiBold))
            item.setBackground(QColor(colours.answer))
            spoken.append(translate("Questions", "the right document"))
        elif listed.verdict is True:
            item.setIcon(icons.icon("right", colours.dim))
            note = translate("Questions", "the right document, by another passage")
            item.setToolTip(item.toolTip() + "\n" + note)
            spoken.append(note)
        elif listed.verdict is False:
            item.setIcon(icons.icon("wrong", colours.error))
            spoken.append(translate("Questions", "marked as wrong"))
        else:
            item.setIcon(icons.empty())
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(spoken))
        return item

    def _chosen(self) -> QListWidgetItem | None:
        """Of the list that has the focus, or had it last."""
        focused = next((found for found in self.lists.values() if found.hasFocus()), None)
        chosen = focused or next((found for found in self.lists.values() if found.currentItem() is not None), None)
        return chosen.currentItem() if chosen is not None else None

    def _open(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            listed: Listed = item.data(_LISTED)
            self.open_wanted.emit(listed.path)

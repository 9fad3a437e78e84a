"""What is shown while nothing is searched: the latest searches, the latest documents, and how to search."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.messages import RecentDocument, Status
from ui.window import icons, theme, wording
from ui.window.history import History
from ui.window.history_menu import ask_to_forget
from ui.window.hit_delegate import one_line, scaled
from ui.window.hit_list_model import Index

SHOWN = 6               # of each list
WIDTH = 980
_NARROW = 760           # below it the lists stand under each other
_ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Entry:
    key: str            # the query, or the path
    text: str
    place: str = ""     # second line
    day: str = ""
    icon: str = "document"


class InvitationPage(QScrollArea):
    searched = Signal(str)          # one of the latest or kept searches
    opened = Signal(str)            # path of a document

    def __init__(self, history: History, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._status: Status | None = None
        self._recent: tuple[RecentDocument, ...] = ()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.searches, self.kept, self.lately, self.changed = (EntryList(self) for _ in range(4))
        self._forget = QPushButton(self)
        self._forget.setProperty("chip", True)
        self._build()
        for made in (self.searches, self.kept):
            made.chosen.connect(self.searched)
        for made in (self.lately, self.changed):
            made.chosen.connect(self.opened)
        self._forget.clicked.connect(lambda: ask_to_forget(history, self.window()))
        history.changed.connect(self._fill)
        self.retranslate()

    def _build(self) -> None:
        inside = QWidget(self)
        holder = QWidget(inside)
        holder.setMaximumWidth(WIDTH)
        row = QHBoxLayout(inside)
        row.setContentsMargins(24, 24, 24, 24)
        row.addStretch(1)
        row.addWidget(holder, 100)
        row.addStretch(1)
        self._title, self._count, self._tips, self._keys = (QLabel(self) for _ in range(4))
        self._title.setFont(scaled(self.font(), 1.5, QFont.Weight.DemiBold))
        for label in (self._title, self._count, self._tips, self._keys):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("dim", label in (self._tips, self._keys))
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(24)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column, lists in ((left, (self.searches, self.kept)), (right, (self.lately, self.changed))):
            for made in lists:
                column.addWidget(made)
            column.addStretch(1)
            self._columns.addLayout(column, 1)
        left.insertWidget(2, self._forget, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._title)
        column.addWidget(self._count)
        column.addLayout(self._columns)
        column.addSpacing(8)
        column.addWidget(self._tips)
        column.addWidget(self._keys)
        column.addStretch(1)
        self.setWidget(inside)

    def set_status(self, status: Status) -> None:
        if self._status != status:
            self._status = status
            self.retranslate()

    def set_recent(self, documents: tuple[RecentDocument, ...]) -> None:
        """The documents that changed last."""
        self._recent = documents
        self._fill()

    def _fill(self) -> None:
        history = self._history
        self.searches.set_entries([Entry(query, query, icon="clock") for query in history.recent[:SHOWN]])
        self.kept.set_entries([Entry(query, query, icon="search") for query in history.kept[:SHOWN]])
        self.lately.set_entries([_of_path(path) for path in history.opened[:SHOWN]])
        self.changed.set_entries([
            Entry(one.path, wording.printable(one.title), _place(one.path), wording.day(one.modified))
            for one in self._recent[:SHOWN]
        ])
        self._forget.setVisible(bool(history.recent or history.opened))

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Start"))
        self._title.setText(self.tr("What are you looking for?"))
        status = self._status
        if status is not None:
            text = self.tr("%n document(s) can be searched.", "", status.documents)
            if status.pending:
                text += " " + self.tr("%n of them by their words only, until their meaning is learned.", "", status.pending)
            self._count.setText(text)
        self.searches.set_title(self.tr("Latest searches"))
        self.kept.set_title(self.tr("Kept searches"))
        self.lately.set_title(self.tr("Opened last"))
        self.changed.set_title(self.tr("Changed last"))
        self._forget.setText(self.tr("Forget these…"))
        self._forget.setToolTip(self.tr("Forget the latest searches and what was opened; kept searches stay"))
        self._tips.setText("\n".join((
            self.tr("• Write words, or a question as you would ask a person; in Spanish, English or another language."),
            self.tr("• “Quotation marks” find exactly these words in this order."),
            self.tr("• A minus before a word leaves out the documents that hold it: -draft"),
            self.tr("• Codes and numbers are found as written: E-4032, 5.440.000"),
        )))
        self._keys.setText(self.tr(
            "Ctrl+L search field · ↓ ↑ results · Enter open · F3 next match · Ctrl+G find in the document · Ctrl+O add a folder"
        ))
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.FontChange:
            self._title.setFont(scaled(self.font(), 1.5, QFont.Weight.DemiBold))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = event.size().width() < _NARROW * self.fontMetrics().height() / 18
        self._columns.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight)


class EntryList(QWidget):
    """A title and a few lines to choose from; nothing at all where there are none. One stop for Tab, arrows inside."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = QLabel(self)
        self._title.setFont(scaled(self.font(), 1.0, QFont.Weight.DemiBold))
        self.list = _Lines(self)
        self.list.setItemDelegate(_EntryDelegate(self.list))
        self.list.itemClicked.connect(lambda item: self.chosen.emit(item.data(_ENTRY_ROLE).key))
        self.list.entered_by_key.connect(lambda item: self.chosen.emit(item.data(_ENTRY_ROLE).key))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self.list)
        self.hide()

    @property
    def entries(self) -> list[Entry]:
        return [self.list.item(row).data(_ENTRY_ROLE) for row in range(self.list.count())]

    def set_title(self, title: str) -> None:
        self._title.setText(title)
        self.list.setAccessibleName(title)

    def set_entries(self, entries: Sequence[Entry]) -> None:
        if list(entries) != self.entries:
            self.list.clear()
            for entry in entries:
                item = QListWidgetItem(entry.text)
                item.setData(_ENTRY_ROLE, entry)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(p for p in (entry.text, entry.place, entry.day) if p))
                item.setToolTip(wording.printable(entry.key))
                self.list.addItem(item)
            self.list.fit()
        self.setVisible(bool(entries))


class _Lines(QListWidget):
    entered_by_key = Signal(object)     # QListWidgetItem

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("entries")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def fit(self) -> None:
        self.setFixedHeight(sum(self.sizeHintForRow(row) for row in range(self.count())) + 2 * self.frameWidth())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentItem() is not None:
            self.entered_by_key.emit(self.currentItem())
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: object) -> None:
        super().focusInEvent(event)     # type: ignore[arg-type]
        if self.currentItem() is None and self.count():
            self.setCurrentRow(0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()


class _EntryDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry: Entry = index.data(_ENTRY_ROLE)
        height = QFontMetricsF(option.font).height() + 12
        height += QFontMetricsF(scaled(option.font, 0.88)).height() if entry.place else 0
        return QSize(80, round(height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index | QPersistentModelIndex) -> None:
        entry: Entry = index.data(_ENTRY_ROLE)
        colours = theme.current()
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        if has_focus or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, QColor(colours.selected if has_focus else colours.hover))
        if has_focus:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRect(option.rect.adjusted(1, 1, -1, -1))
        box = option.rect.adjusted(8, 6, -8, -6)
        line = round(QFontMetricsF(option.font).height())
        ratio = option.widget.devicePixelRatioF() if option.widget is not None else 1.0
        pixmap = icons.pixmap(entry.icon, line, colours.dim, ratio)
        pixmap.setDevicePixelRatio(ratio)
        is_rtl = option.direction == Qt.LayoutDirection.RightToLeft
        painter.drawPixmap(box.right() + 1 - line if is_rtl else box.left(), box.top(), pixmap)
        box = box.adjusted(0, 0, -line - 8, 0) if is_rtl else box.adjusted(line + 8, 0, 0, 0)
        small = scaled(option.font, 0.88)
        painter.setFont(small)
        painter.setPen(QColor(colours.dim))
        first = QRect(box.left(), box.top(), box.width(), line)
        leading = Qt.AlignmentFlag.AlignRight if is_rtl else Qt.AlignmentFlag.AlignLeft
        trailing = Qt.AlignmentFlag.AlignLeft if is_rtl else Qt.AlignmentFlag.AlignRight
        painter.drawText(first, trailing | Qt.AlignmentFlag.AlignVCenter, entry.day)
        day_width = round(QFontMetricsF(small).horizontalAdvance(entry.day)) + (10 if entry.day else 0)
        if entry.place:
            place = QFontMetricsF(small).elidedText(one_line(entry.place), Qt.TextElideMode.ElideMiddle, box.width())
            painter.drawText(QRect(box.left(), box.top() + line, box.width(), line), leading | Qt.AlignmentFlag.AlignTop, place)
        painter.setFont(option.font)
        painter.setPen(QColor(colours.text))
        text = QFontMetricsF(option.font).elidedText(one_line(entry.text), Qt.TextElideMode.ElideRight, box.width() - day_width)
        painter.drawText(
            first.adjusted(day_width if is_rtl else 0, 0, 0 if is_rtl else -day_width, 0), leading | Qt.AlignmentFlag.AlignVCenter, text,
        )
        painter.restore()


def _of_path(path: str) -> Entry:
    shown = wording.printable(path)
    return Entry(path, os.path.basename(shown.replace("!", "/")) or shown, _place(path))


def _place(path: str) -> str:
    return wording.printable(os.path.dirname(path))

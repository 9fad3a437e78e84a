"""A layout that sets widgets side by side and goes on in another line where there is no more room, and a row laid out so."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = -1
        self.setSpacing(spacing)

    def add_gap(self) -> None:
        """In its line, what room is left lies between the items so far and those after it."""
        self._gap = len(self._items)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:     # type: ignore[override]
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:     # type: ignore[override]
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def height_in(self, width: int) -> int:
        """What it takes at a width. Whoever owns the widget gives it that height: were it Qt's height for width, a window
        would never be lower than all lines at its least width."""
        return self._lay_out(QRect(0, 0, width, 0), False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins: QMargins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(rect, True)

    def _lay_out(self, rect: QRect, is_real: bool) -> int:
        """Places the items, from the right in a window that is read so; the height they take."""
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        parent = self.parentWidget()
        is_rtl = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        y = inner.top()
        for line in self._lines(max(inner.width(), 1)):
            height = max(size.height() for _, size in line)
            x, after = 0, self._items[self._gap:] if self._gap > 0 else []
            left_over = inner.width() - sum(size.width() for _, size in line) - self.spacing() * (len(line) - 1)
            for item, size in line:
                if left_over > 0 and item in after:
                    x, left_over = x + left_over, 0
                left = inner.left() + (inner.width() - x - size.width() if is_rtl else x)
                if is_real:
                    item.setGeometry(QRect(QPoint(left, y + (height - size.height()) // 2), size))
                x += size.width() + self.spacing()
            y += height + self.spacing()
        return max(0, y - self.spacing() - rect.top()) + margins.bottom()

    def _lines(self, room: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """The items that are shown, line by line, each with its size."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        used = room + 1
        for item in self._items:
            if item.isEmpty():
                continue
            hint = _hint(item)
            width = min(hint.width(), room)
            size = QSize(width, item.heightForWidth(width) if item.hasHeightForWidth() else hint.height())
            if used + self.spacing() + size.width() > room:
                lines.append([])
                used = -self.spacing()
            lines[-1].append((item, size))
            used += self.spacing() + size.width()
        return lines


def _hint(item: QLayoutItem) -> QSize:
    """Words that may be wrapped stand in one line where there is room; Qt's own hint for them is about as high as wide."""
    hint, widget = item.sizeHint(), item.widget()
    if isinstance(widget, QLabel) and widget.wordWrap():
        hint.setWidth(widget.fontMetrics().horizontalAdvance(widget.text()) + 2 * widget.margin() + 4)
    return hint


class FlowRow(QWidget):
    """Widgets side by side, in as many lines as they take at its width; it is never wider than there is room."""

    def __init__(self, *parts: QWidget | None, parent: QWidget | None = None) -> None:
        """None is the gap: what comes behind it stands at the other end."""
        super().__init__(parent)
        self._flow = FlowLayout(self, 8)
        self._flow.setContentsMargins(0, 0, 0, 0)
        for part in parts:
            if part is None:
                self._flow.add_gap()
            else:
                self._flow.addWidget(part)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def _fit(self) -> None:
        self.setFixedHeight(self._flow.height_in(max(1, self.width())))

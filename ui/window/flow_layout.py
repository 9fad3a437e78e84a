"""A layout that sets widgets side by side and goes on in another line where there is no more room."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)

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
            x = 0
            for item, size in line:
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
            hint = item.sizeHint()
            size = QSize(min(hint.width(), room), hint.height())
            if used + self.spacing() + size.width() > room:
                lines.append([])
                used = -self.spacing()
            lines[-1].append((item, size))
            used += self.spacing() + size.width()
        return lines

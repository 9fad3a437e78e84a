"""The wheel scrolls a page and changes nothing on it: a choice or a number that passes under the mouse keeps its value."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QScrollArea, QWidget


class _CalmWheel(QObject):
    """Leaves the wheel to the widget below, which ends at the scroll area."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)


def calm_wheel(area: QScrollArea) -> None:
    """For all choices and numbers that are in the area now."""
    calm = _CalmWheel(area)
    chosen: list[QWidget] = [*area.findChildren(QComboBox), *area.findChildren(QAbstractSpinBox)]
    for widget in chosen:
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)       # no focus by the wheel
        for part in (widget, *widget.findChildren(QWidget)):
            part.installEventFilter(calm)

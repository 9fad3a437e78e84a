"""A day to be typed, or chosen in a calendar that looks like the rest of the window."""

from __future__ import annotations

from PySide6.QtCore import QDate, QEvent, QLocale, QSize, Qt
from PySide6.QtGui import QShowEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QDateEdit, QToolButton, QWidget

from ui.window import icons


class DayField(QDateEdit):
    """Today at first. Its calendar is made when the field is first shown: few searches need it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._calendar: QCalendarWidget | None = None
        self.setCalendarPopup(True)
        self.setDate(QDate.currentDate())

    def retranslate(self) -> None:
        """Days and months in the language in use."""
        self.setLocale(QLocale())
        self.setDisplayFormat("dd/MM/yyyy")     # in both languages; the Spanish short form has two digits of the year alone
        if self._calendar is not None:
            self._calendar.setLocale(QLocale())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._calendar is None:
            self._calendar = self.calendarWidget()
            self._calendar.setLocale(self.locale())
            self._calendar.setHorizontalHeaderFormat(QCalendarWidget.HorizontalHeaderFormat.SingleLetterDayNames)
            self._calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
            for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):        # Qt's red tells of an error here
                self._calendar.setWeekdayTextFormat(day, QTextCharFormat())
            self._calendar.setMinimumSize(self._room())
            self._draw_arrows()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._draw_arrows()

    def _room(self) -> QSize:
        """For a bar, the letters of the days, and six weeks."""
        metrics = self.fontMetrics()
        return QSize(7 * (metrics.horizontalAdvance("00") + 26), 7 * (metrics.height() + 10) + metrics.height() + 26)

    def _draw_arrows(self) -> None:
        if self._calendar is None:
            return
        for name, icon in (("qt_calendar_prevmonth", "back"), ("qt_calendar_nextmonth", "forward")):
            button = self._calendar.findChild(QToolButton, name)
            if button is not None:
                button.setIcon(icons.icon(icon))

"""The top of the window: the search field, the way to the folders, the menu."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QToolButton, QWidget

from ui.window import icons
from ui.window.hit_delegate import scaled
from ui.window.search_field import SearchField
from ui.window.theme import current

TYPING_MS = 200


class SearchHeader(QWidget):
    searched = Signal(str)          # the text, when typing has stopped for a moment, and at Enter
    moved = Signal(int)             # rows down the results
    entered = Signal()              # Enter with nothing new to search: open
    folders_wanted = Signal()
    history_wanted = Signal()

    def __init__(self, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = SearchField(self)
        self.field.setObjectName("searchField")
        self.field.setFont(scaled(self.font(), 1.3))
        self.field.setMaxLength(20_000)
        self.field.textChanged.connect(self._typed)
        self.field.installEventFilter(self)
        self._lens = QAction(self)
        self._lens.setEnabled(False)
        self.field.addAction(self._lens, QLineEdit.ActionPosition.LeadingPosition)
        self._clear = QAction(self)
        self._clear.triggered.connect(self.field.clear)
        self._clear.setVisible(False)
        self.field.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._history = QAction(self)
        self._history.triggered.connect(self.history_wanted)
        self.field.addAction(self._history, QLineEdit.ActionPosition.TrailingPosition)
        self._folders, self._menu = QToolButton(self), QToolButton(self)
        self._folders.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._folders.setCheckable(True)
        self._folders.setProperty("text", True)
        self._folders.clicked.connect(self.folders_wanted)
        self._menu.setMenu(menu)
        self._menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        logo = QLabel(self)
        logo.setPixmap(icons.application_icon().pixmap(34, 34))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 12, 12)
        row.setSpacing(10)
        middle = Qt.AlignmentFlag.AlignVCenter      # without it the lowest of them is the most that the row becomes high
        row.addWidget(logo, 0, middle)
        row.addWidget(self.field, 1)
        row.addWidget(self._folders, 0, middle)
        row.addWidget(self._menu, 0, middle)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(TYPING_MS)
        self._soon.timeout.connect(self._search)
        self.retranslate()

    def focus_field(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def offer_field(self) -> None:
        """As `focus_field`, by the window itself: what is being typed already is not selected, or the next key would replace it."""
        if not self.field.hasFocus():
            self.focus_field()

    def open_menu(self) -> None:
        menu, button = self._menu.menu(), self._menu
        menu.popup(button.mapToGlobal(QPoint(button.width() - menu.sizeHint().width(), button.height())))

    def set_folders_open(self, is_open: bool) -> None:
        self._folders.setChecked(is_open)

    def set_alone(self, is_alone: bool) -> None:
        """No row of filters below: the header ends with a line of its own."""
        if self.property("alone") != is_alone:
            self.setProperty("alone", is_alone)
            self.style().unpolish(self)
            self.style().polish(self)

    def retranslate(self) -> None:
        self.field.setPlaceholderText(self.tr("Search by words or ask a question"))
        self.field.setAccessibleName(self.tr("Search"))
        self._clear.setToolTip(self.tr("Clear (Esc)"))
        self._clear.setText(self.tr("Clear (Esc)"))
        self._history.setToolTip(self.tr("Latest and kept searches (Ctrl+H)"))
        self._history.setText(self.tr("Latest and kept searches (Ctrl+H)"))
        self._folders.setText(self.tr("Folders"))
        self._folders.setToolTip(self.tr("Folders, progress, and what could not be read (Ctrl+D)"))
        self._menu.setToolTip(self.tr("Menu (F10)"))
        self._menu.setAccessibleName(self.tr("Menu (F10)"))
        self._set_icons()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._set_icons()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self.field and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 5, Qt.Key.Key_PageUp: -5}
            if event.key() in steps and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                self.moved.emit(steps[Qt.Key(event.key())])
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & (
                Qt.KeyboardModifier.ControlModifier
            ):
                if self._soon.isActive():
                    self._search()
                else:
                    self.entered.emit()
                return True
        return super().eventFilter(watched, event)      # type: ignore[arg-type]

    def _typed(self, text: str) -> None:
        self._clear.setVisible(bool(text))
        self._soon.start()

    def _search(self) -> None:
        self._soon.stop()
        self.searched.emit(self.field.text())

    def _set_icons(self) -> None:
        self._lens.setIcon(icons.icon("search", current().dim))
        self._clear.setIcon(icons.icon("clear", current().dim))
        self._history.setIcon(icons.icon("clock", current().dim))
        self._folders.setIcon(icons.icon("folder"))
        self._menu.setIcon(icons.icon("menu"))

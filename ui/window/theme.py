"""Colours in light and dark, and the stylesheet made from them. Every text colour meets WCAG AA on its ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

ThemeName = Literal["auto", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Colours:
    is_dark: bool
    window: str             # behind everything
    base: str               # lists, fields, pages of text
    raised: str             # buttons, chips
    hover: str
    text: str
    dim: str                # second-rank text
    line: str               # hairlines
    edge: str               # the edge of a field or button, to be seen (3:1)
    accent: str
    on_accent: str
    selected: str           # ground of the selected row
    match: str              # ground of a matched word
    on_match: str
    answer: str             # ground of the answer sentence
    answer_edge: str
    passage: str            # ground of the passage in the preview
    error: str
    error_ground: str
    warning: str
    warning_ground: str


LIGHT = Colours(
    is_dark=False, window="#f3f4f2", base="#ffffff", raised="#ffffff", hover="#e9ecea", text="#1c2321", dim="#56615d",
    line="#dce0dd", edge="#87928d", accent="#0b6b63", on_accent="#ffffff", selected="#e2f1ee", match="#ffe08a",
    on_match="#2b2100", answer="#c9ecd0", answer_edge="#2c8a45", passage="#fff6d6", error="#a3231b",
    error_ground="#fdeae8", warning="#7a4b00", warning_ground="#fff3d9",
)
DARK = Colours(
    is_dark=True, window="#161a19", base="#1d2221", raised="#272d2b", hover="#303735", text="#e6eae8", dim="#a5b0ac",
    line="#333a38", edge="#707c77", accent="#5cc9bd", on_accent="#06201d", selected="#1e403c", match="#6d5712",
    on_match="#fff4cf", answer="#1c4a2b", answer_edge="#5fc27d", passage="#37311a", error="#ff9d94",
    error_ground="#46211e", warning="#f5c46b", warning_ground="#42331a",
)


def current() -> Colours:
    """The colours in use, by the application's palette."""
    window = QGuiApplication.palette().color(QPalette.ColorRole.Window)
    return DARK if window.lightness() < 128 else LIGHT


def apply(application: QApplication, name: ThemeName) -> None:
    """Use a theme; "auto" follows the desktop's choice. Widgets get a PaletteChange event."""
    schemes = {
        "auto": Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark,
    }
    hints = application.styleHints()
    hints.setColorScheme(schemes[name])
    dark = hints.colorScheme() == Qt.ColorScheme.Dark if name == "auto" else name == "dark"
    colours = DARK if dark else LIGHT
    application.setPalette(palette(colours))
    application.setStyleSheet(stylesheet(colours))


def palette(colours: Colours) -> QPalette:
    result = QPalette()
    role = QPalette.ColorRole
    for where, value in (
        (role.Window, colours.window), (role.WindowText, colours.text), (role.Base, colours.base),
        (role.AlternateBase, colours.window), (role.Text, colours.text), (role.Button, colours.raised),
        (role.ButtonText, colours.text), (role.BrightText, colours.error), (role.Link, colours.accent),
        (role.LinkVisited, colours.accent), (role.Highlight, colours.accent),
        (role.HighlightedText, colours.on_accent), (role.ToolTipBase, colours.raised),
        (role.ToolTipText, colours.text), (role.PlaceholderText, colours.dim), (role.Mid, colours.line),
        (role.Midlight, colours.hover), (role.Light, colours.raised), (role.Dark, colours.edge),
        (role.Shadow, "#000000"), (role.Accent, colours.accent),
    ):
        result.setColor(where, QColor(value))
    for where in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, where, QColor(colours.edge))
    return result


def stylesheet(c: Colours) -> str:
    return f"""
QToolTip {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.edge}; padding: 4px 6px; }}
QMainWindow, QDialog {{ background: {c.window}; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
#header {{ background: {c.base}; }}
#header[alone="true"] {{ border-bottom: 1px solid {c.line}; }}
#filters {{ background: {c.base}; border-bottom: 1px solid {c.line}; }}
#statusLine {{ background: {c.base}; border-top: 1px solid {c.line}; }}
#statusLine QLabel, #dim, QLabel[dim="true"] {{ color: {c.dim}; }}
#previewHeader {{ background: {c.base}; border-bottom: 1px solid {c.line}; }}
#findBar {{ background: {c.window}; border-bottom: 1px solid {c.line}; }}
#card {{ background: {c.base}; border: 1px solid {c.line}; border-radius: 10px; }}

QLineEdit, QDateEdit, QComboBox {{
    background: {c.base}; color: {c.text}; border: 1px solid {c.edge}; border-radius: 6px; padding: 4px 8px;
    selection-background-color: {c.accent}; selection-color: {c.on_accent}; min-height: 20px;
    placeholder-text-color: {c.dim}; combobox-popup: 0;
}}
QLineEdit:focus, QDateEdit:focus, QComboBox:focus {{ border: 2px solid {c.accent}; padding: 3px 7px; }}
QComboBox:hover {{ background: {c.hover}; }}
QComboBox::drop-down, QDateEdit::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow, QDateEdit::down-arrow {{ image: url(icon:chevron-down-{"dark" if c.is_dark else "light"}.svg); width: 12px; height: 12px; }}
QComboBox[active="true"] {{ background: {c.selected}; border-color: {c.accent}; color: {c.text}; font-weight: 600; }}
QComboBox QAbstractItemView {{
    background: {c.base}; color: {c.text}; border: 1px solid {c.edge}; padding: 4px; outline: none;
    selection-background-color: {c.selected}; selection-color: {c.text};
}}
QComboBox QAbstractItemView::item {{ min-height: 24px; }}
#qt_calendar_navigationbar {{ background: {c.base}; border-bottom: 1px solid {c.line}; }}
QCalendarWidget QAbstractItemView {{ alternate-background-color: {c.base}; outline: none; }}
#searchField {{ border-radius: 10px; padding: 8px 12px; min-height: 24px; }}
#searchField:focus {{ padding: 7px 11px; }}

QPushButton {{
    background: {c.raised}; color: {c.text}; border: 1px solid {c.edge}; border-radius: 6px; padding: 5px 12px;
    min-height: 20px;
}}
QPushButton:hover {{ background: {c.hover}; }}
QPushButton:pressed {{ background: {c.selected}; }}
QPushButton:focus {{ border: 2px solid {c.accent}; padding: 4px 11px; }}
QPushButton:disabled {{ color: {c.edge}; border-color: {c.line}; }}
QPushButton[primary="true"] {{ background: {c.accent}; color: {c.on_accent}; border-color: {c.accent}; font-weight: 600; }}
QPushButton[primary="true"]:hover {{ border-color: {c.text}; }}
QPushButton[primary="true"]:focus {{ border: 2px solid {c.text}; }}
QPushButton[primary="true"]:disabled {{ background: {c.hover}; color: {c.edge}; border-color: {c.line}; }}
QPushButton[chip="true"] {{ border-radius: 13px; padding: 2px 11px; min-height: 20px; border-color: {c.line}; }}
QPushButton[chip="true"]:focus {{ border: 2px solid {c.accent}; padding: 1px 10px; }}
QPushButton[chip="true"]:checked {{ background: {c.selected}; border-color: {c.accent}; }}
QToolButton {{ background: transparent; color: {c.text}; border: 1px solid transparent; border-radius: 6px; padding: 5px; }}
QToolButton:hover {{ background: {c.hover}; }}
QToolButton:pressed, QToolButton:checked {{ background: {c.selected}; }}
QToolButton:focus {{ border: 2px solid {c.accent}; padding: 4px; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton[text="true"] {{ padding: 5px 10px; }}
QToolButton[dropdown="true"] {{ padding: 3px 20px 3px 8px; }}
QToolButton[dropdown="true"]:focus {{ padding: 2px 19px 2px 7px; }}
QToolButton[dropdown="true"]::menu-indicator {{
    image: url(icon:chevron-down-{"dark" if c.is_dark else "light"}.svg); width: 12px; height: 12px;
    subcontrol-origin: padding; subcontrol-position: right center; right: 5px;
}}

QListView, QTableView, QTextEdit, QTextBrowser, QPlainTextEdit, QAbstractScrollArea {{ border: none; }}
QListView {{ background: {c.base}; outline: none; }}
QTableView {{
    background: {c.base}; gridline-color: {c.line}; selection-background-color: {c.selected};
    selection-color: {c.text}; alternate-background-color: {c.window};
}}
QTableView:focus, QTextBrowser:focus, QPlainTextEdit:focus {{ border: 2px solid {c.accent}; }}
QTableView, QTextBrowser, QPlainTextEdit {{ border: 2px solid transparent; }}
QListWidget {{ border: 2px solid transparent; }}
QListWidget:focus {{ border: 2px solid {c.accent}; }}
#entries, #entries:focus {{ border: none; }}
QHeaderView {{ background: {c.window}; }}
QHeaderView::section {{
    background: {c.window}; color: {c.text}; border: none; border-right: 1px solid {c.line};
    border-bottom: 1px solid {c.edge}; padding: 5px 8px; font-weight: 600;
}}
QHeaderView::section:vertical {{
    border-right: 1px solid {c.edge}; border-bottom: 1px solid {c.line}; font-weight: normal; color: {c.dim}; padding: 2px 6px;
}}
QTableView::item {{ padding: 0 6px; }}
QAbstractScrollArea::corner {{ background: {c.window}; border: none; }}
QTableCornerButton::section {{ background: {c.window}; border: none; border-bottom: 1px solid {c.edge}; }}
QSplitter::handle {{ background: {c.base}; border-left: 1px solid {c.line}; }}
QMenu {{ background: {c.base}; color: {c.text}; border: 1px solid {c.edge}; border-radius: 6px; padding: 4px; }}
QMenu::item {{ padding: 6px 28px 6px 28px; border-radius: 4px; }}
QMenu::item:selected {{ background: {c.selected}; color: {c.text}; }}
QMenu::item:disabled {{ color: {c.edge}; }}
QMenu::separator {{ height: 1px; background: {c.line}; margin: 4px 8px; }}
QTabWidget::pane {{ border: none; }}
QTabBar {{ background: transparent; }}
QTabBar::tab {{
    background: transparent; color: {c.dim}; padding: 8px 14px; border: none; border-bottom: 3px solid transparent;
}}
QTabBar::tab:hover {{ color: {c.text}; background: {c.hover}; }}
QTabBar::tab:selected {{ color: {c.text}; border-bottom-color: {c.accent}; font-weight: 600; }}
QTabBar::tab:focus {{ color: {c.text}; background: {c.selected}; }}
QProgressBar {{
    background: {c.hover}; border: none; border-radius: 4px; min-height: 8px; max-height: 8px; text-align: center;
}}
QProgressBar::chunk {{ background: {c.accent}; border-radius: 4px; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {c.edge}; border-radius: 4px; margin: 2px; min-height: 32px; min-width: 32px; }}
QScrollBar::handle:hover {{ background: {c.dim}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
#banner {{ background: {c.warning_ground}; border-bottom: 1px solid {c.warning}; }}
#banner QLabel {{ color: {c.text}; }}
#banner[severity="error"] {{ background: {c.error_ground}; border-bottom-color: {c.error}; }}
#banner[severity="info"] {{ background: {c.selected}; border-bottom-color: {c.accent}; }}
QSpinBox {{
    background: {c.base}; color: {c.text}; border: 1px solid {c.edge}; border-radius: 6px; padding: 4px 24px 4px 8px;
    min-height: 20px; selection-background-color: {c.accent}; selection-color: {c.on_accent};
}}
QSpinBox:focus {{ border: 2px solid {c.accent}; padding: 3px 23px 3px 7px; }}
QSpinBox::up-button, QSpinBox::down-button {{ border: none; background: transparent; width: 22px; subcontrol-origin: border; }}
QSpinBox::up-button:hover, QSpinBox::down-button:hover {{ background: {c.hover}; }}
QSpinBox::up-arrow {{ image: url(icon:chevron-up-{"dark" if c.is_dark else "light"}.svg); width: 10px; height: 10px; }}
QSpinBox::down-arrow {{ image: url(icon:chevron-down-{"dark" if c.is_dark else "light"}.svg); width: 10px; height: 10px; }}
QCheckBox::indicator {{
    width: 16px; height: 16px; background: {c.base}; border: 1px solid {c.edge}; border-radius: 4px;
}}
QCheckBox::indicator:checked {{
    background: {c.accent}; border-color: {c.accent}; image: url(icon:check-{"dark" if c.is_dark else "light"}.svg);
}}
QCheckBox::indicator:disabled {{ border-color: {c.line}; }}
QCheckBox::indicator:checked:disabled {{ background: {c.edge}; border-color: {c.edge}; }}
QCheckBox:focus {{ color: {c.accent}; }}
QCheckBox::indicator:focus {{ border: 2px solid {c.accent}; width: 14px; height: 14px; }}
QCheckBox::indicator:checked:focus {{ border: 2px solid {c.text}; }}
QCheckBox:disabled {{ color: {c.edge}; }}
"""

"""What can be set, few and explained; each takes effect at once and is also reached by `settings` on the command line."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.messages import Status
from engine.settings import Settings
from ui.window import first_size, wording
from ui.window.calm_wheel import calm_wheel
from ui.window.hit_delegate import scaled
from ui.window.programs_editor import ProgramsEditor
from ui.window.rules_editor import RulesEditor

WIDTH, HEIGHT = 720, 760


class SettingsDialog(QDialog):
    """Beside the window, not in its way. Tells what was changed by `changed`; `set_settings` says what holds then."""

    changed = Signal(dict)              # field of Settings → value
    portable_wanted = Signal(bool)
    copy_wanted = Signal(str)
    move_wanted = Signal()
    move_back_wanted = Signal()
    forget_wanted = Signal()

    def __init__(
        self, settings: Settings, command: str, has_tray: bool, is_portable: bool, portable_place: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._has_tray = has_tray
        self._portable_place = portable_place
        self._is_filling = True
        self._headings: list[tuple[QLabel, Callable[[], str]]] = []
        self._notes: list[tuple[QLabel, Callable[[], str]]] = []
        self._captions: list[tuple[QLabel, QWidget, Callable[[], str]]] = []
        self._checks: dict[str, QCheckBox] = {}
        self._combos: dict[str, QComboBox] = {}
        self.rules = RulesEditor(self)
        self.programs = ProgramsEditor(self)
        self.largest = QSpinBox(self)
        self.portable = QCheckBox(self)
        self.portable.setChecked(is_portable)
        self.key = QLineEdit(command, self)
        self.key.setReadOnly(True)
        self.key.setCursorPosition(0)
        self._copy, self._close = QPushButton(self), QPushButton(self)
        self.move_index, self.move_back, self.forget = QPushButton(self), QPushButton(self), QPushButton(self)
        self._build()
        self._connect()
        self.retranslate()
        first_size.resize(self, WIDTH, HEIGHT)

    # -- what holds

    def set_settings(self, settings: Settings) -> None:
        self._settings = settings
        self._is_filling = True
        for name, check in self._checks.items():
            check.setChecked(getattr(settings, name))
        for name, combo in self._combos.items():
            value = getattr(settings, name)
            if combo.findData(value) < 0:
                combo.addItem(str(value), value)
            combo.setCurrentIndex(combo.findData(value))
        self.largest.setValue(settings.max_file_mb)
        self.rules.set_rules(settings.left_out, settings.left_out_kinds)
        self.programs.set_settings(settings)
        self._checks["close_to_tray"].setEnabled(self._has_tray and settings.tray)
        self._is_filling = False

    def set_status(self, status: Status) -> None:
        self.rules.set_status(status)

    def settle(self) -> None:
        """The folders have been looked at with the rules as they are."""
        self.rules.settle()

    def focus_first(self) -> None:
        self._combos["language"].setFocus()

    def set_portable(self, is_on: bool) -> None:
        self._is_filling = True
        self.portable.setChecked(is_on)
        self._is_filling = False

    def set_place(self, can_move: bool, is_moved: bool) -> None:
        """Whether the index lies in the folder that can be chosen, and whether one has been chosen."""
        self.move_index.setVisible(can_move)
        self.move_back.setVisible(can_move and is_moved)

    # -- words

    def retranslate(self) -> None:
        self._is_filling = True
        self.setWindowTitle(self.tr("Settings"))
        for label, text in (*self._headings, *self._notes):
            label.setText(text())
        for label, widget, text in self._captions:
            label.setText(text())
            widget.setAccessibleName(text())
        for name, words in self._check_texts().items():
            self._checks[name].setText(words)
        for name, texts in self._combo_texts().items():
            combo = self._combos[name]
            combo.clear()
            for value, words in texts:
                combo.addItem(words, value)
        self.largest.setSpecialValueText(self.tr("no limit"))
        self.largest.setSuffix(" MB")
        self.portable.setText(self.tr("Portable: keep the index beside the program, from the next start on"))
        self.move_index.setText(self.tr("Keep the index in another folder…"))
        self.move_back.setText(self.tr("Back to the usual folder…"))
        self.forget.setText(self.tr("Forget everything…"))
        self._copy.setText(self.tr("Copy"))
        self._copy.setAccessibleName(self.tr("Copy the command"))
        self._close.setText(self.tr("Close"))
        self.set_settings(self._settings)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _check_texts(self) -> dict[str, str]:
        return {
            "ocr": self.tr("Read scanned pages and pictures (slow)"),
            "hidden": self.tr("Read hidden files and folders too"),
            "gitignore": self.tr("Leave out what .gitignore files name"),
            "tray": self.tr("Show an icon in the notification area"),
            "close_to_tray": self.tr("Closing the window leaves Fichero there"),
            "notifications": self.tr("Tell when a long first reading has ended, and when something needs you"),
            "start_at_login": self.tr("Start with the session, without opening the window"),
        }

    def _combo_texts(self) -> dict[str, list[tuple[Any, str]]]:
        system = self.tr("As the system")
        cores = os.cpu_count() or 1
        shares = [(0, self.tr("half of it ({count} of {cores} cores)").format(count=max(1, cores // 2), cores=cores))]
        if cores > 3:
            shares.append((max(1, cores // 4), self.tr("a quarter ({count} of {cores} cores)").format(count=cores // 4, cores=cores)))
        shares.append((cores, self.tr("all of it ({cores} cores): faster and louder").format(cores=cores)))
        return {
            "language": [("auto", system), ("es", "Español"), ("en", "English")],
            "theme": [("auto", system), ("light", self.tr("Light")), ("dark", self.tr("Dark"))],
            "n_threads": list(shares),
            "on_battery": [
                ("less", self.tr("work half as much")), ("same", self.tr("work as usual")), ("pause", self.tr("wait for mains")),
            ],
        }

    # -- making

    def _build(self) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 18, 20, 12)
        column.setSpacing(12)
        for section in (self._looks(), self._reading(), self._left_out(), self._session(), self._programs(), self._place()):
            column.addWidget(section)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        calm_wheel(area)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.viewport().setAutoFillBackground(False)
        page.setAutoFillBackground(False)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(20, 0, 20, 14)
        bottom.addStretch(1)
        bottom.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area, 1)
        layout.addLayout(bottom)

    def _looks(self) -> QFrame:
        frame, column = self._card(lambda: self.tr("Language and colours"))
        column.addLayout(self._below_each_other(
            (lambda: self.tr("Language"), self._combo("language")), (lambda: self.tr("Colours"), self._combo("theme")),
        ))
        return frame

    def _reading(self) -> QFrame:
        frame, column = self._card(lambda: self.tr("Reading"))
        column.addLayout(self._below_each_other(
            (lambda: self.tr("Share of the processor"), self._combo("n_threads")),
            (lambda: self.tr("On battery"), self._combo("on_battery")),
        ))
        column.addWidget(self._note(lambda: self.tr(
            "Whatever you do yourself goes first: after the first documents Fichero works at the lowest priority."
        )))
        column.addWidget(self._check("ocr"))
        return frame

    def _left_out(self) -> QFrame:
        frame, column = self._card(lambda: self.tr("Left out"))
        column.addWidget(self._note(lambda: self.tr(
            "Programs, temporary files and files that are no documents are left out anyhow. Here you leave out more; * stands "
            "for any letters, / at the end for a folder, ! at the start lets in again. Your files stay as they are."
        )))
        column.addWidget(self.rules)
        self.largest.lineEdit().setTextMargins(6, 0, 0, 0)
        self.largest.setRange(0, 1_000_000)
        self.largest.setKeyboardTracking(False)
        column.addLayout(self._row(lambda: self.tr("Leave out files larger than"), self.largest))
        column.addWidget(self._check("hidden"))
        column.addWidget(self._check("gitignore"))
        return frame

    def _session(self) -> QFrame:
        frame, column = self._card(lambda: self.tr("Always at hand"))
        column.addWidget(self._check("tray"))
        column.addWidget(self._check("close_to_tray"))
        if not self._has_tray:
            self._checks["tray"].setEnabled(False)
            column.addWidget(self._note(lambda: self.tr("This desktop has no notification area.")))
        column.addWidget(self._check("notifications"))
        column.addWidget(self._check("start_at_login"))
        column.addWidget(self._note(lambda: self.tr(
            "A key that opens Fichero from anywhere: in the keyboard settings of your desktop, add a shortcut that runs this "
            "command. Where Fichero is open already, it comes to the front."
        )))
        row = self._row(lambda: self.tr("Command"), self.key, 1)
        row.addWidget(self._copy)
        column.addLayout(row)
        return frame

    def _programs(self) -> QFrame:
        frame, column = self._card(lambda: self.tr("Other programs"))
        column.addWidget(self.programs)
        return frame

    def _place(self) -> QFrame:
        frame, column = self._card(lambda: self.tr("Where everything lies"))
        column.addWidget(self._note(lambda: self.tr("Index and settings: {folder}").format(
            folder=wording.printable(str(self._settings.data_dir))
        )))
        moves = QHBoxLayout()
        moves.addWidget(self.move_index)
        moves.addWidget(self.move_back)
        moves.addStretch(1)
        column.addLayout(moves)
        column.addWidget(self._note(lambda: self.tr(
            "An encrypted folder keeps the text of your documents from whoever gets hold of this computer. While it is locked, Fichero "
            "says so and begins no other index."
        )))
        column.addWidget(self.portable)
        column.addWidget(self._note(lambda: self.tr(
            "For a program on a drive that you carry about: the index then lies in {folder}. What is there now stays where it is."
        ).format(folder=wording.printable(self._portable_place))))
        last = QHBoxLayout()
        last.addWidget(self.forget)
        last.addStretch(1)
        column.addLayout(last)
        column.addWidget(self._note(lambda: self.tr(
            "Removes index, settings, logs, judged questions and models that you brought in. Your documents stay as they are."
        )))
        return frame

    def _card(self, heading: Callable[[], str]) -> tuple[QFrame, QVBoxLayout]:
        frame = QFrame()
        frame.setObjectName("card")
        column = QVBoxLayout(frame)
        column.setContentsMargins(18, 12, 18, 14)
        column.setSpacing(8)
        label = QLabel(frame)
        label.setFont(scaled(self.font(), 1.15, self.font().Weight.DemiBold))
        column.addWidget(label)
        self._headings.append((label, heading))
        return frame, column

    def _note(self, text: Callable[[], str]) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("dim", True)
        self._notes.append((label, text))
        return label

    def _below_each_other(self, *rows: tuple[Callable[[], str], QWidget]) -> QGridLayout:
        """Captions in one column, what they name in another."""
        grid = QGridLayout()
        grid.setColumnStretch(2, 1)
        for place, (caption, widget) in enumerate(rows):
            grid.addWidget(self._caption(caption, widget), place, 0)
            grid.addWidget(widget, place, 1)
        return grid

    def _caption(self, caption: Callable[[], str], widget: QWidget) -> QLabel:
        label = QLabel()
        label.setBuddy(widget)
        self._captions.append((label, widget, caption))
        return label

    def _row(self, caption: Callable[[], str], widget: QWidget, stretch: int = 0) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(self._caption(caption, widget))
        row.addWidget(widget, stretch)
        if not stretch:
            row.addStretch(1)
        return row

    def _combo(self, name: str) -> QComboBox:
        combo = self._combos[name] = QComboBox(self)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        combo.currentIndexChanged.connect(lambda _: self._tell(name, combo.currentData()))
        return combo

    def _check(self, name: str) -> QCheckBox:
        check = self._checks[name] = QCheckBox(self)
        check.toggled.connect(lambda is_on: self._tell(name, is_on))
        return check

    def _connect(self) -> None:
        self._close.clicked.connect(self.close)
        self.move_index.clicked.connect(self.move_wanted)
        self.move_back.clicked.connect(self.move_back_wanted)
        self.forget.clicked.connect(self.forget_wanted)
        for button in (self._copy, self._close, self.move_index, self.move_back, self.forget):
            button.setAutoDefault(False)        # Enter in a field is for the field
        self._copy.clicked.connect(lambda: self.copy_wanted.emit(self.key.text()))
        self.largest.valueChanged.connect(lambda value: self._tell("max_file_mb", value))
        self.portable.toggled.connect(lambda is_on: None if self._is_filling else self.portable_wanted.emit(is_on))
        self.rules.patterns_changed.connect(lambda patterns: self._tell("left_out", patterns))
        self.programs.changed.connect(self.changed)
        self.rules.kinds_changed.connect(lambda kinds: self._tell("left_out_kinds", kinds))

    def _tell(self, name: str, value: object) -> None:
        if not self._is_filling and value is not None and value != getattr(self._settings, name):
            self.changed.emit({name: value})

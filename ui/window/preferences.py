"""Opens the settings, carries what is chosen there to the window, and shows there what holds."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QMessageBox

from engine.errors import DataFolderUnwritable
from engine.machine.portable import is_portable, portable_data_dir, program_folder, set_portable
from engine.machine.system_words import system_words
from engine.messages import Failure, Status
from engine.own_program import command, shell_words, terminal_command
from engine.settings import Settings, default_data_dir, usual_data_dir
from ui.window import tray, wording
from ui.window.farewell import Farewell
from ui.window.indexing_client import IndexingClient
from ui.window.search_client import SearchClient

if TYPE_CHECKING:
    from ui.window.main_window import MainWindow
    from ui.window.settings_dialog import SettingsDialog


class Preferences(QObject):
    farewell_wanted = Signal(object)        # Farewell: to be done once the window has closed
    _portable_done = Signal(object)         # Failure or None

    def __init__(self, window: MainWindow, settings: Settings, search: SearchClient, indexing: IndexingClient) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._status: Status | None = None
        self.dialog: SettingsDialog | None = None
        self._choose = lambda title: QFileDialog.getExistingDirectory(self.dialog, title)
        self.action = QAction(window)
        self.action.setShortcut(QKeySequence("Ctrl+,"))
        self.action.triggered.connect(self.open)
        window.addAction(self.action)
        window.menu.insertAction(window.menu.about, self.action)
        window.installEventFilter(self)
        window.settings_changed.connect(self._take_settings)
        search.status_told.connect(self._take_status)
        indexing.done.connect(self._settle)
        window.folders.report_wanted.connect(self.show_report)
        self._portable_done.connect(self._take_portable)
        self.retranslate()

    def open(self) -> None:
        if self.dialog is None:
            from ui.window.settings_dialog import SettingsDialog  # not before it is wanted, as all dialogs

            data_dir = self._settings.data_dir
            self.dialog = SettingsDialog(
                self._settings, shell_words(command(data_dir)), tray.is_available(), is_portable(), str(portable_data_dir()),
                self._window,
            )
            self.dialog.changed.connect(self._change)
            self.dialog.portable_wanted.connect(self._switch_portable)
            self.dialog.set_place(data_dir == default_data_dir(), data_dir != usual_data_dir())
            self.dialog.move_wanted.connect(self._choose_folder)
            self.dialog.move_back_wanted.connect(lambda: self._ask_to_move(None))
            self.dialog.forget_wanted.connect(self._ask_to_forget)
            self.dialog.copy_wanted.connect(lambda text: QGuiApplication.clipboard().setText(text))
            if self._status is not None:
                self.dialog.set_status(self._status)
            self.dialog.focus_first()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def show_report(self) -> None:
        """The report for somebody who helps, to be looked at."""
        from ui.window.diagnostics_dialog import DiagnosticsDialog

        self.report = DiagnosticsDialog(terminal_command(self._settings.data_dir), self._window)
        self.report.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.report.show()

    def retranslate(self) -> None:
        self.action.setText(self.tr("Settings…"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        return super().eventFilter(watched, event)

    @Slot(dict)
    def _change(self, changes: dict[str, object]) -> None:
        if "ocr" in changes:
            self._window.menu.ocr.setChecked(bool(changes["ocr"]))      # which may be refused: the add-on is missing
        else:
            self._window.change_settings(**changes)
        if self.dialog is not None:
            self.dialog.set_settings(self._settings)

    @Slot(object)
    def _take_settings(self, settings: Settings) -> None:
        self._settings = settings
        self._window.menu.set_settings(settings)
        if self.dialog is not None:
            self.dialog.set_settings(settings)

    @Slot(object)
    def _take_status(self, status: Status) -> None:
        self._status = status
        if self.dialog is not None:
            self.dialog.set_status(status)

    @Slot()
    def _settle(self) -> None:
        if self.dialog is not None:
            self.dialog.settle()

    @Slot()
    def _choose_folder(self) -> None:
        folder = self._choose(self.tr("Folder for the index"))
        if folder:
            self._ask_to_move(Path(folder))

    def _ask_to_move(self, target: Path | None) -> None:
        self._ask(
            self.tr("Fichero closes, moves its index, and opens again. Nothing is lost if that is cut short."),
            self.tr("Move"), Farewell(moves=True, target=target),
        )

    @Slot()
    def _ask_to_forget(self) -> None:
        self._ask(
            self.tr("Index, settings, logs and judged questions in {folder} are removed for good, and Fichero closes. Your documents stay.").format(
                folder=wording.printable(str(self._settings.data_dir))
            ),
            self.tr("Forget everything"), Farewell(),
        )

    def _ask(self, text: str, word: str, farewell: Farewell) -> None:
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Fichero"), text, QMessageBox.StandardButton.Cancel, self.dialog)
        box.setTextFormat(Qt.TextFormat.PlainText)
        go_on = box.addButton(word, QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        go_on.clicked.connect(lambda: self.farewell_wanted.emit(farewell))
        self.question = box
        box.open()

    def _switch_portable(self, is_on: bool) -> None:
        """The disk is written apart from this thread."""
        def switch() -> None:
            try:
                set_portable(is_on)
            except OSError as error:
                refused = DataFolderUnwritable(program_folder(), *system_words(error))
                self._portable_done.emit(Failure.of(refused))
            else:
                self._portable_done.emit(None)

        threading.Thread(target=switch, name="portable", daemon=True).start()

    @Slot(object)
    def _take_portable(self, failure: Failure | None) -> None:
        if failure is not None and self.dialog is not None:
            self.dialog.set_portable(is_portable())
            self._window.banner.show_failure(failure, "warning")

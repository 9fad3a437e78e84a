"""What is done once the window has closed and nothing uses the index any more: forget everything, or move it and start again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QProcess, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QProgressDialog

from engine.errors import FicheroError
from engine.index_place import move
from engine.machine.logs import stop_logging
from engine.own_program import command
from engine.settings import Settings, usual_data_dir
from ui.window import language, wording

log = logging.getLogger(__name__)

Show = Callable[[str, bool], None]      # a text, and whether it tells of a failure


@dataclass(frozen=True, slots=True)
class Farewell:
    """Forget everything, or (`moves`) move the index to `target`, or back to the usual folder where that is None."""

    moves: bool = False
    target: Path | None = None


class _Work(QObject):
    """Does it on a thread of its own, since a large index takes minutes."""

    went_on = Signal(float)
    ended = Signal(object)              # None, or the FicheroError

    def __init__(self, farewell: Farewell, settings: Settings) -> None:
        super().__init__()
        self._farewell, self._settings = farewell, settings

    @Slot()
    def start(self) -> None:
        threading.Thread(target=self._do, name="farewell").start()

    def _do(self) -> None:
        try:
            if self._farewell.moves:
                move(usual_data_dir(), self._farewell.target, self.went_on.emit)
            else:
                from engine.forgetting import forget  # brings the catalog and NumPy, a fifth of the window's imports

                forget(self._settings)
        except FicheroError as error:
            self.ended.emit(error)
        except Exception as error:          # the edge of a thread: the window would wait for ever
            log.exception("the farewell failed")
            self.ended.emit(FicheroError(f"{type(error).__name__}: {error}", f"{type(error).__name__}: {error}"))
        else:
            self.ended.emit(None)


class _Watch(QObject):
    """On the window's thread: shows how far it is, and keeps how it ended. Slots, since a lambda would run on the worker's thread."""

    def __init__(self, dialog: QProgressDialog) -> None:
        super().__init__()
        self._dialog = dialog
        self.error: FicheroError | None = None
        self.loop = QEventLoop()

    @Slot(float)
    def go_on(self, share: float) -> None:
        self._dialog.setValue(min(99, int(100 * share)))

    @Slot(object)
    def end(self, error: FicheroError | None) -> None:
        self.error = error
        self.loop.quit()


def carry_out(
    farewell: Farewell, settings: Settings, show: Show | None = None, start: Callable[[Sequence[str]], object] | None = None
) -> int:
    """Do it, tell how it went, and after a move start Fichero again. Gives the exit status."""
    stop_logging()                      # an open log could not be removed on Windows
    dialog = QProgressDialog()
    dialog.setCancelButton(None)        # type: ignore[arg-type]
    dialog.setWindowFlag(Qt.WindowType.WindowCloseButtonHint, False)
    dialog.setRange(0, 100 if farewell.moves else 0)
    dialog.setLabelText(
        language.translate("Farewell", "The index is being moved…") if farewell.moves
        else language.translate("Farewell", "Everything is being forgotten…")
    )
    dialog.show()
    work, watch = _Work(farewell, settings), _Watch(dialog)
    work.went_on.connect(watch.go_on)
    work.ended.connect(watch.end)
    QTimer.singleShot(0, work.start)        # its end can only be told once the loop runs
    watch.loop.exec()
    dialog.reset()
    error = watch.error
    if error is not None:
        (show or _show)(error.message(language.current()), True)
    elif not farewell.moves:
        (show or _show)(language.translate(
            "Farewell", "Everything that Fichero had written in {folder} is removed. Your documents are as they were."
        ).format(folder=wording.printable(str(settings.data_dir))), False)
    if farewell.moves:
        (start or _start)(command())
    return int(error is not None)


def _show(text: str, is_failure: bool) -> None:
    box = QMessageBox()
    box.setIcon(QMessageBox.Icon.Warning if is_failure else QMessageBox.Icon.Information)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.exec()


def _start(words: Sequence[str]) -> object:
    return QProcess.startDetached(words[0], list(words[1:]))

"""Opens Fichero's window, or a bare one, and ends with its first paint: `python -m tests.bench.window_child fichero|bare DATA`."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def end_at_paint(qt: object) -> object:
    """Let the process end with the first paint of its window. Returns what has to be kept."""
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication, QMainWindow

    class EndAtPaint(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow):
                os._exit(0)
            return False

    assert isinstance(qt, QApplication)
    end = EndAtPaint()
    qt.installEventFilter(end)
    return end


def main() -> int:
    kind, data = sys.argv[1:]
    if kind == "bare":
        from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

        qt = QApplication(sys.argv[:1])
        window = QMainWindow()
        window.setCentralWidget(QLabel("…"))
        window.resize(1200, 800)
    else:
        from engine.machine.data_folder import prepare_data_dir
        from engine.settings import Settings
        from ui.window import quick_start

        quick_start.prepare()       # as the program does, before Qt is there
        from ui.window.application import Application, make_qt_application

        prepare_data_dir(Path(data))
        qt = make_qt_application(sys.argv[:1])
        application = Application(qt, Settings(Path(data), language="es"))
    end = end_at_paint(qt)
    if kind == "bare":
        window.show()
    else:
        application.start()
    code = qt.exec()
    del end
    return code


if __name__ == "__main__":
    sys.exit(main())

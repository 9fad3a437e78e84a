"""Opens Fichero's window, or a bare one, and ends with its first paint: `python -m tests.bench.window_child fichero|bare DATA`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow


class EndAtPaint(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QMainWindow):
            os._exit(0)
        return False


def main() -> int:
    kind, data = sys.argv[1:]
    if kind == "bare":
        qt = QApplication(sys.argv[:1])
        window = QMainWindow()
        window.setCentralWidget(QLabel("…"))
        window.resize(1200, 800)
    else:
        from engine.machine.data_folder import prepare_data_dir
        from engine.settings import Settings
        from ui.window.application import Application, make_qt_application

        prepare_data_dir(Path(data))
        qt = make_qt_application(sys.argv[:1])
        application = Application(qt, Settings(Path(data), language="es"))
    end = EndAtPaint()
    qt.installEventFilter(end)
    if kind == "bare":
        window.show()
    else:
        application.start()
    return qt.exec()


if __name__ == "__main__":
    sys.exit(main())

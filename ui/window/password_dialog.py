"""Asks for a document's password, and says what becomes of the password and of the text that it opens."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from ui.window import wording


class PasswordDialog(QInputDialog):
    """Modal to its window, shown by `open`; calls `entered` with a password that is not empty."""

    def __init__(self, path: str, entered: Callable[[str], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setInputMode(QInputDialog.InputMode.TextInput)
        self.setTextEchoMode(QLineEdit.EchoMode.Password)
        self.setWindowTitle(self.tr("Password"))
        self.setOkButtonText(self.tr("Open document"))
        self.setCancelButtonText(self.tr("Cancel"))
        self.setLabelText(self.tr(
            "Password of {name}:\n\nThe text of the document is then stored in the index on this computer, so that it can be "
            "searched. The password itself is not stored: it is forgotten when Fichero closes."
        ).format(name=wording.printable(os.path.basename(path))))
        self.textValueSelected.connect(lambda password: entered(password) if password else None)

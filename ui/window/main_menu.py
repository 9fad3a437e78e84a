"""The menu behind the button at the top right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from engine.settings import Settings


class MainMenu(QMenu):
    language_chosen = Signal(str)       # "auto", "es", "en"
    theme_chosen = Signal(str)          # "auto", "light", "dark"

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.add_folder, self.folders, self.refresh, self.why, self.about, self.leave = (QAction(parent) for _ in range(6))
        self.measure = QAction(parent)
        for action, keys in (
            (self.add_folder, "Ctrl+O"), (self.folders, "Ctrl+D"), (self.refresh, "F5"), (self.why, "Ctrl+Shift+I"),
            (self.measure, "Ctrl+E"), (self.leave, "Ctrl+Q"),
        ):
            action.setShortcut(QKeySequence(keys))
            parent.addAction(action)
        self.add_mail = QAction(parent)
        self.refine = QAction(parent)           # shown where a cross-encoder is chosen
        self.refine.setCheckable(True)
        self.refine.setChecked(settings.refine)
        self.refine.setVisible(bool(settings.cross_encoder))
        self._cross_encoder = settings.cross_encoder
        self.ocr = QAction(parent)
        self.ocr.setCheckable(True)
        self.ocr.setChecked(settings.ocr)
        self._languages = self._choices(("auto", "es", "en"), settings.language, self.language_chosen)
        self._themes = self._choices(("auto", "light", "dark"), settings.theme, self.theme_chosen)
        self.addActions([self.add_folder, self.add_mail, self.folders, self.refresh, self.why, self.measure])
        self.addSeparator()
        self._language_menu, self._theme_menu = self.addMenu(""), self.addMenu("")
        self._language_menu.addActions(list(self._languages.values()))
        self._theme_menu.addActions(list(self._themes.values()))
        self.addActions([self.ocr, self.refine])
        self.addSeparator()
        self.addActions([self.about, self.leave])
        self.retranslate()

    def set_settings(self, settings: Settings) -> None:
        """What holds, wherever it was chosen."""
        self._languages[settings.language].setChecked(True)
        self._themes[settings.theme].setChecked(True)
        self.ocr.setChecked(settings.ocr)
        self.refine.setChecked(settings.refine)

    def retranslate(self) -> None:
        self.add_folder.setText(self.tr("Add folder…"))
        self.add_mail.setText(self.tr("Add Thunderbird's mail"))
        self.folders.setText(self.tr("Folders and index"))
        self.refresh.setText(self.tr("Look for changes in the folders"))
        self.why.setText(self.tr("Why is this file not found?…"))
        self.measure.setText(self.tr("Measure on your own questions"))
        self.about.setText(self.tr("About Fichero"))
        self.leave.setText(self.tr("Quit"))
        self.refine.setText(self.tr("Refine the first results with {model}").format(model=self._cross_encoder))
        self.ocr.setText(self.tr("Read scanned pages and pictures (slow)"))
        self._language_menu.setTitle(self.tr("Language"))
        self._theme_menu.setTitle(self.tr("Colours"))
        self._languages["auto"].setText(self.tr("As the system"))
        self._languages["es"].setText("Español")
        self._languages["en"].setText("English")
        self._themes["auto"].setText(self.tr("As the system"))
        self._themes["light"].setText(self.tr("Light"))
        self._themes["dark"].setText(self.tr("Dark"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _choices(self, names: tuple[str, ...], chosen: str, signal: object) -> dict[str, QAction]:
        group = QActionGroup(self)
        actions = {}
        for name in names:
            action = QAction(self)
            action.setCheckable(True)
            action.setChecked(name == chosen)
            action.triggered.connect(lambda _=False, name=name: signal.emit(name))      # type: ignore[attr-defined]
            group.addAction(action)
            actions[name] = action
        return actions

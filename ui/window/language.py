"""The language of the window: Spanish or English, by the system's locale unless chosen; switched live."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ui.wording import environment_language

LanguageName = Literal["es", "en"]
LANGUAGES: tuple[LanguageName, ...] = ("es", "en")
TRANSLATIONS = Path(__file__).parent / "translations"

translate = QCoreApplication.translate


def of_system() -> LanguageName:
    """As the command line chooses; where the environment names no language, as the system's settings say."""
    named = environment_language()
    if named is not None:
        return named
    for tag in QLocale.system().uiLanguages():
        code = tag.split("-")[0].lower()
        if code in ("es", "ca", "gl", "eu", "ast"):
            return "es"
        if code == "en":
            return "en"
    return "en"


class Language:
    """Installs the translators of one language at a time; widgets then get a LanguageChange event."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._translators: list[QTranslator] = []
        self._loaded: list[bytes] = []      # a translator points into these
        self.name: LanguageName = "en"

    @property
    def is_installed(self) -> bool:
        return bool(self._translators)

    def remove(self) -> None:
        """Take the translators out: what is left installed shines through where another language has no words of its own."""
        for translator in self._translators:
            self._application.removeTranslator(translator)
        self._translators = []

    def use(self, name: LanguageName) -> None:
        self.remove()
        self.name = name
        QLocale.setDefault(QLocale("es_ES" if name == "es" else "en_GB"))
        qts_own = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)) / f"qtbase_{name}.qm"
        self._loaded = [path.read_bytes() for path in (qts_own, TRANSLATIONS / f"fichero_{name}.qm") if path.exists()]
        self._translators = [_translator(data) for data in self._loaded]
        for translator in self._translators:
            self._application.installTranslator(translator)


def _translator(data: bytes) -> QTranslator:
    """From bytes: Qt would map the file, and a .qm file that is written anew while Fichero runs would crash it."""
    translator = QTranslator()
    translator.load(data)
    return translator


def current() -> LanguageName:
    """The language in use, by the default locale that `Language.use` sets."""
    return "es" if QLocale().language() == QLocale.Language.Spanish else "en"

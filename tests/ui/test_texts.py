"""Nothing is left untranslated, in any language; the compiled files are those of the sources."""

from __future__ import annotations

import ast
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from ui.window.language import LANGUAGES, TRANSLATIONS
from ui.window.translations import compile as translations

WINDOW = TRANSLATIONS.parent
SAYS = {
    "setText", "setToolTip", "setWindowTitle", "setPlaceholderText", "setAccessibleName", "setInformativeText", "setTitle",
    "addTab", "setTabText", "addItem", "addButton", "addMenu", "set_search", "setLabelText", "QLabel", "QPushButton",
}
OWN_NAMES = {"", "Español", "English"}      # languages are written in themselves


def messages(path: Path) -> dict[tuple[str, str], list[str]]:
    """(context, source) → translations, plural forms one by one."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None and translation.get("type") is None, message.findtext("source")
            forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
            found[context.findtext("name"), message.findtext("source")] = forms
    return found


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_files_are_those_of_the_sources_and_complete(name: str, tmp_path: Path) -> None:
    for file in TRANSLATIONS.glob("*.ts"):
        shutil.copy(file, tmp_path)
    translations.update(tmp_path)
    kept, fresh = TRANSLATIONS / f"fichero_{name}.ts", tmp_path / f"fichero_{name}.ts"
    assert messages(fresh) == messages(kept), "run `python -m ui.window.translations.compile`, then translate"
    assert (tmp_path / f"fichero_{name}.qm").read_bytes() == kept.with_suffix(".qm").read_bytes()


@pytest.mark.parametrize("name", LANGUAGES)
def test_translations_keep_their_places_for_values(name: str) -> None:
    for (_, source), forms in messages(TRANSLATIONS / f"fichero_{name}.ts").items():
        for form in forms:
            assert form.strip(), source
            for part in ("%n", *(f"{{{word.split('}')[0]}}}" for word in source.split("{")[1:])):
                assert (part in form) == (part in source), (source, form)


def test_no_text_is_shown_without_being_translated() -> None:
    for file in sorted(WINDOW.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SAYS:
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        assert argument.value in OWN_NAMES or not any(c.isalpha() for c in argument.value), (
                            file.name, node.lineno, argument.value
                        )


def test_plurals_and_numbers_follow_the_language(language) -> None:
    from datetime import date

    from PySide6.QtCore import QCoreApplication, QFileInfo
    from PySide6.QtWidgets import QFileIconProvider

    from engine.processes.indexing_messages import IndexingState, IndexProgress
    from ui.window import progress_words, wording

    def said(n: int) -> str:
        return QCoreApplication.translate("StatusLine", "%n document(s)", "", n)

    language.use("en")
    assert [said(1), said(2)] == ["1 document", "2 documents"]
    assert wording.number(12345) == "12,345"
    language.use("es")
    assert [said(1), said(2)] == ["1 documento", "2 documentos"]
    assert wording.number(12345) == "12.345" and wording.seconds(0.125) in ("0,12 s", "0,13 s")
    assert progress_words.left_out_in_words("picture", 1).startswith("1 imagen (")
    assert [progress_words.stage_in_words(IndexProgress("scan", n, 0), IndexingState(False, True)) for n in (1, 12345)] == [
        "Buscando documentos: 1 archivo", "Buscando documentos: 12.345 archivos",
    ]
    assert progress_words.stage_in_words(IndexProgress("vectors", 0, 1), IndexingState(False, True)) == "Aprendiendo su significado: 0 de 1 pasaje"
    assert [wording.time_left(60.0 * n) for n in (1, 4)] == ["falta alrededor de 1 min", "faltan unos 4 min"]
    assert [progress_words.left_out_in_words("size", n) for n in (1, 12345)] == ["1 demasiado grande", "12.345 demasiado grandes"]
    assert progress_words.left_out_in_words("pattern:*.log", 1) == "1 según su patrón *.log"
    assert QCoreApplication.translate("QFileDialog", "&Look in:") == "B&uscar en:"
    assert QFileIconProvider().type(QFileInfo(str(WINDOW))) in ("Carpeta", "Carpeta de archivos")     # as Qt's own dialog says
    assert wording.day_of(date(2024, 5, 3)).startswith("3 may")
    assert wording.printable("/a/\udcf1.txt") == "/a/\ufffd.txt"

"""The program on a virtual screen, by real keys and clicks: seen with the eyes of a person, not asked for its objects."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.end2end.conftest import Fichero
from tests.end2end.screen import Screen, missing_tools, program, screen, share_of, until
from ui.window.theme import DARK, LIGHT

DOCUMENTS = (
    "comunidad/acta_junta_2024.pdf", "contratos/mantenimiento_ascensor_v2.txt", "laboratorio/codigos_de_error.xlsx",
)
pytestmark = [
    pytest.mark.usefixtures("model_folder"),
    pytest.mark.skipif(bool(missing_tools()), reason=f"missing: {', '.join(missing_tools())}"),
]


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory, sample_folder: Path) -> Fichero:
    """An index of a few documents, complete."""
    root = tmp_path_factory.mktemp("screen")
    folder = root / "documentos"
    folder.mkdir()
    for name in DOCUMENTS:
        shutil.copy(sample_folder / name, folder)
    fichero = Fichero(root / "data", root)
    fichero.run("index", "--data", fichero.data, folder)
    return fichero


def copied(on: Screen, *keys: str) -> str:
    """What lies in the clipboard after these keys."""
    on.keys(*keys)
    return on.clipboard()


def chosen_in_menu(on: Screen, place: int) -> str:
    """What lies in the clipboard after an action of the chosen hit's menu, counted from 1, was chosen by keys."""
    before, windows = on.clipboard(), on.windows()
    on.keys("shift+F10")
    until(lambda: on.windows() - windows, "the menu of the hit")
    on.keys(*["Down"] * place, "Return")
    return until(lambda: (text := on.clipboard()) != before and text, "what was copied from the menu")


def ask(on: Screen, question: str, name: str, words: str, most: int = 6) -> str:
    """Types a question and goes down the list until the hit in document `name` with these words is chosen, which may have to wait
    until the meaning has been looked at too; gives its passage as it is copied."""

    def found() -> str:
        on.keys("ctrl+l", "ctrl+a")             # typed anew each time: a window that is just opening does not hear all keys
        on.type(question)
        time.sleep(1.0)
        on.keys(*["Up"] * most)                 # from the field these move through the hits
        for _ in range(most):
            passage = copied(on, "ctrl+shift+c")
            if name in passage and words in passage:
                return passage
            on.keys("Down")
        return ""

    return until(found, f"{words} in {name} for “{question}”", 200)      # what reads and learns has the lowest priority


def close(on: Screen, process: subprocess.Popen[bytes]) -> None:
    on.fill_with(on.window("Fichero"))          # without a window manager nobody gives the keyboard back after a dialog
    on.keys("ctrl+q")
    assert process.wait(30) == 0


def test_from_a_first_start_to_the_passage_by_keys_and_mouse(tmp_path: Path, sample_folder: Path) -> None:
    """A folder is given; a code is found while it is read; the row is marked in its table; menus open and close; all by hand."""
    folder = tmp_path / "documentos"
    folder.mkdir()
    for name in DOCUMENTS:
        shutil.copy(sample_folder / name, folder)
    data = tmp_path / "data"
    with screen(tmp_path) as on, program(on, data, "--add", str(folder), FICHERO_LANGUAGE="es") as process:
        assert "codigos_de_error.xlsx" in ask(on, "E-4032", "codigos_de_error.xlsx", "E-4032")
        # To the right, the table with the code's row, in the passage's colour; to the left, the code as it was matched.
        until(lambda: share_of(LIGHT.passage, on.picture(), left=0.5) > 0.002, "the row in its table")
        assert share_of(LIGHT.match, on.picture(), right=0.5) > 0.0001
        assert chosen_in_menu(on, 5).endswith("codigos_de_error.xlsx")     # its path
        on.keys("ctrl+i")
        until(lambda: on.window("E-4032") or on.window("resultado"), "why this result", 15)
        on.keys("Escape")
        close(on, process)


@pytest.mark.parametrize(("language", "theme", "scale"), [("es", "light", "1"), ("en", "dark", "2")])
def test_a_question_answered_in_its_page(indexed: Fichero, tmp_path: Path, language: str, theme: str, scale: str) -> None:
    colours = DARK if theme == "dark" else LIGHT
    indexed.run("settings", "--data", indexed.data, "set", "theme", theme)
    size = (1280 * int(scale), 800 * int(scale))
    with (
        screen(tmp_path, *size) as on,
        program(on, indexed.data, FICHERO_LANGUAGE=language, QT_SCALE_FACTOR=scale) as process,
    ):
        passage = ask(on, "cuanto pagara cada vecino por el ascensor nuevo", "acta_junta_2024.pdf", "2.600")
        assert "acta_junta_2024.pdf" in passage.splitlines()[-1]
        until(lambda: share_of(colours.answer, on.picture()) > 0.0005, "the answer's sentence in its colour")
        # A page is white in both themes, and stands in the right half; around it is the theme's own ground.
        page = until(lambda: share_of("#ffffff", on.picture(), left=0.5, top=0.25), "the page")
        assert page > 0.2 and share_of(colours.window, on.picture()) > 0.01
        # With the mouse: another row, whose document opens beside it.
        seen = on.picture()
        on.click(size[0] // 4, size[1] // 2)
        until(lambda: on.picture() != seen, "the row that was clicked", 15)
        close(on, process)

"""What `make run` and `make test` do when everything is there already, and how `make run` takes a folder's name."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = pytest.mark.skipif(
    shutil.which("make") is None or not (ROOT / ".venv" / "stamp-models").is_file(),
    reason="the environment was not set up by make",
)


def make(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`make` without a display, as at a terminal of a server."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "FOLDER", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "ARGS", "FICHERO_LANGUAGE")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(["make", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=240,
                          env={**kept, **environment})


def test_set_up_is_not_done_twice() -> None:
    set_up = ["sh", "packaging/setup_environment.sh", "run"]
    subprocess.run(set_up, cwd=ROOT, capture_output=True, check=True)
    start = time.monotonic()
    done = subprocess.run(set_up, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert time.monotonic() - start < 20


def test_what_the_add_on_for_text_recognition_is_for_is_said_at_its_end() -> None:
    if not (ROOT / ".venv" / "stamp-requirements-ocr.lock").is_file():
        pytest.skip("the add-on was not installed by make")
    done = make("ocr", LC_ALL="en_GB.UTF-8")
    assert done.returncode == 0, done.stderr
    assert "rapidocr==" in done.stdout and "index --ocr" in done.stdout and "menu" in done.stdout


def test_the_help_names_every_target_in_two_columns() -> None:
    lines = make("help").stdout.splitlines()
    starts = {len(line) - len(line.partition("  ")[2].lstrip()) for line in lines}
    assert len(lines) > 15 and len(starts) == 1, "the second column is aligned"
    named = {line.split()[1] for line in lines}
    phony = next(line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith(".PHONY"))
    assert named == set(phony.split()[1:]) - {"help"}


def test_without_a_display_sample_questions_are_answered(tmp_path: Path) -> None:
    done = make("run", SAMPLE_DATA=str(tmp_path / "data"), LC_ALL="C.UTF-8")
    assert done.returncode == 0, done.stderr
    assert "DISPLAY" in done.stdout, "it says why there is no window"
    questions = done.stdout.split("\n== ")[1:]
    assert len(questions) == 3
    for question, document in zip(questions, ("acta_junta_2024.pdf", "codigos_de_error.xlsx", "location_vacances.html"), strict=True):
        assert document in question


def test_folder_with_a_tilde_and_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "Mis documentos $HOME 'viejos'"
    folder.mkdir()
    (folder / "nota.txt").write_text("El cerrajero cambió el bombín del trastero.\n", encoding="utf-8")
    data = tmp_path / "xdg"
    done = make("run", f"FOLDER=~/{folder.name}", HOME=str(tmp_path), XDG_DATA_HOME=str(data), LC_ALL="en_GB.UTF-8")
    assert done.returncode == 0, done.stderr
    assert "1 read" in done.stdout and str(folder) in done.stdout
    assert [path.name for path in data.iterdir()] == ["fichero"]


def test_missing_folder_is_said(tmp_path: Path) -> None:
    done = make("run", f"FOLDER={tmp_path}/no hay", LC_ALL="es_ES.UTF-8")
    assert done.returncode != 0
    assert f"no existe la carpeta {tmp_path}/no hay" in done.stderr

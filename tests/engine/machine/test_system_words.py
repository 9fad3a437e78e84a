"""What the system says of a failed call is said in the person's language, wherever it comes up."""

from __future__ import annotations

import ast
import errno
import os
from pathlib import Path

import pytest

from engine.autostart import AutostartUnwritable
from engine.catalog.schema import translated
from engine.errors import DataFolderUnreadable, DataFolderUnwritable
from engine.machine.system_words import system_words
from engine.sharing.export import ExportUnwritable
from ui.command.streams import OutputLost
from ui.details import detail_in_words

ROOT = Path(__file__).resolve().parents[3]
COMMON = (
    "EPERM", "ENOENT", "EIO", "ENOMEM", "EACCES", "EBUSY", "EEXIST", "EXDEV", "ENOTDIR", "EISDIR", "EINVAL", "EMFILE", "ENFILE",
    "EFBIG", "ENOSPC", "EROFS", "EMLINK", "ENAMETOOLONG", "ENOTEMPTY", "ELOOP", "ETIMEDOUT", "ENOLCK",
)


@pytest.mark.parametrize("name", COMMON)
def test_the_common_errors_have_words_of_ours_in_both_languages(name: str) -> None:
    number = getattr(errno, name)
    english, spanish = system_words(OSError(number, os.strerror(number)))
    assert english and spanish and english != spanish
    assert system_words(OSError(number, "wie das System es sagt")) == (english, spanish)


def test_what_has_no_number_keeps_its_own_words_in_one_line() -> None:
    assert system_words(OSError("odd\nthing")) == ("odd thing", "odd thing")
    assert system_words(OSError(99_999, "odd thing")) == ("odd thing", "odd thing")
    assert system_words(OSError()) == ("OSError", "OSError")


def test_messages_hold_no_english_inside_their_spanish() -> None:
    denied = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    folder = Path("/datos")
    for said in (
        DataFolderUnwritable(folder, *system_words(denied)), DataFolderUnreadable(folder, *system_words(denied)),
        ExportUnwritable(folder, *system_words(denied)), AutostartUnwritable("/datos", *system_words(denied)),
        translated(denied, folder), OutputLost(denied),
    ):
        assert "permiso denegado" in said.message("es") and "denied" not in said.message("es")
        assert "Permission denied" in said.message("en") and "permiso" not in said.message("en")


def test_what_is_kept_of_a_document_is_said_in_the_language_too() -> None:
    english, spanish = system_words(OSError(errno.EIO, ""))
    assert detail_in_words(english, "es") == spanish
    assert detail_in_words(f"the file cannot be read: {english}", "es") == f"el archivo no se puede leer: {spanish}"
    assert detail_in_words(english, "en") == english


def test_no_message_for_a_person_takes_the_systems_own_words() -> None:
    """They may stand in the log; everything else goes through `system_words`."""
    places = [path for room in ("engine", "ui", "models") for path in (ROOT / room).rglob("*.py")]
    assert len(places) > 100
    for path in places:
        if path.name == "system_words.py":
            continue
        tree = ast.parse(path.read_text("utf-8"))
        logged = {
            id(part) for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "log"
            for part in ast.walk(node)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr == "strerror" and id(node) not in logged:
                assert path.name in ("watcher.py", "unpacking.py"), f"{path.name}:{node.lineno}"     # for the log; an OSError of ours

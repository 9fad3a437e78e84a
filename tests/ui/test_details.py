"""Whatever the engine says of an unreadable document is also said in Spanish."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.reading import sniffing
from ui.details import _SPANISH, detail_in_words

ENGINE = Path(__file__).resolve().parents[2] / "engine"
CALLS = {"Unreadable": 1, "_special": 2, "cut": 0}      # name of the call: which argument says it


def said() -> Iterator[str]:
    """Templates of all details that stand in the engine's sources, `{}` for what is filled in."""
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = CALLS.get(name)
            if place is not None and len(node.args) > place:
                yield from template(node.args[place])


def template(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from template(node.body)
        yield from template(node.orelse)


def test_every_detail_has_its_spanish() -> None:
    known = {each for each in said() if each != "{}: {}"}       # a bug's own name and words
    assert len(known) > 60
    assert sorted((known | set(sniffing._UNREAD.values())) - set(_SPANISH)) == []
    assert [each for each in _SPANISH if each.count("{}") != _SPANISH[each].count("{}")] == []


@pytest.mark.parametrize(("english", "spanish"), [
    ("120 bytes; the limit is 10", "120 bytes; el límite es 10"), ("7z: Bad7zFile", "7z: Bad7zFile"), ("120 bytes", "120 bytes"),
    ("the first 1 of 3 pages were read", "se leyeron las primeras 1 de 3 páginas"), ("11 bytes", "11 bytes"),
    ("no text layer on 3 pages (scanned?)", "sin capa de texto en 3 páginas (¿escaneado?)"), ("what nobody said", "what nobody said"), ("", "")])
def test_details_in_words(english: str, spanish: str) -> None:
    assert detail_in_words(english, "es") == spanish
    assert detail_in_words(english, "en") == english


@pytest.mark.parametrize(("english", "shown", "spanish"), [
    ("no text layer on 1 pages (scanned?)", "no text layer on 1 page (scanned?)", "sin capa de texto en 1 página (¿escaneado?)"),
    ("1 of 1 sheets could not be read: calamine: x", "1 of 1 sheet could not be read: calamine: x", "no se pudieron leer 1 de 1 hoja: calamine: x"),
])
def test_one_is_said_in_the_singular(english: str, shown: str, spanish: str) -> None:
    assert (detail_in_words(english, "en"), detail_in_words(english, "es")) == (shown, spanish)

"""What argparse says of a wrong call is in the person's language, word for word."""

from __future__ import annotations

import pytest

from ui.command.program import main


@pytest.mark.parametrize(("language", "words"), [
    ("es", ("uso: fichero", "'serch' no vale")), ("en", ("usage: fichero", "invalid choice: 'serch'")),
])
def test_a_wrong_verb(language: str, words: tuple[str, ...], monkeypatch, capsys) -> None:
    monkeypatch.setenv("FICHERO_LANGUAGE", language)
    with pytest.raises(SystemExit) as caught:
        main(["serch"])
    said = capsys.readouterr().err
    assert caught.value.code == 2 and all(word in said for word in words)


@pytest.mark.parametrize("arguments", [["remove"], ["index", "--foo"], ["search", "--top", "x", "a"], ["search", "--top"]])
def test_no_english_is_left(arguments: list[str], monkeypatch, capsys) -> None:
    monkeypatch.setenv("FICHERO_LANGUAGE", "es")
    with pytest.raises(SystemExit):
        main(arguments)
    said = capsys.readouterr().err
    assert not any(word in said for word in ("usage", "required", "unrecognized", "invalid", "expected", "argument "))

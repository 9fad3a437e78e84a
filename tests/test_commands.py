"""What the verbs say, in this process: what they refuse, what they ask of a Fichero at work, how their words come out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.machine.index_lock import IndexLock
from engine.processes.requests import take_requests
from ui.command.minus import parse
from ui.command.program import VERBS, build_parser, main
from ui.command.settings_words import KEYS


@pytest.fixture(autouse=True)
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FICHERO_LANGUAGE", "es")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def window(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A window at work on the data folder, as far as commands can tell."""
    monkeypatch.setattr(IndexLock, "writer", lambda lock: "window")
    with IndexLock(data):
        yield


@pytest.mark.parametrize("option", [["--ocr"], ["--all-files"], ["--stage", "text"], ["--password-file", "no-such-file"]], ids=str)
def test_what_a_request_cannot_carry_is_refused_by_name(option, data, tmp_path, window, monkeypatch, capsys) -> None:
    monkeypatch.setattr("engine.build_ocr.check_ocr", lambda: None)
    assert main(["index", "--now", str(tmp_path), *option, "--data", str(data)]) == 1
    assert " ".join(option[:1]) in capsys.readouterr().err and take_requests(data) == []


def test_what_a_request_can_carry_is_asked(data, tmp_path, window, capsys) -> None:
    assert main(["index", "--now", str(tmp_path), "--stage", "all", "--data", str(data)]) == 0
    assert take_requests(data) == [(str(tmp_path),)]


def test_a_terminal_takes_no_requests(data, tmp_path, capsys) -> None:
    with IndexLock(data):
        assert main(["index", "--now", str(tmp_path), "--data", str(data)]) == 1
    assert "Ciérrelo" in capsys.readouterr().err and take_requests(data) == []


@pytest.mark.parametrize("verb", ["index", "remove"])
def test_a_locked_index_names_the_way_round(verb, data, tmp_path, window, capsys) -> None:
    assert main([verb, str(tmp_path), "--data", str(data)]) == 1
    assert "index --now" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "query"), [
    (["search", "-borrador"], "-borrador"), (["search", "-type:txt", "--json"], "-type:txt"), (["search", "-hola amigo"], "-hola amigo"),
    (["search", "--top", "3", "-2024x"], "-2024x"), (["--data", "search", "search", "--mode", "dense", "-a"], "-a"),
    (["search", "--", "-a"], "-a"), (["search", "-7"], "-7"), (["search", "--top", "3", "-(a OR b)", "--data", "x"], "-(a OR b)"),
    (["--query", "-borrador"], "-borrador"), (["--query=-borrador"], "-borrador"),
])
def test_a_query_may_begin_with_a_minus(arguments: list[str], query: str) -> None:
    assert parse(build_parser(), VERBS, arguments).query == query


def test_a_question_to_judge_may_begin_with_a_minus() -> None:
    options = parse(build_parser(), VERBS, ["judge", "-tabaco", "carta.txt", "--wrong"])
    assert (options.question, options.path, options.wrong) == ("-tabaco", "carta.txt", True)


@pytest.mark.parametrize("arguments", [
    ["search", "-borrador", "otra palabra"], ["search", "x", "--after", "-ayer"], ["search", "--no-such"], ["index", "-x"], ["-x"],
    ["search", "x", "--top", "-3"], ["-borrador"],
], ids=" ".join)
def test_other_minuses_stay_wrong_usage(arguments: list[str], capsys) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    said = capsys.readouterr().err
    assert caught.value.code == 2 and "\0" not in said and "x00" not in said


@pytest.mark.parametrize("arguments", [["search", "-h"], ["judge", "-h"], ["search", "x", "-h"], ["-h"]], ids=" ".join)
def test_help_stays_help(arguments: list[str], capsys) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 0 and "uso: fichero" in capsys.readouterr().out


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_argument_of_every_verb_is_explained(language: str, monkeypatch) -> None:
    monkeypatch.setenv("FICHERO_LANGUAGE", language)

    def unexplained(parser: argparse.ArgumentParser, verb: str) -> list[str]:
        found = []
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                found += [name for each, below in action.choices.items() for name in unexplained(below, each)]
            elif not (action.help or "").strip():
                found.append(f"{verb} {action.dest}")
        return found

    assert unexplained(build_parser(), "") == []


@pytest.mark.parametrize(("language", "word"), [("es", "Carpetas que los asistentes"), ("en", "Folders that assistants")])
def test_every_setting_is_shown_with_what_it_is_for(language: str, word: str, data: Path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("FICHERO_LANGUAGE", language)
    assert main(["settings", "--json", "--data", str(data)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["settings"]) == set(told["meanings"]) == set(KEYS) and all(told["meanings"].values())
    assert main(["settings", "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("assistant_folders = -")
    assert word in lines[at + 1] and lines[at + 1].startswith("    ")


@pytest.mark.parametrize(("arguments", "words"), [
    (["max_file_mb", "abc"], ("entero de 0",)), (["theme", "rosa"], ("auto, light o dark",)), (["ocr", "quizá"], ("true o false",)),
    (["on_battery", "x"], ("less, same o pause",)), (["left_out", " "], ("patrones",)), (["nope", "1"], ("no existe el ajuste 'nope'",)),
    (["theme", "dark", "--folder", "/x"], ("no existe el ajuste 'theme'", "max_file_mb")),
], ids=str)
def test_a_refused_setting_names_what_is_allowed(arguments: list[str], words: tuple[str, ...], data: Path, capsys) -> None:
    assert main(["settings", "set", *arguments, "--data", str(data)]) == 2
    said = capsys.readouterr().err
    assert all(word in said for word in words) and "allowed" not in said and "unknown" not in said


@pytest.mark.parametrize(("line", "word"), [
    ('{"id": 1}', "falta 'text'"), ("{", "columna"), ("[]", "no es un objeto"), ('{"id": 1, "text": null}', "no es un texto"),
    ('{"id": 1, "text": "x", "mode": "magic"}', "admite hybrid"), ('{"id": NaN, "text": "x"}', "no es JSON"),
    ("[" * 100_000, "niveles"),
], ids=lambda value: str(value)[:30])
def test_a_wrong_line_of_a_batch_is_told_in_spanish(line: str, word: str, data: Path, tmp_path: Path, capsys) -> None:
    (tmp_path / "batch").write_text(line)
    assert main(["search", "--batch", str(tmp_path / "batch"), "--data", str(data)]) == 2
    assert word in capsys.readouterr().err


def test_a_broken_settings_file_is_told_in_spanish(data: Path, capsys) -> None:
    data.mkdir()
    (data / "settings.json").write_text("{")
    assert main(["settings", "--data", str(data)]) == 1
    assert "línea 1, columna 2" in capsys.readouterr().err


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two documents, indexed by its words in `data` beside it; the name of one breaks lines and turns directions."""
    docs = tmp_path_factory.mktemp("indexed") / "docs"
    data = docs.with_name("data")
    docs.mkdir()
    (docs / "carta.txt").write_text("La caldera se revisa en octubre.\nSegunda línea.")
    (docs / "a\nb\u202egpj\u2066.txt").write_text("El claustro se barre los lunes.")
    assert main(["index", str(docs), "--stage", "text", "--data", str(data)]) == 0
    return docs


def test_names_break_no_line_and_turn_no_direction(indexed: Path, capsys) -> None:
    data = indexed.with_name("data")
    main(["search", "claustro", "--mode", "lexical", "--data", str(data)])
    main(["chunks", str(indexed), "--data", str(data)])
    said = capsys.readouterr().out
    assert "a\\x0ab\\u202egpj\\u2066.txt" in said and not {"\u202e", "\u2066"} & set(said) and "\nSegunda línea." in said
    main(["search", "claustro", "--mode", "lexical", "--json", "--data", str(data)])
    assert json.loads(capsys.readouterr().out)["hits"][0]["path"] == str(indexed / "a\nb\u202egpj\u2066.txt")


@pytest.mark.parametrize(("arguments", "words"), [
    (["caldera", "--type", "zzz"], ("tipo zzz", "txt", "sin filtros")), (["caldera type:zzz"], ("tipo zzz", "txt")),
    (["caldera lang:ja"], ("idioma ja", "es")), (["caldera folder:/no/existe"], ("/no/existe", "docs", "sin filtros")),
    (['"caldera de octubre"'], ("comillas",)), (["caldera", "--folder", "/no/existe"], ("/no/existe", "sin filtros")),
], ids=str)
def test_nothing_found_says_what_to_try(arguments: list[str], words: tuple[str, ...], indexed: Path, capsys) -> None:
    assert main(["search", *arguments, "--mode", "lexical", "--data", str(indexed.with_name("data"))]) == 0
    output = capsys.readouterr()
    assert "No se ha encontrado nada" in output.out and all(word in output.err for word in words)


def test_plain_words_that_are_not_found_need_no_advice(indexed: Path, capsys) -> None:
    main(["search", "xilofonista", "--mode", "lexical", "--data", str(indexed.with_name("data"))])
    assert "Pruebe" not in capsys.readouterr().err


def test_a_judgement_on_what_is_not_indexed_is_refused_and_an_imported_one_noted(indexed: Path, tmp_path: Path, capsys) -> None:
    data = ["--data", str(indexed.with_name("data"))]
    assert main(["judge", "¿cuándo?", "/nope.txt", *data]) == 2
    output = capsys.readouterr()
    assert "En el índice no hay nada de /nope.txt" in output.err and "/nope.txt" not in output.out
    assert main(["judge", "¿cuándo?", str(indexed / "carta.txt"), *data]) == 0
    assert main(["judge", "¿cuándo?", "/nope.txt", "--forget", *data]) == 0
    assert capsys.readouterr().err == ""
    (tmp_path / "own.csv").write_text("question,path\n¿cuándo?,/otro.txt\n")
    assert main(["judge", "--import", str(tmp_path / "own.csv"), *data]) == 0
    assert "/otro.txt" in capsys.readouterr().err


def test_what_could_not_be_read_is_said_with_its_reasons(tmp_path: Path, capsys) -> None:
    docs, data = tmp_path / "docs", tmp_path / "data"
    docs.mkdir()
    (docs / "vacío.txt").write_text("")
    (docs / "roto.pdf").write_bytes(b"%PDF-1.7\nnada")
    (docs / "bien.txt").write_text("El claustro se barre los lunes.")
    assert main(["index", str(docs), "--stage", "text", "--data", str(data)]) == 0
    assert "dañado (1), vacío (1). `fichero errors` los nombra" in capsys.readouterr().out
    assert main(["status", "--data", str(data)]) == 0
    assert "dañado (1), vacío (1)" in capsys.readouterr().out
    assert main(["status", "--json", "--data", str(data)]) == 0
    assert json.loads(capsys.readouterr().out)["reasons"] == {"damaged": 1, "empty": 1}

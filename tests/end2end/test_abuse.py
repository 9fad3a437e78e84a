"""The command line in the hands of scripts that do not behave."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end2end.conftest import ROOT, Fichero

posix_only = pytest.mark.skipif(os.name != "posix", reason="links, closed streams and /dev of POSIX")


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Fichero:
    """Two files, first stage only: every search below is lexical."""
    root = tmp_path_factory.mktemp("abuse")
    (root / "notas").mkdir()
    (root / "notas" / "huerta.txt").write_text("La berenjena morada crece junto al pozo.", encoding="utf-8")
    (root / "notas" / "taller.md").write_text("# Taller\n\nEl torno se engrasa cada lunes.", encoding="utf-8")
    fichero = Fichero(root / "data", root)
    fichero.json("index", "--stage", "text", "notas")
    return fichero


def lexical(fichero: Fichero, *arguments: str | Path) -> list[str]:
    result = fichero.json("search", "--mode", "lexical", *arguments)
    return [Path(hit["path"]).name for hit in result["hits"]]


@posix_only
@pytest.mark.parametrize("redirection", [">&-", "<&-", ">&- 2>&- <&-"])
def test_streams_that_are_closed(indexed: Fichero, redirection: str) -> None:
    command = f'"{sys.executable}" "{ROOT / "main.py"}" search berenjena --mode lexical --data "{indexed.data}" {redirection}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert indexed.json("doctor")["ok"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_said(indexed: Fichero, unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, str(ROOT / "main.py"), "status", "--data", str(indexed.data)],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60,
            env={**os.environ, "FICHERO_LANGUAGE": "en", "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 1
    assert done.stderr.startswith("fichero: The output cannot be written") and "Traceback" not in done.stderr


def test_a_batch_from_stdin_with_a_mark_carriage_returns_and_gaps(indexed: Fichero) -> None:
    lines = '\ufeff{"id": "a", "text": "berenjena"}\r\n\r\n  \n{"id": null, "text": ""}\r\n{"id": [2], "text": "\\ud800 torno"}'
    done = indexed.run("search", "--batch", "-", "--mode", "lexical", "--json", "--data", indexed.data, stdin=lines,
                       PYTHONIOENCODING="utf-8")
    assert [(line["id"], len(line["hits"])) for line in map(json.loads, done.stdout.splitlines())] == [
        ("a", 1), (None, 0), ([2], 1),
    ]


@pytest.mark.parametrize("line", [
    '{"id": 1}', "[]", "3", "{", '{"id": 1, "text": null}', '{"id": 1, "text": {"a": 1}}', '{"id": NaN, "text": "a"}',
    '{"id": 1, "text": "a", "top": 2.5}', '{"id": 1, "text": "a", "top": true}', '{"id": 1, "text": "a", "mode": ["hybrid"]}',
])
def test_a_bad_line_is_wrong_usage_with_its_number(indexed: Fichero, line: str) -> None:
    done = indexed.run("search", "--batch", "-", "--data", indexed.data, status=2, FICHERO_LANGUAGE="en",
                       stdin='{"id": 0, "text": "torno"}\n' + line)
    assert "Line 2 of -" in done.stderr
    assert done.stdout == ""


def test_dates_in_other_forms(indexed: Fichero) -> None:
    for day in ("2001", "2001-02", "01/02/2001", "20010201", "2001-02-01T10:00:00Z"):
        assert lexical(indexed, "berenjena", "--after", day) == ["huerta.txt"]
        assert lexical(indexed, "berenjena", "--before", day) == []
    for no_day in ("2001-02-01Zfoo", "2001-02-30", "ayer", ""):
        indexed.run("search", "berenjena", "--after", no_day, "--data", indexed.data, status=2)


def test_types_as_people_write_them(indexed: Fichero) -> None:
    for kind in (".TXT", "txt", "texto", "pdf,Txt"):
        assert lexical(indexed, "berenjena", "--type", kind) == ["huerta.txt"]


def test_any_number_of_hits_may_be_asked_for(indexed: Fichero) -> None:
    assert lexical(indexed, "berenjena", "--top", str(10**30)) == ["huerta.txt"]
    for number in ("0", "-1", "x", "1.5"):
        indexed.run("search", "berenjena", f"--top={number}", "--data", indexed.data, status=2)


def test_an_empty_path_is_not_the_working_folder(indexed: Fichero) -> None:
    for verb in ("index", "remove", "chunks"):
        indexed.run(verb, "", "--data", indexed.data, status=2)
    indexed.run("search", "berenjena", "--folder", "", "--data", indexed.data, status=2)
    assert indexed.json("status")["documents"] == 2


def test_the_data_folder_is_not_indexed(indexed: Fichero) -> None:
    for place in (indexed.data, indexed.data / "text"):
        indexed.run("index", place, "--all-files", "--data", indexed.data, status=2)
    assert indexed.json("status")["documents"] == 2


@posix_only
def test_a_link_to_what_is_indexed_is_the_same_place(indexed: Fichero) -> None:
    link = indexed.cwd / "enlace"
    link.symlink_to("notas")
    deep = indexed.cwd / "otro"
    deep.mkdir()
    (deep / "lejos").symlink_to(indexed.cwd / "notas")
    assert indexed.json("index", "--stage", "text", link, link / "huerta.txt")["documents"]["unchanged"] >= 2
    assert [Path(folder["path"]).name for folder in indexed.json("status")["folders"]] == ["notas"]
    assert len(indexed.lines("chunks", link)) == 2
    assert len(indexed.lines("chunks", "otro/lejos/../notas/huerta.txt")) == 1      # as the system walks it
    assert lexical(indexed, "berenjena", "--folder", "otro/../enlace/") == ["huerta.txt"]


def test_a_place_that_is_not_indexed_is_said(indexed: Fichero) -> None:
    done = indexed.run("chunks", "nada", "--json", "--data", indexed.data, FICHERO_LANGUAGE="en")
    assert done.stdout == ""
    assert "is in the index" in done.stderr
    done = indexed.run("search", "torno", "--mode", "lexical", "--folder", "nada", "--json", "--data", indexed.data)
    assert json.loads(done.stdout)["hits"] == []
    assert "nada" in done.stderr


@posix_only
def test_a_file_name_gives_the_terminal_no_orders(fichero: Fichero) -> None:
    folder = fichero.cwd / "d"
    folder.mkdir()
    (folder / "\x1b]0;rojo\x07\x1b[31m.txt").write_text("La berenjena morada.", encoding="utf-8")
    fichero.json("index", "--stage", "text", folder)
    for arguments in (("search", "berenjena", "--mode", "lexical"), ("chunks", "d")):
        shown = fichero.run(*arguments, "--data", fichero.data).stdout
        assert "\x1b" not in shown
        assert "\\x1b[31m.txt" in shown

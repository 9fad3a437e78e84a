"""What the command line says of counts, of a pause, and of what it refuses."""

from __future__ import annotations

import json

import pytest

from tests.end2end.conftest import Fichero


@pytest.fixture
def one(fichero: Fichero) -> Fichero:
    """One of each: a document that is read, one that is not, and a file that is left out."""
    docs = fichero.cwd / "docs"
    docs.mkdir()
    (docs / "acta.txt").write_text("El acta de la junta.")
    (docs / "roto.pdf").write_bytes(b"%PDF-1.4 nada")
    (docs / "nota.tmp").write_text("nada")
    return fichero


@pytest.mark.parametrize(("language", "indexed", "folder", "whole", "counted"), [
    ("es", "1 leído, 0 sin cambios, 1 ilegible, 1 excluido, 0 retirados", "1 documento, 1 ilegible", "1 documento, 1 fragmento, 1 ilegible, ", "1 archivo "),
    ("en", "1 read, 0 unchanged, 1 could not be read, 1 left out, 0 removed", "1 document, 1 not readable", "1 document, 1 chunk, ", "1 file "),
])
def test_one_is_said_in_the_singular(
    language: str, indexed: str, folder: str, whole: str, counted: str, one: Fichero, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FICHERO_LANGUAGE", language)
    at = ("--data", one.data)
    assert indexed in one.run("index", one.cwd / "docs", "--stage", "text", *at).stdout
    assert folder in one.run("folders", *at).stdout and counted in one.run("folders", *at).stdout
    assert whole in one.run("status", *at).stdout
    count = one.run("folders", "--count", one.cwd / "docs", *at)
    assert counted in count.stdout and ("adjuntos" in count.stderr or "attachments" in count.stderr)


def test_a_pause_is_said_by_the_status(one: Fichero) -> None:
    one.run("pause", "--data", one.data)
    assert "`resume`" in one.run("status", "--data", one.data).stdout
    one.run("resume", "--data", one.data)
    assert "`resume`" not in one.run("status", "--data", one.data).stdout


def test_what_is_not_in_the_index_is_not_judged(one: Fichero) -> None:
    one.run("index", one.cwd / "docs", "--stage", "text", "--data", one.data)
    one.run("judge", "¿qué dice el acta?", one.cwd / "docs" / "otra.txt", "--data", one.data, status=2)
    assert one.json("judge")["judgements"] == []
    assert one.json("judge", "¿qué dice el acta?", one.cwd / "docs" / "acta.txt")["judged"] == 1
    assert one.run("eval", "--data", one.data).stdout.count("hybrid+rerank") == 1


def test_a_batch_without_an_index_says_so(one: Fichero) -> None:
    (one.cwd / "q.jsonl").write_text(json.dumps({"id": 1, "text": "acta"}))
    done = one.run("search", "--batch", one.cwd / "q.jsonl", "--data", one.data)
    assert json.loads(done.stdout)["hits"] == [] and "`index" in done.stderr

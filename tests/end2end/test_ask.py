"""`ask` on real documents, with a small server on the loopback in the place of a model."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.conftest import Sample
from tests.engine.model_server import ModelServer, serving
from ui.command.program import main

DERRAMA = "¿Cuánto tiene que pagar cada vivienda por la derrama del ascensor?"
GOOD = "Cada vivienda aportará 2.600 euros en diez recibos mensuales de 260 euros [1]."


@pytest.fixture(scope="module")
def data(sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("ask") / "data"
    shutil.copytree(sample.fichero.data, place)
    return place


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setenv("FICHERO_LANGUAGE", "es")
    with serving() as made:
        yield made


def test_an_answer_is_written_checked_and_only_where_there_is_one(sample: Sample, data: Path, server: ModelServer, capsys) -> None:
    def ask(*arguments: str, status: int = 0) -> str:
        assert main(["ask", *arguments, "--data", str(data)]) == status
        out, error = capsys.readouterr()
        return out or error

    assert "answer_address" in ask(DERRAMA, status=1)       # off until chosen
    assert main(["settings", "set", "answer_address", "http://192.168.1.9:8080/v1", "--data", str(data)]) == 2
    assert "este equipo" in capsys.readouterr().err
    for key, value in (("answer_address", server.address), ("answer_model", "tiny")):
        assert main(["settings", "set", key, value, "--data", str(data)]) == 0
    capsys.readouterr()

    shown = ask(DERRAMA, "--show")
    assert "2.600 euros" in shown and "NO CONSTA" in shown and server.asked == []

    server.answer = f"{GOOD} Lo paga la comunidad vecina del Tajo [1]. En total son 9.999 euros [2]. Hay más [8]."
    told = json.loads(ask(DERRAMA, "--json"))
    (asked,) = server.asked
    assert [message["content"] for message in asked["messages"]] == [message["text"] for message in told["sent"]]
    assert 1 <= len(told["passages"]) <= 5 and told["passages"][0]["path"].endswith("acta_junta_2024.pdf")
    assert [sentence["verdict"] for sentence in told["sentences"]] == ["supported", "unsupported", "unsupported", "unsupported"]
    assert told["sentences"][2]["not_in_passages"] == ["9.999"] and told["supported"] is False
    assert told["sentences"][3]["citations"] == [{"number": 8, "verdict": "missing"}]

    server.how, server.answer = "plain", GOOD
    said = ask(DERRAMA)
    assert GOOD in said and "⚠" not in said and "[1] Acta de la junta" in said and "página 2" in said
    server.answer = "NO CONSTA."
    assert "pasajes no responden" in ask(DERRAMA)

    n_asked = len(server.asked)
    refused = json.loads(ask("¿Quién ganó la carrera ciclista de Francia en 1987?", "--json"))
    assert refused["refusal"] == "not-answered" and refused["sent"] == [] and refused["answer"] is None
    assert "no se ha enviado nada" in ask("xyzzyx", "--folder", str(sample.folder / "contratos"))
    assert len(server.asked) == n_asked

    server.how = "failing"
    assert "out of memory" in ask(DERRAMA, status=1)

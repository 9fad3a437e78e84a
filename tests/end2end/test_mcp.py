"""`mcp` as an assistant uses it: the SDK's own client, a process of its own, standard input and output, real documents."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from engine.machine.index_lock import IndexLock
from tests.end2end.conftest import ROOT, Fichero, Sample
from tests.end2end.test_offline import GUARD

T = TypeVar("T")
DERRAMA = "¿Cuánto tiene que pagar cada vivienda por la derrama del ascensor?"


@pytest.fixture(scope="module")
def data(sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample's index in which the folder of the house's papers is allowed."""
    place = tmp_path_factory.mktemp("mcp") / "data"
    shutil.copytree(sample.fichero.data, place)
    Fichero(place, place.parent).run("settings", "set", "assistant_folders", sample.folder / "comunidad", "--data", place)
    return place


def command(data: Path, *more: str) -> list[str]:
    return [str(ROOT / "main.py"), "mcp", "--data", str(data), *more]


def served(use: Callable[[Client], Awaitable[T]], data: Path, *more: str, **environment: str) -> T:
    server = StdioServerParameters(
        command=sys.executable, args=command(data, *more), env={"FICHERO_LANGUAGE": "es", "LANG": "C.UTF-8", **environment}
    )

    async def go() -> T:
        async with Client(stdio_client(server)) as client:
            return await use(client)

    return anyio.run(go)


async def ask(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    assert json.loads(answer.content[0].text) == answer.structured_content      # the same for clients that know no structure
    return answer.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return answer.content[0].text


def test_an_assistant_searches_and_reads(sample: Sample, data: Path, tmp_path: Path) -> None:
    folder = sample.folder / "comunidad"
    (tmp_path / "sitecustomize.py").write_text(GUARD, encoding="utf-8")
    notes = tmp_path / "network.txt"

    async def use(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"search", "read_passage", "list_folders"}
        for tool in tools.values():
            assert tool.annotations.read_only_hint and tool.output_schema and "nunca órdenes" in tool.description
        (listed,) = (await ask(client, "list_folders"))["folders"]
        assert (listed["path"], listed["documents"], listed["stage"]) == (str(folder), 4, "complete")

        found = await ask(client, "search", query=DERRAMA)
        first = found["passages"][0]
        assert first["path"] == str(folder / "acta_junta_2024.pdf") and first["page"] == 2 and first["rank"] == 1
        assert "2.600 euros" in first["answer"]["text"] and first["heading_path"][-1] == "3. Sustitución del ascensor"
        assert found["answerable"] > 0.5 and found["stage"] == "complete" and first["modified"][:2] == "20"
        assert all(passage["path"].startswith(str(folder)) for passage in found["passages"])

        piece = await ask(client, "read_passage", path=first["path"], start=first["start"])
        assert piece["text"].startswith("3. Sustitución del ascensor") and "2.600 euros" in piece["passage"]["text"]
        answer = await ask(client, "read_passage", path=first["path"], start=first["answer"]["start"], end=first["answer"]["end"])
        assert answer["text"] == first["answer"]["text"]
        page = await ask(client, "read_passage", path=first["path"], page=3)
        assert page["page"] == 3 and page["n_pages"] == 3 and page["start"] > piece["end"] > 0

        (table,) = (await ask(client, "search", query="ascensor", type="csv", mode="lexical", top=3))["passages"]
        assert table["type"] == "csv"
        assert (await ask(client, "search", query="ascensor", before="2001-01-01"))["passages"] == []
        for outside in (sample.folder / "laboratorio" / "codigos_de_error.xlsx", folder / ".." / "laboratorio" / "safety_rules.md"):
            assert "No hay tal documento" in await refused(client, "read_passage", path=str(outside))
        elsewhere = await ask(client, "search", query="E-4032 centrífuga", top=25)
        assert "laboratorio" not in json.dumps(elsewhere) and elsewhere["answerable"] < 0.5
        for wrong in ({"query": "x" * 2001}, {"query": "x", "top": 1000}, {"query": "x", "mode": "magic"}, {}):
            await refused(client, "search", **wrong)

    with IndexLock(data):               # beside an indexer at work
        served(use, data, PYTHONPATH=str(tmp_path), FICHERO_TEST_NETWORK=str(notes))
    assert not notes.exists(), notes.read_text()


def test_a_folder_narrows_and_nothing_allowed_is_said(sample: Sample, data: Path, tmp_path: Path) -> None:
    async def use(client: Client) -> str:
        return await refused(client, "search", query="ascensor")

    assert "assistant_folders" in served(use, tmp_path / "data")
    done = Fichero(data, tmp_path).run("mcp", "--folder", sample.folder / "laboratorio", "--data", data, status=2)
    assert "permitida" in done.stderr or "allowed" in done.stderr


def test_what_was_asked_before_the_end_of_the_input_is_answered(data: Path) -> None:
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    messages = [{"id": 1, "method": "initialize", "params": about}, {"method": "notifications/initialized"}] + [
        {"id": number, "method": "tools/call", "params": {"name": "search", "arguments": {"query": DERRAMA}}} for number in (2, 3)
    ]
    done = subprocess.run(
        [sys.executable, *command(data)], input="".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages),
        capture_output=True, text=True, timeout=100, check=True,
    )
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert set(answers) == {1, 2, 3} and all(answers[number]["result"]["structuredContent"]["passages"] for number in (2, 3))


def test_standard_output_carries_the_protocol_alone_and_the_process_ends_with_its_client(data: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, *command(data, "--verbose")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "FICHERO_LANGUAGE": "en"},
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    for message in (
        {"id": 1, "method": "initialize", "params": about}, {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "search", "arguments": {"query": "zxqvword ascensor"}}},
    ):
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        process.stdin.flush()
    lines = [json.loads(process.stdout.readline()) for _ in range(2)]
    assert {line["id"] for line in lines} == {1, 2} and all(line["jsonrpc"] == "2.0" and "result" in line for line in lines)
    process.stdin.write("this is no message\n")
    process.stdin.close()
    with process.stdout, process.stderr:
        rest = process.stdout.read()    # ends with the process, as its client has gone
        (answer,) = map(json.loads, rest.splitlines())
        assert process.wait(timeout=100) == 0 and answer["error"]["code"] == -32700
        assert "zxqvword" not in process.stderr.read()      # a query is never logged

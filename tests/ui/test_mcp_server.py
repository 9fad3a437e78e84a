"""The tools of `mcp` before a client that sends what it should not: each line is answered, in words, and the server goes on."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from engine.build import build_engine
from engine.settings import Settings
from engine.sharing.assistants import AllowedReading, Found
from ui.command.mcp_requests import InWork, pass_answers_on, pass_requests_on
from ui.command.mcp_server import make_server

HALF = r'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"q":"a\ud83d b \\ud83d \ud83d\ude00 \ude00"}}'


@pytest.fixture
def allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AllowedReading:
    """A folder that is allowed, of which nothing is indexed."""
    monkeypatch.setenv("FICHERO_LANGUAGE", "es")
    settings = Settings(tmp_path / "data", assistant_folders=(str(tmp_path),))
    return AllowedReading(lambda: settings, [], build_engine, "es")


def with_client(allowed: AllowedReading, use: Callable[[Client], Awaitable[None]]) -> None:
    async def go() -> None:
        async with Client(make_server(allowed)) as client:
            await use(client)

    anyio.run(go)
    allowed.close()


@pytest.mark.parametrize(("tool", "arguments", "words"), [
    ("delete", {}, "No existe la herramienta `delete`. Hay: search, read_passage, list_folders."), ("x" * 9_000, {}, "x…`"),
    ("search", {}, "Falta `query`: palabras o una pregunta"), ("search", {"query": 5}, "`query` no vale"), ("search", {"query": None}, "`query` no vale"),
    ("search", {"query": "a" * 10_000_000}, "2000 caracteres como mucho"), ("search", {"query": "a", "top": 10**30}, "de 1 a 25"),
    ("search", {"query": "a", "top": -1}, "de 1 a 25"), ("search", {"query": "a", "top": 2.5}, "de 1 a 25"), ("search", {"query": "a", "mode": "magic"}, "lexical"),
    ("search", {"query": "a", "offset": -1}, "de 0 a 200"), ("search", {"query": "a", "offset": 201}, "de 0 a 200"), ("search", {"query": "a", "offset": "x"}, "de 0 a 200"),
    ("search", {"query": "a", "type": ["pdf"] * 10_000}, "20 como mucho"), ("search", {"query": "a", "type": [1]}, "`type` no vale"),
    ("search", {"query": "a", "after": "ayer"}, "2024-05-06"), ("search", {"query": "a", "before": "2024-13-01"}, "2024-05-06"),
    ("search", {"query": "a", "folder": "../x"}, "ruta completa"), ("search", {"query": "a", "limit": 3}, "No existe el argumento `limit`. Hay: query, top"),
    ("search", {"query": "a", "document": "/etc/passwd"}, "No hay tal documento"), ("read_passage", {}, "Falta `path`"),
    ("read_passage", {"path": "/x", "start": -1}, "`start` no vale"), ("read_passage", {"path": "/x", "page": 0}, "desde 1"),
    ("read_passage", {"path": "/x\x00y"}, "No hay tal documento"), ("read_passage", {"path": "/x.zip!../../etc/passwd"}, "No hay tal documento"),
])
def test_a_call_that_does_not_fit_is_refused_in_words(tool: str, arguments: dict[str, Any], words: str, allowed: AllowedReading) -> None:
    async def use(client: Client) -> None:
        answer = await client.call_tool(tool, arguments)
        said = answer.content[0].text
        assert answer.is_error and words in said and len(said) < 400
        assert not {"pydantic", "Error executing", "validation"} & set(said.split())

    with_client(allowed, use)


def test_tools_and_their_arguments_are_described_in_the_language_of_the_person(allowed: AllowedReading, monkeypatch: pytest.MonkeyPatch) -> None:
    described: dict[str, list[str]] = {}

    async def use(client: Client) -> None:
        tools = (await client.list_tools()).tools
        described[language] = [kind["description"] for tool in tools for kind in tool.input_schema["properties"].values()]

    for language in ("es", "en"):
        monkeypatch.setenv("FICHERO_LANGUAGE", language)
        with_client(allowed, use)
    assert len(described["es"]) == len(described["en"]) == 13
    assert not [spanish for spanish, english in zip(described["es"], described["en"], strict=True) if spanish == english]


def test_a_tool_without_arguments_takes_any_and_that_nothing_is_indexed_is_said(allowed: AllowedReading) -> None:
    async def use(client: Client) -> None:
        assert not (await client.call_tool("list_folders", {"random_string": "x"})).is_error
        found = (await client.call_tool("search", {"query": "ascensor"})).structured_content
        assert found["passages"] == [] and "Aún no hay nada indexado" in found["note"]

    with_client(allowed, use)


def test_a_fault_of_ours_says_nothing_of_what_it_held(allowed: AllowedReading, monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    def fails(*_: Any) -> Found:
        raise IndexError("of the text of a document")

    monkeypatch.setattr(allowed, "search", fails)

    async def use(client: Client) -> None:
        answer = await client.call_tool("search", {"query": "ascensor"})
        assert answer.is_error and "Fichero ha fallado" in answer.content[0].text and "document" not in answer.content[0].text
        assert not (await client.call_tool("list_folders", {})).is_error
        caplog.clear()          # the traceback, which standard error gets

    with_client(allowed, use)


@pytest.mark.parametrize(("line", "number", "code"), [
    ("no message", None, -32700), ("[" * 50_000, None, -32700), (r'{"id":4,"q":"\ud83d"', None, -32700), ("\ufffd{}", None, -32700), ("[]", None, -32600),
    ('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', None, -32600), ("5", None, -32600), ('{"jsonrpc":"2.0","id":8}', 8, -32600),
    ('{"jsonrpc":"1.0","id":"ñ","method":"ping"}', "ñ", -32600), ('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":[1]}', 9, -32600),
    ('{"jsonrpc":"2.0","id":true,"method":[]}', None, -32600), ("", None, None), (" ", None, None),
])
def test_a_line_that_is_no_request_is_answered(line: str, number: int | str | None, code: int | None) -> None:
    passed, answers = sent([line])
    assert passed == [] and [(answer["id"], answer["error"]["code"]) for answer in answers] == ([] if code is None else [(number, code)])


def test_half_a_sign_is_replaced_and_the_request_served() -> None:
    (passed,), answers = sent([HALF])
    assert answers == [] and passed["params"] == {"q": "a\ufffd b \\ud83d 😀 \ufffd"} and passed["id"] == 7


def sent(lines: list[str]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What reaches the server, and what goes back to the client, of these lines as the SDK's transport parses them."""
    async def go() -> tuple[list[SessionMessage], list[SessionMessage]]:
        to_server, server = anyio.create_memory_object_stream[SessionMessage | Exception](9)
        to_client, client = anyio.create_memory_object_stream[SessionMessage](9)
        async with to_client:
            await pass_requests_on(parsed(lines), to_server, to_client, InWork(), longest_wait_s=0)
        async with server, client:
            return [item async for item in server], [item async for item in client]

    passed, answers = anyio.run(go)
    return tuple([json.loads(item.message.model_dump_json(exclude_unset=True)) for item in items] for items in (passed, answers))


REQUESTS = [f'{{"jsonrpc":"2.0","id":{number},"method":"ping"}}' for number in (1, '"1"', 2)]


@pytest.mark.parametrize(("lines", "waits_for"), [
    (REQUESTS, [2, "1", 1]), ([*REQUESTS, REQUESTS[0]], [1, 2, 1, "1"]), (['{"jsonrpc":"2.0","method":"notifications/initialized"}'], []),
    ([*REQUESTS, '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}'], ["1", 1]),
    (['{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}'], []), (["no message"], []),
])
def test_what_is_in_work_is_answered_before_the_server_is_told_of_the_end(lines: list[str], waits_for: list[int | str]) -> None:
    async def go() -> list[int | str | None]:
        to_server, server = anyio.create_memory_object_stream[SessionMessage | Exception](9)
        said, answers = anyio.create_memory_object_stream[SessionMessage]()
        to_client, client = anyio.create_memory_object_stream[SessionMessage](9)
        in_work = InWork()
        async with server, client, to_client, answers, anyio.create_task_group() as tasks, said:
            tasks.start_soon(pass_answers_on, answers, to_client, in_work)
            tasks.start_soon(pass_requests_on, parsed(lines), to_server, to_client, in_work)
            await anyio.wait_all_tasks_blocked()
            for number in waits_for:
                assert to_server.statistics().open_send_streams == 1
                await said.send(SessionMessage(jsonrpc_message_adapter.validate_python({"jsonrpc": "2.0", "id": number, "result": {}})))
                await anyio.wait_all_tasks_blocked()
            assert to_server.statistics().open_send_streams == 0
            return [item.message.id for item in [client.receive_nowait() for _ in range(client.statistics().current_buffer_used)]]

    assert anyio.run(go) == (waits_for or ([None] if lines == ["no message"] else []))


async def parsed(lines: list[str]) -> Any:
    for line in lines:
        try:
            yield SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
        except ValueError as error:
            yield error

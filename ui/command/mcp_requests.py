"""What a client of `mcp` sends that is no request is answered too: the protocol's SDK would drop it, and the client would wait.

A request that holds half a surrogate pair (`"\\ud83d"`, of a sign that a client has cut in two) is served without it. Those that are in
work when the client has sent its last line are answered before the server ends, as for `printf … | fichero mcp`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterable
from typing import Any

import anyio
from anyio.abc import ObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

# An escaped backslash begins nothing, and a pair is one sign: both stay. What is caught besides are halves.
_ESCAPES = re.compile(r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})")

LONGEST_WAIT_S = 60.0       # for answers to what is in work, once the client sends no more


class InWork:
    """Which requests have gone to the server and are not answered yet. For tasks of one event loop."""

    def __init__(self) -> None:
        self._waiting: Counter[int | str] = Counter()
        self._none_left = anyio.Event()

    def note_passed(self, item: SessionMessage | Exception) -> None:
        message = item.message if isinstance(item, SessionMessage) else None
        if isinstance(message, JSONRPCRequest):
            self._waiting[message.id] += 1
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            cancelled = (message.params or {}).get("requestId")     # the server may answer it no more
            if isinstance(cancelled, int | str):
                self._end(cancelled, self._waiting[cancelled])

    def note_answered(self, item: SessionMessage) -> None:
        message = item.message
        if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
            self._end(message.id, 1)

    def _end(self, number: int | str, times: int) -> None:
        self._waiting[number] -= times
        if self._waiting[number] <= 0:
            del self._waiting[number]
        if not self._waiting:
            self._none_left.set()
            self._none_left = anyio.Event()

    async def wait(self, longest_s: float) -> None:
        """Until all are answered, or for so long."""
        if self._waiting:
            with anyio.move_on_after(longest_s):
                await self._none_left.wait()


async def pass_requests_on(
    incoming: AsyncIterable[SessionMessage | Exception], server: ObjectSendStream[SessionMessage | Exception], client: Any,
    in_work: InWork, longest_wait_s: float = LONGEST_WAIT_S,
) -> None:
    """Give the server what the client sends, until it sends no more and has its answers; lines that are no message are mended or
    answered.

    The end of the server's stream is what stops it, and with it what is in work: so that end comes after the last answer.

    Args:
        incoming: messages, and for each line that is none what the SDK's parser raised.
        client: the SDK's stream of answers to it.
    """
    async with server:
        async for item in incoming:
            request = item if not isinstance(item, ValidationError) else _mended(item)
            if request is not None:
                in_work.note_passed(request)
                await server.send(request)
            elif isinstance(item, ValidationError) and (answer := _answer(item)) is not None:
                await client.send(SessionMessage(answer))
        await in_work.wait(longest_wait_s)


async def pass_answers_on(answers: AsyncIterable[SessionMessage], client: Any, in_work: InWork) -> None:
    """Give the client what the server answers, until that ends."""
    async for item in answers:
        await client.send(item)
        in_work.note_answered(item)


def _mended(error: ValidationError) -> SessionMessage | None:
    line = _line(error) or ""
    whole = _ESCAPES.sub(lambda found: r"\ufffd" if found[1] else found[0], line)
    if whole == line:
        return None
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(whole, by_name=False))
    except ValidationError:
        return None


def _line(error: ValidationError) -> str | None:
    """The line, where it is no JSON."""
    first = error.errors(include_url=False)[0]
    return str(first["input"]) if first["type"] == "json_invalid" else None


def _answer(error: ValidationError) -> JSONRPCError | None:
    """With the request's number where it has one; None for an empty line."""
    line = _line(error)
    if line is not None:
        return _said(None, PARSE_ERROR, "This line is not JSON.") if line.strip() else None
    # Each kind of message misses something; an error about the message itself carries the whole of it.
    whole = next((one["input"] for one in error.errors(include_url=False) if one["type"] == "missing" and len(one["loc"]) == 2), None)
    number = whole.get("id") if isinstance(whole, dict) else None
    is_number = isinstance(number, int | str) and not isinstance(number, bool)
    return _said(number if is_number else None, INVALID_REQUEST, "This is no message of JSON-RPC 2.0, one a line.")


def _said(number: int | str | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=number, error=ErrorData(code=code, message=message))

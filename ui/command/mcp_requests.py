"""What a client of `mcp` sends that is no request is answered too: the protocol's SDK would drop it, and the client would wait.

A request that holds half a surrogate pair (`"\\ud83d"`, of a sign that a client has cut in two) is served without it.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterable
from typing import Any

from anyio.abc import ObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError

# An escaped backslash begins nothing, and a pair is one sign: both stay. What is caught besides are halves.
_ESCAPES = re.compile(r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})")


async def pass_requests_on(
    incoming: AsyncIterable[SessionMessage | Exception], server: ObjectSendStream[SessionMessage | Exception], client: Any
) -> None:
    """Give the server what the client sends, until it sends no more; lines that are no message are mended or answered.

    Args:
        incoming: messages, and for each line that is none what the SDK's parser raised.
        client: the SDK's stream of answers to it.
    """
    async with server:
        async for item in incoming:
            if not isinstance(item, ValidationError):
                await server.send(item)
            elif (mended := _mended(item)) is not None:
                await server.send(mended)
            elif (answer := _answer(item)) is not None:
                await client.send(SessionMessage(answer))


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

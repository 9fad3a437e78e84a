"""A model for written answers that the person runs on this computer, spoken to as OpenAI's chat completions.

The only module that connects to it. Never anywhere else: the address is checked in words, then what its name stands for, then whom
the connection reached; redirects are refused, and no proxy is asked, since nothing here reads their settings.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import json
import logging
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import Cancelled, FicheroError
from engine.machine.local_address import LOCALHOST, AddressRefused, LocalAddress, is_loopback
from engine.written_answers.answer_messages import Message

log = logging.getLogger(__name__)

CONNECT_S = 5.0
FIRST_S = 180.0             # a model may have to be loaded first
SILENCE_S = 60.0            # between two pieces
WHOLE_S = 600.0
MOST_BYTES = 2_000_000      # of one answer with all that wraps it
MOST_TOKENS = 700
_LOOK_S = 0.1
_LONGEST_SAID = 300
_HALF = re.compile("[\ud800-\udfff]")
_THOUGHT = re.compile(r"^\s*<think>.*?(?:</think>|\Z)", re.DOTALL)     # cut off at the most tokens it has no end, and no answer after it


class ModelUnreachable(FicheroError):
    code = "answer-model-unreachable"

    def __init__(self, address: LocalAddress) -> None:
        super().__init__(
            f"Nothing answers at {address.authority}. Start the program that runs the model, or correct the address in the settings.",
            f"Nada responde en {address.authority}. Arranque el programa que ejecuta el modelo o corrija la dirección en los ajustes.",
        )


class ModelFailed(FicheroError):
    code = "answer-model-failed"

    def __init__(self, english: str, spanish: str) -> None:
        super().__init__(f"The model gave no answer: {english}.", f"El modelo no ha respondido: {spanish}.")


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds."""

    connect: float = CONNECT_S
    first: float = FIRST_S
    silence: float = SILENCE_S
    whole: float = WHOLE_S


class LocalModel:
    def __init__(self, address: LocalAddress, model: str, patience: Patience | None = None) -> None:
        self._address = address
        self._model = model
        self._patience = patience or Patience()

    def answer(
        self, messages: Sequence[Message], tell: Callable[[str], None] = lambda piece: None,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> str:
        """What the model writes, whole; `tell` gets each piece as it comes. Takes as long as the model does.

        Raises:
            AddressRefused: the name stands for another computer.
            ModelUnreachable, ModelFailed, Cancelled
        """
        connection = self._connected()
        watch = _Watch(connection, self._patience, is_cancelled)
        pieces: list[str] = []
        try:
            with watch:
                for piece in self._pieces(connection, messages, watch):
                    pieces.append(piece)
                    tell(_HALF.sub("", piece))
        except Cancelled:
            raise
        except (OSError, http.client.HTTPException, ValueError) as error:
            watch.raise_reason()
            log.info("the model's answer broke off: %s", type(error).__name__)
            raise ModelFailed("the connection broke off", "la conexión se ha cortado") from error
        finally:
            connection.close()
        watch.raise_reason()
        text = _answer_alone("".join(pieces))
        if not text:
            raise ModelFailed("it was empty", "la respuesta ha llegado vacía")
        return text

    def _connected(self) -> http.client.HTTPConnection:
        for place in _places(self._address):
            connection = http.client.HTTPConnection(place, self._address.port, timeout=self._patience.connect)
            try:
                connection.connect()
            except OSError:
                connection.close()
                continue
            peer = ipaddress.ip_address(connection.sock.getpeername()[0])
            if not is_loopback(peer):
                connection.close()
                raise AddressRefused(f"{peer} is not this computer", f"{peer} no es este equipo")
            connection.sock.settimeout(None)        # the watch ends it
            return connection
        raise ModelUnreachable(self._address)

    def _pieces(self, connection: http.client.HTTPConnection, messages: Sequence[Message], watch: _Watch) -> Iterator[str]:
        body = json.dumps({
            "model": self._model, "stream": True, "temperature": 0, "max_tokens": MOST_TOKENS,
            "messages": [{"role": message.role, "content": message.text} for message in messages],
        }).encode("ascii")
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):    # a server may refuse before it has read all: its answer says why
            connection.request("POST", self._address.path, body, {
                "Host": self._address.authority, "Content-Type": "application/json",
                "Accept": "text/event-stream, application/json",
            })
        with contextlib.closing(connection.getresponse()) as response:
            watch.heard()
            yield from _answer_in(response, watch)


def _answer_alone(text: str) -> str:
    """Without what a model writes to itself first, and with signs that came in two halves made whole."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _THOUGHT.sub("", whole).strip()


def _answer_in(response: http.client.HTTPResponse, watch: _Watch) -> Iterator[str]:
    if 300 <= response.status < 400:
        raise ModelFailed("it sends elsewhere, where Fichero does not go", "envía a otro sitio, al que Fichero no va")
    if response.status != 200:
        raise ModelFailed(*_said_of(response.status, response.read(100_000)))
    if response.headers.get_content_type() == "text/event-stream":
        yield from _streamed(response, watch)
    else:
        yield _whole(response)


def _places(address: LocalAddress) -> list[str]:
    """The addresses in numbers. What `localhost` stands for is looked up, and refused unless all of it is the loopback."""
    if address.host != LOCALHOST:
        return [address.host]
    try:
        found = socket.getaddrinfo(LOCALHOST, address.port, type=socket.SOCK_STREAM)
    except OSError:
        return ["127.0.0.1"]
    places = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    for place in places:
        if not is_loopback(ipaddress.ip_address(place)):
            raise AddressRefused(f"localhost stands for {place} here", f"aquí localhost es {place}")
    return places


def _streamed(response: http.client.HTTPResponse, watch: _Watch) -> Iterator[str]:
    """The text of server-sent events, piece by piece. One that ends before the model has ended is no answer."""
    n_bytes, is_finished = 0, False
    while line := response.readline(65_536):
        watch.heard()
        n_bytes += len(line)
        if n_bytes > MOST_BYTES:
            raise ModelFailed("it does not end", "no termina")
        if not line.startswith(b"data:"):
            continue            # blank lines, comments, names of events
        data = line[5:].strip()
        if data == b"[DONE]":
            return
        text, is_last = _text_in(data, "delta")
        is_finished = is_finished or is_last
        yield text
    if not is_finished:
        raise http.client.IncompleteRead(b"")


def _whole(response: http.client.HTTPResponse) -> str:
    data = response.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ModelFailed("it is too long", "es demasiado larga")
    if response.length:         # bytes that were announced and did not come
        raise http.client.IncompleteRead(data, response.length)
    return _text_in(data, "message")[0]


def _text_in(data: bytes, part: str) -> tuple[str, bool]:
    """The text of one message, and whether the model has ended with it."""
    try:
        loaded: Any = json.loads(data)
        if isinstance(loaded, dict) and loaded.get("error"):
            raise ModelFailed(*_said_of(200, data))
        choice = loaded["choices"][0] if loaded["choices"] else {part: {}}
        text, is_last = choice[part].get("content"), bool(choice.get("finish_reason"))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ModelFailed(
            "what came is not in the form of chat completions", "lo recibido no tiene la forma de «chat completions»"
        ) from error
    return (text if isinstance(text, str) else ""), is_last


def _said_of(status: int, data: bytes) -> tuple[str, str]:
    """English and Spanish; with what the server itself says, where it says something."""
    said = ""
    with contextlib.suppress(ValueError, TypeError, AttributeError, RecursionError):
        error = json.loads(data).get("error")
        said = str(error.get("message") if isinstance(error, dict) else error or "")
    said = " ".join("".join(character if character.isprintable() else " " for character in said).split())[:_LONGEST_SAID]
    quoted = f" («{said}»)" if said else ""
    if status == 404:
        return f"there is no such model or address (404){quoted}", f"no existe ese modelo o esa dirección (404){quoted}"
    return f"the server reports an error ({status}){quoted}", f"el servidor da un error ({status}){quoted}"


class _Watch:
    """Ends a connection that is cancelled, or silent for too long: whoever reads from it wakes up."""

    def __init__(self, connection: http.client.HTTPConnection, patience: Patience, is_cancelled: Callable[[], bool]) -> None:
        self._socket = connection.sock          # which an answer without a length takes over
        self._patience = patience
        self._is_cancelled = is_cancelled
        self._done = threading.Event()
        self._until = time.monotonic() + patience.first
        self._end = time.monotonic() + patience.whole
        self._reason: Exception | None = None
        self._thread = threading.Thread(target=self._watch, name="answer-watch", daemon=True)

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def heard(self) -> None:
        self._until = time.monotonic() + self._patience.silence

    def raise_reason(self) -> None:
        if self._reason is not None:
            raise self._reason

    def _watch(self) -> None:
        while not self._done.wait(_LOOK_S):
            if self._is_cancelled():
                self._reason = Cancelled()
            elif time.monotonic() > min(self._until, self._end):
                self._reason = ModelFailed("it took too long", "ha tardado demasiado")
            if self._reason is not None:
                with contextlib.suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)
                return

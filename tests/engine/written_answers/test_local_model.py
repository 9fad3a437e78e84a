"""A model on this computer is spoken to, and nothing else ever is."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from engine.errors import Cancelled, SettingsInvalid
from engine.machine.local_address import AddressRefused, read_address
from engine.settings import Settings, with_value
from engine.written_answers.answer_messages import Message
from engine.written_answers.local_model import LocalModel, ModelFailed, ModelUnreachable, Patience
from tests.engine.model_server import ModelServer, serving

ASKED = (Message("system", "Responde con los pasajes."), Message("user", "¿Cuánto?"))


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as made:
        yield made


def model_at(server: ModelServer, patience: Patience | None = None) -> LocalModel:
    return LocalModel(read_address(server.address), "tiny", patience)


@pytest.mark.parametrize(("text", "host", "port", "path"), [
    ("http://127.0.0.1:8080/v1", "127.0.0.1", 8080, "/v1/chat/completions"), ("http://localhost:11434/v1/", "localhost", 11434, "/v1/chat/completions"),
    ("http://[::1]:1234", "::1", 1234, "/chat/completions"), ("http://127.9.9.9/v1/chat/completions", "127.9.9.9", 80, "/v1/chat/completions"),
    ("HTTP://LOCALHOST:5/x", "localhost", 5, "/x/chat/completions"),
])
def test_addresses_on_this_computer(text: str, host: str, port: int, path: str) -> None:
    address = read_address(text)
    assert (address.host, address.port, address.path) == (host, port, path)


@pytest.mark.parametrize("text", [
    "http://example.org/v1", "http://192.168.1.4:8080", "http://10.0.0.1", "http://0.0.0.0:8080", "http://[::]:80", "http://128.0.0.1",
    "https://127.0.0.1:8080", "ftp://127.0.0.1", "127.0.0.1:8080", "//127.0.0.1", "file:///etc/passwd", "", "http://", "http:///v1",
    "http://127.0.0.1@example.org/", "http://user:secret@127.0.0.1/", "http://127.0.0.1.example.org/", "http://localhost.example.org/",
    "http://example.org/127.0.0.1", "http://example.org#@127.0.0.1/", "http://example.org\\@127.0.0.1/", "http://127.0.0.1\\@example.org",
    "http://127.1", "http://0x7f.0.0.1", "http://2130706433", "http://0177.0.0.1", "http://[::ffff:127.0.0.1]", "http://[::1%25eth0]",
    "http://localhost.", "http://ⓛocalhost", "http://127。0。0。1", "http://127.0.0.1:0", "http://127.0.0.1:99999", "http://127.0.0.1:x",
    "http://127.0.0.1 .example.org", "http://127.0.0.1\n.example.org", "http://127.0.0.1/?a", "http://127.0.0.1/" + "x" * 300,
])
def test_addresses_elsewhere_are_refused_in_both_languages(text: str, tmp_path) -> None:
    with pytest.raises(AddressRefused) as caught:
        read_address(text)
    assert "este equipo" in caught.value.spanish and "this computer" in caught.value.english
    if text:
        with pytest.raises(SettingsInvalid):
            with_value(Settings(tmp_path), "answer_address", text)


def test_a_name_that_stands_for_another_computer_is_refused(monkeypatch, server: ModelServer) -> None:
    for elsewhere in ("192.0.2.7", "0.0.0.0"):
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, 80)) for place in ("127.0.0.1", elsewhere)]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, found=found, **__: found)
        with pytest.raises(AddressRefused):
            LocalModel(read_address(f"http://localhost:{server.port}"), "tiny").answer(ASKED)
    assert server.asked == []


@pytest.mark.parametrize("how", ["stream", "plain"])
def test_an_answer_comes_whole_and_piece_by_piece(how: str, server: ModelServer, monkeypatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://192.0.2.7:3128")
    server.how, server.answer = how, "Cada vivienda paga 2.600 € en diez recibos [1]. ¡Ñandú! 🙂"
    pieces: list[str] = []
    assert model_at(server).answer(ASKED, pieces.append) == server.answer == "".join(pieces)
    assert (len(pieces) > 3) == (how == "stream")
    (asked,), (head,) = server.asked, server.heads
    assert asked["model"] == "tiny" and asked["stream"] is True and asked["temperature"] == 0
    assert asked["messages"] == [{"role": "system", "content": "Responde con los pasajes."}, {"role": "user", "content": "¿Cuánto?"}]
    assert head["path"] == "/v1/chat/completions" and head["Host"] == f"127.0.0.1:{server.port}"
    assert not {"Authorization", "Cookie", "User-Agent"} & set(head)


@pytest.mark.parametrize(("written", "answer"), [
    ("<think>¿9 o 3? Está en [2].</think>\n\nSon 3 [1].", "Son 3 [1]."), ("Así es \ud83d\ude00 [1].", "Así es 😀 [1]."), ("Así \ude00es [1].", "Así \ufffdes [1]."),
    ("Escribe <think> quien duda [1].", "Escribe <think> quien duda [1]."),
])
def test_what_a_model_says_to_itself_is_no_answer_and_halves_are_made_whole(written: str, answer: str, server: ModelServer) -> None:
    pieces: list[str] = []
    server.answer = written
    assert model_at(server).answer(ASKED, pieces.append) == answer
    "".join(pieces).encode("utf-8")


def test_a_model_that_only_thinks_gives_no_answer(server: ModelServer) -> None:
    server.answer = "<think>¿9 o 3? Está en [2], aunque"
    with pytest.raises(ModelFailed):
        model_at(server).answer(ASKED)


def test_localhost_is_looked_up_and_served(server: ModelServer) -> None:
    assert LocalModel(read_address(f"http://localhost:{server.port}/v1"), "tiny").answer(ASKED) == server.answer


@pytest.mark.parametrize(("how", "word"), [
    ("redirect", "otro sitio"), ("missing", "not found"), ("failing", "out of memory"), ("garbage", "forma"), ("broken", "cortado"), ("cut", "cortado"),
    ("empty", "vacía"), ("endless", "no termina"),
])
def test_what_goes_wrong_is_said(how: str, word: str, server: ModelServer) -> None:
    server.how = how
    with pytest.raises(ModelFailed) as caught:
        model_at(server).answer(ASKED)
    assert word in caught.value.spanish and "\x1b" not in caught.value.spanish
    assert len(server.asked) == 1       # a redirect is not followed


def test_a_refusal_is_heard_where_the_server_stops_reading_before_all_is_sent(server: ModelServer, monkeypatch) -> None:
    send = http.client.HTTPConnection.endheaders

    def break_off(self: http.client.HTTPConnection, *arguments, **options) -> None:
        send(self, *arguments, **options)
        raise BrokenPipeError

    monkeypatch.setattr(http.client.HTTPConnection, "endheaders", break_off)
    server.how = "missing"
    with pytest.raises(ModelFailed) as caught:
        model_at(server).answer(ASKED)
    assert "404" in caught.value.english and "not found" in caught.value.english


@pytest.mark.parametrize("how", ["silent", "half"])
def test_silence_ends(how: str, server: ModelServer) -> None:
    server.how = how
    began = time.monotonic()
    with pytest.raises(ModelFailed) as caught:
        model_at(server, Patience(first=0.4, silence=0.4)).answer(ASKED)
    assert "tardado" in caught.value.spanish and time.monotonic() - began < 15


@pytest.mark.parametrize("how", ["silent", "half", "endless"])
def test_it_can_be_cancelled_at_any_time(how: str, server: ModelServer) -> None:
    server.how = how
    cancelled = threading.Event()
    threading.Timer(0.3, cancelled.set).start()
    with pytest.raises((Cancelled, ModelFailed)) as caught:
        model_at(server).answer(ASKED, is_cancelled=cancelled.is_set)
    assert isinstance(caught.value, Cancelled) or how == "endless"      # which may have been ended for its length


def test_nobody_there_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(ModelUnreachable) as caught:
        LocalModel(read_address(f"http://127.0.0.1:{port}/v1"), "tiny").answer(ASKED)
    assert str(port) in caught.value.spanish

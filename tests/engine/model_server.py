"""A small server that speaks chat completions on the loopback, with the faults that a test asks for."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class ModelServer:
    """`how`: stream, plain, redirect, missing, failing, garbage, silent, half, endless, cut, broken or empty."""

    port: int = 0
    how: str = "stream"
    answer: str = "Cada vivienda paga 2.600 euros [1]."
    asked: list[dict[str, Any]] = field(default_factory=list)
    heads: list[dict[str, str]] = field(default_factory=list)
    let_go: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


@contextmanager
def serving(host: str = "127.0.0.1") -> Iterator[ModelServer]:
    made = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            made.heads.append({"path": self.path, **dict(self.headers)})
            made.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            with suppress(BrokenPipeError, ConnectionResetError):
                getattr(self, made.how)()

        def log_message(self, *_: object) -> None:
            pass

        def plain(self) -> None:
            self.send(200, {"choices": [{"message": {"role": "assistant", "content": made.answer}}]})

        def empty(self) -> None:
            self.send(200, {"choices": []})

        def missing(self) -> None:
            self.send(404, {"error": {"message": "model «x»\u001b[31m not found"}})

        def failing(self) -> None:
            self.send(500, {"error": "out of memory"})

        def garbage(self) -> None:
            self.send(200, ["no", "choices"])

        def redirect(self) -> None:
            self.send_response(307)
            self.send_header("Location", f"http://127.0.0.1:{made.port}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def silent(self) -> None:
            made.let_go.wait(20)

        def stream(self) -> None:
            self.begin()
            self.wfile.write(b": keep-alive\n\n")
            for at in range(0, len(made.answer), 7):
                self.event({"choices": [{"delta": {"content": made.answer[at:at + 7]}}]})
            self.event({"choices": [{"delta": {}, "finish_reason": "stop"}]})
            self.event({"choices": [], "usage": {"total_tokens": 1}})
            self.wfile.write(b"data: [DONE]\n\n")

        def cut(self) -> None:
            self.begin()
            self.event({"choices": [{"delta": {"content": made.answer[:20]}}]})

        def endless(self) -> None:
            self.begin()
            while not made.let_go.is_set():
                self.event({"choices": [{"delta": {"content": "x" * 20_000}}]})

        def broken(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b'{"choices"')
            self.close_connection = True

        def half(self) -> None:
            self.begin()
            self.event({"choices": [{"delta": {"content": "Cada vivienda"}}]})
            made.let_go.wait(20)

        def begin(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream; charset=utf-8")
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True

        def event(self, value: object) -> None:
            self.wfile.write(b"data: " + json.dumps(value).encode() + b"\n\n")
            self.wfile.flush()
            time.sleep(0)

        def send(self, status: int, value: object) -> None:
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer((host, 0), Handler)
    server.daemon_threads = True
    made.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.let_go.set()
        server.shutdown()
        server.server_close()
        thread.join()

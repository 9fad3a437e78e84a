"""A reader that does what the file's text says, for the tests of the pool: it runs in the workers."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from engine.document import Document
from engine.reading.source import Part, ReadOptions


class Panic(BaseException):
    """As Rust libraries raise."""


def obey(path: Path, options: ReadOptions) -> Iterator[Part]:
    order = path.read_text("utf-8")
    if order == "hang":
        time.sleep(600)
    elif order == "abort":
        os.abort()
    elif order == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif order == "panic":
        raise Panic("the library panicked")
    elif order == "grow":
        blocks = []
        while True:
            blocks.append(bytearray(20_000_000))
            time.sleep(0.005)
    elif order == "allocate":
        bytearray(40_000_000_000)
    elif order == "half":
        yield Part("", Document("half", (), "zip"))
        os.abort()
    elif order.startswith("killed"):
        mark = path.with_suffix(".tried")
        if order == "killed twice" or not mark.exists():
            mark.touch()
            yield Part("", Document("half", (), "zip"))
            os.kill(os.getpid(), signal.SIGKILL)
    elif order == "exit":
        raise SystemExit(3)
    yield Part("", Document(f"{order} by {os.getpid()}", (), "txt"))

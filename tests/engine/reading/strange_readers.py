"""A reader that does what the file's text says, for the tests of the pool: it runs in the workers."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from engine.document import Document
from engine.reading.source import Part, ReadOptions

_READ: list[Path] = []
_LEAKED: list[bytearray] = []


class Panic(BaseException):
    """As Rust libraries raise."""


def obey(path: Path, options: ReadOptions) -> Iterator[Part]:
    order = path.read_text("utf-8")
    if order == "fine":
        _READ.append(path)
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
    elif order == "crash when used":
        if _READ:
            os.kill(os.getpid(), signal.SIGSEGV)
    elif order == "exit at once":
        os._exit(7)
    elif order == "null pointer":
        ctypes.string_at(0)
    elif order == "no memory":
        raise MemoryError
    elif order == "recurse":
        obey(path, options).throw(RecursionError("too deep"))
    elif order == "fill the pipe":
        for number in range(300):
            yield Part(f"{number}.txt", Document("fianza " * 20_000, (), "txt"))
        return
    elif order == "leak":
        _LEAKED.append(bytearray(os.urandom(1_000_000) * 80))
    elif order == "work":
        begun = time.process_time()
        while time.process_time() - begun < 600:
            pass
    yield Part("", Document(f"{order} by {os.getpid()}", (), "txt"))

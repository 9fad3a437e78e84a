"""The child side of the reading pool: reads one file after another and sends its documents through a pipe.

Messages to the parent: a Part each, PageDone for each page that took recognising, then None when the file is done. Messages from the parent: (path, memory limit in
bytes), or None to end. The process ends by itself when its parent is gone, even killed.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path

from engine.errors import Unreadable
from engine.reading.source import MB, Part, ReadOptions

Reader = Callable[[Path, ReadOptions], Iterator[Part]]

READY = b"ready"        # sent once, when it can begin: its start is not counted to a file
PART = b"part"          # begins the messages that hold one; the parent keeps them as they are
ADDRESS_SPACE_MARGIN = 1_500 * MB       # libraries reserve more than they use; resident memory is watched by the parent


@dataclass(frozen=True, slots=True)
class PageDone:
    """The reader is alive: recognising a long document may take hours, one page may not."""


def work(connection: Connection, options: ReadOptions, reader: Reader) -> None:
    """Serves a connection until it gets None, or the parent ends."""
    _end_with_parent()
    _be_quiet()
    if options.ocr is not None:
        options = replace(options, ocr=replace(options.ocr, page_done=lambda: connection.send(PageDone())))
    try:
        connection.send_bytes(READY)
    except OSError:
        return
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        if task is None:
            return
        path, memory_limit = task
        _limit_memory(memory_limit)
        try:
            _send_parts(connection, path, options, reader)
            connection.send(None)
        except (BrokenPipeError, ConnectionError):
            return


def _send_parts(connection: Connection, path: Path, options: ReadOptions, reader: Reader) -> None:
    n_sent = 0
    try:
        for part in reader(path, options):
            _send(connection, part)
            n_sent += 1
    except MemoryError:
        _send(connection, Part("…" if n_sent else "", Unreadable("memory", "reading it takes more memory than allowed")))
    except (BrokenPipeError, ConnectionError):
        raise
    except BaseException as error:      # nothing that a file does may end the others
        problem = Unreadable("damaged", f"{type(error).__name__}: {str(error)[:200]}")
        _send(connection, Part("…" if n_sent else "", problem))


def _send(connection: Connection, part: Part) -> None:
    connection.send_bytes(PART + pickle.dumps(part))


def _end_with_parent() -> None:
    """Ends this process when the parent ends, in whatever way: asked of the kernel where it can do that, and watched."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # Ctrl+C is for the parent, which then closes us
    parent = parent_process()
    if sys.platform == "linux":
        import ctypes

        # Told when the thread that started us ends; the pool's thread lives as long as its workers.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        if parent is not None and os.getppid() != parent.pid:
            os._exit(1)
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _be_quiet() -> None:
    """Native libraries write their complaints, and pieces of documents, to stdout and stderr: neither is ours."""
    logging.disable(logging.CRITICAL)
    null = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(null, descriptor)
    os.close(null)


def _limit_memory(limit_bytes: int) -> None:
    """Stops a sudden allocation that the parent's watch would see too late. Linux only; elsewhere the watch alone."""
    if sys.platform != "linux":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = limit_bytes + ADDRESS_SPACE_MARGIN
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))

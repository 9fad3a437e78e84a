"""Does a piece of work in a process of its own, under limits of time and memory, so that a hostile or damaged file can
crash, hang or swell that process and nothing else."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import psutil

from models.errors import ModelError, ModelRefused

LOOK_EVERY_S = 0.1
ANSWER_BYTES = 10_000_000
ADDRESS_SPACE_MARGIN = 8 * 10**9        # maps, stacks of threads: what is reserved, and never filled


def apart(work: Callable[..., Any], *arguments: object, timeout_s: float, memory_bytes: int) -> Any:
    """What `work(*arguments)` gives. The function must be importable by its name, its arguments picklable; its value comes
    back as JSON, since nothing that process says is to be trusted.

    Raises:
        ModelRefused: it said so, or it crashed, took too long, or took too much memory.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(theirs, work, arguments, memory_bytes), name="fichero-model", daemon=True)
    process.start()
    theirs.close()
    try:
        outcome = _wait(process, ours, time.monotonic() + timeout_s, memory_bytes)
    finally:
        if process.is_alive():
            process.kill()
        process.join()
        ours.close()
    if isinstance(outcome, ModelRefused):
        raise outcome
    return outcome[0]


def _wait(
    process: multiprocessing.process.BaseProcess, connection: Connection, until: float, memory_bytes: int
) -> Any:
    while True:
        if connection.poll(LOOK_EVERY_S):
            try:
                kind, *value = json.loads(connection.recv_bytes(ANSWER_BYTES))
            except (EOFError, OSError, ValueError):
                process.join(5)
                return ModelRefused(
                    f"It makes the process that tries it crash (exit status {process.exitcode}).",
                    f"Hace caer el proceso que lo prueba (estado de salida {process.exitcode}).",
                )
            return ModelRefused(*value) if kind == "refused" else value
        if time.monotonic() > until:
            return ModelRefused("It did not answer in time.", "No respondió a tiempo.")
        if _memory(process) > memory_bytes:
            return ModelRefused("It takes far too much memory.", "Necesita demasiada memoria.")


def _memory(process: multiprocessing.process.BaseProcess) -> int:
    try:
        return int(psutil.Process(process.pid).memory_info().rss)
    except psutil.Error:
        return 0


def _child(connection: Connection, work: Callable[..., Any], arguments: tuple[Any, ...], memory_bytes: int) -> None:
    logging.disable(logging.CRITICAL)
    null = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):       # native libraries complain there
        os.dup2(null, descriptor)
    _limit(memory_bytes)
    try:
        answer: tuple[Any, ...] = ("done", work(*arguments))
    except ModelRefused as error:
        answer = ("refused", error.english, error.spanish)
    except MemoryError:
        answer = ("refused", "It takes far too much memory.", "Necesita demasiada memoria.")
    except (ModelError, Exception) as error:
        said = str(error).strip().splitlines() or [""]
        detail = f"{type(error).__name__}: {said[0][:200]}"
        answer = ("refused", f"It cannot be used ({detail}).", f"No se puede usar ({detail}).")
    connection.send_bytes(json.dumps(answer).encode())
    connection.close()


def _limit(memory_bytes: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = memory_bytes + ADDRESS_SPACE_MARGIN
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))

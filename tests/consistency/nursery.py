"""Starts processes of the program that can be killed: `python -m tests.consistency.nursery`, driven by lines of JSON.

Loading the libraries and the model costs three seconds of a core. The nursery does so once and forks a child for each
request, so that a child is at work within milliseconds; nothing in it has started a thread before it forks. A child runs
`main.py`'s own function with the arguments of a command line, or the window's indexing process.

A request: {"arguments": [...]} or {"window": address, "data": folder}, with "cell" and "output" (files).
Answers: {"pid": n} at once, then {"status": n} when the child has ended (negative: the signal).
With --cold REQUEST it does what one request says, in this process, without anything loaded before.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> None:
    sys.path.insert(0, str(ROOT))
    if len(sys.argv) > 1:
        request = json.loads(sys.argv[2])
        _probe(request)
        raise SystemExit(_run(request))
    _load()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            _live(request)
        print(json.dumps({"pid": child}), flush=True)
        _, status = os.waitpid(child, 0)
        print(json.dumps({"status": os.waitstatus_to_exitcode(status)}), flush=True)


def _load() -> None:
    """Everything that a child would load, and the model with one thread, which starts none."""
    import engine.build
    import engine.chunking
    import engine.indexing.doctor
    import engine.indexing.indexer
    import engine.processes.indexing_process
    import engine.reading.pool
    import ui.command.program
    from engine.machine.cloud_client import leave_out_cloud_client
    from engine.settings import Settings

    leave_out_cloud_client()
    import lancedb  # noqa: F401

    ui.command.program.build_parser()
    warnings.filterwarnings("ignore", "lancedb fork support is experimental")      # nothing is at work when we fork
    embedder = engine.build.ModelLoader(Settings(Path("/nonexistent"), n_threads=1), 1).embedder()
    counter = engine.indexing.indexer.EmbedderTokens(embedder)
    engine.build.ModelLoader._embedder = embedder                   # type: ignore[assignment, method-assign]
    engine.build.ModelLoader.tokens = lambda self: counter          # type: ignore[method-assign]
    _probe_modules()


def _probe_modules() -> None:
    import tests.consistency.probes  # noqa: F401


def _live(request: dict[str, Any]) -> None:
    status = 1
    try:
        output = os.open(request["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        _probe(request)
        status = _run(request)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def _probe(request: dict[str, Any]) -> None:
    from tests.consistency.probes import Cell, install

    install(Cell(Path(request["cell"])))


def _run(request: dict[str, Any]) -> int:
    if "window" in request:
        from multiprocessing.connection import Client

        from engine.processes.window_processes import indexing
        from engine.settings import load_settings

        connection: Any = Client(request["window"], "AF_UNIX")
        indexing(connection, load_settings(Path(request["data"])))
        return 0
    import multiprocessing

    multiprocessing.freeze_support()
    from ui.command.program import main as program

    return program(request["arguments"])


if __name__ == "__main__":
    main()

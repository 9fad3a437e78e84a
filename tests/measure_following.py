"""How soon changes are seen: `python -m tests.measure_following [--changes 30]`. Real files, models and process.

Thirty files are made, changed, renamed, moved, deleted and restored, one after the other: first while the indexing process
is idle, then while it embeds. What is timed is how long it takes until a search by words would answer as the folder now is.
Besides: a scan of unchanged files, the guess of the time left against the time it took, and how soon the process ends.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from engine.build import build_indexer
from engine.catalog.catalog import Catalog
from engine.processes import indexing_messages as messages
from engine.processes.indexing_process import run_indexing
from engine.settings import Settings

_WORDS = (
    "contrato", "vivienda", "plazo", "cláusula", "fianza", "devolución", "inquilino", "pago", "comunidad", "gastos", "reunión",
    "acta", "acuerdo", "presupuesto", "factura", "importe", "servicio", "informe", "proyecto", "entrega", "fecha", "firma",
)
_LONGEST_S = 60.0


class Process:
    """The window's indexing process, and what it tells."""

    def __init__(self, settings: Settings) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self.process = context.Process(target=run_indexing, args=(theirs, settings))
        self.process.start()
        theirs.close()
        self.is_busy = True
        self.progress: list[tuple[float, messages.IndexProgress]] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                event = self._connection.recv()
                if isinstance(event, messages.IndexingState):
                    self.is_busy = event.is_busy
                elif isinstance(event, messages.IndexProgress):
                    self.progress.append((time.monotonic(), event))
        except (EOFError, OSError):
            return

    def send(self, command: object) -> None:
        self._connection.send(command)

    def wait_until_idle(self) -> None:
        while self.is_busy:
            time.sleep(0.1)


def text(chance: random.Random, n_words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=n_words))


def state_of(catalog: Catalog, path: Path) -> tuple[bool, str]:
    """(is it found by its words as it is in the catalog, its content's hash)"""
    document = catalog.document_at(str(path))
    if document is None:
        return False, ""
    dirty = catalog.database.execute(
        "SELECT 1 FROM dirty WHERE store = 'text' AND document_id = ?", (document.document_id,)
    ).fetchone()
    return document.state in ("text", "complete") and dirty is None, document.content_hash


def wait(is_seen: Callable[[], bool]) -> float:
    begun = time.monotonic()
    while not is_seen():
        if time.monotonic() - begun > _LONGEST_S:
            return _LONGEST_S
        time.sleep(0.02)
    return time.monotonic() - begun


def changes(docs: Path, data: Path, n_changes: int, chance: random.Random) -> dict[str, list[float]]:
    """Seconds until each change was seen, by kind."""
    took: dict[str, list[float]] = {}
    with Catalog.open(data, read_only=True) as catalog:
        def is_new(path: Path, before: str = "") -> bool:
            is_there, content = state_of(catalog, path)
            return is_there and content != before

        def is_gone(path: Path) -> bool:
            return catalog.document_at(str(path)) is None and not catalog.database.execute("SELECT 1 FROM dirty").fetchone()

        path = docs / "cambia.txt"
        for i in range(n_changes):
            kind = ("new", "changed", "renamed", "moved", "deleted", "restored")[i % 6]
            before = state_of(catalog, path)[1]
            if kind in ("new", "changed"):
                path = docs / f"cambia {i // 6}.txt" if kind == "new" else path
                path.write_text(f"{kind} {i} " + text(chance, 300))
                seconds = wait(lambda path=path, before=before: is_new(path, before))
            elif kind in ("renamed", "moved"):
                other = path.with_name(f"otro {i}.txt") if kind == "renamed" else docs / "sub" / path.name
                other.parent.mkdir(exist_ok=True)
                old, path = path, path.rename(other)
                seconds = wait(lambda old=old, path=path: is_new(path) and is_gone(old))
            elif kind == "deleted":
                kept = path.read_bytes()
                path.unlink()
                seconds = wait(lambda path=path: catalog.document_at(str(path)) is None)
            else:
                path.write_bytes(kept)
                seconds = wait(lambda path=path: is_new(path))
            took.setdefault(kind, []).append(seconds)
            time.sleep(chance.random())
    return took


def summary(took: dict[str, list[float]]) -> dict[str, object]:
    every = sorted(seconds for values in took.values() for seconds in values)
    return {
        "p50_s": round(statistics.median(every), 2), "p95_s": round(every[int(0.95 * (len(every) - 1))], 2),
        "max_s": round(every[-1], 2), "median_by_kind": {kind: round(statistics.median(v), 2) for kind, v in took.items()},
    }


def estimate_error(progress: list[tuple[float, messages.IndexProgress]]) -> dict[str, object]:
    """The guesses of the time left in the longest run of the vector stage, against the time it took from there.

    {"took_s", "at": {share of the work done: (guessed, actual) seconds left}}
    """
    runs: list[list[tuple[float, messages.IndexProgress]]] = []
    for when, step in progress:
        if step.stage != "vectors":
            continue
        if not runs or step.done < runs[-1][-1][1].done:
            runs.append([])
        runs[-1].append((when, step))
    if not runs:
        return {}
    run = max(runs, key=len)
    end, total = run[-1][0], run[-1][1].done
    at = {}
    for share in (0.1, 0.25, 0.5, 0.75):
        when, step = next((when, step) for when, step in run if step.done >= share * total)
        at[f"{share:.0%}"] = (step.seconds_left and round(step.seconds_left, 1), round(end - when, 1))
    return {"took_s": round(end - run[0][0], 1), "documents": total, "at": at}


def scan_of_unchanged(folder: Path, n_files: int) -> dict[str, object]:
    docs = folder / "many"
    for i in range(n_files):
        place = docs / f"{i // 100}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{i}.txt").write_text(f"{i}")
        os.utime(place / f"{i}.txt", (1_600_000_000, 1_600_000_000))
    settings = Settings(folder / "data-many")
    with build_indexer(settings) as indexer:
        indexer.index([docs], stage="text")
        took = []
        for _ in range(3):
            begun = time.perf_counter()
            report = indexer.index(stage="text")
            took.append(time.perf_counter() - begun)
            assert report.unchanged == n_files
    return {"files": n_files, "s": [round(seconds, 2) for seconds in took]}


def tell(name: str, value: object) -> None:
    """One line of JSON, as soon as it is known."""
    sys.stdout.write(json.dumps({name: value}) + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=30, help="0: the scan alone")
    parser.add_argument("--backlog", type=int, default=400, help="documents that wait for their meaning meanwhile")
    parser.add_argument("--left", type=int, default=200, help="how many of them the guess of the time left is tried on")
    parser.add_argument("--files", type=int, default=10_000, help="of the scan of unchanged files; 0: none")
    options = parser.parse_args()
    chance = random.Random(1)
    folder = Path(tempfile.mkdtemp(prefix="fichero-following-"))
    try:
        tell("load", [round(load, 1) for load in os.getloadavg()])
        if options.files:
            tell("scan", scan_of_unchanged(folder, options.files))
        if not options.changes:
            return
        docs, settings = folder / "docs", Settings(folder / "data")
        docs.mkdir()
        (docs / "a.txt").write_text("uno")
        process = Process(settings)
        process.send(messages.Add((str(docs),)))
        time.sleep(2)
        process.wait_until_idle()
        time.sleep(1)
        tell("idle", summary(changes(docs, settings.data_dir, options.changes, chance)))
        for i in range(options.backlog):
            (docs / f"viejo {i}.txt").write_text("\n\n".join(text(chance, 120) for _ in range(6)))
            os.utime(docs / f"viejo {i}.txt", (1_600_000_000, 1_600_000_000))
        with Catalog.open(settings.data_dir, read_only=True) as catalog:
            wait(lambda: catalog.counts().documents > options.backlog)
            time.sleep(4)
            tell("embedding", summary(changes(docs, settings.data_dir, options.changes, chance)))
            tell("still_to_embed_after", catalog.counts().pending)
        begun = time.monotonic()
        process.send(messages.Stop())
        process.process.join(60)
        tell("end_s", round(time.monotonic() - begun, 2))
        for i in range(options.left, options.backlog):
            (docs / f"viejo {i}.txt").unlink()
        process = Process(settings)
        time.sleep(3)
        process.wait_until_idle()
        tell("time_left", estimate_error(process.progress))
        tell("load", [round(load, 1) for load in os.getloadavg()])
        process.send(messages.Stop())
        process.process.join(60)
    finally:
        for child in multiprocessing.active_children():
            child.kill()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

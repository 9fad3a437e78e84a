"""A scan of a folder in which nothing has changed, inside a running program, beside a bare walk with stat."""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path

from engine.build import build_indexer
from engine.settings import Settings
from tests.bench.figures import Figure, by_turns, median_ms
from tests.bench.ground import Ground

FILES_A_FOLDER = 100


def measure(ground: Ground) -> list[Figure]:
    n_files = ground.rounds(3_000, 500)
    with tempfile.TemporaryDirectory(prefix="fichero-bench-") as name:
        folder = Path(name) / "documentos"
        _make(folder, n_files)
        with build_indexer(Settings(Path(name) / "data")) as indexer:
            indexer.index([folder], stage="text")
            if (report := indexer.index(stage="text")).unchanged != n_files:
                raise AssertionError(f"{report.unchanged} of {n_files} files unchanged")
            ours, bare = by_turns(lambda: indexer.index(stage="text"), lambda: walk(folder), n_rounds=ground.rounds(31, 5))
    ratio = statistics.median(ours) / statistics.median(bare)
    return [Figure("scan", ratio, 3.0, "min", len(ours), detail=f"{n_files} files: {median_ms(ours)} to {median_ms(bare)}")]


def walk(folder: str | Path) -> int:
    """Files below `folder`, each with its size asked for."""
    n_files = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                n_files += walk(entry.path)
            else:
                entry.stat(follow_symlinks=False)
                n_files += 1
    return n_files


def _make(folder: Path, n_files: int) -> None:
    for number in range(n_files):
        path = folder / f"carpeta {number // FILES_A_FOLDER}" / f"nota {number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"Nota número {number}.", "utf-8")
        os.utime(path, (1_600_000_000, 1_600_000_000))

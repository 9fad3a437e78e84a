"""Memory of the window at rest with its models loaded, and of the indexer at its peak: PSS of all their processes.

PSS (/proc/PID/smaps_rollup): what a process has in memory, what it shares with others counted by its share. Linux only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.own_program import command
from tests.bench.figures import Figure, Skipped
from tests.bench.ground import Ground

MB = 1_000_000
AT_REST_S = 25.0            # after the window's start; its processes are then loaded and idle
EMBEDDING_S = 45.0          # of the vector stage that are watched: batch after batch, it does not grow


def measure(ground: Ground) -> list[Figure]:
    if not Path("/proc/self/smaps_rollup").exists():
        raise Skipped("this system does not tell the memory of a process and its children")
    return [_of_window(ground), _of_indexer(ground)]


def _of_window(ground: Ground) -> Figure:
    with tempfile.TemporaryDirectory(prefix="fichero-bench-") as name:
        data = Path(name) / "data"
        shutil.copytree(ground.index().data_dir, data)
        code = (
            "import sys; from engine.settings import Settings; from engine.processes.window_requests import Request;"
            "from ui.window.application import run_window; from pathlib import Path;"
            "run_window(Settings(Path(sys.argv[1]), language='es'), Request(query='contrato de alquiler'))"
        )
        with _started([sys.executable, "-c", code, str(data)], Path(name)) as process:
            time.sleep(AT_REST_S)
            parts = {_name(pid): _pss(pid) / MB for pid in _tree(process.pid)}
    detail = ", ".join(f"{part} {size:.0f}" for part, size in parts.items())
    return Figure("memory-window", sum(parts.values()), 400.0, "min", 1, "MB", f"PSS of {len(parts)} processes: {detail}")


def _of_indexer(ground: Ground) -> Figure:
    """While the small folder is added to an index of 100,000 passages, until its vector stage has run for a while."""
    with tempfile.TemporaryDirectory(prefix="fichero-bench-") as name:
        data = Path(name) / "data"
        shutil.copytree(ground.index().data_dir, data)
        run = [*command(data), "index", str(ground.small_folder())]
        with _started(run, Path(name)) as process:
            peaks = {"text": 0.0, "vectors": 0.0}
            begun_vectors: float | None = None
            while process.poll() is None and (begun_vectors is None or time.monotonic() - begun_vectors < EMBEDDING_S):
                pids = _tree(process.pid)
                if begun_vectors is None and _has_loaded_network(process.pid):
                    begun_vectors = time.monotonic()
                stage = "text" if begun_vectors is None else "vectors"
                peaks[stage] = max(peaks[stage], sum(map(_pss, pids)) / MB)
                time.sleep(0.1)
    detail = f"PSS with the readers: text stage {peaks['text']:.0f}, vectors {peaks['vectors']:.0f}"
    return Figure("memory-indexer", max(peaks.values()), 1_000.0, "min", 1, "MB", detail)


@contextmanager
def _started(run: list[str], home: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(home)}
    process = subprocess.Popen(
        run, env=environment, cwd=Path(__file__).resolve().parents[2], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        pids = _tree(process.pid)
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _wait(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), 10)


def _wait(is_so: Callable[[], bool], at_most_s: float) -> None:
    end = time.monotonic() + at_most_s
    while not is_so() and time.monotonic() < end:
        time.sleep(0.1)


def _tree(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for parent in found:
        for children in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += [int(child) for child in children.read_text().split()]
            except OSError:
                continue
    return found


def _pss(pid: int) -> int:
    """Bytes; 0 of a process that has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return 1024 * next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def _name(pid: int) -> str:
    try:
        run = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        run = ""
    kind = "tracker" if "resource_tracker" in run else "child" if "spawn" in run else "window"
    return f"{kind} {pid}"


def _has_loaded_network(pid: int) -> bool:
    try:
        return "onnxruntime" in Path(f"/proc/{pid}/maps").read_text()
    except OSError:
        return False

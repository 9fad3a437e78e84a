"""The window shown, warm, beside a bare PySide6 window: from the start of a process to the first paint of its window."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import Figure, by_turns, median_ms
from tests.bench.ground import Ground


def measure(ground: Ground) -> list[Figure]:
    n_rounds = ground.rounds(11, 2)
    with tempfile.TemporaryDirectory(prefix="fichero-bench-") as name:
        for kind in ("fichero", "bare"):        # warm
            _seconds(kind, Path(name))
        ours, bare = by_turns(lambda: _seconds("fichero", Path(name)), lambda: _seconds("bare", Path(name)), n_rounds=n_rounds)
    ratio = statistics.median(ours) / statistics.median(bare)
    return [Figure("window-shown", ratio, 3.0, "min", n_rounds, detail=f"{median_ms(ours)} to {median_ms(bare)}, drawn offscreen")]


def _seconds(kind: str, home: Path) -> float:
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tests.bench.window_child", kind, str(home / "data")], check=True,
        cwd=Path(__file__).resolve().parents[2], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**_with_bytecode(home), "HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(home)},
    )
    return time.perf_counter() - begun


def _with_bytecode(home: Path) -> dict[str, str]:
    """The environment, in which modules are compiled once, as in every installed program: not at each start."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return environment | {"PYTHONPYCACHEPREFIX": str(home / "bytecode")}

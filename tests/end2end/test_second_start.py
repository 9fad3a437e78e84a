"""The program itself, started twice on one data folder; killed in between."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = [pytest.mark.usefixtures("model_folder"), pytest.mark.skipif(os.name == "nt", reason="kills as POSIX does")]


def start(data: Path, *arguments: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen([sys.executable, "main.py", "--data", str(data), *arguments], cwd=ROOT, env=environment)


def wait_for_place(data: Path, process: subprocess.Popen[bytes], n_shown: int) -> None:
    """Until this process is the one whose window has the data folder's place, and `n_shown` windows have begun to listen: one that is
    still starting after some seconds is taken for one that hangs."""
    until = time.monotonic() + 120
    lock, told = data / "window.lock", data / "logs" / "window.log"
    while True:
        assert process.poll() is None and time.monotonic() < until
        has_place = lock.exists() and lock.read_bytes() and json.loads(lock.read_bytes())["pid"] == process.pid
        if has_place and told.exists() and told.read_text("utf-8").count("window shown after") >= n_shown:
            return
        time.sleep(0.05)


def test_started_again_and_again(tmp_path: Path) -> None:
    running = []
    try:
        first = start(tmp_path)
        running.append(first)
        wait_for_place(tmp_path, first, 1)
        again = start(tmp_path, "--add", str(tmp_path), "--query", "plazo")
        assert again.wait(60) == 0 and first.poll() is None
        first.kill()
        first.wait(10)
        after = start(tmp_path)
        running.append(after)
        wait_for_place(tmp_path, after, 2)
        assert start(tmp_path).wait(60) == 0 and after.poll() is None
    finally:
        for process in running:
            process.kill()
            process.wait(20)

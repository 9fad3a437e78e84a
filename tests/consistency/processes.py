"""The program under test: started, watched, and killed at a chosen moment."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from typing import IO, Any

import psutil

from tests.consistency.probes import Cell

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_S = 240.0
_LOOK_S = 0.0005


@dataclass(frozen=True, slots=True)
class Blow:
    """When a process is to be killed, or interrupted.

    Args:
        how: "step" (the process kills itself between two writes), "place" (from outside, some time after it has come to a
            moment), "worker" (one of its reading workers is killed, not itself), "interrupt" (Ctrl-C), "sleep" (the whole
            process is stopped for a while, and goes on).
        step: of how many a run usually has, from 0 to 1.
        place: the moment to wait for.
        delay_s: from there to the blow.
    """

    how: str
    step: float = 0.5
    place: str = "text"
    delay_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: `status` as of the shell, negative for a signal; `places` where it was when it was hit."""

    status: int
    places: tuple[str, ...]
    was_hit: bool
    steps: int
    output: str


class Nursery:
    """Gives birth to processes quickly; see nursery.py. One lives at a time."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self._cell = Cell(scratch / "cell")
        self._n_started = 0
        self._output = scratch / "output"
        self._process: subprocess.Popen[str] | None = None
        self._child: int | None = None
        self._cold: subprocess.Popen[bytes] | None = None

    def start(self, request: dict[str, Any], die_at: int = 0, cold: bool = False) -> int:
        """Returns the process id of the child. `cold`: a new interpreter that loads everything itself."""
        self._cell.reset(die_at)
        self._output.unlink(missing_ok=True)        # a worker of one that was killed may still have its last words to write
        self._n_started += 1
        self._output = self._scratch / f"output-{self._n_started}"
        self._output.write_bytes(b"")
        request = {**request, "cell": str(self._cell_path), "output": str(self._output)}
        if cold:
            with self._output.open("ab") as output:
                self._cold = subprocess.Popen(
                    [sys.executable, "-m", "tests.consistency.nursery", "--cold", json.dumps(request)],
                    cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                )
            return self._cold.pid
        self._ask(request)
        self._child = int(self._answer()["pid"])
        return self._child

    def wait(self) -> int:
        if self._cold is not None:
            process, self._cold = self._cold, None
            return process.wait(PATIENCE_S)
        self._child = None
        return int(self._answer()["status"])

    def has_ended(self) -> bool:
        if self._cold is not None:
            return self._cold.poll() is not None
        try:
            return psutil.Process(self._child).status() == psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return True

    @property
    def cell(self) -> Cell:
        return self._cell

    def output(self) -> str:
        return self._output.read_text("utf-8", "replace")

    def close(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait(10)

    @property
    def _cell_path(self) -> Path:
        return self._scratch / "cell"

    def _ask(self, request: dict[str, Any]) -> None:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.consistency.nursery"], cwd=ROOT, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )
            assert self._answer() == {"ready": True}
        stdin: IO[str] | None = self._process.stdin
        assert stdin is not None
        stdin.write(json.dumps(request) + "\n")
        stdin.flush()

    def _answer(self) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the nursery has ended"
        return dict(json.loads(line))


class Subject:
    """Runs commands of the program on one data folder, and hits them."""

    def __init__(self, nursery: Nursery, data: Path) -> None:
        self._nursery = nursery
        self.data = data
        self.usual_steps = 60.0

    def run(self, *arguments: str | Path, blow: Blow | None = None, cold: bool = False) -> Ended:
        """One command, to its end or to the blow."""
        given = [*map(os.fspath, arguments), "--json", "--data", os.fspath(self.data)]
        die_at = 1 + int(blow.step * self.usual_steps) if blow is not None and blow.how == "step" else 0
        pid = self._nursery.start({"arguments": given}, die_at, cold)
        was_hit, places = self._hit(pid, blow)
        status = self._nursery.wait()
        if die_at and status == -signal.SIGKILL:
            was_hit, places = True, tuple(self._nursery.cell.places())
        steps = self._nursery.cell.steps()
        if status == 0:
            self.usual_steps += (max(20, steps) - self.usual_steps) / 4
        return Ended(status, places, was_hit, steps, self._nursery.output())

    def _hit(self, pid: int, blow: Blow | None) -> tuple[bool, tuple[str, ...]]:
        if blow is None or blow.how == "step":
            return False, ()
        if not self._reached(blow.place):
            return False, ()
        time.sleep(blow.delay_s)
        places = tuple(self._nursery.cell.places())
        return hit(pid, blow), places

    def _reached(self, place: str) -> bool:
        """Whether the process has come to a moment, or ended before."""
        deadline = time.monotonic() + PATIENCE_S
        n = 0
        while time.monotonic() < deadline:
            if place in self._nursery.cell.places():
                return True
            n += 1
            if n % 20 == 0 and self._nursery.has_ended():
                return False
            time.sleep(_LOOK_S)
        return False

    def window(self) -> Window:
        return Window(self._nursery, self.data)


class Window:
    """The window's indexing process with the window's end of the wire."""

    def __init__(self, nursery: Nursery, data: Path) -> None:
        self._nursery = nursery
        address = str(data.parent / f"wire-{time.monotonic_ns()}")
        with Listener(address, "AF_UNIX") as listener:
            self.pid = nursery.start({"window": address, "data": str(data)})
            self._connection: Connection = listener.accept()    # type: ignore[assignment]
        self.events: list[Any] = []

    def tell(self, command: object) -> None:
        with contextlib.suppress(OSError):
            self._connection.send(command)

    def listen(self, seconds: float, until: Callable[[Any], bool] = lambda event: False) -> bool:
        """Take what it says for so long. Returns whether `until` held for one of the events."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                if not self._connection.poll(left):
                    continue
                event = self._connection.recv()
            except (EOFError, OSError):
                return False
            self.events.append(event)
            if until(event):
                return True
        return False

    def places(self) -> tuple[str, ...]:
        return tuple(self._nursery.cell.places())

    def end(self) -> int:
        """After Stop or a kill: its exit status."""
        status = self._nursery.wait()
        self._connection.close()
        return status


def lock_holders(path: Path) -> list[str]:
    """Who holds a lock on a file (Linux)."""
    locks = Path("/proc/locks")
    if not locks.exists() or not path.exists():
        return []
    number = f":{path.stat().st_ino} "
    holders = [line.split()[4] for line in locks.read_text().splitlines() if number in line]
    return [f"{pid} {' '.join(psutil.Process(int(pid)).cmdline())}" for pid in holders if psutil.pid_exists(int(pid))]


def hit(pid: int, blow: Blow) -> bool:
    """Whether there was something left to be hit."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        match blow.how:
            case "place":
                process.kill()
            case "interrupt":
                process.send_signal(signal.SIGINT)
            case "sleep":
                process.suspend()
                time.sleep(0.3 + blow.delay_s)
                process.resume()
            case "worker":
                return _kill_worker(process)
    except psutil.NoSuchProcess:
        return False
    return True


def _kill_worker(process: psutil.Process) -> bool:
    """One of the reading workers, as soon as there is one."""
    for _ in range(200):
        for child in process.children():
            with contextlib.suppress(psutil.Error):
                if "spawn_main" in " ".join(child.cmdline()):
                    child.kill()
                    return True
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        time.sleep(0.005)
    return False

"""Reads damaged files without end and says what breaks a rule: `make fuzz-reading MINUTES=60 SEED=1`.

    python -m tests.fuzz_reading [--minutes N] [--seed N] [--only KIND] [--out FOLDER]
    python -m tests.fuzz_reading --judge FILE...        what is wrong with these files
    python -m tests.fuzz_reading --minimise FILE...     smaller files with the same fault, beside them

Most files are read in one process of our own, watched from outside: a crash, a file that takes over LIMIT_S or too much
memory is a finding like a broken rule (tests/fuzzing/judging.py). Now and then a folder of them goes through the real
pool, some changed or taken away meanwhile. Input N of a seed is always the same. Each new finding is kept in FOLDER
(default build/fuzz) with the file that shows it. Exit status 1 if there was any.
"""

from __future__ import annotations

import argparse
import faulthandler
import multiprocessing
import os
import random
import resource
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import psutil

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from engine.errors import Unreadable  # noqa: E402
from engine.reading.pool import ReadingPool  # noqa: E402
from engine.reading.source import MB  # noqa: E402
from tests.fuzzing import inputs  # noqa: E402
from tests.fuzzing.judging import Finding, forget_peak, judge  # noqa: E402
from tests.fuzzing.minimising import minimise  # noqa: E402

LIMIT_S = 20.0              # of the processor, so that a busy machine finds nothing that an idle one does not
WAIT_S = 600.0
ADDRESS_SPACE = 3_000 * MB
INPUTS_PER_PROCESS = 20_000
POOL_EVERY_S = 240.0
POOL_FILES = 40


@dataclass(slots=True)
class Findings:
    """What was found so far, each fault once."""

    folder: Path
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, finding: Finding, name: str, data: bytes, number: str) -> None:
        self.counts[finding.signature] += 1
        if self.counts[finding.signature] > 1:
            return
        stem = f"{len(self.counts):03}"
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{stem} {name}").write_bytes(data)
        (self.folder / f"{stem}.finding").write_text(f"{finding.signature}\ninput {number}\n{finding.detail}\n", "utf-8", "replace")
        print(f"FOUND {stem} {finding.signature} (input {number}, {name}, {len(data)} bytes)", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only seeds whose file name ends so")
    parser.add_argument("--out", type=Path, default=PROJECT / "build" / "fuzz")
    parser.add_argument("--judge", type=Path, nargs="+")
    parser.add_argument("--minimise", type=Path, nargs="+")
    arguments = parser.parse_args()
    if arguments.judge:
        return max(_print_faults(path) for path in arguments.judge)
    if arguments.minimise:
        for path in arguments.minimise:
            print(minimise(path))
        return 0
    findings = Findings(arguments.out)
    _fuzz(arguments.minutes * 60, arguments.seed, arguments.only, findings)
    return 1 if findings.counts else 0


def _print_faults(path: Path) -> int:
    found = judge(path)
    for finding in found:
        print(f"{path}: {finding.signature}\n{finding.detail}")
    return 1 if found else 0


def _fuzz(seconds: float, seed: int, only: str, findings: Findings) -> None:
    begun = time.monotonic()
    number, n_pool, last_pool = 0, 0, begun
    with tempfile.TemporaryDirectory(prefix="fichero-fuzz-") as folder, ReadingPool(1) as pool:
        made = inputs.Inputs(seed, only)
        print(f"{len(made.seeds)} seeds, seed {seed}", flush=True)
        while time.monotonic() - begun < seconds:
            until = min(begun + seconds, last_pool + POOL_EVERY_S)
            number = _run_process(Path(folder), seed, only, number, until, findings, made)
            if time.monotonic() - last_pool >= POOL_EVERY_S:
                n_pool += _through_pool(pool, made, n_pool, Path(folder) / "pool", findings)
                last_pool = time.monotonic()
            print(f"{time.monotonic() - begun:.0f} s: {number} inputs, {n_pool} through the pool, {len(findings.counts)} faults", flush=True)
    for signature, n in findings.counts.most_common():
        print(f"{n:6} {signature}")


# ---- one process of ours, watched ----------------------------------------------------------------------------------

def _run_process(
    folder: Path, seed: int, only: str, number: int, until: float, findings: Findings, made: inputs.Inputs
) -> int:
    """Reads inputs from `number` on in a process of their own, until a time or until it ends; gives the next number."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    trace = folder / "trace"
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, folder, seed, only, number, trace))
    process.start()
    theirs.close()
    last = number + INPUTS_PER_PROCESS
    try:
        ours.recv()                                     # it has started
        watched = psutil.Process(process.pid)
        while number < last and time.monotonic() < until:
            ours.send(number)
            if not _answers(ours, watched):
                os.kill(process.pid or 0, signal.SIGUSR1)       # writes where it hangs
                process.join(0.5)
                findings.add(Finding(f"hang {_first_of_ours(trace)}", trace.read_text("utf-8", "replace")),
                             *made.input(str(number)), str(number))
                return number + 1
            for finding in ours.recv():
                findings.add(finding, *made.input(str(number)), str(number))
            number += 1
    except (EOFError, OSError):
        process.join(WAIT_S)
        findings.add(Finding(f"crash {process.exitcode} {_first_of_ours(trace)}", trace.read_text("utf-8", "replace")),
                     *made.input(str(number)), str(number))
        return number + 1
    finally:
        process.kill()
        process.join()
        ours.close()
    return number


def _answers(connection: Connection, process: psutil.Process) -> bool:
    """Whether an answer comes before the process has worked LIMIT_S, or has waited WAIT_S for whatever."""
    begun, worked = time.monotonic(), sum(process.cpu_times()[:2])
    while not connection.poll(1.0):
        if sum(process.cpu_times()[:2]) - worked > LIMIT_S or time.monotonic() - begun > WAIT_S:
            return False
    return True


def _serve(connection: Connection, folder: Path, seed: int, only: str, number: int, trace: Path) -> None:
    _be_quiet()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, resource.getrlimit(resource.RLIMIT_AS)[1]))
    made = inputs.Inputs(seed, only)
    with trace.open("w", encoding="utf-8") as file:
        faulthandler.enable(file)
        faulthandler.register(signal.SIGUSR1, file)
        connection.send(None)
        try:
            while True:
                number = connection.recv()
                name, data = made.input(str(number))
                path = folder / name
                path.write_bytes(data)
                found = judge(path, random.Random(number).random())
                path.unlink()
                if number % 50 == 0 or found:
                    forget_peak()
                connection.send(found)
        except BaseException:           # not of the reader, which `judge` sees to: of the checks
            traceback.print_exc(file=file)
            raise


def _be_quiet() -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)


def _first_of_ours(trace: Path) -> str:
    for line in trace.read_text("utf-8", "replace").splitlines():
        if "/engine/" in line:
            return line.rpartition("/engine/")[2].replace('"', "").replace(", line", "")
    return "?"


# ---- the real pool -------------------------------------------------------------------------------------------------

def _through_pool(pool: ReadingPool, made: inputs.Inputs, n_before: int, folder: Path, findings: Findings) -> int:
    """A folder of inputs through the pool, every fifth changed while it is read; how many there were."""
    folder.mkdir(exist_ok=True)
    written: dict[Path, tuple[str, bytes]] = {}
    for n in range(POOL_FILES):
        name, data = made.input(f"pool{n_before + n}")
        path = folder / f"{n} {name}"
        path.write_bytes(data)
        written[path] = (name, data)
    spoiler = threading.Thread(target=_spoil, args=(list(written)[::5], random.Random(n_before)))
    spoiler.start()
    answered: Counter[Path] = Counter()
    for path, parts in pool.read(written):
        answered[path] += 1
        for part in parts:
            if isinstance(part.outcome, Unreadable) and (fault := _fault_of(part.outcome)):
                findings.add(Finding(f"pool: {fault}", str(part.outcome)), *written[path], "of the pool")
    spoiler.join()
    for path, data in written.items():
        if answered[path] != 1:
            findings.add(Finding(f"pool: answered {answered[path]} times", ""), *data, "of the pool")
        _remove(path)
    return POOL_FILES


def _fault_of(outcome: Unreadable) -> str:
    if outcome.reason in ("timeout", "memory") or "its reader" in outcome.detail:
        return f"{outcome.reason} {outcome.detail[:60]}"
    return ""


def _spoil(paths: list[Path], chance: random.Random) -> None:
    """Cuts files short, lets them grow, takes them away, puts folders in their place."""
    for path in paths:
        time.sleep(chance.random() * 0.05)
        try:
            match chance.randrange(4):
                case 0:
                    os.truncate(path, path.stat().st_size // 2)
                case 1:
                    with path.open("ab") as file:
                        file.write(b"mas " * 1000)
                case 2:
                    path.unlink()
                case _:
                    path.unlink()
                    path.mkdir()
        except OSError:
            continue


def _remove(path: Path) -> None:
    if path.is_dir():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    raise SystemExit(main())

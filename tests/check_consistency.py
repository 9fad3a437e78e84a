"""`make check-consistency`: a laptop's life in fast motion, with kills, and every store compared with a fresh index.

Usage: python -m tests.check_consistency [--seed N] [--kills N] [--minutes N] [--keep]
Prints the seed, what was done, the kills by moment, and every difference; exit status 1 if there is one, 3 for too few kills.
The same seed chooses the same operations; when exactly a kill meets the process is for the system to say.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test

from tests.consistency.bench import Bench, Tally
from tests.consistency.machine import machine_of
from tests.consistency.processes import Nursery
from tests.consistency.reference import Reference
from tests.consistency.surroundings import SmallDisk, obey_permissions

KILLS = 200
MINUTES = 19.0
TOO_FEW = 3                     # exit status: nothing differs, but there was no time for all kills
_STEPS = 24                     # of one laptop
_LAPTOPS_A_ROUND = 4
_ENOUGH_FAILURES = 8


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SEED") or time.time_ns() % 1_000_000))
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--keep", action="store_true", help="keep the folders of a laptop whose index differs")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args(arguments)
    if options.verbose:
        logging.basicConfig(level=logging.WARNING, format="%(message)s")
        logging.getLogger("tests").setLevel(logging.DEBUG)
    memory = Path("/dev/shm")
    scratch = Path(tempfile.mkdtemp(prefix="fichero-consistency-", dir=memory if memory.is_dir() else None))
    os.environ["XDG_DATA_HOME"] = str(scratch / "home")
    print(f"seed {options.seed}", flush=True)
    begun = time.monotonic()
    try:
        tally = run(scratch, options.seed, options.kills, options.minutes * 60, options.keep)
    finally:
        if not options.keep:
            shutil.rmtree(scratch, ignore_errors=True)
    report(tally, options.seed, time.monotonic() - begun)
    if tally.n_kills < options.kills:
        print(f"only {tally.n_kills} of {options.kills} kills in {options.minutes:g} minutes")
        return 1 if tally.failures else TOO_FEW
    return 1 if tally.failures else 0


def run(scratch: Path, number: int, n_kills: int, seconds: float, keep: bool = False) -> Tally:
    """One laptop after another until there were enough kills, or the time is over."""
    disk = SmallDisk(scratch / "disk")
    has_disk = disk.mount()
    if not obey_permissions():
        print("permissions bind nobody here: forbidden files and a read-only index are not tested")
    if not has_disk:
        print("no disk of our own can be had here: the full disk is not tested")
    nursery, reference = Nursery(scratch), Reference(scratch / "fresh")
    tally = Tally()
    benches: list[Bench] = []
    deadline = time.monotonic() + seconds

    def make() -> Bench:
        benches.append(Bench(scratch / "laptop", nursery, reference, disk if has_disk else None, tally, number + tally.laptops))
        return benches[-1]

    def may_go_on() -> bool:
        has_failed = any(bench.failure is not None for bench in benches)     # hypothesis would play it again, on the same place
        return (
            tally.n_kills < n_kills and time.monotonic() < deadline and len(tally.failures) < _ENOUGH_FAILURES and not has_failed
        )

    machine = machine_of(make, may_go_on)
    try:
        for turn in range(10_000):
            if not may_go_on():
                break
            seed(number * 10_000 + turn)(machine)
            try:
                run_state_machine_as_test(machine, settings=settings(
                    max_examples=_LAPTOPS_A_ROUND, stateful_step_count=_STEPS, deadline=None, database=None,
                    phases=[Phase.generate], verbosity=Verbosity.quiet, suppress_health_check=list(HealthCheck),
                ))
            except Exception as error:
                failed = [bench for bench in benches if bench.failure is not None]
                if not failed and not isinstance(error, Flaky):     # Flaky: the time was over in the middle of a game played before
                    raise
                for bench in failed:
                    tally.failures.append(_told(bench, keep, scratch, len(tally.failures)))
            benches.clear()
            print(f"  {tally.laptops} laptops, {tally.n_kills} kills, {tally.comparisons} comparisons, "
                  f"{len(tally.failures)} differences", flush=True)
    finally:
        nursery.close()
        reference.close()
        disk.unmount()
    return tally


def _told(bench: Bench, keep: bool, scratch: Path, number: int) -> str:
    what = bench.failure or ""
    print("\n".join(["--- the laptop's story", *bench.story, "--- what differs", what]), flush=True)
    if keep and bench.laptop.place.is_dir():
        kept = scratch / f"kept-{number}"
        for folder, place in ((bench.laptop.place, kept), (bench.subject.data, kept / "data")):
            with contextlib.suppress(shutil.Error):     # what is forbidden is not copied
                shutil.copytree(folder, place, symlinks=True, dirs_exist_ok=True)
        print(f"kept in {kept}")
    lines = [line for line in what.splitlines() if line.strip()]
    return lines[-1 if what.startswith("Traceback") else 0][:300] if lines else "?"


def report(tally: Tally, number: int, seconds: float) -> None:
    def listed(counts: Counter[str]) -> str:
        return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"

    print(f"seed {number}: {seconds / 60:.1f} minutes, {tally.laptops} laptops, "
          f"{sum(tally.operations.values())} file operations, {tally.comparisons} comparisons with a fresh index")
    print(f"kills {tally.n_kills}: {listed(tally.kills)}; reading workers {tally.workers}; "
          f"of these the window's process {tally.at_window}")
    print(f"besides: {listed(tally.others)}")
    print(f"operations: {listed(tally.operations)}")
    print(f"differences: {len(tally.failures)}")
    for failure in tally.failures:
        print(f"  {failure}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

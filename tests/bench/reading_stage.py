"""Reading and text stage of a whole folder beside Debian's recollindex: the same files, the same cores, runs by turns.

    python -m tests.bench.reading_stage FOLDER [--runs 3] [--cores 2]

Needs `recollindex` (Debian: recollcmd) and, for what it reads through other programs, poppler-utils, python3-lxml,
xsltproc, antiword and unrtf. Compared are the files that both read: what recollindex lists as not indexed, and what
Fichero lists as unreadable or leaves out, stays out for both. Each run begins with an empty index, in a new process, and
ends when all is written. `measured` gives the figures; times of the processor say more on a busy computer.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.document import Document
from engine.reading.reader import read_file
from tests.bench.figures import Figure, Skipped
from tests.bench.ground import Ground

ROOT = Path(__file__).resolve().parents[2]
RECOLL = "recollindex"
_CONF = "topdirs = {folder}\nloglevel = 2\nskippedNames =\nnoaspell = 1\nidxniceprio = 0\nindexstemminglanguages = spanish english\n"


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds of a command with all its processes."""

    wall: float
    processor: float


def measure(ground: Ground) -> list[Figure]:
    try:
        return measured(ground.small_folder(), ground.rounds(3, 1))
    except FileNotFoundError as error:
        raise Skipped(str(error)) from error


def measured(folder: Path, n_runs: int = 3, n_cores: int | None = None) -> list[Figure]:
    """Our time to recollindex's over the files of `folder` that both read: medians of n_runs pairs.

    Raises:
        FileNotFoundError: recollindex is not installed.
        subprocess.CalledProcessError: one of the two failed.
    """
    if shutil.which(RECOLL) is None:
        raise FileNotFoundError(f"{RECOLL}: install Debian's recollcmd")
    allowed = os.sched_getaffinity(0)
    if n_cores is not None:
        os.sched_setaffinity(0, sorted(allowed)[:n_cores])
    try:
        with tempfile.TemporaryDirectory(prefix="fichero-bench-") as place:
            return _compared(folder, Path(place), n_runs)
    finally:
        os.sched_setaffinity(0, allowed)


def _compared(folder: Path, place: Path, n_runs: int) -> list[Figure]:
    files = place / "files"
    n_files = _copy_common(folder, files, place)
    pairs: list[tuple[Taken, Taken]] = []
    for number in range(n_runs):
        runs = [lambda: _ours(files, place), lambda: _recoll(files, place)]
        if number % 2:
            theirs, ours = runs[1](), runs[0]()
        else:
            ours, theirs = runs[0](), runs[1]()
        pairs.append((ours, theirs))
        print(f"run {number + 1}: {n_files} files; Fichero {ours.wall:.1f} s ({ours.processor:.1f} s of processors), "
              f"recollindex {theirs.wall:.1f} s ({theirs.processor:.1f} s)", flush=True)
    return [
        _figure("reading-stage", [ours.wall / theirs.wall for ours, theirs in pairs]),
        _figure("reading-stage-processor", [ours.processor / theirs.processor for ours, theirs in pairs]),
    ]


def _figure(name: str, ratios: Sequence[float]) -> Figure:
    return Figure(name, statistics.median(ratios), 1.0, "min", len(ratios), detail="beside recollindex")


def _copy_common(folder: Path, files: Path, place: Path) -> int:
    """Copies the files that both read, each with its place below the folder. Returns how many."""
    diagnosis = place / "not_indexed"
    _recoll(folder, place, "--diagsfile", str(diagnosis))
    missed = diagnosis.read_text("utf-8", "replace")
    n_files = 0
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()):
        outcomes = [part.outcome for part in read_file(path)]
        if str(path) in missed or not any(isinstance(outcome, Document) for outcome in outcomes):
            continue
        target = files / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
        n_files += 1
    return n_files


def _ours(folder: Path, place: Path) -> Taken:
    data = place / "data"
    shutil.rmtree(data, ignore_errors=True)
    return _timed([sys.executable, str(ROOT / "main.py"), "index", str(folder), "--stage", "text", "--data", str(data)], place)


def _recoll(folder: Path, place: Path, *options: str) -> Taken:
    settings = place / "recoll"
    shutil.rmtree(settings, ignore_errors=True)
    settings.mkdir()
    (settings / "recoll.conf").write_text(_CONF.format(folder=folder), "utf-8")
    return _timed([RECOLL, "-c", str(settings), "-z", *options], place)


def _timed(command: Sequence[str], home: Path) -> Taken:
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env={**os.environ, "HOME": str(home)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(time.monotonic() - begun, processor)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--cores", type=int, help="how many the two may use; without it: all")
    arguments = parser.parse_args()
    figures = measured(arguments.folder.resolve(), arguments.runs, arguments.cores)
    print(json.dumps([dataclasses.asdict(figure) for figure in figures], indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())

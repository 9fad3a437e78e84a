"""Speed of each of our readers beside public readers of the format, on the same files in the same run.

    make bench-reading      or: python -m tests.bench_reading [--only KIND,…] [--corpus FOLDER …] [--write]

Files: what our readers read among the difficult files in FICHERO_DATA, the project's samples and documents, the source
code of the installed packages, what tests/bench_samples.py writes, and every FOLDER given (documentation, a mailbox). Public readers come from
tests/bench_reading_requirements.txt, installed into build/bench-reading; one that is not there is named and left out.
Times are processor seconds in one process, the better of several. Ours is `engine.reading.reader.read_file`, as the worker runs it: with
telling the kind, structure, language and cleaning, where the public readers give a text. --write puts the
table into docs/formats.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tarfile
import venv
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.document import Document
from engine.reading.reader import read_file
from engine.reading.source import ReadOptions
from tests import bench_readers, bench_samples

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("FICHERO_DATA") or ROOT.parent / "shared" / "data")
WORK = ROOT / "build" / "bench-reading"
PAGE = ROOT / "docs" / "formats.md"
MAX_FILES = 40              # of a kind
MAX_BYTES = 20_000_000      # … and of all its files together
MAX_FILE_BYTES = 8_000_000
TIMEOUT_S = 240
OWN = "Fichero"


@dataclass(frozen=True)
class Sample:
    """The files of one kind."""

    kind: str
    paths: tuple[Path, ...]
    n_bytes: int
    n_pages: int            # 0: the format has none


@dataclass(frozen=True)
class Line:
    """What one kind's readers took, in processor seconds over the same files; failures of a library are counted."""

    sample: Sample
    own_s: float
    others: tuple[tuple[str, float, int], ...]      # library, seconds, failures; the fastest first
    missing: tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="kinds, divided by commas")
    parser.add_argument("--corpus", type=Path, nargs="*", default=[], help="folders of more files")
    parser.add_argument("--write", action="store_true", help="put the table into docs/formats.md")
    arguments = parser.parse_args()
    wanted = set(arguments.only.split(",")) - {""}
    python = environment()
    lines = []
    for sample in samples(arguments.corpus, wanted):
        line = compared(sample, python)
        if line is None:
            continue
        lines.append(line)
        print(described(line), flush=True)
    if arguments.write:
        write(lines)
    return 0 if lines else 1


def environment() -> Path:
    """The interpreter in which the public readers are installed; the project's own where that can't be made."""
    python = WORK / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(WORK / "venv", with_pip=True)
    command = [str(python), "-m", "pip", "install", "-q", "-r", str(ROOT / "tests" / "bench_reading_requirements.txt")]
    if subprocess.run(command, check=False).returncode:
        print("the public readers could not be installed: only those of the project's own environment are compared")
        return Path(sys.executable)
    return python


def samples(folders: list[Path], wanted: set[str]) -> Iterator[Sample]:
    by_kind: dict[str, list[tuple[Path, int, int]]] = defaultdict(list)
    for path in candidates(folders):
        size = path.stat().st_size
        if not 0 < size <= MAX_FILE_BYTES:
            continue
        kind, n_pages = kind_and_pages(path)
        if kind in bench_readers.READERS and (not wanted or kind in wanted):
            by_kind[kind].append((path, size, n_pages))
    for kind in bench_readers.READERS:
        found, n_bytes = [], 0
        for path, size, n_pages in by_kind[kind]:
            if len(found) < MAX_FILES and n_bytes + size <= MAX_BYTES:
                found.append((path, n_pages))
                n_bytes += size
        if found:
            yield Sample(kind, tuple(path for path, _ in found), n_bytes, sum(n for _, n in found))
        elif not wanted or kind in wanted:
            print(f"{kind}: no file at hand")


def candidates(folders: list[Path]) -> list[Path]:
    """Files to choose from, in an order that is mixed but always the same."""
    made = WORK / "made"
    bench_samples.make(made, ROOT / "docs")
    places = [*folders, made, ROOT / "tests" / "data", ROOT / "docs", *code_folders()]
    archive = DATA / "difficult" / "files.tar.gz"
    if archive.is_file():
        unpacked = WORK / "difficult"
        if not unpacked.is_dir():
            with tarfile.open(archive) as tar:
                members = [member for member in tar if member.isfile() and not member.name.startswith(("made/", "./made/"))]
                tar.extractall(unpacked, members, filter="data")
        places.insert(0, unpacked)
    mixed: list[Path] = []
    for place in places:
        files = sorted(path for path in place.rglob("*") if path.is_file() and not path.is_symlink())
        random.Random(1).shuffle(files)
        mixed += files[:3000]
    return mixed


def code_folders() -> list[Path]:
    return [ROOT / "engine", Path(json.__file__).parent.parent / "email"]


def kind_and_pages(path: Path) -> tuple[str, int]:
    """The kind that our reader finds and the pages it reads; "" for a file that it does not read, or that holds others."""
    try:
        parts = list(read_file(path))
    except (MemoryError, RecursionError):
        return "", 0
    first = parts[0].outcome if parts else None
    if not isinstance(first, Document):
        return "", 0
    kind = "mbox" if parts[0].inner == "1.eml" else "mhtml" if path.suffix in (".mht", ".mhtml") else first.kind
    return ("" if parts[0].inner and kind != "mbox" else kind), first.n_pages or 0


def compared(sample: Sample, python: Path) -> Line | None:
    own = bench_readers.measured(own_text, list(sample.paths))
    others, missing = [], []
    for name in bench_readers.READERS[sample.kind]:
        result = public(f"{sample.kind}:{name}", sample.paths, python)
        if result is None or result.get("missing"):
            missing.append(name)
        elif len(result["failed"]) <= len(sample.paths) // 2:
            others.append((name, float(result["seconds"]), len(result["failed"])))
    others.sort(key=lambda other: other[1])
    return Line(sample, float(str(own["seconds"])), tuple(others), tuple(missing))


def own_text(path: Path) -> str:
    """The reading of one file as the worker does it: without members and attachments, as the public readers."""
    part = next(iter(read_file(path, ReadOptions()))) if path.suffix != ".mbox" else None
    if part is None:
        return "".join(part.outcome.text for part in read_file(path) if isinstance(part.outcome, Document))
    return part.outcome.text if isinstance(part.outcome, Document) else ""


def public(reader: str, paths: tuple[Path, ...], python: Path) -> dict | None:
    """What a public reader measured in a process of its own; None if it crashed or took too long."""
    command = [str(python), str(Path(bench_readers.__file__)), reader]
    listed = "\n".join(map(str, paths))
    try:
        done = subprocess.run(command, input=listed, capture_output=True, text=True, timeout=TIMEOUT_S, check=True)
        return json.loads(done.stdout.strip().splitlines()[-1])
    except (subprocess.SubprocessError, json.JSONDecodeError, IndexError):
        return None


def rates(line: Line, seconds: float) -> str:
    """Pages a second where the format has pages, else MB a second."""
    if line.sample.n_pages > len(line.sample.paths):
        return f"{line.sample.n_pages / max(seconds, 1e-6):,.0f} pages/s"
    rate = line.sample.n_bytes / 1e6 / max(seconds, 1e-6)
    return f"{rate:,.0f} MB/s" if rate >= 10 else f"{rate:.1f} MB/s"


def row(line: Line) -> tuple[str, ...]:
    size = f"{len(line.sample.paths)} files, {line.sample.n_bytes / 1e6:.1f} MB"
    if not line.others:
        return line.sample.kind, size, rates(line, line.own_s), "none", "", ""
    name, seconds, n_failed = line.others[0]
    failed = f" ({n_failed} not read)" if n_failed else ""
    ratio = f"{seconds / max(line.own_s, 1e-6):.2f}"
    return line.sample.kind, size, rates(line, line.own_s), name + failed, rates(line, seconds), ratio


def described(line: Line) -> str:
    slower = "; ".join(f"{name} {rates(line, seconds)}" for name, seconds, _ in line.others[1:])
    missing = f"; not installed or failed: {', '.join(line.missing)}" if line.missing else ""
    return " | ".join(row(line)) + (f" ({slower})" if slower else "") + missing


def write(lines: list[Line]) -> None:
    """Replace the table between the marks in docs/formats.md."""
    head = ("kind", "files", OWN, "fastest public reader", "its speed", "ours to its")
    rows = ["| " + " | ".join(cells) + " |" for cells in (head, ("---",) * len(head), *map(row, lines))]
    text = PAGE.read_text("utf-8")
    begin, end = "<!-- speed: written by make bench-reading ARGS=--write -->", "<!-- end of speed -->"
    table = "\n".join([begin, *rows, end])
    PAGE.write_text(re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: table, text, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    sys.exit(main())

"""Two revisions by turns: `make bench-compare A=rev B=rev [ARGS="--only scan query"]`.

Each is checked out below build/bench and measures with its own engine, but with this suite: copied over both, so that both are
measured alike. Indexes are made by each revision for itself, since their formats may differ; folders and embedded passages are shared.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from tests.bench import report
from tests.bench.__main__ import CACHE, LARGE, MEASUREMENTS, ROOT

_SHARED = ("debs", "unpacked", "small", "large")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", metavar="A")
    parser.add_argument("b", metavar="B")
    parser.add_argument("--only", nargs="+", choices=[*MEASUREMENTS, *LARGE], default=["scan", "query", "embedding", "window"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    places = [_checked_out(revision) for revision in (options.a, options.b)]
    values: list[dict[str, list[float]]] = [{}, {}]
    try:
        for number in range(options.rounds):
            for which in ((0, 1) if number % 2 == 0 else (1, 0)):
                for name, value in _run(places[which], options.only, options.quick).items():
                    values[which].setdefault(name, []).append(value)
    finally:
        for place in places:
            subprocess.run(["git", "worktree", "remove", "--force", str(place)], cwd=ROOT, check=False)
    print(f"| figure | {options.a} | {options.b} | B to A |\n|---|---|---|---|")
    for name in values[0]:
        a, b = (statistics.median(side.get(name, [float("nan")])) for side in values)
        print(f"| {name} | {a:.3g} | {b:.3g} | {b / a:.3f} |")
    return 0


def _checked_out(revision: str) -> Path:
    found = subprocess.run(
        ["git", "rev-parse", "--verify", f"{revision}^{{commit}}"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    place = CACHE / "revisions" / found[:12]
    if place.exists():
        subprocess.run(["git", "worktree", "remove", "--force", str(place)], cwd=ROOT, check=False)
        shutil.rmtree(place, ignore_errors=True)
    subprocess.run(["git", "worktree", "add", "--detach", "--force", str(place), found], cwd=ROOT, check=True, capture_output=True)
    shutil.copytree(Path(__file__).parent, place / "tests" / "bench", dirs_exist_ok=True)
    subprocess.run([sys.executable, "-c", "from models.manifest import FILES; from models.prepare import prepare; prepare(FILES)"],
                   cwd=place, check=True, capture_output=True)
    cache = CACHE / f"of-{found[:12]}"
    cache.mkdir(exist_ok=True)
    for name in _SHARED:
        if (CACHE / name).exists() and not (cache / name).exists():
            os.symlink(CACHE / name, cache / name)
    return place


def _run(place: Path, names: list[str], is_quick: bool) -> dict[str, float]:
    out = place / "figures.json"
    out.unlink(missing_ok=True)
    cache = CACHE / f"of-{place.name}"
    subprocess.run(
        [sys.executable, "-m", "tests.bench", "--only", *names, "--out", str(out), "--cache", str(cache), *(["--quick"] if is_quick else [])],
        cwd=place, check=True,
    )
    return {figure.name: figure.value for figure in report.read(out)}


if __name__ == "__main__":
    sys.exit(main())

"""All figures of speed, size and memory, each against what it is measured beside: `make bench`.

    python -m tests.bench [--only NAME…] [--large] [--quick] [--list] [--out FILE]

The first run makes its corpus, 10,000 real embeddings and an index of 100,000 passages in build/bench (half an hour; a million
with --large, an hour and more); later ones measure at once. Writes bench/results.json; where all was measured also the plot
and the table of docs/performance.md. What this computer cannot measure is said, and keeps its former value.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

from tests.bench import adding, embedding, growth, memory, queries, reading_stage, report, scanning, sizes, window
from tests.bench.figures import Figure, Skipped
from tests.bench.ground import Ground

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / "build" / "bench"
RESULTS = ROOT / "bench" / "results.json"

Measurement = Callable[[Ground], list[Figure]]
MEASUREMENTS: dict[str, Measurement] = {
    "reading": reading_stage.measure,
    "embedding": embedding.measure,
    "adding": adding.measure,
    "scan": scanning.measure,
    "query": queries.measure,
    "recall": queries.measure_recall,
    "growth": growth.measure,
    "sizes": sizes.measure,
    "memory": memory.measure,
    "window": window.measure,
}
LARGE: dict[str, Measurement] = {
    "million": queries.measure_million,
    "recall-million": queries.measure_recall_million,
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=[*MEASUREMENTS, *LARGE], help="these measurements alone")
    parser.add_argument("--large", action="store_true", help="those at a million passages too")
    parser.add_argument("--quick", action="store_true", help="small indexes and few rounds: shows that all works, no more")
    parser.add_argument("--list", action="store_true", help="only name the measurements")
    parser.add_argument("--out", type=Path, help="instead of bench/results.json; no plot and no table are made then")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where folders and indexes are kept")
    options = parser.parse_args(arguments)
    if options.list:
        print("\n".join([*MEASUREMENTS, *LARGE]))
        return 0
    names = options.only or [*MEASUREMENTS, *(LARGE if options.large else ())]
    cache = options.cache.resolve()
    ground = Ground(cache / "quick" if options.quick else cache, options.quick)
    out = options.out or (None if options.quick else RESULTS)
    figures: list[Figure] = []
    for name in names:
        figures += (found := _measured(name, ground))
        if out is not None and found:       # at once: a run that is broken off keeps what it has measured
            all_figures = report.merged(out, found)
            report.write(out, all_figures)
            if out == RESULTS:
                report.write_pages(ROOT, all_figures)
    print(report.table(figures))
    return 0


def _measured(name: str, ground: Ground) -> list[Figure]:
    print(f"{name}:", flush=True)
    begun = time.monotonic()
    figures: list[Figure] = []
    try:
        figures = (MEASUREMENTS | LARGE)[name](ground)
    except Skipped as reason:
        print(f"  skipped: {reason}", flush=True)
    print(f"  {time.monotonic() - begun:.0f} s", flush=True)
    return figures


if __name__ == "__main__":
    sys.exit(main())

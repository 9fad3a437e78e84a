"""How honest the guess of the time left is: `python -m tests.measure_time_left [FOLDER ...]`. Real readers and models.

Without folders three are made: small texts, PDFs of 2 to 60 pages, and a mixture with Word files and sheets. Of both stages the
guesses at 10, 25, 50 and 75 % of the work are compared with the time that it took from there, and each guess that was told
counts in the error: |guessed - actual| as a share of what the stage took in all.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from engine.build import build_indexer
from engine.indexing.indexer import IndexProgress
from engine.settings import Settings
from tests.data.sample_formats import docx, pdf, xlsx
from tests.measure_following import text

_SHARES = (0.1, 0.25, 0.5, 0.75)
Told = list[tuple[float, IndexProgress]]


def small_texts(folder: Path, chance: random.Random) -> None:
    for i in range(250):
        (folder / f"{i}.txt").write_text(text(chance, chance.randrange(20, 220)))


def pdfs(folder: Path, chance: random.Random) -> None:
    for i in range(24):
        pages = "\n\n".join(text(chance, 60) for _ in range(chance.choice((2, 3, 5, 8, 13, 60))))
        (folder / f"{i}.pdf").write_bytes(pdf(f"# Informe {i}\n\n{pages}", "Ana"))


def mixture(folder: Path, chance: random.Random) -> None:
    for i in range(140):
        words = int(30 * 2 ** (6 * chance.random()))
        match chance.choice(("txt", "txt", "md", "docx", "pdf", "xlsx")):
            case "docx":
                (folder / f"{i}.docx").write_bytes(docx(f"# Acta {i}\n\n{text(chance, words)}", "Ana"))
            case "pdf":
                (folder / f"{i}.pdf").write_bytes(pdf(f"# Informe {i}\n\n{text(chance, words)}", "Ana"))
            case "xlsx":
                rows = [["Mes", "Euros"], *([text(chance, 3), str(row)] for row in range(words // 10))]
                (folder / f"{i}.xlsx").write_bytes(xlsx([("Hoja", rows)]))
            case kind:
                (folder / f"{i}.{kind}").write_text(text(chance, words))


def stage_errors(told: Told, stage: str) -> dict[str, object]:
    steps = [(when, step) for when, step in told if step.stage == stage]
    if not steps:
        return {}
    begun, (ended, last) = steps[0][0], steps[-1]
    took, at = ended - begun, {}
    for share in _SHARES:
        when, step = next((when, step) for when, step in steps if step.done >= share * last.total)
        at[f"{share:.0%}"] = (step.seconds_left, round(ended - when, 1))
    errors = [abs(step.seconds_left - (ended - when)) / took for when, step in steps if step.seconds_left is not None]
    return {
        "took_s": round(took, 1), "guessed_and_actual_s": at,
        "median_error": round(statistics.median(errors), 2) if errors else None,
        "largest_error": round(max(errors), 2) if errors else None,
    }


def measured(folder: Path, data: Path, n_threads: int) -> dict[str, object]:
    told: Told = []
    with build_indexer(Settings(data, n_threads=n_threads)) as indexer:
        indexer.index([folder], progress=lambda step: told.append((time.monotonic(), step)))
    return {stage: stage_errors(told, stage) for stage in ("text", "vectors")}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", metavar="FOLDER", nargs="*", type=Path)
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="fichero-time-left-") as home:
        folders = list(options.folders)
        for fill in () if folders else (small_texts, pdfs, mixture):
            folders.append(Path(home, fill.__name__))
            folders[-1].mkdir()
            fill(folders[-1], random.Random(1))
        for i, folder in enumerate(folders):
            found = measured(folder, Path(home, f"data-{i}"), options.threads)
            sys.stdout.write(json.dumps({folder.name: found}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()

"""`make eval`: indexes the evaluation sets as real files, prints the figures, and compares them with the baseline.

Usage: python -m tests.evaluate [RUN ...] [--all] [--questions N] [--update-baseline]
Reads the sets from FICHERO_DATA, by default ../shared/data. The indexes stay in build/, so that a second run embeds nothing
again. Without a RUN: es_pool and xquad. RUN is one of RUNS below, `mixed`, or `lookalikes` and `everyday`, which need no data.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("FICHERO_DATA") or ROOT.parent / "shared" / "data") / "retrieval"
BASELINE = ROOT / "tests" / "data" / "evaluation_baseline.json"
LOOKALIKES = "lookalikes"
MIXED = "mixed"
EVERYDAY = "everyday"
OWN = (LOOKALIKES, EVERYDAY)        # made or kept here
N_CODES, N_NUMBERS = 300, 300


@dataclass(frozen=True, slots=True)
class Run:
    """One call of `eval`; those with the same set and `index` share an index."""

    set: str
    options: tuple[str, ...] = ()
    index: str = "eval"                 # folder below build/


ALL_LANGUAGES = "eval-languages"        # apart, since words weigh otherwise among passages in twelve languages
RUNS = {
    "es_pool": Run("es_pool"),
    "xquad": Run("xquad", ("--languages", "es,en", "--directions", "es→es,en→en,es→en,en→es")),
    "languages": Run("xquad", ("--directions", "own"), ALL_LANGUAGES),
    "all-in-one": Run("xquad", ("--directions", "pool"), ALL_LANGUAGES),
    "misspelt": Run("xquad", ("--languages", "es,en", "--directions", "es→es,en→en", "--misspelt")),
    "misspelt-pool": Run("es_pool", ("--misspelt",)),
    "mlqa_en": Run("mlqa_en", ("--directions", "en→en,es→en,de→en")),
    **{name: Run(name) for name in ("python_faq", "piaf", "faquad", "cmrc2018", "norquad", "arcd")},
}
USUAL = ("es_pool", "xquad")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", nargs="*", metavar="RUN", help=", ".join((*RUNS, MIXED, *OWN)))
    parser.add_argument("--all", action="store_true", help="everything, one after another")
    parser.add_argument("--questions", type=int, default=0)
    parser.add_argument("--update-baseline", action="store_true")
    options = parser.parse_args()
    names = options.runs or ([*RUNS, MIXED, *OWN] if options.all else list(USUAL))
    if unknown := [name for name in names if name not in (*RUNS, MIXED, *OWN)]:
        parser.error(f"no such run: {', '.join(unknown)}; there are {', '.join((*RUNS, MIXED, *OWN))}")
    baseline = json.loads(BASELINE.read_text("utf-8")) if BASELINE.is_file() else {}
    lost = lookalikes() if LOOKALIKES in names else []
    if EVERYDAY in names:
        everyday()
    for name in names:
        if name in OWN:
            continue
        if not DATA.is_dir():
            print(f"skipped {name}: there are no evaluation sets in {DATA}")
            continue
        result = mixed(options.questions) if name == MIXED else {**run(RUNS[name], options.questions), "name": name}
        show(result)
        if not options.questions and name in baseline and not options.update_baseline:
            lost += losses(result, baseline[name])
        if options.update_baseline and not options.questions:
            baseline[name] = slim(result)
    if options.update_baseline:
        BASELINE.write_text(json.dumps(baseline, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
    for line in lost:
        print("LOST", line)
    return 1 if lost else 0


def run(one: Run, n_questions: int) -> dict:
    command = [
        sys.executable, str(ROOT / "main.py"), "eval", str(DATA / one.set), "--json", "--data", str(ROOT / "build" / one.index),
        *one.options, *(["--questions", str(n_questions)] if n_questions else []),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def mixed(n_questions: int) -> dict:
    sys.path.insert(0, str(ROOT))
    from tests.mixed_folders import measure

    return measure(DATA / "xquad", ROOT / "build" / "eval", n_questions)


def everyday() -> None:
    sys.path.insert(0, str(ROOT))
    from tests.everyday import measure

    measure(ROOT / "build" / "eval-everyday")


def lookalikes() -> list[str]:
    """Near-identical codes and numbers in other formats, by words alone and with everything: what is not the right row first."""
    sys.path.insert(0, str(ROOT))
    from engine.build import build_engine, build_indexer
    from engine.hits import SearchRequest
    from engine.settings import Settings
    from tests.lookalikes import is_right, make_codes, make_numbers

    place = ROOT / "build" / "eval-lookalikes"
    shutil.rmtree(place / "documents", ignore_errors=True)
    groups = {
        "codes": make_codes(place / "documents" / "codes", N_CODES), "numbers": make_numbers(place / "documents" / "numbers", N_NUMBERS),
    }
    mine = Settings(place / "index")
    with build_indexer(mine) as indexer:
        indexer.index([place / "documents"])
    lost: list[str] = []
    with build_engine(mine) as engine:
        for mode, rerank in (("lexical", False), ("hybrid", False), ("hybrid", True)):
            request = SearchRequest("", mode=mode, rerank=rerank, top=3)
            for name, cases in groups.items():
                wrong = [case for case in cases if not is_right(case, engine.search(dataclasses.replace(request, text=case.question)))]
                label = f"{name}, {mode}{' + rerank' if rerank else ''}"
                print(f"{label:28} right row first {len(cases) - len(wrong)} of {len(cases)}  {dict(Counter(c.what for c in wrong)) or ''}")
                lost += [f"{label}: {case.question}" for case in wrong]
    return lost


def show(result: dict) -> None:
    measures = ("recall@1", "recall@5", "recall@20", "mrr@10", "ndcg@10", "median_ms", "p95_ms")
    for direction, block in result["directions"].items():
        print(f"\n{result['name']} {direction}, {block['n_questions']} questions")
        print(f"{'':14}" + "".join(f"{measure:>11}" for measure in measures))
        for configuration in ("bm25", "dense", "hybrid", "hybrid+rerank"):
            print(f"{configuration:14}" + "".join(f"{block[configuration][m]:>11.4g}" for m in measures))
    sys.stdout.flush()


def slim(result: dict) -> dict:
    """What the baseline keeps: quality, not times and not question ids."""
    return {"directions": {
        direction: {
            configuration: {m: v for m, v in values.items() if not m.endswith("_ms")}
            for configuration, values in block.items() if isinstance(values, dict)
        }
        for direction, block in result["directions"].items()
    }}


def losses(result: dict, baseline: dict) -> list[str]:
    sys.path.insert(0, str(ROOT))
    from engine.evaluation.evaluation import losses as compare

    return compare(result, baseline)


if __name__ == "__main__":
    sys.exit(main())

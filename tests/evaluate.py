"""`make eval`: indexes the evaluation sets as real files, prints the figures, and compares them with the baseline.

Usage: python -m tests.evaluate [SET ...] [--all] [--questions N] [--update-baseline]
Reads the sets from FICHERO_DATA, by default ../shared/data. The indexes stay in build/eval, so that a second run
embeds nothing again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("FICHERO_DATA") or ROOT.parent / "shared" / "data") / "retrieval"
BASELINE = ROOT / "tests" / "data" / "evaluation_baseline.json"
OPTIONS = {
    "es_pool": [],
    "xquad": ["--languages", "es,en", "--directions", "es→es,en→en,es→en,en→es"],
}
REST = ("mlqa_en", "python_faq", "piaf", "faquad", "cmrc2018", "norquad", "arcd")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--all", action="store_true", help="also the spot checks in other languages")
    parser.add_argument("--questions", type=int, default=0)
    parser.add_argument("--update-baseline", action="store_true")
    options = parser.parse_args()
    if not DATA.is_dir():
        print(f"skipped: there are no evaluation sets in {DATA}")
        return 0
    baseline = json.loads(BASELINE.read_text("utf-8")) if BASELINE.is_file() else {}
    lost = []
    for name in options.sets or [*OPTIONS, *(REST if options.all else ())]:
        result = run(name, options.questions)
        show(result)
        if not options.questions and name in baseline and not options.update_baseline:
            lost += losses(result, baseline[name])
        if options.update_baseline:
            baseline[name] = slim(result)
    if options.update_baseline:
        BASELINE.write_text(json.dumps(baseline, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
    for line in lost:
        print("LOST", line)
    return 1 if lost else 0


def run(name: str, n_questions: int) -> dict:
    command = [
        sys.executable, str(ROOT / "main.py"), "eval", str(DATA / name), "--json", "--data", str(ROOT / "build" / "eval"),
        *OPTIONS.get(name, []), *(["--questions", str(n_questions)] if n_questions else []),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


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
    from engine.evaluation import losses as compare

    return compare(result, baseline)


if __name__ == "__main__":
    sys.exit(main())

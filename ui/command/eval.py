"""`eval GOLDEN`: recall, MRR, nDCG and times for BM25, dense, hybrid and hybrid with rerank."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage
from ui.command.output import ProgressLine, note, say, write, write_json

if TYPE_CHECKING:
    from engine.settings import Settings

MEASURES = ("recall@1", "recall@5", "recall@20", "mrr@10", "ndcg@10", "median_ms", "p95_ms")


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("eval", parents=[shared], help=say("measure retrieval", "medir la recuperación"))
    parser.add_argument("golden", metavar="GOLDEN", help=say("CSV question,path[,page][,text], or a set's folder",
                                                             "CSV question,path[,page][,text], o carpeta de un conjunto"))
    parser.add_argument("--save", metavar="NAME")
    parser.add_argument("--against", metavar="NAME")
    parser.add_argument("--directions", metavar="es→en,…", default="", help=say("only these", "solo estas"))
    parser.add_argument("--questions", type=int, metavar="N", default=0, help=say("at most, evenly drawn", "como máximo"))
    parser.add_argument("--languages", metavar="L,L", default="", help=say("passages to keep", "pasajes que se usan"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import build_engine, index_golden_folder
    from engine.evaluation import evaluate, load_run, losses, save_run
    from engine.golden import is_set_folder, narrowed, read_csv

    runs = settings.data_dir / "evaluations"
    before = load_run(runs, options.against) if options.against else None
    if options.against and before is None:
        raise BadUsage(f"No saved run {options.against}.", f"No hay ninguna medición {options.against}.")
    source = Path(options.golden).expanduser().absolute()
    line = ProgressLine()
    if source.is_dir():
        if not is_set_folder(source):
            raise BadUsage(f"{source} has no corpus.jsonl.", f"{source} no tiene corpus.jsonl.")
        languages = tuple(name for name in options.languages.split(",") if name)
        golden, settings = index_golden_folder(settings, source, languages, lambda text: line.show(text))
    else:
        golden = read_csv(source)
    golden = narrowed(golden, tuple(name for name in options.directions.split(",") if name), options.questions)
    with build_engine(settings) as engine:
        result = evaluate(engine, golden, lambda done, total: line.show(f"{golden.name} {done}/{total}"))
    line.done()
    if before is not None:
        result["losses"] = losses(result, before)
    if options.save:
        save_run(runs, options.save, result)
    if options.json:
        write_json(result)
    else:
        _print(result)
    for loss in result.get("losses", []):
        note(loss)
    return 0


def _print(result: dict[str, Any]) -> None:
    for name, block in {"": result, **result["directions"]}.items():
        write(f"{result['name']} {name}".rstrip() + f" · {block['n_questions']}")
        write(f"{'':14}" + "".join(f"{measure:>11}" for measure in MEASURES))
        for configuration in ("bm25", "dense", "hybrid", "hybrid+rerank"):
            values = block[configuration]
            write(f"{configuration:14}" + "".join(f"{values[measure]:>11.4g}" for measure in MEASURES))

"""`eval GOLDEN`: recall, MRR, nDCG and times for BM25, dense, hybrid and hybrid with rerank."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage
from ui.command.output import ProgressLine, counted, note, say, write, write_json
from ui.command.places import note_unknown

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog
    from engine.evaluation.golden import GoldenSet
    from engine.settings import Settings

MEASURES = ("recall@1", "recall@5", "recall@20", "mrr@10", "ndcg@10", "median_ms", "p95_ms")


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("eval", parents=[shared], help=say("measure retrieval", "medir la recuperación"))
    parser.add_argument("golden", metavar="GOLDEN", nargs="?", help=say(
        "CSV question,path[,page][,text], or a set's folder; without it what you have judged",
        "CSV question,path[,page][,text], o carpeta de un conjunto; sin él, lo que usted ha juzgado"))
    parser.add_argument("--save", metavar="NAME", help=say(
        "keep the figures under this name, for a later --against", "guardar las cifras con este nombre, para un --against posterior"))
    parser.add_argument("--against", metavar="NAME", help=say(
        "compare with the figures kept under this name, and name what got worse",
        "comparar con las cifras guardadas con este nombre y decir qué ha empeorado"))
    parser.add_argument("--directions", metavar="es→en,…", default="", help=say(
        "only these; own: each language's own; pool: among all languages'", "solo estas; own: las de cada idioma; pool: entre todos los idiomas"))
    parser.add_argument("--questions", type=int, metavar="N", default=0, help=say("at most, evenly drawn", "como máximo"))
    parser.add_argument("--answers", action="store_true", help=say(
        "measure the answer sentence and 'the documents hardly answer' too", "medir también la frase respuesta y «apenas responden»"))
    parser.add_argument("--misspelt", action="store_true", help=say(
        "with a slip of the keyboard in one word of each question", "con una errata en una palabra de cada pregunta"))
    parser.add_argument("--failures", action="store_true", help=say(
        "show the failed questions with both lists side by side", "mostrar las preguntas falladas con las dos listas"))
    parser.add_argument("--languages", metavar="L,L", default="", help=say("passages to keep", "pasajes que se usan"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import build_engine
    from engine.evaluation.answer_evaluation import evaluate_answers
    from engine.evaluation.evaluation import evaluate, load_run, run_path, save_run
    from engine.evaluation.golden import misspelt, narrowed

    runs = settings.data_dir / "evaluations"
    before = load_run(runs, options.against) if options.against else None
    if options.save:
        run_path(runs, options.save)        # a name that cannot be is said before the work, not after it
    line = ProgressLine()
    languages = tuple(name for name in options.languages.split(",") if name)
    golden, settings = read_golden(settings, options.golden, languages, line)
    golden = narrowed(golden, tuple(name for name in options.directions.split(",") if name), options.questions)
    if options.misspelt:
        golden = misspelt(golden)
    with build_engine(settings) as engine:
        _note_unknown(engine.catalog, golden)
        if engine.catalog.stage() == "text":
            note(say(
                "Not all passages are embedded yet: the figures of the meaning are those of the others alone.",
                "Aún falta calcular el significado de algunos pasajes: las cifras por significado son solo las de los demás.",
            ))
        engine.warm_up()                    # the first question is not to wait for the models
        result = evaluate(engine, golden, lambda done, total: line.show(f"{golden.name} {done}/{total}"))
        if options.answers:
            result["answers"] = evaluate_answers(engine, golden, lambda done, total: line.show(f"{done}/{total}"))
    line.done()
    if before is not None:
        _compare(result, before)
    if options.save:
        save_run(runs, options.save, result)
    if options.json:
        write_json(result)
    else:
        _print(result)
        if options.failures:
            _print_failures(result["failures"])
    for loss in result.get("losses", []):
        note(loss)
    return 0


def _compare(result: dict[str, Any], before: dict[str, Any]) -> None:
    """Puts "losses" and "changes" into the result: over the questions that both runs asked, whose number is said."""
    from engine.evaluation.comparison import compared
    from engine.evaluation.diagnosis import changes
    from engine.evaluation.evaluation import losses

    both = compared(result, before)
    if both is None:
        note(say(
            "The earlier run asked other questions: there is nothing to compare.",
            "La medición anterior hizo otras preguntas: no hay nada que comparar.",
        ))
        result["losses"], result["changes"] = [], {"figures": {}, "newly_failed": [], "newly_right": [], "n_common": 0}
        return
    if not both.is_whole:
        note(counted(
            both.n_common,
            ("question was asked in both runs: only it is compared.", "questions were asked in both runs: only they are compared."),
            ("pregunta se hizo en ambas mediciones: solo se compara esa.", "preguntas se hicieron en ambas mediciones: solo se comparan esas."),
        ))
    result["losses"] = losses(dict(both.now), dict(both.before))
    result["changes"] = {**changes(both.now, both.before), "n_common": both.n_common}


def read_golden(
    settings: Settings, given: str | None, languages: tuple[str, ...], line: ProgressLine
) -> tuple[GoldenSet, Settings]:
    """The questions, and the settings of the index that holds their documents: the person's own for a CSV.

    Without `given` the questions are those that the person has judged.
    """
    from engine.build import open_catalog
    from engine.discovery.known_places import places_of
    from engine.evaluation.golden import is_set_folder, read_csv
    from engine.evaluation.golden_index import index_golden_folder

    if given is None:
        from engine.evaluation.judgements import Judgements

        return Judgements(settings.data_dir).golden(), settings
    source = Path(given).expanduser().absolute()
    if source.is_dir():
        if not is_set_folder(source):
            raise BadUsage(f"{source} has no corpus.jsonl.", f"{source} no tiene corpus.jsonl.")
        return index_golden_folder(settings, source, languages, line.show)
    with open_catalog(settings) as catalog:
        places = places_of([root.path for root in catalog.roots()], catalog.knows, source.parent)
        return read_csv(source, places), settings


def _note_unknown(catalog: Catalog, golden: GoldenSet) -> None:
    paths = {path for direction in golden.directions for question in direction.questions for path in question.paths}
    unknown = sorted(path for path in paths if not catalog.knows(path))
    for path in unknown[:5]:
        note_unknown(catalog, path)
    if len(unknown) > 5:
        note(say(f"… and of {len(unknown) - 5} more.", f"… ni de {len(unknown) - 5} más."))


def _print(result: dict[str, Any]) -> None:
    directions = result["directions"] if len(result["directions"]) > 1 else {}      # of one, the whole says the same
    for name, block in {"": result, **directions}.items():
        write(f"{result['name']} {name}".rstrip() + f" · {block['n_questions']}")
        write(f"{'':14}" + "".join(f"{measure:>11}" for measure in MEASURES))
        for configuration in ("bm25", "dense", "hybrid", "hybrid+rerank"):
            values = block[configuration]
            write(f"{configuration:14}" + "".join(f"{values[measure]:>11.4g}" for measure in MEASURES))
    for name, block in result.get("answers", {}).items():
        write(f"{name}: " + ", ".join(f"{measure} {value}" for measure, value in block.items()))
    if culprit := _CULPRITS.get(result.get("culprit") or ""):
        write(say(*culprit))
    if changes := result.get("changes"):
        for direction, block in changes["figures"].items():
            for configuration, measures in block.items():
                write(f"{direction} {configuration}: " + ", ".join(
                    f"{measure} {pair['before']:.4g} → {pair['now']:.4g}" for measure, pair in measures.items()
                ))
        write(say(f"newly failed {len(changes['newly_failed'])}, newly right {len(changes['newly_right'])}",
                  f"fallan ahora {len(changes['newly_failed'])}, aciertan ahora {len(changes['newly_right'])}"))


_CULPRITS = {
    "reading": ("The right passage is often not among the first 20: likely it was not read or cut well (see `errors`, `chunks`).",
                "El pasaje correcto falta a menudo entre los 20 primeros: quizá no se leyó o se cortó mal (vea `errors`, `chunks`)."),
    "ranking": ("The right passage is among the first 20, but often not among the first 5: likely the ranking.",
                "El pasaje correcto está entre los 20 primeros, pero a menudo no entre los 5: quizá falla el orden."),
}
_WHY = {
    "unknown": ("not in the index", "no está en el índice"),
    "unreadable": ("indexed without text", "indexado sin texto"),
    "reading": ("found by neither list: reading, cutting or wording", "no está en ninguna lista: lectura, corte o palabras distintas"),
    "ranking": ("found, but ranked low", "encontrado, pero muy abajo"),
}


def _print_failures(failures: list[dict[str, Any]]) -> None:
    """Each failed question with the first of both lists side by side; → marks a right document."""
    for failure in failures:
        right = set(failure["right"])
        write("")
        write(f"{failure['id']}  {failure['question']}")
        write("   " + say(*_WHY[failure["culprit"]]) + " · " + ", ".join(
            f"{name} {rank or '–'}" for name, rank in failure["ranks"].items()))
        write(f"   {'bm25':44}  dense")
        for row in range(max(len(failure["bm25"]), len(failure["dense"]))):
            cells = [
                ("→" if path in right else " ") + Path(path).name[:42] if path is not None else ""
                for path in (_at(failure["bm25"], row), _at(failure["dense"], row))
            ]
            write(f"   {cells[0]:44}  {cells[1]}")


def _at(paths: list[str], row: int) -> str | None:
    return paths[row] if row < len(paths) else None

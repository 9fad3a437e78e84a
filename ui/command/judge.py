"""`judge QUESTION PATH`: marks hits as right or wrong for one's own questions; `eval` without a set then measures on them."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage
from ui.command.output import say, write, write_json
from ui.command.places import known_places, note_unknown

if TYPE_CHECKING:
    from engine.evaluation.judgements import Judgements
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("judge", parents=[shared], help=say(
        "mark hits as right or wrong for your own questions", "marcar resultados como correctos o no para sus preguntas"))
    parser.add_argument("question", metavar="QUESTION", nargs="?", help=say("as you would ask it", "tal como la haría"))
    parser.add_argument("path", metavar="PATH", nargs="?", help=say("the document that answers it", "el documento que la responde"))
    parser.add_argument("--page", type=int, metavar="N", help=say("the page that answers", "la página que responde"))
    parser.add_argument("--text", metavar="T", help=say("words of the right passage", "palabras del pasaje correcto"))
    parser.add_argument("--wrong", action="store_true", help=say("it does not answer it", "no la responde"))
    parser.add_argument("--forget", action="store_true", help=say("drop what was judged", "olvidar lo juzgado"))
    parser.add_argument("--import", dest="take_in", metavar="CSV", help="question,path[,page][,text][,verdict]")
    parser.add_argument("--export", metavar="CSV", help=say("write all to a file", "escribir todo en un archivo"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.evaluation.judgements import Judgements

    judgements = Judgements(settings.data_dir)
    done: dict[str, Any] = {}
    if options.take_in:
        source = Path(options.take_in).expanduser().absolute()
        done["imported"] = judgements.take_in(source, _places(settings, source.parent))
        _note_unknown(settings, [judgement.path for judgement in judgements.all()])
    if options.question is not None:
        done |= _judge(judgements, options, settings)
    if options.export:
        done["exported"] = judgements.export(Path(options.export).expanduser().absolute())
    _show(options, judgements, done)
    return 0


def _judge(judgements: Judgements, options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    from engine.evaluation.judgements import Judgement

    path = known_places(settings, [options.path])[0] if options.path is not None else None
    if options.forget:
        return {"forgotten": judgements.forget(options.question, path)}
    if path is None:
        raise BadUsage("Give the path of the document too: judge QUESTION PATH.", "Dé también la ruta: judge PREGUNTA RUTA.")
    if options.page is not None and options.page < 1:
        raise BadUsage("Pages count from 1.", "Las páginas se cuentan desde 1.")
    _refuse_unknown(settings, path)
    judgements.mark(Judgement(options.question, path, not options.wrong, options.page, options.text))
    return {"judged": 1}


def _refuse_unknown(settings: Settings, path: str) -> None:
    """A mistyped path would be kept, and counted as never found by each later `eval`."""
    from engine.build import open_catalog

    with open_catalog(settings) as catalog:
        if not catalog.knows(path):
            raise BadUsage(f"Nothing of {path} is in the index: nothing was judged.",
                           f"En el índice no hay nada de {path}: no se ha juzgado nada.")


def _note_unknown(settings: Settings, paths: list[str]) -> None:
    """Say which judged documents no search can find, since they are not in the index."""
    from engine.build import open_catalog

    with open_catalog(settings) as catalog:
        for path in dict.fromkeys(paths):
            note_unknown(catalog, path)


def _places(settings: Settings, folder: Path) -> Any:
    from engine.build import open_catalog
    from engine.discovery.known_places import places_of

    with open_catalog(settings) as catalog:
        roots = [root.path for root in catalog.roots()]
        known = {document.path for root in roots for document in catalog.documents_below(root)}
    return places_of(roots, known.__contains__, folder)


def _show(options: argparse.Namespace, judgements: Judgements, done: dict[str, Any]) -> None:
    known = judgements.all()
    if options.json:
        write_json({**done, "judgements": [dataclasses.asdict(judgement) for judgement in known]})
        return
    for judgement in known:
        page = say(f", page {judgement.page}", f", página {judgement.page}") if judgement.page else ""
        verdict = say("right", "correcto") if judgement.is_right else say("wrong", "incorrecto")
        write(f"{verdict:10} {judgement.question}  →  {judgement.path}{page}")
    if not known:
        write(say("Nothing is judged yet.", "Aún no hay nada juzgado."))

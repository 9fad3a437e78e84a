"""`forget`: removes everything that Fichero has written: index, settings, logs, judgements, brought-in models. No document."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage
from ui.command.output import note, say, write, write_json

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser(
        "forget", parents=[shared], help=say("remove index, settings and logs", "borrar índice, ajustes y registros"),
        description=say(
            "Removes everything that Fichero has written in its data folder: index, settings, logs, judgements, and models that were brought "
            "in. Your documents are not touched.",
            "Borra todo lo que Fichero ha escrito en su carpeta de datos: índice, ajustes, registros, valoraciones y los modelos que se han "
            "incorporado. Sus documentos no se tocan.",
        ),
    )
    parser.add_argument("--yes", action="store_true", help=say("do not ask", "no preguntar"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.forgetting import forget

    if not options.yes and not _is_wanted(settings):
        write(say("Nothing was removed.", "No se ha borrado nada."))
        return 1
    forgotten = forget(settings)
    if options.json:
        write_json({**dataclasses.asdict(forgotten), "folder": str(forgotten.folder)})
        return 0
    if not forgotten.removed:
        write(say(f"There was nothing of Fichero in {forgotten.folder}.", f"No había nada de Fichero en {forgotten.folder}."))
    else:
        write(say(
            f"Everything that Fichero had written in {forgotten.folder} is removed.",
            f"Se ha borrado todo lo que Fichero había escrito en {forgotten.folder}.",
        ))
    if forgotten.left:
        listed = ", ".join(forgotten.left[:5])
        write(say(f"Not Fichero's, and still there: {listed}", f"No es de Fichero y sigue ahí: {listed}"))
    return 0


def _is_wanted(settings: Settings) -> bool:
    """
    Raises:
        BadUsage: there is nobody to ask, and no --yes.
    """
    if not sys.stdin or not sys.stdin.isatty():
        raise BadUsage("Nothing is removed unasked: say --yes.", "Nada se borra sin preguntar: indique --yes.")
    note(say(
        f"Index, settings and logs in {settings.data_dir} will be removed for good. Your documents stay. Go on? [y/N]",
        f"Se van a borrar para siempre el índice, los ajustes y los registros de {settings.data_dir}. Sus documentos se quedan. "
        "¿Continuar? [s/N]",
    ))
    return sys.stdin.readline().strip().lower() in ("y", "yes", "s", "si", "sí")

"""`export DIR`: writes documents, passages and vectors as Parquet, for a team's engine."""

from __future__ import annotations

import argparse
import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage, Cancelled
from ui.command.output import ProgressLine, counted, note, say, write, write_json
from ui.command.places import note_unknown, places_in
from ui.command.stopping import told_to_stop

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser(
        "export", parents=[shared], help=say("write the index as Parquet", "escribir el índice en Parquet"),
        description=say(
            "Writes documents, passages and vectors as Parquet into a new or empty folder, or over an earlier export: what a "
            "team needs to load them into an engine of its own. They hold the documents' texts.",
            "Escribe documentos, pasajes y vectores en Parquet, en una carpeta nueva o vacía o sobre una exportación anterior: "
            "lo que un equipo necesita para cargarlos en su propio motor. Contienen los textos de los documentos.",
        ),
    )
    parser.add_argument("target", metavar="DIR", help=say("where to write", "dónde escribir"))
    parser.add_argument("--folder", metavar="F", action="append", default=[], help=say(
        "only what lies here; may be given again", "solo lo que hay aquí; se puede repetir"
    ))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import open_catalog
    from engine.build_models import prefixes_of
    from engine.sharing.export import Embedded, Export

    if not options.target:
        raise BadUsage("The folder is empty.", "La carpeta está vacía.")
    folder = Path(os.path.realpath(os.path.expanduser(options.target)))
    line = ProgressLine()
    with open_catalog(settings) as catalog, told_to_stop() as is_stopped:
        places = places_in(catalog, options.folder)
        for place in places:
            note_unknown(catalog, place)
        with catalog.snapshot():
            model = catalog.serving_model()
            dimension = catalog.dimension(model) if model else None
            embedded = Embedded(model, dimension, *prefixes_of(settings, model)) if model and dimension else None
            try:
                exported = Export(
                    catalog, folder, Path(os.path.realpath(settings.data_dir)), embedded,
                    lambda done, total: line.show(f"{done}/{total}"), is_stopped,
                ).write(places)
            except Cancelled:
                line.done()
                note(say("Stopped. Nothing was written.", "Detenido. No se ha escrito nada."))
                return 1
    line.done()
    if options.json:
        write_json(dataclasses.asdict(exported))
        return 0
    documents = counted(exported.documents, ("document", "documents"), ("documento", "documentos"))
    passages = counted(exported.passages, ("passage", "passages"), ("pasaje", "pasajes"))
    vectors = counted(exported.vectors, ("vector", "vectors"), ("vector", "vectores"))
    size = f"{exported.path} ({exported.bytes / 1e6:.1f} MB)"
    write(say(f"{documents}, {passages} and {vectors} in {size}", f"{documents}, {passages} y {vectors} en {size}"))
    if exported.stage == "text":
        note(say("Vectors of some passages are still to come: `index` goes on with them.",
                 "Faltan vectores de algunos pasajes: `index` sigue con ellos."))
    return 0

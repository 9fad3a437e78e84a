"""`remove PATH`: forgets a folder or file; the files themselves are not touched."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import FicheroError, IndexLocked
from ui.command.output import say, write, write_json
from ui.command.places import known_places

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("remove", parents=[shared], help=say("forget a folder or file", "olvidar una carpeta o archivo"))
    parser.add_argument("path", metavar="PATH", help=say("a folder or file of the index", "una carpeta o un archivo del índice"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import build_indexer

    (place,) = known_places(settings, [options.path])
    try:
        with build_indexer(settings) as indexer:
            removed = indexer.remove(Path(place))
            indexer.tidy_when_idle()
    except IndexLocked as error:
        raise FicheroError(
            f"{error.english} The window can remove folders itself; what is deleted in a folder, it forgets with "
            "`index --now FOLDER`.",
            f"{error.spanish} La ventana puede quitar carpetas por sí misma; lo que se borra en una carpeta lo "
            "olvida con `index --now CARPETA`.",
        ) from error
    if options.json:
        write_json({"removed": removed})
    else:
        write(say(f"{removed} documents forgotten", f"{removed} documentos olvidados") if removed != 1 else
              say("1 document forgotten", "1 documento olvidado"))
    return 0

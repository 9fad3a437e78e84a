"""`mcp`: serves search and reading to a local assistant over the Model Context Protocol, on standard input and output."""

from __future__ import annotations

import argparse
import logging
import signal
import threading
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage
from engine.stand_in import stand_in_for
from ui.command.output import language, note, say
from ui.command.places import known_places

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser(
        "mcp", parents=[shared], help=say("serve search to a local assistant", "dar la búsqueda a un asistente local"),
        description=say(
            "Serves search and reading to an assistant on this computer (Model Context Protocol, standard input and output), "
            "read-only, in the folders that the setting assistant_folders allows and no others. The assistant starts this command.",
            "Da búsqueda y lectura a un asistente de este equipo (Model Context Protocol, por la entrada y la salida), sin "
            "escribir nada, solo en las carpetas que permite el ajuste assistant_folders. La orden la arranca el asistente.",
        ),
    )
    parser.add_argument("--folder", metavar="F", action="append", default=[], help=say(
        "of the allowed folders only what lies here; may be given again", "de lo permitido, solo lo que hay aquí; se puede repetir"
    ))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import build_engine
    from engine.settings import load_settings
    from engine.sharing.assistants import AllowedReading

    stand_in_for("cryptography")        # of which the SDK would use a part that we replace: see NothingSealed
    from ui.command.mcp_server import serve

    folders = known_places(settings, options.folder)
    allowed = AllowedReading(lambda: load_settings(settings.data_dir), folders, build_engine, language())
    if not settings.assistant_folders:
        note(say("No folder is allowed yet: `settings set assistant_folders FOLDER` allows one.",
                 "Aún no se permite ninguna carpeta: `settings set assistant_folders CARPETA` permite una."))
    elif folders and not allowed.names_a_folder(settings):
        raise BadUsage("None of these folders is allowed: see `settings get assistant_folders`.",
                       "Ninguna de estas carpetas está permitida: véase `settings get assistant_folders`.")
    for library in ("mcp", "asyncio"):      # they would log what is asked and answered
        logging.getLogger(library).setLevel(logging.WARNING)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)        # the SDK would wait for a line that never comes; nothing is written here
    try:
        serve(allowed)
    finally:
        allowed.close()
    return 0

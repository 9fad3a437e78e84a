"""The command line: verbs, options before or after the verb, exit statuses (0 done, 1 could not finish, 2 usage)."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadUsage, FicheroError
from ui.command.minus import Parser, parse
from ui.command.output import complain, language, say
from ui.command.spanish_usage import speak
from ui.command.streams import OutputLost, drop_output, open_streams

if TYPE_CHECKING:
    from engine.settings import Settings

log = logging.getLogger(__name__)

VERBS = (
    "index", "search", "chunks", "status", "errors", "remove", "folders", "settings", "pause", "resume", "eval", "judge", "models",
    "doctor", "mcp", "export", "ask", "forget",
)


def build_parser() -> Parser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--data", metavar="DIR", default=argparse.SUPPRESS,
        help=say("folder of the index and settings", "carpeta del índice y de los ajustes"),
    )
    shared.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS,
        help=say("print JSON on stdout", "escribir JSON en la salida"),
    )
    shared.add_argument(
        "--verbose", action="store_true", default=argparse.SUPPRESS,
        help=say("log what is done on stderr", "contar en stderr lo que se hace"),
    )
    parser = Parser(
        prog="fichero",
        parents=[shared],
        description=say(
            "Search your own documents, offline. Without a verb the window opens.",
            "Busca en sus propios documentos, sin conexión. Sin verbo se abre la ventana.",
        ),
    )
    parser.add_argument(
        "--add", metavar="FOLDER", action="append", default=[],
        help=say("open the window and add a folder to its index", "abrir la ventana y añadir una carpeta a su índice"),
    )
    parser.add_argument(
        "--background", action="store_true",
        help=say("start in the notification area, where there is one", "arrancar en el área de notificación, si la hay"),
    )
    parser.add_argument(
        "--query", metavar="TEXT", default="",
        help=say("open the window and search for this", "abrir la ventana y buscar esto"),
    )
    parser.add_argument(
        "--version", action="store_true",
        help=say("print the version and the models, then exit", "escribir la versión y los modelos, y terminar"),
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    for name in VERBS:
        importlib.import_module(f"ui.command.{name}").add_parser(verbs, shared)
    return parser


def main(arguments: list[str]) -> int:
    """Run one command; never raises for what a person can act on."""
    open_streams()
    speak(language())
    parser = build_parser()
    options = parse(parser, VERBS, arguments)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if getattr(options, "verbose", False) else logging.WARNING,
        format="%(levelname)s %(name)s: %(message)s",
    )
    try:
        status = _run(options)
        sys.stdout.flush()
        return status
    except BadUsage as error:
        complain(error)
        return 2
    except OutputLost as error:
        drop_output()
        complain(error)
        return 1
    except FicheroError as error:
        complain(error)
        return 1
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:
        drop_output()
        return 1


def _run(options: argparse.Namespace) -> int:
    if options.version:
        from ui.command.version import print_version

        return print_version(as_json=getattr(options, "json", False))
    settings = _settings(options)
    if options.verb is None:
        return _open_window(options, settings)
    options.json = getattr(options, "json", False)
    os.umask(0o077)         # what a verb writes holds the text of private documents
    run = importlib.import_module(f"ui.command.{options.verb}").run
    return int(run(options, settings))


def _open_window(options: argparse.Namespace, settings: Settings) -> int:
    """A window that is open on this data folder comes forward, without Qt being loaded here."""
    from engine.processes.window_requests import Request, hand_over, is_open

    folders = tuple(str(Path(folder).expanduser().absolute()) for folder in options.add)
    request = Request(folders, options.query, os.environ.get("XDG_ACTIVATION_TOKEN", ""))
    if is_open(settings.data_dir) and (options.background or hand_over(settings.data_dir, request)):
        return 0
    from ui.window import quick_start

    quick_start.prepare()
    try:
        from ui.window.application import run_window

        return run_window(settings, request, in_background=options.background)
    finally:
        quick_start.done()


def _settings(options: argparse.Namespace) -> Settings:
    from engine.settings import load_settings

    data = getattr(options, "data", None)
    if data == "":
        raise BadUsage("--data needs a folder.", "--data necesita una carpeta.")
    return load_settings(Path(data).expanduser().absolute() if data is not None else None)

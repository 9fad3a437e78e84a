"""`doctor [--repair]`: checks that catalog, text index, vectors and bits agree."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import FicheroError
from engine.machine.system_words import system_words
from ui.command.output import say, write, write_json, write_text

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("doctor", parents=[shared], help=say("check the index", "comprobar el índice"))
    parser.add_argument("--repair", action="store_true", help=say("mend what is found", "arreglar lo que se encuentre"))
    parser.add_argument("--report", metavar="FILE", help=say(
        "only write a report for somebody who helps (-: on stdout): counts, sizes and versions; no text, name, path or query",
        "solo escribir un informe para quien ayude (-: en la salida): cuentas, tamaños y versiones; ni textos, nombres, rutas o "
        "consultas",
    ))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import run_doctor

    if options.report is not None:
        return _write_report(settings, options.report)
    report = run_doctor(settings, repair=options.repair)
    if options.json:
        write_json(report)
        return 0
    for problem in report["problems"]:
        write(f"{problem['kind']}: {problem['detail']}")
    if not report["problems"]:
        write(say("The index is sound.", "El índice está bien."))
    elif options.repair:
        write(say(f"{report['repaired']} repaired", f"{report['repaired']} reparados"))
    return 0


def _write_report(settings: Settings, file: str) -> int:
    from engine.diagnostics import report

    text = json.dumps(report(settings), ensure_ascii=False, indent=2)
    if file == "-":
        write_text(text)
        return 0
    try:
        Path(file).expanduser().write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        reason, in_spanish = system_words(error)
        raise FicheroError(f"{file} could not be written: {reason}.", f"No se pudo escribir {file}: {in_spanish}.") from error
    write(say(f"Written to {file}. Look at it before you hand it on.", f"Escrito en {file}. Mírelo antes de darlo a nadie."))
    return 0

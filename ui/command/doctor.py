"""`doctor [--repair]`: checks that catalog, text index, vectors and bits agree."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ui.command.output import say, write, write_json

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("doctor", parents=[shared], help=say("check the index", "comprobar el índice"))
    parser.add_argument("--repair", action="store_true", help=say("mend what is found", "arreglar lo que se encuentre"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import run_doctor

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

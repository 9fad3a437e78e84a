"""`errors`: documents that could not be read or hold no text, and why."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ui.command.output import language, say, write, write_json
from ui.details import detail_in_words
from ui.wording import reason_in_words

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    verbs.add_parser("errors", parents=[shared], help=say("what could not be read", "lo que no se pudo leer"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import open_catalog

    with open_catalog(settings) as catalog:
        errors = catalog.errors()
    if options.json:
        write_json([{"path": e.path, "reason": e.reason, "detail": e.detail or ""} for e in errors])
        return 0
    for error in errors:
        detail = f" ({detail_in_words(error.detail, language())})" if error.detail else ""
        write(f"{error.path}: {reason_in_words(error.reason, language())}{detail}")
    if not errors:
        write(say("Everything could be read.", "Se ha podido leer todo."))
    return 0

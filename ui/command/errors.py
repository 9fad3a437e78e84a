"""`errors`: documents that could not be read or hold no text, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from engine.errors import REASONS
from ui.command.output import language, say, write, write_json
from ui.details import detail_in_words
from ui.wording import reason_in_words, reasons_in_words

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("errors", parents=[shared], help=say("what could not be read", "lo que no se pudo leer"))
    parser.add_argument("--reason", choices=REASONS, help=say("only those of this reason", "solo los de este motivo"))
    parser.add_argument("--try-again", action="store_true", help=say("read them again first", "leerlos antes otra vez"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import open_catalog

    if options.try_again:
        _try_again(settings, options.reason)
    with open_catalog(settings) as catalog:
        errors = [error for error in catalog.errors() if options.reason in (None, error.reason)]
    if options.json:
        write_json([{"path": e.path, "reason": e.reason, "detail": e.detail or ""} for e in errors])
        return 0
    for error in errors:
        reason, detail = reason_in_words(error.reason, language()), detail_in_words(error.detail or "", language())
        write(f"{error.path}: {reason} ({detail})" if detail and detail != reason else f"{error.path}: {reason}")
    if not errors:
        write(say("Everything could be read.", "Se ha podido leer todo."))
    return 0


def unreadable_in_words(reasons: Iterable[tuple[str, int]]) -> str:
    """For below a count of documents that could not be read: why, and where each is named."""
    why = reasons_in_words(reasons, language())
    return say(f"not readable: {why}. `fichero errors` names them", f"ilegibles: {why}. `fichero errors` los nombra")


def _try_again(settings: Settings, reason: str | None) -> None:
    from engine.build import build_indexer, open_catalog
    from engine.messages import file_of

    with open_catalog(settings) as catalog:
        files = {file_of(error.path) for error in catalog.errors() if reason in (None, error.reason)}
    with build_indexer(settings) as indexer:
        indexer.read_again(sorted(files))
        indexer.index(stage="text")

"""`status`: folders, counts, stages, sizes, models."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ui.command.output import say, write, write_json

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    verbs.add_parser("status", parents=[shared], help=say("folders, counts, sizes", "carpetas, cuentas, tamaños"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import read_status

    status = read_status(settings)
    if options.json:
        write_json(status)
        return 0
    for folder in status["folders"]:
        away = "" if folder["is_available"] else say(" (not available)", " (no disponible)")
        write(f"{folder['path']}: {folder['documents']} {say('documents', 'documentos')}, {_depth(folder['stage'])}{away}")
    write(say(
        f"{status['documents']} documents, {status['chunks']} chunks, {status['failed']} could not be read, "
        f"{status['pending']} waiting",
        f"{status['documents']} documentos, {status['chunks']} fragmentos, {status['failed']} ilegibles, "
        f"{status['pending']} pendientes",
    ))
    write(", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in status["bytes"].items()))
    for model in status["models"]:
        write(f"{model['kind']}: {model['name']} {model['version']}")
    return 0


def _depth(stage: str) -> str:
    if stage == "complete":
        return say("searched by words and meaning", "se busca por palabras y por significado")
    return say("searched by words so far", "de momento se busca por palabras")

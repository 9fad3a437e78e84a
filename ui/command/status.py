"""`status`: folders, counts, stages, sizes, models."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ui.command.errors import unreadable_in_words
from ui.command.folders import documents_in_words, left_out_in_words
from ui.command.output import counted, say, write, write_json
from ui.command.why import tell_why

if TYPE_CHECKING:
    from engine.settings import Settings

_EVENTS_SHOWN = 5


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("status", parents=[shared], help=say("folders, counts, sizes", "carpetas, cuentas, tamaños"))
    parser.add_argument("--why", metavar="PATH", help=say(
        "say why a file or folder is found, or is not", "decir por qué se encuentra, o no, un archivo o una carpeta",
    ))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import read_status

    if options.why is not None:
        return tell_why(settings, options.why, options.json)
    status = read_status(settings)
    if options.json:
        write_json(status)
        return 0
    for folder in status["folders"]:
        away = "" if folder["is_available"] else say(" (not available)", " (no disponible)")
        write(f"{folder['path']}: {documents_in_words(folder['documents'])}, {_depth(folder)}{away}")
        for rule in left_out_in_words(folder["left_out"]):
            write(f"    {rule}")
    pictures = status["ocr"]["without_text"]
    write(", ".join((
        documents_in_words(status["documents"]), counted(status["chunks"], ("chunk", "chunks"), ("fragmento", "fragmentos")),
        counted(status["failed"] - sum(pictures.values()), ("could not be read", "could not be read"), ("ilegible", "ilegibles")),
        counted(status["pending"], ("waiting", "waiting"), ("pendiente", "pendientes")),
    )))
    if settings.indexing_paused:
        write(say("The window's indexing is paused: `resume` lets it go on.",
                  "La indexación de la ventana está en pausa: `resume` la continúa."))
    reasons = {reason: count - pictures.get(reason, 0) for reason, count in status["reasons"].items()}
    if any(reasons.values()):
        write("    " + unreadable_in_words((reason, count) for reason, count in reasons.items() if count))
    _write_ocr(status["ocr"])
    write(", ".join(f"{name} {size / 1e6:.1f} MB" for name, size in status["bytes"].items()))
    for model in status["models"]:
        write(f"{model['kind']}: {model['name']} {model['version']}")
    for event in status["events"][-_EVENTS_SHOWN:]:
        write(f"{event['at']}: {_happened(event['kind'])} ({event['count']})")
    return 0


def _write_ocr(ocr: dict[str, Any]) -> None:
    """What waits for text recognition, and what would be read if it were on."""
    if ocr["waiting"]:
        write(counted(ocr["waiting"], ("waiting for text recognition",) * 2, ("pendiente de reconocer su texto", "pendientes de reconocer su texto")))
        if not ocr["installed"]:
            write("    " + say("it is not installed: `make ocr`", "no está instalado: `make ocr`"))
    if ocr["unread"]:
        write(counted(
            ocr["unread"],
            ("holds scanned pages or pictures that are not read: `index --ocr` reads them",
             "hold scanned pages or pictures that are not read: `index --ocr` reads them"),
            ("tiene páginas escaneadas o imágenes que no se leen: `index --ocr` las lee",
             "tienen páginas escaneadas o imágenes que no se leen: `index --ocr` las lee"),
        ))


def _happened(kind: str) -> str:
    """What an event of the index's journal is, in words."""
    match kind:
        case "text-rebuilt":
            return say("the word index was made anew", "se rehízo el índice de palabras")
        case "vectors-rebuilt":
            return say("the vectors were made anew", "se rehicieron los vectores")
        case "text-damaged":
            return say("the word index was damaged", "el índice de palabras estaba dañado")
        case "vectors-damaged":
            return say("the vectors were damaged", "los vectores estaban dañados")
        case "bits-damaged":
            return say("token bits were damaged", "los bits de palabras estaban dañados")
        case "text-mended" | "vectors-mended":
            return say("documents were corrected in a store", "se corrigieron documentos en un almacén")
        case "catalog-rebuilt":
            return say("the catalog was damaged and made anew from the files", "el catálogo estaba dañado y se rehízo con los archivos")
        case "catalog-complete":
            return say("all folders have been read since", "desde entonces se han leído todas las carpetas")
        case "catalog-migrated":
            return say("the index was brought to a newer format", "el índice se pasó a un formato más nuevo")
        case "power-cut":
            return say(
                "the computer ended while the index was written: everything was looked at",
                "el equipo se apagó mientras se escribía el índice: se revisó todo",
            )
    return kind


def _depth(folder: dict[str, Any]) -> str:
    if not folder["documents"]:
        return say("nothing has been read yet", "todavía no se ha leído nada")
    if folder["stage"] == "complete":
        return say("searched by words and meaning", "se busca por palabras y por significado")
    return say("searched by words so far", "de momento se busca por palabras")

"""`index PATH...`: adds folders or files and brings the index up to date, then exits."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage, IndexDamaged, IndexLocked, OcrMissing
from ui.command.at_work import ask_the_one_at_work, with_now
from ui.command.errors import unreadable_in_words
from ui.command.output import ProgressLine, counted, note, say, write, write_json
from ui.command.places import known_places
from ui.command.stopping import told_to_stop

if TYPE_CHECKING:
    from engine.indexing.index_report import IndexReport
    from engine.indexing.progress import IndexProgress
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("index", parents=[shared], help=say("add folders or files", "añadir carpetas o archivos"))
    parser.add_argument("paths", metavar="PATH", nargs="*", help=say("none: update all folders", "ninguna: actualizar todas"))
    parser.add_argument("--stage", choices=("text", "vectors", "all"), default="all", help=say(
        "text: only the words, at once; vectors: only the meaning of what is read already; all: both, one after the other (the default)",
        "text: solo las palabras, al momento; vectors: solo el significado de lo ya leído; all: lo uno y luego lo otro (lo normal)",
    ))
    parser.add_argument("--now", action="store_true", help=say(
        "these before all else, also by a Fichero that is at work", "esto antes que nada, también si otro Fichero está en marcha",
    ))
    parser.add_argument("--all-files", action=argparse.BooleanOptionalAction, default=None, help=say(
        "leave nothing out by rule; a folder keeps it until --no-all-files", "no excluir nada por regla; la carpeta lo conserva hasta --no-all-files"
    ))
    parser.add_argument("--ocr", action=argparse.BooleanOptionalAction, default=None, help=say(
        "read pictures too; a folder keeps it until --no-ocr", "leer también imágenes; la carpeta lo conserva hasta --no-ocr"
    ))
    parser.add_argument("--password-file", metavar="FILE", help=say(
        "passwords for locked documents, one a line; - asks for one. The text they open is stored in the index",
        "contraseñas para documentos protegidos, una por línea; - la pide. El texto que abran se guarda en el índice",
    ))
    parser.add_argument("--mail", action="store_true", help=say("add Thunderbird's mail", "añadir el correo de Thunderbird"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import build_indexer, open_catalog
    from engine.build_ocr import check_ocr, ocr_is_installed
    from ui.command.passwords import read_passwords

    if options.ocr:
        check_ocr()
    elif settings.ocr and not ocr_is_installed():
        note(OcrMissing().message(say("en", "es")))
    if options.ocr is False and settings.ocr:
        note(say("Pictures are read in all folders, by the setting `ocr`: `settings set ocr false` changes that.",
                 "Las imágenes se leen en todas las carpetas, por el ajuste `ocr`: lo cambia `settings set ocr false`."))
    line = ProgressLine()

    def progress(step: IndexProgress) -> None:
        stage = {
            "scan": say("looking", "mirando"), "text": say("reading", "leyendo"),
            "vectors": say("meaning", "significado"), "ocr": say("recognising text", "reconociendo texto"),
        }.get(step.stage, step.stage)
        left = f" · {_time_left(step.seconds_left, step.span_left)}" if step.seconds_left is not None else ""
        line.show(f"{stage}: {step.done}/{step.total}{left}" if step.total else f"{stage}: {step.done}…")

    asked = [*options.paths, *(_mail_folders() if options.mail else ())]
    places = [Path(place) for place in known_places(settings, asked)]
    for place in places:
        if place.resolve().is_relative_to(settings.data_dir.resolve()):
            raise BadUsage(
                f"{place} is where Fichero keeps its own files: it is not indexed.",
                f"En {place} guarda Fichero sus propios archivos: no se indexa.",
            )
    if options.now and (asked_of := ask_the_one_at_work(settings, places, options)):
        write_json({"requested": asked_of}) if options.json else write(say(
            "The Fichero at work does it now.", "Lo hace ahora el Fichero que está en marcha."
        ))
        return 0
    passwords = read_passwords(options.password_file)

    def index(is_stopping: Callable[[], bool]) -> IndexReport:
        with build_indexer(settings, ocr=bool(options.ocr), passwords=passwords) as indexer:
            if passwords.all():
                indexer.read_locked_again(places)
            return indexer.index(
                places, stage=options.stage, all_files=options.all_files, ocr=options.ocr, progress=progress,
                first=options.now, is_cancelled=is_stopping,
            )

    with told_to_stop() as is_stopping:
        try:
            report = index(is_stopping)
        except IndexDamaged:            # opened again, it is mended
            report = index(is_stopping)
        except IndexLocked as error:
            raise with_now(error, settings, options) from error
    line.done()
    if report.was_cancelled:
        note(say("Stopped. What is done is kept; the next run goes on from there.",
                 "Detenido. Lo hecho se conserva; la próxima vez se continúa desde ahí."))
        return 1
    if options.json:
        write_json(report.as_json())
        return 0
    counts = report.as_json()["documents"]
    write(", ".join((
        counted(counts["indexed"], ("read", "read"), ("leído", "leídos")),
        counted(counts["unchanged"], ("unchanged", "unchanged"), ("sin cambios", "sin cambios")),
        counted(counts["failed"], ("could not be read", "could not be read"), ("ilegible", "ilegibles")),
        counted(counts["left_out"], ("left out", "left out"), ("excluido", "excluidos")),
        counted(counts["removed"], ("removed", "removed"), ("retirado", "retirados")),
    )))
    if counts["failed"]:
        with open_catalog(settings) as catalog:
            write("    " + unreadable_in_words(catalog.unreadable_reasons()))
    return 0


def _time_left(seconds: float, span: tuple[float, float] | None) -> str:
    """Where the work goes unevenly, from when to when it may end."""
    least, most = span or (seconds, seconds)
    unit, size = ("s", 1) if most < 90 else ("min", 60)
    low, high = round(least / size), math.ceil(most / size) if span else round(most / size)
    if low != high:
        return say(f"{max(low, 1)} to {high} {unit} left", f"quedan de {max(low, 1)} a {high} {unit}")
    if unit == "s":
        return say(f"{high} s left", f"{'queda' if high == 1 else 'quedan'} {high} s")
    return say(f"about {high} min left", "queda alrededor de 1 min" if high == 1 else f"quedan unos {high} min")


def _mail_folders() -> list[str]:
    from engine.discovery.mail_places import profile_folders

    folders = [str(folder) for folder in profile_folders()]
    if not folders:
        raise BadUsage(
            "No mail of Thunderbird was found. Give its profile's folder as PATH.",
            "No se ha encontrado correo de Thunderbird. Indique la carpeta de su perfil como PATH.",
        )
    return folders

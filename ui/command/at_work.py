"""What commands do where another Fichero writes the index: ask it, or say how it can be asked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadUsage, FicheroError, IndexLocked

if TYPE_CHECKING:
    from engine.settings import Settings


def ask_the_one_at_work(settings: Settings, places: Sequence[Path], options: argparse.Namespace) -> list[str]:
    """The places that the window, which writes the index now, was asked for; none where nobody writes it.

    Raises:
        FicheroError: it was given options that a request cannot carry, and nothing was asked.
        IndexLocked: a terminal writes it, which takes no requests.
    """
    from engine.machine.index_lock import IndexLock
    from engine.processes.requests import ask_first

    if not places:
        raise BadUsage("Say what is to be indexed now.", "Indique qué hay que indexar ahora.")
    lock = IndexLock(settings.data_dir)
    try:
        with lock:
            return []
    except IndexLocked:
        if lock.writer() == "terminal":
            raise
    if unasked := _cannot_be_asked(options):
        raise FicheroError(
            f"The Fichero at work cannot be asked for {unasked}: nothing was done. Leave that out, or close that Fichero and try "
            f"again.{_ocr_in_english(options)}",
            f"Al Fichero que está en marcha no se le puede pedir {unasked}: no se ha hecho nada. Quítelo, o cierre ese Fichero y "
            f"vuelva a intentarlo.{_ocr_in_spanish(options)}",
        )
    asked = [str(place) for place in places]
    ask_first(settings.data_dir, asked)
    return asked


def with_now(error: IndexLocked, settings: Settings, options: argparse.Namespace) -> FicheroError:
    """The error, and how `index --now` asks the window for the same or for most of it."""
    from engine.machine.index_lock import IndexLock

    if IndexLock(settings.data_dir).writer() == "terminal":
        return error
    unasked = _cannot_be_asked(options)
    without = (f", without {unasked}", f", sin {unasked}") if unasked else ("", "")
    return FicheroError(
        f"{error.english} Or ask it, as it is: `index --now PATH`{without[0]}.{_ocr_in_english(options)}",
        f"{error.spanish} O pídaselo sin cerrarlo: `index --now RUTA`{without[1]}.{_ocr_in_spanish(options)}",
    )


def _cannot_be_asked(options: argparse.Namespace) -> str:
    """The given options that a request does not carry, as they are written."""
    given = {
        f"--stage {options.stage}": options.stage != "all", "--all-files": options.all_files is True, "--no-all-files": options.all_files is False,
        "--ocr": options.ocr is True, "--no-ocr": options.ocr is False,
        "--password-file": options.password_file is not None,
    }
    return ", ".join(name for name, is_given in given.items() if is_given)


def _ocr_in_english(options: argparse.Namespace) -> str:
    return " It reads pictures too after `settings set ocr true`." if options.ocr else ""


def _ocr_in_spanish(options: argparse.Namespace) -> str:
    return " Leerá también las imágenes tras `settings set ocr true`." if options.ocr else ""

"""Forgets everything: removes what Fichero has ever written for one data folder, and nothing else that lies there.

Afterwards the documents' text is on this disk only in the documents. (What a disk keeps of deleted files, only its encryption hides.)
"""

from __future__ import annotations

import dataclasses
import json
import logging
import os
import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from engine.autostart import set_autostart
from engine.catalog.schema import HEADER_BYTES, is_own_catalog
from engine.errors import BadUsage, FicheroError
from engine.index_place import MARK, MOVE, POINTER, chosen_folder, end_move, is_own_name
from engine.machine.index_lock import IndexLock
from engine.machine.portable import is_portable, portable_data_dir, set_portable
from engine.settings import Settings, usual_data_dir

log = logging.getLogger(__name__)

LOCKS = ("index.lock", "window.lock")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What is gone, and what stays: other people's things in the folder, and what could not be removed."""

    folder: Path
    removed: tuple[str, ...]
    left: tuple[str, ...]


class NotForgotten(FicheroError):
    code = "not-forgotten"

    def __init__(self, folder: Path, names: tuple[str, ...]) -> None:
        listed = ", ".join(names[:5])
        super().__init__(
            f"Some of what lies in {folder} could not be removed: {listed}. Remove it by hand, or start again with the right permissions.",
            f"Parte de lo que hay en {folder} no se ha podido borrar: {listed}. Bórrelo a mano o repítalo con los permisos necesarios.",
        )


def forget(settings: Settings) -> Forgotten:
    """Remove index, settings, logs, judgements, brought-in models, and the entry that starts Fichero with the session.

    Raises:
        BadUsage: the folder holds nothing by which it is known as a data folder of Fichero, or the index lies in another that it names.
        IndexLocked: a window or a command is at work on it.
        NotForgotten: something of ours could not be removed.
    """
    folder = settings.data_dir
    if not folder.is_dir():
        return Forgotten(folder, (), ())
    usual = usual_data_dir()
    end_move(usual)
    used = chosen_folder(usual) or usual
    is_usual = folder == used
    if folder == usual and not is_usual:
        raise BadUsage(
            f"The index of {usual} lies in {used}: forget that one (without --data).",
            f"El índice de {usual} está en {used}: borre ese (sin --data).",
        )
    if not is_usual and not _is_data_folder(folder):
        raise BadUsage(f"{folder} is no data folder of Fichero.", f"{folder} no es una carpeta de datos de Fichero.")
    with ExitStack() as locks:
        for name in LOCKS:
            locks.enter_context(IndexLock(folder, name))
        set_autostart(False, folder)
        ours = [entry for entry in sorted(folder.iterdir()) if is_own_name(entry.name)]
        for entry in ours:
            _remove(entry)
    for name in LOCKS:
        (folder / name).unlink(missing_ok=True)
    if is_usual and usual != folder:
        for name in (POINTER, MOVE, *LOCKS, ".metadata_never_index"):
            (usual / name).unlink(missing_ok=True)
        _remove_if_empty(usual)
    kept = tuple(entry.name for entry in ours if os.path.lexists(entry))
    left = tuple(sorted(entry.name for entry in folder.iterdir())) if folder.is_dir() else ()
    _remove_if_empty(folder)
    if is_portable() and folder == portable_data_dir() and not folder.exists():
        set_portable(False)
    if kept:
        raise NotForgotten(folder, kept)
    return Forgotten(folder, tuple(entry.name for entry in ours), left)


def _is_data_folder(folder: Path) -> bool:
    """By what nobody else writes: a file of ours with our mark in it, settings with our keys, a list of our folders."""
    if (folder / MARK).is_file() or (is_portable() and folder == portable_data_dir()):
        return True
    try:
        with (folder / "catalog.sqlite").open("rb") as catalog:
            if is_own_catalog(catalog.read(HEADER_BYTES)):
                return True
    except OSError:
        pass
    settings, roots = _read_json(folder / "settings.json"), _read_json(folder / "folders.json")
    if isinstance(settings, dict) and settings and settings.keys() <= {field.name for field in dataclasses.fields(Settings)}:
        return True
    return isinstance(roots, list) and bool(roots) and all(isinstance(root, dict) and {"path", "all_files"} <= root.keys() for root in roots)


def _read_json(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _remove(entry: Path) -> None:
    try:
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    except OSError as error:
        log.warning("%s could not be removed: %s", entry.name, error.strerror)


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return

"""Forgets everything: removes what Fichero has ever written for one data folder, and nothing else that lies there.

Afterwards the documents' text is on this disk only in the documents. (What a disk keeps of deleted files, only its encryption hides.)
"""

from __future__ import annotations

import logging
import os
import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from engine.autostart import set_autostart
from engine.errors import FicheroError
from engine.index_lock import IndexLock
from engine.index_place import MARK, POINTER, chosen_folder
from engine.own_program import is_portable, portable_data_dir, set_portable
from engine.settings import Settings, usual_data_dir

log = logging.getLogger(__name__)

# Everything that lies in a data folder, as docs/architecture.md lists it.
NAMES = (
    "catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm", "catalog.sqlite-journal", "text", "vectors", "bits", "recognised", "models",
    "journal.jsonl", "journal.jsonl.1", "folders.json", "requests", "logs", "evaluations", "judgements.csv", "window.ini", "settings.json",
    ".metadata_never_index", MARK, "fichero-moving",
)
BEGINNINGS = ("catalog.sqlite.", "catalog-", "settings.json.", ".settings-", "judgements.csv.", ".judgements", ".folders", "window.ini.", "vectors-", "text-")
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
        IndexLocked: a window or a command is at work on it.
        NotForgotten: something of ours could not be removed.
    """
    folder = settings.data_dir
    if not folder.is_dir():
        return Forgotten(folder, (), ())
    usual = usual_data_dir()
    is_usual = folder == (chosen_folder(usual) or usual)
    with ExitStack() as locks:
        for name in LOCKS:
            locks.enter_context(IndexLock(folder, name))
        set_autostart(False, folder)
        ours = [entry for entry in sorted(folder.iterdir()) if _is_ours(entry.name)]
        for entry in ours:
            _remove(entry)
    for name in LOCKS:
        (folder / name).unlink(missing_ok=True)
    if is_usual and usual != folder:
        for name in (POINTER, *LOCKS, ".metadata_never_index"):
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


def _is_ours(name: str) -> bool:
    return name in NAMES or name.startswith(BEGINNINGS)


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

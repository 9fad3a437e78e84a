"""Where the index lies, when a person has chosen another folder for it: an encrypted one, or a larger disk.

In the usual data folder only a file stays, `index-folder.json`, which names the other one. There a mark of ours lies beside the
index, so that the empty folder below an encrypted drive that is locked is never taken for a new index.

A move copies everything, reads it again and compares, forces it to disk, and only then changes the file that names the place: cut short
at any moment, the old index is whole and in use, or the new one is.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from engine.errors import BadUsage, DataFolderUnreadable, DataFolderUnwritable, DiskFull, FicheroError, is_disk_full

log = logging.getLogger(__name__)

POINTER = "index-folder.json"
MARK = "fichero-index"              # in a chosen folder: this is an index of ours
_UNFINISHED = "fichero-moving"      # … and a move into it has not ended
_LOCKS = ("index.lock", "window.lock")
_STAY = (POINTER, *_LOCKS)


class IndexAway(FicheroError):
    code = "index-away"

    def __init__(self, folder: Path, pointer: Path) -> None:
        super().__init__(
            f"The index is kept in {folder}, which is not there now. Unlock or connect it, then start Fichero again. (If it is lost for "
            f"good, delete {pointer}: Fichero then begins a new index in the usual folder.)",
            f"El índice se guarda en {folder}, que ahora no está. Desbloquee o conecte esa carpeta y vuelva a iniciar Fichero. (Si se ha "
            f"perdido para siempre, borre {pointer}: Fichero empezará un índice nuevo en la carpeta de costumbre.)",
        )


class MoveRefused(FicheroError):
    code = "move-refused"


def chosen_folder(usual: Path) -> Path | None:
    """The folder that `usual` points to; None where the index lies in `usual` itself.

    Raises:
        DataFolderUnreadable: the file that names it cannot be read.
    """
    pointer = usual / POINTER
    try:
        return Path(json.loads(pointer.read_text(encoding="utf-8"))["folder"])
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataFolderUnreadable(pointer, str(error)) from error


def check_is_there(usual: Path) -> None:
    """
    Raises:
        IndexAway: the chosen folder is locked, or on a drive that is not connected.
    """
    folder = chosen_folder(usual)
    if folder is not None and not (folder / MARK).exists():
        raise IndexAway(folder, usual / POINTER)


def move(usual: Path, target: Path | None, progress: Callable[[float], None] = lambda share: None) -> Path:
    """Move the index to `target`, or (None) back to the usual folder. Gives the folder where it lies now.

    Raises:
        MoveRefused: the target holds something, lies inside the index or the other way round; a copy is not as it should be.
        IndexLocked: a Fichero is at work on it. IndexAway, DataFolderUnwritable, DiskFull
    """
    check_is_there(usual)
    source = chosen_folder(usual) or usual
    goal = target.expanduser().absolute() if target is not None else usual
    if _is_same(source, goal):
        return source
    _check_target(source, usual, goal)
    from engine.index_lock import IndexLock

    with ExitStack() as locks:
        for name in _LOCKS:
            locks.enter_context(IndexLock(source, name))
        try:
            _copy_all(source, goal, progress)
            _point_to(usual, goal)
        except OSError as error:
            if is_disk_full(error):
                raise DiskFull(goal) from error
            raise DataFolderUnwritable(goal, error.strerror or str(error)) from error
        _remove_moved(source, keeps_folder=_is_same(source, usual))
    if not _is_same(source, usual):
        _remove_locks(source)
    return goal


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _check_target(source: Path, usual: Path, goal: Path) -> None:
    inside = os.path.realpath(goal)
    for folder in (source, usual):
        outside = os.path.realpath(folder)
        if inside != outside and (inside.startswith(outside + os.sep) or outside.startswith(inside + os.sep)):
            raise MoveRefused(
                f"{goal} and {folder} lie one inside the other: choose another folder.",
                f"{goal} y {folder} están una dentro de la otra: elija otra carpeta.",
            )
    if goal.exists() and not goal.is_dir():
        raise BadUsage(f"{goal} is not a folder.", f"{goal} no es una carpeta.")
    if not goal.is_dir() or (goal / _UNFINISHED).exists():
        return
    if any(entry.name not in _STAY and entry.name != ".metadata_never_index" for entry in goal.iterdir()):
        raise MoveRefused(
            f"{goal} holds other things: choose an empty folder, or one that is not there yet.",
            f"{goal} contiene otras cosas: elija una carpeta vacía o que aún no exista.",
        )


def _copy_all(source: Path, goal: Path, progress: Callable[[float], None]) -> None:
    from engine.settings import prepare_data_dir

    if (goal / _UNFINISHED).exists():       # what an earlier move has left: the folder was empty before it
        _remove_moved(goal, keeps_folder=False)
    prepare_data_dir(goal)
    (goal / _UNFINISHED).touch(mode=0o600)
    files = list(_files(source))
    total = sum((source / place).stat().st_size for place in files) or 1
    room = shutil.disk_usage(goal).free
    if room < total + (64 << 20):
        raise DiskFull(goal)
    done = 0
    for place in files:
        for parent in reversed(place.parents):      # one by one: `parents=True` gives the upper ones the usual mode
            (goal / parent).mkdir(mode=0o700, exist_ok=True)
        done += _copy(source / place, goal / place)
        progress(done / total)
    (goal / MARK).touch(mode=0o600)
    (goal / _UNFINISHED).unlink()
    _sync_folder(goal)


def _files(folder: Path) -> Iterator[Path]:
    """Every file of the index, relative to its folder. Links are no part of an index and are passed over."""
    for parent, names, files in os.walk(folder):
        names.sort()
        for name in sorted(files):
            place = (Path(parent) / name).relative_to(folder)
            if str(place) not in (*_STAY, MARK, _UNFINISHED) and not (folder / place).is_symlink():
                yield place


def _copy(source: Path, target: Path) -> int:
    """Copy with mode 0600 and the file's times, force to disk, read again and compare. Gives its bytes."""
    wanted, size = hashlib.sha256(), 0
    with source.open("rb") as read, os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as written:
        while piece := read.read(1 << 20):
            wanted.update(piece)
            written.write(piece)
            size += len(piece)
        written.flush()
        os.fsync(written.fileno())
    shutil.copystat(source, target)
    if os.name == "posix":
        target.chmod(0o600)
    with target.open("rb") as copied:
        if hashlib.file_digest(copied, "sha256").digest() != wanted.digest():
            raise MoveRefused(
                f"{target} could not be written as it should be: the index stays where it was. Is that disk sound?",
                f"No se ha podido escribir {target} como debía: el índice se queda donde estaba. ¿Está bien ese disco?",
            )
    return size


def _point_to(usual: Path, goal: Path) -> None:
    pointer = usual / POINTER
    if _is_same(usual, goal):
        (goal / MARK).unlink(missing_ok=True)
        pointer.unlink(missing_ok=True)
    else:
        temporary = pointer.with_suffix(".new")
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({"folder": str(goal)}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, pointer)
    _sync_folder(usual)


def _remove_moved(folder: Path, keeps_folder: bool) -> None:
    """What stays behind because it cannot be removed is said in the log: the index is whole where it lies now."""
    for entry in list(folder.iterdir()):
        if entry.name in _STAY or (keeps_folder and entry.name == ".metadata_never_index"):
            continue
        try:
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            else:
                entry.unlink()
        except OSError as error:
            log.warning("%s stays behind: %s", entry, error.strerror)


def _remove_locks(folder: Path) -> None:
    for name in _LOCKS:
        (folder / name).unlink(missing_ok=True)
    try:
        folder.rmdir()
    except OSError:
        return                          # it holds something that is not ours


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

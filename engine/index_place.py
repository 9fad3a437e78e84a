"""Where the index lies, when a person has chosen another folder for it: an encrypted one, or a larger disk.

In the usual data folder only a file stays, `index-folder.json`, which names the other one. There a mark of ours lies beside the
index, so that the empty folder below an encrypted drive that is locked is never taken for a new index.

A move copies everything, reads it again and compares, forces it to disk, and only then changes the file that names the place: cut short
at any moment, the old index is whole and in use, or the new one is. `index-move.json` in the usual folder lists, from before the
first file is copied until the last one is removed, which files are Fichero's at either end: whoever comes next removes those, and
nothing else, from the end that is not in use.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import shutil
import stat
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from engine.errors import BadUsage, DataFolderUnreadable, DataFolderUnwritable, DiskFull, FicheroError, is_disk_full
from engine.machine.bad_json import fault_of
from engine.machine.data_folder import prepare_data_dir
from engine.machine.durable import sync_folder
from engine.machine.index_lock import IndexLock
from engine.machine.system_words import system_words

log = logging.getLogger(__name__)

POINTER = "index-folder.json"
MARK = "fichero-index"              # in a chosen folder: this is an index of ours
MOVE = "index-move.json"            # beside POINTER: a move that has not ended
_LOCKS = ("index.lock", "window.lock")
_SPOTLIGHT = ".metadata_never_index"
_STAY = (POINTER, MOVE, *_LOCKS, _SPOTLIGHT)
_SPARE_BYTES = 64 << 20             # free on the target's disk besides what is copied


# What Fichero writes in a data folder, as docs/architecture.md lists it, and nothing that a person could have put there by these names.
_OWN = re.compile(
    r"text|vectors|bits|recognised|models|requests|logs|evaluations|folders\.(json|new)|journal\.(jsonl(\.1)?|new)|fichero-index|"
    r"catalog\.(suspect|sqlite|new|sqlite\.new|sqlite\.damaged)(-wal|-shm|-journal)?|settings\.json|\.settings-\w{8}|"
    r"judgements\.csv(\.new)?|window\.ini(\.lock|\.\w{6})?|\.metadata_never_index|index-(folder|move)\.(json|new)"
)


def is_own_name(name: str) -> bool:
    """Whether an entry of a data folder is Fichero's; its locks are not meant."""
    return _OWN.fullmatch(name) is not None


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
    except OSError as error:
        raise DataFolderUnreadable(pointer, *system_words(error)) from error
    except (ValueError, KeyError, TypeError) as error:
        raise DataFolderUnreadable(pointer, *fault_of(error)) from error


def check_is_there(usual: Path) -> None:
    """What a move that was cut short has left at the other end is removed by the way.

    Raises:
        IndexAway: the chosen folder is locked, or on a drive that is not connected.
    """
    end_move(usual)
    folder = chosen_folder(usual)
    if folder is not None and not (folder / MARK).exists():
        raise IndexAway(folder, usual / POINTER)


def move(usual: Path, target: Path | None, progress: Callable[[float], None] = lambda share: None) -> Path:
    """Move the index to `target`, or (None) back to the usual folder. Gives the folder where it lies now.

    What else lies in the present folder stays there.

    Raises:
        MoveRefused: the target holds something, lies inside the index or the other way round; the index holds links; a copy is not as
            it should be.
        IndexLocked: a Fichero is at work on it. IndexAway, DataFolderUnwritable, DiskFull
    """
    check_is_there(usual)
    source = chosen_folder(usual) or usual
    goal = target.expanduser().absolute() if target is not None else usual
    if _is_same(source, goal):
        return source
    _check_target(source, usual, goal)
    prepare_data_dir(usual)
    with ExitStack() as locks:
        for name in _LOCKS:
            locks.enter_context(IndexLock(source, name))
        files, is_new = _files(source), not goal.exists()
        try:
            _check_room(source, files, goal)
            _write(usual / MOVE, {"from": str(source), "to": str(goal), "files": [str(file) for file in files]})
            prepare_data_dir(goal)
            if not _is_same(goal, usual):
                for name in _LOCKS:
                    locks.enter_context(IndexLock(goal, name))
            _copy_all(source, goal, files, progress)
            _point_to(usual, goal)
        except BaseException as error:
            if _is_same(chosen_folder(usual) or usual, source):
                _remove(goal, files, is_chosen=not _is_same(goal, usual), is_emptied=is_new)
                (usual / MOVE).unlink(missing_ok=True)
            if isinstance(error, OSError):
                if is_disk_full(error):
                    raise DiskFull(goal) from error
                raise DataFolderUnwritable(goal, *system_words(error)) from error
            raise
        _remove(source, files, is_chosen=not _is_same(source, usual))
        (usual / MOVE).unlink(missing_ok=True)
    if not _is_same(source, usual):
        _remove(source, (), is_chosen=True)
    return goal


def end_move(usual: Path) -> None:
    """After a move that was cut short: remove its files from the end that is not in use. Without one it costs a look at one name.

    Where a Fichero is at work there, or the drive is away, it stays for the next time.
    """
    note = usual / MOVE
    try:
        told = json.loads(note.read_text(encoding="utf-8"))
        source, goal, files = Path(told["from"]), Path(told["to"]), [Path(file) for file in told["files"]]
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError, KeyError, TypeError):
        log.warning("%s cannot be read", note)          # it was never whole: nothing had been copied
        note.unlink(missing_ok=True)
        return
    try:
        used = chosen_folder(usual) or usual
        other = goal if _is_same(used, source) else source
        is_another = not _is_same(used, goal) and not _is_same(used, source)
        if is_another or any(file.is_absolute() or ".." in file.parts for file in files):
            log.warning("%s tells of another index", note)
            return
        with ExitStack() as locks:
            for folder in (used, other):
                for name in _LOCKS if folder.is_dir() else ():
                    locks.enter_context(IndexLock(folder, name))
            if other.is_dir():
                _remove(other, files, is_chosen=not _is_same(other, usual), is_emptied=_is_same(other, source))
            elif not other.parent.is_dir():
                return                                  # on a drive that is away
        note.unlink(missing_ok=True)
    except (OSError, FicheroError) as error:
        log.warning("what a move has left in the other folder stays for now: %s", type(error).__name__)


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
    if not goal.is_dir():
        return
    if any(entry.name not in _STAY and not _is_empty_part(entry) for entry in goal.iterdir()):
        raise MoveRefused(
            f"{goal} holds other things: choose an empty folder, or one that is not there yet.",
            f"{goal} contiene otras cosas: elija una carpeta vacía o que aún no exista.",
        )


def _check_room(source: Path, files: Sequence[Path], goal: Path) -> None:
    place = goal
    while not place.exists():
        place = place.parent
    if shutil.disk_usage(place).free < sum((source / file).stat().st_size for file in files) + _SPARE_BYTES:
        raise DiskFull(goal)


def _copy_all(source: Path, goal: Path, files: Sequence[Path], progress: Callable[[float], None]) -> None:
    total = sum((source / file).stat().st_size for file in files) or 1
    done = 0
    for file in files:
        for parent in reversed(file.parents):      # one by one: `parents=True` gives the upper ones the usual mode
            (goal / parent).mkdir(mode=0o700, exist_ok=True)
        done += _copy(source / file, goal / file)
        progress(done / total)
    (goal / MARK).touch(mode=0o600)
    sync_folder(goal)


def _files(folder: Path) -> list[Path]:
    """Every file of the index, relative to its folder; what is not Fichero's, and what is no file, is none of it.

    Raises:
        MoveRefused: a link, behind which a part of the index lies.
    """
    found: list[Path] = []
    for entry in sorted(folder.iterdir()):
        if not is_own_name(entry.name) or entry.name in (*_STAY, MARK):
            continue
        inside = sorted(entry.rglob("*")) if entry.is_dir() and not entry.is_symlink() else [entry]
        for place in inside:
            mode = place.lstat().st_mode
            if stat.S_ISLNK(mode):
                raise MoveRefused(
                    f"{place} is a link: put in its place what it leads to, or remove it.",
                    f"{place} es un enlace: ponga en su lugar aquello a lo que lleva, o bórrelo.",
                )
            if stat.S_ISREG(mode):
                found.append(place.relative_to(folder))
    return found


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
        _write(pointer, {"folder": str(goal)})
    sync_folder(usual)


def _write(path: Path, told: object) -> None:
    """The whole file or none."""
    temporary = path.with_suffix(".new")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(told, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def _remove(folder: Path, files: Sequence[Path], is_chosen: bool, is_emptied: bool = True) -> None:
    """Remove these files and the folders that they leave empty; of a chosen folder also our marks, and itself where nothing else lies in
    it. What cannot be removed is said in the log: the index is whole where it lies now."""
    parents = {parent for file in files for parent in file.parents if parent != Path(".")}
    for file in files:
        try:
            (folder / file).unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s stays behind: %s", folder / file, error.strerror)
    for top in {*(parent.parts[0] for parent in parents), *_empty_parts(folder)}:       # folders of ours that held no file
        if not (folder / top).is_symlink():
            parents.add(Path(top))
            parents.update((Path(parent) / name).relative_to(folder) for parent, names, _ in os.walk(folder / top) for name in names)
    for parent in sorted(parents, key=lambda parent: len(parent.parts), reverse=True):
        _remove_if_empty(folder / parent)
    if is_chosen:
        for name in (MARK, _SPOTLIGHT, *_LOCKS):
            try:
                (folder / name).unlink(missing_ok=True)
            except OSError:
                continue                # Windows, of a lock that is held: it goes when the move has ended
        if is_emptied:
            _remove_if_empty(folder)


def _empty_parts(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in folder.iterdir() if _is_empty_part(entry)]
    except OSError:
        return []


def _is_empty_part(entry: Path) -> bool:
    """Whether it is a folder of the index in which, however deep, no file lies."""
    return (
        is_own_name(entry.name) and entry.is_dir() and not entry.is_symlink()
        and all(place.is_dir() and not place.is_symlink() for place in entry.rglob("*"))
    )


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return                          # it holds something that is not ours

"""What a second start on a data folder asks of the window that is open there: to come forward, folders, a search.

No socket: the open window holds `window.lock`, which the system frees when the window's process ends, however it ends.
The second start lays a file into `requests/window`, which the first one watches and removes; whatever has not been
taken within seconds is taken back, and a window of its own opens. Two data folders know nothing of each other.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.errors import IndexLocked
from engine.machine.index_lock import IndexLock
from engine.processes.requests import FOLDER

log = logging.getLogger(__name__)

LOCK_NAME = "window.lock"
TAKEN_S = 5.0               # a window that is hung does not keep the second one from opening
STARTING_S = 60.0           # so long one that has only just begun may take to hear at all
_POLL_S = 0.02
_STALE_S = 60.0             # asked for, and the one who asked was killed: not to be done later, all of a sudden
_LARGEST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Request:
    """What a second start was asked for. Folders are absolute; the token is what Wayland lets a window come forward with."""

    folders: tuple[str, ...] = ()
    query: str = ""
    token: str = ""


def hand_over(data_dir: Path, request: Request, timeout_s: float = TAKEN_S, starting_s: float = STARTING_S) -> bool:
    """True: the window that is open on this data folder has taken the request. Call it where `is_open` is True."""
    folder = folder_of(data_dir)
    file = folder / f"{time.time_ns()}-{os.getpid()}.json"
    try:
        make_folder(data_dir)
        temporary = file.with_suffix(".new")
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened:
            json.dump(asdict(request), opened)
        os.replace(temporary, file)
    except OSError as error:
        log.warning("the open window could not be asked: %s", error.strerror)
        return False
    until = time.monotonic() + max(timeout_s, starting_s - _age_s(data_dir / LOCK_NAME))
    while file.exists():
        if time.monotonic() > until:
            try:
                file.unlink()
            except FileNotFoundError:
                return True
            return False
        time.sleep(_POLL_S)
    return True


def folder_of(data_dir: Path) -> Path:
    return data_dir / FOLDER / "window"


def make_folder(data_dir: Path) -> Path:
    """The folder of requests, readable by its owner alone.

    Raises:
        OSError
    """
    folder = folder_of(data_dir)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)     # not both at once: `parents=True` gives the upper one the usual mode
    return folder


def _age_s(lock: Path) -> float:
    """Since it was taken: its holder writes itself into the file. Endless where the clock has been put back."""
    try:
        age = time.time() - lock.stat().st_mtime
    except OSError:
        return math.inf
    return age if age >= 0 else math.inf


def lock_of(data_dir: Path) -> IndexLock:
    """What the open window holds."""
    return IndexLock(data_dir, LOCK_NAME)


def is_open(data_dir: Path) -> bool:
    """Whether a window is open on this data folder. Makes no folder.

    Raises:
        DataFolderUnwritable, DiskFull
    """
    if not (data_dir / LOCK_NAME).exists():
        return False
    try:
        with lock_of(data_dir):
            return False
    except IndexLocked:
        return True


def take(folder: Path) -> Iterator[Request]:
    """The requests that lie there, the oldest first; each is given once."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    except OSError:
        return
    for name in names:
        request = _take(folder / name)
        if request is not None:
            yield request


def _take(file: Path) -> Request | None:
    """Read a request and remove it; None for what is none, is too old, or lies there in somebody else's name."""
    try:
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as opened:
            status = os.fstat(handle)
            content = opened.read(_LARGEST_BYTES) if _is_mine(status) else b""
    except OSError:
        content, status = b"", None
    with contextlib.suppress(OSError):
        file.unlink()
    if not content or status is None or time.time() - status.st_mtime > _STALE_S:
        return None
    try:
        said = json.loads(content)
        request = Request(tuple(said["folders"]), said["query"], said["token"])
        words = (*request.folders, request.query, request.token)
        if not all(isinstance(word, str) for word in words) or not all(os.path.isabs(folder) for folder in request.folders):
            raise ValueError("not a request")
    except (ValueError, KeyError, TypeError):
        log.warning("a request that no Fichero makes was passed over")
        return None
    return request


def _is_mine(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode) and (os.name == "nt" or status.st_uid == os.getuid())

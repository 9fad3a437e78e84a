"""One writer for one index: a lock that the system frees when its holder dies, however it dies."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import platform
import time
from datetime import datetime
from pathlib import Path
from types import TracebackType

from engine.errors import DataFolderUnwritable, DiskFull, IndexLocked, is_disk_full
from engine.machine.data_folder import prepare_data_dir
from engine.machine.system_words import system_words

log = logging.getLogger(__name__)

FILE_NAME = "index.lock"
_LAST_MOMENTS_S = 2.0
_LOOK_EVERY_S = 0.05


class IndexLock:
    """Held from `acquire` (or `with`) to `release`. The file stays behind: only the lock on it counts.

    It names its holder (process, program, computer, since when), so that the second Fichero can say who has the index.
    """

    def __init__(self, data_dir: Path, name: str = FILE_NAME) -> None:
        self._folder = data_dir
        self._path = data_dir / name
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock, at once or not at all.

        Raises:
            IndexLocked: another process, or another part of this one, holds it.
            DataFolderUnwritable, DiskFull
        """
        prepare_data_dir(self._folder)
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError as error:
            raise DataFolderUnwritable(self._folder, *system_words(error)) from error
        if not _try_lock(handle) and not self._freed_by_the_dead(handle):
            os.close(handle)
            raise IndexLocked(self._folder, *(self.holder() or ("?", "?")))
        self._handle = handle
        try:
            os.ftruncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, json.dumps(_myself()).encode())
        except OSError as error:
            self.release()
            if is_disk_full(error):
                raise DiskFull(self._folder) from error
            raise DataFolderUnwritable(self._folder, *system_words(error)) from error

    def _freed_by_the_dead(self, handle: int) -> bool:
        """Take the lock of a holder that has been killed as soon as the system is done with it.

        A process that it was just starting has its descriptors for a moment more, until it runs a program of its own.
        """
        deadline = time.monotonic() + _LAST_MOMENTS_S
        while not self._is_holder_alive() and time.monotonic() < deadline:
            time.sleep(_LOOK_EVERY_S)
            if _try_lock(handle):
                return True
        return False

    def _is_holder_alive(self) -> bool:
        """Also True where that cannot be told: another computer's, or nobody's name in the file."""
        import psutil

        try:
            held = json.loads(self._path.read_text(encoding="utf-8"))
            return bool(held["host"] != platform.node() or psutil.pid_exists(int(held["pid"])))
        except (OSError, ValueError, KeyError, TypeError):
            return True

    def release(self) -> None:
        if self._handle is not None:
            _unlock(self._handle)
            os.close(self._handle)
            self._handle = None

    def holder(self) -> tuple[str, str] | None:
        """"process 123 on laptop, the window, since 2026-01-31 09:15", in English and Spanish, as the file says.

        None where nobody wrote it. It may have ended since.
        """
        try:
            held = json.loads(self._path.read_text(encoding="utf-8"))
            who = (f"process {held['pid']} on {held['host']}", f"proceso {held['pid']} en {held['host']}")
        except (OSError, ValueError, KeyError, TypeError):
            return None
        program, since = str(held.get("program", "")), str(held.get("since", ""))
        english = (who[0], {"window": "the window", "terminal": "a terminal"}.get(program), since and f"since {since}")
        spanish = (who[1], {"window": "la ventana", "terminal": "una terminal"}.get(program), since and f"desde {since}")
        return ", ".join(filter(None, english)), ", ".join(filter(None, spanish))

    def writer(self) -> str | None:
        """Which program of this computer holds it now: "terminal", "window", or "" where it does not say; None: none does."""
        import psutil

        try:
            held = json.loads(self._path.read_text(encoding="utf-8"))
            since = datetime.fromisoformat(str(held["since"])).timestamp()
            is_here = held["host"] == platform.node()
            is_at_work = is_here and psutil.Process(int(held["pid"])).create_time() < since + 1     # not a later one of its number
        except (OSError, ValueError, KeyError, TypeError, psutil.Error):
            return None
        return str(held.get("program", "")) if is_at_work else None

    def __enter__(self) -> IndexLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _myself() -> dict[str, str | int]:
    """The window indexes in a process that it starts, the terminal in its own."""
    program = "terminal" if multiprocessing.parent_process() is None else "window"
    since = datetime.now().strftime("%Y-%m-%d %H:%M:%S")
    return {"pid": os.getpid(), "host": platform.node(), "program": program, "since": since}


if os.name == "nt":
    import msvcrt

    _PLACE = 1 << 20        # a byte far behind the text: a locked byte cannot be read by others there

    def _try_lock(handle: int) -> bool:
        try:
            os.lseek(handle, _PLACE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True

    def _unlock(handle: int) -> None:
        os.lseek(handle, _PLACE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]
else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)

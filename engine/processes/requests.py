"""What a command asks of the Fichero that writes an index at this moment: a file a request, below the data folder."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Sequence
from pathlib import Path

from engine.errors import DataFolderUnwritable, DiskFull, is_disk_full
from engine.machine.system_words import system_words

log = logging.getLogger(__name__)

FOLDER = "requests"
_STALE_S = 24 * 3600.0          # nobody took it: not to be done days later, all of a sudden


def ask_first(data_dir: Path, paths: Sequence[str]) -> None:
    """Ask for these files and folders to be indexed before all else.

    Raises:
        DataFolderUnwritable, DiskFull
    """
    folder = data_dir / FOLDER
    name = f"{time.time_ns()}-{os.getpid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        temporary = folder / f"{name}.new"
        temporary.write_text(json.dumps({"first": list(paths)}), encoding="ascii")
        os.replace(temporary, folder / f"{name}.json")
    except OSError as error:
        if is_disk_full(error):
            raise DiskFull(data_dir) from error
        raise DataFolderUnwritable(data_dir, *system_words(error)) from error


def take_requests(data_dir: Path) -> list[tuple[str, ...]]:
    """The paths of each request, the oldest first; each is given once."""
    folder = data_dir / FOLDER
    try:
        files = sorted(folder.glob("*.json"))
    except OSError:
        return []
    taken = []
    for file in files:
        try:
            is_stale = time.time() - file.stat().st_mtime > _STALE_S
            paths = json.loads(file.read_text(encoding="ascii"))["first"]
            file.unlink()
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("a request could not be read: %s", error)
            file.unlink(missing_ok=True)
            continue
        if not is_stale and isinstance(paths, list) and all(isinstance(path, str) for path in paths):
            taken.append(tuple(paths))
    return taken

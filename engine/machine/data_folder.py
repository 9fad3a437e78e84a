"""Makes the folder that holds everything Fichero writes, and closes it to others."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from engine.errors import DataFolderUnwritable, DiskFull, is_disk_full
from engine.machine.system_words import system_words


def prepare_data_dir(folder: Path) -> None:
    """Make the data folder, readable by its owner alone: it holds the text of private documents.

    Raises:
        DataFolderUnwritable, DiskFull
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix" and folder.stat().st_uid == os.getuid() and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
        mark = folder / ".metadata_never_index"         # macOS: Spotlight would index our stores again and again
        if not mark.exists() or (os.name == "posix" and mark.stat().st_mode & 0o077):
            _close_to_others(folder)                    # once: what an earlier version has written
            mark.touch(mode=0o600)
            mark.chmod(0o600)
    except OSError as error:
        if is_disk_full(error):
            raise DiskFull(folder) from error
        raise DataFolderUnwritable(folder, *system_words(error)) from error


def _close_to_others(folder: Path) -> None:
    """Take every right of others from what lies in the folder, where its own rights should ever be opened."""
    if os.name != "posix":
        return
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            place = os.path.join(parent, name)
            status = os.lstat(place)
            if not stat.S_ISLNK(status.st_mode) and status.st_uid == os.getuid() and status.st_mode & 0o077:
                os.chmod(place, stat.S_IMODE(status.st_mode) & 0o700)

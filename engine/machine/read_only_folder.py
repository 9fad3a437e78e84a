"""Opens a text index that lies where nothing may be written: Tantivy takes a lock file even to read."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MOST_TRIES = 50
# What Tantivy says of a lock file that it may not make: no permission, or a disk mounted for reading only.
_REFUSED = ("Failed to acquire Lockfile", ("PermissionDenied", "ReadOnlyFilesystem"))


def is_for_want_of_a_lock(error: Exception) -> bool:
    """Whether the index could not be opened only because its folder may not be written."""
    message = str(error)
    return _REFUSED[0] in message and any(cause in message for cause in _REFUSED[1])


@contextmanager
def links_to(folder: Path) -> Iterator[Path]:
    """A private folder of links to the files of `folder`, gone at the end: what was opened in it stays open.

    WORKAROUND: https://docs.rs/tantivy/latest/tantivy/directory/static.META_LOCK.html is taken by readers too. It is the
    one thing that is written outside the data folder, for a moment, and only where that folder cannot be written.

    Raises:
        OSError: there is no other place that can be written either.
    """
    place = Path(tempfile.mkdtemp(prefix="fichero-"))
    try:
        for file in folder.iterdir():
            if file.is_file() and not file.name.endswith(".lock"):
                _link(file, place / file.name)
        yield place
    finally:
        _remove(place)


def _remove(place: Path) -> None:
    """Tantivy's own thread may put its lock file there just while the folder is emptied: then once more."""
    for _ in range(_MOST_TRIES):
        shutil.rmtree(place, ignore_errors=True)
        if not place.exists():
            return
        time.sleep(0.02)


def _link(file: Path, link: Path) -> None:
    try:
        os.symlink(file.absolute(), link)
    except OSError:                 # Windows gives the right to make links to few
        shutil.copyfile(file, link)

"""Whether a document on disk is still what was read: old text must never be shown as if it were current."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.machine import placeholders
from engine.machine.fingerprint import FileStamp, content_hash_while

if TYPE_CHECKING:
    from engine.catalog.records import StoredDocument

HASHING_S = 3.0         # of one search; what is touched beyond counts as changed until it is read again, or a later search hashes it
_REMEMBERED = 10_000

Hashes = dict[Path, tuple[FileStamp, str | None]]       # None: too large to be hashed in the time of one search
HashFile = Callable[[Path, Callable[[], bool]], str | None]


class Freshness:
    """Looks at each file of one search once."""

    def __init__(
        self, remembered: Hashes | None = None, hash_file: HashFile = content_hash_while,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """
        Args:
            remembered: hashes of touched files, kept from one search to the next.
            hash_file: gives None where its second argument turned false before the end.
        """
        self._remembered: Hashes = {} if remembered is None else remembered
        self._hash_file = hash_file
        self._clock = clock
        self._hashing_s = 0.0
        self._checked: dict[Path, bool] = {}

    def is_current(self, document: StoredDocument) -> bool:
        """True if its file has the size and times it had when read, or, when only touched, the same content."""
        path = document.file_path
        if path not in self._checked:
            self._checked[path] = self._look(document)
        return self._checked[path]

    def _look(self, document: StoredDocument) -> bool:
        path, is_special = document.file_path, document.reason == "special-file"
        try:
            status = os.lstat(path) if is_special else os.stat(path)
        except OSError as error:        # a file in a folder that may not be looked into is known by its name alone
            return document.reason == "permission" and isinstance(error, PermissionError)
        now = FileStamp.of(status)
        if now.size != document.size:
            return False
        is_of_that_time = now.mtime_ns == document.mtime_ns
        if not document.content_hash:       # no text of it is shown; a link that leads somewhere again is something else
            return is_of_that_time and not (stat.S_ISLNK(status.st_mode) and os.path.exists(path))
        if is_of_that_time and (now.ctime_ns == document.ctime_ns or placeholders.is_placeholder(status)):
            return True
        return not placeholders.is_placeholder(status) and self._hash(path, now) == document.content_hash

    def _hash(self, path: Path, now: FileStamp) -> str | None:
        """The content's; None where it cannot be read, or not at once."""
        stamp, known = self._remembered.get(path, (None, None))
        if stamp == now:
            return known
        if self._hashing_s > HASHING_S:
            return None
        before, looked_at_ns, began = self._hashing_s, time.time_ns(), self._clock()
        try:
            found = self._hash_file(path, lambda: before + self._clock() - began <= HASHING_S)
        except OSError:
            return None
        finally:
            self._hashing_s += self._clock() - began
        if found is None and before > HASHING_S / 2:        # a later search has more time for it
            return None
        if not now.is_racy(looked_at_ns):
            if len(self._remembered) >= _REMEMBERED:
                self._remembered.clear()
            self._remembered[path] = now, found
        return found

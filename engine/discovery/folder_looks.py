"""What one folder looked like, so that a later look at it costs a comparison where nothing is different.

A folder is compared as a whole: the names in it, what kind each is, size, times and inode of each, and the patterns of the
ignore files that reach it, by what they say. All that the rules and the catalog say of a folder's files follows from these
(and from what `Discovery` and the catalog know for certain: rules, removed paths, changed rows). Nothing here rests on the times of
folders, which file systems keep in different ways.
"""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.machine import placeholders
from engine.machine.fingerprint import storable

_FOLDER = 0o4                       # S_IFDIR >> 12
_ELSEWHERE = 0x10                   # beside the kind: its content lies in a cloud
_TELLS_PLACES = any(hasattr(os.stat_result, name) for name in ("st_file_attributes", "st_flags"))


@dataclass(frozen=True, slots=True)
class Listing:
    """One listing of a folder, in the order of the system: some 70 bytes a file."""

    names: str                      # joined by "\0", which no name holds
    kinds: bytes                    # one an entry
    stamps: array[int]              # size, mtime_ns, ctime_ns, inode of each entry that is no folder

    @classmethod
    def of(cls, entries: Sequence[os.DirEntry[str]]) -> Listing | None:
        """None where something cannot be looked at, or is gone since it was listed."""
        kinds, numbers = bytearray(), list[int]()
        note_kind, note = kinds.append, numbers.extend
        try:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    note_kind(_FOLDER)
                    continue
                status = entry.stat(follow_symlinks=False)
                kind = status.st_mode >> 12
                note_kind(kind | _ELSEWHERE if _TELLS_PLACES and placeholders.is_placeholder(status) else kind)
                note((status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino))
        except OSError:
            return None
        try:
            stamps = array("q", numbers)
        except OverflowError:       # as the catalog keeps them
            stamps = array("q", map(storable, numbers))
        return cls("\0".join([entry.name for entry in entries]), bytes(kinds), stamps)


@dataclass(slots=True)
class Sorting:
    """What the rules made of a folder's entries, by name."""

    left_out: Counter[str] = field(default_factory=Counter)                     # files, by rule
    folders_left_out: list[tuple[str, str]] = field(default_factory=list)       # name, rule
    to_enter: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)                              # not left out by a rule, and leading somewhere
    is_certain: bool = True                                                     # False: another look may find something else


@dataclass(frozen=True, slots=True)
class FolderRecord:
    """A folder as it was looked at."""

    listing: Listing
    patterns: tuple[object, ...]    # of the ignore files in it and above it
    sorting: Sorting
    n_found: int = 0                # files that no rule left out…
    n_unchanged: int = 0            # …of which, of documents, as the catalog has them: readable, unreadable, left out
    n_failed: int = 0
    n_left_out: int = 0

    def still_holds(self, folder: str, listing: Listing, patterns: tuple[object, ...]) -> bool:
        return (
            self.listing == listing and self.patterns == patterns
            and all(os.path.exists(os.path.join(folder, link)) for link in self.sorting.links)
        )

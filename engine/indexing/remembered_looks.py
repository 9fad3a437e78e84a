"""What the last look at each root found, for the next one in the same program: folders that are as they were need no rules and
no row of the catalog.

A record of a folder stands as long as every row of a file directly in it is what it was: SQLite itself tells of each row
that this writer changes, whoever changes it and why; and whether another connection has committed. What the rules rest on
besides is kept with the records, and another value of it drops them all.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Hashable
from dataclasses import dataclass, field

from engine.catalog.catalog import Catalog
from engine.discovery.folder_looks import FolderRecord

_READABLE = "('reading', 'text', 'complete')"       # states that a look does not tell apart: embedding changes nothing for it
_WATCH = "".join(
    f"DROP TRIGGER IF EXISTS temp.looks_{change};"
    f"CREATE TEMP TRIGGER looks_{change} AFTER {change} ON main.documents {condition} BEGIN {told} END;"
    for change, condition, told in (
        ("INSERT", "", "SELECT fichero_row_changed(NEW.file_path);"),
        ("DELETE", "", "SELECT fichero_row_changed(OLD.file_path);"),
        (
            "UPDATE", f"WHEN OLD.state NOT IN {_READABLE} OR NEW.state NOT IN {_READABLE} OR " + " OR ".join(
                f"OLD.{column} IS NOT NEW.{column}" for column in (
                    "file_path", "inner", "size", "mtime_ns", "ctime_ns", "inode", "read_at_ns", "content_hash", "reason", "ocr",
                    "format", "member_rules",
                )
            ),
            "SELECT fichero_row_changed(OLD.file_path); SELECT fichero_row_changed(NEW.file_path);",
        ),
    )
)


@dataclass(slots=True)
class RememberedRoot:
    """A root as it was last looked at."""

    rests_on: Hashable
    folders: dict[str, FolderRecord] = field(default_factory=dict)
    is_whole: bool = False          # every row below the root is one of a file in one of `folders`

    def note_end(self, folders: dict[str, FolderRecord], is_whole: bool) -> None:
        self.folders, self.is_whole = folders, is_whole


class RememberedLooks:
    """In memory alone; on the thread of the one writer. Some 75 bytes a file."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._database: sqlite3.Connection | None = None
        self._version = 0
        self._roots: dict[str, RememberedRoot] = {}

    def of(self, root: str, rests_on: Hashable) -> RememberedRoot:
        """What is still known of a root; nothing, where anything is different that it rests on: rules, removed paths, …"""
        database = self._catalog.database
        version = int(database.execute("PRAGMA data_version").fetchone()[0])        # changes by what others commit
        if database is not self._database or version != self._version:
            if database is not self._database:
                database.create_function("fichero_row_changed", 1, self._forget)
                database.executescript(_WATCH)
            self._database, self._version = database, version
            self._roots.clear()
        known = self._roots.get(root)
        if known is None or known.rests_on != rests_on:
            known = self._roots[root] = RememberedRoot(rests_on)
        return known

    def _forget(self, path: bytes) -> None:
        folder = os.path.dirname(os.fsdecode(path))
        for root in self._roots.values():
            root.is_whole = False
            root.folders.pop(folder, None)

"""What can be saved of a catalog that is damaged: which folders the person had added. The rest comes from the files."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from engine.catalog_records import StoredRoot
from engine.catalog_schema import FILE_NAME
from engine.index_lock import IndexLock
from engine.settings import Settings

log = logging.getLogger(__name__)

ROOTS_FILE = "folders.json"         # a copy of the table of roots, for this purpose alone


def damage_of(database: sqlite3.Connection) -> str | None:
    """What SQLite finds wrong; None where nothing is."""
    try:
        found = [row[0] for row in database.execute("PRAGMA quick_check(3)")]
        if found != ["ok"]:
            return "; ".join(str(line) for line in found)[:300]
        orphans = len(database.execute("PRAGMA foreign_key_check").fetchall())
        return f"{orphans} rows without their document" if orphans else None
    except sqlite3.DatabaseError as error:
        return str(error)


def copy_roots(data_dir: Path, roots: list[StoredRoot]) -> None:
    """Write the copy, whole or not at all, if it is not what is there."""
    path = data_dir / ROOTS_FILE
    text = json.dumps([{"path": root.path, "all_files": root.all_files, "ocr": root.ocr} for root in roots], indent=1)
    try:
        if path.read_text(encoding="ascii") == text:
            return
    except (OSError, ValueError):
        pass
    temporary = path.with_suffix(".new")
    temporary.write_text(text, encoding="ascii")
    os.replace(temporary, path)


def put_aside(settings: Settings) -> None:
    """Rename the damaged catalog, so that a new one is made; the person may want to look at the old.

    Raises:
        IndexLocked: a writer is at work.
    """
    with IndexLock(settings.data_dir):
        copy_salvaged(settings.data_dir)
        for suffix in ("", "-wal", "-shm"):
            path = settings.data_dir / f"{FILE_NAME}{suffix}"
            if path.exists():
                os.replace(path, settings.data_dir / f"{FILE_NAME}.damaged{suffix}")
    log.warning("the catalog was damaged: it is put aside and made anew from the files")


def copy_salvaged(data_dir: Path) -> None:
    """Where there is no copy of the roots, try the damaged table itself."""
    if (data_dir / ROOTS_FILE).exists():
        return
    try:
        with closing(sqlite3.connect(f"{(data_dir / FILE_NAME).absolute().as_uri()}?mode=ro", uri=True)) as database:
            rows = database.execute("SELECT path, all_files, ocr FROM roots").fetchall()
    except sqlite3.Error as error:
        log.warning("the folders cannot be read from the damaged catalog: %s", error)
        return
    copy_roots(data_dir, [StoredRoot(os.fsdecode(path), bool(all_files), bool(ocr), True, {}) for path, all_files, ocr in rows])


def rescued_roots(settings: Settings) -> list[StoredRoot]:
    try:
        saved = json.loads((settings.data_dir / ROOTS_FILE).read_text(encoding="ascii"))
        return [StoredRoot(root["path"], bool(root["all_files"]), bool(root["ocr"]), True, {}) for root in saved]
    except (OSError, ValueError, KeyError, TypeError):
        return []

"""A damaged catalog: noticed, and made anew from what can be saved of it; the rest comes from the files."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from engine.catalog.records import StoredRoot
from engine.catalog.salvage import salvage
from engine.catalog.schema import FILE_NAME, refuse_newer, translated
from engine.errors import IndexDamaged
from engine.machine.containment import is_at_or_below
from engine.machine.journal import Journal

log = logging.getLogger(__name__)

ROOTS_FILE = "folders.json"         # a copy of the table of roots, for this purpose alone
REBUILDING = "rebuilding"           # meta: made anew, and not every folder has been looked at since
STAMP_FILE = "index-id"             # in each derived store: the catalog it belongs to
_SUSPECT = "catalog.suspect"        # a file: something was found damaged while the catalog was in use
_LOOKED_THROUGH_BYTES = 64_000_000  # of a catalog that is looked through each time: a tenth of a second


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


def copy_roots(data_dir: Path, roots: list[StoredRoot], removed: frozenset[str]) -> None:
    """Write the copy, whole or not at all, if it is not what is there.

    Args:
        removed: what the person has removed from the roots: it must not come back with them.
    """
    path = data_dir / ROOTS_FILE
    text = json.dumps([
        {
            "path": root.path, "all_files": root.all_files, "ocr": root.ocr,
            "removed": sorted(place for place in removed if is_at_or_below(place, root.path)),
        }
        for root in roots
    ], indent=1)
    try:
        if path.read_text(encoding="ascii") == text:
            return
    except (OSError, ValueError):
        pass
    temporary = path.with_suffix(".new")
    temporary.write_text(text, encoding="ascii")
    os.replace(temporary, path)


def mark_suspect(data_dir: Path) -> None:
    """Let the next writer look through the whole catalog before it trusts it."""
    with contextlib.suppress(OSError):
        (data_dir / _SUSPECT).touch()


def mend_if_damaged(data_dir: Path) -> None:
    """Put a new catalog in the place of one that is damaged or gone, with all that can be saved. For the holder of the lock.

    A small catalog is looked through each time, a large one where something speaks for damage. The damaged file is kept
    beside the new one until every folder has been looked at (`finish`).

    Raises:
        IndexTooNew: untouched.
        DiskFull, DataFolderUnwritable
    """
    refuse_newer(data_dir, looks_again=True)
    path = data_dir / FILE_NAME
    try:
        found = _damage_at(path, data_dir) if path.exists() else _loss_of(data_dir)
        if found is None:
            (data_dir / _SUSPECT).unlink(missing_ok=True)
            return
        fresh = data_dir / f"{FILE_NAME}.new"
        saved = salvage(path, fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as database:
            _add_roots(database, rescued_roots(data_dir))
            _note_removed(database, _rescued_removals(data_dir))
            database.execute("INSERT OR REPLACE INTO meta VALUES (?, '1')", (REBUILDING,))
            database.execute("INSERT OR IGNORE INTO dirty SELECT 'text', document_id FROM documents")
            (index_id,) = database.execute("SELECT value FROM meta WHERE key = 'index'").fetchone()
        _keep_bits(data_dir, index_id)
        _swap(path, fresh)
        Journal(data_dir).note("catalog-rebuilt", f"{found}; saved: {saved.in_words()}", saved.documents)
        (data_dir / _SUSPECT).unlink(missing_ok=True)
    except (sqlite3.Error, OSError) as error:
        raise translated(error, data_dir) from error


def finish(data_dir: Path) -> None:
    """Every folder has been looked at since the catalog was made anew: the damaged one is not needed any more."""
    for suffix in ("", "-wal", "-shm"):
        (data_dir / f"{FILE_NAME}.damaged{suffix}").unlink(missing_ok=True)
    Journal(data_dir).note("catalog-complete", "every folder has been looked at since it was made anew")


def _damage_at(path: Path, data_dir: Path) -> str | None:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            is_bare = database.execute("PRAGMA user_version").fetchone()[0] == 0
            if is_bare and (_has_stores(data_dir) or rescued_roots(data_dir)):
                return "it holds no tables"
            if lost_roots(data_dir, database):
                return "it names no folders"
            is_doubtful = (data_dir / _SUSPECT).exists() or database.execute(
                "SELECT count(*) FROM meta WHERE key = 'at-work'"
            ).fetchone()[0]
            if path.stat().st_size > _LOOKED_THROUGH_BYTES and not is_doubtful:
                return None
            return damage_of(database)
    except sqlite3.DatabaseError as error:
        if isinstance(translated(error, data_dir), IndexDamaged) or "no such table" in str(error):
            return None if path.stat().st_size == 0 and not _has_stores(data_dir) else str(error)
        if "user_version" in str(error) or not _has_stores(data_dir):
            return None
        raise


def _loss_of(data_dir: Path) -> str | None:
    return "it is gone" if lost_roots(data_dir, None) else None


def _has_stores(data_dir: Path) -> bool:
    return any((data_dir / name).is_dir() for name in ("text", "vectors", "bits"))


def _keep_bits(data_dir: Path, index_id: str) -> None:
    """Let the token bits belong to the new catalog: its embeddings say where they lie."""
    folder = data_dir / "bits"
    if folder.is_dir():
        (folder / STAMP_FILE).write_text(index_id, encoding="ascii")


def _add_roots(database: sqlite3.Connection, roots: list[StoredRoot]) -> None:
    for root in roots:
        database.execute(
            "INSERT OR IGNORE INTO roots(path, all_files, ocr) VALUES (?, ?, ?)",
            (os.fsencode(root.path), int(root.all_files), int(root.ocr)),
        )


def _note_removed(database: sqlite3.Connection, removed: list[str]) -> None:
    database.executemany("INSERT OR IGNORE INTO removed(path) VALUES (?)", [(os.fsencode(place),) for place in removed])


def _swap(path: Path, fresh: Path) -> None:
    """The damaged file aside, the new one in its place. Killed in between, the catalog is gone, and is made anew again."""
    for suffix in ("", "-wal", "-shm"):
        old = path.with_name(path.name + suffix)
        if old.exists():
            os.replace(old, path.with_name(f"{path.name}.damaged{suffix}"))
    os.replace(fresh, path)


def lost_roots(data_dir: Path, database: sqlite3.Connection | None) -> list[StoredRoot]:
    """The folders of the copy where the catalog names none, which is then lost; `database` None where there is no catalog.

    The copy names folders only after the catalog does, and names none before the last one is removed from the catalog.

    Raises:
        sqlite3.Error
    """
    if database is not None and database.execute("SELECT 1 FROM roots LIMIT 1").fetchone():
        return []
    return rescued_roots(data_dir)


def rescued_roots(data_dir: Path) -> list[StoredRoot]:
    """What the copy of the table of roots says; none where there is no copy that can be read."""
    try:
        saved = json.loads((data_dir / ROOTS_FILE).read_text(encoding="ascii"))
        return [StoredRoot(root["path"], bool(root["all_files"]), bool(root["ocr"]), True, {}) for root in saved]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _rescued_removals(data_dir: Path) -> list[str]:
    try:
        saved = json.loads((data_dir / ROOTS_FILE).read_text(encoding="ascii"))
        return [str(place) for root in saved for place in root.get("removed", [])]
    except (OSError, ValueError, AttributeError, TypeError):
        return []

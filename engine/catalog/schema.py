"""The tables of catalog.sqlite, and how it is opened; what brings an earlier one up: `catalog_migration`."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import sqlite3
import stat
import threading
import uuid
from pathlib import Path

from engine.catalog.migration import MEMBER_RULES, TEXT_BLOCKS, VERSION, bring_up
from engine.errors import DataFolderUnreadable, DataFolderUnwritable, DiskFull, IndexDamaged, IndexTooNew, is_disk_full
from engine.machine.data_folder import prepare_data_dir
from engine.machine.journal import Journal
from engine.machine.system_words import system_words

log = logging.getLogger(__name__)

FILE_NAME = "catalog.sqlite"
_APPLICATION_ID = 0x46494348        # "FICH"
HEADER_BYTES = 100                  # of an SQLite file; its application's number lies at 68
_BUSY_MS = 10_000
_NO_ROOM_BYTES = 1_000_000
_UNWRITABLE = {                 # what SQLite says in English → Spanish
    "readonly": "la base de datos es de solo lectura",
    "unable to open": "no se puede abrir la base de datos",
    "disk i/o error": "error de lectura o escritura del disco",
}

# AUTOINCREMENT: an id is never used twice, so that a row of a derived store whose chunk is gone can never be taken
# for another chunk. Paths are BLOBs (os.fsencode): names need not be text. `dirty` is what must be made anew in a derived
# store: it is written before that store is touched, and removed after.
_TABLES = f"""
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE roots(
    root_id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,
    all_files INTEGER NOT NULL DEFAULT 0,
    ocr INTEGER NOT NULL DEFAULT 0,
    is_available INTEGER NOT NULL DEFAULT 1,
    device INTEGER,
    left_out TEXT NOT NULL DEFAULT '{{}}',
    scanned_at REAL
);
CREATE TABLE removed(path BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE documents(
    document_id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_path BLOB NOT NULL,
    inner BLOB NOT NULL DEFAULT x'',
    kind TEXT NOT NULL DEFAULT '',
    extension TEXT NOT NULL DEFAULT '',
    title TEXT,
    language TEXT,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    read_at_ns INTEGER NOT NULL,
    content_hash TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL CHECK (state IN ('reading', 'text', 'complete', 'unreadable', 'left-out')),
    reason TEXT,
    detail TEXT,
    n_pages INTEGER,
    properties TEXT NOT NULL DEFAULT '[]',
    n_chunks INTEGER NOT NULL DEFAULT 0,
    ocr INTEGER NOT NULL DEFAULT 0,
    format INTEGER NOT NULL DEFAULT 0,
    {MEMBER_RULES},
    UNIQUE (file_path, inner)
);
CREATE INDEX documents_by_state ON documents(state, mtime_ns);
CREATE INDEX documents_for_counts ON documents(state, n_chunks);
CREATE INDEX documents_by_size ON documents(size);
CREATE INDEX documents_by_language ON documents(language, state);
CREATE INDEX documents_unrecognised ON documents(file_path) WHERE ocr = 2;
CREATE TABLE chunks(
    chunk_id INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    page INTEGER,
    heading_path TEXT NOT NULL,
    section_start INTEGER NOT NULL,
    section_end INTEGER NOT NULL,
    n_tokens INTEGER NOT NULL,
    kind TEXT NOT NULL,
    language TEXT,
    passage_hash BLOB NOT NULL,
    model TEXT,
    text TEXT NOT NULL,
    UNIQUE (document_id, ordinal)
);
CREATE INDEX chunks_by_model ON chunks(model, document_id);
CREATE INDEX chunks_by_passage ON chunks(passage_hash);
CREATE TABLE bodies(
    document_id INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text BLOB NOT NULL,
    structure BLOB NOT NULL
);
{TEXT_BLOCKS};
CREATE TABLE embeddings(
    passage_hash BLOB NOT NULL,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    bit_segment INTEGER NOT NULL,
    bit_offset INTEGER NOT NULL,
    bit_n_tokens INTEGER NOT NULL,
    bit_width INTEGER NOT NULL,
    PRIMARY KEY (passage_hash, model)
);
CREATE TABLE dirty(
    store TEXT NOT NULL CHECK (store IN ('text', 'vectors')),
    document_id INTEGER NOT NULL,
    PRIMARY KEY (store, document_id)
) WITHOUT ROWID;
"""

_LOOKING = threading.Lock()
_looked_at: set[tuple[int, int]] = set()        # device and inode of the catalogs that this process has looked at


def is_own_catalog(header: bytes) -> bool:
    """Whether a file that begins so is a catalog of Fichero's, of any format."""
    return header.startswith(b"SQLite format 3\0") and header[68:72] == _APPLICATION_ID.to_bytes(4, "big")


def connect_writer(data_dir: Path) -> sqlite3.Connection:
    """The catalog, made or brought to this version if needed. The caller holds the index lock.

    Raises:
        IndexTooNew: untouched.
        IndexDamaged, DataFolderUnwritable, DiskFull
    """
    prepare_data_dir(data_dir)
    path = data_dir / FILE_NAME
    refuse_newer(data_dir)
    try:
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        _note_looked_at(path)
        if os.name == "posix":
            path.chmod(0o600)
        _set_up(database)
        # WAL: readers go on while we write. Full: an id that the other stores have seen must not be lost to a power
        # cut and given out again.
        database.execute("PRAGMA synchronous = FULL")
        if _version(database) == 0:
            database.execute("PRAGMA auto_vacuum = INCREMENTAL")       # disk is given back after removals
            database.execute("PRAGMA journal_mode = WAL")
            _create(database)
        _refuse_newer_version(database, data_dir)
        _bring_up(database, data_dir)
        return database
    except (sqlite3.Error, OSError) as error:
        raise translated(error, data_dir) from error


def connect_reader(data_dir: Path) -> sqlite3.Connection | None:
    """The catalog for reading, which waits for no writer; None where there is none yet.

    Raises:
        IndexTooNew, IndexDamaged, DataFolderUnreadable
    """
    path = data_dir / FILE_NAME
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError as error:
        raise DataFolderUnreadable(data_dir, *system_words(error)) from error
    except OSError as error:
        raise IndexDamaged(data_dir, str(error)) from error
    if not is_file:
        raise IndexDamaged(data_dir, f"{FILE_NAME} is no file", f"{FILE_NAME} no es un archivo")
    if not os.access(path, os.R_OK):
        raise DataFolderUnreadable(data_dir, *system_words(PermissionError(errno.EACCES, "")))
    refuse_newer(data_dir)
    try:
        database = _open_uri(path, "mode=ro")
        try:
            made = _version(database) > 0
        except sqlite3.OperationalError:        # a folder that may not be written to: no side files can be made
            database.close()
            database = _open_uri(path, "mode=ro&immutable=1")
            made = _version(database) > 0
        if not made:                            # a writer is just making it
            database.close()
            return None
        _set_up(database)
        _refuse_newer_version(database, data_dir)
        return database
    except sqlite3.Error as error:
        raise translated(error, data_dir) from error


def create_catalog(path: Path) -> sqlite3.Connection:
    """A new catalog file without documents, to be put in another's place."""
    database = sqlite3.connect(path, isolation_level=None)
    if os.name == "posix":
        path.chmod(0o600)
    _set_up(database)
    database.execute("PRAGMA auto_vacuum = INCREMENTAL")
    _create(database)
    return database


def empty_catalog() -> sqlite3.Connection:
    """An index without documents, in memory: what a reader sees before the first `index`."""
    database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _create(database)
    return database


def refuse_newer(data_dir: Path, looks_again: bool = False) -> None:
    """Raises IndexTooNew if the catalog is of a newer format; reads its header only, so that nothing is touched.

    A process looks at each file once, before SQLite opens it: to close a file, whichever way it was opened, frees all locks of
    POSIX that the process holds on it, and without them another process takes the write-ahead log from under a reader
    (https://www.sqlite.org/howtocorrupt.html, 2.2). Later on the version is told by SQLite itself.

    Args:
        looks_again: for a process that has no connection to the catalog now.
    """
    path = data_dir / FILE_NAME
    try:
        at = path.stat()
        with _LOOKING:
            if (at.st_dev, at.st_ino) in _looked_at and not looks_again:
                return
            with open(path, "rb") as file:
                header = file.read(100)
            _looked_at.add((at.st_dev, at.st_ino))
    except OSError:
        return
    if len(header) == 100 and header.startswith(b"SQLite format 3\x00"):
        found = int.from_bytes(header[60:64], "big")
        if found > VERSION:
            raise IndexTooNew(data_dir, found, VERSION)


def _note_looked_at(path: Path) -> None:
    """A file that SQLite has open in this process: nobody here may open it beside SQLite."""
    found = path.stat()
    with _LOOKING:
        _looked_at.add((found.st_dev, found.st_ino))


def _refuse_newer_version(database: sqlite3.Connection, data_dir: Path) -> None:
    """As `refuse_newer`, where the newer version is still in the write-ahead log only."""
    if (found := _version(database)) > VERSION:
        database.close()
        raise IndexTooNew(data_dir, found, VERSION)


def translated(error: Exception, data_dir: Path) -> Exception:
    """The error a person can act on that an error of SQLite or the system means; itself where it is our bug."""
    message = str(error).lower()
    if is_disk_full(error) or ("disk i/o error" in message and _has_no_room(data_dir)):
        return DiskFull(data_dir)
    if isinstance(error, OSError):
        return DataFolderUnwritable(data_dir, *system_words(error))
    if "malformed" in message or "not a database" in message or "corrupt" in message:
        return IndexDamaged(data_dir, str(error))
    spanish = next((words for sign, words in _UNWRITABLE.items() if sign in message), None)
    if spanish is not None:
        return DataFolderUnwritable(data_dir, str(error), spanish)
    return error


def _has_no_room(data_dir: Path) -> bool:
    """SQLite says so itself of its file, but not of the files beside it."""
    try:
        return shutil.disk_usage(data_dir).free < _NO_ROOM_BYTES
    except OSError:
        return False


def _open_uri(path: Path, options: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True, isolation_level=None, check_same_thread=False)


def _set_up(database: sqlite3.Connection) -> None:
    database.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA cache_size = -16000")


def _bring_up(database: sqlite3.Connection, data_dir: Path) -> None:
    """Bring a catalog of an earlier format to this one."""
    found = _version(database)
    if found < VERSION:
        bring_up(database, found)
        Journal(data_dir).note("catalog-migrated", f"from format {found} to {VERSION}")


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _create(database: sqlite3.Connection) -> None:
    database.executescript(
        f"BEGIN;{_TABLES}PRAGMA application_id = {_APPLICATION_ID};PRAGMA user_version = {VERSION};"
        f"INSERT INTO meta VALUES ('index', '{uuid.uuid4().hex}');COMMIT;"
    )

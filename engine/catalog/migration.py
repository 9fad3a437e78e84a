"""Brings a catalog of an earlier format to the present one. Nothing is read or embedded again.

A reader of this version must get along with every earlier format, since it may come before the writer, and with this one as well
while it is being brought up: what changes its form must tell it by itself (`catalog_texts`, `packed_vectors`, `catalog_models`).
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable

from engine.catalog.model_keys import given_key
from engine.catalog.records import unpack_text
from engine.catalog.texts import BLOCK, TextDamaged, delete_text, write_text
from engine.document import DocumentId
from engine.stores.packed_vectors import is_packed, pack_vector, unpack_vector

log = logging.getLogger(__name__)

VERSION = 5
TEXT_BLOCKS = (
    "CREATE TABLE text_blocks(document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE, block INTEGER NOT NULL,"
    " text BLOB NOT NULL, PRIMARY KEY (document_id, block))"
)
MEMBER_RULES = "member_rules INTEGER"           # NULL: read by an earlier version
_LAST_THAT_SHRINKS = 3      # the last step that makes rows smaller
_ROWS_AT_ONCE = 2_000


def bring_up(database: sqlite3.Connection, found: int) -> None:
    """From format `found` to the present one, each step whole or not at all.

    Raises:
        sqlite3.Error: the steps before stay done.
    """
    for version in range(found, VERSION):
        database.execute("BEGIN IMMEDIATE")
        try:
            _STEPS[version](database)
            database.execute(f"PRAGMA user_version = {version + 1}")
            database.execute("COMMIT")
        except BaseException:
            if database.in_transaction:         # of a full disk SQLite has gone back by itself
                database.execute("ROLLBACK")
            raise
    if found <= _LAST_THAT_SHRINKS:
        _give_back_space(database)


def _find_unrecognised(database: sqlite3.Connection) -> None:
    database.execute("CREATE INDEX IF NOT EXISTS documents_unrecognised ON documents(file_path) WHERE ocr = 2")


def _keep_texts_once(database: sqlite3.Connection) -> None:
    """Texts in blocks and not again in the chunks; vectors in a byte a number."""
    database.execute(TEXT_BLOCKS)
    ids = [DocumentId(row[0]) for row in database.execute("SELECT document_id FROM bodies")]
    for document_id in ids:
        packed, structure = database.execute(
            "SELECT text, structure FROM bodies WHERE document_id = ?", (document_id,)
        ).fetchone()
        try:
            text = unpack_text(packed)
        except TextDamaged:         # left as it is, for the doctor to find
            continue
        chunks = database.execute("SELECT chunk_id, start, end, text FROM chunks WHERE document_id = ?", (document_id,)).fetchall()
        if len(text) >= BLOCK:
            delete_text(database, document_id)
            write_text(database, document_id, text, structure)
        database.executemany(
            "UPDATE chunks SET text = '' WHERE chunk_id = ?",
            ((chunk_id,) for chunk_id, start, end, own in chunks if text[start:end] == own),
        )
    last = database.execute("SELECT coalesce(max(rowid), 0) FROM embeddings").fetchone()[0]
    for begin in range(0, last, _ROWS_AT_ONCE):
        rows = database.execute(
            "SELECT rowid, vector FROM embeddings WHERE rowid > ? AND rowid <= ?", (begin, begin + _ROWS_AT_ONCE)
        ).fetchall()
        database.executemany(
            "UPDATE embeddings SET vector = ? WHERE rowid = ?",
            ((pack_vector(unpack_vector(vector)), row_id) for row_id, vector in rows if vector and not is_packed(vector)),
        )


def _keep_model_names_once(database: sqlite3.Connection) -> None:
    """A key for each embedder in the rows that name it."""
    for table in ("chunks", "embeddings"):
        ids = [row[0] for row in database.execute(f"SELECT DISTINCT model FROM {table} WHERE model LIKE '%@%' ORDER BY model")]
        for model in ids:
            database.execute(f"UPDATE {table} SET model = ? WHERE model = ?", (given_key(database, model), model))


def _note_rules_of_members(database: sqlite3.Connection) -> None:
    """Room for the rules that members were read under: those of before are read again once, since nobody knows theirs."""
    if "member_rules" not in {row[1] for row in database.execute("PRAGMA table_info(documents)")}:
        database.execute(f"ALTER TABLE documents ADD COLUMN {MEMBER_RULES}")


_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {
    1: _find_unrecognised, 2: _keep_texts_once, 3: _keep_model_names_once,
    4: _note_rules_of_members,
}


def _give_back_space(database: sqlite3.Connection) -> None:
    """Rows that have become smaller leave holes in their pages, which only writing everything anew closes."""
    try:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error as error:      # no room for a second copy just now: the holes are filled by what comes
        log.warning("the catalog keeps its size: %s", error)

"""What all changes to the catalog share: transactions, notes of what derived stores have to follow, odd values."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from engine.catalog.catalog import Catalog
from engine.catalog.schema import translated
from engine.document import DocumentId
from engine.machine.journal import Journal

DerivedStore = Literal["text", "vectors"]


UNTIDY = "untidy"       # meta


class CatalogTransactions:
    def __init__(self, catalog: Catalog, data_dir: Path) -> None:
        self._catalog = catalog
        self._folder = data_dir

    @property
    def catalog(self) -> Catalog:
        return self._catalog

    @property
    def journal(self) -> Journal:
        return Journal(self._folder)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Several changes as one. Nested, it belongs to the outer one.

        Raises:
            DiskFull, DataFolderUnwritable, IndexDamaged: nothing was changed.
        """
        database = self._catalog.database
        if database.in_transaction:
            yield database
            return
        try:
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise translated(error, self._folder) from error

    def meta(self, key: str) -> str | None:
        row = self._catalog.database.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    @property
    def is_untidy(self) -> bool:
        """Whether something was removed since unused embeddings were looked for."""
        return self.meta(UNTIDY) is not None

    def unset_meta(self, key: str) -> None:
        with self.transaction() as database:
            database.execute("DELETE FROM meta WHERE key = ?", (key,))

    def set_meta(self, key: str, value: str) -> None:
        with self.transaction() as database:
            database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def give_back_space(self) -> None:
        """Return free pages to the disk, and empty the write-ahead log."""
        try:
            self._catalog.database.executescript("PRAGMA incremental_vacuum")      # execute() frees a single page
            self._catalog.database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            raise translated(error, self._folder) from error

    # Inside a transaction

    def _note_untidy(self, database: sqlite3.Connection) -> None:
        database.execute("INSERT OR REPLACE INTO meta VALUES (?, '1')", (UNTIDY,))

    def _note(self, database: sqlite3.Connection, store: DerivedStore, ids: Iterable[DocumentId]) -> None:
        database.executemany("INSERT OR IGNORE INTO dirty VALUES (?, ?)", ((store, document_id) for document_id in ids))

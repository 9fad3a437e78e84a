"""Copies what can still be read of a damaged catalog into a new one, row by row.

A document is taken whole, with its chunks as they were cut and its text, or not at all: then the next look at its folder
reads its file again. Embeddings are taken for themselves: they cost the most, and are found again by the hash of their passage.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.catalog.model_keys import given_key, models_by_key
from engine.catalog.records import unpack_structure
from engine.catalog.schema import create_catalog
from engine.catalog.texts import TextDamaged, unpacked
from engine.document import passage_prefix
from engine.machine.fingerprint import passage_hash

log = logging.getLogger(__name__)

_IDS_AHEAD = 1_000              # ids that may have been given out by what was lost are not given out again
_ROWS_A_COMMIT = 2_000
# Of meta only this: the rest is about stores that are made anew.
_KEPT_META = ("model", "mounts")
_UNTOUCHED_STATES = ("unreadable", "left-out")


@dataclass(slots=True)
class Salvaged:
    folders: int = 0
    documents: int = 0
    lost_documents: int = 0         # that the damaged catalog still named
    embeddings: int = 0

    def in_words(self) -> str:
        return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in asdict(self).items())


def salvage(damaged: Path, target: Path) -> Salvaged:
    """Make a new catalog at `target` of what can be read in the file `damaged`, which is not changed.

    Raises:
        OSError, sqlite3.Error: `target` cannot be written.
    """
    target.unlink(missing_ok=True)
    made = Salvaged()
    with closing(create_catalog(target)) as new:
        try:
            old = sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)
        except sqlite3.Error as error:
            log.warning("nothing can be read of the damaged catalog: %s", error)
            return made
        with closing(old):
            _Copy(old, new, made).run()
    return made


class _Copy:
    def __init__(self, old: sqlite3.Connection, new: sqlite3.Connection, made: Salvaged) -> None:
        self._old, self._new, self._made = old, new, made
        self._owned: dict[int, list[int]] | None = None         # chunks by document, where their index is damaged

    def run(self) -> None:
        for key in _KEPT_META:
            for row in self._read("SELECT value FROM meta WHERE key = ?", (key,)):
                self._new.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, row[0]))
        self._made.folders = self._copy_table("roots")
        self._copy_table("removed")
        self._copy_documents()
        self._made.embeddings = self._copy_embeddings()
        self._skip_ids()

    def _copy_table(self, table: str) -> int:
        columns = self._columns(table)
        if not columns:
            return 0
        rows = self._read(f"SELECT {', '.join(columns)} FROM {table}")
        with self._transaction():
            self._insert(table, columns, rows)
        return len(rows)

    def _copy_documents(self) -> None:
        columns, chunk_columns = self._columns("documents"), self._columns("chunks")
        begin = 1
        last = self._last("documents", "document_id") if columns else 0
        while begin <= last:
            with self._transaction():
                for document_id in range(begin, min(begin + _ROWS_A_COMMIT, last + 1)):
                    self._copy_document(document_id, columns, chunk_columns)
            begin += _ROWS_A_COMMIT

    def _copy_document(self, document_id: int, columns: Sequence[str], chunk_columns: Sequence[str]) -> None:
        rows = self._read(f"SELECT {', '.join(columns)} FROM documents WHERE document_id = ?", (document_id,))
        if not rows:
            return
        document = dict(zip(columns, rows[0], strict=True))
        chunks = self._chunks(chunk_columns, "document_id = ? ORDER BY ordinal", document_id)
        if len(chunks) != document["n_chunks"]:         # the index of chunks by document may be what is damaged
            chunks = [chunk for id_ in self._chunks_of(document_id) for chunk in self._chunks(chunk_columns, "chunk_id = ?", id_)]
            chunks.sort(key=lambda chunk: chunk["ordinal"])
        bodies = self._read("SELECT text, structure FROM bodies WHERE document_id = ?", (document_id,))
        blocks = self._read("SELECT block, text FROM text_blocks WHERE document_id = ? ORDER BY block", (document_id,))
        if not _is_whole(document, chunks, bodies, blocks):
            self._made.lost_documents += 1
            return
        if document["state"] not in _UNTOUCHED_STATES:
            document["state"] = "reading"
        try:
            with self._savepoint():
                self._insert("documents", columns, [tuple(document.values())])
                for chunk in chunks:
                    self._insert("chunks", chunk_columns, [tuple({**chunk, "model": None}.values())])
                for body in bodies:
                    self._insert("bodies", ("document_id", "text", "structure"), [(document_id, *body)])
                self._insert("text_blocks", ("document_id", "block", "text"), [(document_id, *block) for block in blocks])
        except sqlite3.Error:           # two of one path, or a value that no row may have
            self._made.lost_documents += 1
            return
        self._made.documents += 1

    def _chunks(self, columns: Sequence[str], condition: str, value: int) -> list[dict[str, Any]]:
        rows = self._read(f"SELECT {', '.join(columns)} FROM chunks WHERE {condition}", (value,))
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def _chunks_of(self, document_id: int) -> list[int]:
        """The chunks of a document, found by asking each one for its owner: through the table alone."""
        if self._owned is None:
            self._owned = {}
            for chunk_id in range(1, self._last("chunks", "chunk_id") + 1):
                for row in self._read("SELECT document_id FROM chunks WHERE chunk_id = ?", (chunk_id,)):
                    self._owned.setdefault(row[0], []).append(chunk_id)
        return self._owned.get(document_id, [])

    def _copy_embeddings(self) -> int:
        columns = self._columns("embeddings")
        ids = self._models_by_key()
        at_model = columns.index("model") if columns else 0
        copied, begin, last = 0, 1, self._last_embedding() if columns else 0
        while begin <= last:
            with self._transaction():
                for row_id in range(begin, min(begin + _ROWS_A_COMMIT, last + 1)):
                    rows = self._read(f"SELECT {', '.join(columns)} FROM embeddings WHERE rowid = ?", (row_id,))
                    if not rows or any(value is None for value in rows[0]):
                        continue
                    row = list(rows[0])
                    row[at_model] = ids.get(row[at_model], row[at_model])
                    if "@" in str(row[at_model]):           # else its embedder is not known any more
                        row[at_model] = given_key(self._new, row[at_model])
                        self._insert("embeddings", columns, [row])
                        copied += 1
            begin += _ROWS_A_COMMIT
        return copied

    def _models_by_key(self) -> dict[str, str]:
        with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
            return models_by_key(self._old)
        return {}

    def _last_embedding(self) -> int:
        """The highest row; where the end of the table is damaged, the highest that its index names on either side of its damage."""
        by_index = "SELECT rowid FROM embeddings INDEXED BY sqlite_autoindex_embeddings_1 ORDER BY passage_hash"
        named = [row[0] for order in ("", " DESC") for row in self._read(by_index + order)]
        return max(self._last("embeddings", "rowid"), *named, 0)

    def _skip_ids(self) -> None:
        with self._transaction():
            for table, column in (("documents", "document_id"), ("chunks", "chunk_id")):
                last = self._last(table, column) + _IDS_AHEAD
                self._new.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
                self._new.execute("INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)", (table, last))

    def _last(self, table: str, column: str) -> int:
        """The highest id that is known of, from either file: the pages that hold the newest may be the damaged ones."""
        found = [
            *self._read("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)),
            *self._read(f"SELECT max({column}) FROM {table}"),
            self._new.execute(f"SELECT max({column}) FROM {table}").fetchone(),
        ]
        return max((int(row[0]) for row in found if isinstance(row[0], int)), default=0)

    def _columns(self, table: str) -> list[str]:
        """Of both tables, in the new one's order; none where the old one cannot be read at all."""
        old = {row[1] for row in self._read(f"PRAGMA table_info({table})")}
        return [row[1] for row in self._new.execute(f"PRAGMA table_info({table})") if row[1] in old]

    def _read(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows as far as they can be read."""
        rows: list[Any] = []
        with contextlib.suppress(sqlite3.Error, OverflowError, UnicodeDecodeError):
            rows.extend(self._old.execute(query, values))
        return rows

    def _insert(self, table: str, columns: Sequence[str], rows: Sequence[Any]) -> None:
        marks = ", ".join("?" * len(columns))
        self._new.executemany(f"INSERT OR IGNORE INTO {table}({', '.join(columns)}) VALUES ({marks})", rows)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._new.execute("BEGIN")
        yield
        self._new.execute("COMMIT")

    @contextlib.contextmanager
    def _savepoint(self) -> Iterator[None]:
        self._new.execute("SAVEPOINT document")
        try:
            yield
        except BaseException:
            self._new.execute("ROLLBACK TO document")
            raise
        finally:
            self._new.execute("RELEASE document")


def _is_whole(document: dict[str, Any], chunks: list[dict[str, Any]], bodies: list[Any], blocks: list[Any]) -> bool:
    """Whether a document is as it was written, as far as its own hashes and counts tell."""
    try:
        os.fsdecode(document["file_path"])
        if document["state"] in _UNTOUCHED_STATES:
            return not chunks
        if len(chunks) != document["n_chunks"] or len(bodies) != 1:
            return False
        text = unpacked(bodies[0][0], (block for _, block in blocks))
        unpack_structure(bodies[0][1], text)
        return all(
            passage_hash(passage_prefix(document["title"], tuple(json.loads(chunk["heading_path"])))
                         + (chunk["text"] or text[chunk["start"] : chunk["end"]])) == chunk["passage_hash"]
            for chunk in chunks
        )
    except (*TextDamaged, KeyError, IndexError):
        return False

"""Changes to the catalog. Its caller holds the index lock; each method is one transaction, whole or not at all.

Whatever a derived store has to follow is noted in `dirty` by the same transaction that changes the document, and struck out
when that store has committed. So a writer killed in between leaves a note of what is to be made anew.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.catalog.catalog import batches, below
from engine.catalog.embeddings import CatalogEmbeddings
from engine.catalog.records import (
    NO_MEMBERS,
    OCR_DONE,
    OCR_UNKNOWN,
    UNKNOWN_RULES,
    KnownFile,
    OcrState,
    encode_inner,
    encode_path,
    pack_left_out,
    pack_structure,
    plain,
)
from engine.catalog.texts import delete_text, write_text
from engine.catalog.transactions import DerivedStore
from engine.discovery.rules import extension_of
from engine.document import Chunk, Document, DocumentId, passage_prefix
from engine.errors import Unreadable
from engine.machine.fingerprint import FileStamp, passage_hash

FORMAT = 2              # of what reading and chunking give: a higher one makes every document be read again

# Rows of an earlier format do not say under which rules members were read; NULL is kept, so that nothing is to be written for them.
_MEMBER_RULES = (
    "CASE WHEN member_rules IS NOT NULL THEN member_rules WHEN inner <> x'' OR kind IN ('eml', 'msg')"
    f" OR (state = 'left-out' AND reason IS NULL) THEN {UNKNOWN_RULES} ELSE {NO_MEMBERS} END"
)


@dataclass(frozen=True, slots=True)
class ReadPart:
    """One document of a file as it is to be stored: with chunks, or with the reason why it has none."""

    inner: str
    kind: str
    document: Document | None
    chunks: tuple[Chunk, ...] = ()
    problem: Unreadable | None = None
    is_left_out: bool = False


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file as it was read, with the stamp it had before. Its parts are asked for once, one after another."""

    path: str
    stamp: FileStamp
    read_at_ns: int
    content_hash: str
    parts: Iterable[ReadPart]
    ocr: OcrState = OCR_UNKNOWN
    member_rules: int = NO_MEMBERS      # what let its members in or left them out (engine/indexing/member_rules.py)


class CatalogWriter(CatalogEmbeddings):
    """All changes to the catalog: roots and documents here, vectors and transactions in its bases."""

    # What the person has added

    def add_root(self, path: str, all_files: bool, ocr: bool) -> None:
        with self.transaction() as database:
            database.execute(
                "INSERT INTO roots(path, all_files, ocr) VALUES (?, ?, ?)"
                " ON CONFLICT (path) DO UPDATE SET all_files = excluded.all_files, ocr = excluded.ocr",
                (encode_path(path), int(all_files), int(ocr)),
            )

    def note_scan(
        self, path: str, is_available: bool, left_out: dict[str, int] | None, device: int | None,
        left_out_folders: dict[str, int] | None = None,
    ) -> None:
        """What the last look at a root found; without `left_out` the former counts stay."""
        packed = None if left_out is None else pack_left_out(left_out, left_out_folders or {})
        with self.transaction() as database:
            database.execute(
                "UPDATE roots SET is_available = ?, left_out = coalesce(?, left_out), device = coalesce(?, device)"
                " WHERE path = ?",
                (int(is_available), packed, device, encode_path(path)),
            )

    def device_of(self, path: str) -> int | None:
        row = self._catalog.database.execute("SELECT device FROM roots WHERE path = ?", (encode_path(path),)).fetchone()
        return row[0] if row else None

    def forget_roots_below(self, path: str) -> None:
        condition, values = below_path(path)
        with self.transaction() as database:
            database.execute(f"DELETE FROM roots WHERE {condition}", values)
            database.execute(f"DELETE FROM removed WHERE {condition}", values)

    def note_removed(self, path: str) -> None:
        with self.transaction() as database:
            database.execute("INSERT OR IGNORE INTO removed VALUES (?)", (encode_path(path),))

    def unnote_removed(self, path: str) -> None:
        with self.transaction() as database:
            database.execute("DELETE FROM removed WHERE path = ?", (encode_path(path),))

    def removed_paths(self) -> frozenset[str]:
        return frozenset(os.fsdecode(row[0]) for row in self._catalog.database.execute("SELECT path FROM removed"))

    # Files

    def known_files(self, path: str) -> dict[str, KnownFile]:
        """Every file at or below `path` that the catalog knows, by its path."""
        condition, values = below(path)
        rows = self._catalog.database.execute(
            "SELECT file_path, document_id, size, mtime_ns, ctime_ns, inode, read_at_ns, content_hash, state, reason, ocr,"
            f" format, {_MEMBER_RULES} FROM documents WHERE {condition} ORDER BY file_path, inner", values,
        )
        grouped: dict[bytes, list[Any]] = {}
        for row in rows:
            grouped.setdefault(row[0], []).append(row)
        return {
            os.fsdecode(path): KnownFile(
                tuple(DocumentId(row[1]) for row in group), FileStamp(*group[0][2:6]), group[0][6], group[0][7],
                tuple(row[8] for row in group), tuple(row[9] for row in group), max(row[10] for row in group),
                min(row[11] for row in group), _one_of(row[12] for row in group),
            )
            for path, group in grouped.items()
        }

    def knows_file(self, path: str) -> bool:
        row = self._catalog.database.execute("SELECT 1 FROM documents WHERE file_path = ? LIMIT 1", (encode_path(path),))
        return row.fetchone() is not None

    def files_of_size(self, size: int) -> list[tuple[str, str]]:
        """(path, content hash) of files of exactly this many bytes whose content is known."""
        rows = self._catalog.database.execute(
            "SELECT DISTINCT file_path, content_hash FROM documents WHERE size = ? AND content_hash <> ''", (size,)
        )
        return [(os.fsdecode(path), content_hash) for path, content_hash in rows]

    def stamp(self, files: Iterable[tuple[str, FileStamp, int]]) -> None:
        """(path, stamp, time of the look) of files that were touched, and whose content is what it was."""
        with self.transaction() as database:
            database.executemany(
                "UPDATE documents SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, read_at_ns = ? WHERE file_path = ?",
                (
                    (stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, looked_at_ns, encode_path(path))
                    for path, stamp, looked_at_ns in files
                ),
            )

    def distrust(self, path: str) -> None:
        """Make the next look at this file read it again, whatever its time says."""
        with self.transaction() as database:
            database.execute("UPDATE documents SET format = 0 WHERE file_path = ?", (encode_path(path),))

    def distrust_all(self, paths: Iterable[str]) -> None:
        with self.transaction() as database:
            database.executemany("UPDATE documents SET format = 0 WHERE file_path = ?", [(encode_path(path),) for path in paths])

    def note_recognised(self, path: str) -> None:
        """Text recognition has done what it can for this file, which stays as it is."""
        with self.transaction() as database:
            database.execute("UPDATE documents SET ocr = ? WHERE file_path = ?", (OCR_DONE, encode_path(path)))

    def distrust_locked(self, place: str) -> int:
        """As `distrust`, for the files at or below `place` of which something is under a password. Returns how many."""
        condition, values = below(place)
        with self.transaction() as database:
            paths = [row[0] for row in database.execute(
                f"SELECT DISTINCT file_path FROM documents WHERE reason = 'encrypted' AND ({condition})", values
            )]
            database.executemany("UPDATE documents SET format = 0 WHERE file_path = ?", [(path,) for path in paths])
        return len(paths)

    def move(self, old: str, new: str, stamp: FileStamp, read_at_ns: int) -> list[DocumentId]:
        """The file has another path: its chunks and vectors stay, its place in the text index is made anew."""
        with self.transaction() as database:
            self._delete(database, self._ids(database, "file_path = ?", [encode_path(new)]))
            ids = self._ids(database, "file_path = ?", [encode_path(old)])
            database.execute(
                "UPDATE documents SET file_path = ?, size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, read_at_ns = ?"
                " WHERE file_path = ?",
                (encode_path(new), stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, read_at_ns, encode_path(old)),
            )
            self._note(database, "text", ids)
        return ids

    def remove_files(self, paths: Iterable[str]) -> list[DocumentId]:
        """Forget files with all their parts. Returns the documents that were shown."""
        with self.transaction() as database:
            ids: list[DocumentId] = []
            for path in paths:
                ids += self._ids(database, "file_path = ?", [encode_path(path)])
            return self._delete(database, ids)

    def remove_below(self, path: str) -> list[DocumentId]:
        with self.transaction() as database:
            return self._delete(database, self._ids(database, *below(path)))

    def write(self, file: ReadFile) -> None:
        """Put a file in the place of what was known of it: documents that are still there keep their ids."""
        path = encode_path(file.path)
        with self.transaction() as database:
            before = {
                inner: DocumentId(document_id) for inner, document_id in
                database.execute("SELECT inner, document_id FROM documents WHERE file_path = ?", (path,))
            }
            written: dict[bytes, DocumentId] = {}
            for part in file.parts:
                inner = encode_inner(part.inner)
                known = written.get(inner) or before.pop(inner, None)
                if known is not None:
                    self._note_where_embedded(database, [known])
                    database.execute("DELETE FROM chunks WHERE document_id = ?", (known,))
                    delete_text(database, known)
                written[inner] = self._write_part(database, file, part, inner, known)
            self._delete(database, list(before.values()))
            self._note(database, "text", written.values())

    def _write_part(
        self, database: sqlite3.Connection, file: ReadFile, part: ReadPart, inner: bytes, known: DocumentId | None
    ) -> DocumentId:
        document = part.document
        state = "left-out" if part.is_left_out else "unreadable" if document is None else "reading"
        values: dict[str, Any] = {
            "file_path": encode_path(file.path), "inner": inner, "kind": part.kind,
            "extension": extension_of(part.inner or file.path),
            "title": plain(document.title) if document and document.title else None,
            "language": document.language if document else None,
            "size": file.stamp.size, "mtime_ns": file.stamp.mtime_ns, "ctime_ns": file.stamp.ctime_ns,
            "inode": file.stamp.inode, "read_at_ns": file.read_at_ns, "content_hash": file.content_hash,
            "state": state, "reason": part.problem.reason if part.problem else None,
            "detail": plain(" ".join(part.problem.detail.split()))[:500] if part.problem else None,
            "n_pages": document.n_pages if document else None,
            "properties": json.dumps(document.properties if document else []),
            "n_chunks": len(part.chunks), "ocr": int(file.ocr), "format": FORMAT,
            "member_rules": file.member_rules,
        }
        if known is None:
            marks = ",".join("?" * len(values))
            cursor = database.execute(f"INSERT INTO documents({','.join(values)}) VALUES ({marks})", list(values.values()))
            document_id = DocumentId(int(cursor.lastrowid or 0))
        else:
            document_id = known
            changes = ", ".join(f"{name} = ?" for name in values)
            database.execute(f"UPDATE documents SET {changes} WHERE document_id = ?", [*values.values(), known])
        if document is not None:
            write_text(database, document_id, document.text, pack_structure(document))
            database.executemany(
                "INSERT INTO chunks(document_id, ordinal, start, end, page, heading_path, section_start, section_end,"
                " n_tokens, kind, language, passage_hash, text) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
                (_chunk_values(document_id, ordinal, chunk, document) for ordinal, chunk in enumerate(part.chunks)),
            )
        return document_id

    # What the derived stores have to follow

    def dirty(self, store: DerivedStore, at_most: int = -1) -> list[DocumentId]:
        rows = self._catalog.database.execute(
            "SELECT document_id FROM dirty WHERE store = ? ORDER BY document_id LIMIT ?", (store, at_most)
        )
        return [DocumentId(row[0]) for row in rows]

    def note_dirty(self, store: DerivedStore, document_ids: Iterable[DocumentId]) -> None:
        with self.transaction() as database:
            self._note(database, store, document_ids)

    def note_all_dirty(self, store: DerivedStore) -> None:
        with self.transaction() as database:
            database.execute("INSERT OR IGNORE INTO dirty SELECT ?, document_id FROM documents", (store,))

    def text_done(self, document_ids: Sequence[DocumentId]) -> None:
        """The text index has committed these documents as the catalog has them."""
        with self.transaction() as database:
            for part in batches(document_ids, 900):
                marks = ",".join("?" * len(part))
                database.execute(
                    f"UPDATE documents SET state = 'text' WHERE state = 'reading' AND document_id IN ({marks})", part
                )
            database.executemany("DELETE FROM dirty WHERE store = 'text' AND document_id = ?", ((i,) for i in document_ids))

    # Inside a transaction

    def _ids(self, database: sqlite3.Connection, condition: str, values: Sequence[Any]) -> list[DocumentId]:
        return [DocumentId(row[0]) for row in database.execute(f"SELECT document_id FROM documents WHERE {condition}", values)]

    def _delete(self, database: sqlite3.Connection, ids: Sequence[DocumentId]) -> list[DocumentId]:
        self._note(database, "text", ids)
        self._note_where_embedded(database, ids)
        shown = []
        for document_id in ids:
            state = database.execute("SELECT state FROM documents WHERE document_id = ?", (document_id,)).fetchone()
            if state and state[0] != "left-out":
                shown.append(document_id)
            database.execute("DELETE FROM documents WHERE document_id = ?", (document_id,))
        return shown

    def _note_where_embedded(self, database: sqlite3.Connection, ids: Iterable[DocumentId]) -> None:
        self._note_untidy(database)
        for document_id in ids:
            database.execute(
                "INSERT OR IGNORE INTO dirty SELECT 'vectors', ? WHERE EXISTS"
                " (SELECT 1 FROM chunks WHERE document_id = ? AND model IS NOT NULL)", (document_id, document_id),
            )


def _one_of(numbers: Iterable[int]) -> int:
    """Of the rows of one file, which were written together: unknown if it is so for any of them."""
    found = set(numbers)
    return UNKNOWN_RULES if UNKNOWN_RULES in found else max(found)


def below_path(path: str) -> tuple[str, list[Any]]:
    """As `below`, for the tables whose column is named `path`."""
    condition, values = below(path)
    return condition.replace("file_path", "path"), values


def _chunk_values(document_id: DocumentId, ordinal: int, chunk: Chunk, document: Document) -> tuple[Any, ...]:
    text = plain(chunk.text)
    heading_path = tuple(plain(heading) for heading in chunk.heading_path)
    title = plain(document.title) if document.title else None
    return (
        document_id, ordinal, chunk.start, chunk.end, chunk.page, json.dumps(heading_path, ensure_ascii=False),
        chunk.section_start, chunk.section_end, chunk.n_tokens, chunk.kind, chunk.language,
        passage_hash(passage_prefix(title, heading_path) + text),
        "" if document.text[chunk.start : chunk.end] == text else text,
    )

"""The truth about documents: one SQLite file, read by everybody, written by the indexer alone (catalog/writer.py).

Readers need no lock: write-ahead logging gives each query a whole state. One Catalog is used by one thread at a time.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from engine.catalog.model_keys import key_of, models_by_key
from engine.catalog.records import (
    MESSAGES,
    Counts,
    Entry,
    FolderStatus,
    StoredChunk,
    StoredDocument,
    StoredError,
    StoredRoot,
    UnrecognisedDocument,
    UnrecognisedFile,
    decode_inner,
    encode_inner,
    encode_path,
    plain,
    shown_path,
    unpack_left_out,
    unpack_recognised,
    unpack_structure,
)
from engine.catalog.rescue import lost_roots
from engine.catalog.schema import FILE_NAME, connect_reader, connect_writer, empty_catalog, translated
from engine.catalog.texts import Piece, texts_of, whole_text
from engine.document import BlockKind, ChunkId, Document, DocumentId
from engine.errors import CatalogLost, IndexGone
from engine.hits import Filters, Period, Stage
from engine.machine.fingerprint import storable
from engine.model_ids import vectors_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.stores.bit_store import BitLocation

__all__ = ["Catalog", "Counts", "FolderStatus", "StoredChunk", "StoredDocument", "StoredError", "StoredRoot"]

_IDS_A_QUERY = 900          # SQLite takes at least 999 variables
_CHUNK = (
    "chunk_id, document_id, ordinal, text, start, end, page, heading_path, section_start, section_end, n_tokens, kind, language"
)
_DOCUMENT = (
    "document_id, file_path, inner, kind, title, language, size, mtime_ns, content_hash, state, reason, detail, n_pages, "
    "properties, n_chunks, ctime_ns"
)
_SHOWN = "state IN ('reading', 'text', 'complete', 'unreadable')"


# StoredDocument.dated_ns. SQLite takes a time without an offset for UTC, Python for local time: hours in a filter of days.
_DATED = (
    f"CASE WHEN kind IN ({', '.join(map(repr, MESSAGES))}) THEN coalesce((SELECT CAST(strftime('%s', json_extract(value, '$[1]')) AS INTEGER)"
    " * 1000000000 FROM json_each(properties) WHERE json_extract(value, '$[0]') = 'date'), mtime_ns) ELSE mtime_ns END"
)


class Catalog:
    def __init__(self, database: sqlite3.Connection | None, data_dir: Path) -> None:
        self._database = database
        self._folder = data_dir
        self._file: tuple[int, int] | None = None       # that a reader has opened
        self._had_one = False
        self._empty: sqlite3.Connection | None = None
        self._remembered: dict[str, tuple[int, Any]] = {}

    @classmethod
    def open(cls, data_dir: Path, read_only: bool = False) -> Catalog:
        """The catalog in `data_dir`. For writing it is made where there is none, and the caller holds the index lock.

        Opened for reading where there is none yet, it is empty, writes nothing, and sees the real one when it is made.

        Raises:
            IndexTooNew: untouched.
            CatalogLost: for reading; who writes has it mended first.
            IndexDamaged, DataFolderUnwritable, DiskFull
        """
        if not read_only:
            return cls(connect_writer(data_dir), data_dir)
        catalog = cls(None, data_dir)
        catalog._connect()
        return catalog

    @property
    def database(self) -> sqlite3.Connection:
        """The connection; for catalog/writer.py and doctor.py alone.

        Raises:
            IndexGone: there was a catalog before.
        """
        if self._database is None:
            self._connect()
        if self._database is None:
            if self._had_one:
                raise IndexGone(self._folder)
            self._empty = self._empty or empty_catalog()
            return self._empty
        return self._database

    def _connect(self) -> None:
        self._file = _file_at(self._folder)
        self._database = connect_reader(self._folder)
        self._had_one = self._had_one or self._database is not None
        try:
            lost = lost_roots(self._folder, self._database)
        except sqlite3.Error as error:
            raise translated(error, self._folder) from error
        if lost:
            self.close()
            raise CatalogLost(self._folder, len(lost))

    def follow(self) -> bool:
        """For readers: where the file that is open is gone, or another has taken its place, as after damage, let go of it and say so."""
        if self._database is None or self._file == _file_at(self._folder):
            return False
        self.close()
        return True

    def close(self) -> None:
        for database in (self._database, self._empty):
            if database is not None:
                database.close()
        self._database = self._empty = None

    def __enter__(self) -> Catalog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # One document or chunk by its id

    def chunks(self, chunk_ids: Iterable[ChunkId]) -> dict[ChunkId, StoredChunk]:
        """Those that exist. A chunk that does not is old text: it must not be shown."""
        with self._one_state() as database:
            rows = list(self._by_ids(f"SELECT {_CHUNK} FROM chunks WHERE chunk_id IN", chunk_ids))
            texts = texts_of(database, [_piece(row) for row in rows])
        found = (_chunk(row, text) for row, text in zip(rows, texts, strict=True) if text is not None)
        return {chunk.chunk_id: chunk for chunk in found}

    def languages_of(self, chunk_ids: Iterable[ChunkId]) -> dict[ChunkId, tuple[str | None, BlockKind]]:
        """Language and kind of those that exist, without reading their texts."""
        rows = self._by_ids("SELECT chunk_id, language, kind FROM chunks WHERE chunk_id IN", chunk_ids)
        return {ChunkId(row[0]): (row[1], row[2]) for row in rows}

    def documents(self, document_ids: Iterable[DocumentId]) -> dict[DocumentId, StoredDocument]:
        query = f"SELECT {_DOCUMENT} FROM documents WHERE {_SHOWN} AND document_id IN"
        return {document.document_id: document for document in map(_document, self._by_ids(query, document_ids))}

    def document_chunks(self, document_id: DocumentId) -> list[StoredChunk]:
        """In reading order; without a text where that is damaged, which is the doctor's to find."""
        with self._one_state() as database:
            rows = self._rows(f"SELECT {_CHUNK} FROM chunks WHERE document_id = ? ORDER BY ordinal", (document_id,))
            texts = texts_of(database, [_piece(row) for row in rows])
        return [_chunk(row, text or "") for row, text in zip(rows, texts, strict=True)]

    def body(self, document_id: DocumentId) -> str:
        """The document's whole text; "" where it has none, or is gone."""
        with self._one_state() as database:
            return whole_text(database, document_id) or ""

    def structure(self, document_id: DocumentId) -> Document | None:
        """The document as it was read, with its blocks; None where it has no text, or is gone."""
        with self._one_state() as database:
            rows = self._rows(
                "SELECT structure, kind, title, language, n_pages, properties FROM bodies JOIN documents USING (document_id)"
                " WHERE document_id = ?", (document_id,),
            )
            text = whole_text(database, document_id)
        if not rows or text is None:
            return None
        structure, kind, title, language, n_pages, properties = rows[0]
        return Document(
            text, unpack_structure(structure, text), kind, title, language, n_pages, _properties(properties),
            unpack_recognised(structure),
        )

    def vectors(self, chunk_ids: Iterable[ChunkId], model: str) -> dict[ChunkId, NDArray[np.float16]]:
        """The vectors that the embedder of this id made of chunks; chunks that have none of it yet are left out."""
        from engine.stores.packed_vectors import unpack_vector

        query = (
            "SELECT chunk_id, embeddings.model, vector FROM chunks JOIN embeddings ON embeddings.passage_hash = chunks.passage_hash"
            " WHERE chunks.model IS NOT NULL AND chunk_id IN"
        )
        found: dict[ChunkId, NDArray[np.float16]] = {}
        with self._one_state() as database:
            ids = models_by_key(database)
            rows = list(self._by_ids(query, chunk_ids))
        for chunk_id, key, packed in rows:
            made_by = ids.get(key, key)
            if made_by == model or (vectors_of(made_by) == vectors_of(model) and chunk_id not in found):
                found[ChunkId(chunk_id)] = unpack_vector(packed)
        return found

    def dimension(self, model: str) -> int | None:
        """How many numbers a vector of this embedder holds; None where it has made none yet."""
        from engine.stores.packed_vectors import unpack_vector

        maker = vectors_of(model)
        with self._one_state() as database:
            keys = [key for key, known in models_by_key(database).items() if vectors_of(known) == maker]
            rows = self._rows(
                f"SELECT vector FROM embeddings WHERE model IN ({','.join('?' * (1 + len(keys)))}) OR substr(model, 1, ?) = ?"
                " LIMIT 1", [model, *keys, len(maker) + 1, maker + "+"],
            )
        return len(unpack_vector(rows[0][0])) if rows else None

    def bit_locations(self, chunk_ids: Iterable[ChunkId], model: str | None = None) -> dict[ChunkId, BitLocation]:
        """Where the token bits of chunks lie that an embedder made, each chunk's latest if `model` is None; chunks that
        have none of it yet are left out."""
        with self._one_state() as database:
            of_model = "chunks.model" if model is None else "'" + key_of(database, model).replace("'", "''") + "'"
            return self._bit_locations(of_model, chunk_ids)

    def _bit_locations(self, of_model: str, chunk_ids: Iterable[ChunkId]) -> dict[ChunkId, BitLocation]:
        from engine.stores.bit_store import BitLocation

        query = (
            "SELECT chunk_id, bit_segment, bit_offset, bit_n_tokens, bit_width FROM chunks"
            f" JOIN embeddings ON embeddings.passage_hash = chunks.passage_hash AND embeddings.model = {of_model}"
            " WHERE chunk_id IN"
        )
        return {ChunkId(row[0]): BitLocation(*row[1:]) for row in self._by_ids(query, chunk_ids)}

    # Documents by a condition

    def document_at(self, path: str) -> StoredDocument | None:
        """The document with exactly this path (`container!inner` for members)."""
        for file_path, inner in _split_path(path):
            rows = self._rows(
                f"SELECT {_DOCUMENT} FROM documents WHERE {_SHOWN} AND file_path = ? AND inner = ?",
                (encode_path(file_path), encode_inner(inner)),
            )
            if rows:
                return _document(rows[0])
        return None

    def documents_below(self, path: str) -> Iterator[StoredDocument]:
        """The document at `path`, its members, or all below it if it is a folder; in order of path."""
        condition, values = below(path)
        for file_path, inner in _split_path(path):
            if inner:
                condition += " OR (file_path = ? AND (inner = ? OR (inner >= ? AND inner < ?) OR (inner >= ? AND inner < ?)))"
                member = encode_inner(inner)
                values += (encode_path(file_path), member, member + b"!", member + b'"', member + b"/", member + b"0")
        query = f"SELECT {_DOCUMENT} FROM documents WHERE {_SHOWN} AND ({condition}) ORDER BY file_path, inner"
        for row in self._rows(query, values):
            yield _document(row)

    def entries_below(self, path: str) -> tuple[Entry, ...]:
        """What a check of each document needs, of all at or below `path`; kept until the catalog changes."""
        def load() -> tuple[Entry, ...]:
            condition, values = below(path)
            rows = self._rows(f"SELECT document_id, file_path, state, n_chunks FROM documents WHERE {_SHOWN} AND ({condition})", values)
            return tuple(Entry(DocumentId(id_), os.fsdecode(file), state, n_chunks) for id_, file, state, n_chunks in rows)
        return self._remember(f"entries {path}", load)

    def knows(self, path: str) -> bool:
        """Whether anything at or below `path` was looked at, readable or not."""
        condition, values = below(path)
        rows = self._rows(f"SELECT 1 FROM documents WHERE {condition} LIMIT 1", values)
        return bool(rows) or next(self.documents_below(path), None) is not None

    def all_documents(self) -> frozenset[DocumentId]:
        """Every document that can be shown."""
        return frozenset(DocumentId(row[0]) for row in self._rows(f"SELECT document_id FROM documents WHERE {_SHOWN}"))

    def matching_documents(self, filters: Filters) -> frozenset[DocumentId] | None:
        """Documents that pass the filters; None where these limit nothing.

        A kind is the document's own ("pdf", "code") or its file name's extension ("py"). Days are those of this computer's
        time zone, and both bounds belong to the range.
        """
        if filters.is_empty:
            return None
        conditions: list[str] = [_SHOWN]
        values: list[Any] = []
        if filters.kinds:
            marks = ",".join("?" * len(filters.kinds))
            conditions.append(f"(kind IN ({marks}) OR extension IN ({marks}))")
            values += [kind.lower().lstrip(".") for kind in filters.kinds] * 2
        if filters.folder is not None:
            condition, bounds = below(filters.folder)
            conditions.append(f"({condition})")
            values += bounds
        for alternatives in (
            [below(folder) for folder in filters.folders], [_in_period(period) for period in filters.periods],
            [_in_period((filters.after, filters.before))] if filters.after or filters.before else [],
        ):
            if alternatives:
                conditions.append("(" + " OR ".join(f"({condition})" for condition, _ in alternatives) + ")")
                values += [value for _, bounds in alternatives for value in bounds]
        if filters.languages:
            marks = ",".join("?" * len(filters.languages))
            conditions.append(
                f"(language IN ({marks}) OR document_id IN (SELECT document_id FROM chunks WHERE language IN ({marks})))"
            )
            values += [*filters.languages, *filters.languages]
        if filters.without_kinds:
            marks = ",".join("?" * len(filters.without_kinds))
            conditions.append(f"NOT (kind IN ({marks}) OR coalesce(extension, '') IN ({marks}))")
            values += [kind.lower().lstrip(".") for kind in filters.without_kinds] * 2
        for folder in filters.without_folders:
            condition, bounds = below(folder)
            conditions.append(f"NOT ({condition})")
            values += bounds
        if filters.without_languages:
            marks = ",".join("?" * len(filters.without_languages))
            conditions.append(f"coalesce(language, '') NOT IN ({marks})")
            values += filters.without_languages
        found = self._rows(f"SELECT document_id FROM documents WHERE {' AND '.join(conditions)}", values)
        ids = frozenset(DocumentId(row[0]) for row in found)
        return ids & frozenset(filters.documents) if filters.documents else ids

    def newest(self, documents: frozenset[DocumentId] | None, top: int) -> list[tuple[DocumentId, ChunkId | None]]:
        """Documents by the time of their last change, the latest first, each with its first chunk; no missing parts of documents.

        Args:
            documents: only these; None = all.
        """
        rows = self._rows(
            f"SELECT document_id FROM documents WHERE {_SHOWN} AND NOT (inner != x'' AND substr(inner, -3) = x'E280A6')"
            f" ORDER BY {_DATED} DESC, document_id"
        )
        ids = list(islice((DocumentId(row[0]) for row in rows if documents is None or row[0] in documents), top))
        first = self.first_chunks(ids)
        return [(id_, first.get(id_)) for id_ in ids]

    def first_chunks(self, documents: Iterable[DocumentId]) -> dict[DocumentId, ChunkId]:
        """Of those that hold text."""
        query = "SELECT document_id, chunk_id FROM chunks WHERE ordinal = 0 AND document_id IN"
        return {DocumentId(row[0]): ChunkId(row[1]) for row in self._by_ids(query, documents)}

    def errors(self) -> list[StoredError]:
        """Documents that could not be read or hold no text, in order of path."""
        rows = self._rows(
            "SELECT document_id, file_path, inner, reason, detail FROM documents WHERE state = 'unreadable'"
            " ORDER BY file_path, inner"
        )
        return [StoredError(DocumentId(row[0]), shown_path(row[1], row[2]), row[3], row[4]) for row in rows]

    def unreadable_reasons(self) -> tuple[tuple[str, int], ...]:
        """Why documents could not be read, with how many of each, the most frequent first."""
        rows = self._rows(
            "SELECT reason, count(*) FROM documents WHERE state = 'unreadable' GROUP BY reason ORDER BY count(*) DESC, reason"
        )
        return tuple((row[0], row[1]) for row in rows)

    def unrecognised_files(self) -> list[UnrecognisedFile]:
        """Files that hold pictures of text which were not read, the newest first."""
        rows = self._rows(
            "SELECT file_path, max(content_hash), max(state IN ('reading', 'text', 'complete')) FROM documents"
            " WHERE ocr = 2 GROUP BY file_path ORDER BY max(mtime_ns) DESC, file_path"
        )
        return [UnrecognisedFile(os.fsdecode(path), content, bool(has_text)) for path, content, has_text in rows]

    def unrecognised_documents(self) -> list[UnrecognisedDocument]:
        """Those among `errors` that are without text only because pictures of text were not read."""
        rows = self._rows(
            "SELECT document_id, file_path, reason FROM documents"
            " WHERE ocr = 2 AND state = 'unreadable' AND reason IN ('no-text', 'unsupported')"
        )
        return [UnrecognisedDocument(DocumentId(row[0]), os.fsdecode(row[1]), row[2]) for row in rows]

    def content_hashes(self) -> frozenset[str]:
        """Of every file that could be read."""
        return frozenset(row[0] for row in self._rows("SELECT DISTINCT content_hash FROM documents"))

    # The whole index

    def stage(self) -> Stage:
        """What a hybrid search can use: `complete` once every document has its vectors."""
        return "text" if self.counts().pending else "complete"

    def languages(self) -> tuple[str, ...]:
        """Of the documents that hold text, the most frequent first."""
        def load() -> tuple[str, ...]:
            rows = self._rows(
                "SELECT language FROM documents WHERE language IS NOT NULL AND state IN ('reading', 'text', 'complete')"
                " GROUP BY language ORDER BY count(*) DESC, language"
            )
            return tuple(row[0] for row in rows)
        return self._remember("languages", load)

    def counts(self) -> Counts:
        def load() -> Counts:
            row = self._rows(
                "SELECT total(state IN ('reading', 'text', 'complete')), total(n_chunks), total(state = 'unreadable'),"
                " total(state IN ('reading', 'text')) FROM documents"
            )[0]
            return Counts(*(int(value) for value in row))
        return self._remember("counts", load)

    def kinds(self) -> tuple[tuple[str, int], ...]:
        """Kinds of the documents that hold text, with how many there are, the most frequent first."""
        rows = self._rows(
            "SELECT kind, count(*) FROM documents WHERE state IN ('reading', 'text', 'complete')"
            " GROUP BY kind ORDER BY count(*) DESC, kind"
        )
        return tuple((row[0], row[1]) for row in rows)

    def waiting_among(self, documents: Collection[DocumentId]) -> frozenset[DocumentId]:
        """Those of these documents that are found by their words alone: vectors of theirs are still to come."""
        query = "SELECT document_id FROM documents WHERE state IN ('reading', 'text') AND document_id IN"
        return frozenset(DocumentId(row[0]) for row in self._by_ids(query, documents))

    def n_pending_chunks(self) -> int:
        """Chunks of documents whose vectors are to come, as far as they have none."""
        rows = self._rows(
            "SELECT count(*) FROM documents JOIN chunks USING (document_id) WHERE state IN ('reading', 'text')"
            " AND model IS NULL"
        )
        return int(rows[0][0])

    def serving_model(self) -> str | None:
        """The id of the embedder that queries have to be embedded by; None where nothing has been embedded yet."""
        def load() -> str | None:
            rows = self._rows("SELECT value FROM meta WHERE key = 'model'")
            return str(rows[0][0]) if rows else next(iter(self.models()), None)
        return self._remember("serving", load)

    def models(self) -> tuple[str, ...]:
        """The id of every embedder that made what chunks have now."""
        with self._one_state() as database:
            ids = models_by_key(database)
            rows = self._rows("SELECT DISTINCT model FROM chunks WHERE model IS NOT NULL")
        return tuple(sorted(ids.get(row[0], row[0]) for row in rows))

    def roots(self) -> list[StoredRoot]:
        rows = self._rows("SELECT path, all_files, ocr, is_available, left_out FROM roots ORDER BY path")
        return [
            StoredRoot(os.fsdecode(path), bool(all_files), bool(ocr), bool(is_available), *unpack_left_out(left_out))
            for path, all_files, ocr, is_available, left_out in rows
        ]

    def meta(self, key: str) -> str | None:
        rows = self._rows("SELECT value FROM meta WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else None

    def removed_paths(self) -> frozenset[str]:
        """What the person has removed from the folders that it lies in."""
        return frozenset(os.fsdecode(row[0]) for row in self._rows("SELECT path FROM removed"))

    def left_out_by_kind(self, path: str) -> str | None:
        """What was found when this file was opened and turned out to be of a kind that is left out; else None."""
        rows = self._rows(
            "SELECT detail FROM documents WHERE state = 'left-out' AND file_path = ? LIMIT 1", (encode_path(path),)
        )
        return str(rows[0][0] or "") if rows else None

    def folders(self) -> list[FolderStatus]:
        """What the person has added, each with the counts of all below it."""
        return [self._folder_status(root) for root in self.roots()]

    def _folder_status(self, root: StoredRoot) -> FolderStatus:
        condition, values = below(root.path)
        documents, chunks, failed, pending = self._rows(
            "SELECT total(state IN ('reading', 'text', 'complete')), total(n_chunks), total(state = 'unreadable'),"
            f" total(state IN ('reading', 'text')) FROM documents WHERE {condition}", values,
        )[0]
        return FolderStatus(
            root.path, int(documents), int(chunks), int(failed), int(pending), "text" if pending else "complete",
            root.is_available, root.left_out, root.left_out_folders,
        )

    def size_bytes(self) -> int:
        names = ("catalog.sqlite", "catalog.sqlite-wal")
        return sum(path.stat().st_size for name in names if (path := self._folder / name).exists())

    # Reading rows

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All reads inside see one and the same state, whatever the indexer commits meanwhile."""
        database = self.database
        if database.in_transaction:
            yield
            return
        database.execute("BEGIN")
        try:
            yield
        finally:
            database.execute("COMMIT")

    @contextmanager
    def _one_state(self) -> Iterator[sqlite3.Connection]:
        """For texts, which lie elsewhere than what says where they lie."""
        try:
            with self.snapshot():
                yield self.database
        except sqlite3.Error as error:
            raise translated(error, self._folder) from error

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """Values may come from anyone: SQLite takes no text with a lone surrogate, and no text in the catalog holds one."""
        values = [plain(value) if isinstance(value, str) else value for value in values]
        try:
            return self.database.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise translated(error, self._folder) from error

    def _by_ids(self, query: str, ids: Iterable[int]) -> Iterator[Any]:
        for part in batches(dict.fromkeys(int(i) for i in ids), _IDS_A_QUERY):
            yield from self._rows(f"{query} ({','.join('?' * len(part))})", part)

    def _remember(self, name: str, load: Any) -> Any:
        """What `load` gives, kept until somebody changes the catalog: each search asks again."""
        version = self._rows("PRAGMA data_version")[0][0]       # changes with commits of other connections
        key = hash((version, self.database.total_changes, id(self.database)))
        if name not in self._remembered or self._remembered[name][0] != key:
            self._remembered[name] = (key, load())
        return self._remembered[name][1]


def _file_at(data_dir: Path) -> tuple[int, int] | None:
    """Which file is the catalog now."""
    try:
        found = os.stat(data_dir / FILE_NAME)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def below(path: str) -> tuple[str, list[Any]]:
    """SQL condition and values: the file at `path`, or all below it if it is a folder."""
    whole = encode_path(path)
    separator = os.fsencode(os.sep)
    base = whole.rstrip(separator) + separator
    return "file_path = ? OR (file_path >= ? AND file_path < ?)", [whole, base, base[:-1] + bytes([base[-1] + 1])]


def _in_period(period: Period) -> tuple[str, list[Any]]:
    """SQL condition and values: changed between these days, both inclusive."""
    after, before = period
    conditions, values = ["1"], []
    if after is not None:
        conditions.append(f"{_DATED} >= ?")
        values.append(storable(_start_of_day_ns(after)))
    if before is not None:
        conditions.append(f"{_DATED} <= ?")
        values.append(storable(_start_of_day_ns(before, 1) - 1))
    return " AND ".join(conditions), values


def batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    iterator = iter(items)
    while part := list(islice(iterator, size)):
        yield part


def _split_path(path: str) -> Iterator[tuple[str, str]]:
    """Every way to read `path` as file and member, the longest file first: names may hold an exclamation mark."""
    yield path, ""
    position = len(path)
    while (position := path.rfind("!", 0, position)) > 0:
        yield path[:position], path[position + 1:]


def _start_of_day_ns(day: date, n_later: int = 0) -> int:
    """When the day begins that comes so many days later; it may be more than SQLite keeps."""
    try:
        begin = datetime(day.year, day.month, day.day) + timedelta(days=n_later)
        return int(begin.timestamp()) * 1_000_000_000
    except (OverflowError, ValueError):         # the first and the last day of the calendar
        return (day.year - 1970) * 10**18


def _properties(packed: str) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, value in json.loads(packed))


def _piece(row: Sequence[Any]) -> Piece:
    return Piece(row[1], start=row[4], end=row[5], own=row[3])


def _chunk(row: Sequence[Any], text: str) -> StoredChunk:
    chunk_id, document_id, ordinal, _, start, end, page, heading_path, *rest = row
    return StoredChunk(chunk_id, document_id, ordinal, text, start, end, page, tuple(json.loads(heading_path)), *rest)


def _document(row: Sequence[Any]) -> StoredDocument:
    document_id, file_path, inner, kind, title, language, size, mtime_ns, content_hash, state, reason, detail, *rest = row
    n_pages, properties, n_chunks, ctime_ns = rest
    return StoredDocument(
        document_id, shown_path(file_path, inner), Path(os.fsdecode(file_path)), decode_inner(inner), kind, title, language,
        size, mtime_ns, content_hash, state, reason, detail, n_pages, _properties(properties), n_chunks,
        ctime_ns,
    )

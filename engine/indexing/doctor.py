"""Compares the four stores, and the files, row by row; mends what differs.

The catalog is the truth: what a derived store has too much is deleted, what it lacks is made again from the catalog. A
catalog that cannot be read is put aside and made anew from the files.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.catalog import rescue as catalog_rescue
from engine.catalog.catalog import Catalog
from engine.catalog.texts import TextDamaged
from engine.catalog.writer import CatalogWriter
from engine.document import ChunkId, DocumentId, passage_prefix
from engine.errors import IndexDamaged
from engine.indexing import store_checks
from engine.machine.fingerprint import FileStamp, content_hash, passage_hash
from engine.machine.index_lock import IndexLock
from engine.stores.bit_store import BitStore
from engine.stores.tantivy_files import damaged_files

if TYPE_CHECKING:
    from engine.indexing.indexer import Indexer
    from engine.settings import Settings

log = logging.getLogger(__name__)



@dataclass(frozen=True, slots=True)
class Problem:
    """`kind` is a word for tests and scripts; `document_id` None where no single document is concerned."""

    kind: str
    document_id: DocumentId | None
    detail: str
    path: str = ""              # of the file, where the file is to be read again


def diagnose(
    settings: Settings, repair: bool, make_indexer: Callable[[Settings], AbstractContextManager[Indexer]] | None = None
) -> dict[str, Any]:
    """Check the index, and mend it if asked: {"ok", "problems": [{"kind", "document_id", "detail"}], "repaired"}.

    Checking needs no lock and waits for no writer; what a writer is known to be at is no problem. `ok` is how the index was
    found, `repaired` how many of the problems are gone at a second look.

    `make_indexer` is what repairs; without one nothing is mended.

    Raises:
        IndexLocked: when repairing.
        IndexTooNew, DataFolderUnwritable, DiskFull, ModelMissing, ModelDamaged
    """
    problems = check(settings)
    repaired = 0
    if repair and problems and make_indexer is not None:
        _repair(settings, problems, make_indexer)
        remaining = Counter((problem.kind, problem.document_id) for problem in check(settings))
        repaired = sum((Counter((problem.kind, problem.document_id) for problem in problems) - remaining).values())
    shown = [{key: value for key, value in asdict(problem).items() if key != "path"} for problem in problems]
    return {"ok": not problems, "problems": shown, "repaired": repaired}


def check(settings: Settings) -> list[Problem]:
    """Every problem there is; none for an index that does not exist."""
    try:
        with Catalog.open(settings.data_dir, read_only=True) as catalog:
            damage = catalog_rescue.damage_of(catalog.database)
            if damage is not None:
                return [Problem("catalog-damaged", None, damage)]
            return list(_Check(settings, catalog).run())
    except (IndexDamaged, sqlite3.DatabaseError) as error:
        return [Problem("catalog-damaged", None, str(error))]


class _Check:
    def __init__(self, settings: Settings, catalog: Catalog) -> None:
        self._settings = settings
        self._catalog = catalog
        self._reader = CatalogWriter(catalog, settings.data_dir)

    def run(self) -> Iterator[Problem]:
        with self._catalog.snapshot():
            yield from self._bodies()
            yield from self._text()
            yield from self._vectors()
            yield from self._bits()
            yield from self._files()

    def _bodies(self) -> Iterator[Problem]:
        rows = self._catalog.database.execute(
            "SELECT document_id, file_path, n_chunks, (SELECT count(*) FROM chunks WHERE document_id = d.document_id)"
            " FROM documents d WHERE state IN ('reading', 'text', 'complete')"
        ).fetchall()
        for document_id, file_path, n_chunks, counted in rows:
            path = os.fsdecode(file_path)
            if n_chunks != counted:
                yield Problem("chunks-missing", document_id, f"{counted} of {n_chunks} chunks", path)
                continue
            try:
                if self._catalog.structure(document_id) is None:
                    yield Problem("body-missing", document_id, "its text is not in the catalog", path)
            except TextDamaged as error:
                yield Problem("body-damaged", document_id, type(error).__name__, path)
                continue
            n_altered = self._n_altered_chunks(document_id)
            if n_altered:
                yield Problem("chunk-damaged", document_id, f"{n_altered} chunks are not what was cut", path)

    def _n_altered_chunks(self, document_id: DocumentId) -> int:
        """Chunks whose text, headings or title are not those of their hash."""
        rows = self._catalog.database.execute(
            "SELECT chunk_id, title, passage_hash FROM chunks JOIN documents USING (document_id) WHERE document_id = ?",
            (document_id,),
        )
        known = {ChunkId(chunk_id): (title, key) for chunk_id, title, key in rows}
        try:
            chunks = self._catalog.document_chunks(document_id)
        except (ValueError, TypeError):     # no headings
            return len(known)
        return sum(not _is_of_hash(known[c.chunk_id][0], c.heading_path, c.text, known[c.chunk_id][1]) for c in chunks)

    def _text(self) -> Iterator[Problem]:
        from engine.stores.lexical_index import LexicalIndex

        damaged = damaged_files(self._settings.text_dir)
        if damaged:
            yield Problem("text-index-damaged", None, f"{len(damaged)} files are missing or altered")
            return
        try:
            index = LexicalIndex.open(self._settings.text_dir, read_only=True)
            rows: Counter[Any] = Counter(index.rows())
        except Exception as error:      # whatever a damaged index makes of itself
            yield Problem("text-index-damaged", None, type(error).__name__)
            return
        wanted = Counter(self._reader.text_entries())
        dirty = set(self._reader.dirty("text"))
        yield from _differences("text", wanted, rows, lambda row: row[1], dirty)

    def _vectors(self) -> Iterator[Problem]:
        wanted = Counter(self._reader.wanted_vectors())
        try:
            rows, altered = self._vectors_read(bool(wanted))
        except Exception:           # a writer has just dropped the version that was open here, or they are damaged
            try:
                rows, altered = self._vectors_read(bool(wanted))
            except Exception as error:
                yield Problem("vectors-damaged", None, type(error).__name__)
                return
        dirty = set(self._reader.dirty("vectors"))
        yield from _differences("vector", wanted, rows, lambda row: row[1], dirty)
        for document_id, count in sorted(altered.items()):
            if document_id not in dirty:
                yield Problem("vector-differs", document_id, f"{count} rows")

    def _vectors_read(self, is_wanted: bool) -> tuple[Counter[Any], Counter[DocumentId]]:
        """All rows, and how many of each document are altered; raises whatever a damaged table makes of itself."""
        from engine.stores.vector_tables import VectorTables

        store = VectorTables.open(self._settings.vectors_dir)
        try:
            rows: Counter[Any] = Counter(store.ids() if is_wanted or self._settings.vectors_dir.is_dir() else [])
            return rows, Counter(document_id for document_id, _ in store_checks.differing_vectors(self._catalog, store))
        finally:
            store.close()

    def _bits(self) -> Iterator[Problem]:
        bits = BitStore.open(self._settings.bits_dir)
        try:
            lost = [key for key, location in self._reader.bit_locations() if not bits.is_sound(location)]
        finally:
            bits.close()
        for key in lost:
            owner = self._catalog.database.execute(
                "SELECT document_id FROM chunks WHERE passage_hash = ?", (key,)
            ).fetchone()
            yield Problem("bits-damaged", DocumentId(owner[0]) if owner else None, "the token bits of a chunk cannot be read")

    def _files(self) -> Iterator[Problem]:
        """Files that are by size and time what they were when read, but not by content."""
        rows = self._catalog.database.execute(
            "SELECT min(document_id), file_path, size, mtime_ns, ctime_ns, inode, content_hash FROM documents"
            " WHERE content_hash <> '' GROUP BY file_path"
        ).fetchall()
        for document_id, file_path, size, mtime_ns, ctime_ns, inode, known in rows:
            path = os.fsdecode(file_path)
            try:
                if FileStamp.of(os.stat(path)) != FileStamp(size, mtime_ns, ctime_ns, inode):
                    continue            # the next look at its folder sees it
                if content_hash(Path(path)) != known:
                    yield Problem("content-differs", document_id, "the file is not what was read", path)
            except OSError:
                continue


def _differences(
    store: str, wanted: Counter[Any], rows: Counter[Any], owner: Callable[[Any], DocumentId], dirty: set[DocumentId]
) -> Iterator[Problem]:
    for kind, difference in (("missing", wanted - rows), ("extra", rows - wanted)):
        by_document: Counter[DocumentId] = Counter()
        for row, count in difference.items():
            by_document[owner(row)] += count
        for document_id, count in sorted(by_document.items()):
            if document_id not in dirty:
                yield Problem(f"{store}-{kind}", document_id, f"{count} rows")


def _is_of_hash(title: str | None, heading_path: tuple[str, ...], text: str, expected: bytes) -> bool:
    try:
        return passage_hash(passage_prefix(title, heading_path) + text) == expected
    except (ValueError, TypeError):
        return False


def _repair(
    settings: Settings, problems: list[Problem], make_indexer: Callable[[Settings], AbstractContextManager[Indexer]]
) -> None:
    kinds = {problem.kind for problem in problems}
    if "catalog-damaged" in kinds:
        catalog_rescue.mark_suspect(settings.data_dir)
    else:
        with IndexLock(settings.data_dir), Catalog.open(settings.data_dir) as catalog:
            store_checks.distrust(CatalogWriter(catalog, settings.data_dir))
    with ExitStack() as stack:
        indexer = stack.enter_context(make_indexer(settings))
        if "catalog-damaged" in kinds:      # it was mended when the indexer was opened
            indexer.index()
            return
        indexer.repair([Path(path) for path in dict.fromkeys(problem.path for problem in problems) if path])

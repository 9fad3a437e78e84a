"""Makes text index, vectors and bits agree with the catalog again after anything that cut a writer short.

In the ordinary case nothing has to be compared: what was under way is noted in the catalog (`dirty`). Only after a writer
that did not end by itself, or where a store is not the one that belongs to the catalog, are ids compared one by one.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Collection
from datetime import timedelta
from pathlib import Path

from engine.catalog.catalog import batches
from engine.catalog.rescue import STAMP_FILE
from engine.catalog.transactions import DerivedStore
from engine.catalog.writer import CatalogWriter
from engine.document import DocumentId
from engine.indexing.text_index_sync import TextIndexSync
from engine.protocols import BitWriter, LexicalWriter, VectorWriter

log = logging.getLogger(__name__)

AT_WORK = "at-work"             # meta: the run of the computer in which a writer has the index, so that a killed one is noticed
_STAMP = STAMP_FILE
COMPACT_BYTES = 4 * 1024 * 1024         # of dead token bits are not worth the work; nor is less than half of the live ones
_WRITES, _OLD_VERSIONS = "vector-writes", "vectors-merged-at"      # meta
WRITES_AT_MOST = 32
_MUCH = 1_000_000               # as good as so many writes: a merge is due when there is nothing else to do
ROWS_A_WRITE = 2_000            # a merge is due once a write for every so many rows has gathered
_AT_ONCE = timedelta(milliseconds=1)      # LanceDB warns of none


def settle_text(writer: CatalogWriter, lexical: LexicalWriter, thorough: bool) -> int:
    """Bring the text index up to the catalog. Returns how many documents were made anew or deleted there.

    The number of entries is always compared, each single one only where that differs or `thorough`.
    """
    sync = TextIndexSync(writer, lexical)
    n_done = sync.run()
    if thorough or lexical.count() != writer.n_text_entries():
        different = differing_in_text(writer, lexical)
        if different:
            writer.journal.note("text-mended", "the text index differed from the catalog", len(different))
            writer.note_dirty("text", different)
            n_done += sync.run()
    return n_done


def differing_in_text(writer: CatalogWriter, lexical: LexicalWriter) -> set[DocumentId]:
    """Documents with an entry too many, too few or twice in the text index."""
    rows, wanted = Counter(lexical.rows()), Counter(writer.text_entries())
    return {document_id for _, document_id in (rows - wanted) + (wanted - rows)}


def settle_vectors(writer: CatalogWriter, vectors: VectorWriter, models: Collection[str], thorough: bool) -> int:
    """Delete rows that the catalog does not stand for; their chunks wait for the vector stage again.

    The number of rows is always compared, each single one only where that differs or `thorough`.

    Args:
        models: makers of vectors that are in use; rows of others are old.
    """
    n_done = delete_dirty(writer, vectors)
    vectors.keep_only(models)
    if thorough or any(vectors.count(model) != writer.n_wanted_vectors(model) for model in models):
        different = differing_in_vectors(writer, vectors)
        if different:
            writer.journal.note("vectors-mended", "the vectors differed from the catalog", len(different))
            writer.note_dirty("vectors", different)
            n_done += delete_dirty(writer, vectors)
    return n_done


def differing_in_vectors(writer: CatalogWriter, vectors: VectorWriter) -> set[DocumentId]:
    """Documents with a row too many, too few, twice or under another document."""
    wanted, rows = Counter(writer.wanted_vectors()), Counter(vectors.ids())
    owners = {chunk_id: document_id for chunk_id, document_id, _ in wanted}
    different: set[DocumentId] = set()
    for chunk_id, document_id, _ in (rows - wanted) + (wanted - rows):
        different |= {document_id, owners.get(chunk_id, document_id)}
    return different


def delete_dirty(writer: CatalogWriter, vectors: VectorWriter) -> int:
    """Delete the rows of documents that are noted; what is left of these documents waits for the vector stage."""
    ids = writer.dirty("vectors")
    if ids:
        n_before = vectors.count()
        vectors.delete(ids)
        writer.vectors_deleted(ids)
        is_much = 4 * (n_before - vectors.count()) > n_before      # their room is given back by a merge
        TableCare(writer, vectors).wrote(_MUCH if is_much else 1)
    return len(ids)


def tidy(writer: CatalogWriter, bits: BitWriter) -> None:
    """Give disk back: after deletions unused embeddings, dead token bits, free pages; bits of a former format are packed."""
    is_former = bits.has_former_segments()
    if writer.drop_unused_embeddings() or is_former:
        live = [location for _, location in writer.bit_locations()]
        is_all_dead = not live
        if is_former or is_all_dead or bits.dead_bytes(live) > max(COMPACT_BYTES, bits.live_bytes(live) // 2):
            freed = bits.compact(live, writer.bits_moved)
            log.info("%d bytes of token bits given back", freed)
    writer.give_back_space()


class TableCare:
    """When to merge the vector table's small files and drop its old versions: every write makes one of each.

    Merging rewrites the table, so it waits for more writes as the table grows. In the middle of work, versions younger than some
    minutes are kept for readers. When there is nothing else to do, and after a large removal, all go at once: they would be as
    large as the table, and a reader that held one opens the table again.
    """

    def __init__(self, writer: CatalogWriter, vectors: VectorWriter) -> None:
        self._writer = writer
        self._vectors = vectors

    def wrote(self, count: int = 1) -> None:
        self._writer.set_meta(_WRITES, str(self._n_writes() + count))

    def merge_if_due(self, is_idle: bool) -> None:
        """Merge when many writes have gathered; fewer are enough when nothing else is to be done."""
        n_rows = self._writer.n_chunks()
        most = max(WRITES_AT_MOST, n_rows // ROWS_A_WRITE)
        has_old_versions = self._writer.meta(_OLD_VERSIONS) is not None
        if self._n_writes() >= (most // 4 if is_idle else most) or (is_idle and has_old_versions):
            if is_idle or self._n_writes() >= _MUCH:
                self._vectors.optimize(_AT_ONCE)
                self._writer.unset_meta(_OLD_VERSIONS)
            else:
                self._vectors.optimize()
                self.left_versions()
            self._writer.set_meta(_WRITES, "0")

    def left_versions(self) -> None:
        """There are some that are as large as the table: they go when there is nothing else to do."""
        self._writer.set_meta(_OLD_VERSIONS, "1")

    def _n_writes(self) -> int:
        return int(self._writer.meta(_WRITES) or 0)


def belongs(writer: CatalogWriter, folder: Path) -> bool:
    """Whether a derived store is the one of this catalog, as its stamp says."""
    try:
        return (folder / _STAMP).read_text(encoding="ascii") == writer.meta("index")
    except (OSError, ValueError):
        return False


def mark_as_ours(writer: CatalogWriter, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / f"{_STAMP}.new"
    with temporary.open("w", encoding="ascii") as file:
        file.write(writer.meta("index") or "")
        file.flush()
        os.fsync(file.fileno())         # an empty stamp would be another index's: all would be made anew
    os.replace(temporary, folder / _STAMP)


def note_lost(writer: CatalogWriter, store: DerivedStore) -> int:
    """All of a store is gone: every document is to be added again. Returns how many that are."""
    writer.note_all_dirty(store)
    return len(writer.dirty(store))


def forget_lost_bits(writer: CatalogWriter, bits: BitWriter) -> int:
    """Forget embeddings whose token bits cannot be read, so that they are made again. Returns how many."""
    lost = [key for key, location in writer.bit_locations() if not bits.is_sound(location)]
    for part in batches(lost, 500):
        writer.forget_embeddings(part)
    return len(lost)

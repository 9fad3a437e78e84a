"""The four stores of one index, opened for writing under its lock; a derived one that is lost or damaged is rebuilt."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.catalog import rescue as catalog_rescue
from engine.catalog.catalog import Catalog
from engine.catalog.transactions import DerivedStore
from engine.catalog.writer import CatalogWriter
from engine.errors import DataFolderUnwritable, DiskFull, FicheroError, IndexDamaged, is_disk_full
from engine.indexing import reconciliation, store_checks
from engine.machine.boot import boot_id
from engine.machine.index_lock import IndexLock
from engine.machine.system_words import system_words
from engine.protocols import BitWriter, LexicalWriter, VectorWriter
from engine.settings import Settings
from engine.stores.bit_store import BitStore
from engine.stores.tantivy_files import damaged_files

log = logging.getLogger(__name__)

NO_ROOM_BYTES = 1_000_000
# Of LanceDB, Tantivy and the system: a folder without permission, a disk mounted for reading only.
_NO_PERMISSION = ("PermissionDenied", "Permission denied", "ReadOnlyFilesystem", "Read-only file system", "os error 13", "os error 30")


@dataclass(slots=True)
class WritingStores:
    settings: Settings
    catalog: Catalog
    writer: CatalogWriter
    lexical: LexicalWriter
    vectors: VectorWriter
    bits: BitWriter
    was_cut_short: bool         # the last writer did not end by itself, or files are not as it left them: compare everything
    is_settled: bool = False    # …and that has been done

    def rebuild_text(self) -> None:
        """Throw the text index away and start another: all documents are noted to be added again."""
        with contextlib.suppress(Exception):        # what is damaged may not even close
            self.lexical.close()
        self.lexical = _new_lexical(self.writer, self.settings.text_dir)

    def rebuild_vectors(self) -> None:
        """Throw the vectors away: all documents are noted to be added again, from the embeddings in the catalog."""
        with contextlib.suppress(Exception):
            self.vectors.close()
        _start_again(self.writer, self.settings.vectors_dir, "vectors")


@contextmanager
def writing_stores(settings: Settings) -> Iterator[WritingStores]:
    """The stores below settings.data_dir, for the one writer.

    Raises:
        IndexLocked, IndexTooNew, IndexDamaged (the catalog), DataFolderUnwritable, DiskFull
    """
    with _mended_catalog(settings.data_dir) as catalog:
        writer = CatalogWriter(catalog, settings.data_dir)
        at_work_at = writer.meta(reconciliation.AT_WORK)
        was_cut_short = at_work_at is not None
        with acting_on(settings.data_dir):
            if at_work_at not in (None, boot_id()):
                writer.journal.note("power-cut", "the computer ended while the index was written: everything is looked at")
                store_checks.distrust(writer)
            suspects = store_checks.suspects(writer, settings.data_dir, was_cut_short)
            writer.set_meta(reconciliation.AT_WORK, boot_id())
            lexical = _open_lexical(writer, settings.text_dir, "text" in suspects)
            vectors = _open_vectors(writer, settings.vectors_dir, "vectors" in suspects)
            bits = _open_bits(writer, settings.bits_dir, "bits" in suspects)
        is_doubtful = was_cut_short or bool(suspects)
        stores = WritingStores(settings, catalog, writer, lexical, vectors, bits, is_doubtful)
        try:
            yield stores
        finally:
            for store in (stores.lexical, stores.vectors, stores.bits):
                try:
                    store.close()
                except Exception:       # the error that brought us here is the one to be seen
                    log.exception("a store could not be closed")
        with acting_on(settings.data_dir):
            if stores.is_settled or not is_doubtful:
                with writer.transaction():
                    store_checks.note_files(writer, settings.data_dir)
                    writer.unset_meta(reconciliation.AT_WORK)


@contextmanager
def _mended_catalog(data_dir: Path) -> Iterator[Catalog]:
    with IndexLock(data_dir):
        catalog_rescue.mend_if_damaged(data_dir)
        with Catalog.open(data_dir) as catalog:
            yield catalog


@contextmanager
def acting_on(data_dir: Path) -> Iterator[None]:
    """What comes out of the stores in this block and means a full disk or a folder that may not be written is said so."""
    try:
        yield
    except FicheroError as error:
        if isinstance(error, IndexDamaged):
            catalog_rescue.mark_suspect(data_dir)
        raise
    except Exception as error:
        if means_no_room(error, data_dir):
            raise DiskFull(data_dir) from error
        if may_not_write(error, data_dir):
            cause = error if isinstance(error, OSError) else PermissionError(errno.EACCES, "")     # Rust says it in many ways
            raise DataFolderUnwritable(data_dir, *system_words(cause)) from error
        raise


def means_no_room(error: Exception, data_dir: Path) -> bool:
    """Whether the disk is full, by what the error says or, since Tantivy's threads do not always say it, by what is free."""
    if is_disk_full(error):
        return True
    try:
        return shutil.disk_usage(data_dir).free < NO_ROOM_BYTES
    except OSError:
        return False


def may_not_write(error: Exception, data_dir: Path) -> bool:
    """Whether a permission is missing, by what the error says or, as above, by what may be written."""
    if isinstance(error, PermissionError) or any(words in str(error) for words in _NO_PERMISSION):
        return True
    places = (data_dir, *(data_dir / name for name in ("text", "vectors", "bits")))
    return any(place.is_dir() and not os.access(place, os.W_OK | os.X_OK) for place in places)


def is_for_the_person(error: Exception, data_dir: Path) -> bool:
    """Whether an error is of the world around (a full disk, a lost permission), rather than of a damaged store."""
    is_ours = isinstance(error, FicheroError) and not isinstance(error, IndexDamaged)
    return is_ours or may_not_write(error, data_dir) or means_no_room(error, data_dir)


def _open_lexical(writer: CatalogWriter, folder: Path, is_suspect: bool) -> LexicalWriter:
    from engine.stores.lexical_index import LexicalIndex, LexicalIndexOutdated

    damaged = damaged_files(folder) if is_suspect else []
    if damaged:
        writer.journal.note("text-damaged", "files of the text index are missing or altered", len(damaged))
    elif reconciliation.belongs(writer, folder):
        try:
            return LexicalIndex.open(folder)
        except LexicalIndexOutdated:
            log.info("the text index is of another format: made anew")
        except Exception as error:      # whatever a damaged index makes of itself
            if is_for_the_person(error, folder.parent):
                raise
            writer.journal.note("text-damaged", f"the text index cannot be opened: {type(error).__name__}")
    return _new_lexical(writer, folder)


def _new_lexical(writer: CatalogWriter, folder: Path) -> LexicalWriter:
    from engine.stores.lexical_index import LexicalIndex

    _start_again(writer, folder, "text")
    return LexicalIndex.open(folder)


def _open_vectors(writer: CatalogWriter, folder: Path, is_suspect: bool) -> VectorWriter:
    from engine.stores.vector_tables import VectorTables

    if not reconciliation.belongs(writer, folder):
        _start_again(writer, folder, "vectors")
    elif is_suspect:
        _look_at_vectors(writer, folder)
    return VectorTables.open(folder)


def _look_at_vectors(writer: CatalogWriter, folder: Path) -> None:
    """Rows that are not what the catalog says are made anew; nobody knows which of the two is right, so from the text."""
    from engine.stores.vector_tables import VectorTables

    vectors = VectorTables.open(folder)
    try:
        vectors.forget_index()          # it is made of them, and nobody can tell whether it was altered
        different = list(store_checks.differing_vectors(writer.catalog, vectors))
        vectors.optimize()              # reads what no query reads: the lists of files of earlier versions
    except Exception as error:          # whatever a damaged table makes of itself
        if is_for_the_person(error, folder.parent):
            raise
        writer.journal.note("vectors-damaged", f"the vectors cannot be read: {type(error).__name__}")
        _start_again(writer, folder, "vectors")
        return
    finally:
        vectors.close()
    if different:
        writer.journal.note("vectors-damaged", "vectors were altered", len(different))
        writer.forget_embeddings({passage_hash for _, passage_hash in different})
        writer.note_dirty("vectors", {document_id for document_id, _ in different})


def _open_bits(writer: CatalogWriter, folder: Path, is_suspect: bool) -> BitWriter:
    if not reconciliation.belongs(writer, folder):
        if n_lost := writer.forget_all_embeddings():
            writer.journal.note("bits-damaged", "all token bits are lost: every passage is embedded again", n_lost)
        if folder.exists():
            shutil.rmtree(folder)
        reconciliation.mark_as_ours(writer, folder)
    bits = BitStore.open(folder)
    if is_suspect and (n_lost := reconciliation.forget_lost_bits(writer, bits)):
        writer.journal.note("bits-damaged", "token bits are lost: their passages are embedded again", n_lost)
    return bits


def _start_again(writer: CatalogWriter, folder: Path, store: DerivedStore) -> None:
    """Empty a derived store; all documents are noted to be added again. Noted first: killed in between, it is done again."""
    n_documents = reconciliation.note_lost(writer, store)
    if folder.exists():
        shutil.rmtree(folder)
    if n_documents:
        writer.journal.note(f"{store}-rebuilt", "from the catalog", n_documents)
    reconciliation.mark_as_ours(writer, folder)

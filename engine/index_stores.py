"""The four stores of one index, opened for writing under its lock; a derived one that is lost or damaged is rebuilt."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine import reconciliation
from engine.bit_store import BitStore
from engine.catalog import Catalog
from engine.catalog_writer import CatalogWriter
from engine.errors import DataFolderUnwritable, DiskFull, FicheroError, is_disk_full
from engine.index_lock import IndexLock
from engine.protocols import BitWriter, LexicalWriter, VectorWriter
from engine.settings import Settings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WritingStores:
    catalog: Catalog
    writer: CatalogWriter
    lexical: LexicalWriter
    vectors: VectorWriter
    bits: BitWriter
    was_cut_short: bool         # the last writer did not end by itself: everything is to be compared


@contextmanager
def writing_stores(settings: Settings, dimension: int = 384) -> Iterator[WritingStores]:
    """The stores below settings.data_dir, for the one writer.

    Raises:
        IndexLocked, IndexTooNew, IndexDamaged (the catalog), DataFolderUnwritable, DiskFull
    """
    with IndexLock(settings.data_dir), Catalog.open(settings.data_dir) as catalog:
        writer = CatalogWriter(catalog, settings.data_dir)
        was_cut_short = writer.meta(reconciliation.AT_WORK) is not None
        with acting_on(settings.data_dir):
            writer.set_meta(reconciliation.AT_WORK, "1")
            lexical = _open_lexical(writer, settings.text_dir)
            vectors = _open_vectors(writer, settings.vectors_dir, dimension)
            bits = _open_bits(writer, settings.bits_dir)
        try:
            yield WritingStores(catalog, writer, lexical, vectors, bits, was_cut_short)
        finally:
            for store in (lexical, vectors, bits):
                try:
                    store.close()
                except Exception:       # the error that brought us here is the one to be seen
                    log.exception("a store could not be closed")
        with acting_on(settings.data_dir):
            writer.unset_meta(reconciliation.AT_WORK)


@contextmanager
def acting_on(data_dir: Path) -> Iterator[None]:
    """What comes out of the stores in this block and means a full disk or a folder that may not be written is said so."""
    try:
        yield
    except FicheroError:
        raise
    except Exception as error:
        if is_disk_full(error):
            raise DiskFull(data_dir) from error
        if isinstance(error, PermissionError):
            raise DataFolderUnwritable(data_dir, error.strerror or str(error)) from error
        raise


def _open_lexical(writer: CatalogWriter, folder: Path) -> LexicalWriter:
    from engine.lexical_index import LexicalIndex

    is_ours = reconciliation.belongs(writer, folder)
    if is_ours:
        try:
            return LexicalIndex.open(folder)
        except Exception as error:      # whatever a damaged index makes of itself
            if is_disk_full(error) or isinstance(error, PermissionError):
                raise
            log.warning("the text index cannot be opened and is rebuilt: %s", error)
    n_documents = _start_again(writer, folder, "text")
    if n_documents:
        log.warning("the text index is rebuilt from the catalog: %d documents", n_documents)
    index = LexicalIndex.open(folder)
    reconciliation.mark_as_ours(writer, folder)
    return index


def _open_vectors(writer: CatalogWriter, folder: Path, dimension: int) -> VectorWriter:
    from engine.vector_store import VectorStore

    if not reconciliation.belongs(writer, folder):
        _start_again(writer, folder, "vectors")
        reconciliation.mark_as_ours(writer, folder)
    return VectorStore.open(folder, dimension)


def _open_bits(writer: CatalogWriter, folder: Path) -> BitWriter:
    if not reconciliation.belongs(writer, folder):
        if folder.exists():
            shutil.rmtree(folder)
        writer.forget_all_embeddings()
        reconciliation.mark_as_ours(writer, folder)
    return BitStore.open(folder)


def _start_again(writer: CatalogWriter, folder: Path, store: str) -> int:
    """Empty a derived store; all documents are noted to be added again."""
    if folder.exists():
        shutil.rmtree(folder)
    return reconciliation.note_lost(writer, "text" if store == "text" else "vectors")

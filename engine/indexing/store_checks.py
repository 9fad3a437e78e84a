"""Notices damage to the derived stores' files at the next start, before anybody searches them.

At its end a writer notes what files each store has, with their sizes and times. Where the next one finds others, everything in
that store is looked at, down to the numbers of each vector and the checksum of each file. That is what the doctor does too.
What decays on the disk without a change of size or time is found by the doctor alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.catalog.catalog import Catalog, batches
from engine.catalog.model_keys import models_by_key
from engine.catalog.writer import CatalogWriter
from engine.document import ChunkId, DocumentId
from engine.model_ids import vectors_of
from engine.protocols import VectorContents
from engine.stores.packed_vectors import tolerance_of, unpack_vector

STORES = ("text", "vectors", "bits")
_TOLERANCE = 1e-3               # of a number of a vector: the store makes them of length 1 again and rounds them; rows that were
                                # written while the catalog kept float16 are off by what packing rounds besides
_SUSPECT = "suspect"            # meta: the doctor has found something


def note_files(writer: CatalogWriter, data_dir: Path) -> None:
    """Write down what the stores have, once they are closed and agree, and lie on the disk: LanceDB leaves that to the system."""
    for name in STORES:
        _synchronise(data_dir / name)
        writer.set_meta(_key(name), _inventory(data_dir / name))
    writer.unset_meta(_SUSPECT)


def distrust(writer: CatalogWriter) -> None:
    """Make the next writer look at everything."""
    writer.set_meta(_SUSPECT, "1")


def suspects(writer: CatalogWriter, data_dir: Path, was_cut_short: bool) -> frozenset[str]:
    """Stores whose files are others than those that the last writer left. One that was cut short left no note of them."""
    if writer.meta(_SUSPECT) is not None:
        return frozenset(STORES)
    if was_cut_short:
        return frozenset()
    noted = {name: writer.meta(_key(name)) for name in STORES}
    found = frozenset(name for name in STORES if noted[name] not in (None, _inventory(data_dir / name)))
    if found:
        distrust(writer)        # to be looked at to the end, even if we are cut short
    return found


def differing_vectors(catalog: Catalog, vectors: VectorContents) -> Iterator[tuple[DocumentId, bytes]]:
    """(document, passage hash) of rows whose numbers or whose content hash are not what the catalog says.

    Rows too many and too few are the business of reconciliation. Raises whatever a damaged table makes of itself.
    """
    for rows in vectors.contents():
        known = _expected(catalog, [row.chunk_id for row in rows])
        for row in rows:
            if row.chunk_id in known:
                document_id, passage_hash, content_hash, made = known[row.chunk_id]
                packed = made.get(row.model)
                if row.content_hash != content_hash or (packed is not None and not _is_alike(packed, row.vector)):
                    yield document_id, passage_hash


def _is_alike(packed: bytes, vector: NDArray[np.float32]) -> bool:
    try:
        expected = unpack_vector(packed).astype(np.float32)
    except ValueError:
        return False
    return expected.shape == vector.shape and bool(
        np.allclose(expected, vector, rtol=0.0, atol=_TOLERANCE + tolerance_of(packed))
    )


_Expected = tuple[DocumentId, bytes, str, dict[str, bytes]]


def _expected(catalog: Catalog, chunk_ids: Sequence[ChunkId]) -> dict[ChunkId, _Expected]:
    """Of each chunk: document, passage hash, content hash, and its packed embeddings by the name of the store's rows."""
    found: dict[ChunkId, _Expected] = {}
    ids = models_by_key(catalog.database)
    for part in batches(chunk_ids, 900):
        rows = catalog.database.execute(
            "SELECT chunk_id, document_id, passage_hash, content_hash, embeddings.model, vector FROM chunks"
            " JOIN documents USING (document_id) LEFT JOIN embeddings USING (passage_hash)"
            f" WHERE chunk_id IN ({','.join('?' * len(part))})", part,
        )
        for chunk_id, document_id, passage_hash, content_hash, model, vector in rows:
            _, _, _, made = found.setdefault(
                ChunkId(chunk_id), (DocumentId(document_id), passage_hash, content_hash, {})
            )
            if model is not None:
                made[vectors_of(ids.get(model, model))] = vector
    return found


def _key(name: str) -> str:
    return f"files-{name}"


def _synchronise(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            with contextlib.suppress(FileNotFoundError), path.open("rb+" if os.name == "nt" else "rb") as file:
                os.fsync(file.fileno())


def _inventory(folder: Path) -> str:
    """A digest of names, sizes and times of all files but locks."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(folder.rglob("*")):
        if path.suffix != ".lock" and not path.is_dir():        # readers make and remove locks
            status = os.lstat(path)
            line = f"{path.relative_to(folder)}\0{status.st_size}\0{status.st_mtime_ns}\n"
            digest.update(line.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()

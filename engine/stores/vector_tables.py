"""The vectors of all embedders: a table for each number of dimensions, since one embedder may take the place of another.

To the rest of the engine they are one store: rows go to the table that their vectors fit, a query is looked for in the one
that its vector fits. A table whose last row is gone is removed.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.document import ChunkId, DocumentId
from engine.hits import Candidate
from engine.stores.vector_store import VectorRow, VectorStore

if TYPE_CHECKING:
    from datetime import timedelta

_TABLE = re.compile(r"vectors_(\d{1,5})\.lance")


class VectorTables:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stores: dict[int, VectorStore] = {}

    @classmethod
    def open(cls, folder: Path) -> VectorTables:
        """Touches nothing on disk."""
        return cls(folder)

    def add(self, rows: Sequence[VectorRow]) -> None:
        """Write rows, in one batch for each length of vectors. Raises as VectorStore.add."""
        by_dimension: dict[int, list[VectorRow]] = {}
        for row in rows:
            by_dimension.setdefault(len(row.vector), []).append(row)
        for dimension, fitting in by_dimension.items():
            self._of(dimension).add(fitting)

    def delete(self, document_ids: Iterable[DocumentId], model: str | None = None) -> None:
        ids = list(document_ids)
        for store in self._all():
            store.delete(ids, model)

    def delete_chunks(self, chunk_ids: Iterable[ChunkId]) -> None:
        ids = list(chunk_ids)
        for store in self._all():
            store.delete_chunks(ids)

    def keep_only(self, models: Collection[str]) -> None:
        """Forget the rows of every embedder but these, and the tables that held nothing else."""
        stores = self._all()
        for store in stores:
            store.keep_only(models)
        if len(stores) > 1:
            self._remove_empty()

    def rename_model(self, old: str, new: str) -> None:
        for store in self._all():
            store.rename_model(old, new)

    def search(
        self, vector: NDArray[np.float32], top: int, model: str, documents: frozenset[DocumentId] | None = None
    ) -> list[Candidate]:
        """As VectorStore.search, in the table that the vector fits."""
        return self._of(len(vector)).search(vector, top, model, documents)

    def ids(self) -> list[tuple[ChunkId, DocumentId, str]]:
        return [row for store in self._all() for row in store.ids()]

    def contents(self) -> Iterator[list[VectorRow]]:
        for store in self._all():
            yield from store.contents()

    def count(self, model: str | None = None) -> int:
        return sum(store.count(model) for store in self._all())

    def reload(self) -> None:
        for store in self._stores.values():
            store.reload()

    def optimize(self, clean_up_age: timedelta | None = None) -> None:
        for store in self._all():
            store.optimize(*([clean_up_age] if clean_up_age is not None else []))

    def is_to_be_indexed(self) -> bool:
        return any(store.is_to_be_indexed() for store in self._all())

    def make_index(self) -> None:
        for store in self._all():
            if store.is_to_be_indexed():
                store.make_index()

    def forget_index(self) -> None:
        for store in self._all():
            store.forget_index()

    def clear(self) -> None:
        for store in self._all():
            store.clear()

    def size_bytes(self) -> int:
        return sum(path.stat().st_size for path in self._folder.rglob("*") if path.is_file())

    def close(self) -> None:
        for store in self._stores.values():
            store.close()
        self._stores.clear()

    def _of(self, dimension: int) -> VectorStore:
        if dimension not in self._stores:
            self._stores[dimension] = VectorStore.open(self._folder, dimension)
        return self._stores[dimension]

    def _all(self) -> list[VectorStore]:
        """Of every table that is on disk."""
        return [self._of(dimension) for dimension in self._dimensions()]

    def _dimensions(self) -> list[int]:
        names = sorted(path.name for path in self._folder.iterdir()) if self._folder.is_dir() else []
        return [int(found[1]) for found in map(_TABLE.fullmatch, names) if found]

    def _remove_empty(self) -> None:
        for dimension in self._dimensions():
            if not self._of(dimension).count():
                self._stores.pop(dimension).close()
                shutil.rmtree(self._folder / f"vectors_{dimension}.lance", ignore_errors=True)

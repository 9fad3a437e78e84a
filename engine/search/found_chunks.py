"""The chunks that a search has found: which exist, of what language and kind; their texts only where one is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from engine.document import BlockKind, ChunkId

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog, StoredChunk


class FoundChunks(Mapping[ChunkId, "StoredChunk"]):
    """By id. Reading a text takes longer than all else that is to be known of a chunk, and of most that are found none is shown.

    A chunk that turns out to be gone, or whose text is damaged, when it is to be read is no longer in the mapping.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._told: dict[ChunkId, tuple[str | None, BlockKind]] = {}
        self._read: dict[ChunkId, StoredChunk] = {}

    def add(self, chunk_ids: Iterable[ChunkId]) -> None:
        """Those of them that exist."""
        new = [id_ for id_ in chunk_ids if id_ not in self._told]
        if new:
            self._told.update(self._catalog.languages_of(new))

    def read(self, chunk_ids: Iterable[ChunkId | None]) -> None:
        """Read several at once that are going to be looked at."""
        wanted = [id_ for id_ in chunk_ids if id_ is not None and id_ in self._told and id_ not in self._read]
        if not wanted:
            return
        found = self._catalog.chunks(wanted)
        self._read.update(found)
        for id_ in wanted:
            if id_ not in found:
                del self._told[id_]

    def told(self, chunk_id: ChunkId) -> tuple[str | None, BlockKind]:
        """Language and kind, without reading the text."""
        return self._told[chunk_id]

    def __getitem__(self, chunk_id: ChunkId) -> StoredChunk:
        if chunk_id not in self._read:
            self.read([chunk_id])
        return self._read[chunk_id]

    def __contains__(self, chunk_id: object) -> bool:
        return chunk_id in self._told

    def __iter__(self) -> Iterator[ChunkId]:
        return iter(list(self._told))

    def __len__(self) -> int:
        return len(self._told)

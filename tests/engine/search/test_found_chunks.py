from collections.abc import Iterable
from typing import Any, cast

from engine.catalog.catalog import Catalog, StoredChunk
from engine.document import BlockKind, ChunkId
from engine.search.found_chunks import FoundChunks


def _chunk(id_: int) -> StoredChunk:
    values: dict[str, Any] = dict.fromkeys(StoredChunk.__dataclass_fields__)
    return StoredChunk(**{**values, "chunk_id": ChunkId(id_), "text": f"texto {id_}"})


class _Catalog:
    """Chunks 1 to 5; the text of 4 is damaged. Keeps what was asked of it."""

    def __init__(self) -> None:
        self.read: list[list[int]] = []

    def languages_of(self, ids: Iterable[ChunkId]) -> dict[ChunkId, tuple[str | None, BlockKind]]:
        return {id_: ("es", "paragraph") for id_ in ids if id_ <= 5}

    def chunks(self, ids: Iterable[ChunkId]) -> dict[ChunkId, StoredChunk]:
        self.read.append(list(ids))
        return {id_: _chunk(id_) for id_ in ids if id_ != 4}


def _found(catalog: _Catalog, *ids: int) -> FoundChunks:
    found = FoundChunks(cast("Catalog", catalog))
    found.add(map(ChunkId, ids))
    return found


def test_texts_are_read_only_where_they_are_looked_at_and_once() -> None:
    catalog = _Catalog()
    found = _found(catalog, 1, 2, 3)
    assert found.told(ChunkId(3)) == ("es", "paragraph") and not catalog.read
    found.read([ChunkId(1), None, ChunkId(2)])
    assert [found[ChunkId(id_)].text for id_ in (1, 2, 3, 3)] == ["texto 1", "texto 2", "texto 3", "texto 3"]
    assert catalog.read == [[1, 2], [3]]


def test_what_does_not_exist_is_not_there_and_what_cannot_be_read_no_longer() -> None:
    found = _found(_Catalog(), 1, 4, 9)
    assert set(found) == {1, 4} and ChunkId(9) not in found
    assert found.get(ChunkId(4)) is None and found.get(ChunkId(9)) is None
    assert set(found) == {1} and len(found) == 1

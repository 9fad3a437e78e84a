"""An index on the real stores with the stand-ins for readers and embedder; also run in a process of its own, to be killed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from engine.indexing.index_stores import writing_stores
from engine.indexing.indexer import Indexer
from engine.settings import Settings
from tests.engine.indexing_parts import Embedder, Encoding, Pool, chunk_lines, former_of

DIMENSION = 384


class WideEmbedder(Embedder):
    dimension = DIMENSION

    def _encoding(self, passage: str) -> Encoding:
        narrow = super()._encoding(passage)
        vector = np.tile(narrow.vector, DIMENSION // len(narrow.vector))
        return Encoding((vector / np.linalg.norm(vector)).astype(np.float32), np.tile(narrow.bits, (1, 6)))


@contextmanager
def indexer_of(
    settings: Settings, embedder: Embedder | None = None, committed: Callable[[], None] = lambda: None,
    former: dict[str, Embedder] | None = None,
) -> Iterator[Indexer]:
    made = embedder or WideEmbedder()
    with writing_stores(settings) as stores:
        yield Indexer(
            settings, stores, lambda: made, lambda ocr: Pool([]), committed=committed, chunker=chunk_lines,  # type: ignore[arg-type, return-value]
            former=former_of(former or {}),     # type: ignore[arg-type]
        )


if __name__ == "__main__":
    data, documents = Path(sys.argv[1]), Path(sys.argv[2])
    print("start", flush=True)
    with indexer_of(Settings(data)) as indexer:
        indexer.index([documents], progress=lambda step: print(step.stage, flush=True))
        print("done", flush=True)

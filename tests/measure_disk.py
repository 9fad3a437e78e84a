"""Room on disk: `python -m tests.measure_disk [--documents 1500]`. What each store takes for a text, and what it gives back.

Real stores, reader, tokenizer and chunker; in place of the network a stand-in whose vectors and token bits have the real size.
A half of the documents is deleted, then half of the rest.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import numpy as np

from engine.catalog.catalog import Catalog
from engine.indexing.index_stores import writing_stores
from engine.indexing.indexer import Indexer
from engine.reading.pool import ReadingPool
from engine.reading.source import ReadOptions
from engine.settings import Settings
from models.manifest import FILES, TOKENIZER
from models.tokenizer import Tokenizer
from tests.measure_following import text

_KEPT = 0.9             # of the tokens of a text have bits; the others are punctuation
_WIDTH = 48


@dataclass(frozen=True)
class Encoding:
    vector: np.ndarray
    bits: np.ndarray


class StandIn:
    name, version, dimension, max_tokens = "stand-in", "1", 384, 512

    def __init__(self) -> None:
        self._tokenizer = Tokenizer(FILES / TOKENIZER)
        self._chance = np.random.default_rng(1)

    def embed_passages(self, passages: Sequence[str]) -> list[Encoding]:
        return [self._encoding(n) for n in self._tokenizer.count(passages)]

    def _encoding(self, n_tokens: int) -> Encoding:
        vector = self._chance.standard_normal(self.dimension).astype(np.float32)
        bits = self._chance.integers(0, 256, (round(_KEPT * n_tokens), _WIDTH), dtype=np.uint8)
        return Encoding(vector / np.linalg.norm(vector), bits)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._tokenizer.count(texts)

    def token_spans(self, whole: str) -> list[tuple[int, int]]:
        return self._tokenizer.spans(whole)


def index(settings: Settings, embedder: StandIn, docs: Path) -> None:
    with writing_stores(settings) as stores:
        indexer = Indexer(
            settings, stores, lambda: embedder, lambda ocr: ReadingPool(2, ReadOptions()),      # type: ignore[arg-type, return-value]
        )
        indexer.index([docs])
        stores.vectors.optimize(timedelta(0))       # type: ignore[call-arg] # as happens some minutes later


def sizes(settings: Settings) -> dict[str, int]:
    return {
        "catalog": sum(path.stat().st_size for path in settings.data_dir.glob("catalog.sqlite*")),
        **{
            name: sum(path.stat().st_size for path in (settings.data_dir / name).rglob("*") if path.is_file())
            for name in ("text", "vectors", "bits")
        },
    }


def row(settings: Settings, docs: Path) -> dict[str, object]:
    n_text = sum(path.stat().st_size for path in docs.rglob("*.txt"))
    found = sizes(settings)
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        counts = catalog.counts()
    return {
        "documents": counts.documents, "chunks": counts.chunks, "text_mb": round(n_text / 1e6, 2),
        "mb": {name: round(size / 1e6, 2) for name, size in found.items()},
        "times_the_text": {name: round(size / n_text, 2) for name, size in [*found.items(), ("all", sum(found.values()))]},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=1_500)
    options = parser.parse_args()
    chance = random.Random(1)
    folder = Path(tempfile.mkdtemp(prefix="fichero-disk-"))
    try:
        docs, settings = folder / "docs", Settings(folder / "data")
        docs.mkdir()
        for i in range(options.documents):
            (docs / f"{i}.txt").write_text("\n\n".join(text(chance, 140) for _ in range(8)))
        embedder = StandIn()
        index(settings, embedder, docs)
        found = {"all": row(settings, docs)}
        for name in ("half deleted", "three quarters deleted"):
            files = sorted(docs.iterdir())
            for path in chance.sample(files, len(files) // 2):
                path.unlink()
            index(settings, embedder, docs)
            found[name] = row(settings, docs)
        sys.stdout.write(json.dumps(found, indent=2) + "\n")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

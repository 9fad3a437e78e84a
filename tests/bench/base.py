"""10,000 passages of the small folder, really read, cut and embedded: what the synthetic indexes are mixed from.

    python -m tests.bench.base INDEX…      takes those of indexes that are there, instead of embedding for half an hour
"""

from __future__ import annotations

import argparse
import dataclasses
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.build import ModelLoader, build_indexer, embedder_id, open_catalog
from engine.catalog.embeddings import CatalogEmbeddings
from engine.catalog.records import StoredChunk
from engine.document import passage_prefix
from engine.machine.fingerprint import passage_hash
from engine.settings import Settings
from engine.stores.bit_store import BitStore
from tests.bench import corpus

N_PASSAGES = 10_000
SEED = 7
_A_PART = 250               # passages between two savings: what is cut short goes on from there


@dataclass(frozen=True, slots=True)
class Base:
    """`vectors`: float32 (n, dimension), L2 norm 1; `bits`: of each passage (n_tokens, width) uint8."""

    texts: list[str]
    titles: list[str | None]
    headings: list[tuple[str, ...]]
    languages: list[str | None]
    n_tokens: list[int]
    vectors: NDArray[np.float32]
    bits: list[NDArray[np.uint8]]

    @property
    def passages(self) -> list[str]:
        """What the embedder was given."""
        return [passage_prefix(title, path) + text for title, path, text in zip(self.titles, self.headings, self.texts, strict=True)]


def base_of(cache: Path, n_passages: int = N_PASSAGES) -> Base:
    """Made at its first use, which takes half an hour of two cores; raises as corpus.folder_of."""
    file = _file(cache, n_passages)
    if not file.exists():
        settings = text_index(cache)
        _save(_embedded(_chosen(settings, n_passages), file.with_suffix(""), ModelLoader(settings)), file)
    with file.open("rb") as stored:
        return pickle.load(stored)          # our own file


def _file(cache: Path, n_passages: int) -> Path:
    return cache / f"base-{n_passages} {embedder_id(Settings(cache))}.pickle"


def _save(base: Base, file: Path) -> None:
    with file.open("wb") as stored:
        pickle.dump(base, stored)


def text_index(cache: Path) -> Settings:
    """The small folder after the text stage."""
    settings = Settings(cache / "small-index", language="es")
    if not (cache / "small-index" / "done").exists():
        with build_indexer(settings) as indexer:
            indexer.index([corpus.folder_of(cache, is_small=True)], stage="text", all_files=True)
        (cache / "small-index" / "done").touch()
    return settings


def _chosen(settings: Settings, n_passages: int) -> Base:
    """Passages of every document, each about as often as it has some; in order, so that neighbours stay together."""
    with open_catalog(settings) as catalog:
        chunks = [
            (document.title, chunk) for document in catalog.documents(sorted(catalog.all_documents())).values()
            for chunk in catalog.document_chunks(document.document_id)
        ]
    keep = np.sort(np.random.default_rng(SEED).permutation(len(chunks))[:n_passages])
    return _base([chunks[i] for i in keep], np.empty((0, 0), np.float32), [])


def _base(kept: Sequence[tuple[str | None, StoredChunk]], vectors: NDArray[np.float32], bits: list[NDArray[np.uint8]]) -> Base:
    return Base(
        [chunk.text for _, chunk in kept], [title for title, _ in kept], [chunk.heading_path for _, chunk in kept],
        [chunk.language for _, chunk in kept], [chunk.n_tokens for _, chunk in kept], vectors, bits,
    )


def _embedded(base: Base, folder: Path, loader: ModelLoader) -> Base:
    folder.mkdir(parents=True, exist_ok=True)
    passages = base.passages
    vectors, bits = [], []
    for start in range(0, len(passages), _A_PART):
        file = folder / f"{start}.pickle"
        if not file.exists():
            made = [(encoding.vector, encoding.bits) for encoding in loader.embedder().embed_passages(passages[start : start + _A_PART])]
            file.write_bytes(pickle.dumps(made))
        for vector, its_bits in pickle.loads(file.read_bytes()):
            vectors.append(vector)
            bits.append(its_bits)
    return dataclasses.replace(base, vectors=np.stack(vectors), bits=bits)


def gathered(indexes: Sequence[Path], n_passages: int = N_PASSAGES) -> Base:
    """The passages of these data folders that the present embedder has embedded, evenly taken."""
    found = [row for index in indexes for row in _embedded_in(index)]
    if not found:
        raise SystemExit("none of these indexes holds passages of the present embedder")
    kept = [found[i] for i in np.sort(np.random.default_rng(SEED).permutation(len(found))[:n_passages])]
    vectors = np.stack([vector for *_, vector, _ in kept]).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return _base([(title, chunk) for title, chunk, *_ in kept], vectors, [bits for *_, bits in kept])


def _embedded_in(index: Path) -> Iterator[tuple[str | None, StoredChunk, NDArray[np.float16], NDArray[np.uint8]]]:
    settings = Settings(index)
    store, model = BitStore.open(settings.bits_dir), embedder_id(settings)
    with open_catalog(settings) as catalog:
        stored = CatalogEmbeddings(catalog, index)
        for document in catalog.documents(sorted(catalog.all_documents())).values():
            chunks = catalog.document_chunks(document.document_id)
            keys = [passage_hash(passage_prefix(document.title, chunk.heading_path) + chunk.text) for chunk in chunks]
            known = stored.embeddings(keys, model)
            for key, chunk in zip(keys, chunks, strict=True):
                if key in known:
                    yield document.title, chunk, known[key].vector, store.read([known[key].bits])[0].copy()
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("indexes", nargs="+", type=Path, metavar="INDEX", help="data folders of Fichero")
    parser.add_argument("--cache", type=Path, default=Path(__file__).resolve().parents[2] / "build" / "bench")
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    base = gathered(arguments.indexes)
    _save(base, _file(arguments.cache, N_PASSAGES))
    print(f"{len(base.texts)} passages")


if __name__ == "__main__":
    # As a module of its own name, since what is stored names its class by its module.
    from tests.bench import base as module

    module.main()

"""Indexes of any size from the really embedded passages of base.py, written into real stores by the engine's own writers.

Each made-up passage is the beginning of one real passage and the end of another, with one word of its own; its vector lies
between theirs, with noise, so that it has near and far neighbours as real ones have; its token bits are theirs, some
turned over. Documents of 1 to 200 passages follow the base's order, so that what stands in one is about like things. Their
files are really there, since a search looks at them.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.build import build_indexer, embedder_id
from engine.catalog.embeddings import Embedding
from engine.catalog.schema import VERSION
from engine.catalog.writer import ReadFile, ReadPart
from engine.document import Block, Chunk, Document, passage_prefix
from engine.indexing.index_stores import WritingStores, writing_stores
from engine.indexing.text_index_sync import TextIndexSync
from engine.machine.fingerprint import FileStamp, content_hash, passage_hash
from engine.settings import Settings
from engine.stores.lexical_index import SCHEMA
from tests.bench.base import Base

SEED = 11
NOISE = 0.12                # length of the noise on a vector of length 1: cosine 0.993 with what it was
TURNED = 0.03               # share of token bits that are turned over
LARGEST = 200               # passages of a document
DOCUMENTS_A_COMMIT = 64
DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class Made:
    """One made-up document with what the embedder would have given for each chunk."""

    document: Document
    chunks: tuple[Chunk, ...]
    vectors: NDArray[np.float16]            # (chunks, dimension)
    bits: tuple[NDArray[np.uint8], ...]


def index_of(cache: Path, base: Base, n_passages: int) -> Settings:
    """An index of at least so many passages, complete; made at its first use."""
    place = cache / f"index-{n_passages}"
    settings = Settings(place / "data", language="es")
    mark = place / f"made-{VERSION}-{SCHEMA}-{embedder_id(settings)}"
    if mark.exists():
        return settings
    earlier = list(place.glob(f"made-*-{SCHEMA}-{embedder_id(settings)}"))      # what opens it as a writer brings it up
    if not earlier:
        shutil.rmtree(place, ignore_errors=True)
        with writing_stores(settings) as stores:
            stores.writer.add_root(str(place / "files"), False, False)
            _write(stores, base, n_passages, place / "files", embedder_id(settings))
            stores.is_settled = True
    with build_indexer(settings) as indexer:
        indexer.index(stage="vectors")
    with writing_stores(settings) as stores:        # as it is after the next look: without what the index of vectors was made beside
        stores.vectors.optimize(timedelta(0))
    mark.touch()
    for former in earlier:
        former.unlink()
    return settings


def _write(stores: WritingStores, base: Base, n_passages: int, folder: Path, model: str) -> None:
    text_index = TextIndexSync(stores.writer, stores.lexical)
    n_done, batch = 0, 0
    for number, made in enumerate(documents(base, n_passages)):
        if number % DOCUMENTS_A_COMMIT == 0:
            text_index.run()
        path = _file(folder, number, made.document.text)
        stamp, content = FileStamp.of(os.stat(path)), content_hash(path)
        with stores.writer.transaction():
            part = ReadPart("", "txt", made.document, made.chunks)
            stores.writer.write(ReadFile(str(path), stamp, time.time_ns() + 10 * 10**9, content, (part,)))
            locations = stores.bits.append(made.bits)
            keys = [passage_hash(passage_prefix(made.document.title, chunk.heading_path) + chunk.text) for chunk in made.chunks]
            stores.writer.add_embeddings(
                {key: Embedding(vector, where) for key, vector, where in zip(keys, made.vectors, locations, strict=True)}, model
            )
        n_done += len(made.chunks)
        if n_done // 50_000 > batch:
            batch = n_done // 50_000
            print(f"  {n_done} of {n_passages} passages made", flush=True)
    text_index.run()


def _file(folder: Path, number: int, text: str) -> Path:
    place = folder / f"carpeta {number // 500}" / f"documento {number}.txt"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, "utf-8")
    changed = 1_700_000_000 - DAY_S * (number * 7919 % 3650)
    os.utime(place, (changed, changed))
    return place


def documents(base: Base, n_passages: int, seed: int = SEED) -> Iterator[Made]:
    """Made-up documents, until they hold n_passages together; the same ones for the same seed."""
    chance = np.random.default_rng(seed)
    n_left = n_passages
    while n_left > 0:
        size = min(LARGEST, n_left, int(chance.geometric(1 / 20)))
        yield _document(base, size, chance)
        n_left -= size


def _document(base: Base, size: int, chance: np.random.Generator) -> Made:
    n = len(base.texts)
    firsts = (int(chance.integers(n)) + np.arange(size)) % n
    seconds = chance.integers(n, size=size)
    shares = chance.uniform(0.4, 0.95, size)
    texts, chunks, bits, at = [], [], [], 0
    for first, second, share in zip(firsts.tolist(), seconds.tolist(), shares.tolist(), strict=True):
        text = f"{_begin(base.texts[first], share)} {_end(base.texts[second], share)} {_word(chance)}"
        n_tokens = max(1, int(base.n_tokens[first] * share + base.n_tokens[second] * (1 - share)))
        chunks.append(Chunk(
            text, at, at + len(text), None, base.headings[first], at, at + len(text), n_tokens, language=base.languages[first]
        ))
        bits.append(_turned(base.bits[first], base.bits[second], share, chance))
        texts.append(text)
        at += len(text) + 2
    blocks = tuple(Block("paragraph", chunk.start, chunk.end) for chunk in chunks)
    document = Document("\n\n".join(texts), blocks, "txt", base.titles[int(firsts[0])], base.languages[int(firsts[0])])
    mixed = shares[:, None] * base.vectors[firsts] + (1 - shares)[:, None] * base.vectors[seconds]
    noise = chance.standard_normal(mixed.shape) * (NOISE / np.sqrt(mixed.shape[1]))
    vectors = mixed / np.linalg.norm(mixed, axis=1, keepdims=True) + noise
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return Made(document, tuple(chunks), vectors.astype(np.float16), tuple(bits))


def _begin(text: str, share: float) -> str:
    return text[: int(len(text) * share)].rpartition(" ")[0] or text


def _end(text: str, share: float) -> str:
    return text[int(len(text) * share) :].partition(" ")[2]


def _word(chance: np.random.Generator) -> str:
    """A word that hardly any other passage has, as names and codes are."""
    return "".join(chance.choice(list("abdefglmnoprstuz"), 7)) + str(chance.integers(10_000))


def _turned(
    first: NDArray[np.uint8], second: NDArray[np.uint8], share: float, chance: np.random.Generator
) -> NDArray[np.uint8]:
    joined = np.concatenate([first[: int(len(first) * share)], second[int(len(second) * share) :]])
    n_turned = int(joined.size * 8 * TURNED)
    if n_turned:
        places = chance.integers(joined.size, size=n_turned)
        np.bitwise_xor.at(joined.reshape(-1), places, np.uint8(1) << chance.integers(8, size=n_turned, dtype=np.uint8))
    return joined

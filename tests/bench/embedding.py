"""Embedding stage: passages a second, beside the bare network at its best batch on the same passages."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime

from engine.build import build_indexer
from engine.catalog.catalog import Catalog
from engine.document import passage_prefix
from engine.settings import Settings
from models.manifest import EMBEDDER, FILES, TOKENIZER, read_manifest
from models.onnx_session import usable_cores
from models.token_encoder import batches
from models.tokenizer import Tokenizer
from tests.bench import synthetic
from tests.bench.figures import Figure, percentile
from tests.bench.ground import Ground

PASSAGES = 60           # a round: 4 s of two free cores a side
BATCH_TOKENS = (512, 1_024, 2_048, 4_096)       # padded, that the bare network is tried with


def measure(ground: Ground) -> list[Figure]:
    n_rounds, n_passages = ground.rounds(5, 2), ground.rounds(PASSAGES, 20)
    bare = BareNetwork()
    ratios: list[float] = []
    with tempfile.TemporaryDirectory(prefix="fichero-bench-") as name, build_indexer(Settings(Path(name) / "data")) as indexer:
        for number in range(n_rounds + 1):
            folder = Path(name) / f"round {number}"
            _write(ground, folder, n_passages if number else 10, number)
            indexer.index([folder], stage="text")
            ids = bare.tokenised(_waiting(Path(name) / "data"))
            if not number:                      # loads the models
                bare.choose_batch(ids)
                indexer.index(stage="vectors")
                continue
            theirs = bare.seconds(ids) if number % 2 else 0.0
            begun = time.perf_counter()
            indexer.index(stage="vectors")
            ours = time.perf_counter() - begun
            ratios.append((theirs or bare.seconds(ids)) / ours)
            shutil.rmtree(folder)
            print(f"  {len(ids)} passages: {len(ids) / ours:.1f} a second, {ratios[-1]:.3f} of the bare network", flush=True)
    detail = f"batches of {bare.batch_tokens} tokens, {usable_cores()} cores"
    return [Figure("embedding-stage", percentile(ratios, 0.5), 0.9, "max", len(ratios), detail=detail)]


class BareNetwork:
    """onnxruntime as it comes, all cores, told nothing; tokens are made beforehand."""

    def __init__(self) -> None:
        self._session = onnxruntime.InferenceSession(str(FILES / EMBEDDER), providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer(FILES / TOKENIZER)
        self._info = read_manifest(FILES).model("embedder")
        self.batch_tokens = BATCH_TOKENS[0]

    def tokenised(self, passages: Sequence[str]) -> list[list[int]]:
        ids = self._tokenizer.ids([self._info.passage_prefix + passage for passage in passages])
        return [[0, *some[: self._info.max_tokens - 2], 2] for some in ids]

    def choose_batch(self, ids: Sequence[Sequence[int]]) -> None:
        self.seconds(ids)
        self.batch_tokens = min(BATCH_TOKENS, key=lambda limit: self._run(ids, limit))

    def seconds(self, ids: Sequence[Sequence[int]]) -> float:
        return self._run(ids, self.batch_tokens)

    def _run(self, ids: Sequence[Sequence[int]], limit: int) -> float:
        begun = time.perf_counter()
        for places in batches([len(some) for some in ids], limit):
            longest = len(ids[places[0]])
            padded = np.ones((len(places), longest), np.int64)
            mask = np.zeros_like(padded)
            for row, place in enumerate(places):
                padded[row, : len(ids[place])] = ids[place]
                mask[row, : len(ids[place])] = 1
            self._session.run(["last_hidden_state", "sentence_embedding"], {"input_ids": padded, "attention_mask": mask})
        return time.perf_counter() - begun


def _write(ground: Ground, folder: Path, n_passages: int, seed: int) -> None:
    """Files that no earlier round has had."""
    folder.mkdir()
    for number, made in enumerate(synthetic.documents(ground.base, n_passages, seed)):
        (folder / f"{number}.txt").write_text(made.document.text, "utf-8")


def _waiting(data: Path) -> list[str]:
    with Catalog.open(data, read_only=True) as catalog:
        rows = catalog.database.execute("SELECT DISTINCT document_id FROM chunks WHERE model IS NULL").fetchall()
        documents = catalog.documents(row[0] for row in rows)
        return [
            passage_prefix(document.title, chunk.heading_path) + chunk.text
            for document in documents.values() for chunk in catalog.document_chunks(document.document_id)
        ]

"""The reranker: compares the tokens of a query with those of passages, from stored bits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.encodings import WINDOW, LateScores, QueryEncoding
from models.inventory import check_files
from models.manifest import FILES, RERANKER, read_manifest
from models.onnx_session import Session

BATCH_TOKENS = 4_096        # padded passage tokens at once: 6 MB unpacked, which the processor's cache holds better than 25
# Up to so many multiplications OpenBLAS works on the thread that asks. Above, it divides them among all cores, whose threads then wait for one
# another by turning round: a millisecond of work took up to five of two cores where something else was at work too.
ALONE = 262_144
NO_TOKENS_SCORE = -1.0


class LateInteraction:
    """MaxSim over sign bits. Scores lie between -1 and 1 and compare within one query."""

    def __init__(self, folder: Path = FILES, n_threads: int | None = None, verify: bool = False) -> None:
        """Load the reranker.

        Raises:
            ModelMissing, ModelDamaged
        """
        info = read_manifest(folder).model("reranker")
        if verify:
            check_files(folder, info)
        self.name = info.name
        self.version = info.version
        self.dimension = info.dimension
        self._session = Session(folder / RERANKER, n_threads)

    def scores(self, query: QueryEncoding, passages: Sequence[NDArray[np.uint8]]) -> LateScores:
        """The weighted mean over query tokens of the largest cosine with a token of the passage, of its best place, and of the
        second largest; and the largest ones themselves.

        A passage without tokens scores -1, the least there is; a query without tokens scores all alike, 0.
        """
        least = NO_TOKENS_SCORE if len(query.tokens) else 0.0
        scores = np.full((3, len(passages)), least, np.float32)
        matches = np.full((len(passages), len(query.tokens)), least, np.float32)
        places = sorted((p for p in range(len(passages)) if len(passages[p])), key=lambda p: -len(passages[p]))
        start = 0 if len(query.tokens) else len(places)
        while start < len(places):
            n_passages = max(1, BATCH_TOKENS // len(passages[places[start]]))
            batch = places[start : start + n_passages]
            *means, matches[batch] = self._scores(query, [passages[place] for place in batch])
            scores[:, batch] = means
            start += n_passages
        return LateScores(whole=scores[0], local=scores[1], second=scores[2], matches=matches)

    def similarities(self, query: QueryEncoding, bits: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Cosines, float32 (query tokens, passage tokens)."""
        signs = np.unpackbits(bits, axis=1).astype(np.float32) * 2 - 1
        cosines = np.empty((len(query.tokens), len(bits)), np.float32)
        n_rows = max(1, ALONE // max(1, query.tokens.size))
        for start in range(0, len(bits), n_rows):
            cosines[:, start : start + n_rows] = query.tokens @ signs[start : start + n_rows].T
        return cosines / np.float32(np.sqrt(self.dimension))

    def _scores(self, query: QueryEncoding, passages: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        """passages: longest first."""
        lengths = np.array([len(bits) for bits in passages], np.int64)
        n_places = max(WINDOW, int(lengths[0]))
        packed = np.zeros((len(passages), n_places, self.dimension // 8), np.uint8)     # lengths hides the rest
        for row, bits in enumerate(passages):
            packed[row, : len(bits)] = bits
        inputs: dict[str, NDArray[Any]] = {
            "query_tokens": query.tokens, "query_weights": query.weights,
            "passage_bits": packed, "n_tokens": lengths,
        }
        return self._session.run(["scores", "local_scores", "second_scores", "matches"], inputs)

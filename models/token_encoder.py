"""Runs the network over token ids, in batches of like length."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.errors import EmbeddingCancelled
from models.onnx_session import Session

BATCH_TOKENS = 1024     # padded tokens in a batch: bounds memory; larger ones are slower (1024: 1020 tokens/s of one core, 4096: 840)


@dataclass(frozen=True, slots=True)
class Encoded:
    """What the network gives for one text: a row for each of its ids, and their pooled vector of L2 norm 1."""

    hidden: NDArray[np.float32]     # (ids, dimension)
    vector: NDArray[np.float32]     # (dimension,)


def encode(
    session: Session, texts: Sequence[Sequence[int]], is_cancelled: Callable[[], bool] = lambda: False
) -> Iterator[tuple[int, Encoded]]:
    """Every text, as (its place, result), longest first; results are views into one batch, to be reduced at once.

    Raises:
        EmbeddingCancelled: is_cancelled turned true between two batches.
    """
    for places in batches([len(ids) for ids in texts]):
        if is_cancelled():
            raise EmbeddingCancelled
        hidden, vectors = _run(session, [texts[place] for place in places])
        for row, place in enumerate(places):
            yield place, Encoded(hidden[row, : len(texts[place])], vectors[row])


def batches(lengths: Sequence[int], limit: int = BATCH_TOKENS) -> Iterator[list[int]]:
    """Places by falling length, as many together as stay within `limit` padded tokens, at least one."""
    places = sorted(range(len(lengths)), key=lambda place: (-lengths[place], place))
    start = 0
    while start < len(places):
        n_texts = max(1, limit // lengths[places[start]])
        yield places[start : start + n_texts]
        start += n_texts


def _run(session: Session, texts: Sequence[Sequence[int]]) -> list[NDArray[np.float32]]:
    shape = (len(texts), max(map(len, texts)))
    ids = np.ones(shape, np.int64)      # 1 is the padding; the mask hides it
    mask = np.zeros(shape, np.int64)
    for row, text in enumerate(texts):
        ids[row, : len(text)] = text
        mask[row, : len(text)] = 1
    return session.run(["last_hidden_state", "sentence_embedding"], {"input_ids": ids, "attention_mask": mask})

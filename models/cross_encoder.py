"""A cross-encoder that somebody brought in: reads a query and a passage together, and says how well they fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelRefused
from models.export_layout import TOKENIZER
from models.exported_network import ExportedNetwork
from models.imported_info import ImportedInfo, check_imported
from models.token_encoder import batches
from models.tokenizer import BLANK, ExportedTokenizer

QUERY_CHARACTERS = 4_096
PASSAGE_CHARACTERS = 16_384


class CrossEncoder:
    """Scores compare within one query only. One thread at a time."""

    def __init__(self, folder: Path, info: ImportedInfo, n_threads: int | None = None, verify: bool = True) -> None:
        """
        Args:
            folder: where the model's files lie.
            verify: compare the files with their digests where their size or time differs from when they were checked.
        Raises:
            ModelMissing, ModelDamaged, ModelRefused
        """
        if verify:
            check_imported(folder, info)
        self.name = info.name
        self.version = info.version
        self._tokenizer = ExportedTokenizer(folder / TOKENIZER, info.max_tokens)
        self._network = ExportedNetwork(folder / info.network, n_threads, self._tokenizer.pad_id)
        self._output = _find_output(self._network)

    def score(
        self, query: str, passages: Sequence[str], is_cancelled: Callable[[], bool] = lambda: False
    ) -> NDArray[np.float32]:
        """float32 (passages,): the logit of "relevant", higher is better. Query and passage together are cut to what the
        model reads, the longer one first.

        Raises:
            EmbeddingCancelled: is_cancelled turned true; it is looked at within a batch too.
            ModelRefused: a score that is not finite.
        """
        scores = np.zeros(len(passages), np.float32)
        pairs = self._tokenizer.pairs(
            query.strip(BLANK)[:QUERY_CHARACTERS], [passage.rstrip(BLANK)[:PASSAGE_CHARACTERS] for passage in passages]
        )
        for places in batches([len(ids) for ids, _ in pairs]):
            ids, types = zip(*(pairs[place] for place in places))
            logits, _ = self._network.run(self._output, ids, types, is_cancelled)
            scores[places] = _relevance(logits.reshape(len(places), -1))
        if not np.isfinite(scores).all():
            raise ModelRefused("It gives scores that are not finite.", "Da puntuaciones no finitas.")
        return scores


def _find_output(network: ExportedNetwork) -> str:
    ranks = network.ranks()
    fitting = [name for name, rank in ranks.items() if rank in (1, 2)]
    if "logits" in fitting or len(fitting) == 1:
        return "logits" if "logits" in fitting else fitting[0]
    raise ModelRefused(
        f"Its network gives no score of a pair (it gives: {', '.join(network.outputs)[:200]}).",
        f"Su red no da una puntuación de un par (da: {', '.join(network.outputs)[:200]}).",
    )


def _relevance(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """One logit as it is; of two labels the second means "relevant", and their difference is its logit."""
    if logits.shape[1] == 1:
        return logits[:, 0]
    if logits.shape[1] == 2:
        return logits[:, 1] - logits[:, 0]
    raise ModelRefused(
        f"It gives {logits.shape[1]} scores for a pair, not one.", f"Da {logits.shape[1]} puntuaciones por par, no una."
    )

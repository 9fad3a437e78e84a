"""An embedder that somebody brought in. It has no head for late interaction: its passages have vectors and no token bits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.encodings import PassageEncoding, QueryEncoding
from models.errors import EmbeddingCancelled, ModelRefused
from models.export_layout import TOKENIZER, Pooling
from models.exported_network import ExportedNetwork
from models.imported_info import ImportedInfo, check_imported
from models.token_encoder import batches
from models.tokenizer import BLANK, ExportedTokenizer, Span

QUERY_CHARACTERS = 16_384
WHOLE = ("sentence_embedding", "sentence_embeddings", "embedding", "embeddings", "text_embeds", "dense_vecs")
TOKENS = ("last_hidden_state", "token_embeddings", "hidden_states")


class ImportedEmbedder:
    """Texts to vectors of L2 norm 1, with the prefixes and the pooling of the model's own files. One thread at a time."""

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
        self.dimension = info.dimension
        self.max_tokens = info.max_tokens
        self._query_prefix = info.query_prefix
        self._passage_prefix = info.passage_prefix
        self._pooling = info.pooling
        self._tokenizer = ExportedTokenizer(folder / TOKENIZER, info.max_tokens)
        self._network = ExportedNetwork(folder / info.network, n_threads, self._tokenizer.pad_id)
        self._output, self._is_pooled = find_output(self._network)

    def embed_query(self, text: str) -> QueryEncoding:
        """A query of any length; what is beyond the model's limit is not read."""
        ids = self._tokenizer.pieces(self._query_prefix + text.strip(BLANK)[:QUERY_CHARACTERS])[0]
        return QueryEncoding(self._vectors([ids])[0], np.zeros((0, 0), np.float32), np.zeros(0, np.float32))

    def embed_passages(
        self, passages: Sequence[str], is_cancelled: Callable[[], bool] = lambda: False
    ) -> list[PassageEncoding]:
        """One encoding for each passage, in order, without bits. A passage longer than the model reads at once is read in
        pieces; its vector is their mean, weighted by their tokens.

        Raises:
            EmbeddingCancelled: is_cancelled turned true between two batches.
        """
        rows: list[list[int]] = []
        owners: list[int] = []
        for place, passage in enumerate(passages):
            for ids in self._tokenizer.pieces(self._passage_prefix + passage.rstrip(BLANK)):
                rows.append(ids)
                owners.append(place)
        sums = np.zeros((len(passages), self.dimension), np.float32)
        for places in batches([len(ids) for ids in rows]):
            if is_cancelled():
                raise EmbeddingCancelled
            for place, vector in zip(places, self._vectors([rows[place] for place in places])):
                sums[owners[place]] += vector * len(rows[place])
        no_bits = np.zeros((0, 0), np.uint8)
        return [PassageEncoding(vector, no_bits) for vector in unit(sums)]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without specials and prefix; a blank text has none."""
        return self._tokenizer.count(texts)

    def token_spans(self, text: str) -> list[Span]:
        """Code point spans of all tokens of a text of any length."""
        return self._tokenizer.spans(text)

    def passage_token_spans(self, passage: str) -> list[Span]:
        """None: there are no bits."""
        return []

    def _vectors(self, ids: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        output, mask = self._network.run(self._output, ids)
        pooled = output if self._is_pooled else pool(output, mask, self._pooling or "mean")
        if pooled.shape != (len(ids), self.dimension):
            raise ModelRefused(
                f"Its vectors have the shape {pooled.shape}, not {(len(ids), self.dimension)}.",
                f"Sus vectores tienen la forma {pooled.shape}, no {(len(ids), self.dimension)}.",
            )
        return unit(pooled)


def find_output(network: ExportedNetwork) -> tuple[str, bool]:
    """The output to take vectors from, and whether it has one a text already (else one a token).

    Raises:
        ModelRefused: there is none.
    """
    ranks = network.ranks()
    for names, rank in ((WHOLE, 2), (TOKENS, 3)):
        for name in names:
            if ranks.get(name) == rank:
                return name, rank == 2
    others = [name for name, rank in ranks.items() if rank == 3 and name != "logits"]
    if others:
        return others[0], False
    whole = [name for name, rank in ranks.items() if rank == 2 and name not in ("logits", "pooler_output")]
    if len(whole) == 1:
        return whole[0], True
    raise ModelRefused(
        f"Its network gives no vectors of texts (it gives: {', '.join(network.outputs)[:200]}).",
        f"Su red no da vectores de textos (da: {', '.join(network.outputs)[:200]}).",
    )


def pool(hidden: NDArray[np.float32], mask: NDArray[np.int64], pooling: Pooling) -> NDArray[np.float32]:
    """(texts, tokens, dimension) to (texts, dimension)."""
    if pooling == "cls":
        return hidden[:, 0]
    if pooling == "last":
        return hidden[np.arange(len(hidden)), mask.sum(axis=1) - 1]
    column = mask[:, :, None].astype(np.float32)
    if pooling == "max":
        return np.where(column > 0, hidden, -np.inf).max(axis=1).astype(np.float32)
    return (hidden * column).sum(axis=1) / column.sum(axis=1)


def unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of L2 norm 1.

    Raises:
        ModelRefused: one is zero or not finite.
    """
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(norms).all() or not norms.all():
        raise ModelRefused("It gives vectors that are zero or not finite.", "Da vectores nulos o no finitos.")
    return (vectors / norms).astype(np.float32)

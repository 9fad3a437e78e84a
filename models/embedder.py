"""The embedder: queries and passages to vectors, and to token vectors for late interaction."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.encodings import PassageEncoding, QueryEncoding
from models.errors import ModelDamaged, ModelMissing
from models.former import canonical_id, id_of
from models.head import load_head
from models.inventory import check_files
from models.manifest import EMBEDDER, FILES, HEAD, KEPT_TOKENS, TOKENIZER, read_manifest
from models.onnx_session import Session
from models.token_encoder import encode
from models.tokenizer import BLANK, Span, Tokenizer

BOS, EOS = 0, 2
QUERY_CHARACTERS = 16_384       # far more than the tokens that are read; a longer query is cut before it is tokenised


class Embedder:
    """multilingual-e5-small. Prefixes are added inside. One thread at a time."""

    def __init__(
        self, folder: Path = FILES, n_threads: int | None = None, verify: bool = False, head: Path | None = None
    ) -> None:
        """Load the model files in `folder`; `verify` compares their digests first.

        Args:
            head: of an earlier version, to read the bits that it made; the folder's own if None.

        Raises:
            ModelMissing, ModelDamaged
        """
        info = read_manifest(folder).model("embedder")
        if verify:
            check_files(folder, info)
        self.name, _, version = canonical_id(id_of(info)).partition("@")
        self.dimension = info.dimension
        self.max_tokens = info.max_tokens
        self._query_prefix = info.query_prefix
        self._passage_prefix = info.passage_prefix
        self._tokenizer = Tokenizer(folder / TOKENIZER)
        self._is_kept = _load_kept(folder / KEPT_TOKENS)
        self._head = load_head(head or folder / HEAD)
        self.version = f"{version.partition('+')[0]}+{self._head.bits_version}" if head else version
        self._session = Session(folder / EMBEDDER, n_threads, maps_tables=True)
        query, passage = self._tokenizer.ids([self._query_prefix.rstrip(), self._passage_prefix.rstrip()])
        self._n_query_prefix = len(query)
        self._n_passage_prefix = len(passage)

    def with_head(self, head: Path) -> Embedder:
        """The same network with a head of an earlier version; raises as the constructor does."""
        other = copy.copy(self)
        other._head = load_head(head)
        other.version = f"{self.version.partition('+')[0]}+{other._head.bits_version}"
        return other

    def named(self, model_id: str) -> Embedder:
        """The same embedder under an earlier id of its own."""
        other = copy.copy(self)
        other.name, _, other.version = model_id.partition("@")
        return other

    def embed_query(self, text: str) -> QueryEncoding:
        """A query of any length; what is beyond the model's limit is not read. Punctuation takes no part in late
        interaction, unless there is nothing else; an empty query has a vector and no tokens."""
        text = text.strip(BLANK)[:QUERY_CHARACTERS]
        ids = self._model_ids([self._query_prefix + text])[0]
        _, encoded = next(encode(self._session, [ids]))
        rows = self._rows(ids, self._n_query_prefix)
        if not len(rows) and text:
            rows = np.arange(1 + self._n_query_prefix, len(ids) - 1)
        tokens, weights = self._head.query(encoded.hidden[rows])
        return QueryEncoding(encoded.vector, tokens, weights)

    def embed_passages(
        self, passages: Sequence[str], is_cancelled: Callable[[], bool] = lambda: False
    ) -> list[PassageEncoding]:
        """One encoding for each passage, in order; tokens beyond the model's limit are not read.

        Raises:
            EmbeddingCancelled: is_cancelled turned true between two batches.
        """
        texts = self._model_ids([self._passage_prefix + passage.rstrip(BLANK) for passage in passages])
        encodings: list[PassageEncoding | None] = [None] * len(texts)
        for place, encoded in encode(self._session, texts, is_cancelled):
            rows = self._rows(texts[place], self._n_passage_prefix)
            bits = self._head.passage_bits(encoded.hidden[rows])
            encodings[place] = PassageEncoding(encoded.vector.copy(), bits)
        return [encoding for encoding in encodings if encoding is not None]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without specials and prefix; a blank text has none."""
        return self._tokenizer.count(texts)

    def token_spans(self, text: str) -> list[Span]:
        """Code point spans of all tokens of a text of any length."""
        return self._tokenizer.spans(text)

    def passage_token_spans(self, passage: str) -> list[Span]:
        """Code point spans in `passage`, one for each row of its bits, in the same order."""
        ids, spans = self._tokenizer.encode(self._passage_prefix + passage.rstrip(BLANK))
        n_prefix = len(self._passage_prefix)
        rows = self._rows(self._with_specials(ids), self._n_passage_prefix) - 1
        return [(start - n_prefix, end - n_prefix) for start, end in map(spans.__getitem__, rows.tolist())]

    def _model_ids(self, texts: Sequence[str]) -> list[list[int]]:
        return [self._with_specials(ids) for ids in self._tokenizer.ids(texts)]

    def _with_specials(self, ids: list[int]) -> list[int]:
        return [BOS, *ids[: self.max_tokens - 2], EOS]

    def _rows(self, ids: list[int], n_prefix: int) -> NDArray[np.int64]:
        """The places of the tokens that take part in late interaction."""
        kept = self._is_kept[ids]
        kept[: 1 + n_prefix] = False
        kept[-1] = False
        return np.flatnonzero(kept)


def _load_kept(path: Path) -> NDArray[np.bool_]:
    try:
        return np.load(path, allow_pickle=False)
    except FileNotFoundError as error:
        raise ModelMissing(path) from error
    except (ValueError, OSError, EOFError) as error:
        raise ModelDamaged(path, "not a table of tokens", "no es una tabla de tokens") from error

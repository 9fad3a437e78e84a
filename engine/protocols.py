"""What the engine needs from models and stores, so that a test passes a small real or a fake one by argument."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.document import ChunkId, Document, DocumentId
from engine.errors import Unreadable
from engine.hits import Candidate, WordEvidence

if TYPE_CHECKING:
    from datetime import timedelta

    from engine.query.conditions import Condition, Holds
    from engine.query.parser import ParsedQuery, Term
    from engine.stores.bit_store import BitLocation
    from engine.stores.lexical_index import LexicalEntry
    from engine.stores.vector_store import VectorRow


class QueryEncoding(Protocol):
    @property
    def vector(self) -> NDArray[np.float32]:
        """Shape (dimension,), L2 norm 1."""

    @property
    def tokens(self) -> NDArray[np.float32]:
        """Shape (query tokens, dimension): centred by the corpus mean, rows of L2 norm 1."""

    @property
    def weights(self) -> NDArray[np.float32]:
        """Shape (query tokens,): how much each counts in late interaction."""


class PassageEncoding(Protocol):
    @property
    def vector(self) -> NDArray[np.float32]:
        """Shape (dimension,), L2 norm 1."""

    @property
    def bits(self) -> NDArray[np.uint8]:
        """Shape (kept tokens, dimension / 8): packed signs of the centred token vectors."""


class Embedder(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    @property
    def max_tokens(self) -> int: ...

    def embed_query(self, text: str) -> QueryEncoding: ...

    def embed_passages(self, passages: Sequence[str]) -> Sequence[PassageEncoding]:
        """One for each passage, in order. The model's own prefix is added inside."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]: ...

    def token_spans(self, text: str) -> list[tuple[int, int]]: ...

    def passage_token_spans(self, passage: str) -> list[tuple[int, int]]:
        """Code point spans in `passage`, one for each row of its bits."""


class TokenCounter(Protocol):
    """What the chunker measures by: the embedder's tokenizer, without specials and prefixes."""

    def count(self, texts: Sequence[str]) -> list[int]: ...

    def spans(self, text: str) -> list[tuple[int, int]]: ...


class LateScores(Protocol):
    @property
    def whole(self) -> NDArray[np.float32]:
        """Shape (passages,): every query token with its best match anywhere; higher is better."""

    @property
    def local(self) -> NDArray[np.float32]:
        """Shape (passages,): the same within a few neighbouring tokens, at the best place."""

    @property
    def second(self) -> NDArray[np.float32]:
        """Shape (passages,): every query token with its second best match."""

    @property
    def matches(self) -> NDArray[np.float32]:
        """Shape (passages, query tokens): the best match of each, of which `whole` is the weighted mean."""


class Reranker(Protocol):
    @property
    def version(self) -> str: ...

    def scores(self, query: QueryEncoding, passages: Sequence[NDArray[np.uint8]]) -> LateScores: ...

    def similarities(self, query: QueryEncoding, bits: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Shape (query tokens, passage tokens), cosines."""


class CrossEncoder(Protocol):
    def score(self, query: str, passages: Sequence[str], is_cancelled: Callable[[], bool]) -> NDArray[np.float32]:
        """Shape (passages,): logits, higher is better.

        Raises:
            Cancelled: is_cancelled turned true.
        """


class LexicalRetriever(Protocol):
    def search(
        self, query: ParsedQuery, top: int, documents: frozenset[DocumentId] | None = None
    ) -> list[Candidate]: ...

    def corrected(self, query: ParsedQuery) -> ParsedQuery:
        """With what its misspelt words may have meant beside them."""

    def documents_meeting(
        self, conditions: Sequence[Condition], documents: frozenset[DocumentId] | None = None
    ) -> frozenset[DocumentId]:
        """Of `documents` (None: all) those that meet all conditions, each as a whole."""

    def documents_named(self, name: Holds, documents: frozenset[DocumentId] | None = None) -> frozenset[DocumentId]:
        """Of `documents` (None: all) those whose name or folder holds a phrase that is not in very many."""

    def evidence(self, query: ParsedQuery, chunk_ids: Sequence[ChunkId]) -> dict[ChunkId, WordEvidence]:
        """What the query's words say of these chunks."""

    def rarities(self, terms: Sequence[Term]) -> list[float]:
        """Inverse document frequency of each term."""

    def reload(self) -> None: ...


class DenseRetriever(Protocol):
    def search(
        self, vector: NDArray[np.float32], top: int, model: str, documents: frozenset[DocumentId] | None = None
    ) -> list[Candidate]: ...

    def reload(self) -> None: ...


class BitReader(Protocol):
    def read(self, locations: Sequence[BitLocation]) -> list[NDArray[np.uint8]]: ...


class LexicalWriter(Protocol):
    """Nothing that was added or deleted is seen or kept before `commit`."""

    def add(self, entries: Sequence[LexicalEntry]) -> None: ...

    def delete(self, document_ids: Iterable[DocumentId]) -> None: ...

    def commit(self) -> None: ...

    def rows(self) -> list[tuple[ChunkId | None, DocumentId]]:
        """(chunk id, document id) of every entry that is committed."""

    def count(self) -> int: ...

    def wasteful_documents(self) -> list[DocumentId]:
        """Documents that are to be added anew so that deleted entries give their room back."""

    def give_back_space(self) -> None: ...

    def close(self) -> None: ...


class VectorWriter(Protocol):
    def add(self, rows: Sequence[VectorRow]) -> None: ...

    def delete(self, document_ids: Iterable[DocumentId]) -> None: ...

    def ids(self) -> list[tuple[ChunkId, DocumentId, str]]:
        """(chunk id, document id, model) of every row."""

    def count(self, model: str | None = None) -> int: ...

    def keep_only(self, models: Collection[str]) -> None: ...

    def rename_model(self, old: str, new: str) -> None: ...

    def optimize(self, clean_up_age: timedelta | None = None) -> None:
        """Merge, and drop versions of that age (None: of some minutes)."""

    def is_to_be_indexed(self) -> bool:
        """Whether searches would gain by an index of the rows that are there."""

    def make_index(self) -> None:
        """Takes up to minutes."""

    def close(self) -> None: ...


class VectorContents(Protocol):
    def contents(self) -> Iterator[list[VectorRow]]:
        """Every row, in parts, whatever its model."""


class BitWriter(Protocol):
    def append(self, rows: Sequence[NDArray[np.uint8]]) -> list[BitLocation]: ...

    def flush(self) -> None:
        """Force what was appended to the disk."""

    def is_sound(self, location: BitLocation) -> bool: ...

    def dead_bytes(self, live: Iterable[BitLocation]) -> int: ...

    def live_bytes(self, live: Iterable[BitLocation]) -> int: ...

    def has_former_segments(self) -> bool: ...

    def compact(
        self, live: Iterable[BitLocation], moved: Callable[[list[tuple[BitLocation, BitLocation]]], None]
    ) -> int: ...

    def close(self) -> None: ...


class Part(Protocol):
    """What a file holds: itself (inner ""), or one member or attachment."""

    @property
    def inner(self) -> str: ...

    @property
    def outcome(self) -> Document | Unreadable: ...


class ReadingPool(Protocol):
    def read(
        self, paths: Iterable[Path], is_cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Path, Sequence[Part]]]:
        """Every path with its parts, as they finish; it ends early when cancelled."""

    def close(self) -> None: ...

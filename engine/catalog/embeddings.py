"""The part of the catalog's writer that the vector stage uses: what waits, what is embedded, where its bits lie."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.catalog.catalog import batches, below
from engine.catalog.model_keys import forget_key, given_key, key_of, models_by_key
from engine.catalog.texts import Piece, texts_of
from engine.catalog.transactions import UNTIDY, CatalogTransactions
from engine.document import ChunkId, DocumentId, passage_prefix
from engine.model_ids import vectors_of
from engine.stores.packed_vectors import pack_vector, unpack_vector

if TYPE_CHECKING:
    from engine.stores.bit_store import BitLocation


@dataclass(frozen=True, slots=True)
class PendingChunk:
    """A chunk without a vector, or without one of the model to come. `passage` is what the embedder is given."""

    chunk_id: ChunkId
    document_id: DocumentId
    content_hash: str
    passage_hash: bytes
    passage: str
    path: str
    n_tokens: int = 0                   # of the chunk, without its headings
    model: str | None = None            # that its present vector was made by


@dataclass(frozen=True, slots=True)
class Embedding:
    """What the embedder made of one passage: float16 vector of L2 norm 1, as `packed_vectors` gives it back, and where its token
    bits lie."""

    vector: NDArray[np.float16]
    bits: BitLocation


class CatalogEmbeddings(CatalogTransactions):
    """While one embedder takes the place of another, a chunk that is embedded by the coming one keeps its vector of the
    serving one. So every chunk with a vector has one that serves: `serving_model` of the catalog, meta "model".
    """

    def expect_models(self, serving: str, coming: str) -> int:
        """Forget vectors of any other embedder. Returns how many documents have to be embedded again before they are found
        by their meaning."""
        kept = {vectors_of(serving), vectors_of(coming)}
        with self.transaction() as database:
            for model in self._catalog.models():
                if vectors_of(model) not in kept:       # a change that another one overtook left what serves
                    instead = given_key(database, serving) if serving != coming else None
                    database.execute("UPDATE chunks SET model = ? WHERE model = ?", (instead, key_of(database, model)))
            database.execute(
                "UPDATE documents SET state = 'complete' WHERE state = 'text' AND NOT EXISTS (SELECT 1 FROM chunks"
                " WHERE chunks.document_id = documents.document_id AND model IS NULL)"
            )
            return database.execute(
                "UPDATE documents SET state = 'text' WHERE state = 'complete' AND document_id IN"
                " (SELECT document_id FROM chunks WHERE model IS NULL)"
            ).rowcount

    def rename_model(self, old: str, new: str) -> None:
        """The same embedder has another id now."""
        with self.transaction() as database:
            keys = given_key(database, new), key_of(database, old)
            database.execute("UPDATE chunks SET model = ? WHERE model = ?", keys)
            database.execute("UPDATE OR REPLACE embeddings SET model = ? WHERE model = ?", keys)
            if old != new:
                forget_key(database, old)
            database.execute("UPDATE meta SET value = ? WHERE key = 'model' AND value = ?", (new, old))

    def embedded_chunks(self) -> dict[ChunkId, tuple[DocumentId, str]]:
        """Document and latest embedder of every chunk that has a vector."""
        return {chunk_id: (document_id, model) for chunk_id, document_id, model in self._chunks_with_models()}

    def wanted_vectors(self) -> set[tuple[ChunkId, DocumentId, str]]:
        """(chunk, document, maker of the vector) of every row that the vector store should hold."""
        serving = self._catalog.serving_model()
        return {
            (chunk_id, document_id, vectors_of(maker))
            for chunk_id, document_id, model in self._chunks_with_models() for maker in (model, serving or model)
        }

    def _chunks_with_models(self) -> Iterator[tuple[ChunkId, DocumentId, str]]:
        database = self._catalog.database
        ids = models_by_key(database)
        rows = database.execute("SELECT chunk_id, document_id, model FROM chunks WHERE model IS NOT NULL")
        return ((ChunkId(row[0]), DocumentId(row[1]), ids.get(row[2], row[2])) for row in rows)

    def n_wanted_vectors(self, maker: str) -> int:
        """How many of `wanted_vectors` are of this maker."""
        ids = models_by_key(self._catalog.database)
        rows = self._catalog.database.execute("SELECT model, count(*) FROM chunks WHERE model IS NOT NULL GROUP BY model")
        is_serving = vectors_of(self._catalog.serving_model() or "") == maker
        return sum(count for key, count in rows if is_serving or vectors_of(ids.get(key, key)) == maker)

    def n_to_change(self, coming: str) -> int:
        """Chunks with a vector that serves, but nothing of the coming embedder."""
        return int(self._catalog.database.execute(
            "SELECT count(*) FROM chunks WHERE model IS NOT NULL AND model <> ?", (key_of(self._catalog.database, coming),)
        ).fetchone()[0])

    def text_entries(self) -> list[tuple[ChunkId | None, DocumentId]]:
        """Chunk and document of every entry that the text index should hold: None for a document found by its name."""
        rows = self._catalog.database.execute(
            "SELECT chunk_id, document_id FROM chunks UNION ALL"
            " SELECT NULL, document_id FROM documents WHERE state <> 'left-out' AND n_chunks = 0"
        )
        return [(None if row[0] is None else ChunkId(row[0]), DocumentId(row[1])) for row in rows]

    def n_text_entries(self) -> int:
        return int(self._catalog.database.execute(
            "SELECT (SELECT count(*) FROM chunks)"
            " + (SELECT count(*) FROM documents WHERE state <> 'left-out' AND n_chunks = 0)"
        ).fetchone()[0])

    def n_chunks(self) -> int:
        return int(self._catalog.database.execute("SELECT count(*) FROM chunks").fetchone()[0])

    def size_of_pending(self, model: str, is_change: bool, only: Sequence[str] = ()) -> tuple[int, int]:
        """Chunks that `pending_chunks` would give, and their tokens; at or below `only`, if that names places."""
        among, values = _among(only)
        row = self._catalog.database.execute(
            "SELECT count(*), total(n_tokens) FROM documents JOIN chunks USING (document_id)"
            f" WHERE {_waiting(is_change)}{' AND (' + among + ')' if only else ''}",
            {"model": key_of(self._catalog.database, model), **values},
        ).fetchone()
        return int(row[0]), int(row[1])

    def n_pending_chunks(self) -> int:
        return int(self._catalog.database.execute(
            "SELECT count(*) FROM documents JOIN chunks USING (document_id) WHERE state = 'text' AND model IS NULL"
        ).fetchone()[0])

    def pending_chunks(
        self, model: str, at_most: int, only_known: bool = False, is_change: bool = False,
        first: Sequence[str] = (), only_first: bool = False,
    ) -> list[PendingChunk]:
        """Of the newest documents first, each in reading order; or only those whose embedding is known already.

        With `is_change`, chunks that have a vector, but of another embedder than `model`. What is at or below the places
        in `first` goes before the rest; with `only_first` there is no rest.
        """
        among, values = _among(first)
        rest = f" AND ({among})" if only_first else ""
        order = f"({among}) DESC, " if first and not only_first else ""
        known = (
            " AND EXISTS (SELECT 1 FROM embeddings WHERE embeddings.passage_hash = chunks.passage_hash"
            " AND embeddings.model = :model)" if only_known else ""
        )
        rows = self._catalog.database.execute(
            "SELECT chunk_id, document_id, content_hash, passage_hash, title, heading_path, text, file_path, n_tokens, model,"
            " start, end"
            f" FROM documents JOIN chunks USING (document_id) WHERE {_waiting(is_change)}{known}{rest}"
            f" ORDER BY {order}mtime_ns DESC, document_id DESC, ordinal LIMIT :at_most",
            {"model": key_of(self._catalog.database, model), "at_most": at_most, **values},
        ).fetchall()
        ids = models_by_key(self._catalog.database)
        texts = texts_of(self._catalog.database, [Piece(row[1], start=row[10], end=row[11], own=row[6]) for row in rows])
        return [
            PendingChunk(
                ChunkId(chunk_id), DocumentId(document_id), content_hash, key,
                passage_prefix(title, tuple(json.loads(heading_path))) + text, os.fsdecode(file_path), n_tokens,
                ids.get(maker, maker),
            )
            for (chunk_id, document_id, content_hash, key, title, heading_path, _, file_path, n_tokens, maker, *_), text
            in zip(rows, texts, strict=True) if text is not None
        ]

    def chunks_there(self, chunk_ids: Iterable[ChunkId]) -> set[ChunkId]:
        """Those of them that the catalog still holds."""
        found: set[ChunkId] = set()
        for part in batches(chunk_ids, 900):
            rows = self._catalog.database.execute(
                f"SELECT chunk_id FROM chunks WHERE chunk_id IN ({','.join('?' * len(part))})", part
            )
            found.update(ChunkId(row[0]) for row in rows)
        return found

    def embeddings(self, passage_hashes: Iterable[bytes], model: str) -> dict[bytes, Embedding]:
        """What is known already: of a copy, of a part of a document that did not change, of work that was cut short."""
        from engine.stores.bit_store import BitLocation

        found: dict[bytes, Embedding] = {}
        for part in batches(dict.fromkeys(passage_hashes), 900):
            rows = self._catalog.database.execute(
                "SELECT passage_hash, vector, bit_segment, bit_offset, bit_n_tokens, bit_width FROM embeddings"
                f" WHERE model = ? AND passage_hash IN ({','.join('?' * len(part))})", [key_of(self._catalog.database, model), *part],
            )
            for key, vector, *location in rows:
                found[key] = Embedding(unpack_vector(vector), BitLocation(*location))
        return found

    def add_embeddings(self, embeddings: dict[bytes, Embedding], model: str) -> None:
        with self.transaction() as database:
            by = given_key(database, model)
            database.executemany(
                "INSERT OR REPLACE INTO embeddings VALUES (?,?,?,?,?,?,?)",
                (
                    (key, by, pack_vector(made.vector), made.bits.segment, made.bits.offset,
                     made.bits.n_tokens, made.bits.width)
                    for key, made in embeddings.items()
                ),
            )

    def vectors_done(self, chunks: Sequence[PendingChunk], model: str) -> list[DocumentId]:
        """The vector store has these chunks. Returns the documents that are complete with them."""
        complete = []
        with self.transaction() as database:
            by = given_key(database, model)
            database.executemany("UPDATE chunks SET model = ? WHERE chunk_id = ?", ((by, c.chunk_id) for c in chunks))
            for document_id in dict.fromkeys(chunk.document_id for chunk in chunks):
                done = database.execute(
                    "UPDATE documents SET state = 'complete' WHERE document_id = ? AND state = 'text'"
                    " AND NOT EXISTS (SELECT 1 FROM chunks WHERE document_id = ? AND model IS NULL)",
                    (document_id, document_id),
                ).rowcount
                if done:
                    complete.append(document_id)
                database.execute("DELETE FROM dirty WHERE store = 'vectors' AND document_id = ?", (document_id,))
        return complete

    def drop_unused_embeddings(self) -> int:
        """Forget vectors of passages that no document holds any more."""
        with self.transaction() as database:
            database.execute("DELETE FROM meta WHERE key = ?", (UNTIDY,))
            return database.execute(
                "DELETE FROM embeddings WHERE NOT EXISTS"
                " (SELECT 1 FROM chunks WHERE chunks.passage_hash = embeddings.passage_hash)"
            ).rowcount

    def drop_embeddings_of_other_models(self, model: str) -> int:
        with self.transaction() as database:
            return database.execute("DELETE FROM embeddings WHERE model <> ?", (key_of(database, model),)).rowcount

    def forget_all_embeddings(self) -> int:
        """The token bits of all passages are lost. Returns how many there were."""
        with self.transaction() as database:
            count = database.execute("DELETE FROM embeddings").rowcount
            database.execute("INSERT OR IGNORE INTO dirty SELECT 'vectors', document_id FROM chunks WHERE model IS NOT NULL")
        return int(count)

    def forget_embeddings(self, passage_hashes: Iterable[bytes]) -> None:
        """Their bits are lost: the chunks are to be embedded again."""
        with self.transaction() as database:
            for key in passage_hashes:
                database.execute("DELETE FROM embeddings WHERE passage_hash = ?", (key,))
                ids = [row[0] for row in database.execute("SELECT document_id FROM chunks WHERE passage_hash = ?", (key,))]
                self._note(database, "vectors", ids)

    def bit_locations(self) -> Iterator[tuple[bytes, BitLocation]]:
        """(passage hash, place) of all token bits in use."""
        from engine.stores.bit_store import BitLocation

        rows = self._catalog.database.execute(
            "SELECT passage_hash, bit_segment, bit_offset, bit_n_tokens, bit_width FROM embeddings"
        ).fetchall()
        return ((row[0], BitLocation(*row[1:])) for row in rows)

    def bits_moved(self, pairs: Sequence[tuple[BitLocation, BitLocation]]) -> None:
        places = {(old.segment, old.offset): new for old, new in pairs}
        with self.transaction() as database:
            rows = database.execute("SELECT rowid, bit_segment, bit_offset FROM embeddings").fetchall()
            moved = ((places[segment, offset], row_id) for row_id, segment, offset in rows if (segment, offset) in places)
            database.executemany(
                "UPDATE embeddings SET bit_segment = ?, bit_offset = ? WHERE rowid = ?",
                ((new.segment, new.offset, row_id) for new, row_id in moved),
            )

    def vectors_deleted(self, document_ids: Sequence[DocumentId]) -> None:
        """The vector store holds no row of these documents any more: what is left of them is to be added again."""
        with self.transaction() as database:
            for part in batches(document_ids, 900):
                marks = ",".join("?" * len(part))
                database.execute(f"UPDATE chunks SET model = NULL WHERE model IS NOT NULL AND document_id IN ({marks})", part)
                database.execute(
                    f"UPDATE documents SET state = 'text' WHERE state = 'complete' AND document_id IN ({marks})", part
                )
            database.executemany("DELETE FROM dirty WHERE store = 'vectors' AND document_id = ?", ((i,) for i in document_ids))


def _waiting(is_change: bool) -> str:
    if is_change:
        return "state = 'complete' AND chunks.model IS NOT NULL AND chunks.model <> :model"
    return "state = 'text' AND chunks.model IS NULL"


def _among(places: Sequence[str]) -> tuple[str, dict[str, bytes]]:
    """SQL condition and its values: the file is at or below one of these places."""
    conditions: list[str] = []
    values: dict[str, bytes] = {}
    for i, place in enumerate(places):
        _, bounds = below(place)
        conditions.append(f"file_path = :at{i} OR (file_path >= :from{i} AND file_path < :to{i})")
        values.update(zip((f"at{i}", f"from{i}", f"to{i}"), bounds, strict=True))
    return " OR ".join(conditions) or "0", values

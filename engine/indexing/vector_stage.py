"""Second stage: chunks get their vectors and token bits, the newest documents first; it can be cut short at any moment.

The order of one batch: bits appended and forced to the disk; embeddings written to the catalog; the documents noted as
dirty; rows added to the vector store; chunks marked and the note struck out. Killed before the last step, the rows are
deleted and added again from the embeddings, which are not made twice.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence

from engine.catalog.embeddings import Embedding, PendingChunk
from engine.catalog.writer import CatalogWriter
from engine.indexing import reconciliation
from engine.indexing.embedding_thread import EmbeddingThread
from engine.indexing.meanwhile import Meanwhile, nothing_meanwhile
from engine.indexing.pacing import Pace
from engine.indexing.progress import ProgressReporter
from engine.indexing.reconciliation import TableCare
from engine.model_ids import vectors_of
from engine.protocols import BitWriter, Embedder, PassageEncoding, VectorWriter
from engine.stores.packed_vectors import pack_vector, unpack_vector

log = logging.getLogger(__name__)

BATCH_CHUNKS = 256
CALL_CHUNKS = 16            # given to the embedder at once …
CALL_TOKENS = 1_024         # … and of so many tokens at most. Fewer cost nothing: a core reads 1,000 tokens/s one by one, too
CALL_S = 0.25               # what a call is to take: after it, changes can be followed and the process can end
EXTRA_TOKENS = 15           # of a passage: its headings, prefix and specials
BATCH_S = 20.0              # slow computers store what they have at least this often


class VectorStage:
    def __init__(
        self,
        writer: CatalogWriter,
        vectors: VectorWriter,
        bits: BitWriter,
        model: str,
        embedder: Callable[[], Embedder] | None,
        progress: ProgressReporter,
        is_cancelled: Callable[[], bool],
        committed: Callable[[], None] = lambda: None,
        is_change: bool = False,
        first: Sequence[str] = (),
        pace: Pace | None = None,
        thread: EmbeddingThread | None = None,
        meanwhile: Meanwhile = nothing_meanwhile,
        n_before: int = 0,
    ) -> None:
        """
        Args:
            model: id of the embedder.
            embedder: called where a passage has no embedding yet; None: only what has one is stored.
            first: files and folders whose chunks go before all others.
            n_before: chunks embedded by earlier runs that were interrupted: the progress goes on from there.
            is_change: what is embedded already is embedded by this embedder too, which is to take another's place.
        """
        self._writer = writer
        self._vectors = vectors
        self._bits = bits
        self._embedder = embedder
        self._model = model
        self._progress = progress
        self._is_cancelled = is_cancelled
        self._committed = committed
        self._is_change = is_change
        self._first = tuple(first)
        self._pace = pace
        self._thread = thread or EmbeddingThread()
        self._meanwhile = meanwhile
        self._n_before = n_before
        self._has_followed = False          # the catalog may hold other chunks than when the batch at hand was taken from it
        self._care = TableCare(writer, vectors)
        self._call_tokens = CALL_TOKENS // 4

    def run(self, only_first: bool = False) -> int:
        """Embed all that waits, or (`only_first`) what of it goes before the rest, or until cancelled.

        Returns:
            How many chunks were stored.
        """
        only_known = self._embedder is None
        total, n_tokens = self._size_of_pending(only_first)
        n_done = before = self._n_before
        self._progress.start("vectors", before + total, work=n_tokens + EXTRA_TOKENS * total, done=before)
        while not self._is_cancelled():
            chunks = self._writer.pending_chunks(
                self._model, BATCH_CHUNKS, only_known, self._is_change, self._first, only_first
            )
            if not chunks:
                break
            ready = self._embedded(chunks, n_done)
            has_followed, self._has_followed = self._has_followed, False
            if has_followed:
                ready = self._still_there(ready)
            elif not ready:
                break
            if ready:
                self._store(ready)
                n_done += len(ready)
                self._committed()
                self._progress.step(n_done, ready[-1][0].path, 0)
                self._care.wrote()
                self._care.merge_if_due(is_idle=False)
            if has_followed and self._is_change:        # what is new is embedded by the serving one first
                break
            if has_followed:
                n_left, n_tokens = self._size_of_pending(only_first)
                self._progress.resize(n_done + n_left, n_tokens + EXTRA_TOKENS * n_left)
        return n_done - before

    def _size_of_pending(self, only_first: bool) -> tuple[int, int]:
        return self._writer.size_of_pending(self._model, self._is_change, self._first if only_first else ())

    def _embedded(self, chunks: Sequence[PendingChunk], n_before: int) -> list[tuple[PendingChunk, Embedding]]:
        """Those of `chunks` that have an embedding now: all, unless it was cut short."""
        known = self._writer.embeddings((chunk.passage_hash for chunk in chunks), self._model)
        by_length = sorted(chunks, key=lambda chunk: -chunk.n_tokens)       # a batch costs what its longest costs
        missing = {chunk.passage_hash: chunk for chunk in by_length if chunk.passage_hash not in known}
        self._progress.spare(sum(_work(chunk) for chunk in chunks) - sum(map(_work, missing.values())))
        made: dict[bytes, PassageEncoding] = {}
        begun = time.monotonic()
        waiting = deque(missing.values())
        while waiting:
            if self._embedder is None or self._is_cancelled() or time.monotonic() - begun > BATCH_S:
                break
            part = self._next_call(waiting)
            encodings = self._embed(self._embedder, [chunk.passage for chunk in part])
            if encodings is None:
                break
            made.update(zip((chunk.passage_hash for chunk in part), encodings, strict=True))
            self._progress.step(n_before + len(known) + len(made), part[-1].path, sum(map(_work, part)))
            if self._pace is not None:
                self._pace.rest(self._is_to_end)
            if self._is_to_end():           # what has changed is the newest, and comes next
                break
        known.update(self._keep(made))
        return [(chunk, known[chunk.passage_hash]) for chunk in chunks if chunk.passage_hash in known]

    def _next_call(self, waiting: deque[PendingChunk]) -> list[PendingChunk]:
        """So many chunks that the embedder is done with them soon; at least one."""
        part = [waiting.popleft()]
        n_tokens = part[0].n_tokens
        while waiting and len(part) < CALL_CHUNKS and n_tokens + waiting[0].n_tokens <= self._call_tokens:
            n_tokens += waiting[0].n_tokens
            part.append(waiting.popleft())
        return part

    def _is_to_end(self) -> bool:
        self._has_followed = self._meanwhile(lambda: None) or self._has_followed
        return self._has_followed or self._is_cancelled()

    def _still_there(self, ready: list[tuple[PendingChunk, Embedding]]) -> list[tuple[PendingChunk, Embedding]]:
        reconciliation.delete_dirty(self._writer, self._vectors)        # before `_store` strikes out their notes
        there = self._writer.chunks_there(chunk.chunk_id for chunk, _ in ready)
        return [(chunk, embedding) for chunk, embedding in ready if chunk.chunk_id in there]

    def _embed(self, embedder: Callable[[], Embedder], passages: list[str]) -> Sequence[PassageEncoding] | None:
        """None: cancelled meanwhile."""
        encodings = self._thread.embed(embedder, passages, self._is_cancelled_or_follows)
        if self._thread.took_s > CALL_S:
            self._call_tokens = max(1, self._call_tokens // 2)
        elif self._thread.took_s < CALL_S / 2:
            self._call_tokens = min(CALL_TOKENS, self._call_tokens * 2 + 1)
        return encodings

    def _is_cancelled_or_follows(self) -> bool:
        self._is_to_end()
        return self._is_cancelled()

    def _keep(self, made: dict[bytes, PassageEncoding]) -> dict[bytes, Embedding]:
        if not made:
            return {}
        locations = self._bits.append([encoding.bits for encoding in made.values()])
        self._bits.flush()
        kept = {
            key: Embedding(unpack_vector(pack_vector(encoding.vector)), location)
            for (key, encoding), location in zip(made.items(), locations, strict=True)
        }
        self._writer.add_embeddings(kept, self._model)
        return kept

    def _store(self, ready: Sequence[tuple[PendingChunk, Embedding]]) -> None:
        from engine.stores.vector_store import VectorRow

        maker = vectors_of(self._model)
        rows = [
            VectorRow(chunk.chunk_id, chunk.document_id, chunk.content_hash, maker, embedding.vector.astype("float32"))
            for chunk, embedding in ready if chunk.model is None or vectors_of(chunk.model) != maker
        ]
        if not rows:                    # other token bits, the same vectors
            self._writer.vectors_done([chunk for chunk, _ in ready], self._model)
            return
        self._writer.note_dirty("vectors", {chunk.document_id for chunk, _ in ready})
        self._vectors.add(rows)
        self._writer.vectors_done([chunk for chunk, _ in ready], self._model)


def _work(chunk: PendingChunk) -> int:
    """Tokens that the embedder reads, headings and prefix guessed."""
    return chunk.n_tokens + EXTRA_TOKENS

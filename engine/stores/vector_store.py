"""Dense vectors of chunks in LanceDB: nearest rows, deletion by document, readers that see a writer's rows.

Where all documents may answer and there are many rows, an index finds the nearest (HNSW over 8-bit components, one graph, its best
compared again with the vectors themselves); where few may, or there is no index yet, all rows are compared. Rows that came after the
index was made are compared one by one until it is brought up to date. Why this index: docs/performance.md.

The only module that imports lancedb, and it does so at first need: the import costs seconds. One writer (the index lock
sees to that), any number of readers in other processes. A row is small on purpose, since LanceDB rewrites whole tables
when it compacts (lancedb#2325): ids, hash, model, vector; texts and token bits lie elsewhere.

A batch is written whole or not at all, so a killed writer leaves a table of whole batches. Rows of different models lie in
one table and never meet in one search; vectors of another dimension lie in a table of their own.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.document import ChunkId, DocumentId
from engine.errors import IndexDamaged
from engine.hits import Candidate
from engine.machine.cloud_client import leave_out_cloud_client

if TYPE_CHECKING:
    from lancedb.db import DBConnection
    from lancedb.table import Table

log = logging.getLogger(__name__)

IDS_A_CONDITION = 10_000        # ids in one SQL condition; measured: 25,000 ids in parts of 10,000 take 0.35 s
ROWS_A_PART = 4_096
WIDE_SEARCH = 1_000             # rows looked at without a condition, where many documents are allowed
INDEXED_FROM = 20_000           # rows; fewer are compared as fast without an index
MOST_SEGMENTS = 8               # of the index, one for each time it was brought up to date, before it is made anew as one
NEIGHBOURS, CANDIDATES_BUILDING = 20, 150       # of HNSW: edges of a row, and rows that are looked at to find them
_MUCH_DELETED = 20              # one row in so many
CANDIDATES = 1_000                # rows that a search of the index keeps in sight, at least; half as many again as it is to give
REFINED = 100                     # rows, or as many as asked for, are compared again with the vectors themselves: for 50 the bytes of as many lose 3 in 100
CLEAN_UP_AGE = timedelta(minutes=10)    # readers in other processes may still hold younger versions

_Row = tuple[float, int, int, str]      # cosine, chunk id, document id, model


@dataclass(frozen=True, slots=True)
class VectorRow:
    """The vector of one chunk. `model` is name@version; `vector` float32 of shape (dimension,)."""

    chunk_id: ChunkId
    document_id: DocumentId
    content_hash: str
    model: str
    vector: NDArray[np.float32]


class VectorStore:
    """Vectors of one dimension below one folder. A missing folder or table is an empty store."""

    def __init__(self, folder: Path, dimension: int, indexed_from: int = INDEXED_FROM) -> None:
        self._folder = folder
        self._indexed_from = indexed_from
        self._indexed_version: int | None = None
        self._n_deleted = 0             # since the last merge
        self._dimension = dimension
        self._name = f"vectors_{dimension}"
        self._db: DBConnection | None = None
        self._table: Table | None = None

    @classmethod
    def open(cls, folder: Path, dimension: int, indexed_from: int = INDEXED_FROM) -> VectorStore:
        """Touches nothing on disk: the table is opened at first need and made by the first `add`."""
        return cls(folder, dimension, indexed_from)

    def add(self, rows: Sequence[VectorRow]) -> None:
        """Write rows in one batch; hundreds at a time, since each call makes a file and a version.

        Rows of a document that was indexed before are not replaced: delete them first.

        Raises:
            ValueError: a vector of another dimension, or one that is zero or not finite.
        """
        if not rows:
            return
        self._made_table().add(self._arrow(rows))

    def delete(self, document_ids: Iterable[DocumentId], model: str | None = None) -> None:
        """Forget all rows of these documents, or only those of one model. Unknown ids are no error."""
        table = self._opened_table()
        if table is None:
            return
        of_model = f" AND model = {_quoted(model)}" if model is not None else ""
        n_before = table.count_rows()
        for ids in _chunked(sorted(set(document_ids)), IDS_A_CONDITION):
            table.delete(_among("document_id", ids) + of_model)
        self._n_deleted += n_before - table.count_rows()

    def delete_chunks(self, chunk_ids: Iterable[ChunkId]) -> None:
        """Forget single rows, as reconciliation finds them. Unknown ids are no error."""
        table = self._opened_table()
        if table is None:
            return
        for ids in _chunked(sorted(set(chunk_ids)), IDS_A_CONDITION):
            table.delete(_among("chunk_id", ids))

    def keep_only(self, models: Collection[str]) -> None:
        """Forget the rows of every model but these."""
        table = self._opened_table()
        if table is not None:
            condition = f"model NOT IN ({', '.join(map(_quoted, sorted(models)))})"
            if table.count_rows(condition):
                table.delete(condition)

    def rename_model(self, old: str, new: str) -> None:
        """The same vectors have another name now."""
        table = self._opened_table()
        if table is not None and old != new:
            table.update(where=f"model = {_quoted(old)}", values={"model": new})

    def search(
        self,
        vector: NDArray[np.float32],
        top: int,
        model: str,
        documents: frozenset[DocumentId] | None = None,
    ) -> list[Candidate]:
        """The nearest chunks by cosine, best first; score = cosine, equal scores in order of chunk id.

        Exactly, unless an index is used (see above), which at 100,000 rows misses 3 in 1,000 of the first 50.

        Args:
            vector: shape (dimension,), of any length but zero.
            top: how many chunks.
            model: only rows of this name@version.
            documents: only chunks of these, applied before ranking; None = all.
        Raises:
            IndexDamaged: LanceDB cannot read the table.
        """
        if top < 1 or (documents is not None and not documents):
            return []
        query = _unit(np.asarray(vector, dtype=np.float32)[None, :])[0]
        try:
            return self._search(query, top, model, documents)
        except RuntimeError as error:       # the writer has dropped the version that was open here, or the index is damaged
            log.info("vectors are opened again after: %s", type(error).__name__)
            self.close()
        try:
            return self._search(query, top, model, documents, uses_index=False)
        except RuntimeError as error:
            raise IndexDamaged(self._folder, _first_part(error)) from error

    def _search(
        self, query: NDArray[np.float32], top: int, model: str, documents: frozenset[DocumentId] | None, uses_index: bool = True
    ) -> list[Candidate]:
        table = self._opened_table()
        if table is None:
            return []
        if top > WIDE_SEARCH:
            top = min(top, max(1, table.count_rows()))      # no room for more than there are
        if documents is None:
            return _candidates(self._nearest_of_all(table, query, top, model, uses_index), top)
        if len(documents) > WIDE_SEARCH:
            # The nearest rows of all hold the nearest allowed ones, where enough of them are allowed.
            wide = self._nearest_of_all(table, query, WIDE_SEARCH, model, uses_index)
            found = [row for row in wide if row[2] in documents]
            if len(found) >= top:
                return _candidates(found, top)
        conditions = [
            f"model = {_quoted(model)} AND {_among('document_id', ids)}" for ids in _chunked(sorted(documents), IDS_A_CONDITION)
        ]
        return _candidates([row for sql in conditions for row in self._nearest(table, query, top, sql)], top)

    def _nearest_of_all(
        self, table: Table, query: NDArray[np.float32], top: int, model: str, uses_index: bool
    ) -> list[_Row]:
        """The `top` nearest rows of a model. A condition is evaluated for every row, and nearly always all are of one model: so
        without one first."""
        rows = self._nearest(table, query, top, None, uses_index)
        if all(row[3] == model for row in rows):
            return rows
        return self._nearest(table, query, top, f"model = {_quoted(model)}")

    @staticmethod
    def _nearest(
        table: Table, query: NDArray[np.float32], top: int, condition: str | None, uses_index: bool = False
    ) -> list[_Row]:
        """The `top` nearest rows, of those that meet an SQL condition."""
        from lancedb.background_loop import LOOP

        async def found() -> Any:
            # WORKAROUND: the same search of the blocking table asks the library's own thread six times. Beside other work each of these waits
            # until Python lets go of that: a search of 20 ms took 85 to 200.
            search: Any = table._table.query().nearest_to(query).column("vector").distance_type("dot")      # type: ignore[attr-defined]
            if condition is not None:
                search = search.where(condition)
            if uses_index:
                search = search.ef(max(CANDIDATES, top + top // 2)).refine_factor(max(1, -(-REFINED // top)))
            else:
                search = search.bypass_vector_index()
            return await search.select(["chunk_id", "document_id", "model", "_distance"]).limit(top).to_arrow()

        rows = LOOP.run(found())
        columns = [rows.column(name).to_pylist() for name in ("_distance", "chunk_id", "document_id", "model")]
        return [(1.0 - distance, chunk, owner, model) for distance, chunk, owner, model in zip(*columns, strict=True)]

    def ids(self) -> list[tuple[ChunkId, DocumentId, str]]:
        """(chunk id, document id, model) of every row, for comparison with the catalog."""
        table = self._opened_table()
        if table is None:
            return []
        rows = table.search().select(["chunk_id", "document_id", "model"]).limit(max(1, table.count_rows())).to_arrow()
        columns = [rows.column(name).to_pylist() for name in ("chunk_id", "document_id", "model")]
        return [(ChunkId(c), DocumentId(d), str(m)) for c, d, m in zip(*columns, strict=True)]

    def contents(self) -> Iterator[list[VectorRow]]:
        """Every row with its vector, in parts: to compare all that the table holds."""
        table = self._opened_table()
        if table is None:
            return
        n_rows = max(1, table.count_rows())
        for part in table.search().limit(n_rows).to_batches(ROWS_A_PART):
            names = ("chunk_id", "document_id", "content_hash", "model")
            columns = [part.column(name).to_pylist() for name in names]
            vectors = part.column("vector").flatten().to_numpy().reshape(-1, self._dimension).astype(np.float32)
            yield [
                VectorRow(ChunkId(chunk), DocumentId(owner), content, model, vector)
                for chunk, owner, content, model, vector in zip(*columns, vectors, strict=True)
            ]

    def count(self, model: str | None = None) -> int:
        table = self._opened_table()
        if table is None:
            return 0
        return int(table.count_rows(f"model = {_quoted(model)}" if model is not None else None))

    def reload(self) -> None:
        """See what a writer in another process has done since."""
        if self._table is not None:
            try:
                self._table.checkout_latest()
            except Exception as error:      # dropped or made anew by a rebuild: open it again
                log.info("vectors are opened again: %s", type(error).__name__)
                self._db = self._table = None

    def optimize(self, clean_up_age: timedelta = CLEAN_UP_AGE) -> None:
        """Merge small files and drop old versions. Only when idle: the whole table may be rewritten."""
        table = self._opened_table()
        if table is not None:
            if self._n_deleted * _MUCH_DELETED > table.count_rows():    # merging would make the index anew, here and now
                self.forget_index()
            self._n_deleted = 0
            table.optimize(cleanup_older_than=clean_up_age)

    def is_to_be_indexed(self) -> bool:
        """Whether there are many rows, and no index of them yet, or one of too many parts; False until the table was used."""
        table = self._table
        if table is None or table.version == self._indexed_version:
            return False
        if table.count_rows() >= self._indexed_from:
            indexes = [index for index in table.list_indices() if index.columns == ["vector"]]
            if not indexes or any((index.num_segments or 1) > MOST_SEGMENTS for index in indexes):
                return True
        self._indexed_version = table.version       # nothing to do for this one
        return False

    def make_index(self) -> None:
        """Index all rows anew: a millisecond of one core for each. Readers go on meanwhile with what there was."""
        from lancedb.index import HnswSq

        table = self._opened_table()
        if table is not None:
            config = HnswSq(distance_type="dot", num_partitions=1, m=NEIGHBOURS, ef_construction=CANDIDATES_BUILDING)
            table.create_index("vector", config=config, replace=True)

    def forget_index(self) -> None:
        """Compare all rows, until an index is made again."""
        table = self._opened_table()
        if table is not None:
            for index in table.list_indices():
                table.drop_index(index.name)

    def clear(self) -> None:
        """Forget every row, for a rebuild. The table stays, since readers could not follow one that is made anew."""
        table = self._opened_table()
        if table is not None:
            table.delete("true")

    def size_bytes(self) -> int:
        return sum(path.stat().st_size for path in self._folder.rglob("*") if path.is_file())

    def close(self) -> None:
        self._table = self._db = None

    def _opened_table(self) -> Table | None:
        if self._table is None and (self._folder / f"{self._name}.lance").is_dir():
            try:
                self._table = self._connected().open_table(self._name)
            except (FileNotFoundError, ValueError) as error:    # a folder without a first version: killed while made
                log.warning("the table of vectors cannot be opened: %s", error)
        return self._table

    def _made_table(self) -> Table:
        table = self._opened_table()
        if table is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            table = self._table = self._connected().create_table(self._name, schema=self._schema(), exist_ok=True)
        return table

    def _connected(self) -> DBConnection:
        if self._db is None:
            leave_out_cloud_client()
            os.environ.setdefault("LANCE_INCLUDE_VECTOR_CENTROIDS", "false")    # else it warns of what we never ask for
            import lancedb

            self._db = lancedb.connect(str(self._folder))
        return self._db

    def _schema(self) -> Any:
        import pyarrow as pa

        return pa.schema([
            pa.field("chunk_id", pa.int64(), nullable=False),
            pa.field("document_id", pa.int64(), nullable=False),
            pa.field("content_hash", pa.string(), nullable=False),
            pa.field("model", pa.string(), nullable=False),
            pa.field("vector", pa.list_(pa.float16(), self._dimension), nullable=False),
        ])

    def _arrow(self, rows: Sequence[VectorRow]) -> Any:
        import pyarrow as pa

        if any(row.vector.shape != (self._dimension,) for row in rows):
            raise ValueError(f"every vector must have the shape ({self._dimension},)")
        vectors = _unit(np.stack([row.vector for row in rows]).astype(np.float32)).astype(np.float16)
        flat = pa.array(vectors.reshape(-1), type=pa.float16())
        columns = [
            pa.array([row.chunk_id for row in rows], type=pa.int64()),
            pa.array([row.document_id for row in rows], type=pa.int64()),
            pa.array([row.content_hash for row in rows], type=pa.string()),
            pa.array([row.model for row in rows], type=pa.string()),
            pa.FixedSizeListArray.from_arrays(flat, self._dimension),
        ]
        return pa.Table.from_arrays(columns, schema=self._schema())


def _candidates(found: list[_Row], top: int) -> list[Candidate]:
    found = sorted(found, key=lambda row: (-row[0], row[1]))[:top]
    return [
        Candidate(ChunkId(chunk), DocumentId(owner), rank, float(score))
        for rank, (score, chunk, owner, _) in enumerate(found, start=1)
    ]


def _first_part(error: Exception) -> str:
    """What LanceDB says, without the place in its own source that it ends with."""
    return str(error).split(", /", 1)[0]


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise ValueError("a vector is zero or not finite")
    return vectors / lengths


def _among(column: str, ids: Sequence[int]) -> str:
    """SQL: `column` is one of `ids` (sorted). A run without gaps is written as a range."""
    if ids[-1] - ids[0] == len(ids) - 1:
        return f"({column} BETWEEN {int(ids[0])} AND {int(ids[-1])})"
    return f"({column} IN ({','.join(str(int(i)) for i in ids)}))"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _chunked(ids: Iterable[int], size: int) -> Iterator[list[int]]:
    iterator = iter(ids)
    while part := list(islice(iterator, size)):
        yield part

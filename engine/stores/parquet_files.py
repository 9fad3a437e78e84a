"""The three tables of an export as Parquet. The columns are a contract with other programs: they are added to, never changed.

The only module besides stores/vector_store.py that imports pyarrow, and like it at first need.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

TABLES = ("documents", "passages", "vectors")
COMPRESSION = "zstd"


def schema_of(table: str, dimension: int) -> pa.Schema:
    """Offsets count code points in the document's `text`; pages count from 1; times are UTC."""
    import pyarrow as pa

    columns: dict[str, list[tuple[str, pa.DataType]]] = {
        "documents": [
            ("document_id", pa.int64()), ("path", pa.string()), ("file_path", pa.string()), ("member", pa.string()),
            ("title", pa.string()), ("kind", pa.string()), ("language", pa.string()), ("size_bytes", pa.int64()),
            ("modified", pa.timestamp("us", tz="UTC")), ("content_hash", pa.string()), ("n_pages", pa.int32()),
            ("state", pa.string()), ("reason", pa.string()), ("n_passages", pa.int32()), ("properties", pa.map_(pa.string(), pa.string())),
            ("text", pa.large_string()),
        ],
        "passages": [
            ("passage_id", pa.int64()), ("document_id", pa.int64()), ("ordinal", pa.int32()), ("path", pa.string()),
            ("title", pa.string()), ("heading_path", pa.list_(pa.string())), ("kind", pa.string()), ("language", pa.string()),
            ("page", pa.int32()), ("start", pa.int64()), ("end", pa.int64()), ("section_start", pa.int64()),
            ("section_end", pa.int64()), ("n_tokens", pa.int32()), ("text", pa.string()), ("embedded_text", pa.string()),
        ],
        "vectors": [
            ("passage_id", pa.int64()), ("document_id", pa.int64()), ("model", pa.string()),
            ("vector", pa.list_(pa.float32(), dimension)),
        ],
    }
    return pa.schema(columns[table])


def for_owner(path: str, flags: int) -> int:
    """An opener: what is made is readable by its owner alone."""
    return os.open(path, flags, 0o600)


class ParquetTable:
    """One file of a table, written in groups of rows. Closed, it is whole and on disk."""

    def __init__(self, path: Path, table: str, dimension: int) -> None:
        """Raises FileExistsError where there is a file already, and OSError."""
        import pyarrow.parquet as pq

        self._schema = schema_of(table, dimension)
        self._file = open(path, "xb", opener=for_owner)     # noqa: SIM115
        self._writer = pq.ParquetWriter(self._file, self._schema, compression=COMPRESSION)
        self.n_rows = 0

    def add(self, rows: Sequence[dict[str, Any]]) -> None:
        import pyarrow as pa

        if not rows:
            return
        columns = [
            _vectors([row["vector"] for row in rows], field.type) if field.name == "vector"
            else pa.array([row[field.name] for row in rows], field.type)
            for field in self._schema
        ]
        self._writer.write_table(pa.Table.from_arrays(columns, schema=self._schema))
        self.n_rows += len(rows)

    def close(self) -> None:
        self._writer.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def abandon(self) -> None:
        """Let go of the file, whole or not."""
        with suppress(OSError, ValueError):
            self._writer.close()
        with suppress(OSError):
            self._file.close()


def _vectors(vectors: Sequence[Any], kind: pa.FixedSizeListType) -> pa.Array:
    """Of L2 norm 1 and as float16 holds them, which is what Fichero's own store searches."""
    import pyarrow as pa

    whole = np.stack([np.asarray(vector, dtype=np.float32) for vector in vectors])
    unit = whole / np.maximum(np.linalg.norm(whole, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    flat = unit.astype(np.float16).astype(np.float32).ravel()
    return pa.FixedSizeListArray.from_arrays(pa.array(flat, pa.float32()), type=kind)


def moment(mtime_ns: int) -> datetime | None:
    """None for a year that no calendar has."""
    try:
        return datetime.fromtimestamp(mtime_ns // 1_000_000_000, UTC).replace(microsecond=mtime_ns // 1_000 % 1_000_000)
    except (OverflowError, ValueError, OSError):
        return None

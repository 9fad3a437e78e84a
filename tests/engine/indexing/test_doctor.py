"""The doctor finds every kind of planted damage, and mends it. Real stores."""

from __future__ import annotations

import dataclasses
import os
import shutil
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from engine.catalog.catalog import Catalog
from engine.errors import IndexLocked
from engine.indexing.doctor import diagnose
from engine.indexing.index_stores import writing_stores
from engine.machine.index_lock import IndexLock
from engine.settings import Settings
from engine.stores.lexical_index import LexicalEntry
from engine.stores.vector_store import VectorRow, VectorStore
from tests.engine.indexing_stores import DIMENSION, WideEmbedder, indexer_of


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    documents = tmp_path / "docs"
    documents.mkdir()
    for name, text in (("a.txt", "uno\ndos"), ("b.txt", "tres"), ("mal.txt", "!damaged")):
        (documents / name).write_text(text)
    settings = Settings(tmp_path / "data")
    with indexer_of(settings) as indexer:
        indexer.index([documents])
    return settings


def sql(settings: Settings, command: str) -> None:
    database = sqlite3.connect(settings.catalog_path)
    database.execute(command)
    database.commit()
    database.close()


def lose_text(settings: Settings) -> None:
    with writing_stores(settings) as stores:
        stores.lexical.delete([1])
        stores.lexical.commit()


def add_text(settings: Settings) -> None:
    with writing_stores(settings) as stores:
        stores.lexical.add([LexicalEntry(77, 99, "x", "es", None, (), "x", "y", "zeta")])    # type: ignore[arg-type]
        stores.lexical.commit()


def lose_vector(settings: Settings) -> None:
    VectorStore.open(settings.vectors_dir, DIMENSION).delete_chunks([1])     # type: ignore[list-item]


def add_vector(settings: Settings) -> None:
    vector = WideEmbedder()._encoding("x").vector
    VectorStore.open(settings.vectors_dir, DIMENSION).add([VectorRow(77, 99, "h", "fake@1", vector)])   # type: ignore[arg-type]


def double_vector(settings: Settings) -> None:
    vector = WideEmbedder()._encoding("x").vector
    VectorStore.open(settings.vectors_dir, DIMENSION).add([VectorRow(1, 1, "h", "fake@1", vector)])     # type: ignore[arg-type]


def truncate_bits(settings: Settings) -> None:
    path = settings.bits_dir / "000001.bits"
    path.write_bytes(path.read_bytes()[:-5])


def truncate_text(settings: Settings) -> None:
    for path in settings.text_dir.glob("*.store"):
        path.write_bytes(path.read_bytes()[:10])
    (settings.text_dir / "meta.json").write_text("{")


def truncate_segment(settings: Settings) -> None:
    for path in settings.text_dir.iterdir():
        if path.suffix not in (".json", ".lock") and path.name != "index-id":
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def truncate_vectors(settings: Settings) -> None:
    for path in settings.vectors_dir.rglob("*.lance"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:20])


def wrong_hash(settings: Settings) -> None:
    sql(settings, "UPDATE documents SET content_hash = 'wrong' WHERE document_id = 1")


def damaged_body(settings: Settings) -> None:
    sql(settings, "UPDATE bodies SET text = x'00'")


def lost_chunk(settings: Settings) -> None:
    sql(settings, "DELETE FROM chunks WHERE chunk_id = 1")


def broken_catalog(settings: Settings) -> None:
    raw = settings.catalog_path.read_bytes()
    settings.catalog_path.write_bytes(raw[:5000] + b"\xff" * 9000 + raw[14000:])


def flip(path: Path, place: float = 0.5) -> None:
    """One bit is another, size and time of change are as they were."""
    content = bytearray(path.read_bytes())
    content[int(len(content) * place)] ^= 4
    status = path.stat()
    path.write_bytes(bytes(content))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def flip_text(settings: Settings) -> None:
    flip(next(path for path in settings.text_dir.glob("*.idx")))


def flip_positions(settings: Settings) -> None:
    flip(next(path for path in settings.text_dir.glob("*.pos")), 0.1)


def lose_text_file(settings: Settings) -> None:
    next(settings.text_dir.glob("*.store")).unlink()


def lose_text_folder(settings: Settings) -> None:
    shutil.rmtree(settings.text_dir)


def flip_vector(settings: Settings) -> None:
    """The first number of a vector, wherever LanceDB has put it."""
    store = VectorStore.open(settings.vectors_dir, DIMENSION)
    vector = next(row for rows in store.contents() for row in rows).vector.astype(np.float16).tobytes()
    store.close()
    for path in settings.vectors_dir.rglob("*.lance"):
        if path.is_file() and (place := path.read_bytes().find(vector[:64])) >= 0:
            content = bytearray(path.read_bytes())
            content[place + 1] ^= 0x40
            path.write_bytes(bytes(content))
            return
    raise AssertionError("there is no such vector")


def lose_vector_file(settings: Settings) -> None:
    next(path for path in settings.vectors_dir.rglob("*.lance") if path.is_file()).unlink()


def lose_manifests(settings: Settings) -> None:
    for path in settings.vectors_dir.rglob("*.manifest"):
        path.unlink()


def lose_vectors_folder(settings: Settings) -> None:
    shutil.rmtree(settings.vectors_dir)


def wrong_hash_of_a_vector(settings: Settings) -> None:
    store = VectorStore.open(settings.vectors_dir, DIMENSION)
    row = next(row for rows in store.contents() for row in rows)
    store.delete_chunks([row.chunk_id])
    store.add([dataclasses.replace(row, content_hash="other")])


def altered_embedding(settings: Settings) -> None:
    sql(settings, "UPDATE embeddings SET vector = zeroblob(768) WHERE rowid = 1")


def torn_embedding(settings: Settings) -> None:
    sql(settings, "UPDATE embeddings SET vector = x'00' WHERE rowid = 1")


def flip_bits(settings: Settings) -> None:
    flip(settings.bits_dir / "000001.bits", 0.6)


def lose_bits_file(settings: Settings) -> None:
    (settings.bits_dir / "000001.bits").unlink()


def lose_bits_folder(settings: Settings) -> None:
    shutil.rmtree(settings.bits_dir)


def altered_chunk(settings: Settings) -> None:
    sql(settings, "UPDATE chunks SET text = 'unz' WHERE chunk_id = 1")


def lost_body(settings: Settings) -> None:
    sql(settings, "DELETE FROM bodies WHERE document_id = (SELECT min(document_id) FROM bodies)")


def flip_body(settings: Settings) -> None:
    sql(settings, "UPDATE bodies SET text = CAST(substr(text, 1, length(text) - 1) || x'00' AS BLOB)")


DAMAGES = {
    flip_text: "text-index-damaged", flip_positions: "text-index-damaged", lose_text_file: "text-index-damaged",
    lose_text_folder: "text-missing", flip_vector: "vector-differs", lose_vector_file: "vectors-damaged",
    lose_manifests: "vector-missing", lose_vectors_folder: "vector-missing", wrong_hash_of_a_vector: "vector-differs",
    altered_embedding: "vector-differs", torn_embedding: "vector-differs", flip_bits: "bits-damaged",
    lose_bits_file: "bits-damaged", altered_chunk: "chunk-damaged", lost_body: "body-missing", flip_body: "body-damaged",
    lose_text: "text-missing", add_text: "text-extra", lose_vector: "vector-missing", add_vector: "vector-extra",
    double_vector: "vector-extra", truncate_bits: "bits-damaged", truncate_text: "text-index-damaged",
    truncate_segment: "text-index-damaged",
    truncate_vectors: "vectors-damaged", wrong_hash: "content-differs", damaged_body: "body-damaged",
    lost_chunk: "chunks-missing", broken_catalog: "catalog-damaged",
}


def test_a_sound_index_has_no_problems(settings):
    assert diagnose(settings, repair=False) == {"ok": True, "problems": [], "repaired": 0}
    assert diagnose(Settings(settings.data_dir / "none"), repair=True)["ok"]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_planted_damage_is_found_and_mended(settings, damage):
    damage(settings)
    found = diagnose(settings, repair=False)
    assert not found["ok"] and DAMAGES[damage] in {problem["kind"] for problem in found["problems"]}
    mended = diagnose(settings, repair=True, make_indexer=indexer_of)
    assert mended["repaired"] == len(mended["problems"]) > 0
    assert diagnose(settings, repair=False)["ok"]
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        assert (catalog.counts().documents, catalog.counts().chunks, catalog.counts().pending) == (2, 3, 0)


def test_repairing_needs_the_lock_and_checking_does_not(settings):
    lose_vector(settings)
    with IndexLock(settings.data_dir):
        assert not diagnose(settings, repair=False)["ok"]
        with pytest.raises(IndexLocked) as caught:
            diagnose(settings, repair=True, make_indexer=indexer_of)
        assert "process" in caught.value.english

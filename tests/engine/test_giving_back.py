"""What is removed leaves the disk at once, vectors and token bits with it; readers go on. Real stores."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.settings import Settings
from engine.stores.vector_tables import VectorTables
from tests.engine.indexing_stores import WideEmbedder, indexer_of


def file_bytes(folder: Path, pattern: str) -> int:
    return sum(path.stat().st_size for path in folder.rglob(pattern) if path.is_file())


def test_what_is_removed_is_not_left_on_the_disk(tmp_path: Path):
    settings, docs, kept = Settings(tmp_path / "data"), tmp_path / "docs", tmp_path / "kept"
    for folder in (docs, kept):
        folder.mkdir()
    for i in range(20):
        (docs / f"{i}.txt").write_text("\n".join(f"línea {i} {line}" for line in range(10)))
    (kept / "a.txt").write_text("se queda")
    with indexer_of(settings) as indexer:
        indexer.index([docs, kept])
    reader = VectorTables.open(settings.vectors_dir)
    query = np.asarray(WideEmbedder().embed_passages(["se queda"])[0].vector, np.float32)
    (model,) = {model for _, _, model in reader.ids()}
    assert len(reader.search(query, 300, model)) == 201
    vectors, bits = file_bytes(settings.vectors_dir, "*.lance"), file_bytes(settings.bits_dir, "*")
    with indexer_of(settings) as indexer:
        indexer.remove(docs)
    assert file_bytes(settings.vectors_dir, "*.lance") < vectors / 3
    assert len(reader.search(query, 300, model)) == 1       # what it had open is gone
    with indexer_of(settings) as indexer:
        indexer.remove(kept)
    assert file_bytes(settings.vectors_dir, "*.lance") == 0
    assert file_bytes(settings.bits_dir, "*") < bits / 10
    reader.reload()
    assert reader.search(query, 300, model) == []


def test_no_version_of_the_vectors_outlives_the_work_and_readers_go_on(tmp_path: Path):
    settings, docs = Settings(tmp_path / "data"), tmp_path / "docs"
    docs.mkdir()
    reader, query = VectorTables.open(settings.vectors_dir), None
    with indexer_of(settings) as indexer:
        for i in range(12):         # a write each; from the eighth on a merge is due
            (docs / f"{i}.txt").write_text(f"documento {i}")
            indexer.index([docs])
            if query is None:
                query = np.asarray(WideEmbedder().embed_passages(["documento 0"])[0].vector, np.float32)
                (model,) = {model for _, _, model in reader.ids()}
                assert len(reader.search(query, 300, model)) == 1
    assert sum(path.is_file() for path in settings.vectors_dir.rglob("*.lance")) <= 1 + 4
    assert len(reader.search(query, 300, model)) >= 8           # the version that it had open is gone
    reader.reload()
    assert len(reader.search(query, 300, model)) == 12

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import engine.stores.vector_store
from engine.document import ChunkId, DocumentId
from engine.errors import IndexDamaged
from engine.stores.vector_store import VectorRow, VectorStore

ROOT = Path(__file__).parents[3]
VECTORS = np.random.default_rng(0).standard_normal((60, 16)).astype(np.float32)


def rows(numbers: Sequence[int], model: str = "m@1") -> list[VectorRow]:
    """Chunk n belongs to document n // 10."""
    return [VectorRow(ChunkId(n), DocumentId(n // 10), "hash", model, VECTORS[n]) for n in numbers]


@pytest.fixture
def store(tmp_path: Path) -> VectorStore:
    store = VectorStore.open(tmp_path / "vectors", 16)
    store.add(rows(range(60)))
    return store


def nearest(query: np.ndarray, allowed: Sequence[int], top: int) -> list[int]:
    cosines = VECTORS @ query / np.linalg.norm(VECTORS, axis=1) / np.linalg.norm(query)
    return sorted(allowed, key=lambda n: -cosines[n])[:top]


def test_search_is_exact_and_scores_are_cosines(store: VectorStore) -> None:
    query = VECTORS[7] * 3
    found = store.search(query, 10, "m@1")
    assert [c.chunk_id for c in found] == nearest(query, range(60), 10)
    assert [c.rank for c in found] == list(range(1, 11))
    assert found[0].document_id == 0
    assert found[0].score == pytest.approx(1.0, abs=2e-3)
    assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)


@pytest.mark.parametrize("wide", [1, 3, 1000])
def test_documents_limit_before_ranking(store: VectorStore, wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.stores.vector_store, "WIDE_SEARCH", wide)
    monkeypatch.setattr(engine.stores.vector_store, "IDS_A_CONDITION", 2)
    allowed = frozenset(DocumentId(n) for n in (1, 3, 4, 999))
    found = store.search(VECTORS[7], 25, "m@1", allowed)
    assert [c.chunk_id for c in found] == nearest(VECTORS[7], [*range(10, 20), *range(30, 50)], 25)
    assert store.search(VECTORS[7], 5, "m@1", frozenset()) == []


def test_models_never_mix(store: VectorStore) -> None:
    store.add(rows(range(20), model="o'ther@2"))
    assert len(store.search(VECTORS[7], 100, "o'ther@2")) == 20
    assert len(store.search(VECTORS[7], 100, "m@1")) == 60
    assert store.search(VECTORS[7], 100, "unknown") == []
    store.delete([DocumentId(0)], model="o'ther@2")
    assert (store.count("o'ther@2"), store.count("m@1")) == (10, 60)
    store.keep_only(["o'ther@2"])
    assert (store.count("m@1"), store.count()) == (0, 10)


def test_delete_by_document_and_by_chunk(store: VectorStore) -> None:
    store.delete([DocumentId(2), DocumentId(5), DocumentId(77)])
    store.delete_chunks([ChunkId(0), ChunkId(12345)])
    kept = {(c, d, m) for c, d, m in store.ids()}
    assert kept == {(n, n // 10, "m@1") for n in range(1, 60) if n // 10 not in (2, 5)}


def test_empty_and_missing(tmp_path: Path) -> None:
    store = VectorStore.open(tmp_path / "none", 16)
    store.delete([DocumentId(1)])
    store.optimize()
    store.reload()
    store.add([])
    assert (store.search(VECTORS[0], 3, "m@1"), store.ids(), store.count(), store.size_bytes()) == ([], [], 0, 0)
    assert not (tmp_path / "none").exists()


def test_wrong_vectors_are_refused(store: VectorStore) -> None:
    for vector in (np.ones(8, np.float32), np.zeros(16, np.float32), np.full(16, np.nan, np.float32)):
        with pytest.raises(ValueError):
            store.add([VectorRow(ChunkId(1), DocumentId(1), "h", "m@1", vector)])
    assert store.count() == 60


def test_reader_sees_writes_after_reload(store: VectorStore, tmp_path: Path) -> None:
    reader = VectorStore.open(tmp_path / "vectors", 16)
    store.delete([DocumentId(0)])
    assert reader.count() == 50
    store.add(rows([3]))
    reader.reload()
    assert reader.count() == 51
    store.optimize()
    assert len(reader.search(VECTORS[3], 5, "m@1")) == 5
    store.clear()
    store.add(rows([3, 4]))
    reader.reload()
    assert len(reader.search(VECTORS[3], 5, "m@1")) == 2


def test_killed_writer_leaves_whole_batches(tmp_path: Path) -> None:
    script = (
        "import sys, numpy as np\n"
        "from pathlib import Path\n"
        "from engine.stores.vector_store import VectorStore, VectorRow\n"
        "store = VectorStore.open(Path(sys.argv[1]), 16)\n"
        "n = 0\n"
        "while True:\n"
        "    store.add([VectorRow(n * 100 + i, n, 'h', 'm@1', np.ones(16, np.float32)) for i in range(100)])\n"
        "    n += 1\n"
        "    print(n, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(5):
            process.stdout.readline()
        process.kill()
    store = VectorStore.open(tmp_path, 16)
    assert store.count() >= 500
    assert store.count() % 100 == 0
    store.add(rows([1]))
    assert store.count() % 100 == 1


@pytest.mark.parametrize("pattern", ["*.lance", "*.manifest"])
def test_a_damaged_table_is_said_to_be_damaged(store: VectorStore, tmp_path: Path, pattern: str) -> None:
    store.close()
    for file in (tmp_path / "vectors").rglob(pattern):
        if file.is_file():
            file.write_bytes(b"x" * 500)
    with pytest.raises(IndexDamaged):
        VectorStore.open(tmp_path / "vectors", 16).search(VECTORS[7], 3, "m@1")


def test_many_rows_get_an_index(tmp_path: Path) -> None:
    """It finds what comparing all rows finds, follows what is added and deleted, and is no loss when it is damaged."""
    chance = np.random.default_rng(4)
    vectors = chance.standard_normal((1_200, 16)).astype(np.float32)
    made = [VectorRow(ChunkId(i), DocumentId(i // 4), "", "m@1", vector) for i, vector in enumerate(vectors)]
    store = VectorStore.open(tmp_path, 16, indexed_from=1_000)
    store.add(made[:900])
    assert not store.is_to_be_indexed()
    store.add(made[900:])
    assert store.is_to_be_indexed()
    store.make_index()
    assert not store.is_to_be_indexed()

    def found(opened: VectorStore, model: str = "m@1") -> list[list[int]]:
        return [[int(c.chunk_id or 0) for c in opened.search(query, 50, model)] for query in vectors[::60]]

    cosines = vectors @ (vectors[::60] / np.linalg.norm(vectors[::60], axis=1, keepdims=True)).T
    cosines /= np.linalg.norm(vectors, axis=1, keepdims=True)
    exact = [set(np.argsort(-cosines[:, i])[:50].tolist()) for i in range(20)]
    assert sum(len(set(some) & right) for some, right in zip(found(store), exact, strict=True)) >= 0.98 * 20 * 50
    assert found(store, "other@1") == [[]] * 20
    store.delete([DocumentId(0)])
    store.add([VectorRow(ChunkId(5_000), DocumentId(900), "", "m@1", vectors[0])])
    assert found(store)[0][0] == 5_000 and not {0, 1, 2, 3} & set(found(store)[0])
    store.optimize()
    assert found(store)[0][0] == 5_000 and not {0, 1, 2, 3} & set(found(store)[0])
    store.delete([DocumentId(i) for i in range(1, 40)])
    store.optimize()
    assert store.is_to_be_indexed(), "it was made of many rows that are gone"
    store.make_index()
    assert found(store)[0][0] == 5_000 and not set(range(160)) & set(found(store)[0])
    store.close()
    for file in (tmp_path / "vectors_16.lance" / "_indices").rglob("*.idx"):
        file.write_bytes(b"x" * file.stat().st_size)
    damaged = VectorStore.open(tmp_path, 16)
    assert found(damaged)[0][0] == 5_000
    damaged.forget_index()
    assert found(damaged)[0][0] == 5_000

"""Texts that lie once and in blocks, vectors of a byte a number, and catalogs of the format before: read as they are, brought up whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.catalog import migration as catalog_migration
from engine.catalog.catalog import Catalog
from engine.catalog.embeddings import Embedding
from engine.catalog.migration import VERSION
from engine.catalog.records import pack_text
from engine.catalog.salvage import salvage
from engine.catalog.texts import BLOCK
from engine.catalog.writer import CatalogWriter, ReadFile, ReadPart
from engine.document import Block, Chunk, Document
from engine.machine.fingerprint import FileStamp
from engine.stores.bit_store import BitLocation
from engine.stores.packed_vectors import is_packed, pack_vector, tolerance_of, unpack_vector

MODEL = "e5@1"
LONG = "".join(f"Cláusula {n}: la fianza asciende a {n * 7} €.\n" for n in range(1_500))
VECTOR = np.random.default_rng(3).normal(size=384).astype(np.float32)
VECTOR /= np.linalg.norm(VECTOR)


def part(text: str, size: int = 900) -> ReadPart:
    """Chunks one after another, the last with words of its own before it, as a table's row has."""
    places = list(range(0, len(text), size))
    cut = [Chunk(text[at : at + size], at, min(len(text), at + size), None, (), 0, len(text), 3) for at in places]
    last = cut[-1]
    cut[-1] = Chunk(f"Importe: {last.text}", last.start, last.end, None, (), 0, len(text), 3)
    return ReadPart("", "txt", Document(text, (Block("paragraph", 0, len(text)),), "txt", None, "es"), tuple(cut))


def file_of(path: str, text: str) -> ReadFile:
    return ReadFile(path, FileStamp(10, 10**18, 1, 7), 5, "h1", [part(text)])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    with Catalog.open(data) as catalog:
        writer = CatalogWriter(catalog, data)
        writer.write(file_of("/largo.txt", LONG))
        writer.write(file_of("/corto.txt", "Una sola página."))
        writer.text_done(writer.dirty("text"))
        pending = writer.pending_chunks(MODEL, 1000)
        writer.add_embeddings({c.passage_hash: Embedding(VECTOR.astype(np.float16), BitLocation(1, 16, 2, 48)) for c in pending}, MODEL)
        writer.vectors_done(pending, MODEL)
    return data


def as_format_4(data: Path) -> None:
    """The catalog as the version before this one would have written it."""
    database = sqlite3.connect(data / "catalog.sqlite")
    database.execute("ALTER TABLE documents DROP COLUMN member_rules")
    database.execute("PRAGMA user_version = 4")
    database.commit()
    database.close()


def as_format_3(data: Path) -> None:
    """And as the one before that."""
    as_format_4(data)
    database = sqlite3.connect(data / "catalog.sqlite")
    for table in ("chunks", "embeddings"):
        database.execute(f"UPDATE {table} SET model = ? WHERE model IS NOT NULL", (MODEL,))
    database.execute("DELETE FROM meta WHERE key LIKE 'model-key-%'")
    database.execute("PRAGMA user_version = 3")
    database.commit()
    database.close()


def as_format_2(data: Path) -> None:
    """And as the one before that."""
    as_format_3(data)
    with Catalog.open(data, read_only=True) as catalog:
        bodies = {document.document_id: catalog.body(document.document_id) for document in catalog.documents_below("/")}
        texts = {chunk.chunk_id: chunk.text for id_ in bodies for chunk in catalog.document_chunks(id_)}
    database = sqlite3.connect(data / "catalog.sqlite")
    database.executemany("UPDATE bodies SET text = ? WHERE document_id = ?", [(pack_text(text), id_) for id_, text in bodies.items()])
    database.executemany("UPDATE chunks SET text = ? WHERE chunk_id = ?", [(text, id_) for id_, text in texts.items()])
    database.execute("UPDATE embeddings SET vector = ?", (VECTOR.astype(np.float16).tobytes(),))
    database.execute("DROP TABLE text_blocks")
    database.execute("PRAGMA user_version = 2")
    database.commit()
    database.close()


def contents(data: Path, read_only: bool = True) -> Iterator[object]:
    """All that the rest of the program sees of texts and vectors."""
    with Catalog.open(data, read_only=read_only) as catalog:
        writer = CatalogWriter(catalog, data)
        ids = [document.document_id for document in catalog.documents_below("/")]
        chunks = [chunk for id_ in ids for chunk in catalog.document_chunks(id_)]
        assert catalog.chunks([chunk.chunk_id for chunk in chunks[::7]]) == {chunk.chunk_id: chunk for chunk in chunks[::7]}
        yield [catalog.body(id_) for id_ in ids], [catalog.structure(id_) for id_ in ids], chunks
        keys = [row[0] for row in catalog.database.execute("SELECT passage_hash FROM chunks ORDER BY chunk_id")]
        found = writer.embeddings(keys, MODEL)
        assert len(found) == len(set(keys)) == len(chunks)
        yield np.allclose([made.vector for made in found.values()], VECTOR, atol=1e-3)
        ids = [chunk.chunk_id for chunk in chunks]
        found_vectors = catalog.vectors(ids, MODEL)
        assert set(found_vectors) == set(ids) and np.allclose(list(found_vectors.values()), VECTOR, atol=1e-3)
        assert set(catalog.bit_locations(ids)) == set(catalog.bit_locations(ids, MODEL)) == set(ids)
        assert catalog.vectors(ids, "e6@1") == {} == catalog.bit_locations(ids, "e6@1") and catalog.dimension("e6@1") is None
        yield catalog.models(), catalog.dimension(MODEL), catalog.serving_model(), writer.n_wanted_vectors(MODEL), writer.n_to_change(MODEL)
        yield {model for _, model in writer.embedded_chunks().values()}, writer.size_of_pending(MODEL, is_change=True)
        yield [row[0] for row in catalog.database.execute("PRAGMA integrity_check")]
        yield sorted(row[0] for row in catalog.database.execute("SELECT sql FROM sqlite_master WHERE name = 'text_blocks'"))[1:]


def kept_texts(data: Path) -> tuple[int, int]:
    """How many chunks hold a text of their own, and how many blocks there are."""
    with sqlite3.connect(data / "catalog.sqlite") as database:
        return tuple(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("chunks WHERE text <> ''", "text_blocks"))    # type: ignore[return-value]


def test_texts_lie_once_and_in_blocks(data: Path) -> None:
    assert kept_texts(data) == (2, -(-len(LONG) // BLOCK))
    with Catalog.open(data, read_only=True) as catalog:
        long, short = (catalog.document_at(path) for path in ("/largo.txt", "/corto.txt"))
        assert long and short
        assert (catalog.body(long.document_id), catalog.body(short.document_id)) == (LONG, "Una sola página.")
        chunks = catalog.document_chunks(long.document_id)
        assert [chunk.text for chunk in chunks[:-1]] == [LONG[at : at + 900] for at in range(0, len(LONG) - 900, 900)]
        assert chunks[-1].text.startswith("Importe: ") and chunks[-1].text.endswith(LONG[chunks[-1].start :])


def test_a_document_written_again_leaves_no_blocks_behind(data: Path) -> None:
    with Catalog.open(data) as catalog:
        writer = CatalogWriter(catalog, data)
        writer.write(file_of("/largo.txt", LONG[: BLOCK + 5]))
        assert kept_texts(data) == (2, 2)
        writer.remove_files(["/largo.txt"])
        assert kept_texts(data) == (1, 0)


@pytest.mark.parametrize("as_before", [as_format_2, as_format_3, as_format_4])
def test_a_catalog_of_an_earlier_format_is_read_and_brought_up(data: Path, as_before: Callable[[Path], None]) -> None:
    expected = list(contents(data))
    as_before(data)
    assert list(contents(data)) == expected
    size = (data / "catalog.sqlite").stat().st_size
    assert list(contents(data, read_only=False)) == expected
    assert kept_texts(data) == (2, -(-len(LONG) // BLOCK))
    assert as_before is not as_format_2 or (data / "catalog.sqlite").stat().st_size < 0.8 * size
    with sqlite3.connect(data / "catalog.sqlite") as database:
        for table in ("chunks", "embeddings"):
            assert database.execute(f"SELECT DISTINCT model FROM {table}").fetchall() == [("1",)]
    with Catalog.open(data) as catalog:
        assert catalog.database.execute("PRAGMA user_version").fetchone()[0] == VERSION
        assert catalog.database.execute("PRAGMA auto_vacuum").fetchone()[0] == 2
        assert CatalogWriter(catalog, data).pending_chunks(MODEL, 10) == []


@pytest.mark.parametrize("as_before", [as_format_2, as_format_3, as_format_4])
def test_the_rules_that_members_were_read_under_are_not_known_of_an_earlier_format(
    data: Path, as_before: Callable[[Path], None], tmp_path: Path
) -> None:
    with Catalog.open(data) as catalog:
        writer = CatalogWriter(catalog, data)
        stamp = FileStamp(10, 10**18, 1, 7)
        writer.write(ReadFile("/a.zip", stamp, 5, "h2", [replace(part("uno"), inner="uno.txt"), replace(part("dos"), inner="dos.txt")], member_rules=7))
        writer.write(ReadFile("/b.zip", stamp, 5, "h3", [ReadPart("", "zip", None, is_left_out=True)], member_rules=7))
        writer.write(ReadFile("/c.eml", stamp, 5, "h4", [replace(part("tres"), kind="eml")], member_rules=0))
        assert {path: known.member_rules for path, known in writer.known_files("/").items()} == {
            "/a.zip": 7, "/b.zip": 7, "/c.eml": 0, "/corto.txt": 0, "/largo.txt": 0,
        }
    as_before(data)
    expected = {"/a.zip": -1, "/b.zip": -1, "/c.eml": -1, "/corto.txt": 0, "/largo.txt": 0}
    (tmp_path / "new").mkdir()
    salvage(data / "catalog.sqlite", tmp_path / "new" / "catalog.sqlite")
    for folder in (data, tmp_path / "new"):
        with Catalog.open(folder) as catalog:
            writer = CatalogWriter(catalog, folder)
            assert {path: known.member_rules for path, known in writer.known_files("/").items()} == expected
            assert catalog.database.execute("PRAGMA user_version").fetchone()[0] == VERSION


@pytest.mark.parametrize("step", [40, 200, 400])
def test_a_migration_cut_short_leaves_the_format_before(data: Path, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = list(contents(data))
    as_format_2(data)
    real, calls = catalog_migration.bring_up, []

    def cut_short(database: sqlite3.Connection, found: int) -> None:
        database.set_progress_handler(lambda: calls.append(1) or len(calls) > 3, step)
        real(database, found)

    monkeypatch.setattr("engine.catalog.schema.bring_up", cut_short)
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        Catalog.open(data)
    monkeypatch.undo()
    with sqlite3.connect(data / "catalog.sqlite") as database:
        assert database.execute("PRAGMA user_version").fetchone()[0] == 2
    assert list(contents(data)) == expected
    assert list(contents(data, read_only=False)) == expected


def test_a_text_that_cannot_be_unpacked_is_left_to_the_doctor(data: Path) -> None:
    as_format_2(data)
    with sqlite3.connect(data / "catalog.sqlite") as database:
        database.execute("UPDATE bodies SET text = x'00' WHERE length(text) < 100")
    with Catalog.open(data) as catalog:
        short = catalog.document_at("/corto.txt")
        assert short and [chunk.text for chunk in catalog.document_chunks(short.document_id)] == ["Importe: Una sola página."]


def test_a_damaged_block_takes_only_its_chunks(data: Path) -> None:
    with sqlite3.connect(data / "catalog.sqlite") as database:
        database.execute("UPDATE text_blocks SET text = x'00' WHERE block = 1")
    with Catalog.open(data, read_only=True) as catalog:
        long = catalog.document_at("/largo.txt")
        assert long
        chunks = catalog.document_chunks(long.document_id)
        lost = {chunk.chunk_id for chunk in chunks[:-1] if chunk.start < 2 * BLOCK and chunk.end > BLOCK}
        assert lost and {chunk.chunk_id for chunk in chunks if not chunk.text} == lost
        assert set(catalog.chunks([chunk.chunk_id for chunk in chunks])) == {chunk.chunk_id for chunk in chunks} - lost


@pytest.mark.parametrize("as_before", [as_format_2, as_format_3, as_format_4, lambda data: None])
def test_a_damaged_catalog_of_any_format_is_salvaged(data: Path, as_before: Callable[[Path], None], tmp_path: Path) -> None:
    expected = next(contents(data))
    as_before(data)
    (tmp_path / "new").mkdir()
    made = salvage(data / "catalog.sqlite", tmp_path / "new" / "catalog.sqlite")
    assert (made.documents, made.lost_documents, made.embeddings) == (2, 0, len(expected[2]))
    assert next(contents(tmp_path / "new")) == expected
    with Catalog.open(tmp_path / "new", read_only=True) as catalog:
        keys = [row[0] for row in catalog.database.execute("SELECT passage_hash FROM chunks")]
        assert len(CatalogWriter(catalog, tmp_path / "new").embeddings(keys, MODEL)) == len(keys)


def test_embeddings_whose_maker_is_not_known_are_not_salvaged(data: Path, tmp_path: Path) -> None:
    with sqlite3.connect(data / "catalog.sqlite") as database:
        database.execute("DELETE FROM meta WHERE key LIKE 'model-key-%'")
    assert salvage(data / "catalog.sqlite", tmp_path / "catalog.sqlite").embeddings == 0


def test_embedders_have_keys_of_their_own(data: Path) -> None:
    with Catalog.open(data) as catalog:
        writer = CatalogWriter(catalog, data)
        (first, *_) = writer.pending_chunks("e6@1", 1, is_change=True)
        assert first.model == MODEL
        writer.add_embeddings({first.passage_hash: Embedding(VECTOR[:7].astype(np.float16), BitLocation(1, 16, 2, 48))}, "e6@1")
        writer.vectors_done([first], "e6@1")
        assert catalog.models() == (MODEL, "e6@1") and (catalog.dimension(MODEL), catalog.dimension("e6@1")) == (384, 7)
        assert writer.n_to_change(MODEL) == 1 and len(catalog.vectors([first.chunk_id], "e6@1")[first.chunk_id]) == 7
        writer.rename_model(MODEL, "e5@2")
        assert catalog.models() == ("e5@2", "e6@1") and len(catalog.vectors([first.chunk_id], "e5@2")[first.chunk_id]) == 384
        writer.rename_model("e5@2", "e6@1")
        assert catalog.models() == ("e6@1",) and writer.n_to_change("e6@1") == 0
        writer.rename_model("e6@1", "e7@1")
        assert catalog.models() == ("e7@1",) and catalog.dimension("e7@1") is not None


@pytest.mark.parametrize("dimension", [1, 2, 383, 384])
def test_vectors_are_packed_in_a_byte_a_number(dimension: int) -> None:
    vector = VECTOR[:dimension]
    packed = pack_vector(vector)
    assert is_packed(packed) and len(packed) <= dimension + 6
    assert np.allclose(unpack_vector(packed), vector, atol=tolerance_of(packed) + 2e-4)
    assert np.array_equal(unpack_vector(pack_vector(unpack_vector(packed))), unpack_vector(packed))
    assert np.array_equal(unpack_vector(vector.astype(np.float16).tobytes()), vector.astype(np.float16))
    assert not unpack_vector(pack_vector(np.zeros(4, np.float16))).any()
    for wrong in (b"\x00", b"\x01" * 3, b"\x05" * 11):
        with pytest.raises(ValueError, match="no vector"):
            unpack_vector(wrong)

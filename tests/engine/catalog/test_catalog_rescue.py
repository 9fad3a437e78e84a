"""A damaged catalog is noticed by the next writer and made anew: nothing is lost that could be read, nothing is invented."""

from __future__ import annotations

import json
import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.build import build_engine, read_status
from engine.catalog.catalog import Catalog
from engine.catalog.rescue import damage_of, mark_suspect
from engine.errors import CatalogLost, IndexTooNew
from engine.indexing.doctor import diagnose
from engine.machine.journal import Journal
from engine.settings import Settings
from tests.engine.indexing_stores import WideEmbedder, indexer_of
from ui.command.places import known_places


@pytest.fixture
def indexed(tmp_path: Path) -> tuple[Path, Settings]:
    docs = tmp_path / "docs"
    docs.mkdir()
    for i in range(60):
        (docs / f"{i}.txt").write_text("\n".join(f"línea {j} del documento {i} " * 6 for j in range(20)))
        os.utime(docs / f"{i}.txt", (1_600_000_000, 1_600_000_000))
    settings = Settings(tmp_path / "data")
    with indexer_of(settings) as indexer:
        indexer.index([docs])
    return docs, settings


INNER_PAGE_OF_A_TABLE = 5      # its first byte, by SQLite's file format: below it a whole table is out of reach


def damage(path: Path, seed: int, n_pages: int, first: int = 1, with_inner: bool = True) -> None:
    chance = random.Random(seed)
    content = bytearray(path.read_bytes())
    pages = [page for page in range(first, len(content) // 4096) if with_inner or content[page * 4096] != INNER_PAGE_OF_A_TABLE]
    for page in chance.sample(pages, n_pages):
        content[page * 4096:page * 4096 + 4096] = chance.randbytes(4096)
    path.write_bytes(content)


def check(docs: Path, settings: Settings) -> None:
    assert diagnose(settings, repair=False) == {"ok": True, "problems": [], "repaired": 0}
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        assert damage_of(catalog.database) is None and catalog.counts().pending == 0
        stored = {d.file_path: catalog.body(d.document_id) for d in catalog.documents_below(str(docs))}
    assert stored == {path: path.read_text() for path in docs.iterdir()}
    assert not list(settings.data_dir.glob("catalog.sqlite.damaged*"))


@pytest.mark.parametrize("seed", range(4))
def test_damaged_pages_are_noticed_and_what_is_whole_is_kept(indexed, seed):
    docs, settings = indexed
    damage(settings.catalog_path, seed, 12, with_inner=False)
    embedder = WideEmbedder()
    with indexer_of(settings, embedder) as indexer:
        assert list(settings.data_dir.glob("catalog.sqlite.damaged"))
        indexer.index()
    check(docs, settings)
    found, done = [event for event in Journal(settings.data_dir).events() if event.kind.startswith("catalog")]
    assert found.kind == "catalog-rebuilt" and "1 folders" in found.detail and found.count > 10
    assert done.kind == "catalog-complete"
    assert len(embedder.passages) < 600         # of 1200: most embeddings were saved


@pytest.mark.parametrize("how", ["header", "empty", "gone", "text", "short"])
def test_a_catalog_that_cannot_be_opened_at_all_comes_from_the_files(indexed, how):
    docs, settings = indexed
    path = settings.catalog_path
    match how:
        case "header":
            path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
        case "empty":
            path.write_bytes(b"")
        case "gone":
            path.unlink()
        case "text":
            path.write_text("no es una base de datos" * 1000)
        case "short":
            path.write_bytes(path.read_bytes()[:20_000])
    with indexer_of(settings) as indexer:
        indexer.index()
    check(docs, settings)


def lose(settings: Settings, how: str) -> None:
    match how:
        case "gone":
            for path in settings.data_dir.glob("catalog.sqlite*"):
                path.unlink()
        case "empty":
            settings.catalog_path.write_bytes(b"")
        case "no folders":
            settings.catalog_path.unlink()
            Catalog.open(settings.data_dir).close()


@pytest.mark.parametrize("how", ["gone", "empty", "no folders"])
def test_a_lost_catalog_is_said_and_its_folders_come_back(indexed, how):
    docs, settings = indexed
    with indexer_of(settings) as indexer:
        indexer.index([docs], all_files=True, ocr=True)
    copy = (settings.data_dir / "folders.json").read_text()
    assert "true" in copy
    lose(settings, how)
    with pytest.raises(CatalogLost) as lost, build_engine(settings):
        pass
    assert "perdido" in lost.value.message("es") and "lost" in lost.value.message("en")
    with pytest.raises(CatalogLost):
        read_status(settings)
    (problem,) = diagnose(settings, repair=False)["problems"]
    assert problem["kind"] == "catalog-damaged" and "lost" in problem["detail"]
    assert known_places(settings, ["x.txt"]) == [os.path.abspath("x.txt")]
    assert diagnose(settings, repair=True, make_indexer=indexer_of)["repaired"] == 1
    check(docs, settings)
    assert (settings.data_dir / "folders.json").read_text() == copy
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        (root,) = catalog.roots()
    assert (root.path, root.all_files, root.ocr) == (str(docs), True, True)


def test_what_was_removed_does_not_come_back_with_its_folder(indexed):
    docs, settings = indexed
    with indexer_of(settings) as indexer:
        indexer.remove(docs / "7.txt")
    lose(settings, "gone")
    with indexer_of(settings) as indexer:
        indexer.index()
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        assert catalog.counts().documents == 59 and catalog.document_at(str(docs / "7.txt")) is None


def test_whoever_removes_the_last_folder_finds_none_again(indexed, monkeypatch):
    docs, settings = indexed

    def is_killed() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), indexer_of(settings) as indexer:
        monkeypatch.setattr(indexer, "_settle_text", is_killed)     # right after the transaction
        indexer.remove(docs)
    assert json.loads((settings.data_dir / "folders.json").read_text()) == []
    with indexer_of(settings) as indexer:
        indexer.index()
    assert json.loads((settings.data_dir / "folders.json").read_text()) == []
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        assert catalog.roots() == [] and catalog.counts().documents == 0
    lose(settings, "gone")
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        assert catalog.roots() == []


def test_ids_are_not_given_out_again(indexed):
    docs, settings = indexed
    with closing(sqlite3.connect(settings.catalog_path)) as database:
        before = database.execute("SELECT max(chunk_id) FROM chunks").fetchone()[0]
    damage(settings.catalog_path, 1, 40)
    with indexer_of(settings) as indexer:
        (docs / "nuevo.txt").write_text("nuevo")
        indexer.index()
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        (chunk,) = catalog.document_chunks(catalog.document_at(str(docs / "nuevo.txt")).document_id)
    assert chunk.chunk_id > before
    check(docs, settings)


def test_documents_of_a_drive_that_is_away_are_saved(indexed, tmp_path):
    docs, settings = indexed
    docs.rename(tmp_path / "away")
    damage(settings.catalog_path, 2, 6)
    with indexer_of(settings) as indexer:
        indexer.index()
    with Catalog.open(settings.data_dir, read_only=True) as catalog:
        assert catalog.counts().documents > 10 and not catalog.folders()[0].is_available
    (tmp_path / "away").rename(docs)
    with indexer_of(settings) as indexer:
        indexer.index()
    check(docs, settings)


def test_killed_while_it_is_made_anew(indexed, monkeypatch):
    docs, settings = indexed
    damage(settings.catalog_path, 3, 12)
    calls = iter(range(100))
    real = os.replace

    def replace(source: object, target: object) -> None:
        if str(target).endswith(("catalog.sqlite", "damaged")) and next(calls) == 1:
            raise KeyboardInterrupt             # as a kill between the two renames
        real(source, target)        # type: ignore[arg-type]

    monkeypatch.setattr("engine.catalog.rescue.os.replace", replace)
    with pytest.raises(KeyboardInterrupt), indexer_of(settings):
        pass
    monkeypatch.undo()
    assert not settings.catalog_path.exists()
    with indexer_of(settings) as indexer:
        indexer.index()
    check(docs, settings)


def test_a_newer_catalog_and_readers_touch_nothing(indexed):
    docs, settings = indexed
    damage(settings.catalog_path, 5, 8, first=3)
    before = settings.catalog_path.read_bytes()
    diagnose(settings, repair=False)
    assert settings.catalog_path.read_bytes() == before
    newer = bytearray(before)
    newer[60:64] = (99).to_bytes(4, "big")
    settings.catalog_path.write_bytes(newer)
    mark_suspect(settings.data_dir)
    with pytest.raises(IndexTooNew), indexer_of(settings):
        pass
    assert settings.catalog_path.read_bytes() == bytes(newer) and docs.exists()


def test_a_whole_catalog_is_left_alone_however_suspect(indexed):
    docs, settings = indexed
    mark_suspect(settings.data_dir)
    embedder = WideEmbedder()
    with indexer_of(settings, embedder) as indexer:
        indexer.index()
    assert embedder.passages == [] and Journal(settings.data_dir).events() == []
    check(docs, settings)


def test_a_reader_follows_to_the_file_that_took_the_place_of_its_own(indexed):
    docs, settings = indexed
    with Catalog.open(settings.data_dir, read_only=True) as reader:
        assert reader.counts().documents == 60
        reader.follow()
        before = reader.database
        assert reader.database is before            # nothing has been put in its place
        damage(settings.catalog_path, 0, 12, with_inner=False)
        (docs / "60.txt").write_text("una línea más")
        with indexer_of(settings) as indexer:
            indexer.index()
        reader.follow()
        assert reader.counts().documents == 61

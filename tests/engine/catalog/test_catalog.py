"""The catalog: what is written is read back, ids are never used twice, a newer format is left untouched."""

from __future__ import annotations

import os
import sqlite3
from datetime import date, datetime
from pathlib import Path

import numpy as np
import pytest

from engine.catalog.catalog import Catalog
from engine.catalog.embeddings import Embedding
from engine.catalog.migration import VERSION
from engine.catalog.writer import CatalogWriter, ReadFile, ReadPart
from engine.document import Block, Chunk, Document, DocumentId, TableRow
from engine.errors import IndexDamaged, IndexTooNew, Unreadable
from engine.hits import Filters
from engine.machine.fingerprint import FileStamp
from engine.machine.journal import Journal
from engine.stores.bit_store import BitLocation

MODEL = "e5@1"


def stamp(size: int = 10, day: str = "2024-05-31") -> FileStamp:
    return FileStamp(size, int(datetime.fromisoformat(day).timestamp()) * 10**9, 1, 7)


def text_part(*chunks: str, inner: str = "", kind: str = "txt", title: str | None = None, language: str = "es") -> ReadPart:
    text = "\n".join(chunks)
    blocks, cut, position = [], [], 0
    for chunk in chunks:
        blocks.append(Block("paragraph", position, position + len(chunk)))
        cut.append(Chunk(chunk, position, position + len(chunk), None, ("Cláusulas",), 0, len(text), 3, "paragraph", language))
        position += len(chunk) + 1
    return ReadPart(inner, kind, Document(text, tuple(blocks), kind, title, language), tuple(cut))


def file_of(path: str, *parts: ReadPart, content: str = "h1", when: FileStamp | None = None) -> ReadFile:
    return ReadFile(path, when or stamp(), 5, content, parts)


@pytest.fixture
def writer(tmp_path: Path) -> CatalogWriter:
    return CatalogWriter(Catalog.open(tmp_path / "data"), tmp_path / "data")


@pytest.fixture
def catalog(writer: CatalogWriter) -> Catalog:
    return writer._catalog


def only(catalog: Catalog, path: str):
    (document,) = catalog.documents_below(path)
    return document


def embed(writer: CatalogWriter, at_most: int = 100) -> None:
    chunks = writer.pending_chunks(MODEL, at_most)
    vector = np.ones(4, dtype=np.float16)
    writer.add_embeddings({c.passage_hash: Embedding(vector, BitLocation(1, 16, 2, 48)) for c in chunks}, MODEL)
    writer.note_dirty("vectors", [c.document_id for c in chunks])
    writer.vectors_done(chunks, MODEL)


def test_a_document_is_read_back_as_it_was_written(writer, catalog):
    table = Block("table", 4, 11, 2, rows=(TableRow(4, 7, ("a", "b")), TableRow(8, 11, ("c", "c"))), n_header_rows=1)
    document = Document("uno\na\tb\nc\t", (Block("heading", 0, 3, 1, level=1), table), "docx", "Título", "es", 2, (("author", "Ana"),))
    writer.write(file_of("/a/b.docx", ReadPart("", "docx", document, (Chunk("uno", 0, 3, 1, (), 0, 3, 1),))))
    stored = only(catalog, "/a/b.docx")
    assert (stored.path, stored.title, stored.kind, stored.n_pages, stored.n_chunks) == ("/a/b.docx", "Título", "docx", 2, 1)
    assert stored.properties == (("author", "Ana"),)
    assert stored.modified.startswith("2024-05-31T00:00:00")
    assert catalog.structure(stored.document_id) == document
    assert catalog.body(stored.document_id) == document.text
    (chunk,) = catalog.document_chunks(stored.document_id)
    assert catalog.chunks([chunk.chunk_id]) == {chunk.chunk_id: chunk}


def test_chunk_ids_are_never_used_twice_and_the_document_keeps_its_own(writer, catalog):
    writer.write(file_of("/a/b.txt", text_part("uno", "dos")))
    first = only(catalog, "/a/b.txt")
    old = [c.chunk_id for c in catalog.document_chunks(first.document_id)]
    writer.write(file_of("/a/b.txt", text_part("tres")))
    again = only(catalog, "/a/b.txt")
    (new,) = catalog.document_chunks(again.document_id)
    assert again.document_id == first.document_id and new.chunk_id > max(old)
    assert catalog.chunks(old) == {}
    writer.remove_files(["/a/b.txt"])
    writer.write(file_of("/a/b.txt", text_part("cuatro")))
    assert only(catalog, "/a/b.txt").document_id > first.document_id


@pytest.mark.parametrize("name", [b"/a/\xff\xfe.txt", "/a/línea\nnueva.txt".encode(), b"/a/" + b"x" * 250 + b".txt"])
def test_any_file_name_is_kept(writer, catalog, name):
    path = os.fsdecode(name)
    writer.write(file_of(path, text_part("uno"), text_part("dos", inner="dentro/\udcff!más.txt")))
    assert [d.path for d in catalog.documents_below("/a")] == [path, path + "!dentro/\udcff!más.txt"]
    assert catalog.document_at(path + "!dentro/\udcff!más.txt").inner == "dentro/\udcff!más.txt"
    assert os.fsencode(only(catalog, path + "!dentro").file_path) == name


def test_a_file_with_an_exclamation_mark_is_no_container(writer, catalog):
    writer.write(file_of("/a/¡ya!.zip", text_part("uno", inner="x!/y.txt")))
    assert only(catalog, "/a/¡ya!.zip!x!/y.txt").inner == "x!/y.txt"
    assert [d.inner for d in catalog.documents_below("/a/¡ya!.zip")] == ["x!/y.txt"]
    assert list(catalog.documents_below("/a/¡ya")) == []


def test_a_neighbour_with_a_longer_name_is_not_below(writer, catalog):
    writer.write(file_of("/a/b/x.txt", text_part("uno")))
    writer.write(file_of("/a/bc/x.txt", text_part("uno")))
    assert [d.path for d in catalog.documents_below("/a/b")] == ["/a/b/x.txt"]
    assert len(list(catalog.documents_below("/"))) == 2


def test_members_that_are_gone_are_removed(writer, catalog):
    writer.write(file_of("/a.zip", text_part("uno", inner="1.txt"), text_part("dos", inner="2.txt")))
    writer.write(file_of("/a.zip", text_part("dos", inner="2.txt")))
    assert [d.inner for d in catalog.documents_below("/a.zip")] == ["2.txt"]


def test_lone_surrogates_in_a_text_do_not_stop_it(writer, catalog):
    document = Document("a\ud800b", (Block("paragraph", 0, 3),), "txt", "t\udfff")
    writer.write(file_of("/s.txt", ReadPart("", "txt", document, (Chunk("a\ud800b", 0, 3, None, ("h\udcff",), 0, 3, 1),))))
    (chunk,) = catalog.document_chunks(only(catalog, "/s.txt").document_id)
    assert (chunk.text, chunk.heading_path) == ("a\ufffdb", ("h\ufffd",))


def test_states_lead_from_reading_to_complete(writer, catalog):
    writer.write(file_of("/a.txt", text_part("uno", "dos")))
    writer.write(file_of("/b.txt", ReadPart("", "pdf", None, problem=Unreadable("encrypted", "two\nlines"))))
    assert catalog.stage() == "text" and only(catalog, "/a.txt").state == "reading"
    writer.text_done(writer.dirty("text"))
    assert writer.dirty("text") == []
    assert (catalog.counts().documents, catalog.counts().failed, catalog.counts().pending) == (1, 1, 1)
    embed(writer, 1)
    assert only(catalog, "/a.txt").state == "text"
    embed(writer)
    assert only(catalog, "/a.txt").state == "complete" and catalog.stage() == "complete"
    (error,) = catalog.errors()
    assert catalog.unreadable_reasons() == (("encrypted", 1),)
    assert (error.path, error.reason, error.detail) == ("/b.txt", "encrypted", "two lines")
    assert catalog.models() == (MODEL,) and catalog.languages() == ("es",)
    chunk_ids = [c.chunk_id for c in catalog.document_chunks(only(catalog, "/a.txt").document_id)]
    assert set(catalog.bit_locations(chunk_ids).values()) == {BitLocation(1, 16, 2, 48)}
    assert writer.expect_models("other@1", "other@1") == 1 and writer.n_pending_chunks() == 2


def test_what_was_embedded_is_noted_when_replaced_or_removed(writer, catalog):
    writer.write(file_of("/a.txt", text_part("uno")))
    writer.write(file_of("/b.txt", text_part("dos")))
    writer.text_done(writer.dirty("text"))
    embed(writer)
    a, b = only(catalog, "/a.txt").document_id, only(catalog, "/b.txt").document_id
    writer.write(file_of("/a.txt", text_part("tres")))
    writer.remove_files(["/b.txt"])
    assert writer.dirty("text") == [a, b] and writer.dirty("vectors") == [a, b]
    assert set(writer.embeddings([c.passage_hash for c in writer.pending_chunks(MODEL, 9)], MODEL)) == set()
    assert writer.drop_unused_embeddings() == 2


def test_a_copy_and_an_unchanged_part_need_no_new_embedding(writer):
    writer.write(file_of("/a.txt", text_part("uno", "dos")))
    writer.text_done(writer.dirty("text"))
    embed(writer)
    writer.write(file_of("/copia.txt", text_part("uno", "dos", "tres")))
    writer.text_done(writer.dirty("text"))
    pending = writer.pending_chunks(MODEL, 9)
    assert len(pending) == 3
    assert len(writer.embeddings([c.passage_hash for c in pending], MODEL)) == 2


def test_a_moved_file_keeps_its_chunks_and_vectors(writer, catalog):
    writer.write(file_of("/a.txt", text_part("uno")))
    writer.text_done(writer.dirty("text"))
    embed(writer)
    before = only(catalog, "/a.txt")
    writer.move("/a.txt", "/otro/b.txt", stamp(), 9)
    after = only(catalog, "/otro/b.txt")
    assert (after.document_id, after.state) == (before.document_id, "complete")
    assert writer.dirty("text") == [after.document_id] and writer.dirty("vectors") == []


def test_filters_limit_by_kind_folder_day_and_language(writer, catalog):
    writer.write(file_of("/a/x.py", text_part("uno", kind="code", language="en"), when=stamp(day="2024-01-01")))
    writer.write(file_of("/a/y.pdf", text_part("dos", kind="pdf"), when=stamp(day="2024-01-02")))
    writer.write(file_of("/b/z.pdf", text_part("tres", kind="pdf"), when=stamp(day="2024-01-03")))

    def names(filters: Filters) -> str:
        found = catalog.matching_documents(filters)
        return "" if found is None else "".join(sorted(d.name[0] for d in catalog.documents(found).values()))

    assert catalog.matching_documents(Filters()) is None
    assert names(Filters(kinds=("PDF",))) == "yz" and names(Filters(kinds=("py",))) == "x"
    assert names(Filters(folder="/a")) == "xy" and names(Filters(folder="/a/y.pdf")) == "y"
    assert names(Filters(after=date(2024, 1, 2))) == "yz" and names(Filters(before=date(2024, 1, 2))) == "xy"
    assert names(Filters(languages=("en",))) == "x" and names(Filters(kinds=("pdf",), folder="/a")) == "y"
    assert names(Filters(documents=(DocumentId(1),))) == "x" and names(Filters(kinds=("zip",))) == ""


@pytest.mark.parametrize("odd", ["\udcff", "\ud800", "txt\ud83d", "\x00"])
def test_what_no_store_can_hold_matches_nothing(writer, catalog, odd):
    writer.write(file_of("/d/a.txt", text_part("uno")))
    for filters in (Filters(kinds=(odd,)), Filters(languages=(odd,)), Filters(folder=f"/d/{odd}"), Filters(folders=(f"/{odd}",))):
        assert catalog.matching_documents(filters) == frozenset()
    for filters in (Filters(without_kinds=(odd,)), Filters(without_languages=(odd,)), Filters(without_folders=(f"/d/{odd}",))):
        assert catalog.matching_documents(filters) == catalog.all_documents()
    assert catalog.document_at(f"/d/{odd}") is None and not catalog.knows(f"/d/{odd}") and catalog.entries_below(f"/{odd}") == ()


def test_a_reader_waits_for_nobody_and_sees_what_is_committed(writer, tmp_path):
    with Catalog.open(tmp_path / "data", read_only=True) as reader:
        assert reader.counts().documents == 0
        with writer.transaction():
            writer.write(file_of("/a.txt", text_part("uno")))
            assert reader.counts().documents == 0
        assert reader.counts().documents == 1
        with pytest.raises(sqlite3.OperationalError):
            reader.database.execute("DELETE FROM documents")


def test_reading_before_the_first_index_gives_nothing_and_writes_nothing(tmp_path):
    data = tmp_path / "none"
    with Catalog.open(data, read_only=True) as reader:
        assert reader.counts().documents == 0 and reader.errors() == [] and reader.stage() == "complete"
        assert not data.exists()
        CatalogWriter(Catalog.open(data), data).write(file_of("/a.txt", text_part("uno")))
        assert reader.counts().documents == 1


def test_a_newer_index_is_refused_untouched(writer, catalog, tmp_path):
    catalog.close()
    path = tmp_path / "data" / "catalog.sqlite"
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    before = path.read_bytes()
    for read_only in (True, False):
        with pytest.raises(IndexTooNew):
            Catalog.open(tmp_path / "data", read_only=read_only)
    assert path.read_bytes() == before


def test_an_older_index_is_read_as_it_is_and_brought_up_by_the_writer(writer, catalog, tmp_path):
    writer.write(file_of("/a.txt", text_part("uno")))
    catalog.close()
    database = sqlite3.connect(tmp_path / "data" / "catalog.sqlite")
    database.execute("DROP INDEX documents_unrecognised")
    database.execute("DROP TABLE text_blocks")
    database.execute("ALTER TABLE documents DROP COLUMN member_rules")
    database.execute("PRAGMA user_version = 1")
    database.close()
    for read_only, version in ((True, 1), (False, VERSION), (False, VERSION)):
        with Catalog.open(tmp_path / "data", read_only=read_only) as opened:
            assert opened.counts().documents == 1 and opened.unrecognised_files() == []
            assert opened.database.execute("PRAGMA user_version").fetchone()[0] == version
    events = [event.kind for event in Journal(tmp_path / "data").events()]
    assert VERSION > 1 and events == ["catalog-migrated"]
    with Catalog.open(tmp_path / "new") as made, Catalog.open(tmp_path / "data") as migrated:
        schema = "SELECT name, sql FROM sqlite_master ORDER BY name"
        assert [row[0] for row in made.database.execute(schema)] == [row[0] for row in migrated.database.execute(schema)]


def test_a_damaged_catalog_is_said(tmp_path):
    (tmp_path / "catalog.sqlite").write_bytes(b"not a database at all" * 100)
    for read_only in (True, False):
        with pytest.raises(IndexDamaged):
            Catalog.open(tmp_path, read_only=read_only)


def test_the_data_folder_is_private(writer, tmp_path):
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "data" / "catalog.sqlite").stat().st_mode & 0o777 == 0o600


def test_the_newest_are_documents_and_no_missing_parts_of_them(writer, catalog):
    rest = ReadPart("…", "json", None, problem=Unreadable("too-large", "the rest"))
    writer.write(file_of("/a.json", text_part("uno"), rest))
    writer.write(file_of("/b.zip", text_part("dos", inner="dentro.txt")))
    assert [document.name for document in catalog.documents([id_ for id_, _ in catalog.newest(None, 9)]).values()] == ["a.json", "dentro.txt"]


def test_a_message_is_of_the_day_on_which_it_was_sent(writer, catalog):
    """A mailbox, or an archive of messages, has one time of change for years of mail."""
    def message(name: str, sent: str, kind: str = "eml") -> ReadPart:
        properties = (("from", "Ana"), ("date", sent)) if sent else (("from", "Ana"),)
        return ReadPart(name, kind, Document("uno", (), kind, None, "es", None, properties), (Chunk("uno", 0, 3, None, (), 0, 3, 1),))

    sent = {"a": "2019-03-01T12:00:00+02:00", "b": "2021-07-01T12:00:00", "c": "", "d": "en su día"}
    writer.write(file_of("/correo.mbox", *(message(name, day) for name, day in sent.items())))
    writer.write(file_of("/z.docx", message("", "2019-03-01T12:00:00", "docx"), when=stamp(day="2022-01-01")))
    by_name = {document.name: document for document in catalog.documents_below("/")}
    assert by_name["a"].sent is not None and by_name["a"].sent.startswith("2019-03-01") and by_name["z.docx"].sent is None
    assert by_name["c"].sent is None and by_name["d"].sent is None

    def names(filters: Filters) -> str:
        ids = catalog.matching_documents(filters)
        assert ids is not None
        return "".join(sorted(document.name[0] for document in catalog.documents(ids).values()))

    assert names(Filters(before=date(2020, 1, 1))) == "a" and names(Filters(after=date(2020, 1, 1))) == "bcdz"
    assert names(Filters(after=date(2021, 1, 1), before=date(2022, 6, 1))) == "bz"
    newest = [catalog.documents([id_])[id_].name for id_, _ in catalog.newest(None, 9)]
    assert newest == ["c", "d", "z.docx", "b", "a"]

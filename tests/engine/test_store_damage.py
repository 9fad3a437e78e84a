"""Damage is noticed when a writer starts, although no file has changed, and mended from the catalog. Clocks hide no change."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.indexing.doctor import diagnose
from engine.indexing.indexer import Indexer
from engine.machine.fingerprint import FileStamp
from engine.machine.journal import Journal
from engine.settings import Settings
from engine.stores.lexical_index import LexicalIndex, LexicalIndexOutdated
from tests.engine.indexing import test_doctor
from tests.engine.indexing.test_doctor import settings as settings  # the index that damage is planted in
from tests.engine.indexing_stores import WideEmbedder, indexer_of

# Of the doctor's damages those that show in the files of a store, with what the journal says; and how many passages are
# embedded again: none where the catalog has them all.
NOTICED: dict[Callable[[Settings], None], tuple[str, bool]] = {
    test_doctor.truncate_vectors: ("vectors-damaged", False),
    test_doctor.lose_vector_file: ("vectors-damaged", False),
    test_doctor.flip_vector: ("vectors-damaged", True),
    test_doctor.lose_manifests: ("vectors-mended", False),
    test_doctor.lose_vectors_folder: ("vectors-rebuilt", False),
    test_doctor.truncate_text: ("text-damaged", False),
    test_doctor.truncate_segment: ("text-damaged", False),
    test_doctor.lose_text_file: ("text-damaged", False),
    test_doctor.lose_text_folder: ("text-rebuilt", False),
    test_doctor.truncate_bits: ("bits-damaged", True),
    test_doctor.lose_bits_file: ("bits-damaged", True),
    test_doctor.lose_bits_folder: ("bits-damaged", True),
}


@pytest.mark.parametrize("damage", NOTICED, ids=lambda damage: damage.__name__)
def test_damage_is_noticed_by_plain_indexing_and_mended(settings: Settings, damage: Callable[[Settings], None]):
    kind, is_embedded_again = NOTICED[damage]
    damage(settings)
    embedder = WideEmbedder()
    with indexer_of(settings, embedder) as indexer:
        report = indexer.index()
    assert report.indexed == 0 and bool(embedder.passages) is is_embedded_again
    assert diagnose(settings, repair=False) == {"ok": True, "problems": [], "repaired": 0}
    assert kind in {event.kind for event in Journal(settings.data_dir).events()}


def test_damage_that_is_noticed_but_not_mended_yet_is_not_forgotten(settings: Settings):
    """The writer that notices it is killed: the next one looks again."""
    test_doctor.flip_vector(settings)
    with pytest.raises(KeyboardInterrupt), indexer_of(settings):
        raise KeyboardInterrupt
    with indexer_of(settings) as indexer:
        indexer.index()
    assert diagnose(settings, repair=False)["ok"]


def test_a_word_index_of_another_format_is_made_anew_and_not_called_damaged(settings: Settings):
    (settings.text_dir / "fichero-schema.json").write_text('{"schema": 1}')
    with pytest.raises(LexicalIndexOutdated, match="another version of Fichero"):
        LexicalIndex.open(settings.text_dir, read_only=True)
    with indexer_of(settings) as indexer:
        indexer.index()
    assert diagnose(settings, repair=False)["ok"]
    assert [event.kind for event in Journal(settings.data_dir).events()] == ["text-rebuilt"]


def test_a_sound_index_is_not_looked_through(settings: Settings, monkeypatch):
    with indexer_of(settings) as indexer:
        indexer.index()
    monkeypatch.setattr("engine.indexing.store_checks.differing_vectors", lambda *_: pytest.fail("all vectors were compared"))
    monkeypatch.setattr("engine.indexing.index_stores.damaged_files", lambda *_: pytest.fail("all files were read"))
    with indexer_of(settings) as indexer:
        indexer.index()
    assert Journal(settings.data_dir).events() == []


def test_clocks_that_jump_hide_no_change(tmp_path: Path):
    """Files of the future and of 1970, and each rewritten with as many bytes at the very same time."""
    documents = tmp_path / "docs"
    documents.mkdir()
    times = {"past.txt": 1, "future.txt": 4_000_000_000, "now.txt": None}
    for name, seconds in times.items():
        (documents / name).write_text("uno\ndos")
        if seconds is not None:
            os.utime(documents / name, (seconds, seconds))
    settings = Settings(tmp_path / "data")
    with indexer_of(settings) as indexer:
        assert indexer.index([documents]).indexed == 3
        _rewrite(documents, "uno\ntre")
        assert indexer.index().indexed == 3
        assert indexer.index().unchanged == 3
        _texts_are(indexer, {"uno", "tre"})
    assert diagnose(settings, repair=False)["ok"]


def test_a_file_written_at_the_time_of_our_look_is_doubted_although_its_time_was_set_back():
    look, second = 10**18, 10**9
    for mtime, ctime, is_racy in ((0, look - second, True), (look - second, 0, True), (0, look - 3 * second, False),
                                  (0, look + second, True)):
        assert FileStamp(10, mtime, ctime, 7).is_racy(look) is is_racy


def _rewrite(documents: Path, text: str) -> None:
    for file in documents.iterdir():
        before = file.stat()
        file.write_text(text)
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def _texts_are(indexer: Indexer, texts: set[str]) -> None:
    catalog = indexer._writer.catalog
    assert {chunk.text for i in catalog.all_documents() for chunk in catalog.document_chunks(i)} == texts

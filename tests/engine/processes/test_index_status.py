"""What the window is told of pictures of text that were not read: they wait, or are without text, but are no errors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import Unreadable
from engine.processes.index_status import status_of, unreadable_documents
from engine.settings import Settings, save_settings
from tests.engine.indexing.test_recognition_queue import with_recognition
from tests.engine.indexing_parts import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("is_on", [True, False])
def test_a_picture_is_no_error_until_recognition_finds_nothing(bench: Bench, is_on: bool) -> None:
    bench.put("nota.txt", "una nota")
    bench.put("escaneo.txt", "SCAN")
    settings = Settings(bench.data, ocr=is_on)
    save_settings(settings)
    indexer = with_recognition(bench, Unreadable("no-text", "no text was recognised"))
    indexer.index([bench.docs], ocr=is_on, recognises=False)

    status = status_of(bench.catalog, settings)
    (folder,) = status.folders
    assert (status.failed, folder.failed, status.reasons) == (0, 0, ())
    assert (status.unrecognised, folder.unrecognised) == ((1, 1) if is_on else (0, 0))
    assert (status.without_text, folder.without_text) == ((0, 0) if is_on else (1, 1))
    assert [document.reason for document in unreadable_documents(bench.catalog, settings)] == ([] if is_on else ["unrecognised"])
    assert (status.is_ocr_everywhere, folder.ocr) == (is_on, is_on)

    save_settings(replace(settings, ocr=True))
    indexer.index([bench.docs], ocr=True)
    status = status_of(bench.catalog, settings)
    assert (status.failed, status.reasons, status.unrecognised, status.without_text) == (1, (("no-text", 1),), 0, 0)
    assert [document.reason for document in unreadable_documents(bench.catalog, settings)] == ["no-text"]

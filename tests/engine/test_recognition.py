"""The queue of text recognition, with the real indexer, workers and networks: ordinary text first, nothing twice."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.build import build_indexer, open_catalog, read_status
from engine.build_ocr import check_ocr, ocr_is_installed
from engine.catalog.catalog import Catalog
from engine.errors import OcrMissing
from engine.indexing.indexer import Indexer
from engine.indexing.progress import IndexProgress
from engine.settings import Settings

if not ocr_is_installed():
    pytest.skip("text recognition is not installed (make ocr)", allow_module_level=True)

from tests.scanned_pages import page, pdf_of

SMALL = dict(width_in=4.6, height_in=1.0, left_in=0.3, top_in=0.3, right_in=0.2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "documentos"
    made.mkdir()
    (made / "nota.txt").write_text("La nota habla de la derrama de la azotea.\n", "utf-8")
    pdf_of([page("Escaneo del señor Núñez.", 150, **SMALL)], made / "escaneo.pdf", 150)
    page("Fotografía con jamón ibérico.", 150, **SMALL).save(made / "foto.png")
    return made


@contextmanager
def indexer(settings: Settings) -> Iterator[Indexer]:
    with build_indexer(settings) as made:
        yield made


def texts(catalog: Catalog, folder: Path) -> dict[str, str]:
    return {document.file_path.name: catalog.body(document.document_id) for document in catalog.documents_below(str(folder))}


def test_from_off_to_on_without_reading_the_rest_again(tmp_path: Path, folder: Path) -> None:
    settings = Settings(tmp_path / "data", n_threads=2)
    with indexer(settings) as off:
        report = off.index([folder], stage="text")
    assert (report.indexed, report.failed, report.left_out) == (1, 1, 1)
    with open_catalog(settings) as catalog:
        assert catalog.roots()[0].left_out == {"picture": 1}
        assert [error.reason for error in catalog.errors()] == ["no-text"]
        note = catalog.document_at(str(folder / "nota.txt"))
    assert read_status(settings)["ocr"] == {"installed": True, "on": False, "waiting": 0, "unread": 1, "without_text": {"no-text": 1}}

    told: list[IndexProgress] = []
    with indexer(settings) as on:
        report = on.index([folder], stage="text", ocr=True, progress=told.append)
    assert (report.indexed, report.unchanged, report.failed, report.left_out) == (2, 1, 0, 0)
    stages = list(dict.fromkeys(step.stage for step in told))
    assert stages == ["scan", "text", "ocr"]
    with open_catalog(settings) as catalog:
        found = texts(catalog, folder)
        assert found["escaneo.pdf"] == "Escaneo del señor Núñez." and found["foto.png"] == "Fotografía con jamón ibérico."
        assert catalog.document_at(str(folder / "nota.txt")) == note
        assert not catalog.errors() and not catalog.unrecognised_files()
        scan = catalog.document_at(str(folder / "escaneo.pdf"))
        assert scan is not None
        structure = catalog.structure(scan.document_id)
        assert structure is not None
        (line,) = structure.recognised
        assert structure.text[line.start:line.end] == "Escaneo del señor Núñez." and 0.2 < line.top < line.bottom < 0.7


def test_the_setting_queues_and_a_copy_costs_nothing(tmp_path: Path, folder: Path) -> None:
    settings = Settings(tmp_path / "data", n_threads=2, ocr=True)
    with indexer(settings) as made:
        report = made.index([folder], stage="text", recognises=False)
        assert report.failed == 0 and made.has_unrecognised
        assert read_status(settings)["ocr"] == {"installed": True, "on": True, "waiting": 2, "unread": 0, "without_text": {"no-text": 1, "unsupported": 1}}
        with open_catalog(settings) as catalog:
            assert "derrama" in texts(catalog, folder)["nota.txt"]
        assert made.recognise(is_cancelled=lambda: True).was_cancelled and made.has_unrecognised
        assert made.recognise().indexed == 2 and not made.has_unrecognised

        kept = {path: path.read_bytes() for path in settings.recognised_dir.iterdir()}
        shutil.copy(folder / "foto.png", folder / "copia.png")
        assert made.index([folder], stage="text").indexed == 1
        assert {path: path.read_bytes() for path in settings.recognised_dir.iterdir()} == kept
        with open_catalog(settings) as catalog:
            assert texts(catalog, folder)["copia.png"] == texts(catalog, folder)["foto.png"]

        made.remove(folder)             # forgotten is forgotten
        assert list(settings.recognised_dir.iterdir()) == []


def test_without_the_add_on_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    check_ocr()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(OcrMissing) as told:
        check_ocr()
    assert "make ocr" in told.value.english and "make ocr" in told.value.spanish

"""The window over the real engine, in its real processes, on some of the sample's documents."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.settings import Settings, load_settings
from ui.window import icons
from ui.window.application import Application
from ui.window.filter_group import Chip

DOCUMENTS = (
    "comunidad/acta_junta_2024.pdf", "contratos/mantenimiento_ascensor_v2.txt", "laboratorio/codigos_de_error.xlsx",
    "contratos/nómina_cifrada.pdf",
)
pytestmark = pytest.mark.usefixtures("model_folder")


@pytest.fixture
def folder(sample_folder: Path, tmp_path: Path) -> Path:
    target = tmp_path / "documentos"
    target.mkdir()
    for name in DOCUMENTS:
        shutil.copy(sample_folder / name, target)
    return target


@contextmanager
def running(qapp: QApplication, data: Path) -> Iterator[Application]:
    qapp.setStyle("Fusion")
    icons.register()
    application = Application(qapp, Settings(data, language="es", theme="light"))
    application.start()
    try:
        yield application
    finally:
        application.window.close()
        application.stop()
        application.window.deleteLater()


@pytest.fixture
def wait(qtbot) -> Callable[..., None]:
    return lambda is_done, seconds=180: qtbot.waitUntil(is_done, timeout=1000 * seconds)


def search(application: Application, wait: Callable[..., None], text: str) -> None:
    window = application.window
    window.header.field.setText(text)
    wait(lambda: window.conversation.asked[0] == text and window.conversation.result is not None and not window._search.is_waiting)


def test_from_a_folder_to_the_passage_in_its_document(qapp: QApplication, folder: Path, tmp_path: Path, wait) -> None:
    with running(qapp, tmp_path / "datos") as application:
        window = application.window
        wait(lambda: window._status is not None)
        assert window.pages.currentWidget() is window.start
        began = time.monotonic()
        window.add_paths([str(folder)])
        wait(lambda: window._status.documents == 3)
        text_s = time.monotonic() - began
        # Searchable by words before the rest is done.
        search(application, wait, "E-4032")
        # The catalog's count may be seen a moment before the search's own stores are read again; the hits follow.
        wait(lambda: [hit.title for hit in window.hits.hits][:1] == ["codigos_de_error.xlsx"], 20)
        wait(lambda: window.preview.current_view is window.preview.table)
        wait(lambda: window._status.stage == "complete" and window.conversation.is_warm)
        search(application, wait, "¿cuánto pagará cada vecino por el ascensor nuevo?")
        names = [Path(hit.path).name for hit in window.hits.hits]
        assert "acta_junta_2024.pdf" in names[:2]
        window.hits._choose(names.index("acta_junta_2024.pdf"))
        pages = window.preview.pages
        wait(lambda: window.preview.current_view is pages and any(m.passage for m in pages._marked.values()))
        window.show_folders("unreadable")
        wait(lambda: [d.reason for d in window.folders.unreadable.model.documents] == ["encrypted"])
        (folder / "nuevo.txt").write_text("El calamar gigante vive a mucha profundidad.")
        window.indexing.refresh()
        wait(lambda: window._status.documents == 4)
        search(application, wait, "calamar")
        wait(lambda: [hit.title for hit in window.hits.hits][:1] == ["nuevo.txt"], 20)
        window.indexing.remove(str(folder))
        wait(lambda: window._status.folders == ())
        print(f"searchable after {text_s:.1f} s", file=sys.stderr)
    # The window's process has never loaded what is heavy.
    assert not {"lancedb", "tantivy", "onnxruntime", "pyarrow"} & set(_loaded_by_window())
    if os.name == "posix":
        assert [place for place in (tmp_path / "datos").rglob("*") if place.stat().st_mode & 0o077] == []


def test_choosing_unfolding_and_narrowing(qapp: QApplication, qtbot, folder: Path, tmp_path: Path, wait) -> None:
    """By real keys and clicks: chips, other passages, one document alone, a word completed, an empty field."""
    with running(qapp, tmp_path / "datos") as application:
        window, field = application.window, application.window.header.field
        wait(lambda: window._status is not None)
        window.add_paths([str(folder)])
        wait(lambda: window._status.stage == "complete" and window._status.documents == 3 and window.conversation.is_warm)
        window.show_search()
        wait(lambda: len(window.invitation.changed.entries) == 4)        # the locked one too
        search(application, wait, "derrama ascensor")
        chips = {chip.text().split("  ")[0]: chip for chip in window.filters.findChildren(Chip) if chip.isVisible()}
        assert {"PDF", "Excel"} <= set(chips)
        qtbot.keyClick(chips["PDF"], Qt.Key.Key_Space)
        wait(lambda: window.conversation.result is not None and {hit.kind for hit in window.hits.hits} == {"pdf"})
        assert dict(window.conversation.result.facets.kinds)["txt"] == 1        # what else there would be
        window.hits.setFocus()
        window.hits._choose(0)
        qtbot.keyClick(window.hits, Qt.Key.Key_Right)
        wait(lambda: window.hits.model().rowCount() > len(window.hits.hits))
        best = window.hits.hits[0]
        qtbot.keyClick(window.hits, Qt.Key.Key_Down)
        assert window.hits.current_hit().document_id == best.document_id and window.hits.current_hit().chunk_id != best.chunk_id
        qtbot.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
        wait(lambda: len(window.hits.hits) > 1 and {hit.document_id for hit in window.hits.hits} == {best.document_id})
        window.filters.clear()
        wait(lambda: not window._search.is_waiting)
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, "derr")
        wait(lambda: field.suggestion == "derrama")
        qtbot.keyClick(field, Qt.Key.Key_Tab)
        assert field.text() == "derrama"


def _loaded_by_window() -> list[str]:
    """Modules that a fresh process has after importing the window."""
    import subprocess

    code = "import sys, ui.window.application; print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          cwd=Path(__file__).parent.parent.parent)
    return [name.split(".")[0] for name in done.stdout.split()]


def test_closing_in_the_middle_of_indexing_loses_nothing(qapp: QApplication, folder: Path, tmp_path: Path, wait) -> None:
    data = tmp_path / "datos"
    for number in range(40):
        (folder / f"nota {number}.txt").write_text(f"La nota número {number} trata de barcos, faros y mareas.\n" * 30)
    with running(qapp, data) as application:
        window = application.window
        wait(lambda: window._status is not None)
        window.add_paths([str(folder)])
        wait(lambda: window.indexing.progress is not None and window.indexing.progress.stage == "vectors" and window.indexing.progress.done > 0)
        window.close()
        began = time.monotonic()
        application.stop()
        assert time.monotonic() - began < 8
    with running(qapp, data) as application:
        window = application.window
        wait(lambda: window._status is not None)
        assert window._status.documents == 43
        window.indexing.pause(True)
        wait(lambda: window.indexing.state is not None and window.indexing.state.is_paused)
        assert load_settings(data).indexing_paused
        with running(qapp, data) as second:
            wait(lambda: second.window.banner.code == "index-locked")
            search(second, wait, "barcos")
            assert second.window.hits.hits

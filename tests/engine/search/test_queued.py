"""Files of a name that wait to be read, by real folders, rules and catalog."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.search.queued import AT_MOST, queued_files, still_queued
from engine.settings import Settings
from tests.engine.indexing_parts import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.close()


def waiting(bench: Bench, text: str, is_cancelled: bool = False) -> list[str]:
    found = queued_files(Settings(bench.data), bench.catalog, text, lambda: is_cancelled)
    return [str(Path(path).relative_to(bench.docs)) for path in found]


def test_what_was_not_read_is_found_by_its_name_and_what_was_is_not(bench: Bench) -> None:
    bench.put("leído/acta de abril.txt", "leída")
    bench.index(stage="text")
    for name in ("nuevo/Acta de mayo.txt", "nuevo/ACTA-de-junio.txt", "otra cosa.txt", ".oculto/acta de enero.txt", "acta.tmp"):
        bench.put(name, "sin leer")
    assert waiting(bench, "acta de") == ["nuevo/ACTA-de-junio.txt", "nuevo/Acta de mayo.txt"]
    assert waiting(bench, "acta de mayo.txt") == ["nuevo/Acta de mayo.txt"]
    assert waiting(bench, "mayo de acta") == waiting(bench, "") == waiting(bench, "act") == []
    assert waiting(bench, "acta", is_cancelled=True) == []


def test_a_file_waits_until_it_was_looked_into_or_is_gone(bench: Bench) -> None:
    bench.put("uno.txt", "uno")
    bench.index(stage="text")
    paths = [str(bench.put(f"factura {number}.txt", "texto")) for number in range(3)]
    assert still_queued(bench.catalog, paths) == tuple(paths)
    Path(paths[0]).unlink()
    bench.index(stage="text")
    assert still_queued(bench.catalog, paths) == () and waiting(bench, "factura") == []


def test_there_is_a_limit(bench: Bench) -> None:
    bench.put("uno.txt", "uno")
    bench.index(stage="text")
    for number in range(AT_MOST + 5):
        bench.put(f"factura {number}.txt", "texto")
    assert len(waiting(bench, "factura")) == AT_MOST

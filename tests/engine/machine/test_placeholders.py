"""Files whose content lies in a cloud: told without opening them, named with their reason, and not forgotten."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.discovery.discovery import Discovery
from engine.discovery.rules import Rules
from engine.errors import Unreadable
from engine.machine import placeholders
from engine.reading.reader import read_file
from tests.engine.indexing_parts import Bench


@pytest.mark.parametrize(("attributes", "is_away"), [
    ({"st_file_attributes": 0x20}, False),                  # FILE_ATTRIBUTE_ARCHIVE
    ({"st_file_attributes": 0x400 | 0x20}, False),          # a reparse point whose content is here (deduplicated)
    ({"st_file_attributes": 0x400000 | 0x400 | 0x200}, True),   # OneDrive, online only
    ({"st_file_attributes": 0x1000}, True), ({"st_flags": 0x40000000}, True), ({"st_flags": 0x20}, False), ({}, False),
])
def test_signs_of_a_placeholder(attributes: dict[str, int], is_away: bool) -> None:
    assert placeholders.is_placeholder(SimpleNamespace(**attributes)) == is_away  # type: ignore[arg-type]


def test_a_small_or_sparse_file_is_none(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    with (tmp_path / "b.txt").open("wb") as file:
        file.truncate(1_000_000)
    assert (tmp_path / "b.txt").stat().st_blocks == 0
    assert not any(placeholders.is_placeholder(path.stat()) for path in tmp_path.iterdir())


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Inodes as text of the files that are in the cloud."""
    inodes: set[str] = set()
    monkeypatch.setattr(placeholders, "is_placeholder", lambda status: str(status.st_ino) in inodes and stat.S_ISREG(status.st_mode))
    return inodes


def test_they_are_named_and_not_opened(tmp_path: Path, away: set[str]) -> None:
    for name in ("a.txt", "b.txt", ".informe.pdf.icloud", ".oculto"):
        (tmp_path / name).write_text("x")
    away.add(str(os.stat(tmp_path / "b.txt").st_ino))
    found = {Path(file.path).name: file.problem for file in Discovery(tmp_path, Rules()).files()}
    assert found == {"a.txt": None, "b.txt": "special-file", ".informe.pdf.icloud": "special-file"}
    (part,) = read_file(tmp_path / "b.txt")
    assert isinstance(part.outcome, Unreadable) and str(part.outcome) == f"special-file: {placeholders.DETAIL}"


def test_what_was_read_before_it_went_to_the_cloud_stays(tmp_path: Path, away: set[str]) -> None:
    bench = Bench(tmp_path)
    try:
        read, unread = bench.put("a.txt", "la fianza"), bench.put("b.txt", "el recibo")
        away.add(str(read.stat().st_ino))
        away.add(str(unread.stat().st_ino))
        bench.index()
        assert [error.reason for error in bench.catalog.errors()] == ["special-file", "special-file"]
        away.remove(str(read.stat().st_ino))                # fetched: its times stay as they are
        bench.index()
        assert "la fianza" in bench.texts() and [error.reason for error in bench.catalog.errors()] == ["special-file"]
        away.add(str(read.stat().st_ino))                   # and away again
        bench.log.clear()
        bench.index()
        assert "la fianza" in bench.texts() and bench.log == []
        bench.check()
    finally:
        bench.close()

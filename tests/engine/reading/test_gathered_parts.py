"""Parts of one file, in memory and beyond that on the disk."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.gathered_parts import GatheredParts
from engine.reading.source import Part


def _part(number: int) -> Part:
    return Part(f"{number}.txt", Document(f"texto {number} " * 20, (), "txt"))


@pytest.mark.parametrize("kept_bytes", [0, 1_000, 10**9])
def test_parts_come_back_in_order(monkeypatch: pytest.MonkeyPatch, kept_bytes: int) -> None:
    monkeypatch.setattr("engine.reading.gathered_parts.KEPT_BYTES", kept_bytes)
    gathered = GatheredParts()
    assert not gathered
    for number in range(30):
        gathered.add(pickle.dumps(_part(number)))
    assert list(gathered) == list(gathered) == [_part(number) for number in range(30)]
    assert gathered[3] == _part(3) and gathered[-1] == _part(29) and gathered[28:] == [_part(28), _part(29)]


def test_a_problem_stands_last_and_under_a_name_of_its_own() -> None:
    gathered = GatheredParts()
    gathered.add_problem(Unreadable("timeout"))
    assert [part.inner for part in gathered] == [""]
    gathered = GatheredParts()
    gathered.add(pickle.dumps(_part(1)))
    gathered.add_problem(Unreadable("memory"))
    gathered.add_problem(Unreadable("timeout"))
    gathered.add(pickle.dumps(_part(2)))
    assert [part.inner for part in gathered] == ["1.txt", "…"]
    assert str(gathered[1].outcome) == "memory"


def test_a_full_disk_is_said_to_the_caller(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("engine.reading.gathered_parts.KEPT_BYTES", 0)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "no está"))
    with pytest.raises(OSError):
        GatheredParts().add(pickle.dumps(_part(1)))

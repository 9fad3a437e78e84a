from __future__ import annotations

from datetime import datetime
from pathlib import Path

from engine.machine import journal
from engine.machine.journal import Journal


def test_events_are_kept_in_order_and_the_oldest_go(tmp_path: Path, monkeypatch):
    kept = Journal(tmp_path, lambda: datetime(2026, 1, 31, 9, 15))
    assert kept.events() == []
    for number in range(30):
        kept.note("text-rebuilt", "why", number)
    assert [event.count for event in kept.events(3)] == [27, 28, 29]
    assert kept.events(1)[0].at.startswith("2026-01-31T09:15:00")
    monkeypatch.setattr(journal, "_ROOM_BYTES", 10)
    monkeypatch.setattr(journal, "KEPT", 5)
    kept.note("last")
    assert [event.kind for event in kept.events(50)] == ["text-rebuilt"] * 5 + ["last"]


def test_a_torn_line_and_a_folder_that_cannot_be_written_stop_nothing(tmp_path: Path):
    kept = Journal(tmp_path)
    kept.note("whole")
    with (tmp_path / journal.FILE_NAME).open("a") as file:
        file.write('{"at": "2026')
    assert [event.kind for event in kept.events()] == ["whole"]
    Journal(tmp_path / "none").note("lost")
    assert Journal(tmp_path / "none").events() == []

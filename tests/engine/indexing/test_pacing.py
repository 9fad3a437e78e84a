"""What the indexing process does besides: rests on battery, takes requests, follows settings, guesses the time left."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from engine.catalog.catalog import Catalog
from engine.indexing.pacing import Pace
from engine.indexing.progress import IndexProgress, ProgressReporter
from engine.processes import indexing_messages as messages
from engine.processes.requests import FOLDER, ask_first, take_requests
from engine.settings import FolderRules, change_settings
from tests.engine.indexing_parts import Bench
from tests.engine.processes.test_indexing_process import Window, fill


class Clock:
    def __init__(self) -> None:
        self.now = 0.0
        self.slept = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept += seconds


def test_on_battery_it_rests_as_long_as_it_works_and_not_when_something_is_asked():
    clock, slow = Clock(), [True]
    pace = Pace(lambda: slow[0], clock, clock.sleep)
    for _ in range(10):
        clock.now += 0.3
        pace.rest()
    assert clock.slept == pytest.approx(3.0)
    clock.now += 0.3
    pace.rest(lambda: True)
    slow[0] = False
    clock.now += 0.3
    pace.rest()
    assert clock.slept == pytest.approx(3.0)


def test_the_time_left_goes_by_the_work_and_not_by_the_count():
    clock, told = Clock(), list[IndexProgress]()
    reporter = ProgressReporter(told.append, clock)
    reporter.start("vectors", 40, work=4_000)
    clock.now = 30.0                        # a model is loaded
    for done in range(1, 21):               # the long ones first: 3,800 of 4,000 tokens, 100 a second
        reporter.step(done, "a", 190)
        clock.now += 1.9
    assert told[-1].done == 20 and told[-1].seconds_left == pytest.approx(2.0, abs=0.1)
    reporter.spare(100)
    reporter.step(21, "a", 0)
    assert told[-1].seconds_left == pytest.approx(1.0, abs=0.2)


def test_the_time_left_follows_the_load_of_the_computer():
    clock, told = Clock(), list[IndexProgress]()
    reporter = ProgressReporter(told.append, clock)
    reporter.start("vectors", 100, work=10_000)
    for done in range(1, 61):               # half as fast from the fortieth on
        clock.now += 1.0 if done <= 40 else 2.0
        reporter.step(done, "a", 100)
    assert told[-1].seconds_left == pytest.approx(80.0, rel=0.1)
    reporter.resize(150, 9_000)
    reporter.step(60, "a", 0)
    clock.now += 2.0
    reporter.step(61, "a", 100)
    assert told[-1].total == 150 and told[-1].seconds_left == pytest.approx(178.0, rel=0.1)


def test_where_the_work_goes_unevenly_it_is_told_from_when_to_when_it_may_end():
    clock, told = Clock(), list[IndexProgress]()
    reporter = ProgressReporter(told.append, clock)
    reporter.start("vectors", 100, work=10_000)
    spans = {}
    for done in range(1, 61):               # half as fast from the thirtieth on
        clock.now += 1.0 if done <= 30 else 2.0
        reporter.step(done, "a", 100)
        spans[done] = told[-1].span_left
        if done == 36:
            assert 64 < (told[-1].seconds_left or 0.0) < 128
    assert spans[30] is None and spans[36] == pytest.approx((64, 128), rel=0.05)
    assert spans[60] is None and told[-1].seconds_left == pytest.approx(80, rel=0.05)


def test_what_is_asked_for_first_is_embedded_first(tmp_path):
    bench = Bench(tmp_path)
    for i in range(3):
        path = bench.put(f"{i}.txt", f"uno {i}")
        os.utime(path, (1_600_000_000 + i, 1_600_000_000 + i))
    bench.put("sub/viejo.txt", "dos")
    os.utime(bench.docs / "sub" / "viejo.txt", (1_500_000_000, 1_500_000_000))
    bench.index(stage="text")
    bench.indexer.index([bench.docs / "sub"], first=True)
    assert bench.embedder.passages == ["dos"] and bench.catalog.counts().pending == 3
    bench.index()
    assert bench.embedder.passages[1:] == ["uno 2", "uno 1", "uno 0"]
    bench.check()
    bench.close()


def test_requests_are_given_once_and_old_or_broken_ones_never(tmp_path):
    assert take_requests(tmp_path) == []
    ask_first(tmp_path, ["/a", "/b"])
    (tmp_path / FOLDER / "1.json").write_text("{")
    (tmp_path / FOLDER / "2.json").write_text(json.dumps({"first": ["/old"]}))
    os.utime(tmp_path / FOLDER / "2.json", (1, 1))
    assert take_requests(tmp_path) == [("/a", "/b")] and take_requests(tmp_path) == []


def test_the_process_follows_requests_and_changed_settings(tmp_path):
    data, docs = tmp_path / "data", fill(tmp_path / "docs", 3)
    (docs / "x.csv").write_text("uno")
    window = Window(data)
    window.send(messages.Add((str(docs),)))
    window.wait_for(messages.IndexingDone, lambda done: done.is_vectors)
    change_settings(data, lambda old: replace(old, folder_rules=(FolderRules(str(docs), left_out_kinds=("csv",)),)))
    assert window.wait_for(messages.IndexingDone).report.removed == 1
    change_settings(data, lambda old: replace(old, indexing_paused=True))
    window.wait_for(messages.IndexingState, lambda state: state.is_paused)
    (docs / "nuevo.txt").write_text("nuevo")
    ask_first(data, [str(docs / "nuevo.txt")])
    assert window.wait_for(messages.IndexingDone).report.embedded == 1
    window.stop()
    with Catalog.open(data, read_only=True) as catalog:
        assert catalog.document_at(str(docs / "nuevo.txt")).state == "complete"
        assert catalog.document_at(str(docs / "x.csv")) is None

"""Requests about one's own questions over a stand-in for the process: what comes late, and what a lost process leaves behind."""

from __future__ import annotations

from engine.evaluation.judgements import Judgement
from engine.evaluation.judging_messages import (
    AskJudgements,
    JudgementsTold,
    JudgingFailed,
    Measure,
    Measured,
    Measuring,
    Settle,
)
from engine.messages import Failure
from tests.ui.fakes import FakeChild
from ui.window.judging_client import JudgingClient


def test_only_the_latest_measuring_counts(qtbot) -> None:
    child = FakeChild()
    child.is_running = True
    client = JudgingClient(child)       # type: ignore[arg-type]
    progress: list[tuple[int, int]] = []
    names: list[str] = []
    client.progressed.connect(lambda done, total: progress.append((done, total)))
    client.measured.connect(lambda measured: names.append(measured.name))
    client.measure("", "uno")
    client.measure("", "dos")
    first, second = child.asked(Measure)
    child.received.emit(Measuring(first.id, 1, 2))
    child.received.emit(Measured(first.id, "uno", {}, True))
    assert client.is_measuring and not progress and not names
    child.received.emit(Measuring(second.id, 1, 2))
    child.received.emit(Measured(second.id, "dos", {}, True))
    assert not client.is_measuring and progress == [(1, 2)] and names == ["dos"]


def test_a_lost_process_ends_the_measuring_and_a_verdict_without_one_is_kept(qtbot) -> None:
    child = FakeChild()
    child.is_running = True
    client = JudgingClient(child)       # type: ignore[arg-type]
    stopped: list[None] = []
    client.stopped.connect(lambda: stopped.append(None))
    client.measure("", "uno")
    child.is_running = False
    child.lost.emit(False)
    assert stopped == [None] and not client.is_measuring
    client.settle("plazo", "/d/a.txt", True)
    assert not child.asked(Settle)
    child.is_running = True
    child.started.emit()
    assert [request.path for request in child.asked(Settle)] == ["/d/a.txt"] and child.asked(AskJudgements)
    child.started.emit()
    assert len(child.asked(Settle)) == 1 and len(child.asked(Measure)) == 1


def test_a_failure_is_told_and_awaited_no_longer(qtbot) -> None:
    child = FakeChild()
    child.is_running = True
    client = JudgingClient(child)       # type: ignore[arg-type]
    told: list[tuple[Judgement, ...]] = []
    failures: list[Failure] = []
    client.told.connect(lambda answer: told.append(answer.judgements))
    client.failed.connect(failures.append)
    client.ask_judgements("/d/set.csv")
    (request,) = child.asked(AskJudgements)
    child.received.emit(JudgingFailed(request.id, Failure("usage", "no", "no")))
    assert len(failures) == 1
    child.received.emit(JudgementsTold(99, "", (Judgement("a", "/d/a", True),)))
    assert told == [(Judgement("a", "/d/a", True),)]

"""Judging and measuring in the search process, over a small real index."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

import pytest

from engine.build import build_indexer
from engine.evaluation.judgements import Judgement, Judgements
from engine.evaluation.judging_messages import (
    AskJudgements,
    AskRun,
    AskRuns,
    DropRun,
    Examine,
    Examined,
    Export,
    JudgementsTold,
    JudgingFailed,
    Measure,
    Measured,
    Measuring,
    MeasuringStopped,
    Revise,
    RunsListed,
    RunTold,
    Settle,
    StopMeasuring,
    TakeIn,
)
from engine.evaluation.study import CONFIGURATIONS
from engine.messages import Ask, Found, Ready, Stop
from engine.processes.search_process import run_search
from engine.settings import Settings

FILES = {
    "fianza.md": "# Contrato\n\nLa fianza se devuelve en treinta días desde la entrega de las llaves.",
    "caldera.txt": "Avería E-4012 de la caldera: el quemador no enciende. Revise la llave del gas.",
    "tortilla.txt": "Para la tortilla de patatas se fríen las patatas despacio, con cebolla, y se cuajan con seis huevos.",
    "garden.md": "# Watering\n\nTomatoes are watered every two days in summer, early in the morning.",
}
DEPOSIT = "¿Cuándo se devuelve la fianza?"
Answer = TypeVar("Answer")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("documents")
    for name, text in FILES.items():
        (root / name).write_text(text, "utf-8")
    return root


@pytest.fixture(scope="module")
def settings(folder: Path, tmp_path_factory: pytest.TempPathFactory, model_folder: Path) -> Settings:
    made = Settings(tmp_path_factory.mktemp("index"), n_threads=1)
    with build_indexer(made) as indexer:
        indexer.index([folder])
    return made


@pytest.fixture(scope="module")
def process(settings: Settings) -> Iterator[Connection]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=run_search, args=(theirs, settings))
    child.start()
    theirs.close()
    yield ours
    ours.send(Stop())
    child.join(20)


@pytest.fixture(autouse=True)
def nothing_judged(settings: Settings) -> None:
    (settings.data_dir / "judgements.csv").unlink(missing_ok=True)


def answer(connection: Connection, kind: type[Answer]) -> Answer:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert connection.poll(60)
        message = connection.recv()
        if isinstance(message, kind):
            return message
        assert isinstance(message, Ready | Measuring), message
    raise TimeoutError


def told(process: Connection, request: object) -> tuple[Judgement, ...]:
    process.send(request)
    return answer(process, JudgementsTold).judgements


def test_a_verdict_is_settled_changed_and_taken_back(process: Connection, folder: Path) -> None:
    right = str(folder / "fianza.md")
    assert told(process, Settle(1, DEPOSIT, right, True)) == (Judgement(DEPOSIT, right, True),)
    assert told(process, Settle(2, "cuando se devuelve la fianza", right, False, page=2)) == (Judgement(DEPOSIT, right, False, 2),)
    assert told(process, Settle(3, DEPOSIT, right, None)) == ()


def test_a_question_is_revised_where_it_stands(process: Connection, folder: Path, settings: Settings) -> None:
    a, b = str(folder / "fianza.md"), str(folder / "caldera.txt")
    for question in ("una", "dos", "tres"):
        told(process, Settle(1, question, a, True))
    changed = told(process, Revise(2, "dos", (Judgement("dos y media", a, False), Judgement("dos y media", b, True))))
    assert [(j.question, j.path, j.is_right) for j in changed] == [
        ("una", a, True), ("dos y media", a, False), ("dos y media", b, True), ("tres", a, True),
    ]
    assert [j.question for j in told(process, Revise(3, "dos y media", ()))] == ["una", "tres"]
    process.send(Revise(4, "una", (Judgement(" ", a, True),)))
    assert answer(process, JudgingFailed).failure.code == "usage"
    assert len(Judgements(settings.data_dir).all()) == 2


def test_a_path_through_a_link_is_that_of_the_index(process: Connection, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    (judged,) = told(process, Revise(1, "nueva", (Judgement("nueva", str(tmp_path / "link" / "fianza.md"), True),)))
    assert judged.path == str(folder / "fianza.md")


def test_out_to_a_csv_and_in_again(process: Connection, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "set.csv").write_text(f"question,path\n{DEPOSIT},fianza.md\ncaldera,caldera.txt\n", "utf-8")
    only_read = told(process, AskJudgements(1, str(tmp_path / "set.csv")))
    assert [j.path for j in only_read] == [str(folder / "fianza.md"), str(folder / "caldera.txt")]
    assert told(process, AskJudgements(2)) == ()
    process.send(TakeIn(3, str(tmp_path / "set.csv")))
    taken = answer(process, JudgementsTold)
    assert (taken.taken_in, taken.judgements) == (2, only_read)
    process.send(Export(4, str(tmp_path / "out.csv")))
    assert answer(process, JudgementsTold).exported == 2 and DEPOSIT in (tmp_path / "out.csv").read_text("utf-8")
    process.send(TakeIn(5, str(tmp_path / "none.csv")))
    assert answer(process, JudgingFailed).id == 5


def test_measured_kept_listed_and_dropped(process: Connection, folder: Path) -> None:
    told(process, Settle(1, DEPOSIT, str(folder / "fianza.md"), True))
    told(process, Settle(1, "tomates", str(folder / "caldera.txt"), True))
    process.send(Measure(2, "", "primera"))
    measured = answer(process, Measured)
    assert measured.is_complete and measured.run["n_questions"] == 2
    assert all(0 <= measured.run[name]["recall@5"] <= measured.run[name]["recall@20"] for name in CONFIGURATIONS)
    assert [asked["question"] for asked in measured.run["questions"]] == [DEPOSIT, "tomates"]
    assert measured.run["questions"][0]["ranks"]["hybrid+rerank"] == 1
    process.send(AskRuns(3))
    (saved,) = answer(process, RunsListed).runs
    assert (saved.name, saved.source) == ("primera", "own")
    process.send(AskRun(4, "primera"))
    assert answer(process, RunTold).run == measured.run
    process.send(DropRun(5, "primera"))
    assert answer(process, RunsListed).runs == ()


def test_a_csv_is_measured_as_it_is(process: Connection, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "set.csv").write_text(f"question;path\n{DEPOSIT};fianza.md\n", "utf-8")
    process.send(Measure(1, str(tmp_path / "set.csv"), "csv"))
    assert answer(process, Measured).run["hybrid+rerank"]["recall@1"] == 1.0


def test_nothing_to_measure_is_said(process: Connection) -> None:
    process.send(Measure(1, "", "leer"))
    assert answer(process, JudgingFailed).failure.code == "usage"


def test_searches_go_before_measuring_and_it_can_be_stopped(process: Connection, folder: Path, settings: Settings) -> None:
    Judgements(settings.data_dir).revise("", [
        Judgement(f"pregunta {number} por la fianza", str(folder / "fianza.md"), True) for number in range(400)
    ])
    process.send(Measure(1, "", "larga"))
    assert answer(process, Measuring).total == 400
    process.send(Ask(7, "tortilla"))
    seen = []
    while not (seen and isinstance(seen[-1], Found) and seen[-1].is_final):
        assert process.poll(60)
        seen.append(process.recv())
    assert seen[-1].id == 7 and seen[-1].result.hits[0].path.endswith("tortilla.txt")
    process.send(StopMeasuring(1))
    assert answer(process, MeasuringStopped).id == 1
    process.send(AskRuns(8))
    assert "larga" not in [run.name for run in answer(process, RunsListed).runs]


def test_one_question_with_its_lists(process: Connection, folder: Path) -> None:
    judged = (
        Judgement("tomates en verano", str(folder / "garden.md"), True),
        Judgement("tomates en verano", str(folder / "tortilla.txt"), False),
    )
    process.send(Examine(1, "tomates en verano", judged))
    examined = answer(process, Examined)
    assert set(examined.lists) == set(CONFIGURATIONS)
    for name, listed in examined.lists.items():
        right = next((place.rank for place in listed if place.is_right), None)
        assert right == examined.ranks[name]
        assert all(place.verdict is False for place in listed if place.path.endswith("tortilla.txt"))
    assert examined.ranks["dense"] is not None and examined.lists["dense"][0].title


def test_a_document_that_is_not_there_is_the_culprit(process: Connection, folder: Path) -> None:
    process.send(Examine(1, "fianza", (Judgement("fianza", str(folder / "gone.pdf"), True),)))
    assert answer(process, Examined).culprit == "unknown"

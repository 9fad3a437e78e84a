"""The search process over a stand-in for the engine: results at once, refined ones after them, newer queries first."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from engine.build import build_indexer
from engine.document import DocumentId
from engine.errors import Cancelled, ChosenModelMissing
from engine.hits import SearchRequest, SearchResult
from engine.messages import (
    Ask,
    AskPassages,
    AskQueued,
    AskRecent,
    AskStatus,
    AskWhy,
    Failed,
    Found,
    Matches,
    PassagesFound,
    QueuedTold,
    Ready,
    RecentTold,
    Reload,
    Show,
    Shown,
    StatusTold,
    Stop,
    Suggest,
    Suggested,
    WhyTold,
)
from engine.processes.search_process import _log_failure, run_search
from engine.settings import Settings


class SlowRefiner:
    """Refines "slow" for as long as it is let, fails to refine "broken", and does everything else at once."""

    def warm_up(self) -> None:
        pass

    def reload(self) -> None:
        pass

    def search(self, request: SearchRequest) -> SearchResult:
        return SearchResult(request.text, (), {"total": 1.0}, None, "complete")

    def results(self, request: SearchRequest) -> Iterator[SearchResult]:
        if not request.refine:
            yield self.search(request)
            return
        yield SearchResult(request.text, (), {"total": 1.0}, None, "complete", refinement="coming")
        if request.text == "broken":
            raise ChosenModelMissing(Path("models/pairs"))
        while request.text == "slow":
            time.sleep(0.01)
            if request.is_cancelled():
                raise Cancelled
        yield SearchResult(request.text, (), {"total": 9.0, "refine": 8.0}, None, "complete", refinement="done")


@contextmanager
def make(settings: Settings) -> Iterator[SlowRefiner]:
    yield SlowRefiner()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Connection]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=run_search, args=(theirs, Settings(tmp_path), make))
    child.start()
    theirs.close()
    while not (isinstance(ready := received(ours), Ready) and ready.is_warm):
        pass
    yield ours
    ours.send(Stop())
    child.join(20)
    assert child.exitcode == 0


def received(connection: Connection) -> object:
    assert connection.poll(60)
    return connection.recv()


def found(connection: Connection) -> list[tuple[int, str, bool]]:
    """Until a final one."""
    answers = []
    while not answers or not answers[-1][2]:
        message = received(connection)
        if isinstance(message, Found):
            answers.append((message.id, message.result.refinement, message.is_final))
    return answers


def test_a_refined_result_follows_the_first(process: Connection) -> None:
    process.send(Ask(1, "quick"))
    assert found(process) == [(1, "coming", False), (1, "done", True)]
    process.send(Ask(2, "quick", refine=False))
    assert found(process) == [(2, "none", True)]


def test_a_newer_query_ends_the_refinement_of_the_older(process: Connection) -> None:
    process.send(Ask(1, "slow"))
    assert isinstance(first := received(process), Found) and not first.is_final
    process.send(Ask(2, "quick"))
    assert found(process) == [(2, "coming", False), (2, "done", True)]


def test_a_refinement_that_fails_is_said_and_the_result_stays(process: Connection) -> None:
    process.send(Ask(1, "broken"))
    assert isinstance(received(process), Found)
    message = received(process)
    assert isinstance(message, Failed) and (message.id, message.failure.code) == (1, "chosen-model-missing")
    process.send(Ask(2, "quick"))
    assert found(process)[-1] == (2, "done", True)


def test_why_a_path_is_not_found_is_answered_beside_the_searches(process: Connection, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    process.send(Ask(1, "slow"))
    for id, name in ((2, "a.txt"), (3, "nada.txt")):
        process.send(AskWhy(id, str(tmp_path / name)))
    told = []
    while len(told) < 2:
        if isinstance(message := received(process), WhyTold):
            told.append((message.id, message.why.state, message.exists))
        if len(told) == 1 and told[0][0] == 3:      # a newer question takes the place of one that waits
            break
    assert told[-1] == (3, "not-in-a-folder", False)
    assert told in ([(2, "not-in-a-folder", True), told[-1]], told[-1:])


def test_passages_recent_documents_and_words_are_told(process: Connection, tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    for number, text in enumerate(("El contrato de la contraseña.", "La canción del contrato.")):
        (tmp_path / "d" / f"{number}.txt").write_text(text, "utf-8")
        os.utime(tmp_path / "d" / f"{number}.txt", (1_600_000_000 + number, 1_600_000_000 + number))
    with build_indexer(Settings(tmp_path)) as indexer:
        indexer.index([tmp_path / "d"], stage="text")
    process.send(AskRecent(1, 5))
    told = received(process)
    assert isinstance(told, RecentTold) and [(Path(one.path).name, one.kind) for one in told.documents] == [("1.txt", "txt"), ("0.txt", "txt")]
    process.send(Suggest(2, "la contr"))
    assert received(process) == Suggested(2, "contr", ("contrato", "contraseña"))
    process.send(Suggest(3, "la contr "))
    assert received(process) == Suggested(3, "", ())
    (tmp_path / "d" / "acta nueva.txt").write_text("Sin leer todavía.", "utf-8")
    process.send(AskQueued(3, "acta"))
    assert received(process) == QueuedTold(3, (str(tmp_path / "d" / "acta nueva.txt"),))
    process.send(AskPassages(4, "fianza", DocumentId(1)))
    assert received(process) == PassagesFound(4, DocumentId(1), ())


def test_a_misspelt_word_is_marked_in_the_preview_as_it_was_searched(process: Connection, tmp_path: Path) -> None:
    text = "El contrato de arrendamiento se firma en enero."
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.txt").write_text(text, "utf-8")
    with build_indexer(Settings(tmp_path)) as indexer:
        indexer.index([tmp_path / "d"], stage="text")
    process.send(Show(1, DocumentId(1), 0, "arendamiento"))
    told = received(process)
    at = text.index("arrendamiento")
    span = (at, at + len("arrendamiento"))
    assert isinstance(told, Shown) and told.view.matches == (span,)
    assert received(process) == Matches(1, DocumentId(1), (span,), True)


@pytest.mark.parametrize("is_noticed", [True, False])
def test_the_status_is_of_the_catalog_that_took_the_place_of_a_damaged_one(
    process: Connection, tmp_path: Path, is_noticed: bool
) -> None:
    settings = Settings(tmp_path)
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.txt").write_text("El contrato.", "utf-8")
    with build_indexer(settings) as indexer:
        indexer.index([tmp_path / "d"], stage="text")
    if is_noticed:
        whole = settings.catalog_path.read_bytes()
        settings.catalog_path.write_bytes(whole[:100] + bytes(len(whole) - 100))
        process.send(AskStatus(1))
        assert isinstance(message := received(process), Failed) and message.failure.code == "index-damaged"
    else:
        process.send(AskStatus(1))
        assert isinstance(message := received(process), StatusTold) and message.status.documents == 1
        settings.catalog_path.write_bytes(b"no" * 5000)
    (tmp_path / "d" / "b.txt").write_text("La fianza.", "utf-8")
    with build_indexer(settings) as indexer:
        indexer.index(stage="text")
    process.send(Reload())
    process.send(AskStatus(2))
    assert isinstance(message := received(process), StatusTold) and (message.id, message.status.documents) == (2, 2)


def test_a_failure_is_noted_without_the_words_of_its_error(caplog: pytest.LogCaptureFixture) -> None:
    query = "plazo de renta"
    for error in (ValueError(query), ChosenModelMissing(Path("models/pairs"))):
        try:
            raise error
        except Exception as raised:
            _log_failure("search 3 failed", raised)
    assert "search 3 failed: ValueError" in caplog.text and "search 3 failed: chosen-model-missing" in caplog.text
    assert "test_search_process.py" in caplog.text and query not in caplog.text

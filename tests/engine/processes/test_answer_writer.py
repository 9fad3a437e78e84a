"""Written answers in the search process: on a thread of their own, beside searches, to a real server on the loopback."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any

import pytest

from engine.document import ChunkId, DocumentId
from engine.hits import Explanation, Hit, RankAndScore, SearchRequest, SearchResult
from engine.messages import Ask, Found, Ready, Stop
from engine.processes.search_process import run_search
from engine.settings import Settings
from engine.written_answers.answer_messages import (
    AnswerChecked,
    AnswerDrafted,
    AnswerFailed,
    AnswerPiece,
    DraftAnswer,
    StopAnswer,
    WriteAnswer,
)
from tests.engine.model_server import ModelServer, serving

TEXT = "Cada vivienda paga 2.600 euros por la derrama del ascensor."
HIT = Hit(
    1, 1.0, "/acta.pdf", "Acta", DocumentId(1), ChunkId(10), (), 2, 0, 59, 0, 59, "pdf", "es", "2024-05-01", TEXT, (), None,
    Explanation(None, None, RankAndScore(1, 1.0), None),
)


class OneDocument:
    """An engine over one passage; it does not answer "otra cosa"."""

    def __init__(self) -> None:
        chunk = SimpleNamespace(chunk_id=ChunkId(10), text=TEXT)
        self.catalog = SimpleNamespace(chunks=lambda ids: {ChunkId(10): chunk})

    def warm_up(self) -> None:
        pass

    def reload(self) -> None:
        pass

    def search(self, request: SearchRequest) -> SearchResult:
        return SearchResult(request.text, (HIT,), {"total": 1.0}, 0.1 if request.text == "otra cosa" else 0.9, "complete")

    def results(self, request: SearchRequest) -> Iterator[SearchResult]:
        yield self.search(request)

    def closeness(self, text: str, chunk_ids: Sequence[ChunkId]) -> dict[ChunkId, float]:
        return {chunk: 0.9 for chunk in chunk_ids}


@contextmanager
def make(settings: Settings) -> Iterator[OneDocument]:
    yield OneDocument()


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=run_search, args=(theirs, Settings(tmp_path_factory.mktemp("writer")), make))
    child.start()
    theirs.close()
    while not (isinstance(ready := received(ours), Ready) and ready.is_warm):
        pass
    yield ours
    ours.send(Stop())
    child.join(20)
    assert child.exitcode == 0


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as made:
        yield made


def received(connection: Connection) -> Any:
    assert connection.poll(60)
    return connection.recv()


def until(connection: Connection, kind: type) -> list[Any]:
    messages = [received(connection)]
    while not isinstance(messages[-1], kind):
        messages.append(received(connection))
    return messages


def test_it_is_drafted_written_and_checked(process: Connection, server: ModelServer) -> None:
    process.send(DraftAnswer(1, "¿Cuánto paga cada vivienda?", language="es"))
    drafted = received(process)
    assert isinstance(drafted, AnswerDrafted) and drafted.draft.refusal is None and TEXT in drafted.draft.as_text()
    assert server.asked == []
    server.answer = "Cada vivienda paga 2.600 euros [1]. Y 9.999 más [1]."
    process.send(WriteAnswer(1, server.address, "tiny"))
    messages = until(process, AnswerChecked)
    assert "".join(message.text for message in messages[:-1]) == server.answer
    assert [sentence.verdict for sentence in messages[-1].answer.sentences] == ["supported", "unsupported"]
    (asked,) = server.asked
    assert tuple(message["content"] for message in asked["messages"]) == tuple(message.text for message in drafted.draft.messages)


def test_nothing_is_sent_where_the_documents_do_not_answer_or_nobody_asked(process: Connection, server: ModelServer) -> None:
    process.send(DraftAnswer(2, "otra cosa"))
    assert received(process).draft.refusal == "not-answered"
    for id in (2, 99):
        process.send(WriteAnswer(id, server.address, "tiny"))
    process.send(Ask(3, "x"))
    assert isinstance(received(process), Found) and server.asked == []


def test_an_address_elsewhere_is_refused_whatever_the_window_says(process: Connection) -> None:
    process.send(DraftAnswer(4, "¿Cuánto?"))
    received(process)
    process.send(WriteAnswer(4, "http://192.0.2.1:80/v1", "tiny"))
    failed = received(process)
    assert isinstance(failed, AnswerFailed) and failed.failure.code == "address-refused"


def test_searches_do_not_wait_for_the_model_and_it_can_be_stopped(process: Connection, server: ModelServer) -> None:
    server.how = "half"
    process.send(DraftAnswer(5, "¿Cuánto?"))
    received(process)
    process.send(WriteAnswer(5, server.address, "tiny"))
    assert isinstance(received(process), AnswerPiece)
    process.send(Ask(6, "ascensor"))
    assert isinstance(found := received(process), Found) and found.id == 6
    process.send(StopAnswer(5))
    process.send(DraftAnswer(7, "¿Cuánto?"))
    assert received(process).id == 7        # nothing more of the one that was stopped, which it has been told by now
    server.let_go.set()
    server.how = "plain"
    process.send(WriteAnswer(7, server.address, "tiny"))
    assert until(process, AnswerChecked)[-1].id == 7


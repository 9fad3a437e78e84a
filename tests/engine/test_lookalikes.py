"""Codes that differ in a sign, and numbers in another format than the document's: the right row first, always."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.build import build_engine, build_indexer
from engine.hits import Mode, SearchRequest
from engine.search.engine import Engine
from engine.settings import Settings
from tests.lookalikes import Case, is_right, make_codes, make_numbers

N_CODES, N_NUMBERS = 120, 60


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    folder = tmp_path_factory.mktemp("lookalikes")
    return [*make_codes(folder / "codes", N_CODES), *make_numbers(folder / "numbers", N_NUMBERS)]


@pytest.fixture(scope="module")
def lexical(cases: list[Case], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    mine = Settings(tmp_path_factory.mktemp("lexical"), n_threads=1)
    with build_indexer(mine) as indexer:
        indexer.index([cases[0].path.parent.parent], stage="text")
    with build_engine(mine) as engine:
        yield engine


def wrong(engine: Engine, cases: list[Case], mode: Mode) -> list[str]:
    """Questions whose first hit is not the right row, or does not show it, or marks another one as the answer."""
    request = SearchRequest("", mode=mode, top=3)
    return [
        f"{case.what}: {case.question}" for case in cases
        if not is_right(case, engine.search(replace(request, text=case.question)))
    ]


def test_the_right_row_first_by_words_alone(lexical: Engine, cases: list[Case]) -> None:
    assert len({case.what for case in cases}) > 12
    assert wrong(lexical, cases, "lexical") == []


def test_the_right_row_first_with_meaning_and_rerank(tmp_path: Path, model_folder: Path) -> None:
    cases = [*make_codes(tmp_path / "d" / "codes", 48, seed=3), *make_numbers(tmp_path / "d" / "numbers", 16, seed=4)]
    mine = Settings(tmp_path / "index", n_threads=2)
    with build_indexer(mine) as indexer:
        indexer.index([tmp_path / "d"])
    with build_engine(mine) as engine:
        assert wrong(engine, cases, "hybrid") == []

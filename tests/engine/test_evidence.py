"""How well the documents answer at all, from what the search measured."""

import pytest

from engine.evidence import MANY, Standing, answerable_score

MANY_RIVALS = [0.55, *[0.4 - i / 500 for i in range(MANY)]]
FEW_RIVALS = MANY_RIVALS[:5]


@pytest.mark.parametrize("rivals", [MANY_RIVALS, FEW_RIVALS])
def test_what_stands_out_is_answered_and_what_does_not_is_not(rivals: list[float]) -> None:
    outstanding = answerable_score([0.6, 0.42], [0.6, *rivals[1:]], [0.9], Standing(9.0, 0.9))
    usual = answerable_score([0.38, 0.375], [0.38, *rivals[1:]], [0.2], Standing(2.5, 0.1))
    assert outstanding is not None and usual is not None
    assert outstanding > 0.8 and usual < 0.25


def test_among_few_candidates_nothing_is_held_against_one_that_cannot_stand_out() -> None:
    low, high = Standing(1.0, 0.5), Standing(9.0, 0.5)
    assert answerable_score([0.5, 0.4], FEW_RIVALS, [0.5], low) == answerable_score([0.5, 0.4], FEW_RIVALS, [0.5], high)
    among_many = [answerable_score([0.5, 0.4], MANY_RIVALS, [0.5], standing) for standing in (low, high)]
    assert among_many[0] is not None and among_many[1] is not None and among_many[0] < among_many[1]


def test_nothing_reranked_says_nothing() -> None:
    assert answerable_score([], [], [], Standing(0.0, 0.0)) is None

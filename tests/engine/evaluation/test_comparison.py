"""Runs of different questions are compared over those that both asked, with their figures made anew."""

from __future__ import annotations

from typing import Any

import pytest

from engine.evaluation.comparison import compared
from engine.evaluation.diagnosis import changes
from engine.evaluation.evaluation import Judged, figures, losses
from engine.evaluation.study import CONFIGURATIONS


def run(places: dict[str, list[int]], is_old: bool = False, n_right: int = 1, direction: str = "all") -> dict[str, Any]:
    """Questions with the ranks of their right documents, the same in every list."""
    questions = [
        {
            "id": str(number), "question": question, "direction": direction,
            "ranks": dict.fromkeys(CONFIGURATIONS, ranks[0] if ranks else None),
            "n_right": n_right, "found": dict.fromkeys(CONFIGURATIONS, ranks),
        }
        for number, (question, ranks) in enumerate(places.items(), start=1)
    ]
    values = figures([Judged(tuple(rank in ranks for rank in range(1, 21)), n_right, 7.0) for ranks in places.values()])
    block = {"n_questions": len(places), **dict.fromkeys(CONFIGURATIONS, values)}
    if is_old:
        for asked in questions:
            del asked["n_right"], asked["found"]
    failed = [str(number) for number, ranks in enumerate(places.values(), start=1) if not ranks or ranks[0] > 5]
    return {"name": "own", **block, "directions": {direction: block}, "failed": failed, "questions": questions}


def test_a_new_question_that_fails_is_no_fall_of_the_others() -> None:
    before, now = run({"a": [1], "b": [2]}), run({"b": [1], "c": [], "a": [1]})
    assert losses(now, before)
    both = compared(now, before)
    assert both is not None and (both.n_common, both.is_whole) == (2, False)
    assert losses(dict(both.now), dict(both.before)) == []
    reranked = both.now["hybrid+rerank"]
    assert (reranked["recall@1"], both.before["hybrid+rerank"]["recall@1"], reranked["median_ms"]) == (1.0, 0.5, 7.0)
    assert both.now["n_questions"] == both.now["directions"]["all"]["n_questions"] == 2
    turned = changes(both.now, both.before)
    assert turned["newly_failed"] == turned["newly_right"] == [] and "mrr@10" in turned["figures"]["all"]["bm25"]


def test_the_same_questions_are_compared_as_they_are_in_whatever_order() -> None:
    before, now = run({"a": [1], "b": [2]}), run({"b": [9], "a": [1]})
    both = compared(now, before)
    assert both is not None and both.is_whole and both.now is now and both.before is before and both.n_common == 2


def test_of_several_right_documents_all_count_unless_an_older_run_kept_the_first_alone() -> None:
    now = run({"a": [1, 3], "b": [4]}, n_right=2)
    whole = compared(now, run({"a": [1]}, n_right=2))
    assert whole is not None and whole.now["dense"]["recall@5"] == 1.0 and whole.before["dense"]["recall@5"] == 0.5
    older = compared(now, run({"a": [1]}, is_old=True))
    assert older is not None and older.now["dense"] == older.before["dense"] and older.now["dense"]["recall@5"] == 1.0


@pytest.mark.parametrize("before", [
    run({"x": [1]}), run({"a": [1]}, direction="es→en"), {"name": "own", "n_questions": 5, "directions": {}},
])
def test_without_a_common_question_nothing_is_compared(before: dict[str, Any]) -> None:
    assert compared(run({"a": [1], "b": [2]}), before) is None

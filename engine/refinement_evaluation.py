"""Measures what a cross-encoder brings, by the language of the question: it is not used where it makes the order worse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.evaluation import judge, request_for
from engine.golden import GoldenSet
from engine.metrics import percentile, reciprocal_rank
from engine.study import study_refinement

if TYPE_CHECKING:
    from engine.search import Engine

DEPTH = 20


def measure_refinement(
    engine: Engine,
    golden: GoldenSet,
    language_of: Callable[[str], str | None],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, dict[str, float]]:
    """{language: {"without", "with": MRR@10, "questions": how many, "median_ms": time of the refinement}}.

    Languages are told as they are when searching, so that what is measured is what is switched; questions whose language
    cannot be told count under none.
    """
    questions = [(direction, question) for direction in golden.directions for question in direction.questions]
    outcomes: dict[str, list[tuple[float, float, float]]] = {}
    for done, (direction, question) in enumerate(questions, start=1):
        language = language_of(question.text)
        if language is not None:
            outcome = study_refinement(engine, request_for(direction, question), DEPTH)
            without, refined = (judge(engine, question, outcome, name) for name in ("without", "with"))
            outcomes.setdefault(language, []).append(
                (reciprocal_rank(without.gains), reciprocal_rank(refined.gains), refined.ms)
            )
        progress(done, len(questions))
    return {
        language: {
            "without": round(sum(row[0] for row in rows) / len(rows), 4),
            "with": round(sum(row[1] for row in rows) / len(rows), 4),
            "questions": len(rows),
            "median_ms": round(percentile([row[2] for row in rows], 0.5), 1),
        }
        for language, rows in sorted(outcomes.items())
    }

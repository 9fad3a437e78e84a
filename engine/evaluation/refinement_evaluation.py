"""Measures what a cross-encoder brings, by the language of the question: it is not used where it makes the order worse."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.build import build_engine
from engine.build_models import chosen_model, keep_measured
from engine.evaluation.evaluation import judge, request_for
from engine.evaluation.golden import GoldenSet
from engine.evaluation.metrics import percentile, reciprocal_rank
from engine.evaluation.study import study_refinement
from engine.settings import Settings

if TYPE_CHECKING:
    from engine.search.engine import Engine

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


def measure_cross_encoder(
    settings: Settings, place: Settings, name: str, golden: GoldenSet, progress: Callable[[int, int], None]
) -> dict[str, dict[str, float]]:
    """What the cross-encoder of this name brings on a golden set, by language; stored with it.

    Args:
        place: settings of the index that holds the set's documents.
    Raises:
        ChosenModelMissing, ImportedModelDamaged
    """
    from engine.reading.language import detect_language

    chosen_model(settings, name, "cross-encoder")
    with build_engine(dataclasses.replace(place, cross_encoder=name, models_at=settings.models_dir)) as engine:
        engine.warm_up()
        measured = measure_refinement(engine, golden, detect_language, progress)
    keep_measured(settings, name, measured)
    return measured

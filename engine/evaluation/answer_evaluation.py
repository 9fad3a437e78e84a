"""Measures two things beside the ranking: whether the marked sentence holds the answer, and whether Fichero knows when
the documents do not say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.evaluation.golden import Direction, GoldenSet, Question
from engine.evaluation.metrics import auroc
from engine.hits import Filters, SearchRequest

if TYPE_CHECKING:
    from engine.document import DocumentId
    from engine.search.engine import Engine


def evaluate_answers(
    engine: Engine, golden: GoldenSet, progress: Callable[[int, int], None] = lambda done, total: None
) -> dict[str, dict[str, Any]]:
    """For each direction: {"n_questions", "answerable_auroc", "answer_sentence", "n_answered"}.

    `answerable_auroc`: every question is asked twice, of all passages and of all but its own; the area under the curve
    of the two groups' `answerable`. `answer_sentence`: among hits on the right document, of questions whose answer is known
    in the passage's own words, the share whose marked sentence holds it; None where no question has one.
    """
    total = sum(len(direction.questions) for direction in golden.directions)
    done = 0
    result = {}
    for direction in golden.directions:
        everything = engine.catalog.matching_documents(Filters(folder=direction.folder)) or engine.catalog.all_documents()
        by_path = {document.path: id_ for id_, document in engine.catalog.documents(everything).items()}
        says, lacks, right = [], [], []
        for question in direction.questions:
            own = frozenset(by_path[path] for path in question.paths if path in by_path)
            score, holds = _ask(engine, direction, question, own)
            says.append(score)
            right += [] if holds is None else [holds]
            lacks.append(_ask(engine, direction, question, own, tuple(everything - own))[0])
            done += 1
            progress(done, total)
        result[direction.name] = {
            "n_questions": len(direction.questions),
            "answerable_auroc": round(auroc(says, lacks), 4),
            "answer_sentence": round(sum(right) / len(right), 4) if right else None,
            "n_answered": len(right),
        }
    return result


def _ask(
    engine: Engine, direction: Direction, question: Question, own: frozenset[DocumentId],
    among: tuple[DocumentId, ...] = (),
) -> tuple[float, bool | None]:
    """(answerable, whether the marked sentence of the right document holds a known answer, None where it can't be told)."""
    result = engine.search(SearchRequest(
        question.text, filters=Filters(folder=direction.folder, documents=among), check_files=False
    ))
    asked, _, told = direction.name.partition("→")
    holds = None
    if asked == told:
        for hit in result.hits:
            if hit.document_id in own and hit.answer is not None and question.answers:
                holds = any(answer in hit.answer.text for answer in question.answers)
                break
    return result.answerable or 0.0, holds

"""Fits the weights of the final order again: `python -m tests.fit_ranking [SET] [--data build/eval]`, after `make eval`.

Every question of a set whose index `make eval` has left is searched, and the measures of its first candidates are taken as
`engine.reranking` takes them. The weights are a listwise softmax (Cao et al., ICML 2007, with all right passages of a question
together) fitted by Newton's method on the even and on the odd questions, each judged on the other half.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.build import build_engine
from engine.document import DocumentId
from engine.evaluation.evaluation import request_for
from engine.evaluation.golden import Question, narrowed, read_folder
from engine.evaluation.metrics import CUTS
from engine.hits import SearchRequest
from engine.search.engine import Engine
from engine.search.evidence import lexical_trust
from engine.search.reranking import WEIGHTS, Weights, measures
from engine.search.retrieval import DEPTH
from engine.settings import Settings
from tests.evaluate import DATA, ROOT

RIDGE = 1e-3
MOST_STEPS = 12
NAMES = tuple(field.name for field in dataclasses.fields(Weights))
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """One question: its candidates' measures (candidates, weights), which are right, and whose document each is."""

    measures: Array
    is_right: NDArray[np.bool_]
    documents: tuple[int, ...]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("set", nargs="?", default="es_pool")
    parser.add_argument("--data", type=Path, default=ROOT / "build" / "eval")
    parser.add_argument("--questions", type=int, default=0)
    options = parser.parse_args()
    place = options.data / "evaluations" / options.set
    golden = narrowed(read_folder(DATA / options.set, place / "documents", ()), (), options.questions)
    cases: list[Case | None] = []
    with build_engine(Settings(place / "index")) as engine:
        for direction in golden.directions:
            ids = {document.path: id_ for id_, document in engine.catalog.documents(engine.catalog.all_documents()).items()}
            cases += [_case(engine, request_for(direction, question), question, ids) for question in direction.questions]
    halves = cases[::2], cases[1::2]
    fitted = [fit([case for case in half if case is not None]) for half in halves]
    print(f"{len(cases)} questions; shares of right passages within", *CUTS)
    print("as they are   ", *(_rounded(judged(half, _as_array(WEIGHTS))) for half in halves))
    print("cross-judged  ", *(_rounded(judged(half, weights)) for half, weights in zip(halves, fitted[::-1], strict=True)))
    mean = (fitted[0] + fitted[1]) / 2
    print("weights       ", {name: round(float(weight), 2) for name, weight in zip(NAMES, mean / mean[NAMES.index("local")], strict=True)})
    return 0


def _case(engine: Engine, request: SearchRequest, question: Question, ids: dict[str, DocumentId]) -> Case | None:
    steps = engine.steps(request)
    fused = steps.fused[:DEPTH]
    if steps.encoding is None or not fused:
        return None
    late, words = engine.measured(steps.query, steps.encoding, fused, steps.chunks)
    if all(scores is None for scores in late):
        return None
    trust = lexical_trust(steps.query, steps.bm25, steps.chunks, engine.rarities)
    right = {ids[path] for path in question.paths if path in ids}
    return Case(
        np.stack(measures(late, words, trust), axis=1), np.array([place.document_id in right for place in fused]),
        tuple(place.document_id for place in fused),
    )


def fit(cases: Sequence[Case]) -> Array:
    """Weights, (measures,), that make the right candidates likely under a softmax over each question's candidates."""
    known = [case for case in cases if case.is_right.any()]
    weights = np.full(len(NAMES), 0.1)
    loss = _loss(known, weights)
    for _ in range(MOST_STEPS):
        slope, bend = 2 * RIDGE * weights, 2 * RIDGE * np.eye(len(weights))
        for case in known:
            share = _softmax(case.measures @ weights)
            right = share * case.is_right / (share @ case.is_right)
            mean = share @ case.measures
            slope = slope + (share - right) @ case.measures / len(known)
            bend = bend + ((case.measures.T * share) @ case.measures - np.outer(mean, mean)) / len(known)
        step = np.linalg.solve(bend, slope)
        while (lower := _loss(known, weights - step)) > loss and np.abs(step).max() > 1e-4:
            step = step / 2
        weights, gained, loss = weights - step, loss - lower, lower
        if gained < 1e-6:
            break
    return weights


def judged(cases: Sequence[Case | None], weights: Array) -> Array:
    """Share of questions with a right document among the first of CUTS."""
    ranks = []
    for case in cases:
        order = [] if case is None else np.argsort(-(case.measures @ weights), kind="stable").tolist()
        first = next((place for place, index in enumerate(order) if case is not None and case.is_right[index]), None)
        ranks.append(np.inf if case is None or first is None else len({case.documents[index] for index in order[: first + 1]}))
    return np.array([np.mean(np.array(ranks) <= cut) for cut in CUTS])


def _loss(cases: Sequence[Case], weights: Array) -> float:
    likely = [np.log(_softmax(case.measures @ weights) @ case.is_right + 1e-30) for case in cases]
    return float(RIDGE * weights @ weights - np.mean(likely))


def _softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def _as_array(weights: Weights) -> Array:
    return np.array([getattr(weights, name) for name in NAMES])


def _rounded(shares: Array) -> str:
    return " / ".join(f"{share:.3f}" for share in shares)


if __name__ == "__main__":
    sys.exit(main())

"""Why questions of a golden set fail, and what has changed since an earlier run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.evaluation.golden import Question
from engine.evaluation.study import Place, Study

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog

Culprit = Literal["unknown", "unreadable", "reading", "ranking"]

FOUND_AT_ALL = 0.9          # recall@20 below it: what is not among twenty was not read or cut well, or is worded too differently
LOST_BY_RANKING = 0.05      # recall@20 may stand above recall@5 by as much
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Failure:
    """A question whose right passage is not among the first five, with the first of its lists."""

    id: str
    question: str
    right: tuple[str, ...]              # paths
    culprit: Culprit
    ranks: Mapping[str, int | None]     # of the right passage in each configuration's list, None: not in its first 20
    bm25: tuple[str, ...]               # paths, best first
    dense: tuple[str, ...]
    reranked: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id, "question": self.question, "right": list(self.right), "culprit": self.culprit, "ranks": dict(self.ranks),
            "bm25": list(self.bm25), "dense": list(self.dense), "hybrid+rerank": list(self.reranked),
        }


def failure(catalog: Catalog, question: Question, outcome: Study, gains: Mapping[str, Sequence[bool]]) -> Failure:
    """What went wrong with a question, given which ranks of each configuration hold its passage."""
    ranks = first_ranks(gains)
    return Failure(
        question.id, question.text, tuple(sorted(question.paths)), culprit_of(catalog, question, ranks), ranks,
        *(_paths(outcome.rankings[name]) for name in ("bm25", "dense", "hybrid+rerank")),
    )


def first_ranks(gains: Mapping[str, Sequence[bool]]) -> dict[str, int | None]:
    """Of each configuration's list the rank of the first right place, None where it holds none."""
    return {name: next((rank for rank, gain in enumerate(found, start=1) if gain), None) for name, found in gains.items()}


def culprit_of(catalog: Catalog, question: Question, ranks: Mapping[str, int | None]) -> Culprit:
    """unknown: the document is not in the index; unreadable: it is, without text; reading: it holds text that neither list found,
    so that it may have been read or cut badly; ranking: a list held it."""
    documents = [catalog.document_at(path) for path in question.paths]
    if all(document is None for document in documents):
        return "unknown"
    if all(document is None or not document.n_chunks for document in documents):
        return "unreadable"
    return "reading" if all(rank is None for rank in ranks.values()) else "ranking"


def _paths(ranking: Sequence[Place]) -> tuple[str, ...]:
    return tuple(place.path for place in ranking[:_SHOWN])


def likely_culprit(figures: Mapping[str, float]) -> Literal["reading", "ranking"] | None:
    """Of a whole set, by the reranked list: low recall@20 points to reading or chunking; high recall@20 and low recall@5 to ranking."""
    if figures["recall@20"] < FOUND_AT_ALL:
        return "reading"
    return "ranking" if figures["recall@20"] - figures["recall@5"] > LOST_BY_RANKING else None


def asks_the_same(now: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether two runs measured the same questions: only then does a figure's fall say anything of the search.

    Runs that do not hold their single questions are compared by their number.
    """
    if "questions" not in now or "questions" not in before:
        return bool(now.get("n_questions") == before.get("n_questions"))
    asked = [{(one["direction"], one["id"], one["question"]) for one in run["questions"]} for run in (now, before)]
    return asked[0] == asked[1]


def changes(now: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """What differs from an earlier run: each figure of quality as {"before", "now"}, and the questions that turned.

    Returns:
        {"figures": {direction: {configuration: {measure: {"before", "now"}}}}, "newly_failed": [ids], "newly_right": [ids]};
        only what both runs measured.
    """
    figures: dict[str, Any] = {}
    for direction, block in now["directions"].items():
        for configuration, values in block.items():
            earlier = before.get("directions", {}).get(direction, {}).get(configuration)
            if not isinstance(values, dict) or not isinstance(earlier, dict):
                continue
            differing = {
                measure: {"before": earlier[measure], "now": value}
                for measure, value in values.items()
                if not measure.endswith("_ms") and measure in earlier and earlier[measure] != value
            }
            if differing:
                figures.setdefault(direction, {})[configuration] = differing
    worse, better = _turned(now, before), _turned(before, now)
    return {"figures": figures, "newly_failed": worse, "newly_right": better}


def _turned(run: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Ids of questions that fail in `run` and not in `other`. Ids are numbers, which move when a question is taken out, so that
    questions are told apart by their text where both runs hold it; those that `other` did not ask have not turned."""
    names, others = _names(run), _names(other)
    failed = list(run.get("failed", []))
    if not names or not others:
        return [id_ for id_ in failed if id_ not in set(other.get("failed", []))]
    failed_there = {others[id_] for id_ in other.get("failed", []) if id_ in others}
    asked_there = set(others.values())
    return [id_ for id_ in failed if names.get(id_) in asked_there and names[id_] not in failed_there]


def _names(run: Mapping[str, Any]) -> dict[str, str]:
    return {asked["id"]: asked["question"] for asked in run.get("questions", [])}

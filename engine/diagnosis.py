"""Why questions of a golden set fail, and what has changed since an earlier run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.golden import Question
from engine.study import Place, Study

if TYPE_CHECKING:
    from engine.catalog import Catalog

Culprit = Literal["unknown", "unreadable", "reading", "ranking"]

FOUND_AT_ALL = 0.9          # recall@20 below it: what is not among twenty was not read or cut well, or is worded too differently
LOST_BY_RANKING = 0.05      # recall@20 may stand above recall@5 by as much
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Failure:
    """A question whose right passage is not among the first five, with the first of both lists."""

    id: str
    question: str
    right: tuple[str, ...]              # paths
    culprit: Culprit
    ranks: Mapping[str, int | None]     # of the right passage in each configuration's list, None: not in its first 20
    bm25: tuple[str, ...]               # paths, best first
    dense: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id, "question": self.question, "right": list(self.right), "culprit": self.culprit, "ranks": dict(self.ranks),
            "bm25": list(self.bm25), "dense": list(self.dense),
        }


def failure(catalog: Catalog, question: Question, outcome: Study, gains: Mapping[str, Sequence[bool]]) -> Failure:
    """What went wrong with a question, given which ranks of each configuration hold its passage."""
    ranks = {name: next((rank for rank, gain in enumerate(found, start=1) if gain), None) for name, found in gains.items()}
    return Failure(
        question.id, question.text, tuple(sorted(question.paths)), _culprit(catalog, question, ranks), ranks,
        _paths(outcome.rankings["bm25"]), _paths(outcome.rankings["dense"]),
    )


def _culprit(catalog: Catalog, question: Question, ranks: Mapping[str, int | None]) -> Culprit:
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
    failed, failed_before = list(now.get("failed", [])), list(before.get("failed", []))
    return {
        "figures": figures,
        "newly_failed": [id_ for id_ in failed if id_ not in set(failed_before)],
        "newly_right": [id_ for id_ in failed_before if id_ not in set(failed)],
    }

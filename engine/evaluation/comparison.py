"""Two runs over the questions that both asked: only there does a difference of the figures say anything of the search."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.evaluation.diagnosis import asks_the_same
from engine.evaluation.evaluation import DEPTH, Judged, figures
from engine.evaluation.study import CONFIGURATIONS

Key = tuple[str, str]           # direction, question: ids are numbers, which move when a question is taken out


@dataclass(frozen=True, slots=True)
class Comparison:
    """`now` and `before` are runs as `evaluate` gives them, without lists of failures; times are those of the whole runs."""

    now: Mapping[str, Any]
    before: Mapping[str, Any]
    n_common: int
    is_whole: bool              # both asked the same, and are compared as they are


def compared(now: Mapping[str, Any], before: Mapping[str, Any]) -> Comparison | None:
    """Both runs with the figures of their common questions. None: they have none, or one does not say which it asked.

    Where an earlier version kept the place of the first right document alone, that one is taken of both runs, so that
    they are measured alike.
    """
    common = _keys(now) & _keys(before)
    is_same = asks_the_same(now, before) or (
        bool(common) and len(common) == now["n_questions"] == before["n_questions"]        # in another order
    )
    if is_same:
        return Comparison(now, before, int(now["n_questions"]), True)
    n_common = sum(_key(asked) in common for asked in now.get("questions", ()))
    if not common:
        return None
    is_full = all("found" in asked for run in (now, before) for asked in run["questions"])
    return Comparison(_narrowed(now, common, is_full), _narrowed(before, common, is_full), n_common, False)


def _keys(run: Mapping[str, Any]) -> set[Key]:
    return {_key(asked) for asked in run.get("questions", ())}


def _key(asked: Mapping[str, Any]) -> Key:
    return asked["direction"], asked["question"]


def _narrowed(run: Mapping[str, Any], common: Collection[Key], is_full: bool) -> dict[str, Any]:
    questions = [asked for asked in run["questions"] if _key(asked) in common]
    kept, ids = dict.fromkeys(asked["direction"] for asked in questions), {asked["id"] for asked in questions}
    return {
        "name": run["name"],
        **_block(run, questions, is_full),
        "directions": {
            name: _block(run["directions"][name], [asked for asked in questions if asked["direction"] == name], is_full)
            for name in kept
        },
        "failed": [id_ for id_ in run.get("failed", ()) if id_ in ids],
        "questions": questions,
    }


def _block(block: Mapping[str, Any], questions: Sequence[Mapping[str, Any]], is_full: bool) -> dict[str, Any]:
    return {"n_questions": len(questions), **{
        name: {**figures([_judged(asked, name, is_full) for asked in questions]), **_times(block[name])} for name in CONFIGURATIONS
    }}


def _judged(asked: Mapping[str, Any], name: str, is_full: bool) -> Judged:
    first = asked["ranks"][name]
    ranks = asked["found"][name] if is_full else [first] if first is not None else []
    return Judged(tuple(rank in ranks for rank in range(1, DEPTH + 1)), asked["n_right"] if is_full else 1, 0.0)


def _times(values: Mapping[str, float]) -> dict[str, float]:
    return {measure: value for measure, value in values.items() if measure.endswith("_ms")}

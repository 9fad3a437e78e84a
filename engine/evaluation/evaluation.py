"""Measures retrieval on a golden set: BM25, dense, hybrid, and hybrid with rerank, side by side in one pass."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage, DataFolderUnwritable, DiskFull, is_disk_full
from engine.evaluation.diagnosis import Failure, failure, first_ranks, likely_culprit
from engine.evaluation.golden import Direction, GoldenSet, Question
from engine.evaluation.metrics import CUTS, ndcg, percentile, recall_at, reciprocal_rank
from engine.evaluation.study import CONFIGURATIONS, Study, study
from engine.hits import Filters, SearchRequest
from engine.machine.system_words import system_words

if TYPE_CHECKING:
    from engine.search.engine import Engine

DEPTH = max(CUTS)
_NAME = re.compile(r"[\w-][\w .-]{0,99}")


@dataclass(frozen=True, slots=True)
class Judged:
    """One question's outcome under one configuration."""

    gains: tuple[bool, ...]
    n_relevant: int
    ms: float


def evaluate(
    engine: Engine, golden: GoldenSet, progress: Callable[[int, int], None] = lambda done, total: None
) -> dict[str, Any]:
    """Figures for each direction, and over all questions of the set.

    Returns:
        {"name", "n_questions", "bm25": figures, "dense": …, "hybrid": …, "hybrid+rerank": …,
        "directions": {name: the same}, "failed": [ids whose passage is not in the reranked first 5], "failures": [each
        of them with its lists, see evaluation/diagnosis.py], "questions": [each with the rank of its passage in each list,
        "n_right" documents that are right, and in "found" the ranks of all that each list holds],
        "culprit": "reading" | "ranking" | None}.
    """
    total = sum(len(direction.questions) for direction in golden.directions)
    done = 0
    everything: dict[str, list[Judged]] = {name: [] for name in CONFIGURATIONS}
    directions: dict[str, Any] = {}
    failures: list[Failure] = []
    questions: list[dict[str, Any]] = []
    for direction in golden.directions:
        judged: dict[str, list[Judged]] = {name: [] for name in CONFIGURATIONS}
        for question in direction.questions:
            outcome = study(engine, request_for(direction, question), DEPTH)
            for name in CONFIGURATIONS:
                judged[name].append(judge(engine, question, outcome, name))
            gains = {name: judged[name][-1].gains for name in CONFIGURATIONS}
            questions.append({
                "id": question.id, "question": question.text, "direction": direction.name, "ranks": first_ranks(gains),
                "n_right": len(question.paths), "found": {name: _right_ranks(found) for name, found in gains.items()},
            })
            if not any(judged["hybrid+rerank"][-1].gains[:5]):
                failures.append(failure(engine.catalog, question, outcome, gains))
            done += 1
            progress(done, total)
        for name in CONFIGURATIONS:
            everything[name] += judged[name]
        directions[direction.name] = {"n_questions": len(direction.questions), **_all_figures(judged)}
    figures_of_all = _all_figures(everything)
    return {
        "name": golden.name, "n_questions": total, **figures_of_all, "directions": directions,
        "failed": [failed.id for failed in failures],
        "failures": [failed.as_json() for failed in failures],
        "questions": questions,
        "culprit": likely_culprit(figures_of_all["hybrid+rerank"]),
    }


def request_for(direction: Direction, question: Question) -> SearchRequest:
    return SearchRequest(
        question.text, top=DEPTH, filters=Filters(folder=direction.folder), fold_duplicates=False, check_files=False
    )


def judge(engine: Engine, question: Question, outcome: Study, name: str) -> Judged:
    found: set[str] = set()
    gains = []
    for place in outcome.rankings[name]:
        right = place.path in question.paths and place.path not in found
        if right and (question.page is not None or question.quote is not None):
            chunk = engine.catalog.chunks([place.chunk_id]).get(place.chunk_id) if place.chunk_id else None
            right = chunk is not None and question.page in (None, chunk.page) and (
                question.quote is None or _plain(question.quote) in _plain(chunk.text)
            )
        if right:
            found.add(place.path)
        gains.append(right)
    return Judged(tuple(gains), len(question.paths), outcome.ms[name])


def _right_ranks(gains: Sequence[bool]) -> list[int]:
    return [rank for rank, gain in enumerate(gains, start=1) if gain]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _all_figures(judged: dict[str, list[Judged]]) -> dict[str, dict[str, float]]:
    return {name: figures(outcomes) for name, outcomes in judged.items()}


def figures(outcomes: Sequence[Judged]) -> dict[str, float]:
    """Means over questions; times in milliseconds."""
    n = max(1, len(outcomes))
    result = {
        f"recall@{k}": round(sum(recall_at(o.gains, o.n_relevant, k) for o in outcomes) / n, 4) for k in CUTS
    }
    result["mrr@10"] = round(sum(reciprocal_rank(o.gains) for o in outcomes) / n, 4)
    result["ndcg@10"] = round(sum(ndcg(o.gains, o.n_relevant) for o in outcomes) / n, 4)
    times = [outcome.ms for outcome in outcomes]
    result["median_ms"] = round(percentile(times, 0.5), 2)
    result["p95_ms"] = round(percentile(times, 0.95), 2)
    return result


def losses(now: dict[str, Any], before: dict[str, Any], tolerance: float = 0.005) -> list[str]:
    """Figures of quality that fell by more than `tolerance` since an earlier run; times are not compared."""
    found = []
    for direction, configuration, measure, value in _flat(now):
        old = before.get("directions", {}).get(direction, {}).get(configuration, {}).get(measure)
        if old is not None and value < old - tolerance:
            found.append(f"{now['name']} {direction} {configuration} {measure}: {old:.4f} → {value:.4f}")
    return found


def _flat(run: dict[str, Any]) -> Iterable[tuple[str, str, str, float]]:
    for direction, block in run.get("directions", {}).items():
        for configuration in CONFIGURATIONS:
            for measure, value in block[configuration].items():
                if not measure.endswith("_ms"):
                    yield direction, configuration, measure, value


def run_path(folder: Path, name: str) -> Path:
    """Where a run of this name is kept: names are plain, so that nothing is read or written elsewhere.

    Raises:
        BadUsage
    """
    if not _NAME.fullmatch(name):
        raise BadUsage(
            f"{name!r} is not a name for a run: letters, digits, spaces and .-_ only.",
            f"{name!r} no sirve como nombre de una medición: solo letras, cifras, espacios y .-_",
        )
    return folder / f"{name}.json"


def save_run(folder: Path, name: str, run: dict[str, Any]) -> Path:
    """Raises BadUsage, DiskFull, DataFolderUnwritable."""
    path = run_path(folder, name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".new")
        temporary.write_text(json.dumps(run, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        if is_disk_full(error):
            raise DiskFull(folder) from error
        raise DataFolderUnwritable(folder, *system_words(error)) from error
    return path


def load_run(folder: Path, name: str) -> dict[str, Any]:
    """Raises BadUsage where there is none of this name, or it is not one."""
    path = run_path(folder, name)
    try:
        run = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadUsage(f"No saved run {name}.", f"No hay ninguna medición {name}.") from error
    except (OSError, ValueError) as error:
        raise BadUsage(f"Cannot read {path}: {error}.", f"No se puede leer {path}: {error}.") from error
    if not isinstance(run, dict) or not isinstance(run.get("directions"), dict):
        raise BadUsage(f"{path} is not a saved run.", f"{path} no es una medición guardada.")
    return run

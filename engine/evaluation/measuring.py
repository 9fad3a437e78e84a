"""Measuring for the window, on the search thread: a person's searches go before it, between one question and the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.discovery.known_places import places_of
from engine.evaluation.diagnosis import culprit_of, first_ranks
from engine.evaluation.evaluation import evaluate, judge, request_for, save_run
from engine.evaluation.golden import Direction, GoldenSet, Question, read_csv
from engine.evaluation.judgements import Judgement, Judgements, question_of
from engine.evaluation.judging import RUNS
from engine.evaluation.judging_messages import OWN, Examine, Examined, Listed, Measure, Measured, Measuring
from engine.evaluation.study import CONFIGURATIONS, Place, study
from engine.search.retrieval import DEPTH

if TYPE_CHECKING:
    from engine.search.engine import Engine

SHOWN = 20          # documents of each list; a right one that stands deeper follows behind them


def measure(
    engine: Engine, data_dir: Path, request: Measure, tell: Callable[[Measuring], None], between: Callable[[], None]
) -> Measured:
    """Measure and keep the run.

    Args:
        between: called after each question; what it raises ends the measuring.
    Raises:
        BadUsage: no question, or no such CSV. DiskFull, DataFolderUnwritable: the run cannot be kept.
    """
    golden = _golden(engine, data_dir, request.source)

    def progress(done: int, total: int) -> None:
        tell(Measuring(request.id, done, total))
        between()

    progress(0, sum(len(direction.questions) for direction in golden.directions))
    run = evaluate(engine, golden, progress)
    save_run(data_dir / RUNS, request.name, run)
    return Measured(request.id, request.name, run, engine.catalog.stage() == "complete")


def _golden(engine: Engine, data_dir: Path, source: str) -> GoldenSet:
    if source == OWN:
        return Judgements(data_dir).golden()
    file, catalog = Path(source), engine.catalog
    return read_csv(file, places_of([root.path for root in catalog.roots()], catalog.knows, file.parent))


def examine(engine: Engine, request: Examine) -> Examined:
    """One question's lists, with the right documents and their ranks."""
    right = [judgement for judgement in request.judgements if judgement.is_right]
    question = question_of("1", right) if right else Question("1", request.question, frozenset())
    outcome = study(engine, request_for(Direction("all", None, ()), question), DEPTH)
    gains = {name: judge(engine, question, outcome, name).gains for name in CONFIGURATIONS}
    ranks = first_ranks(gains)
    best = ranks["hybrid+rerank"]
    seen = {name: rank if rank is not None and rank <= SHOWN else None for name, rank in ranks.items()}
    culprit = culprit_of(engine.catalog, question, seen) if right and (best is None or best > 5) else None
    lists = {name: _listed(engine, outcome.rankings[name], gains[name], request.judgements) for name in CONFIGURATIONS}
    return Examined(request.id, request.question, culprit, ranks, lists, DEPTH)


def _listed(
    engine: Engine, places: Sequence[Place], gains: Sequence[bool], judgements: Sequence[Judgement]
) -> tuple[Listed, ...]:
    verdicts = {judgement.path: judgement.is_right for judgement in judgements}
    kept = [
        (rank, place, gain) for rank, (place, gain) in enumerate(zip(places, gains, strict=True), start=1)
        if rank <= SHOWN or gain
    ]
    chunks = engine.catalog.chunks([place.chunk_id for _, place, _ in kept if place.chunk_id is not None])
    found = []
    for rank, place, gain in kept:
        document = engine.catalog.document_at(place.path)
        chunk = chunks.get(place.chunk_id) if place.chunk_id is not None else None
        title = (document.title or document.name) if document is not None else place.path
        found.append(Listed(
            rank, place.path, title, chunk.page if chunk is not None else None,
            chunk.heading_path if chunk is not None else (), gain, verdicts.get(place.path),
        ))
    return tuple(found)

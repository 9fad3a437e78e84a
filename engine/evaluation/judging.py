"""Answers the window's requests about a person's own questions and the saved runs: the reading thread's part of judging."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.discovery.known_places import places_of
from engine.errors import BadUsage, FicheroError
from engine.evaluation.evaluation import load_run, run_path
from engine.evaluation.judgements import Judgement, Judgements, read_judgements
from engine.evaluation.judging_messages import (
    OWN,
    Asking,
    AskJudgements,
    AskRun,
    AskRuns,
    DropRun,
    Export,
    JudgementsTold,
    JudgingFailed,
    Revise,
    RunsListed,
    RunTold,
    SavedRun,
    Settle,
    TakeIn,
    Writing,
)
from engine.messages import Failure

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog

log = logging.getLogger(__name__)

RUNS = "evaluations"        # in the data folder
_MOST_RUNS = 200            # that are listed


class JudgingDesk:
    """Answers one request after the other. The catalog is asked only for the names of places, and may not be there yet."""

    def __init__(self, data_dir: Path, catalog: Callable[[], Catalog]) -> None:
        self._data_dir = data_dir
        self._judgements = Judgements(data_dir)
        self._catalog = catalog

    def answer(self, request: Asking | Writing) -> JudgementsTold | RunsListed | RunTold | JudgingFailed:
        try:
            return self._answer(request)
        except Exception as error:
            if not isinstance(error, FicheroError):
                log.exception("request %d about the person's questions failed", request.id)
            return JudgingFailed(request.id, Failure.of(error))

    def _answer(self, request: Asking | Writing) -> JudgementsTold | RunsListed | RunTold:
        match request:
            case AskJudgements(id=id, source=source) if source != OWN:
                return JudgementsTold(id, source, self._read(Path(source)))
            case AskRuns() | DropRun():
                if isinstance(request, DropRun):
                    run_path(self._data_dir / RUNS, request.name).unlink(missing_ok=True)
                return RunsListed(request.id, saved_runs(self._data_dir))
            case AskRun(id=id, name=name):
                return RunTold(id, name, load_run(self._data_dir / RUNS, name))
            case Settle():
                self._judgements.settle(request.question.strip(), request.path, request.is_right, request.page)
            case Revise():
                self._judgements.revise(request.question, self._placed(request.judgements))
            case TakeIn(source=source):
                n_taken = self._judgements.take_in(Path(source), self._places(Path(source).parent))
                return JudgementsTold(request.id, OWN, self._judgements.all(), taken_in=n_taken)
            case Export(target=target):
                n_exported = self._judgements.export(Path(target))
                return JudgementsTold(request.id, OWN, self._judgements.all(), exported=n_exported)
        return JudgementsTold(request.id, OWN, self._judgements.all())

    def _read(self, source: Path) -> tuple[Judgement, ...]:
        found = read_judgements(source, self._places(source.parent))
        if not found:
            raise BadUsage(f"{source} holds no question with a path.", f"{source} no contiene ninguna pregunta con su ruta.")
        return found

    def _places(self, folder: Path) -> Callable[[str], str]:
        catalog = self._catalog()
        return places_of([root.path for root in catalog.roots()], catalog.knows, folder)

    def _placed(self, judgements: Sequence[Judgement]) -> tuple[Judgement, ...]:
        """With paths as the index names them: those that a person chose may lead through links."""
        known = {judgement.path for judgement in self._judgements.all()}
        if all(judgement.path in known for judgement in judgements):
            return tuple(judgements)
        place_of = self._places(self._data_dir)
        return tuple(j if j.path in known else replace(j, path=place_of(j.path)) for j in judgements)


def saved_runs(data_dir: Path) -> tuple[SavedRun, ...]:
    """The newest first; files that are no runs are passed over."""
    found = []
    folder = data_dir / RUNS
    files = sorted(folder.glob("*.json"), key=_time, reverse=True) if folder.is_dir() else []
    for file in files[:_MOST_RUNS]:
        try:
            run = json.loads(file.read_text(encoding="utf-8"))
            source = str(run["name"]) if isinstance(run["directions"], dict) else ""
        except (OSError, ValueError, KeyError, TypeError):
            continue
        found.append(SavedRun(file.stem, datetime.fromtimestamp(_time(file)).astimezone().isoformat(), source))
    return tuple(found)


def _time(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0

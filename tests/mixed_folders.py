"""xquad as a folder of two languages: half of its articles in Spanish, the others in English, then the other way round.

A question is asked in both languages; its passage is there in one of them alone, among others in the language that it is asked in.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

from engine.build import build_engine
from engine.document import DocumentId
from engine.evaluation.evaluation import DEPTH, Judged, figures, judge, request_for
from engine.evaluation.golden import Direction, GoldenSet, narrowed
from engine.evaluation.golden_index import index_golden_folder
from engine.evaluation.study import CONFIGURATIONS, study
from engine.hits import Filters
from engine.search.engine import Engine
from engine.settings import Settings

LANGUAGES = ("es", "en")


def measure(source: Path, place: Path, n_questions: int = 0) -> dict[str, Any]:
    """Figures of each direction, as `engine.evaluation.evaluate` gives them.

    Args:
        source: the set's folder. place: the settings' folder, whose index of the set is used.
    """
    golden, settings = index_golden_folder(Settings(place), source, LANGUAGES, lambda line: print(line, file=sys.stderr))
    golden = narrowed(golden, tuple(f"{asked}→{told}" for asked in LANGUAGES for told in LANGUAGES), n_questions)
    second_half = _articles(source)
    directions: dict[str, Any] = {}
    with build_engine(settings) as engine:
        folders = [_folder(engine, golden, second_half, swapped) for swapped in (False, True)]
        for direction in golden.directions:
            judged: dict[str, list[Judged]] = {name: [] for name in CONFIGURATIONS}
            for question in direction.questions:
                folder = next(paths for paths in folders if question.paths <= paths.keys())
                request = dataclasses.replace(request_for(direction, question), filters=Filters(documents=tuple(folder.values())))
                outcome = study(engine, request, DEPTH)
                for name in CONFIGURATIONS:
                    judged[name].append(judge(engine, question, outcome, name))
            directions[direction.name] = {
                "n_questions": len(direction.questions), **{name: figures(outcomes) for name, outcomes in judged.items()},
            }
    return {"name": "mixed", "directions": directions}


def _articles(source: Path) -> dict[str, bool]:
    """File name of each passage, and whether its article is of the second half."""
    rows = [json.loads(line) for line in (source / "corpus.jsonl").read_text("utf-8").splitlines()]
    titles = sorted({row["title"] for row in rows})
    return {f"p{number:05d}.md": titles.index(row["title"]) % 2 == 1 for number, row in enumerate(rows, start=1)}


def _folder(engine: Engine, golden: GoldenSet, second_half: dict[str, bool], swapped: bool) -> dict[str, DocumentId]:
    """Path and id of the passages of the second half's articles in English and of the first's in Spanish, or `swapped`."""
    roots = {_language(direction): str(direction.folder) for direction in golden.directions}
    found = {}
    for id_, document in engine.catalog.documents(engine.catalog.all_documents()).items():
        for language, root in roots.items():
            if document.path.startswith(root + "/") and (second_half[Path(document.path).name] != swapped) == (language == "en"):
                found[document.path] = id_
    return found


def _language(direction: Direction) -> str:
    return direction.name.partition("→")[2]

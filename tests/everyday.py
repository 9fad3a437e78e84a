"""Questions over everyday documents (tests/data/everyday): letters, contracts, invoices, manuals, minutes, code, tables of several
passages each, where the names stand at the head and the fact somewhere else; and questions that they do not answer.

`make eval ARGS=everyday`. Counts: the right document first and among five, of the right document the passage that holds the answer,
the right document first with the sentence that holds it; `answerable` of questions with and without an answer.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.build import build_engine, build_indexer
from engine.evaluation.metrics import auroc
from engine.hits import HARDLY_ANSWERED, SearchRequest
from engine.settings import Settings

if TYPE_CHECKING:
    from engine.hits import Hit
    from engine.search.engine import Engine

SETS = Path(__file__).resolve().parent / "data" / "everyday"


@dataclass(frozen=True)
class Counts:
    """Of one set; all but the last three are numbers of questions."""

    n: int
    first: int
    among_five: int
    passage: int            # the right document's hit holds the answer, wherever it stands
    sentence: int           # the right document stands first and its marked sentence holds the answer
    auroc: float            # of `answerable`
    called_unanswered: float        # share of the questions with an answer below HARDLY_ANSWERED
    told: float                     # share of those without


def measure(place: Path, progress: bool = True) -> dict[str, Counts]:
    """Of each set by its name.

    Args:
        place: for the indexes, kept between calls.
    """
    found = {}
    for folder in sorted(path for path in SETS.iterdir() if path.is_dir()):
        mine = Settings(place / folder.name)
        with build_indexer(mine) as indexer:
            indexer.index([folder / "documents"])
        with build_engine(mine) as engine:
            found[folder.name] = _counts(engine, folder)
        if progress:
            print(f"everyday {folder.name}: {found[folder.name]}", flush=True)
    return found


def _counts(engine: Engine, folder: Path) -> Counts:
    asked, unanswerable = (_rows(folder / name) for name in ("questions.csv", "unanswerable.csv"))
    first = among_five = passage = sentence = 0
    known, unknown = [], []
    for row in asked:
        result = engine.search(SearchRequest(row["question"]))
        known.append(result.answerable or 0.0)
        right = str(folder / "documents" / row["path"])
        hit = next((hit for hit in result.hits if hit.path.split("!")[0] == right), None)
        if hit is None:
            continue
        first += hit.rank == 1
        among_five += hit.rank <= 5
        passage += _plain(row["answer"]) in _plain(_text(engine, hit))
        sentence += hit.rank == 1 and hit.answer is not None and _plain(row["answer"]) in _plain(hit.answer.text)
    for row in unanswerable:
        unknown.append(engine.search(SearchRequest(row["question"])).answerable or 0.0)
    return Counts(
        len(asked), first, among_five, passage, sentence, round(auroc(known, unknown), 3),
        _share_below(known), _share_below(unknown),
    )


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _text(engine: Engine, hit: Hit) -> str:
    return "" if hit.chunk_id is None else engine.catalog.chunks([hit.chunk_id])[hit.chunk_id].text


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()


def _share_below(values: list[float]) -> float:
    return round(sum(value < HARDLY_ANSWERED for value in values) / max(1, len(values)), 3)

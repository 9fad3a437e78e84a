"""What the window and its search process say to each other about a person's own questions: verdicts, and what is measured on them.

Numbered apart from the other messages: an answer bears the id of what it answers, and a failure is a JudgingFailed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.evaluation.diagnosis import Culprit
from engine.evaluation.judgements import Judgement
from engine.messages import Failure

OWN = ""            # as a source: the questions that the person has judged; else it is the path of a CSV


# ---- the window asks -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskJudgements:
    id: int
    source: str = OWN


@dataclass(frozen=True, slots=True)
class Settle:
    """The verdict on a question and a document; None takes it back. `page`: only what stands on this page."""

    id: int
    question: str
    path: str
    is_right: bool | None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Revise:
    """These in place of all verdicts on `question`; none: it is no question of the person's any more."""

    id: int
    question: str
    judgements: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True)
class TakeIn:
    id: int
    source: str         # a CSV


@dataclass(frozen=True, slots=True)
class Export:
    id: int
    target: str


@dataclass(frozen=True, slots=True)
class AskRuns:
    id: int


@dataclass(frozen=True, slots=True)
class AskRun:
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class DropRun:
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Measure:
    """Measure all four ways of searching, and keep the run as `name`. Searches go before it."""

    id: int
    source: str
    name: str


@dataclass(frozen=True, slots=True)
class StopMeasuring:
    id: int


@dataclass(frozen=True, slots=True)
class Examine:
    """The lists of one question; `judgements` are those on it."""

    id: int
    question: str
    judgements: tuple[Judgement, ...]


# ---- the search process answers --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JudgingFailed:
    id: int
    failure: Failure


@dataclass(frozen=True, slots=True)
class JudgementsTold:
    """All of a source; `taken_in` and `exported` count the rows where that was asked."""

    id: int
    source: str
    judgements: tuple[Judgement, ...]
    taken_in: int | None = None
    exported: int | None = None


@dataclass(frozen=True, slots=True)
class SavedRun:
    name: str
    when: str               # ISO 8601
    source: str             # name of the set: "own", or the CSV's


@dataclass(frozen=True, slots=True)
class RunsListed:
    id: int
    runs: tuple[SavedRun, ...]      # the newest first


@dataclass(frozen=True, slots=True)
class RunTold:
    id: int
    name: str
    run: dict[str, Any]     # as evaluation.evaluate gives it


@dataclass(frozen=True, slots=True)
class Measuring:
    id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Measured:
    id: int
    name: str
    run: dict[str, Any]
    is_complete: bool       # False: not all passages are embedded yet


@dataclass(frozen=True, slots=True)
class MeasuringStopped:
    id: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A document in one of the lists of a question."""

    rank: int
    path: str
    title: str
    page: int | None
    heading_path: tuple[str, ...]
    is_right: bool          # it answers, by the page and the words that were asked for too
    verdict: bool | None    # of the document


@dataclass(frozen=True, slots=True)
class Examined:
    """`lists` holds the first documents of each way of searching, and behind them the right ones that stand deeper."""

    id: int
    question: str
    culprit: Culprit | None             # None: a right one is among the first five
    ranks: dict[str, int | None]
    lists: dict[str, tuple[Listed, ...]]
    depth: int                          # documents that were looked at in each list


Writing = Settle | Revise | TakeIn | Export | DropRun
Asking = AskJudgements | AskRuns | AskRun

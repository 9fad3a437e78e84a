"""The person's questions as a table: their right and wrong documents, and where each way of searching puts the right ones."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from engine.evaluation.judgements import Judgement, question_key
from ui.window import evaluation_words, theme, wording
from ui.window.language import translate

Index = QModelIndex | QPersistentModelIndex
Change = Literal["", "better", "worse"]
Ranks = Mapping[str, int | None]

SORT_ROLE = Qt.ItemDataRole.UserRole + 1
STATE_ROLE = SORT_ROLE + 1          # the words by which rows are filtered: "failed", "better", "worse"
NOT_FOUND = 1_000                   # as a rank, for sorting
RANKS = ("bm25", "dense", "hybrid+rerank")
QUESTION, RIGHT, WRONG, FIRST_RANK = 0, 1, 2, 3
CHANGE = FIRST_RANK + len(RANKS)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    question: str
    judgements: tuple[Judgement, ...]
    ranks: Ranks | None = None          # None: not measured
    before: Ranks | None = None         # in the run that is compared with

    @property
    def best(self) -> int | None:
        return self.ranks["hybrid+rerank"] if self.ranks is not None else None

    @property
    def is_failed(self) -> bool:
        return self.ranks is not None and (self.best is None or self.best > evaluation_words.FIRST)

    @property
    def change(self) -> Change:
        if self.ranks is None or self.before is None:
            return ""
        now, before = self.best or NOT_FOUND, self.before["hybrid+rerank"] or NOT_FOUND
        return "" if now == before else "better" if now < before else "worse"


def asked_questions(
    judgements: Iterable[Judgement], run: Mapping[str, Any] | None, before: Mapping[str, Any] | None
) -> tuple[AskedQuestion, ...]:
    """Grouped by question, in their order, with what the runs say of them."""
    groups: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        groups.setdefault(question_key(judgement.question), []).append(judgement)
    ranks, ranks_before = _ranks(run), _ranks(before)
    return tuple(
        AskedQuestion(group[0].question, tuple(group), ranks.get(key), ranks_before.get(key)) for key, group in groups.items()
    )


def _ranks(run: Mapping[str, Any] | None) -> dict[str, Ranks]:
    """By question; where one stands in the set several times, the worst of its outcomes."""
    found: dict[str, Ranks] = {}
    for asked in run.get("questions", []) if run is not None else []:
        key, ranks = question_key(asked["question"]), asked["ranks"]
        if key not in found or (ranks["hybrid+rerank"] or NOT_FOUND) > (found[key]["hybrid+rerank"] or NOT_FOUND):
            found[key] = ranks
    return found


class QuestionTable(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self._questions: tuple[AskedQuestion, ...] = ()

    @property
    def questions(self) -> tuple[AskedQuestion, ...]:
        return self._questions

    def set_questions(self, questions: tuple[AskedQuestion, ...]) -> None:
        self.beginResetModel()
        self._questions = questions
        self.endResetModel()

    def retranslate(self) -> None:
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, CHANGE)
        self.set_questions(self._questions)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._questions)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else CHANGE + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        asked, column = self._questions[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(asked, column)
        if role == SORT_ROLE:
            return self._sorted_by(asked, column)
        if role == STATE_ROLE:
            return " ".join(word for word in ("failed" if asked.is_failed else "", asked.change) if word)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(asked, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(asked, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column >= FIRST_RANK:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(asked, column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section >= FIRST_RANK:
            return Qt.AlignmentFlag.AlignCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            translate("Evaluation", "Question"), translate("Evaluation", "Right documents"), translate("Evaluation", "Wrong ones"),
            translate("Evaluation", "Words"), translate("Evaluation", "Meaning"), translate("Evaluation", "Reranked"),
            translate("Evaluation", "Change"),
        )[section]

    @staticmethod
    def _text(asked: AskedQuestion, column: int) -> str:
        if column == QUESTION:
            return asked.question
        if column in (RIGHT, WRONG):
            return documents_text(judgement for judgement in asked.judgements if judgement.is_right == (column == RIGHT))
        if column == CHANGE:
            if not asked.change or asked.before is None:
                return ""
            arrow = "▲" if asked.change == "better" else "▼"
            return f"{arrow} {evaluation_words.rank(asked.before['hybrid+rerank'])} → {evaluation_words.rank(asked.best)}"
        return evaluation_words.rank(asked.ranks[RANKS[column - FIRST_RANK]]) if asked.ranks is not None else ""

    def _sorted_by(self, asked: AskedQuestion, column: int) -> Any:
        if column < FIRST_RANK:
            return self._text(asked, column)
        if column == CHANGE:
            return {"worse": 0, "better": 1, "": 2}[asked.change]
        return (asked.ranks[RANKS[column - FIRST_RANK]] or NOT_FOUND) if asked.ranks is not None else 0

    def _tip(self, asked: AskedQuestion, column: int) -> str:
        if column in (RIGHT, WRONG):
            return "\n".join(
                wording.printable(judgement.path) for judgement in asked.judgements if judgement.is_right == (column == RIGHT)
            )
        return self._spoken(asked, column)

    def _spoken(self, asked: AskedQuestion, column: int) -> str:
        text = self._text(asked, column)
        if column == QUESTION and asked.is_failed:
            return f"{text}. " + translate("Evaluation", "The right document is not among the first 5.")
        if FIRST_RANK <= column < CHANGE and asked.ranks is not None:
            found = asked.ranks[RANKS[column - FIRST_RANK]]
            if found is None:
                return translate("Evaluation", "The right document is not among the first 20.")
            return translate("Evaluation", "The right document stands at place {rank}.").format(rank=evaluation_words.rank(found))
        return text

    @staticmethod
    def _colour(asked: AskedQuestion, column: int) -> QColor | None:
        colours = theme.current()
        if column == CHANGE and asked.change:
            return QColor(colours.answer_edge if asked.change == "better" else colours.error)
        if column == CHANGE - 1 and asked.is_failed:
            return QColor(colours.error)
        return None


def documents_text(judgements: Iterable[Judgement]) -> str:
    """Names of documents, with the page where only that one is meant."""
    return ", ".join(document_text(judgement) for judgement in judgements)


def document_text(judgement: Judgement) -> str:
    name = os.path.basename(wording.printable(judgement.path))
    if judgement.page is None:
        return name
    return f"{name}, " + translate("HitDelegate", "p. {page}").format(page=wording.number(judgement.page))

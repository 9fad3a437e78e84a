"""Judging hits: a person says which documents are right or wrong for their question, sees the marks, and takes them back."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal, Slot

from engine.evaluation.judgements import Judgement, question_key
from engine.evaluation.judging_messages import OWN, JudgementsTold
from engine.hits import Hit
from ui.window.hit_actions import HitActions
from ui.window.hit_list import HitList
from ui.window.judging_client import JudgingClient
from ui.window.preview import Preview
from ui.window.search_conversation import SearchConversation
from ui.window.status_line import StatusLine


def verdicts_on(judgements: Iterable[Judgement], question: str) -> dict[str, bool]:
    """By path; of several verdicts on pages of one document a right one counts."""
    key, found = question_key(question), dict[str, bool]()
    for judgement in judgements:
        if question_key(judgement.question) == key:
            found[judgement.path] = found.get(judgement.path, False) or judgement.is_right
    return found


class Judging(QObject):
    changed = Signal(object)        # tuple[Judgement, …]: all of the person's own

    def __init__(
        self, client: JudgingClient, conversation: SearchConversation, actions: HitActions, hits: HitList, preview: Preview,
        line: StatusLine, parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._client, self._conversation, self._hits, self._preview, self._line = client, conversation, hits, preview, line
        self.judgements: tuple[Judgement, ...] = ()
        client.told.connect(self._take)
        actions.judged.connect(self.judge)
        conversation.changed.connect(self._mark)
        hits.chosen.connect(lambda _: self._mark())

    @Slot(str, object)
    def judge(self, name: str, hit: Hit) -> None:
        """The same verdict again takes it back; "right-page" is of the hit's page alone."""
        question = self._conversation.shown_question
        if not question:
            return
        wanted, page = name != "wrong", hit.page if name == "right-page" else None
        if page is None and verdicts_on(self.judgements, question).get(hit.path) is wanted:
            self._client.settle(question, hit.path, None)
            self._line.set_search(self.tr("Mark taken back"))
        else:
            self._client.settle(question, hit.path, wanted, page)
            right, wrong = self.tr("Marked as right for this question"), self.tr("Marked as wrong for this question")
            self._line.set_search((right if wanted else wrong) + " · " + self.tr("Ctrl+E: measure on your questions"))
        self._mark()

    @Slot(object)
    def _take(self, told: JudgementsTold) -> None:
        if told.source == OWN:
            self.judgements = told.judgements
            self._mark()
            self.changed.emit(self.judgements)

    def _mark(self) -> None:
        verdicts = verdicts_on(self.judgements, self._conversation.shown_question)
        self._hits.set_verdicts(verdicts)
        shown = self._preview.hit
        self._preview.set_verdict(verdicts.get(shown.path) if shown is not None else None)

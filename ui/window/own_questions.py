"""Measuring on a person's own questions: joins the page, its dialogs, and the search process that measures."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from engine.evaluation.judgements import Judgement
from engine.evaluation.judging_messages import JudgementsTold, Measured, RunTold, SavedRun
from engine.messages import Failure
from ui.window.banner import Banner
from ui.window.evaluation_page import EvaluationPage
from ui.window.hit_actions import HitActions
from ui.window.judging_client import JudgingClient
from ui.window.language import translate
from ui.window.question_editor import QuestionEditor
from ui.window.question_lists import QuestionLists
from ui.window.question_table import AskedQuestion
from ui.window.status_line import StatusLine

ChooseFile = Callable[[QWidget, str], str]      # "csv", "save" or "document" → a path, "" for none


class OwnQuestions(QObject):
    search_wanted = Signal(str)         # a question

    def __init__(
        self, client: JudgingClient, page: EvaluationPage, actions: HitActions, line: StatusLine, banner: Banner, parent: QWidget,
        choose: ChooseFile | None = None,
    ) -> None:
        super().__init__(parent)
        self._client, self._page, self._actions, self._line, self._banner = client, page, actions, line, banner
        self._window = parent
        self._choose = choose or _ask_for_file
        self._wanted_run, self._wanted_before = "", ""      # names of runs that were asked for
        self._failure: Failure | None = None                # the one in view that came of something asked here
        self.lists: QuestionLists | None = None
        self.editor: QuestionEditor | None = None
        self._connect()

    def _connect(self) -> None:
        client, page = self._client, self._page
        client.told.connect(self._take_judgements)
        client.runs_listed.connect(self._take_runs)
        client.run_told.connect(self._take_run)
        client.progressed.connect(lambda done, total: page.set_progress((done, total)))
        client.measured.connect(self._take_measured)
        client.stopped.connect(lambda: page.set_progress(None))
        client.examined.connect(lambda examined: self.lists.take(examined) if self.lists is not None else None)
        client.failed.connect(self._take_failure)
        page.source_wanted.connect(self._use)
        page.choose_wanted.connect(self._choose_set)
        page.measure_wanted.connect(self._measure)
        page.stop_wanted.connect(client.stop_measuring)
        page.compare_wanted.connect(self._compare)
        page.drop_wanted.connect(client.drop_run)
        page.import_wanted.connect(self._import)
        page.export_wanted.connect(self._export)
        page.list.open_wanted.connect(self._open_lists)
        page.list.edit_wanted.connect(self._edit)
        page.list.remove_wanted.connect(self._ask_to_remove)
        page.list.search_wanted.connect(self.search_wanted)

    def refresh(self) -> None:
        """When the page is opened: a command may have judged, and measured, meanwhile."""
        self._client.ask_judgements(self._page.source)
        self._client.ask_runs()

    # -- questions

    @Slot(object)
    def _take_judgements(self, told: JudgementsTold) -> None:
        if told.source == self._page.source:
            self._page.set_judgements(told.judgements)
        if told.taken_in is not None:
            self._line.set_search(self.tr("%n question(s) imported", "", told.taken_in))
        if told.exported is not None:
            self._line.set_search(self.tr("%n question(s) exported", "", told.exported))

    @Slot(str)
    def _use(self, source: str) -> None:
        self._forget_failure()
        self._page.set_source(source)
        self.refresh()

    def _choose_set(self) -> None:
        path = self._choose(self._window, "csv")
        if path:
            self._use(os.path.abspath(path))

    def _import(self) -> None:
        path = self._choose(self._window, "csv")
        if path:
            self._forget_failure()
            self._client.take_in(os.path.abspath(path))

    def _export(self) -> None:
        path = self._choose(self._window, "save")
        if path:
            self._forget_failure()
            self._client.export(os.path.abspath(path))

    @Slot(object)
    def _edit(self, asked: AskedQuestion | None) -> None:
        question, judgements = (asked.question, asked.judgements) if asked is not None else ("", ())
        self.editor = QuestionEditor(question, judgements, lambda parent: self._choose(parent, "document"), self._window)
        self.editor.saved.connect(self._revise)
        self.editor.finished.connect(lambda _: self._forget_editor())
        self.editor.open()

    def _forget_editor(self) -> None:
        self.editor = None

    @Slot(object)
    def _ask_to_remove(self, asked: AskedQuestion) -> None:
        box = QMessageBox(self._window)
        box.setWindowTitle(self.tr("Remove question"))
        box.setText(self.tr("Remove “{question}” and its marks?").format(question=asked.question[:200]))
        box.setInformativeText(self.tr("Your documents stay as they are."))
        remove = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        nothing: tuple[Judgement, ...] = ()
        remove.clicked.connect(lambda: self._revise(asked.question, nothing))
        box.open()

    @Slot(str, tuple)
    def _revise(self, question: str, judgements: tuple[Judgement, ...]) -> None:
        self._forget_failure()
        self._client.revise(question, judgements)

    # -- measuring

    def _measure(self) -> None:
        self._banner.hide_message()
        self._page.set_progress((0, 0))
        self._client.measure(self._page.source, f"{datetime.now():%Y-%m-%d %H.%M.%S}")

    @Slot(object)
    def _take_measured(self, measured: Measured) -> None:
        page = self._page
        page.set_progress(None)
        page.set_run(measured.name, measured.run, measured.is_complete)
        self._client.ask_runs()

    @Slot(object)
    def _take_runs(self, runs: tuple[SavedRun, ...]) -> None:
        self._page.set_runs(runs)
        if self._page.run is None and self._page.newest_run():
            self._wanted_run = self._page.newest_run()
            self._client.ask_run(self._wanted_run)

    @Slot(str)
    def _compare(self, name: str) -> None:
        self._wanted_before = name
        self._forget_failure()
        if name:
            self._client.ask_run(name)
        else:
            self._page.set_before("", None)

    @Slot(object)
    def _take_run(self, told: RunTold) -> None:
        if told.name == self._wanted_before:
            self._wanted_before = ""
            self._page.set_before(told.name, told.run)
        elif told.name == self._wanted_run and self._page.run is None:
            self._page.set_run(told.name, told.run)

    @Slot(object)
    def _take_failure(self, failure: Failure) -> None:
        if self.lists is not None and self.lists.isVisible():
            self.lists.fail(failure)
        self._failure = failure
        self._banner.show_failure(failure, "warning" if failure.code == "usage" else "error")

    def _forget_failure(self) -> None:
        """What is asked next takes its place, and says itself whether it fails; what others say in the banner stays."""
        self._banner.hide_failure(self._failure)
        self._failure = None

    # -- one question

    @Slot(object)
    def _open_lists(self, asked: AskedQuestion) -> None:
        if self.lists is not None:
            self.lists.close()
        lists = self.lists = QuestionLists(asked.question, self._window)
        lists.open_wanted.connect(self._actions.open_path)
        lists.search_wanted.connect(self.search_wanted)
        lists.destroyed.connect(lambda: self._forget_lists(lists))
        lists.show()
        self._client.examine(asked.question, asked.judgements)

    def _forget_lists(self, lists: QuestionLists) -> None:
        if self.lists is lists:
            self.lists = None


def _ask_for_file(parent: QWidget, purpose: str) -> str:
    home = os.path.expanduser("~")
    tables = translate("OwnQuestions", "Tables (*.csv *.tsv)")
    if purpose == "save":
        name = os.path.join(home, translate("OwnQuestions", "questions.csv"))
        return QFileDialog.getSaveFileName(parent, translate("OwnQuestions", "Export your questions"), name, tables)[0]
    if purpose == "csv":
        return QFileDialog.getOpenFileName(parent, translate("OwnQuestions", "Choose a CSV with questions"), home, tables)[0]
    return QFileDialog.getOpenFileName(parent, translate("OwnQuestions", "Choose a document"), home)[0]

"""Written answers in the window: the button above the results, and the dialog that shows what is sent before it is."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QBoxLayout, QPushButton

from engine.messages import Failure
from engine.settings import Settings
from engine.written_answers.answer_messages import CheckedAnswer, Draft, SentPassage
from ui.window.answer_client import AnswerClient

if TYPE_CHECKING:
    from ui.window.answer_dialog import AnswerDialog

if TYPE_CHECKING:
    from ui.window.main_window import MainWindow


class WrittenAnswers(QObject):
    """There is nothing of it to be seen until a model is chosen in the settings."""

    def __init__(self, window: MainWindow, settings: Settings, client: AnswerClient) -> None:
        super().__init__(window)
        self._window, self._settings, self._client = window, settings, client
        self.dialog: AnswerDialog | None = None
        self.action = QAction(window)
        self.action.setShortcut(QKeySequence("Ctrl+R"))
        self.action.triggered.connect(self.open)
        window.addAction(self.action)
        window.menu.insertAction(window.menu.about, self.action)
        self.button = QPushButton(window)
        self.button.clicked.connect(self.open)
        left = window.hits.parentWidget()
        column = left.layout() if left is not None else None
        assert isinstance(column, QBoxLayout)
        column.insertWidget(0, self.button)
        window.settings_changed.connect(self._take_settings)
        window.conversation.changed.connect(self._tell)
        window.installEventFilter(self)
        client.drafted.connect(self._take_draft)
        client.wrote.connect(self._take_piece)
        client.checked.connect(self._take_answer)
        client.failed.connect(self._take_failure)
        self.retranslate()
        self._tell()

    def open(self) -> None:
        """Lay out what would be sent for the question whose results are shown."""
        question, settings = self._window.conversation.shown_question, self._settings
        if not question or not self._is_on():
            return
        if self.dialog is not None:
            self.dialog.close()
        from ui.window.answer_dialog import AnswerDialog

        self.dialog = AnswerDialog(question, settings.answer_model, settings.answer_address, self._window)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # By the address that was shown: what the settings say when the button is pressed may be another one.
        self.dialog.send_wanted.connect(lambda: self._client.write(settings.answer_address, settings.answer_model))
        self.dialog.stop_wanted.connect(self._stop)
        self.dialog.passage_wanted.connect(self._show_passage)
        self._client.draft(question, self._window.conversation.shown_filters)
        self.dialog.show()

    def retranslate(self) -> None:
        self.action.setText(self.tr("Written answer…"))
        self.button.setText(self.tr("Write an answer from these passages…"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        return super().eventFilter(watched, event)

    def _is_on(self) -> bool:
        return bool(self._settings.answer_address and self._settings.answer_model)

    def _tell(self) -> None:
        has_results = self._window.conversation.result is not None and bool(self._window.hits.hits)
        is_asked = bool(self._window.conversation.shown_question)
        self.action.setVisible(self._is_on())
        self.action.setEnabled(has_results and is_asked)
        self.button.setVisible(self._is_on() and has_results and is_asked)

    @Slot(object)
    def _take_settings(self, settings: Settings) -> None:
        self._settings = settings
        self._tell()

    @Slot()
    def _stop(self) -> None:
        self._client.stop()
        self.dialog = None

    @Slot(object)
    def _take_draft(self, draft: Draft) -> None:
        if self.dialog is not None:
            self.dialog.take_draft(draft)

    @Slot(str)
    def _take_piece(self, piece: str) -> None:
        if self.dialog is not None:
            self.dialog.take_piece(piece)

    @Slot(object)
    def _take_answer(self, answer: CheckedAnswer) -> None:
        if self.dialog is not None:
            self.dialog.take_answer(answer)

    @Slot(object)
    def _take_failure(self, failure: Failure) -> None:
        if self.dialog is not None:
            self.dialog.take_failure(failure)

    @Slot(object)
    def _show_passage(self, passage: SentPassage) -> None:
        """In the preview, at its place; as a file where it is not among the results any more."""
        hit = next((hit for hit in self._window.hits.hits if hit.document_id == passage.document_id), None)
        if hit is None:
            self._window.hit_actions.show_path(passage.path)
            return
        self._window.preview.show_hit(dataclasses.replace(
            hit, chunk_id=passage.chunk_id, heading_path=passage.heading_path, page=passage.page, start=passage.start, end=passage.end,
        ), self._window.conversation.shown_question)

"""A written answer: first exactly what would be sent, then the answer as it comes, then each sentence with what the check says of it."""

from __future__ import annotations

import html

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine.messages import Failure
from engine.written_answers.answer_messages import CheckedAnswer, CheckedSentence, Draft, SentPassage
from ui.answer_words import answer_in_words, mark_in_words, refusal_in_words
from ui.window import first_size, wording
from ui.window.language import current

_WARNING, _WARNING_ON_DARK = "#b45309", "#fbbf24"      # amber; the sign and the words say the same


class AnswerDialog(QDialog):
    """Beside the window. It sends nothing by itself: `send_wanted`, after the person has seen what."""

    send_wanted = Signal()
    stop_wanted = Signal()
    passage_wanted = Signal(object)     # SentPassage

    def __init__(self, question: str, model: str, address: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question, self._model, self._address = question, model, address
        self._draft: Draft | None = None
        self._answer: CheckedAnswer | None = None
        self._failure: Failure | None = None
        self._written = ""
        self._is_writing = False
        self._heading, self._note = _label(self), _label(self)
        self.sent = QPlainTextEdit(self)
        self.sent.setReadOnly(True)
        self.sent.setTabChangesFocus(True)
        self.answer = QTextBrowser(self)
        self.answer.setOpenLinks(False)
        self.answer.setTabChangesFocus(False)
        self.answer.anchorClicked.connect(self._follow)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.sent)
        self.pages.addWidget(self.answer)
        self.send, self.stop, self._close = QPushButton(self), QPushButton(self), QPushButton(self)
        self.send.setProperty("primary", True)
        self.send.clicked.connect(self._send)
        self.stop.clicked.connect(self._stop)
        self._close.clicked.connect(self.close)
        self._build()
        self.retranslate()
        first_size.resize(self, 720, 620)

    # -- what comes

    def take_draft(self, draft: Draft) -> None:
        self._draft = draft
        self.sent.setPlainText(draft.as_text())
        self._tell()
        (self.send if draft.refusal is None else self._close).setFocus()

    def take_piece(self, piece: str) -> None:
        if self._is_writing:
            self._written += piece
            self.answer.setPlainText(self._written)
            bar = self.answer.verticalScrollBar()
            bar.setValue(bar.maximum())

    def take_answer(self, answer: CheckedAnswer) -> None:
        self._answer, self._is_writing = answer, False
        self._tell()

    def take_failure(self, failure: Failure) -> None:
        self._failure, self._is_writing = failure, False
        self._tell()

    # -- words

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Written answer"))
        self._heading.setText(wording.printable(self._question))
        self.sent.setAccessibleName(self.tr("What is sent"))
        self.answer.setAccessibleName(self.tr("The answer"))
        self.send.setText(self.tr("Send and write"))
        self.stop.setText(self.tr("Stop"))
        self._close.setText(self.tr("Close"))
        self._tell()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop_wanted.emit()
        event.accept()          # QDialog's own would call `reject` again, find the dialog still open, and leave it so

    def reject(self) -> None:
        self.close()            # Escape, too, stops what is being written

    def _tell(self) -> None:
        """Note, page and buttons, by how far it is."""
        is_ready = self._draft is not None and self._draft.refusal is None and not self._is_writing
        self.pages.setVisible(self._draft is not None and self._draft.refusal is None)
        self.send.setVisible(is_ready and self._answer is None)
        self.stop.setVisible(self._is_writing)
        self._note.setText(self._said())
        if self._answer is not None and self._draft is not None:
            self.pages.setCurrentWidget(self.answer)
            self.answer.setHtml(self._as_html(self._answer, self._draft))

    def _said(self) -> str:
        if self._failure is not None:
            return self._failure.message(current())
        if self._draft is None:
            return self.tr("Looking for the passages…")
        if self._draft.refusal is not None:
            nearest = "" if self._draft.refusal == "nothing-found" else " " + self.tr("The nearest passages are in the list.")
            return refusal_in_words(self._draft.refusal, current()) + nearest
        if self._is_writing:
            return self.tr("{model} is writing…").format(model=wording.printable(self._model))
        if self._answer is None:
            return self.tr(
                "This, and nothing else, goes to the model {model} at {address}, on this computer. Nothing has been sent yet."
            ).format(model=wording.printable(self._model), address=wording.printable(self._address))
        if self._answer.is_not_said:
            return answer_in_words("model-says-not", current())
        if self._answer.is_supported:
            return self.tr("Written by a model. Each sentence names a passage that holds its figures and words; read it there.")
        return self.tr("Written by a model. What is marked ⚠ is not supported by the passage that it names, or names none.")

    def _as_html(self, answer: CheckedAnswer, draft: Draft) -> str:
        by_number = {passage.number: passage for passage in draft.passages}
        body = [self._sentence(answer, sentence, by_number) for sentence in answer.sentences]
        sources = [self._source(passage) for passage in draft.passages]
        return f"{''.join(body)}<hr>{''.join(sources)}"

    def _source(self, passage: SentPassage) -> str:
        place = passage.source
        if passage.page:
            place += ", " + self.tr("page {page}").format(page=passage.page)
        link = f'<a href="passage:{passage.number}">[{passage.number}]</a>'
        return f"<p>{link} {_escaped(place)}<br><small>{_escaped(passage.path)}</small></p>"

    def _sentence(self, answer: CheckedAnswer, sentence: CheckedSentence, by_number: dict[int, SentPassage]) -> str:
        text = _escaped(answer.text[sentence.start:sentence.end])
        for number in sorted({citation.number for citation in sentence.citations} & set(by_number), reverse=True):
            text = text.replace(f"[{number}]", f'<a href="passage:{number}">[{number}]</a>')
        mark = mark_in_words(sentence, current())
        if not mark:
            return f"<p>{text}</p>"
        colour = _WARNING if self.answer.palette().base().color().lightness() > 128 else _WARNING_ON_DARK
        return f'<p><u>{text}</u> <span style="color:{colour}">⚠ {_escaped(mark)}</span></p>'

    # -- what a person does

    def _send(self) -> None:
        self._failure, self._written, self._is_writing = None, "", True
        self.answer.clear()
        self.pages.setCurrentWidget(self.answer)
        self._tell()
        self.stop.setFocus()
        self.send_wanted.emit()

    def _stop(self) -> None:
        self._is_writing = False
        self.stop_wanted.emit()
        self.close()

    def _follow(self, link: QUrl) -> None:
        if self._draft is not None and link.scheme() == "passage" and link.path().isdecimal():
            for passage in self._draft.passages:
                if passage.number == int(link.path()):
                    self.passage_wanted.emit(passage)

    def _build(self) -> None:
        row = QHBoxLayout()
        row.addStretch(1)
        for button in (self.send, self.stop, self._close):
            button.setAutoDefault(False)
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.addWidget(self._heading)
        layout.addWidget(self._note)
        layout.addWidget(self.pages, 1)
        layout.addStretch(0)
        layout.addLayout(row)
        font = self._heading.font()
        font.setBold(True)
        self._heading.setFont(font)


def _label(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _escaped(text: str) -> str:
    return html.escape(wording.printable(text)).replace("\n", "<br>")

"""The document of the chosen hit, at the passage: pages, text, code or table, with the actions on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.document import DocumentId
from engine.hits import Hit
from engine.messages import DocumentView, Matches
from ui.window import icons, language, theme, wording
from ui.window.code_view import CodeView
from ui.window.elided_label import ElidedLabel
from ui.window.hit_delegate import scaled
from ui.window.marks import Marks, Span
from ui.window.page_renderer import PageRenderer
from ui.window.pdf_view import PdfView
from ui.window.quotation import Quotation, plain_quotation, quotation_of
from ui.window.table_view import TableView
from ui.window.text_view import TextView
from ui.wording import reason_in_words

TABLE_KINDS = frozenset({"xlsx", "xls", "xlsb", "ods", "csv", "tsv"})
PAGE_KINDS = frozenset({"pdf", "image"})        # drawn as they are
ZOOMS = (0.5, 0.67, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
Action = Literal["open", "show", "copy-path", "copy-passage", "right", "wrong"]


class Preview(QWidget):
    wanted = Signal(object, int)        # DocumentId, offset: show the piece around it
    find_wanted = Signal(object, str)   # DocumentId, text
    acted = Signal(str, object)         # Action, Hit

    def __init__(self, renderer: PageRenderer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hit: Hit | None = None
        self._view: DocumentView | None = None
        self._query = ""                                # that the hit answers
        self._marked_query = ""                         # whose words are marked
        self._query_matches: tuple[Span, ...] = ()
        self._query_all = True                          # they are all that the document has
        self._found: tuple[Span, ...] | None = None     # by the find field; None: it is closed or empty
        self._found_all = True
        self._verdict: bool | None = None               # the person's own on this document for the question
        self._current: int | None = None                # index of the current match
        self._asked: int | None = None                  # offset of the piece asked for
        self._asked_for_marks = False                   # …which is shown already, with the marks of another query
        self._is_read_anew = False                      # the document, since the piece shown was taken
        self._around = 0                                # offset that the piece shown was asked for by
        self._pending_jump: Span | None = None
        self._no_pages: set[DocumentId] = set()         # PDFs and pictures that cannot be drawn: shown as text
        self._zoom = {"pages": 1.0, "text": 1.0, "code": 1.0, "table": 1.0}
        self.pages = PdfView(renderer, self)
        self.text = TextView(self)
        self.code = CodeView(self)
        self.table = TableView(self)
        self._nothing = QLabel(self)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setWordWrap(True)
        self._nothing.setProperty("dim", True)
        self._nothing.setMargin(40)
        self._stack = QStackedWidget(self)
        for view in (self._nothing, self.pages, self.text, self.code, self.table):
            self._stack.addWidget(view)
        self.pages.unreadable.connect(self._pages_failed)
        self.pages.page_changed.connect(lambda *_: self._fill_numbers())
        for view in (self.text, self.code, self.table):
            view.edge_reached.connect(self._edge)
        self.table.sheet_chosen.connect(self._ask_for)
        self._find_soon = QTimer(self)
        self._find_soon.setSingleShot(True)
        self._find_soon.setInterval(200)
        self._find_soon.timeout.connect(self._find)
        self._build()
        self.retranslate()
        self.clear()

    # -- what is shown

    @property
    def hit(self) -> Hit | None:
        return self._hit

    @property
    def query(self) -> str:
        """Whose words are to be marked in what is asked for."""
        return self._query

    @property
    def current_view(self) -> QWidget:
        return self._stack.currentWidget() or self._nothing

    @property
    def matches(self) -> tuple[Span, ...]:
        return self._query_matches if self._found is None else self._found

    def clear(self, message: str = "") -> None:
        self._hit, self._view, self._asked = None, None, None
        self._query = self._marked_query = ""
        self._query_matches, self._found, self._current = (), None, None
        self._header.hide()
        self._find_bar.hide()
        self._nothing.setText(message)
        self._stack.setCurrentWidget(self._nothing)
        self.pages.close_file()

    def show_hit(self, hit: Hit, query: str = "") -> None:
        """Go to a hit of a query: its header at once, its document as soon as the piece arrives.

        The hit that is shown already stays where the person has scrolled it; the marks of another query, and the text of a
        document that was read anew, take the place of those before when they are there.
        """
        was = self._hit
        same = was is not None and (was.document_id, was.start, was.end) == (hit.document_id, hit.start, hit.end)
        is_new_document = was is None or was.document_id != hit.document_id
        if was is not None and not is_new_document and (was.modified != hit.modified or (same and was.chunk_id != hit.chunk_id)):
            self._is_read_anew, self._asked = True, None        # a piece on its way may be of the text before
        is_new_query, is_going = query != self._query, self._asked is not None and not self._asked_for_marks
        if is_new_query:
            self._query, self._asked = query, None      # a piece on its way has the marks of the query before
        self._hit = hit
        self._fill_header()
        if same and self._view is not None and not (is_new_query and is_going):
            self._apply_marks()
            if is_new_query or self._is_read_anew:
                self._ask_for(self._around, for_marks=True)
            return
        self._current, self._pending_jump = None, None
        if is_new_document:
            self.close_find()
            self._view, self._is_read_anew = None, False
            self._query_matches = ()
            self._fill_numbers()
        self._ask_for(hit.answer.start if hit.answer is not None else hit.start)

    def take_view(self, view: DocumentView) -> None:
        """A piece of the document has arrived."""
        if self._hit is None or view.document_id != self._hit.document_id:
            return
        is_same = self._view is not None and self._view.document_id == view.document_id
        is_of_another_query = self._marked_query != self._query
        keep_place = is_same and self._asked is not None and self._pending_jump is None and (
            self._asked_for_marks or self._asked != self._place_of_hit()
        )
        is_sheet = is_same and keep_place and self.current_view is self.table and not self.table.holds(self._asked or 0)
        was, self._view = self._view, view
        if not is_same or is_of_another_query or self._is_read_anew:
            self._take_marks_of_query(view.matches)
        if self._is_read_anew and self._find_bar.isVisible():
            self._find_soon.start()
        self._is_read_anew = False
        if self._asked is not None:
            self._around = self._asked
        self._asked = None
        target = self._view_for(view)
        if target is None:
            self._show_nothing(view)
            return
        if keep_place and target is self.current_view and was is not None and _is_same_piece(was, view):
            self._apply_marks()
            self._fill_numbers()
            return
        self._stack.setCurrentWidget(target)
        target.set_zoom(self._zoom[self._zoom_key()])
        if self._pending_jump is not None:
            self._current = self._index_of(self._pending_jump)
            self._pending_jump = None
        marks = self._marks()
        if is_sheet:
            marks = Marks(current=(view.text_start, view.text_start))
            target.set_view(view, marks, False)
            target.set_marks(self._marks())
        else:
            target.set_view(view, marks, keep_place)
        self._fill_numbers()

    def take_failure(self, message: str) -> None:
        self._view, self._asked = None, None
        self._nothing.setText(message)
        self._stack.setCurrentWidget(self._nothing)

    def take_matches(self, answer: Matches, is_found: bool) -> None:
        """All matches of the query's words (`is_found` False), or of the find field."""
        if self._hit is None or answer.document_id != self._hit.document_id:
            return
        if is_found:
            self._found, self._found_all = answer.spans, answer.is_complete
            self._current = None
            place = self._hit.start
            if answer.spans:
                after = [i for i, span in enumerate(answer.spans) if span[0] >= place]
                self._go(after[0] if after else 0)
            self._apply_marks()
        else:
            current = self.matches[self._current] if self._current is not None and self._found is None else None
            self._query_all = answer.is_complete
            known = () if answer.is_complete else (*self._query_matches, *(self._view.matches if self._view is not None else ()))
            self._query_matches = tuple(sorted({*answer.spans, *known}))
            if current is not None:
                self._current = self._index_of(current)
            self._apply_marks()
        self._fill_numbers()

    # -- matches

    def next_match(self) -> None:
        self._step(1)

    def previous_match(self) -> None:
        self._step(-1)

    def open_find(self) -> None:
        if self._hit is not None:
            self._find_bar.show()
            self._find_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._find_field.selectAll()

    def close_find(self) -> bool:
        """Close the find bar; False if it was closed."""
        was_open = self._find_bar.isVisible()
        had_focus = self._find_field.hasFocus()
        self._find_bar.hide()
        self._find_field.clear()
        self._found, self._current = None, None
        self._apply_marks()
        self._fill_numbers()
        if had_focus:
            self.current_view.setFocus()
        return was_open

    def zoom_by(self, step: int) -> None:
        """Larger (1) or smaller (-1), each kind of view by itself; 0: as at first."""
        key = self._zoom_key()
        near = min(range(len(ZOOMS)), key=lambda i: abs(ZOOMS[i] - self._zoom[key]))
        self._zoom[key] = ZOOMS[max(0, min(len(ZOOMS) - 1, near + step))] if step else 1.0
        if self.current_view is not self._nothing:
            self.current_view.set_zoom(self._zoom[key])     # type: ignore[attr-defined]
        self._fill_numbers()

    def set_verdict(self, verdict: bool | None) -> None:
        """The person's own on this document for the question at hand."""
        if verdict != self._verdict:
            self._verdict = verdict
            self._set_verdict_icons()
        self._buttons["right"].setChecked(verdict is True)      # a click has turned them by itself
        self._buttons["wrong"].setChecked(verdict is False)

    def quotation(self) -> Quotation:
        """The passage found, as far as it is known."""
        hit, view = self._hit, self._view
        if hit is None:
            return Quotation()
        if view is not None and view.text_start <= hit.start < hit.end <= view.text_end:
            return quotation_of(view, hit.start, hit.end)
        return plain_quotation(hit.snippet)

    # -- inside

    def _take_marks_of_query(self, matches: tuple[Span, ...]) -> None:
        view = self._view
        self._marked_query, self._query_matches = self._query, matches
        self._query_all = view is None or (view.text_start == 0 and view.text_end >= view.total)
        if self._found is None:
            self._current = None

    def _marks(self) -> Marks:
        hit = self._hit
        if hit is None:
            return Marks()
        current = self.matches[self._current] if self._current is not None and self._current < len(self.matches) else None
        return Marks(
            passage=(hit.start, hit.end) if hit.end > hit.start else None,
            answer=(hit.answer.start, hit.answer.end) if hit.answer is not None else None,
            matches=self.matches,
            current=current,
        )

    def _apply_marks(self) -> None:
        view = self.current_view
        if self._view is not None and view is not self._nothing:
            view.set_marks(self._marks())       # type: ignore[attr-defined]

    def _place_of_hit(self) -> int:
        assert self._hit is not None
        return self._hit.answer.start if self._hit.answer is not None else self._hit.start

    def _ask_for(self, offset: int, for_marks: bool = False) -> None:
        self._asked_for_marks = for_marks
        if self._hit is not None and self._asked != offset:
            self._asked = offset
            self.wanted.emit(self._hit.document_id, offset)

    def _edge(self, offset: int) -> None:
        if self._asked is None:
            self._ask_for(offset)

    def _view_for(self, view: DocumentView) -> PdfView | TextView | CodeView | TableView | None:
        if view.kind in PAGE_KINDS and "!" not in view.path[len(view.file_path):] and view.document_id not in self._no_pages:
            return self.pages
        if not view.document.text:
            return None
        if view.kind == "code":
            return self.code
        if view.kind in TABLE_KINDS and any(block.rows for block in view.document.blocks):
            return self.table
        return self.text

    def _pages_failed(self, reason: str) -> None:
        """A PDF that cannot be drawn is shown as text."""
        if self._view is None or self._hit is None:
            return
        self._no_pages.add(self._view.document_id)
        self.take_view(self._view)

    def _show_nothing(self, view: DocumentView) -> None:
        text = self.tr("There is no text to show of this document.")
        if view.reason:
            text = self.tr("There is no text to show of this document: {reason}.").format(
                reason=reason_in_words(view.reason, language.current())
            )
        self._nothing.setText(text)
        self._stack.setCurrentWidget(self._nothing)
        self._fill_numbers()

    def _index_of(self, span: Span) -> int | None:
        return self.matches.index(span) if span in self.matches else None

    def _step(self, step: int) -> None:
        count = len(self.matches)
        if not count or self._hit is None:
            return
        if self._current is not None:
            self._go((self._current + step) % count)
            return
        place = self._place_of_hit()
        later = [i for i, span in enumerate(self.matches) if span[0] >= place]
        if step > 0:
            self._go(later[0] if later else 0)
        else:
            self._go((later[0] - 1) % count if later else count - 1)

    def _go(self, index: int) -> None:
        self._current = index
        span = self.matches[index]
        view = self.current_view
        if self._view is not None and view is not self._nothing and view.holds(span[0]):      # type: ignore[attr-defined]
            self._apply_marks()
            view.go_to(span[0])         # type: ignore[attr-defined]
        elif self._hit is not None:
            self._pending_jump = span
            self._asked = None
            self._ask_for(span[0])
        self._fill_numbers()

    def _find(self) -> None:
        text = self._find_field.text()
        if self._hit is None:
            return
        if text.strip():
            self.find_wanted.emit(self._hit.document_id, text)
        else:
            self._found, self._current = None, None
            self._apply_marks()
            self._fill_numbers()

    def _zoom_key(self) -> str:
        views = {self.pages: "pages", self.code: "code", self.table: "table"}
        return views.get(self.current_view, "text")     # type: ignore[call-overload]

    # -- header

    def _build(self) -> None:
        self._title, self._place = ElidedLabel(Qt.TextElideMode.ElideRight, self), ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self._place.setProperty("dim", True)
        self._buttons: dict[str, QToolButton] = {}
        for name in ("right", "wrong", "open", "show", "copy-path", "copy-passage", "find", "previous", "next", "zoom-out", "zoom-in",
                     "find-previous", "find-next", "find-close"):
            button = QToolButton(self)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._buttons[name] = button
        self._buttons["open"].setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for name in ("right", "wrong"):
            self._buttons[name].setCheckable(True)
        for name in ("right", "wrong", "open", "show", "copy-path", "copy-passage"):
            self._buttons[name].clicked.connect(lambda _=False, name=name: self._act(name))
        self._buttons["find"].clicked.connect(self.open_find)
        self._buttons["previous"].clicked.connect(self.previous_match)
        self._buttons["next"].clicked.connect(self.next_match)
        self._buttons["zoom-out"].clicked.connect(lambda: self.zoom_by(-1))
        self._buttons["zoom-in"].clicked.connect(lambda: self.zoom_by(1))
        self._count, self._page_label, self._zoom_label = QLabel(self), QLabel(self), QLabel(self)
        for label in (self._count, self._page_label, self._zoom_label):
            label.setProperty("dim", True)
        self._header = QWidget(self)
        self._header.setObjectName("previewHeader")
        self._header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        first = QHBoxLayout()
        first.setSpacing(2)
        first.addWidget(self._title, 1)
        for name in ("right", "wrong", "open", "show", "copy-path", "copy-passage"):
            first.addWidget(self._buttons[name])
            if name == "wrong":
                first.addSpacing(8)
        second = QHBoxLayout()
        second.setSpacing(2)
        second.addWidget(self._place, 1)
        second.addSpacing(8)
        second.addWidget(self._page_label)
        second.addSpacing(8)
        second.addWidget(self._count)
        for name in ("previous", "next", "find"):
            second.addWidget(self._buttons[name])
        second.addSpacing(8)
        second.addWidget(self._buttons["zoom-out"])
        second.addWidget(self._zoom_label)
        second.addWidget(self._buttons["zoom-in"])
        header = QVBoxLayout(self._header)
        header.setContentsMargins(18, 10, 12, 8)
        header.setSpacing(2)
        header.addLayout(first)
        header.addLayout(second)
        self._find_bar = QWidget(self)
        self._find_bar.setObjectName("findBar")
        self._find_bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._find_field = QLineEdit(self)
        self._find_field.setClearButtonEnabled(True)
        self._find_field.textChanged.connect(lambda: self._find_soon.start())
        self._find_field.installEventFilter(self)
        self._find_count = QLabel(self)
        self._find_count.setProperty("dim", True)
        self._find_count.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        find = QHBoxLayout(self._find_bar)
        find.setContentsMargins(18, 6, 12, 6)
        find.addWidget(self._find_field, 1)
        find.addWidget(self._find_count)
        for name, act in (("find-previous", self.previous_match), ("find-next", self.next_match), ("find-close", self.close_find)):
            self._buttons[name].clicked.connect(act)
            find.addWidget(self._buttons[name])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._header)
        layout.addWidget(self._find_bar)
        layout.addWidget(self._stack, 1)

    def _fill_header(self) -> None:
        hit = self._hit
        if hit is None:
            return
        self._header.show()
        self._title.setText(wording.printable(hit.title))
        self._place.setText(wording.printable(hit.path))
        self._title.setFont(scaled(self.font(), 1.2, self._title.font().Weight.DemiBold))
        self._fill_numbers()

    def _fill_numbers(self) -> None:
        count = len(self.matches)
        is_all = self._query_all if self._found is None else self._found_all
        of = wording.number(count) + ("" if is_all else "+")
        if self._current is not None:
            text = self.tr("{number} of {count}").format(number=wording.number(self._current + 1), count=of)
        else:
            text = self.tr("%n match(es)", "", count) if is_all else self.tr("{count} matches").format(count=of)
        self._count.setText(text if self._found is None and self._view is not None else "")      # none is known before it is there
        self._find_count.setText(text if self._found is not None else "")
        for name in ("previous", "next", "find-previous", "find-next"):
            self._buttons[name].setEnabled(count > 0)
        on_pages = self.current_view is self.pages and self.pages.n_pages > 0
        self._page_label.setText(
            self.tr("page {page} of {count}").format(
                page=wording.number(max(1, self.pages.page)), count=wording.number(self.pages.n_pages)
            ) if on_pages else ""
        )
        self._zoom_label.setText(self.tr("{percent} %").format(percent=round(100 * self._zoom[self._zoom_key()])))

    def _act(self, name: str) -> None:
        if self._hit is not None:
            self.acted.emit(name, self._hit)

    def retranslate(self) -> None:
        texts = {
            "right": self.tr("Right for this question (Ctrl+J; again: undo)"),
            "wrong": self.tr("Wrong for this question (Ctrl+Shift+J; again: undo)"),
            "open": self.tr("Open in its own application (Ctrl+Enter)"), "show": self.tr("Show in folder"),
            "copy-path": self.tr("Copy the path"), "copy-passage": self.tr("Copy the passage with its source (Ctrl+Shift+C)"),
            "find": self.tr("Find in this document (Ctrl+G)"), "previous": self.tr("Previous match (Shift+F3)"),
            "next": self.tr("Next match (F3)"), "zoom-out": self.tr("Smaller (Ctrl+-)"), "zoom-in": self.tr("Larger (Ctrl++)"),
            "find-previous": self.tr("Previous match (Shift+F3)"), "find-next": self.tr("Next match (F3)"),
            "find-close": self.tr("Close (Esc)"),
        }
        for name, text in texts.items():
            self._buttons[name].setToolTip(text)
            self._buttons[name].setAccessibleName(text)
        self._buttons["open"].setText(self.tr("Open"))
        self._find_field.setPlaceholderText(self.tr("Find in this document"))
        self._find_field.setAccessibleName(self.tr("Find in this document"))
        self._set_icons()
        self._fill_header()
        if self._view is not None and self.current_view is self._nothing:
            self._show_nothing(self._view)

    def _set_icons(self) -> None:
        for name, icon in {
            "open": "open", "show": "folder", "copy-path": "copy", "copy-passage": "quote", "find": "find",
            "previous": "up", "next": "down", "zoom-out": "zoom-out", "zoom-in": "zoom-in", "find-previous": "up",
            "find-next": "down", "find-close": "clear",
        }.items():
            self._buttons[name].setIcon(icons.icon(icon))
        self._set_verdict_icons()

    def _set_verdict_icons(self) -> None:
        colours = theme.current()
        for name, verdict, colour in (("right", True, colours.answer_edge), ("wrong", False, colours.error)):
            self._buttons[name].setIcon(icons.icon(name, colour if self._verdict is verdict else colours.dim))

    # -- events

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self._find_field and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
        return super().eventFilter(watched, event)      # type: ignore[arg-type]

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom_by(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < 520
        for name in ("zoom-out", "zoom-in"):
            self._buttons[name].setVisible(not narrow)
        self._zoom_label.setVisible(not narrow)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._set_icons()


def _is_same_piece(one: DocumentView, other: DocumentView) -> bool:
    """Whether two views differ at most in their marks."""
    return replace(one, matches=()) == replace(other, matches=())

"""What a person does with a hit: open, show, copy, ask why, leave out; by its menu, its keys and the preview's buttons."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.hits import Hit
from engine.messages import file_of
from ui.window import news, opening, wording
from ui.window.banner import Banner
from ui.window.citation import cite, cite_as_markdown
from ui.window.explanation import ExplanationDialog
from ui.window.hit_list import HitList
from ui.window.hit_menu import HitMenu
from ui.window.preview import Preview
from ui.window.status_line import StatusLine


class HitActions(QObject):
    opened = Signal(str)            # path of a document, in its own application
    acted = Signal()                # a person did something with a result
    narrowed = Signal(object)       # Hit: search in its document alone
    leave_out_wanted = Signal(str)  # path of the file
    judged = Signal(str, object)    # "right", "right-page", "wrong"; Hit
    _not_opened = Signal(str)

    def __init__(
        self, hits: HitList, preview: Preview, line: StatusLine, banner: Banner, are_hits_seen: Callable[[], bool], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._hits, self._preview, self._line, self._banner = hits, preview, line, banner
        self._are_hits_seen = are_hits_seen
        self._window = parent
        hits.opened.connect(lambda hit: self.act("open", hit))
        hits.menu_wanted.connect(self._show_menu)
        preview.acted.connect(self.act)
        self._not_opened.connect(lambda path: banner.show_failure(news.not_opened(path), "warning"))

    def act(self, name: str, hit: Hit) -> None:
        clipboard = QGuiApplication.clipboard()
        match name:
            case "open":
                self.open_path(hit.path)
            case "show":
                self.show_path(hit.path)
            case "copy-path":
                clipboard.setText(wording.printable(hit.path))
                self._line.set_search(self.tr("Path copied"))
            case "copy-passage" | "copy-markdown":
                self._copy_passage(hit, name == "copy-markdown")
            case "passages":
                self._hits.toggle_passages(hit)
                return
            case "search-in":
                self.narrowed.emit(hit)
                return
            case "why":
                self.explain(hit, self._window)
            case "right" | "right-page" | "wrong":
                self.judged.emit(name, hit)
            case "unfold" | "fold":
                self._hits.unfold(name == "unfold")
            case "leave-out":
                self._ask_to_leave_out(file_of(hit.path))
        self.acted.emit()

    def _copy_passage(self, hit: Hit, is_markdown: bool) -> None:
        quotation = self._preview.quotation()
        QGuiApplication.clipboard().setText((cite_as_markdown if is_markdown else cite)(hit, quotation))
        if not quotation.pieces:
            self._line.set_search(self.tr("Source copied; there is no passage to quote"))
        elif is_markdown:
            self._line.set_search(self.tr("Passage copied as Markdown with its source"))
        else:
            self._line.set_search(self.tr("Passage copied with its source"))

    def explain(self, hit: Hit, over: QWidget | None) -> None:
        """Why a hit stands where it does, over the window that asks."""
        is_current = hit == self._hits.current_hit()
        shown = (self._hits.current_newest() if is_current else None) or hit
        place = self._hits.hits.index(shown) + 1 if shown in self._hits.hits else None
        is_passage = place is None or sum(hit.document_id == shown.document_id for hit in self._hits.hits) > 1
        ExplanationDialog(shown, over or self._window, place, is_passage).show()

    def act_on_current(self, name: str) -> None:
        hit = self._hits.current_hit()
        if hit is not None and self._are_hits_seen():
            self.act(name, hit)

    def _show_menu(self, hit: Hit, place: QPoint) -> None:
        newest = self._hits.current_newest()
        is_unfolded = self._hits.is_unfolded() if newest is not None and newest.versions else None
        menu = HitMenu(hit, self.act, self._window, self._hits.current_verdict(), is_unfolded)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _ask_to_leave_out(self, path: str) -> None:
        box = QMessageBox(self._window)
        box.setWindowTitle(self.tr("Leave this file out"))
        box.setText(self.tr("Leave {name} out of the searches?").format(name=wording.printable(os.path.basename(path))))
        box.setInformativeText(self.tr("The file itself stays as it is. Adding it again brings it back."))
        leave = box.addButton(self.tr("Leave out"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        leave.clicked.connect(lambda: self.leave_out_wanted.emit(path))
        box.open()

    def open_path(self, path: str) -> None:
        self.opened.emit(path)
        opening.open_file(path, self._not_opened.emit)      # called on another thread: the signal brings it here

    def show_path(self, path: str) -> None:
        opening.show_in_folder(path, self._not_opened.emit)

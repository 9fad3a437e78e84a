"""Questions why a file is not found: opens their place, answers with what the search knows, and mends."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine.hits import Hit
from engine.messages import WhyTold, file_of
from engine.settings import Settings
from ui.window import why_words
from ui.window.hit_actions import HitActions
from ui.window.indexing_conversation import IndexingConversation
from ui.window.search_client import SearchClient
from ui.window.search_conversation import SearchConversation

if TYPE_CHECKING:
    from ui.window.why_dialog import WhyDialog


class WhyQuestions(QObject):
    place_wanted = Signal(str, str)         # a tab of the folders' page, the folder to show there

    def __init__(
        self, search: SearchClient, conversation: SearchConversation, indexing: IndexingConversation, actions: HitActions,
        ocr: QAction, settings: Callable[[], Settings], parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._search, self._conversation, self._indexing, self._actions = search, conversation, indexing, actions
        self._ocr, self._settings = ocr, settings
        self._window = parent
        self.dialog: WhyDialog | None = None
        search.why_told.connect(self._take)

    def ask(self, path: str = "") -> None:
        """Open the place to ask about any path, with the question about this one if there is one."""
        if self.dialog is None:
            from ui.window.why_dialog import WhyDialog

            self.dialog = WhyDialog(self._window)
            self.dialog.asked.connect(self._search.ask_why)
            self.dialog.mend_wanted.connect(self._mend)
            self._search.why_failed.connect(self.dialog.fail)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self.dialog.field.setFocus()
        self.dialog.field.selectAll()
        if path:
            self.dialog.ask(path)

    def ask_again(self) -> None:
        """The index has changed."""
        if self.dialog is not None:
            self.dialog.ask_again()

    @Slot(object)
    def _take(self, told: WhyTold) -> None:
        result, (query, filters), place = self._conversation.result, self._conversation.asked, ""
        hit = self._hit_of(told.why.path)
        if result is not None and query.strip() and why_words.is_searched(told):
            place = self.tr("In the search “{query}”:").format(query=query.strip()[:80]) + " " + why_words.place_in_list(
                told.why.path, told.is_folder, result.hits, result.outdated, not filters.is_empty
            )
        if self.dialog is not None:
            self.dialog.take(told, place, self._settings().ocr, hit is not None, self._settings().indexing_paused)

    def _hit_of(self, path: str) -> Hit | None:
        """Among the results of the search that is shown."""
        result = self._conversation.result
        return next((hit for hit in result.hits if hit.path == path), None) if result is not None else None

    @Slot(str, object)
    def _mend(self, name: why_words.MendName, told: WhyTold) -> None:
        why = told.why
        match name:
            case "add":
                self._indexing.add(why.path)
            case "add-folder":
                self._indexing.add(os.path.dirname(why.path))
            case "again":
                self._indexing.read_again(file_of(why.path))
            case "retry":
                self._indexing.try_again((why.path,))
            case "rank":
                hit = self._hit_of(why.path)
                if hit is not None:
                    self._actions.explain(hit, self.dialog)
            case "again-folder":
                self._indexing.refresh(why.folder or "")
            case "unlock":
                self._indexing.ask_for_password(why.path, self.dialog)
            case "source":
                self._actions.show_path(why.source)
            case "resume":
                self._indexing.pause(False)
            case "ocr":
                self._ocr.setChecked(True)
        if self.dialog is None:
            return
        if name in ("folders", "unreadable"):
            self.dialog.close()
            self.place_wanted.emit(name, why.folder or "")
        elif name == "ocr" and not self._settings().ocr:      # the add-on is missing: the banner says how to get it
            self.dialog.close()
        elif name in ("ocr", "resume"):
            self.dialog.ask_again()

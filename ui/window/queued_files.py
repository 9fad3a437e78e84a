"""Asks, for each search made while files are still read, which files of that name wait: by their text none is found yet."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from ui.window.indexing_conversation import IndexingConversation
from ui.window.search_client import SearchClient
from ui.window.search_conversation import SearchConversation


class QueuedFiles(QObject):
    def __init__(
        self, search: SearchClient, conversation: SearchConversation, indexing: IndexingConversation, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._search, self._conversation, self._indexing = search, conversation, indexing
        self._asked = ""                    # the search that was asked about
        self._paths: tuple[str, ...] = ()
        conversation.changed.connect(self._look)
        indexing.read.connect(self._look)
        search.queued_told.connect(self._take)

    @Slot()
    def _look(self) -> None:
        """Once for each search; what is found of it is looked at again as more has been read."""
        text = self._conversation.asked[0].strip()
        if text != self._asked:
            self._asked = ""
            self._tell(())
        if not text or self._conversation.result is None or self._conversation.asked[1].documents:
            return
        if self._paths:
            self._search.ask_queued(text, self._paths)
        elif not self._asked and self._indexing.is_behind:
            self._asked = text
            self._search.ask_queued(text)

    @Slot(object)
    def _take(self, paths: tuple[str, ...]) -> None:
        if self._asked == self._conversation.asked[0].strip():
            self._tell(paths)

    def _tell(self, paths: tuple[str, ...]) -> None:
        if paths != self._paths:
            self._paths = paths
            self._conversation.set_queued(paths)

"""What was searched and opened lately and what was kept: in the data folder, never elsewhere, and cleared at a word."""

from __future__ import annotations

import json

from PySide6.QtCore import QObject, QSettings, Signal

MOST_RECENT = 30
LONGEST = 300           # characters of a query that is remembered
_RECENT, _KEPT, _OPENED = "history/recent", "history/kept", "history/opened"


class History(QObject):
    """Queries, the latest first. Without places nothing outlives the window."""

    changed = Signal()

    def __init__(self, places: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places = places
        self.recent, self.kept, self.opened = self._load(_RECENT), self._load(_KEPT), self._load(_OPENED)

    def note(self, query: str) -> None:
        """A query whose results were looked at. What only grew into it while it was typed is forgotten."""
        query = query.strip()
        if not query or len(query) > LONGEST:
            return
        others = [one for one in self.recent if one.casefold() != query.casefold()]
        if others and query.casefold().startswith(others[0].casefold()) and others[0] not in self.kept:
            others = others[1:]
        self._save(_RECENT, [query, *others][:MOST_RECENT])

    def note_opened(self, path: str) -> None:
        """A document that was opened in its own application."""
        self._save(_OPENED, [path, *(one for one in self.opened if one != path)][:MOST_RECENT])

    def keep(self, query: str, is_kept: bool = True) -> None:
        query = query.strip()[:LONGEST]
        others = [one for one in self.kept if one != query]
        self._save(_KEPT, [query, *others] if is_kept and query else others)

    def clear(self) -> None:
        """Forget what was searched and opened; what was kept stays until it is taken out."""
        self._save(_OPENED, [])
        self._save(_RECENT, [])

    def _load(self, key: str) -> list[str]:
        stored = self._places.value(key) if self._places is not None else None
        try:
            found = json.loads(stored) if isinstance(stored, str) else []
        except ValueError:
            found = []
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _save(self, key: str, entries: list[str]) -> None:
        if key == _RECENT:
            self.recent = entries
        elif key == _OPENED:
            self.opened = entries
        else:
            self.kept = entries
        if self._places is not None:
            self._places.setValue(key, json.dumps(entries))
        self.changed.emit()

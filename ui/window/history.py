"""What was searched lately and what was kept: in the data folder, never elsewhere, and cleared at a word."""

from __future__ import annotations

import json

from PySide6.QtCore import QObject, QSettings, Signal

MOST_RECENT = 30
LONGEST = 300           # characters of a query that is remembered
_RECENT, _KEPT = "history/recent", "history/kept"


class History(QObject):
    """Queries, the latest first. Without places nothing outlives the window."""

    changed = Signal()

    def __init__(self, places: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places = places
        self.recent, self.kept = self._load(_RECENT), self._load(_KEPT)

    def note(self, query: str) -> None:
        """A query whose results were looked at. What only grew into it while it was typed is forgotten."""
        query = query.strip()
        if not query or len(query) > LONGEST:
            return
        others = [one for one in self.recent if one.casefold() != query.casefold()]
        if others and query.casefold().startswith(others[0].casefold()) and others[0] not in self.kept:
            others = others[1:]
        self._save(_RECENT, [query, *others][:MOST_RECENT])

    def keep(self, query: str, is_kept: bool = True) -> None:
        query = query.strip()[:LONGEST]
        others = [one for one in self.kept if one != query]
        self._save(_KEPT, [query, *others] if is_kept and query else others)

    def clear(self) -> None:
        """Forget the recent ones; what was kept stays until it is taken out."""
        self._save(_RECENT, [])

    def _load(self, key: str) -> list[str]:
        stored = self._places.value(key) if self._places is not None else None
        try:
            found = json.loads(stored) if isinstance(stored, str) else []
        except ValueError:
            found = []
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _save(self, key: str, queries: list[str]) -> None:
        if key == _RECENT:
            self.recent = queries
        else:
            self.kept = queries
        if self._places is not None:
            self._places.setValue(key, json.dumps(queries))
        self.changed.emit()

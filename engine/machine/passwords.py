"""Passwords of documents, for as long as this process runs. They are written nowhere; the text that they open is.

Each is tried on each locked file: people use one password for many documents, and a wrong one costs nothing.
"""

from __future__ import annotations

import threading

MAX_PASSWORDS = 50      # each costs a try for every locked file


class Passwords:
    """The newest first. May be asked and added to from any thread."""

    def __init__(self, passwords: tuple[str, ...] = ()) -> None:
        self._lock = threading.Lock()
        self._passwords: tuple[str, ...] = ()
        for password in reversed(passwords):
            self.add(password)

    def __repr__(self) -> str:
        return f"Passwords({len(self._passwords)})"

    def add(self, password: str) -> None:
        """An empty one opens nothing and is dropped."""
        if password:
            with self._lock:
                others = tuple(each for each in self._passwords if each != password)
                self._passwords = (password, *others)[:MAX_PASSWORDS]

    def all(self) -> tuple[str, ...]:
        return self._passwords

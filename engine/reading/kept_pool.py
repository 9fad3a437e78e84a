"""A reading pool that is kept from one change to the next: to start a worker takes longer than to read most files.

Its workers end by themselves when nothing comes (pool.py), so that what is kept for long is a thread that sleeps.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from pathlib import Path

from engine.reading.pool import ReadingPool
from engine.reading.source import Part

KEPT_S = 90.0       # a last worker, after its last file


class KeptPool:
    """Lends one pool, made anew where it has failed or other passwords hold."""

    def __init__(self, make: Callable[[], ReadingPool], options: Callable[[], Hashable]) -> None:
        """`options`: what a pool is made with; where that changes, `make` is called again."""
        self._make = make
        self._options = options
        self._lock = threading.Lock()
        self._pool: ReadingPool | None = None
        self._made_with: Hashable = None
        self._is_closed = False

    def lend(self) -> Lent:
        """To one borrower at a time."""
        return Lent(self._current())

    def expect(self) -> None:
        """Let a worker start. From any thread; does not wait."""
        if not self._is_closed:
            self._current().expect()

    def close(self) -> None:
        """Ends the workers. A pool that is asked for afterwards is closed."""
        with self._lock:
            self._is_closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

    def _current(self) -> ReadingPool:
        options, former = self._options(), None
        with self._lock:
            if self._pool is None or not self._pool.is_open or self._made_with != options:
                former, self._pool, self._made_with = self._pool, self._make(), options
            pool = self._pool
            if self._is_closed:
                former, self._pool = pool, None
        if former is not None:
            former.close()
        return pool


class Lent:
    """The pool in the hands of its borrower, who gives it back by `close`."""

    def __init__(self, pool: ReadingPool) -> None:
        self._pool = pool

    def read(
        self, paths: Iterable[Path], is_cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Path, Sequence[Part]]]:
        return self._pool.read(paths, is_cancelled)

    def close(self) -> None:
        """What is still read for nobody is ended by the pool (`read`), which stays."""

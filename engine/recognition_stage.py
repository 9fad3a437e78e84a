"""Text recognition, after all that needs none: takes what waits for it, file by file, and puts it in the index."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.catalog import Catalog
from engine.discovery import FoundFile
from engine.discovery_rules import Rules
from engine.errors import Cancelled, WorkerLost
from engine.fingerprint import FileStamp
from engine.protocols import ReadingPool
from engine.recognition_queue import waiting_files
from engine.text_stage import TextOutcome, TextStage

_LOOK_EVERY_S = 0.3


class RecognitionStage:
    def __init__(
        self,
        catalog: Catalog,
        stage: TextStage,
        make_pool: Callable[[], ReadingPool],
        rules_of: Callable[[str], Rules],
        is_cancelled: Callable[[], bool],
    ) -> None:
        """`rules_of`: of the root with this path."""
        self._catalog = catalog
        self._stage = stage
        self._make_pool = make_pool
        self._rules_of = rules_of
        self._is_cancelled = is_cancelled

    def run(self, is_on: bool) -> TextOutcome:
        """Cancelled, it leaves the rest for the next time; pages that were recognised are kept even of a file at work."""
        outcome = TextOutcome()
        waiting = waiting_files(self._catalog, is_on)
        groups: dict[str, list[FoundFile]] = {}
        for file, root in waiting:
            if (found := _found(file.path)) is not None:
                groups.setdefault(root.path, []).append(found)
        keeps = frozenset(file.path for file, _ in waiting if file.has_text)
        if not groups:
            return outcome
        with _pool_until(self._make_pool(), self._is_cancelled) as pool:
            for root_path, files in groups.items():
                if self._is_cancelled():
                    break
                try:
                    self._stage.run(files, pool, self._rules_of(root_path), True, root_path, outcome, True, keeps)
                except (Cancelled, WorkerLost):
                    if not self._is_cancelled():
                        raise
        self._stage.commit()
        return outcome


@contextmanager
def _pool_until(pool: ReadingPool, is_cancelled: Callable[[], bool]) -> Iterator[ReadingPool]:
    """The pool, closed at once when somebody asks to stop: a book takes hours, and its pages are kept."""
    is_done = threading.Event()

    def watch() -> None:
        while not is_done.wait(_LOOK_EVERY_S):
            if is_cancelled():
                pool.close()
                return

    watcher = threading.Thread(target=watch, name="recognition-cancel", daemon=True)
    watcher.start()
    try:
        yield pool
    finally:
        is_done.set()
        watcher.join()
        pool.close()


def forget_unknown(folder: Path, known: frozenset[str]) -> int:
    """Delete what was recognised in files whose content hash is not among the known ones. Returns how many files."""
    n_deleted = 0
    for file in folder.glob("*.jsonl") if folder.is_dir() else ():
        if file.stem not in known:
            file.unlink(missing_ok=True)
            n_deleted += 1
    return n_deleted


def _found(path: str) -> FoundFile | None:
    try:
        return FoundFile(path, FileStamp.of(os.stat(path)))
    except OSError:             # gone since it was looked at: the next look sees to it
        return None

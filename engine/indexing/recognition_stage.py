"""Text recognition, after all that needs none: takes what waits for it, file by file, and puts it in the index."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from engine.catalog.catalog import Catalog
from engine.discovery.discovery import FoundFile
from engine.discovery.rules import Rules
from engine.indexing.recognition_queue import waiting_files
from engine.indexing.text_stage import TextOutcome, TextStage
from engine.machine.fingerprint import FileStamp
from engine.protocols import ReadingPool


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
        pool = self._make_pool()
        try:
            for root_path, files in groups.items():
                if self._is_cancelled():
                    break
                self._stage.run(files, pool, self._rules_of(root_path), True, root_path, outcome, True, keeps)
        finally:
            pool.close()
        return outcome


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

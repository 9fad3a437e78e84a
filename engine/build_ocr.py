"""Joins what text recognition takes: the recogniser of `models/`, its limits, and the pool that reads with it."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import models.errors
from engine.errors import OcrMissing
from engine.indexing.recognition_queue import waiting_files
from engine.reading.ocr import Ocr, Recogniser
from engine.reading.pool import ReadingPool
from engine.reading.source import MB, ReadOptions

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog
    from engine.settings import Settings

_WORKER_BYTES = 900 * MB        # networks, their working memory, and a page


def ocr_is_installed() -> bool:
    from models.recogniser_files import find_recogniser_files

    try:
        find_recogniser_files()
    except models.errors.WeightsMissing:
        return False
    return True


def read_ocr_status(settings: Settings, catalog: Catalog) -> dict[str, Any]:
    """{"installed", "on" (in every folder, by the settings), "waiting" (files to come), "unread" (where it is off),
    "without_text" (of those, documents without any text, which count among the unreadable, by that reason)}"""
    waiting = len(waiting_files(catalog, settings.ocr))
    return {
        "installed": ocr_is_installed(),
        "on": settings.ocr,
        "waiting": waiting,
        "unread": len(catalog.unrecognised_files()) - waiting,
        "without_text": dict(Counter(document.reason for document in catalog.unrecognised_documents())),
    }


def check_ocr() -> None:
    """Raises OcrMissing where the add-on is not installed."""
    if not ocr_is_installed():
        raise OcrMissing


@functools.lru_cache(maxsize=1)
def load_recogniser(n_threads: int) -> Recogniser:
    """In a reading worker, once in its life."""
    from models.text_recogniser import TextRecogniser

    return cast("Recogniser", TextRecogniser(n_threads))


def ocr_pool(n_threads: int, options: ReadOptions, folder: Path | None) -> ReadingPool:
    """Workers that recognise text: as many as memory allows, sharing `n_threads` threads.

    Each has two at least, so that the one that is left with a book does not leave a core idle.

    Args:
        folder: where what was recognised is kept.
    """
    import psutil

    from models.recogniser_files import VERSION

    n_workers = max(1, min(n_threads, int(psutil.virtual_memory().total) // 2 // _WORKER_BYTES))
    ocr = Ocr(functools.partial(load_recogniser, max(min(2, n_threads), n_threads // n_workers)), VERSION, folder)
    options = replace(
        options, ocr=ocr, base_timeout_s=600.0, timeout_s_per_mb=10.0, base_memory_bytes=2_000 * MB, idle_memory_bytes=_WORKER_BYTES
    )
    return ReadingPool(n_workers, options)

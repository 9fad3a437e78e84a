"""What the window starts as processes: searching and indexing, each with its log."""

from __future__ import annotations

from multiprocessing.connection import Connection

from engine.logs import log_to
from engine.settings import Settings


def search(connection: Connection, settings: Settings) -> None:
    from engine.search_process import run_search

    log_to(settings.data_dir, "search")
    run_search(connection, settings)


def indexing(connection: Connection, settings: Settings) -> None:
    from engine.indexing_process import run_indexing

    log_to(settings.data_dir, "indexing")
    run_indexing(connection, settings)

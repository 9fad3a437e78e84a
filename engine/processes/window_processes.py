"""What the window starts as processes: searching and indexing, each with its log."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection

from engine.machine.logs import log_to
from engine.settings import Settings

_OF_OTHERS = 0o077      # no right of others in what they write. Not set in the window itself, whose programs would inherit it


def search(connection: Connection, settings: Settings) -> None:
    from engine.processes.search_process import run_search

    os.umask(_OF_OTHERS)
    log_to(settings.data_dir, "search")
    run_search(connection, settings)


def indexing(connection: Connection, settings: Settings) -> None:
    from engine.processes.indexing_process import run_indexing

    os.umask(_OF_OTHERS)
    log_to(settings.data_dir, "indexing")
    run_indexing(connection, settings)

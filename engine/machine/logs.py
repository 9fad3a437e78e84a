"""Where the window and its processes write their logs: `logs` in the data folder. Never a document's text or a query."""

from __future__ import annotations

import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

SIZE_BYTES = 1_000_000
KEPT = 2
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _PrivateFile(RotatingFileHandler):
    """Its files are readable by their owner alone."""

    def _open(self) -> TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return os.fdopen(handle, "a", encoding=self.encoding, errors=self.errors)


def log_to(folder: Path, name: str) -> None:
    """Send this process's log to `folder/logs/name.log`; without it where that cannot be written."""
    root = logging.getLogger()
    root.setLevel(min(root.level or logging.INFO, logging.INFO))
    for handler in root.handlers:
        if handler.level == logging.NOTSET:
            handler.setLevel(logging.WARNING)
    try:
        (folder / "logs").mkdir(parents=True, exist_ok=True, mode=0o700)
        file = _PrivateFile(
            folder / "logs" / f"{name}.log", maxBytes=SIZE_BYTES, backupCount=KEPT, encoding="utf-8", errors="replace"
        )
    except OSError:
        return
    file.setFormatter(logging.Formatter(_FORMAT))
    root.addHandler(file)


def stop_logging() -> None:
    """Close the log files of this process: nothing is written into the data folder any more."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler, _PrivateFile)]:
        root.removeHandler(handler)
        handler.close()

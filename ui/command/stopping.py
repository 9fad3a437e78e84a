"""Long work that is told to stop: it ends at the next safe place, and nothing that is done is lost."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def told_to_stop() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl+C, a polite kill or the terminal's end has come. A second one is as before: at once."""
    told = threading.Event()
    former: dict[int, signal._HANDLER] = {}

    def tell(number: int, frame: object) -> None:
        told.set()
        for other, handler in former.items():
            signal.signal(other, handler)

    if threading.current_thread() is threading.main_thread():
        for number in [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]:
            former[number] = signal.getsignal(number) or signal.SIG_DFL
            if former[number] is not signal.SIG_IGN:        # nohup
                signal.signal(number, tell)
    try:
        yield told.is_set
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)

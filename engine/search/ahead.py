"""Work that goes on while its caller does something else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Generic, TypeVar

Found = TypeVar("Found")


class Ahead(Generic[Found]):
    """Calls `work` on a thread of its own. A context: it is left once the work has ended, whatever happened meanwhile."""

    def __init__(self, work: Callable[[], Found]) -> None:
        self._work = work
        self._found: list[Found] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="ahead", daemon=True)

    def __enter__(self) -> Ahead[Found]:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._thread.join()

    def result(self) -> Found:
        """What `work` gave, once it has; raises what it raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._found[0]

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except BaseException as error:      # the caller's, who asks for the result
            self._error = error

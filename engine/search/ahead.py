"""Work that goes on while its caller does something else."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Generic, TypeVar

Found = TypeVar("Found")

# Beside a thread that works in Python, one that comes back from a library waits so long until it is let in; it comes back a dozen times in a
# search of the vectors. Python's own choice is 5 ms.
LET_IN_S = 0.0005


class Ahead(Generic[Found]):
    """Calls `work` on a thread of its own. A context: it is left once the work has ended, whatever happened meanwhile."""

    def __init__(self, work: Callable[[], Found]) -> None:
        self._work = work
        self._found: list[Found] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="ahead", daemon=True)
        self._usual_s = LET_IN_S

    def __enter__(self) -> Ahead[Found]:
        self._usual_s = sys.getswitchinterval()
        sys.setswitchinterval(min(LET_IN_S, self._usual_s))
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._thread.join()
        sys.setswitchinterval(self._usual_s)

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

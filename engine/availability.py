"""Whether a folder can be reached now. A share that does not answer is waited for only a moment."""

from __future__ import annotations

import os
import threading
import time

PATIENCE_S = 1.0
_AGAIN_S = 30.0             # a place that did not answer is not asked again before

_silent: dict[str, float] = {}      # places that did not answer, with the time until which that is taken for granted


def is_reachable(path: str, patience_s: float = PATIENCE_S) -> bool:
    """Whether anything is at `path`; False where the system does not say so in time."""
    now = time.monotonic()
    if _silent.get(path, 0.0) > now:
        return False
    answer: list[bool] = []
    asking = threading.Thread(target=lambda: answer.append(os.path.lexists(path)), name="reach", daemon=True)
    asking.start()
    asking.join(patience_s)
    if not answer:
        _silent[path] = now + _AGAIN_S
    return bool(answer) and answer[0]

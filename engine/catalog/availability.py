"""Whether a folder can be reached now. A share that does not answer is waited for only a moment."""

from __future__ import annotations

import functools
import json
import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.machine.containment import is_at_or_below

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog

PATIENCE_S = 1.0
_AGAIN_S = 30.0             # a place that did not answer is not asked again before

MOUNTS = "mounts"           # meta of the catalog: folders below the roots that were other drives at the last look

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


class Away:
    """Which files lie on drives and shares that are not there now, by the roots and drives that the catalog knows."""

    def __init__(self, catalog: Catalog) -> None:
        self._roots = {root.path: root.is_available for root in catalog.roots()}
        self._mounts = mounts_of(catalog.meta(MOUNTS))
        self._is_away: dict[str, bool] = {}

    def holds(self, path: str) -> bool:
        """Whether this file cannot be looked at because its drive, or its whole root, is away."""
        root = max((root for root in self._roots if is_at_or_below(path, root)), key=len, default=None)
        if root is None:
            return False
        if not self._roots[root] and not os.path.lexists(path):
            return True
        if self._remembered(root, lambda: not is_reachable(root)):
            return True
        return any(
            is_at_or_below(path, mount) and self._remembered(mount, functools.partial(is_unmounted, mount))
            for mount in self._mounts
        )

    def _remembered(self, place: str, ask: Callable[[], bool]) -> bool:
        if place not in self._is_away:
            self._is_away[place] = ask()
        return self._is_away[place]


def is_unmounted(place: str) -> bool:
    """Whether a folder that was a drive of its own is none now, or not there: its files may come back with the drive."""
    try:
        return os.stat(place).st_dev == os.stat(os.path.dirname(place)).st_dev and not os.listdir(place)
    except OSError:
        return True


def mounts_of(packed: str | None) -> list[str]:
    return [str(place) for place in json.loads(packed)] if packed else []


def packed_mounts(places: Iterable[str]) -> str:
    return json.dumps(sorted(places))

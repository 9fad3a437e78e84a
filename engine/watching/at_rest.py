"""When a changed path is looked at: once it has been left alone for a moment. Many of one folder become one look at it.

Not safe for threads: its owner holds a lock.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from engine.machine.containment import is_at_or_below

REST_S = 0.8                # a file without a change for so long is taken as written
WHOLE_S = 0.25              # one that was closed or renamed, …
AGAIN_S = 2.0               # … unless it changes again within so long: it may be a log
MOST_WAIT_S = 30.0          # one that never rests is read all the same, and then half as often each time …
LONGEST_WAIT_S = 480.0      # … down to this
BURST = 12                  # paths of one root at a time: from here on they wait for each other …
BURST_WAIT_S = 10.0         # … at most so long
_SLACK_S = 0.1              # the two ends of a move belong together
TOGETHER = 500              # from here on, one look at the folder above them all


@dataclass(slots=True)
class _Wait:
    first: float
    last: float
    rest_s: float = REST_S


@dataclass(slots=True)
class _Root:
    last: float = 0.0
    waiting: dict[str, _Wait] = field(default_factory=dict)
    crowd: str = ""             # the folder that stands for all; "" as long as they are few


class AtRest:
    def __init__(self, takes_whole_root: bool = False) -> None:
        """`takes_whole_root`: a crowd means the whole root, where the system loses events of a crowd in silence."""
        self._roots: dict[str, _Root] = {}
        self._patience: dict[str, float] = {}       # of paths, and of roots in a burst, that did not rest when last taken
        self._taken: dict[str, float] = {}          # of paths: when taken, or changed again within AGAIN_S
        self._takes_whole_root = takes_whole_root

    def note(self, root: str, path: str, now: float, rest_s: float = REST_S) -> None:
        """`path`, at or below `root`, has changed; it is taken after `rest_s` without another change."""
        state = self._roots.setdefault(root, _Root())
        state.last = now
        if state.crowd and not is_at_or_below(path, state.crowd):
            self._gather(root, state, path, now)
        place = state.crowd or path
        wait = state.waiting.get(place)
        if wait is None:
            wait = state.waiting[place] = _Wait(now, now)
            if len(state.waiting) > TOGETHER:
                self._gather(root, state, path, now)
        if now - self._taken.get(place, -AGAIN_S) < AGAIN_S:
            self._taken[place], rest_s = now, REST_S
        wait.last, wait.rest_s = now, rest_s

    def _gather(self, root: str, state: _Root, path: str, now: float) -> None:
        state.crowd = root if self._takes_whole_root else os.path.commonpath([path, *state.waiting])
        first = min((wait.first for wait in state.waiting.values()), default=now)
        state.waiting = {state.crowd: _Wait(first, now)}

    def forget(self, root: str) -> None:
        self._roots.pop(root, None)

    def take(self, now: float) -> list[str]:
        """Paths whose time has come, none below another; with them those whose time is about to come."""
        first = self.next_due()
        if first is None or first > now:
            return []
        now += _SLACK_S
        due: list[str] = []
        for root, state in list(self._roots.items()):
            if self._is_burst(state):
                ready = list(state.waiting) if now >= self._burst_due(root, state) else []
                if ready:
                    self._note_patience(root, now - state.last >= REST_S, BURST_WAIT_S)
            else:
                ready = [path for path, wait in state.waiting.items() if now >= self._due(path, wait)]
                for path in ready:
                    wait = state.waiting[path]
                    self._note_patience(path, now - wait.last >= wait.rest_s, MOST_WAIT_S)
            self._taken.update(dict.fromkeys(ready, now))
            for path in ready:
                del state.waiting[path]
            if not state.waiting:
                del self._roots[root]
            due += ready
        self._taken = {path: when for path, when in self._taken.items() if now - when < AGAIN_S}
        return without_nested(due)

    def next_due(self) -> float | None:
        """When `take` will have something, if nothing else changes."""
        times = [
            time
            for root, state in self._roots.items()
            for time in (
                [self._burst_due(root, state)] if self._is_burst(state)
                else [self._due(path, wait) for path, wait in state.waiting.items()]
            )
        ]
        return min(times, default=None)

    @staticmethod
    def _is_burst(state: _Root) -> bool:
        return bool(state.crowd) or len(state.waiting) > BURST

    def _burst_due(self, root: str, state: _Root) -> float:
        first = min(wait.first for wait in state.waiting.values())
        return min(state.last + REST_S, first + self._patience.get(root, BURST_WAIT_S))

    def _due(self, path: str, wait: _Wait) -> float:
        return min(wait.last + wait.rest_s, wait.first + self._patience.get(path, MOST_WAIT_S))

    def _note_patience(self, key: str, has_rested: bool, usual_s: float) -> None:
        if has_rested:
            self._patience.pop(key, None)
        else:
            self._patience[key] = min(2 * self._patience.get(key, usual_s), LONGEST_WAIT_S)


def without_nested(paths: list[str]) -> list[str]:
    """`paths` but those that lie below another of them, sorted."""
    kept: list[str] = []
    for path in sorted(set(paths), key=lambda path: path.split(os.sep)):     # a folder comes right before what is in it
        if not kept or not is_at_or_below(path, kept[-1]):
            kept.append(path)
    return kept

"""Sees what changes in the indexed folders while the indexing process runs, and says so when it is at rest.

Nothing is lost: where events were dropped, a watch died, or a folder went and came back, the whole root is named as
changed. Where the system does not tell of changes, it is looked at every so often (watching/folder_polling.py).
"""

from __future__ import annotations

import logging
import os
import stat
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.discovery.ignore_patterns import IgnoreTree
from engine.discovery.rules import IGNORE_FILES, MARKERS
from engine.indexing.targets import WatchedFolder
from engine.machine.containment import is_at_or_below
from engine.machine.network_drives import network_mounts
from engine.watching.at_rest import REST_S, WHOLE_S, AtRest
from engine.watching.file_events import LOSES_IN_SILENCE, FileEvents, Manner
from engine.watching.folder_polling import POLL_S, FolderPoll

log = logging.getLogger(__name__)

CHECK_S = 1.0               # are the roots still there, and the watches alive?
_SETTLE_S = 0.2

Way = Literal["events", "polling", "missing"]


@dataclass(slots=True)
class _Watch:
    folder: WatchedFolder
    real: str
    way: Way = "missing"
    key: tuple[int, int] | None = None      # device and inode of the folder that is watched
    polls: list[FolderPoll] = field(default_factory=list)
    tree: IgnoreTree = field(init=False)

    def __post_init__(self) -> None:
        self.tree = IgnoreTree(self.folder.path, self.folder.rules)

    def stop_polls(self) -> None:
        for poll in self.polls:
            poll.stop()
        self.polls.clear()


class Watcher:
    """`changed` gets absolute paths on a thread of the watcher's own, and must not wait."""

    def __init__(
        self,
        own_folders: Sequence[Path],
        changed: Callable[[Sequence[str]], None],
        told: Callable[[], None] = lambda: None,
        stirred: Callable[[], None] = lambda: None,
        networks: Callable[[], Sequence[str]] = network_mounts,
        poll_s: float = POLL_S,
    ) -> None:
        """
        Args:
            own_folders: Fichero's data folders: what changes there is no change.
            told: called when `polled` may have changed.
            stirred: called at once, often and on any thread, when something has changed that may have to be read.
            networks: folders on which network drives are mounted.
        """
        self._own_folders = [Path(folder).absolute() for folder in own_folders]
        self._own = {os.path.realpath(folder) for folder in own_folders} | {str(folder) for folder in self._own_folders}
        self._deliver = changed
        self._told = told
        self._stirred = stirred
        self._networks = networks
        self._poll_s = poll_s
        self._set_up = threading.RLock()            # held while watches are made and ended; never asked for in callbacks
        self._watches: dict[str, _Watch] = {}
        self._by_length: list[_Watch] = []          # the same, the longest real path first; replaced, never changed
        self._events: FileEvents | None = None
        self._has_tried_events = False
        self._state = threading.Condition()         # of what follows; held for moments only
        self._rest = AtRest(LOSES_IN_SILENCE)
        self._later: list[tuple[float, tuple[str, ...]]] = []
        self._used_up: set[str] = set()             # real paths that got no watch because there are no more
        self._doubtful: set[str] = set()            # roots whose watch is to be made anew
        self._wakes_at = 0.0
        self._checks_at = time.monotonic() + CHECK_S
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)
        self._thread.start()

    # What the indexer asks

    def follow(self, folders: Iterable[WatchedFolder]) -> list[str]:
        """Watch these roots and no others. Returns those that were not watched before: a look at them has to follow.

        When it returns, changes are told; where they are polled for, a look follows by itself.
        """
        wanted = {folder.path: folder for folder in folders}
        fresh = []
        with self._set_up:
            for path in [path for path in self._watches if path not in wanted]:
                self._end(self._watches.pop(path))
            for path, folder in wanted.items():
                known = self._watches.get(path)
                if known is not None and known.folder == folder:
                    continue
                if known is not None:
                    self._end(known)
                self._watches[path] = _Watch(folder, os.path.realpath(path))
                fresh.append(path)
            self._sort()
            for path in fresh:
                self._begin(self._watches[path])
        self._told()
        return fresh

    def again(self, paths: Sequence[str], after_s: float) -> None:
        """Name these paths as changed once more, later: what was to be done about them failed."""
        with self._state:
            self._later.append((time.monotonic() + after_s, tuple(paths)))
            self._state.notify()

    @property
    def polled(self) -> tuple[str, ...]:
        """Folders whose changes the system does not tell: seen a little later."""
        return tuple(sorted(path for path, watch in list(self._watches.items()) if watch.way == "polling" or watch.polls))

    def roots_of(self, paths: Sequence[str]) -> list[str]:
        """The roots that these paths lie in."""
        roots = [watch.folder.path for watch in self._by_length]
        return [root for root in roots if any(is_at_or_below(path, root) for path in paths)]

    def ways(self) -> dict[str, Way]:
        return {path: watch.way for path, watch in list(self._watches.items())}

    def close(self) -> None:
        with self._state:
            self._is_closing = True
            self._state.notify()
        self._thread.join(5)
        with self._set_up:
            for watch in self._watches.values():
                watch.stop_polls()
            self._watches, self._by_length = {}, []
            if self._events is not None:
                self._events.close()

    # Making watches

    def _sort(self) -> None:
        self._by_length = sorted(self._watches.values(), key=lambda watch: -len(watch.real))

    def _begin(self, watch: _Watch) -> None:
        path = watch.folder.path
        watch.stop_polls()
        networks = [os.path.realpath(place) for place in self._networks()]
        if watch.real.startswith("\\\\") or any(is_at_or_below(watch.real, place) for place in networks):
            self._poll(watch, "it is on a network drive")
            return
        try:
            status = os.stat(path)
        except OSError:
            watch.way, watch.key = "missing", None
            return
        watch.real, watch.key = os.path.realpath(path), (status.st_dev, status.st_ino)
        events = self._open_events()
        if events is None:
            self._poll(watch, "the system watches no more folders")
            return
        with self._state:
            self._used_up.clear()
        try:
            events.watch(path)
        except OSError as error:
            events.unwatch(path)
            self._poll(watch, error.strerror or "it cannot be watched")
            return
        with self._state:
            is_used_up = bool(self._used_up)
            self._used_up.clear()
        if is_used_up:
            events.unwatch(path)
            self._poll(watch, "the system watches no more folders")
            return
        watch.way = "events"
        if stat.S_ISDIR(status.st_mode):
            for place in networks:
                if place != watch.real and is_at_or_below(place, watch.real) and not self._is_left_out(place, True):
                    self._start_poll(watch, path + place[len(watch.real):])

    def _open_events(self) -> FileEvents | None:
        if not self._has_tried_events:
            self._has_tried_events = True
            try:
                self._events = FileEvents(
                    self._take, lambda real: self._is_left_out(real, True), self._take_used_up, self._take_lost
                )
            except OSError as error:
                log.warning("the system tells of no changes: %s", error.strerror)
        return self._events

    def _poll(self, watch: _Watch, why: str) -> None:
        log.warning("changes of a folder are looked for every so often: %s", why)
        watch.way, watch.key = "polling", None
        self._start_poll(watch, watch.folder.path)

    def _start_poll(self, watch: _Watch, folder: str) -> None:
        poll = FolderPoll(
            folder, watch.folder.rules, self._own_folders, lambda: self._deliver([folder]), self._poll_s, watch.folder.path
        )
        watch.polls.append(poll)
        poll.start()

    def _end(self, watch: _Watch) -> None:
        watch.stop_polls()
        if self._events is not None:
            self._events.unwatch(watch.folder.path)
        with self._state:
            self._rest.forget(watch.folder.path)

    # What the system tells, on its threads

    def _take(self, root: str, path: str, is_folder: bool, manner: Manner) -> None:
        watch = next((watch for watch in self._by_length if watch.folder.path == root), None)
        if watch is None or self._is_left_out(watch.real + path[len(root):], is_folder):
            return
        if manner != "gone":
            self._stirred()
        now, rest_s = time.monotonic(), WHOLE_S if manner == "whole" else REST_S
        with self._state:
            if path == root and is_folder:      # gone, or to be entered again
                self._doubtful.add(root)
                self._checks_at = min(self._checks_at, now + _SETTLE_S)
            self._rest.note(root, path, now, rest_s)
            if self._wakes_at > min(now + rest_s, self._checks_at):
                self._state.notify()

    def _take_used_up(self, real: str) -> None:
        with self._state:
            self._used_up.add(real)
            self._checks_at = min(self._checks_at, time.monotonic() + _SETTLE_S)
            self._state.notify()

    def _take_lost(self) -> None:
        log.warning("the system dropped events: all folders are looked at")
        now = time.monotonic()
        with self._state:
            for watch in self._by_length:
                self._rest.note(watch.folder.path, watch.folder.path, now)
            self._state.notify()

    def _is_left_out(self, real: str, is_folder: bool) -> bool:
        """Whether no look would find what is here. Only names are asked: it may be gone."""
        if any(is_at_or_below(real, own) for own in self._own):
            return True
        watch = next((watch for watch in self._by_length if is_at_or_below(real, watch.real)), None)
        if watch is None or real == watch.real:
            return False
        path, name = watch.folder.path + real[len(watch.real):], os.path.basename(real)
        if watch.tree.between(path):
            return True
        if name in MARKERS or name in IGNORE_FILES:
            return False
        return watch.tree.rule(path, is_folder) is not None

    # The watcher's own thread

    def _run(self) -> None:
        while True:
            with self._state:
                if self._is_closing:
                    return
                now = time.monotonic()
                self._wakes_at = min(
                    [self._checks_at, self._rest.next_due() or self._checks_at, *(time for time, _ in self._later)]
                )
                if self._wakes_at > now:
                    self._state.wait(self._wakes_at - now)
                now = time.monotonic()
                due = self._rest.take(now)
                due += [path for when, paths in self._later if when <= now for path in paths]
                self._later = [(when, paths) for when, paths in self._later if when > now]
                is_check_due = now >= self._checks_at and not self._is_closing
                if is_check_due:
                    self._checks_at = now + CHECK_S
            if due:
                self._deliver(due)
            if is_check_due:
                try:
                    self._check()
                except Exception:
                    log.exception("the watches could not be checked")

    def _check(self) -> None:
        """Make watches anew that do not tell any more, and look at their roots: nobody knows what was missed."""
        with self._state:
            doubtful, self._doubtful = self._doubtful, set()
            used_up, self._used_up = self._used_up, set()
        renewed = []
        with self._set_up:
            for path, watch in self._watches.items():
                if watch.way == "polling":
                    continue
                is_used_up = any(is_at_or_below(real, watch.real) for real in used_up)
                key = _key(path)
                if watch.way == "missing" and key is None:
                    continue
                is_sound = key == watch.key and self._events is not None and self._events.is_alive(path)
                if is_sound and path not in doubtful and not is_used_up:
                    continue
                if self._events is not None:
                    self._events.unwatch(path)
                if is_used_up:
                    self._poll(watch, "the system watches no more folders")
                else:
                    self._begin(watch)
                renewed.append(path)
            self._sort()
        if renewed:
            log.info("%d folders are watched anew", len(renewed))
            self._deliver(renewed)
            self._told()


def _key(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_dev, status.st_ino)

"""What the system tells of changes below folders, by way of watchdog: its one home, with watching/inotify_events.py."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from typing import Literal

from watchdog.events import (
    DirAttribEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers.api import BaseObserver, ObservedWatch

from engine.machine.containment import is_at_or_below

log = logging.getLogger(__name__)

LOSES_IN_SILENCE = not sys.platform.startswith("linux")     # events of a crowd, where a buffer is too small

# Without reads and closings of files that were only read: our own readers make those.
_WANTED: list[type[FileSystemEvent]] = [
    FileCreatedEvent, FileModifiedEvent, FileMovedEvent, FileDeletedEvent, FileClosedEvent, FileAttribEvent,
    DirCreatedEvent, DirMovedEvent, DirDeletedEvent, DirAttribEvent,
]

Manner = Literal["written", "whole", "gone"]    # it may still be written; it is whole (renamed, or closed); it is deleted
Changed = Callable[[str, str, bool, Manner], None]      # root, path, is it a folder


class FileEvents:
    """One observer for all roots. Its callbacks come on threads of its own and must not call it."""

    def __init__(
        self, changed: Changed, is_left_out: Callable[[str], bool], used_up: Callable[[str], None], lost: Callable[[], None]
    ) -> None:
        """Callbacks: see Descriptor; paths in them are real paths, but those of `changed` begin with the root as given.

        Raises:
            OSError: the system gives no more instances.
        """
        self._changed = changed
        self._is_whole: Callable[[], bool]
        self._is_permission_back: Callable[[str], bool] = lambda path: False
        self._watches: dict[str, ObservedWatch] = {}
        self._observer: BaseObserver
        if sys.platform.startswith("linux"):
            from engine.watching.inotify_events import Descriptor, Observer

            descriptor = Descriptor(is_left_out, used_up, lost)
            observer = Observer(descriptor)
            self._observer, self._is_whole = observer, observer.is_whole
            self._is_permission_back = descriptor.take_refused
        else:
            from watchdog.observers import Observer as NativeObserver

            self._observer = NativeObserver()
            self._is_whole = self._observer.is_alive
        self._observer.start()

    def watch(self, root: str) -> None:
        """From its return on, every change below `root` is told.

        Raises:
            OSError: it is not there, or cannot be watched.
        """
        self.unwatch(root)
        real = os.path.realpath(root)
        handler = _Handler(root, real, self._changed, self._is_permission_back)
        self._watches[root] = self._observer.schedule(handler, real, recursive=True, event_filter=_WANTED)

    def unwatch(self, root: str) -> None:
        watch = self._watches.pop(root, None)
        if watch is not None:
            try:
                self._observer.unschedule(watch)
            except (KeyError, OSError) as error:
                log.debug("a watch had ended before: %s", error)

    def is_alive(self, root: str) -> bool:
        """Whether changes below `root` are still told: its threads may have ended with the folder, or by a fault."""
        watch = self._watches.get(root)
        return self._is_whole() and any(
            emitter.watch == watch and emitter.is_alive() for emitter in list(self._observer.emitters)
        )

    def close(self) -> None:
        self._observer.stop()
        self._observer.join(5)


class _Handler(FileSystemEventHandler):
    def __init__(self, root: str, real: str, changed: Changed, is_permission_back: Callable[[str], bool]) -> None:
        self._root = root
        self._real = real
        self._changed = changed
        self._is_permission_back = is_permission_back

    def dispatch(self, event: FileSystemEvent) -> None:
        try:
            for raw in (event.src_path, event.dest_path):
                if raw:
                    self._tell(os.fsdecode(raw), event.is_directory, _manner(event))
        except Exception:           # must not end the observer's thread
            log.exception("an event could not be handled")
            self._changed(self._root, self._root, True, "written")

    def _tell(self, real: str, is_folder: bool, manner: Manner) -> None:
        if not is_at_or_below(real, self._real):
            return                  # of a folder that was moved away
        path = self._root.rstrip(os.sep) + real[len(self._real.rstrip(os.sep)):]
        if is_folder and self._is_permission_back(real):
            self._changed(self._root, self._root, True, "written")
        self._changed(self._root, path or os.sep, is_folder, manner)


def _manner(event: FileSystemEvent) -> Manner:
    if isinstance(event, FileClosedEvent | FileMovedEvent | DirMovedEvent):
        return "whole"
    return "gone" if isinstance(event, FileDeletedEvent | DirDeletedEvent) else "written"

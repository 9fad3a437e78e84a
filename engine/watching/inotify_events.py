"""Linux: watchdog's observer over a descriptor of ours, which knows what that keeps to itself: lost events and watches.

watchdog skips folders that it cannot watch without a word. Here we note why: no watches are left, or no permission.
"""

from __future__ import annotations

import errno
import os
import threading
import warnings
from collections.abc import Callable

from watchdog.observers.api import BaseObserver
from watchdog.observers.inotify import InotifyEmitter
from watchdog.observers.inotify_c import CallbackId, InotifyEvent, InotifyFD, Mask, WatchCallback, WatchDescriptor

# A folder that went and came back keeps its watch: as it should be, and no reason to print its path.
warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)

_USED_UP = frozenset({errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.ENOMEM})


class Descriptor(InotifyFD):
    def __init__(self, is_left_out: Callable[[str], bool], used_up: Callable[[str], None], lost: Callable[[], None]) -> None:
        """
        Args:
            is_left_out: folders that get no watch.
            used_up: called with a folder that could not be watched because the system allows no more.
            lost: called when events were dropped.
        """
        super().__init__()
        self._is_left_out = is_left_out
        self._used_up = used_up
        self._lost = lost
        self._refused_lock = threading.Lock()
        self._refused: set[str] = set()

    def add_callback(self, path: bytes, mask: Mask, callback: WatchCallback, id_: CallbackId) -> WatchDescriptor:
        name = os.fsdecode(path)
        if self._is_left_out(name):
            raise OSError(errno.EACCES, "left out")     # the emitter goes on without it
        try:
            watch = super().add_callback(path, mask, callback, id_)
        except OSError as error:
            if error.errno in _USED_UP:
                self._used_up(name)
            raise
        if watch == -1:                 # no permission: the base class takes that for a watch
            self.remove_callbacks([(watch, id_)])
            with self._refused_lock:
                self._refused.add(name)
            raise OSError(errno.EACCES, "no permission")
        return watch

    def handle_event(self, event: InotifyEvent) -> None:
        super().handle_event(event)
        if event.is_queue_overflow:
            self._lost()

    def take_refused(self, path: str) -> bool:
        """Whether this folder could not be watched for want of permission; asked once."""
        with self._refused_lock:
            if path not in self._refused:
                return False
            self._refused.discard(path)
            return True


class Observer(BaseObserver):
    """As watchdog's InotifyObserver, with our descriptor."""

    def __init__(self, descriptor: Descriptor) -> None:
        super().__init__(InotifyEmitter, inotify_fd=descriptor)
        self._descriptor = descriptor
        descriptor.start()

    def is_whole(self) -> bool:
        return self.is_alive() and self._descriptor.is_alive()

    def on_thread_stop(self) -> None:
        super().on_thread_stop()
        self._descriptor.stop()
        self._descriptor.join(5)

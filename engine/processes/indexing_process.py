"""Indexing in a process of its own, mostly at the lowest priority, for the window: commands in, progress and results out.

Vectors wait behind text: a folder that is added is searchable by its words before the rest is embedded. What changes in
the folders meanwhile is followed. The process may be killed at any moment; the next one goes on from what was committed.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalog.availability import is_reachable, is_unmounted
from engine.errors import FicheroError, FolderMissing, FolderUnreadable, IndexDamaged
from engine.indexing.pacing import Pace, is_on_battery
from engine.machine.fingerprint import RACY_NS
from engine.machine.passwords import Passwords
from engine.machine.priority import Priority
from engine.messages import Failure
from engine.processes.indexing_messages import (
    Add,
    Committed,
    First,
    IndexingDone,
    IndexingFailed,
    IndexingState,
    Pause,
    Refresh,
    Remove,
    Removed,
    Resume,
    Stop,
    Unlock,
)
from engine.processes.requests import take_requests
from engine.settings import Settings, load_settings
from engine.watching.watcher import Watcher

if TYPE_CHECKING:
    from engine.indexing.index_report import IndexReport
    from engine.indexing.indexer import Indexer

log = logging.getLogger(__name__)

_LOOK_FOR_PARENT_S = 1.0
_LAST_MOMENTS_S = 20.0          # from the parent's end to ours, whatever a library is at
_COMMITTED_EVERY_S = 1.0
_CHANGES_AT_MOST = 5_000
_PATHS_AT_MOST = 100            # asked for one by one; more of them become one look at everything
_IDLE_S = 300.0
_MENDED_AGAIN_S = 60.0          # an index that is damaged again so soon is given up
_FEW_FILES = 50                 # that are read at a time before long work goes on
_AGAIN_S = 30.0                 # after a change that could not be followed
_NEEDS_ANOTHER_INDEXER = ("n_threads", "ocr", "embedder")      # settings that cannot be changed under one at work
_NOTHING_TO_INDEXING = (        # settings for whose sake no work is interrupted; those of battery and pause are read as they are
    "language", "theme", "tray", "close_to_tray", "notifications", "start_at_login", "cross_encoder", "refine", "hub",
    "answer_address", "answer_model", "assistant_folders", "on_battery", "indexing_paused",
)

MakeIndexer = Callable[["Settings", Callable[[], None]], AbstractContextManager["Indexer"]]


def run_indexing(connection: Connection, settings: Settings, make: MakeIndexer | None = None) -> None:
    """The whole life of the process: serves `connection` until Stop, or until the other end is gone.

    Args:
        settings: n_threads 0 means half of the cores here.
        make: opens the indexer; engine.build's own if None.
    """
    desk = _Desk(connection, settings)
    signal.signal(signal.SIGINT, signal.SIG_IGN)        # Ctrl+C is for the window, which then ends us
    signal.signal(signal.SIGTERM, lambda *_: desk.stop())
    threading.Thread(target=desk.receive, name="commands", daemon=True).start()
    damaged_at, is_mended = -math.inf, False
    try:
        while True:
            opening = (make or partial(_make, passwords=desk.passwords))(_for_the_window(desk.settings), desk.committed)
            with contextlib.ExitStack() as stack:
                with desk.priority.hurried():           # damaged stores may be mended
                    indexer = stack.enter_context(opening)
                indexer.pace, indexer.embedding.begins = desk.pace, desk.priority.lower_this_thread
                if is_mended:
                    is_mended = False
                    desk.tell(Committed())      # readers are to open what is there now
                watcher = Watcher(
                    [settings.data_dir], desk.changed, desk.watches_changed, partial(_expect_files, indexer, desk)
                )
                try:
                    is_to_go_on = _Server(indexer, desk, watcher).serve()
                except IndexDamaged:
                    if time.monotonic() - damaged_at < _MENDED_AGAIN_S:
                        raise
                    log.warning("the index was found damaged: it is opened again, and mended")
                    damaged_at, is_mended, is_to_go_on = time.monotonic(), True, True
                finally:
                    watcher.close()
            if not is_to_go_on:
                break
    except FicheroError as error:
        desk.tell(IndexingFailed(Failure.of(error), is_final=True))
    except Exception as error:
        log.exception("the indexing process failed")
        desk.tell(IndexingFailed(Failure.of(error), is_final=True))
    finally:
        connection.close()
        logging.shutdown()
        os._exit(0)         # all is closed and committed: what libraries do at the end of Python takes seconds


def _expect_files(indexer: Indexer, desk: _Desk) -> None:
    if not desk.is_paused:
        indexer.expect_files()


def _for_the_window(settings: Settings) -> Settings:
    return settings if settings.n_threads else replace(settings, n_threads=max(1, (os.cpu_count() or 2) // 2))


def _of_indexing(settings: Settings) -> Settings:
    """The settings as far as they change what is indexed, or how; two that differ in nothing else are equal."""
    usual = Settings(settings.data_dir)
    return replace(settings, **{name: getattr(usual, name) for name in _NOTHING_TO_INDEXING})


class _Desk:
    """What was asked and is still to do. `receive` runs on a thread of its own; all else on the indexer's."""

    def __init__(self, connection: Connection, settings: Settings) -> None:
        self._connection = connection
        self.settings = settings
        self._settings_stamp = _stamp_of(settings.path)
        self._new_settings: Settings | None = None
        self._looked_around_at = 0.0
        self.mounts: tuple[str, ...] = ()
        self._mounts_away: dict[str, bool] = {}
        self._firsts: deque[First] = deque()
        self._on_battery = False
        self.pace = Pace(lambda: self._on_battery and self.settings.on_battery == "less")
        self.priority = Priority()
        self._parent = os.getppid()
        self._changed = threading.Condition()
        self._looks: deque[Add | Refresh | Unlock] = deque()
        self.passwords = Passwords()
        self._removals: deque[Remove] = deque()
        self._changes: dict[str, None] = {}     # paths, at rest; a set in order
        self.polled: Callable[[], tuple[str, ...]] = tuple
        self.roots_of: Callable[[Sequence[str]], Sequence[str]] = list
        self._told: IndexingState | None = None
        self._committed_at = 0.0
        self._owes_commit = False
        self._is_paused = False
        self.is_stopping = False

    # Commands

    @property
    def is_paused(self) -> bool:
        return self._is_paused or (self._on_battery and self.settings.on_battery == "pause")

    def receive(self) -> None:
        while not self.is_stopping:
            self._look_around()
            try:
                if self._connection.poll(_LOOK_FOR_PARENT_S):
                    self._take(self._connection.recv())
                elif os.getppid() != self._parent:
                    raise EOFError
            except (EOFError, OSError):
                log.info("the window is gone: indexing ends")
                self._take(Stop())
                time.sleep(_LAST_MOMENTS_S)
                os._exit(1)

    def _look_around(self) -> None:
        """What others have left for this process: changed settings, requests of commands; and how the computer is fed."""
        if time.monotonic() - self._looked_around_at < _LOOK_FOR_PARENT_S / 2:
            return
        self._looked_around_at = time.monotonic()
        self._look_at_mounts()
        on_battery = is_on_battery()
        requests = take_requests(self.settings.data_dir)
        stamp, changed = _stamp_of(self.settings.path), None
        if stamp != self._settings_stamp:
            self._settings_stamp = stamp
            try:
                changed = load_settings(self.settings.data_dir)
            except FicheroError as error:
                log.warning("the settings have changed and cannot be used: %s", error.code)
        if changed is None and not requests and on_battery == self._on_battery:
            return
        with self._changed:
            self._on_battery = on_battery
            self._firsts.extend(First(paths) for paths in requests)
            if changed is not None:
                if changed.indexing_paused != self.settings.indexing_paused:
                    self._is_paused = changed.indexing_paused
                if _of_indexing(changed) != _of_indexing(self.settings):
                    self._new_settings = changed
                self.settings = changed
            self._changed.notify_all()

    def _look_at_mounts(self) -> None:
        """A drive that comes or goes below a root makes no event of the file system."""
        for mount in self.mounts:
            is_away = not is_reachable(mount) or is_unmounted(mount)
            if self._mounts_away.setdefault(mount, is_away) != is_away:
                self._mounts_away[mount] = is_away
                self.changed([os.path.dirname(mount)])

    def _take(self, command: object) -> None:
        with self._changed:
            match command:
                case Stop():
                    self.is_stopping = True
                case Pause():
                    self._is_paused = True
                case Resume():
                    self._is_paused = False
                case First():
                    self._firsts.append(command)
                case Remove():
                    self._removals.append(command)
                case Add() | Refresh() | Unlock():
                    if command not in self._looks:
                        self._looks.append(command)
                case _:
                    log.error("an unknown command: %s", type(command).__name__)
            self._changed.notify_all()

    def stop(self) -> None:
        """The session ends. On the main thread, which may hold the lock: it may take it twice."""
        self._take(Stop())

    def is_interrupting_look(self) -> bool:
        return self.is_stopping or self.is_paused or self.is_interrupting_first() or bool(self._firsts)

    def is_interrupting_first(self) -> bool:
        return self.is_stopping or bool(self._removals) or self._new_settings is not None

    def is_interrupting_embedding(self) -> bool:
        return self.is_interrupting_look() or bool(self._looks)

    def is_interrupting_recognition(self) -> bool:
        return self.is_interrupting_embedding() or bool(self._changes)

    def changed(self, paths: Sequence[str]) -> None:
        """What the watcher tells, or what could not be followed to the end."""
        with self._changed:
            self._changes.update(dict.fromkeys(paths))
            if len(self._changes) > _CHANGES_AT_MOST:       # during a long pause
                self._changes = dict.fromkeys(self.roots_of(list(self._changes)))
            self._changed.notify_all()

    def take_changes(self) -> list[str]:
        with self._changed:
            changes = [] if self.is_paused else list(self._changes)
            if changes:
                self._changes.clear()
            return changes

    def watches_changed(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def next_settings(self) -> Settings | None:
        with self._changed:
            settings, self._new_settings = self._new_settings, None
            return settings

    def next_first(self) -> First | None:
        with self._changed:
            return self._firsts.popleft() if self._firsts else None

    def put_back_first(self, first: First) -> None:
        with self._changed:
            self._firsts.appendleft(first)

    def next_removal(self) -> Remove | None:
        with self._changed:
            return self._removals.popleft() if self._removals else None

    def next_look(self) -> Add | Refresh | Unlock | None:
        with self._changed:
            return self._looks.popleft() if self._looks and not self.is_paused else None

    def waiting_adds(self) -> list[Add]:
        with self._changed:
            return [look for look in self._looks if isinstance(look, Add)]

    def put_back(self, look: Add | Refresh | Unlock) -> None:
        with self._changed:
            self._looks.appendleft(look)

    def wait(self, can_work: Callable[[], bool]) -> None:
        """Until there is something to do, or nothing was for some minutes."""
        with self._changed:
            while not (
                self.is_stopping or self._removals or self._firsts or self._new_settings is not None
                or (not self.is_paused and (self._looks or self._changes or can_work()))
            ):
                self.tell_state(False)
                if not self._changed.wait(_IDLE_S):
                    return

    # Events

    def tell(self, event: object) -> None:
        try:
            self._connection.send(event)
        except (OSError, ValueError):       # the window is gone: `receive` sees to it
            log.debug("nobody listens")

    def tell_state(self, is_busy: bool) -> None:
        state = IndexingState(self.is_paused, is_busy, self.polled(), self._on_battery)
        if state != self._told:
            self._told = state
            self.tell(state)

    def committed(self) -> None:
        now = time.monotonic()
        self._owes_commit = now - self._committed_at < _COMMITTED_EVERY_S
        if not self._owes_commit:
            self._committed_at = now
            self.tell(Committed())

    def settle_commits(self) -> None:
        if self._owes_commit:
            self._committed_at, self._owes_commit = time.monotonic(), False
            self.tell(Committed())


class _Server:
    def __init__(self, indexer: Indexer, desk: _Desk, watcher: Watcher) -> None:
        self._indexer = indexer
        self._settings = desk.settings
        self._desk = desk
        self._watcher = watcher
        desk.polled, desk.roots_of = lambda: watcher.polled, watcher.roots_of
        self._vectors_failed = False        # until something is asked again
        self._recognition_failed = False
        self._noted: list[Add] = []
        self._is_looking = self._is_within = False
        self._began_ns = 0                  # the look at work, with what a coarse clock may miss
        self._going_on: list[str] = []      # changes of which a part has been followed in the middle of a look
        self._put_off: list[str] = []       # changes to be followed once the work at hand has ended
        indexer.meanwhile = self._meanwhile

    def serve(self) -> bool:
        """Until the process is to end (False), or (True) the settings ask for another indexer."""
        self._desk.changed(self._watch())       # nobody saw what changed before
        while True:
            self._desk.wait(lambda: self._can_embed() or self._can_recognise())
            if self._desk.is_stopping:
                return False
            self._desk.tell_state(True)
            if (settings := self._desk.next_settings()) is not None:
                if any(getattr(settings, key) != getattr(self._settings, key) for key in _NEEDS_ANOTHER_INDEXER):
                    return True
                self._use(settings)
            elif (removal := self._desk.next_removal()) is not None:
                self._remove(removal)
            elif (first := self._desk.next_first()) is not None:
                self._vectors_failed = self._recognition_failed = False
                self._first(first)
            elif (look := self._desk.next_look()) is not None:
                self._vectors_failed = self._recognition_failed = False
                self._look(look)
            elif changes := self._desk.take_changes():
                self._vectors_failed = self._recognition_failed = False
                report = self._follow(changes)
                if report is not None and report.was_cancelled:
                    self._put_off += changes
            elif not self._desk.is_paused and self._can_embed():
                self._embed()
            elif not self._desk.is_paused and self._can_recognise():
                self._recognise()
            else:
                if self._indexer.watched():
                    self._desk.priority.lower()
                with self._failures_told(()):
                    self._indexer.tidy_when_idle(self._is_interrupting_embedding)
                self._vectors_failed = self._recognition_failed = False     # there may be room, or a permission, again
            self._desk.changed(self._put_off)
            self._put_off.clear()
            self._note_added()
            self._desk.mounts = tuple(self._indexer.mounts)
            self._desk.settle_commits()

    def _use(self, settings: Settings) -> None:
        """Other rules: what they leave out goes, what they let in comes, and so it is with the watches."""
        self._settings = settings
        self._indexer.use_settings(_for_the_window(settings))
        self._desk.changed(self._watch())

    def _meanwhile(self, put_away: Callable[[], object]) -> bool:
        """Follow what has changed since long work began, some files at a time; what is left is put off until the work has ended.

        A look that is under way may write down afterwards what it has found before: then it is followed once more.
        """
        changes = [] if self._is_within else list(dict.fromkeys((*self._going_on, *self._desk.take_changes())))
        if not changes:
            return False
        put_away()
        self._going_on.clear()
        self._is_within = True
        try:
            report = self._follow(changes, _FEW_FILES, self._began_ns if self._is_looking else 0)
        finally:
            self._is_within = False
        if report is not None and report.has_more_changes and self._is_looking:
            self._going_on += changes           # after another file of the look
        elif self._is_looking or (report is not None and report.was_cancelled):
            self._put_off += changes
        self._desk.settle_commits()
        return True

    @contextmanager
    def _looking(self) -> Iterator[None]:
        before, self._is_looking = self._is_looking, True
        if not before:
            self._began_ns = time.time_ns() - RACY_NS
        try:
            with contextlib.nullcontext() if before else self._desk.priority.hurried():
                yield
        finally:
            self._is_looking = before
            if not before:
                self._put_off += self._going_on
                self._going_on.clear()

    def _is_interrupting_embedding(self) -> bool:
        return self._desk.is_interrupting_embedding() or bool(self._put_off)

    def _first(self, first: First) -> None:
        with self._failures_told(first.paths), self._looking():
            report = self._indexer.index(
                [Path(path) for path in first.paths], first=True, progress=self._desk.tell,
                is_cancelled=self._desk.is_interrupting_first,
            )
            self._watch()
            if report.was_cancelled and not self._desk.is_stopping:
                self._desk.put_back_first(first)
            else:
                self._desk.tell(IndexingDone(report, first.paths))

    def _can_embed(self) -> bool:
        return not self._vectors_failed and self._indexer.has_pending_vectors

    def _can_recognise(self) -> bool:
        return not self._recognition_failed and self._indexer.has_unrecognised

    def _remove(self, removal: Remove) -> None:
        with self._failures_told((removal.path,)):
            n_documents = self._indexer.remove(Path(removal.path))
            self._watch()
            self._desk.tell(Removed(removal.path, n_documents))

    def _look(self, look: Add | Refresh | Unlock) -> None:
        from engine.indexing.index_report import IndexReport

        if isinstance(look, Refresh) and (gone := self._gone(look)):
            self._desk.changed(gone)
            look = replace(look, paths=tuple(path for path in look.paths if path not in gone))
            if not look.paths:
                self._desk.tell(IndexingDone(IndexReport(), gone))
                return
        seen_with_it = [] if look.paths else self._desk.take_changes()
        with self._failures_told(look.paths), self._looking():
            if isinstance(look, Add):
                self._indexer.add([Path(path) for path in look.paths], look.all_files, look.ocr)
            elif isinstance(look, Unlock):
                self._desk.passwords.add(look.password)
                self._indexer.read_locked_again([Path(path) for path in look.paths])
            elif look.again:
                self._indexer.read_again(look.paths)
            self._desk.changed([path for path in self._watch() if look.paths and path not in look.paths])
            report = self._indexer.index(
                [Path(path) for path in look.paths] if len(look.paths) <= _PATHS_AT_MOST else [],
                stage="text",
                all_files=look.all_files if isinstance(look, Add) else None,
                ocr=look.ocr if isinstance(look, Add) else None,
                progress=self._desk.tell,
                is_cancelled=self._desk.is_interrupting_look,
                recognises=False,
            )
            if report.was_cancelled and not self._desk.is_stopping:
                self._desk.put_back(look)
            else:
                seen_with_it = []
                self._desk.tell(IndexingDone(report, look.paths))
        self._desk.changed(seen_with_it)

    def _gone(self, look: Refresh) -> tuple[str, ...]:
        """What is no longer where the window has seen it, as after a move that was followed meanwhile: a change like any other."""
        from engine.indexing.scanning import is_gone

        roots = {folder.path for folder in self._indexer.watched()} if look.paths else set()
        return tuple(path for path in look.paths if path not in roots and is_gone(path))

    def _watch(self) -> list[str]:
        """Watch what has been added, and nothing else. Returns roots that have to be looked at."""
        return self._watcher.follow(self._indexer.watched())

    def _follow(self, changes: list[str], at_most: int | None = None, since_ns: int = 0) -> IndexReport | None:
        """None if nothing can be done now. `at_most`, `since_ns`: see Indexer.follow."""
        tell = self._desk.tell if at_most is None else _tell_nobody
        try:
            with self._looking():
                report = self._indexer.follow(changes, tell, self._desk.is_interrupting_look, at_most, since_ns)
        except IndexDamaged:
            raise
        except (FolderMissing, FolderUnreadable):
            log.info("something changed again while it was looked at")
            self._watcher.again(changes, _AGAIN_S)
            return None
        except Exception as error:
            log.exception("changes could not be followed")
            self._watcher.again(changes, _AGAIN_S)
            self._desk.tell(IndexingFailed(Failure.of(error), tuple(changes)))
            return None
        if report.indexed or report.removed or report.failed or report.unavailable:
            self._desk.tell(IndexingDone(report, tuple(changes)))
        return report

    def _embed(self) -> None:
        self._vectors_failed = True
        with self._failures_told(()):
            report = self._indexer.index(
                stage="vectors", progress=self._desk.tell, is_cancelled=self._is_interrupting_embedding
            )
            self._vectors_failed = not report.was_cancelled and self._indexer.has_pending_vectors
            if not report.was_cancelled:
                self._desk.tell(IndexingDone(report, is_vectors=True))

    def _recognise(self) -> None:
        """Scanned pages and pictures, after all that needs no recognition; for a new document they wait again."""
        self._recognition_failed = True
        self._desk.priority.lower()
        with self._failures_told(()):
            report = self._indexer.recognise(self._desk.tell, self._desk.is_interrupting_recognition)
            self._recognition_failed = not report.was_cancelled and self._indexer.has_unrecognised
            if not report.was_cancelled:
                self._desk.tell(IndexingDone(report))

    def _note_added(self) -> None:
        """Folders that wait, because of a pause, are shown among the others."""
        waiting = self._desk.waiting_adds() if self._desk.is_paused else []
        for add in waiting:
            if add not in self._noted:
                with self._failures_told(add.paths):
                    self._indexer.add([Path(path) for path in add.paths], add.all_files, add.ocr)
        self._noted = waiting

    @contextmanager
    def _failures_told(self, paths: tuple[str, ...]) -> Iterator[None]:
        try:
            yield
        except IndexDamaged:        # opened again, it is mended
            raise
        except FicheroError as error:
            self._desk.tell(IndexingFailed(Failure.of(error), paths))
        except Exception as error:
            log.exception("indexing failed")
            self._desk.tell(IndexingFailed(Failure.of(error), paths))


def _make(
    settings: Settings, committed: Callable[[], None], passwords: Passwords
) -> AbstractContextManager[Indexer]:
    from engine.build import build_indexer

    return build_indexer(settings, committed=committed, passwords=passwords, keeps_workers=True)


def _tell_nobody(progress: object) -> None:
    pass


def _stamp_of(path: Path) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size, status.st_ino)

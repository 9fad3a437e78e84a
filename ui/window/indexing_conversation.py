"""The conversation with the indexing process: folders added and removed, files read again, passwords, pause, progress."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.discovery.mail_places import profile_folders
from engine.messages import Failure, file_of
from engine.processes.indexing_messages import IndexingDone, IndexingState, IndexProgress
from ui.window import news, progress_words
from ui.window.banner import Banner
from ui.window.folders_page import FoldersPage
from ui.window.indexing_client import IndexingClient
from ui.window.status_line import StatusLine


class IndexingConversation(QObject):
    added = Signal()                # a folder is being added
    committed = Signal()            # the index holds more, or less
    read = Signal()                 # a call of the indexer has ended
    paused = Signal(bool)           # by the person
    reading_told = Signal(str)      # what is at work while documents are looked for and read, in words; "" else
    _mail_found = Signal(list)
    _files_found = Signal(tuple)

    def __init__(
        self, indexing: IndexingClient, line: StatusLine, folders: FoldersPage, banner: Banner,
        choose_folder: Callable[[QWidget], str], parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._indexing, self._line, self._folders, self._banner = indexing, line, folders, banner
        self._choose_folder = choose_folder
        self._window = parent
        self.progress: IndexProgress | None = None
        self.state: IndexingState | None = None
        self._refreshed: set[str] = set()       # outdated files that were asked to be read again
        self._unlocking: set[str] = set()       # files whose password was just entered
        self._mail_found.connect(self._take_mail)
        self._tried: set[str] = set()           # files that are read again because they could not be read
        self._files_found.connect(self._read_files_again)
        folders.add_wanted.connect(self.add_folder)
        folders.remove_wanted.connect(self.remove)
        folders.refresh_wanted.connect(self.refresh)
        folders.retry_wanted.connect(self.try_again)
        folders.first_wanted.connect(indexing.first)
        folders.recognise_wanted.connect(indexing.recognise)
        folders.pause_wanted.connect(self.pause)
        folders.unlock_wanted.connect(lambda path: self.ask_for_password(path))
        line.pause_wanted.connect(self.pause)
        indexing.progressed.connect(self._take_progress)
        indexing.state_told.connect(self._take_state)
        indexing.committed.connect(self.committed)
        indexing.done.connect(self._take_done)
        indexing.removed.connect(lambda *_: self.committed.emit())
        indexing.failed.connect(self._failed)
        indexing.lost.connect(self._lost)

    @property
    def is_behind(self) -> bool:
        """Files may lie in the folders that have not been looked into: it is at it, paused, or not there."""
        if self.state is None or self.state.is_paused:
            return True
        return self.progress is not None and self.progress.stage in ("scan", "text")

    # -- what a person wants

    def choose(self) -> list[str]:
        """A folder that the person chooses, or none."""
        path = self._choose_folder(self._window)
        return [os.path.abspath(path)] if path else []

    def add_folder(self) -> None:
        self.add_paths(self.choose())

    def add_paths(self, paths: list[str]) -> None:
        for path in paths:
            self.add(os.path.abspath(path))
        if paths:
            self._folders.expect_folder(True)
            self.added.emit()

    def add(self, path: str) -> None:
        self._indexing.add(path)

    def add_mail(self) -> None:
        """Add the profiles of Thunderbird that are on this computer; the disk is asked apart from this thread."""
        threading.Thread(target=lambda: self._mail_found.emit(profile_folders()), name="find-mail", daemon=True).start()

    def _take_mail(self, folders: list[Path]) -> None:
        if folders:
            self.add_paths([str(folder) for folder in folders])
        else:
            self._banner.show_failure(news.no_mail(), "warning")

    def remove(self, path: str) -> None:
        self._indexing.remove(path)

    def refresh(self, path: str = "") -> None:
        """Look for changes below a path, or everywhere."""
        self._refreshed.clear()
        self._indexing.refresh((path,) if path else ())

    def read_again(self, path: str) -> None:
        """One file."""
        self._refreshed.discard(path)
        self._indexing.refresh((path,))

    def try_again(self, paths: tuple[str, ...]) -> None:
        """Documents that could not be read; what lies in a container is read with it. The disk is asked apart from this thread."""
        def ask() -> None:
            self._files_found.emit(tuple(dict.fromkeys(file_of(path) for path in paths)))

        threading.Thread(target=ask, name="find-files", daemon=True).start()

    def _read_files_again(self, files: tuple[str, ...]) -> None:
        self._tried.update(files)
        self._indexing.read_again(files)

    def refresh_outdated(self, paths: tuple[str, ...]) -> None:
        """Files that have changed are read again, each once in a while."""
        fresh = set(paths[:50]) - self._refreshed
        if fresh:
            self._refreshed |= fresh
            self._indexing.refresh(tuple(sorted(fresh)))

    def ask_for_password(self, path: str, over: QWidget | None = None) -> None:
        """Args: over: the window that asks, to which the keyboard goes back; None: the main one."""
        from ui.window.password_dialog import PasswordDialog

        PasswordDialog(path, lambda password: self._unlock(file_of(path), password), over or self._window).open()

    def _unlock(self, path: str, password: str) -> None:
        self._unlocking.add(path)
        self._indexing.unlock(path, password)

    def pause(self, is_paused: bool) -> None:
        if is_paused:
            self._indexing.pause()
        else:
            self._indexing.resume()
        self.paused.emit(is_paused)

    def start(self) -> None:
        self._indexing.start()

    # -- what the process says

    @Slot(object)
    def _take_progress(self, progress: IndexProgress) -> None:
        self.progress = progress
        self._tell()

    @Slot(object)
    def _take_state(self, state: IndexingState) -> None:
        is_new_process, self.state = self.state is None, state
        if not state.is_busy:
            self.progress = None
        self._banner.hide_code("indexing-lost")
        self._tell()
        if is_new_process:
            self.committed.emit()       # it has opened the index, and mended what was damaged

    @Slot(object)
    def _take_done(self, done: IndexingDone) -> None:
        for path in done.report.unavailable:
            self._banner.show_failure(news.folder_unavailable(path), "warning")
        if not done.is_vectors and len(done.paths) == 1 and done.paths[0] in self._unlocking:
            self._unlocking.remove(done.paths[0])
            if not done.report.indexed:
                self._banner.show_failure(news.wrong_password(done.paths[0]), "warning")
        if not done.is_vectors and not self._tried.isdisjoint(done.paths):
            self._tried.difference_update(done.paths)
            self._banner.show_failure(news.tried_again(done.report.indexed, done.report.failed), "info")
        self.committed.emit()
        self.read.emit()

    @Slot(object, bool)
    def _failed(self, failure: Failure, is_final: bool) -> None:
        self._folders.expect_folder(False)
        self._banner.show_failure(failure, "error", self.tr("Try again") if is_final else "")
        if is_final:
            self._forget()

    @Slot(bool)
    def _lost(self, again: bool) -> None:
        self._forget()
        self._banner.show_failure(news.indexing_lost(again), "error", "" if again else self.tr("Try again"))

    def _forget(self) -> None:
        self.progress, self.state = None, None
        self._tell()

    def _tell(self) -> None:
        self._line.set_progress(self.progress, self.state)
        self._folders.set_progress(self.progress, self.state)
        is_reading = self.progress is not None and self.progress.stage in ("scan", "text") and self.state is not None and not self.state.is_paused
        self.reading_told.emit(progress_words.stage_in_words(self.progress, self.state) if is_reading else "")

"""Finds the files below a folder: no loops, nothing twice, nothing left out in silence."""

from __future__ import annotations

import logging
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.discovery import rules as discovery_rules
from engine.discovery.ignore_patterns import IgnoreTree
from engine.discovery.mail_places import is_empty_mailbox, is_maildir
from engine.discovery.rules import Rules
from engine.errors import Cancelled, FolderMissing, FolderUnreadable, Reason
from engine.machine import placeholders
from engine.machine.fingerprint import FileStamp
from engine.machine.system_words import system_words

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to index. `problem` says why it cannot even be opened: it is recorded without being read."""

    path: str                           # absolute; undecodable bytes as surrogates (os.fsdecode)
    stamp: FileStamp
    problem: Reason | None = None
    detail: str = ""


@dataclass(slots=True)
class LeftOut:
    """How many files each rule left out; a folder that is not entered counts its files as far as they are cheap to count."""

    by_rule: Counter[str] = field(default_factory=Counter)
    folders_by_rule: Counter[str] = field(default_factory=Counter)

    def add(self, rule: str, count: int = 1) -> None:
        if count:
            self.by_rule[rule] += count

    def add_folder(self, rule: str, n_files: int) -> None:
        """A folder that is not entered, with the files that lie directly in it."""
        self.add(rule, n_files)
        self.folders_by_rule[rule] += 1

    @property
    def total(self) -> int:
        return sum(self.by_rule.values())


class Discovery:
    """One walk below one root. `left_out` and `unread_folders` fill while `files` is consumed."""

    def __init__(
        self,
        root: Path,
        rules: Rules,
        own_folders: Iterable[Path] = (),
        removed: frozenset[str] = frozenset(),
        elsewhere: frozenset[str] = frozenset(),
        is_cancelled: Callable[[], bool] = lambda: False,
        base: str | None = None,
    ) -> None:
        """
        Args:
            base: the root that the patterns belong to, where `root` is a part of it.
            own_folders: Fichero's data folders, never entered below the root, not even with `all_files`.
            removed: paths that the person has removed from this root.
            elsewhere: paths below the root that have a walk of their own.
        """
        self._root = os.path.abspath(root)
        self._rules = rules
        self._tree = IgnoreTree(base or self._root, rules)
        self._own = {key for folder in own_folders if (key := _key(folder)) is not None}
        self._removed = removed
        self._elsewhere = elsewhere
        self._is_cancelled = is_cancelled
        self._device = 0
        self._links: list[os.DirEntry[str]] = []
        self._entered: set[tuple[int, int]] = set()
        self.left_out = LeftOut()
        self.mounts: list[str] = []             # folders that are other drives than the one above them
        self.unread_folders: list[str] = []     # what was indexed below these is kept: nobody knows what is there

    def files(self) -> Iterator[FoundFile]:
        """Every file to index, each once. A root that is itself a file is given whatever the rules say.

        Raises:
            FolderMissing, FolderUnreadable: of the root itself.
            Cancelled
        """
        try:
            status = os.stat(self._root)
        except PermissionError as error:
            raise FolderUnreadable(Path(self._root)) from error
        except OSError as error:
            raise FolderMissing(Path(self._root)) from error
        if not stat.S_ISDIR(status.st_mode):
            yield _found(self._root, status)
            return
        try:
            with os.scandir(self._root):
                pass
        except OSError as error:
            raise FolderUnreadable(Path(self._root)) from error
        yield from self._walk(status)
        yield from self._linked_files()

    def _walk(self, status: os.stat_result) -> Iterator[FoundFile]:
        waiting = [self._root]
        self._device = status.st_dev
        self._entered.add((status.st_dev, status.st_ino))
        while waiting:
            if self._is_cancelled():
                raise Cancelled
            folder = waiting.pop()
            try:
                with os.scandir(folder) as entries:
                    listed = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                log.warning("a folder could not be listed: %s", error.strerror)
                self.unread_folders.append(folder)
                yield _unlisted(folder, error)
                continue
            if folder != self._root and (rule := self._rules.for_content(entry.name for entry in listed)):
                self.left_out.add_folder(rule, len(listed))
                continue
            below: list[str] = []
            names = {entry.name for entry in listed}
            for entry in listed:
                if (found := self._look_at(entry, below, names)) is not None:
                    yield found
            waiting.extend(reversed(below))

    def _look_at(self, entry: os.DirEntry[str], below: list[str], names: set[str]) -> FoundFile | None:
        """The file if it is one to index; a folder to enter goes to `below`, a link to `_links`.

        Args:
            names: what lies beside it.
        """
        path = entry.path
        if path in self._elsewhere:
            return None
        if path in self._removed:
            self.left_out.add(discovery_rules.REMOVED)
            return None
        try:
            if entry.is_symlink():
                if rule := self._tree.rule(path, False):
                    self.left_out.add(rule)
                else:
                    self._links.append(entry)
                return None
            is_folder = entry.is_dir(follow_symlinks=False)
            if rule := self._rules.for_neighbours(path, is_folder, names.__contains__):
                if is_folder:
                    self.left_out.add_folder(rule, _count_directly(path))
                else:
                    self.left_out.add(rule)
                return None
            if is_folder:
                self._enter(entry, below, is_in_maildir=is_maildir(names.__contains__))
                return None
            status = entry.stat(follow_symlinks=False)
            if placeholders.is_stub(entry.name):
                return _special(path, status, placeholders.DETAIL)
            if rule := self._tree.rule(path, False, status.st_size):
                self.left_out.add(rule)
                return None
            if not self._rules.all_files and is_empty_mailbox(entry.name, status.st_size, names.__contains__):
                self.left_out.add(discovery_rules.KIND)
                return None
            return _found(path, status)
        except FileNotFoundError:       # gone between listing and looking
            return None
        except OSError as error:
            return FoundFile(path, FileStamp(0, 0, 0, 0), "permission", _one_line(error))

    def _enter(self, entry: os.DirEntry[str], below: list[str], is_in_maildir: bool) -> None:
        rule = self._tree.rule(entry.path, True)
        if rule == discovery_rules.HIDDEN and is_in_maildir:      # Maildir calls its subfolders ".Sent"
            rule = None
        if rule:
            self.left_out.add_folder(rule, _count_directly(entry.path))
            return
        status = os.lstat(entry.path)       # not entry.stat(): on Windows that one has no inode
        key = (status.st_dev, status.st_ino)
        if key in self._own:
            self.left_out.add_folder(discovery_rules.OWN, 1)
            return
        if status.st_ino and key in self._entered:      # a bind mount, or a junction, onto a folder seen before
            self.left_out.add_folder(discovery_rules.LINK, 1)
            return
        self._entered.add(key)
        below.append(entry.path)
        if status.st_dev != self._device:
            self.mounts.append(entry.path)

    def _linked_files(self) -> Iterator[FoundFile]:
        """Links are not followed: what is inside is found where it lies, what is outside is not part of the folder."""
        for entry in self._links:
            try:
                os.stat(entry.path)
            except OSError:     # one word for a target that is gone and a loop: they change into each other without the link
                yield _special(entry.path, os.lstat(entry.path), "a link to nothing")
                continue
            self.left_out.add(discovery_rules.LINK)


def _key(folder: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return (status.st_dev, status.st_ino)


def _found(path: str, status: os.stat_result) -> FoundFile:
    if placeholders.is_placeholder(status):
        return _special(path, status, placeholders.DETAIL)
    if stat.S_ISREG(status.st_mode):
        return FoundFile(path, FileStamp.of(status))
    kinds = (
        (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a character device"),
        (stat.S_ISBLK, "a block device"),
    )
    detail = next((words for is_kind, words in kinds if is_kind(status.st_mode)), "not an ordinary file")
    return _special(path, status, detail)


def _special(path: str, status: os.stat_result, detail: str) -> FoundFile:
    return FoundFile(path, FileStamp.of(status), "special-file", detail)


def _unlisted(folder: str, error: OSError) -> FoundFile:
    try:
        stamp = FileStamp.of(os.stat(folder))
    except OSError:
        stamp = FileStamp(0, 0, 0, 0)
    return FoundFile(folder, stamp, "permission", _one_line(error))


def _one_line(error: OSError) -> str:
    return system_words(error)[0]


def _count_directly(folder: str) -> int:
    """Files directly in a folder that is not entered: at least 1, so that it shows in the counts."""
    try:
        with os.scandir(folder) as entries:
            return max(1, sum(1 for entry in entries if not entry.is_dir(follow_symlinks=False)))
    except OSError:
        return 1

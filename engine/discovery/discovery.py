"""Finds the files below a folder: no loops, nothing twice, nothing left out in silence."""

from __future__ import annotations

import logging
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.discovery import rules as discovery_rules
from engine.discovery.folder_looks import FolderRecord, Listing, Sorting
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


@dataclass(frozen=True, slots=True)
class FolderLook:
    """What a walk found directly in one folder."""

    path: str
    found: Sequence[FoundFile]              # without those of `known`
    known: FolderRecord | None = None       # it looks as it did then: the record stands for its files
    record: FolderRecord | None = None      # what to know it by; None: it has to be looked at again


class Discovery:
    """One walk below one root. `left_out` and `unread_folders` fill while `files` or `looks` is consumed."""

    def __init__(
        self,
        root: Path,
        rules: Rules,
        own_folders: Iterable[Path] = (),
        removed: frozenset[str] = frozenset(),
        elsewhere: frozenset[str] = frozenset(),
        is_cancelled: Callable[[], bool] = lambda: False,
        base: str | None = None,
        former: Mapping[str, FolderRecord] | None = None,
    ) -> None:
        """
        Args:
            base: the root that the patterns belong to, where `root` is a part of it.
            own_folders: Fichero's data folders, never entered below the root, not even with `all_files`.
            removed: paths that the person has removed from this root.
            elsewhere: paths below the root that have a walk of their own.
            former: folders as a walk with the same arguments found them; None: nothing is to be remembered.
        """
        self._root = os.path.abspath(root)
        self._rules = rules
        self._tree = IgnoreTree(base or self._root, rules)
        self._own = {key for folder in own_folders if (key := _key(folder)) is not None}
        self._removed = removed
        self._elsewhere = elsewhere
        self._is_cancelled = is_cancelled
        self._former = former
        self._device = 0
        self._entered: set[tuple[int, int]] = set()
        self.left_out = LeftOut()
        self.mounts: list[str] = []             # folders that are other drives than the one above them
        self.unread_folders: list[str] = []     # what was indexed below these is kept: nobody knows what is there

    def files(self) -> Iterator[FoundFile]:
        """Every file to index, each once, where nothing is known from an earlier walk. As `looks`."""
        for look in self.looks():
            yield from look.found

    def looks(self) -> Iterator[FolderLook]:
        """Folder by folder the files to index, each once. A root that is itself a file is given whatever the rules say.

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
            yield FolderLook(self._root, [_found(self._root, status)])
            return
        try:
            with os.scandir(self._root):
                pass
        except OSError as error:
            raise FolderUnreadable(Path(self._root)) from error
        yield from self._walk(status)

    def _walk(self, status: os.stat_result) -> Iterator[FolderLook]:
        waiting = [self._root]
        self._device = status.st_dev
        self._entered.add((status.st_dev, status.st_ino))
        while waiting:
            if self._is_cancelled():
                raise Cancelled
            folder = waiting.pop()
            try:
                with os.scandir(folder) as entries:
                    listed = list(entries)
            except OSError as error:
                log.warning("a folder could not be listed: %s", error.strerror)
                self.unread_folders.append(folder)
                yield FolderLook(folder, [_unlisted(folder, error)])
                continue
            names = {entry.name for entry in listed}
            if folder != self._root and (rule := self._rules.for_content(names)):
                self.left_out.add_folder(rule, len(listed))
                continue
            below: list[str] = []
            yield self._look_into(folder, listed, names, below)
            waiting.extend(reversed(below))

    def _look_into(self, folder: str, listed: list[os.DirEntry[str]], names: set[str], below: list[str]) -> FolderLook:
        if self._former is None:
            found, sorting = self._sorted(listed, names)
            return FolderLook(folder, [*found, *self._follow(folder, sorting, below)])
        listing, patterns = Listing.of(listed), self._tree.patterns_at(folder)
        known = self._former.get(folder)
        if known is not None and listing is not None and known.still_holds(folder, listing, patterns):
            return FolderLook(folder, self._follow(folder, known.sorting, below), known)
        found, sorting = self._sorted(listed, names)
        found += (problems := self._follow(folder, sorting, below))
        is_certain = listing is not None and sorting.is_certain and not problems
        return FolderLook(folder, found, None, FolderRecord(listing, patterns, sorting) if listing and is_certain else None)

    def _sorted(self, listed: list[os.DirEntry[str]], names: set[str]) -> tuple[list[FoundFile], Sorting]:
        """The files to index, and what the rules say of all else. `names`: of all that lies in the folder."""
        found, sorting = [], Sorting()
        for entry in sorted(listed, key=lambda entry: entry.name):
            if (file := self._look_at(entry, sorting, names)) is not None:
                found.append(file)
        return found, sorting

    def _look_at(self, entry: os.DirEntry[str], sorting: Sorting, names: set[str]) -> FoundFile | None:
        """The file if it is one to index; all else goes to `sorting`."""
        path = entry.path
        if path in self._elsewhere:
            return None
        if path in self._removed:
            sorting.left_out[discovery_rules.REMOVED] += 1
            return None
        try:
            if entry.is_symlink():
                return self._look_at_link(entry, sorting)
            is_folder = entry.is_dir(follow_symlinks=False)
            rule = self._rules.for_neighbours(path, is_folder, names.__contains__)
            if is_folder:
                rule = rule or self._rule_for_folder(path, is_maildir(names.__contains__))
                if rule:
                    sorting.folders_left_out.append((entry.name, rule))
                else:
                    sorting.to_enter.append(entry.name)
                return None
            if rule:
                sorting.left_out[rule] += 1
                return None
            status = entry.stat(follow_symlinks=False)
            if placeholders.is_stub(entry.name):
                return _special(path, status, placeholders.DETAIL)
            if rule := self._tree.rule(path, False, status.st_size):
                sorting.left_out[rule] += 1
                return None
            if not self._rules.all_files and is_empty_mailbox(entry.name, status.st_size, names.__contains__):
                sorting.left_out[discovery_rules.KIND] += 1
                return None
            return _found(path, status)
        except FileNotFoundError:       # gone between listing and looking
            sorting.is_certain = False
            return None
        except OSError as error:
            sorting.is_certain = False
            return FoundFile(path, FileStamp(0, 0, 0, 0), "permission", _one_line(error))

    def _look_at_link(self, entry: os.DirEntry[str], sorting: Sorting) -> FoundFile | None:
        """Links are not followed: what is inside is found where it lies, what is outside is not part of the folder."""
        if rule := self._tree.rule(entry.path, False):
            sorting.left_out[rule] += 1
            return None
        try:
            os.stat(entry.path)
        except OSError:     # one word for a target that is gone and a loop: they change into each other without the link
            sorting.is_certain = False
            return _special(entry.path, os.lstat(entry.path), "a link to nothing")
        sorting.left_out[discovery_rules.LINK] += 1
        sorting.links.append(entry.name)
        return None

    def _rule_for_folder(self, path: str, is_in_maildir: bool) -> str | None:
        rule = self._tree.rule(path, True)
        return None if rule == discovery_rules.HIDDEN and is_in_maildir else rule       # Maildir calls its subfolders ".Sent"

    def _follow(self, folder: str, sorting: Sorting, below: list[str]) -> list[FoundFile]:
        """Count what is left out; folders to enter go to `below`. Returns those that cannot even be looked at."""
        for rule, count in sorting.left_out.items():
            self.left_out.add(rule, count)
        for name, rule in sorting.folders_left_out:
            self.left_out.add_folder(rule, _count_directly(os.path.join(folder, name)))
        problems = []
        for name in sorting.to_enter:
            path = os.path.join(folder, name)
            try:
                self._enter(path, below)
            except FileNotFoundError:
                continue
            except OSError as error:
                problems.append(FoundFile(path, FileStamp(0, 0, 0, 0), "permission", _one_line(error)))
        return problems

    def _enter(self, path: str, below: list[str]) -> None:
        status = os.lstat(path)     # not entry.stat(): on Windows that one has no inode
        key = (status.st_dev, status.st_ino)
        if key in self._own:
            self.left_out.add_folder(discovery_rules.OWN, 1)
            return
        if status.st_ino and key in self._entered:      # a bind mount, or a junction, onto a folder seen before
            self.left_out.add_folder(discovery_rules.LINK, 1)
            return
        self._entered.add(key)
        below.append(path)
        if status.st_dev != self._device:
            self.mounts.append(path)


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

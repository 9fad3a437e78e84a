"""Compares what lies below a root with what the catalog knows of it. Changes nothing but stamps of touched files."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from engine.catalog.availability import MOUNTS, is_unmounted, mounts_of
from engine.catalog.records import OCR_WAITS, KnownFile
from engine.catalog.writer import FORMAT, CatalogWriter
from engine.discovery.discovery import Discovery, FolderLook, FoundFile
from engine.discovery.folder_looks import FolderRecord
from engine.discovery.rules import Rules, extension_of
from engine.indexing import member_rules
from engine.indexing.progress import ProgressReporter
from engine.indexing.remembered_looks import RememberedLooks
from engine.machine import placeholders
from engine.machine.containment import is_at_or_below
from engine.machine.fingerprint import FileStamp, content_hash

# What may be otherwise at the next look although the file is the same.
_TRANSIENT = frozenset({"permission", "vanished", "timeout"})
_NEEDS_OCR = frozenset({"no-text", "unsupported"})

Verdict = Literal["unchanged", "touched", "read"]


@dataclass(frozen=True, slots=True)
class Target:
    """Where to look: a root, or a part of it."""

    path: str
    root: str
    rules: Rules
    ocr: bool

    @property
    def is_whole_root(self) -> bool:
        return self.path == self.root


@dataclass(slots=True)
class Scan:
    """What one look at a target found."""

    target: Target
    to_read: list[FoundFile] = field(default_factory=list)      # new or changed, the newest first
    new_paths: set[str] = field(default_factory=set)            # those of them that the catalog does not know
    problems: list[FoundFile] = field(default_factory=list)     # not even to be opened
    touched: list[tuple[str, FileStamp, int]] = field(default_factory=list)     # same content; with the time of our look
    vanished: dict[str, KnownFile] = field(default_factory=dict)
    n_unchanged: int = 0                                        # documents
    n_failed: int = 0                                           # documents that still cannot be read
    n_left_out: int = 0                                         # files
    left_out: dict[str, int] = field(default_factory=dict)
    left_out_folders: dict[str, int] = field(default_factory=dict)
    n_found: int = 0
    mounts: list[str] = field(default_factory=list)             # folders below that are drives of their own
    mounts_away: list[str] = field(default_factory=list)        # …that were, and are not there now: what they held is kept


class _Known:
    """What the catalog knows below a target, by path; read when it is first asked for, and without what was taken."""

    def __init__(self, read: Callable[[], dict[str, KnownFile]]) -> None:
        self._read = read
        self._is_read = False
        self.rows: dict[str, KnownFile] = {}

    def read(self) -> None:
        if not self._is_read:
            self.rows, self._is_read = self._read(), True

    def take(self, path: str) -> KnownFile | None:
        self.read()
        return self.rows.pop(path, None)


class Scanner:
    def __init__(
        self,
        writer: CatalogWriter,
        own_folders: Sequence[Path],
        progress: ProgressReporter,
        is_cancelled: Callable[[], bool],
        remembered: RememberedLooks | None = None,
        clock_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        """`remembered`: what the last looks found; None to look at everything anew."""
        self._writer = writer
        self._own_folders = own_folders
        self._progress = progress
        self._is_cancelled = is_cancelled
        self._remembered = remembered
        self._clock_ns = clock_ns

    def scan(self, target: Target, elsewhere: frozenset[str]) -> Scan:
        """One look at a target. `elsewhere`: roots below it, which have a look of their own.

        Raises:
            FolderMissing, FolderUnreadable: of the target itself.
            Cancelled
        """
        removed = self._writer.removed_paths()
        former = None
        if target.is_whole_root and self._remembered is not None:
            former = self._remembered.of(target.root, (target.rules, target.ocr, removed, elsewhere))
        discovery = Discovery(
            Path(target.path), target.rules, self._own_folders, removed, elsewhere, self._is_cancelled, target.root,
            former.folders if former is not None else None,
        )
        self._progress.start("scan", 0, target.root)
        scan = Scan(target)
        known = _Known(lambda: self._known(target.path, elsewhere))
        folders: dict[str, FolderRecord] = {}
        as_before: set[str] = set()
        is_whole = True
        for look in discovery.looks():
            if look.known is not None:
                self._count_known(look, scan)
                as_before.add(look.path)
            record = self._sort_in_all(look, known, scan)
            if record is not None:
                folders[look.path] = record
            else:
                is_whole = False
            if look.path in discovery.unread_folders[-1:]:      # its own row lies in the folder above
                folders.pop(os.path.dirname(look.path), None)
        if former is None or not former.is_whole or len(as_before) < len(former.folders):
            known.read()
        left = {path: file for path, file in known.rows.items() if os.path.dirname(path) not in as_before}
        self._finish(scan, discovery, left)
        if former is not None:
            for path in left:
                folders.pop(os.path.dirname(path), None)
            former.note_end(folders, is_whole and not left)
        return scan

    def _count_known(self, look: FolderLook, scan: Scan) -> None:
        assert look.known is not None
        scan.n_found += look.known.n_found
        scan.n_unchanged += look.known.n_unchanged
        scan.n_failed += look.known.n_failed
        scan.n_left_out += look.known.n_left_out
        self._progress.step(scan.n_found, look.path)

    def _sort_in_all(self, look: FolderLook, known: _Known, scan: Scan) -> FolderRecord | None:
        """Returns what to know the folder by; None where something in it is to be done, or may be otherwise at the next look."""
        before, is_as_known = (scan.n_found, scan.n_unchanged, scan.n_failed, scan.n_left_out), True
        for found in look.found:
            scan.n_found += 1
            self._progress.step(scan.n_found, found.path)
            is_as_known = self._sort_in(found, known.take(found.path), scan) and is_as_known
        if look.known is not None:
            return look.known if not look.found else None
        if look.record is None or not is_as_known:
            return None
        after = (scan.n_found, scan.n_unchanged, scan.n_failed, scan.n_left_out)
        n_found, n_unchanged, n_failed, n_left_out = (now - then for now, then in zip(after, before, strict=True))
        return replace(look.record, n_found=n_found, n_unchanged=n_unchanged, n_failed=n_failed, n_left_out=n_left_out)

    def _finish(self, scan: Scan, discovery: Discovery, left: dict[str, KnownFile]) -> None:
        """`left`: files that the catalog knows and that were not found."""
        self._writer.stamp(scan.touched)
        scan.mounts = discovery.mounts
        known_mounts = [mount for mount in self._mounts() if is_at_or_below(mount, scan.target.path)]
        scan.mounts_away = [mount for mount in known_mounts if mount not in scan.mounts and is_unmounted(mount)]
        unread = tuple(folder + os.sep for folder in (*discovery.unread_folders, *scan.mounts_away))
        scan.vanished = {path: file for path, file in left.items() if not path.startswith(unread)}
        for path, file in left.items():
            if path not in scan.vanished:
                self._count_unchanged(file, scan)
        scan.to_read.sort(key=lambda file: -file.stamp.mtime_ns)
        scan.left_out = dict(discovery.left_out.by_rule)
        scan.left_out_folders = dict(discovery.left_out.folders_by_rule)
        scan.n_left_out += discovery.left_out.total

    def _mounts(self) -> list[str]:
        return mounts_of(self._writer.meta(MOUNTS))

    def _known(self, path: str, elsewhere: frozenset[str]) -> dict[str, KnownFile]:
        known = self._writer.known_files(path)
        if elsewhere:
            below = tuple(root + os.sep for root in elsewhere)
            known = {p: file for p, file in known.items() if p not in elsewhere and not p.startswith(below)}
        return known

    def _sort_in(self, found: FoundFile, known: KnownFile | None, scan: Scan) -> bool:
        """Whether it is as the catalog has it, and nothing is to be done."""
        if found.problem is not None:
            if known is not None and known.reasons == (found.problem,) and known.stamp == found.stamp:
                scan.n_failed += 1
            elif known is not None and found.detail == placeholders.DETAIL and _is_as_read(found, known):
                self._count_unchanged(known, scan)      # moved to the cloud since: what was read of it stays
            else:
                scan.problems.append(found)
                return False
            return True
        verdict = self._verdict(found, known, scan.target)
        if verdict == "read" or known is None:
            scan.to_read.append(found)
            if known is None:
                scan.new_paths.add(found.path)
            return False
        if verdict == "touched":
            scan.touched.append((found.path, found.stamp, self._clock_ns()))
        self._count_unchanged(known, scan)
        return verdict == "unchanged"

    def _verdict(self, found: FoundFile, known: KnownFile | None, target: Target) -> Verdict:
        if known is None or known.format != FORMAT or self._is_worth_another_try(found, known, target):
            return "read"
        if found.stamp == known.stamp and not known.stamp.is_racy(known.read_at_ns):
            return "unchanged"
        if found.stamp.size != known.stamp.size or not known.content_hash:
            return "read"
        try:
            return "touched" if content_hash(Path(found.path)) == known.content_hash else "read"
        except OSError:
            return "read"

    def _is_worth_another_try(self, found: FoundFile, known: KnownFile, target: Target) -> bool:
        if any(reason in _TRANSIENT for reason in known.reasons):
            return True
        if known.reasons == ("special-file",):      # it is an ordinary file now, or lies on this computer again
            return True
        if target.ocr and not known.ocr and any(reason in _NEEDS_OCR for reason in known.reasons):
            return True
        if not member_rules.are_followed(known.member_rules, target.rules):
            return True
        if known.reasons == ("unsupported",):       # the rules may have changed since
            is_left_out = target.rules.for_unsupported(os.path.basename(found.path)) is not None
            return is_left_out != ("left-out" in known.states)
        return False

    def _count_unchanged(self, known: KnownFile, scan: Scan) -> None:
        if not (scan.target.ocr and known.ocr == OCR_WAITS):        # what waits has not failed yet
            scan.n_failed += known.states.count("unreadable")
        scan.n_left_out += known.states.count("left-out")
        scan.n_unchanged += sum(state in ("reading", "text", "complete") for state in known.states)


def _is_as_read(found: FoundFile, known: KnownFile) -> bool:
    """Whether a file that may not be opened is still the one whose text is known."""
    is_same = (found.stamp.size, found.stamp.mtime_ns) == (known.stamp.size, known.stamp.mtime_ns)
    return is_same and known.reasons != (found.problem,)


def former_path(
    found: FoundFile, candidates: Sequence[tuple[str, str]], is_gone: Callable[[str], bool]
) -> str | None:
    """The path that a new file had before: same content and extension, and nothing is there any more.

    Args:
        candidates: (path, content hash) of known files of the same size.
        is_gone: whether a path is certainly not there any more.
    """
    alike = [
        (path, known) for path, known in candidates
        if path != found.path and extension_of(path) == extension_of(found.path) and is_gone(path)
    ]
    if not alike:
        return None
    try:
        content = content_hash(Path(found.path))
    except OSError:
        return None
    same_name = os.path.basename(found.path)
    same = [path for path, known in alike if known == content]
    return next((path for path in same if os.path.basename(path) == same_name), same[0] if same else None)


def is_gone(path: str) -> bool:
    """Whether nothing is at `path`; False where that cannot be told."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False

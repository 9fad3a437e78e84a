"""Which folders are to be looked at: what was asked for, as roots of its own or as parts of known ones."""

from __future__ import annotations

import functools
import os
import stat
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.catalog.availability import MOUNTS, is_unmounted, mounts_of
from engine.catalog.records import StoredRoot
from engine.catalog.writer import CatalogWriter
from engine.discovery.ignore_patterns import IgnoreTree
from engine.discovery.rules import IGNORE_FILES, MARKERS, Rules
from engine.errors import FolderMissing, FolderUnreadable
from engine.indexing.scanning import Target, is_gone
from engine.machine.containment import is_at_or_below
from engine.settings import Settings


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A root, and what is left out of it."""

    path: str
    rules: Rules


class Targets:
    def __init__(self, writer: CatalogWriter, settings: Settings) -> None:
        """With `settings.ocr` pictures are read in every root, whatever was asked for when it was added."""
        self._writer = writer
        self._catalog = writer.catalog
        self._settings = settings
        self._trees: dict[tuple[str, Rules], IgnoreTree] = {}

    def of(self, paths: Sequence[Path], all_files: bool | None, ocr: bool | None) -> list[Target]:
        """Where to look; everything that was added before if `paths` is empty.

        Every path becomes a root, unless it lies where the look at a root would find it.

        Args:
            all_files, ocr: None: as the root was given them before, and off for a new one.

        Raises:
            FolderMissing, FolderUnreadable: one of them; then none was added.
        """
        if not paths:
            for root in self.roots():
                self._note_options(root, all_files, ocr)
            return [self._target(root.path, root) for root in self.roots()]
        targets: dict[str, Target] = {}
        places = [os.path.abspath(path) for path in paths]
        for place in places:
            self._check_is_there(place)
        for place in places:
            known = next((root for root in self.roots() if root.path == place), None)
            if known is not None:
                self._note_options(known, all_files, ocr)
            above = self._covering_root(place, all_files, ocr) if known is None else None
            if known is None and above is None:
                self._writer.add_root(place, bool(all_files), bool(ocr))
            root = above or next(root for root in self.roots() if root.path == place)
            self._writer.unnote_removed(place)
            targets[place] = self._target(place, root)
        for root in self.roots():      # roots below are looked at with the one above
            if any(is_at_or_below(root.path, place) for place in targets):
                targets.setdefault(root.path, self._target(root.path, root))
        return list(targets.values())

    def _check_is_there(self, place: str) -> None:
        try:
            os.stat(place)
        except PermissionError as error:
            raise FolderUnreadable(Path(place)) from error
        except OSError as error:
            if any(root.path == place for root in self.roots()):
                self._writer.note_scan(place, False, None, None)
            elif is_gone(place) and self._writer.known_files(place):
                return          # a file below a root that has been deleted: to be forgotten
            raise FolderMissing(Path(place)) from error

    def _note_options(self, known: StoredRoot, all_files: bool | None, ocr: bool | None) -> None:
        """A root keeps what it was given until it is told otherwise."""
        wanted = known.all_files if all_files is None else all_files, known.ocr if ocr is None else ocr
        if wanted != (known.all_files, known.ocr):
            self._writer.add_root(known.path, *wanted)

    def _covering_root(self, place: str, all_files: bool | None, ocr: bool | None) -> StoredRoot | None:
        """A root whose own look would reach `place`, with the same options; None if `place` has to be a root itself."""
        removed = self._writer.removed_paths() - {place}
        for root in self.roots():
            if not is_at_or_below(place, root.path) or all_files not in (None, root.all_files):
                continue
            if ocr not in (None, self.reads_pictures(root), root.ocr):
                continue
            tree, size = self._tree(root), _size(place)
            is_left_out = tree.between(place) or tree.rule(place, os.path.isdir(place), size)
            if is_left_out is None and not any(is_at_or_below(place, path) for path in removed):
                return root
        return None

    def changed(self, places: Iterable[str]) -> list[Target]:
        """Where to look because of changes: parts of roots, without what a look at the whole root would leave out.

        Nothing becomes a root, nothing that was removed comes back. A root that is away, or another drive than before,
        is looked at as a whole: what is missing there may not be gone.
        """
        roots, removed = self.roots(), self._writer.removed_paths()
        by_place: dict[str, StoredRoot] = {}
        for place in places:
            above = [root for root in roots if is_at_or_below(place, root.path)]
            if not above:
                continue
            root = max(above, key=lambda root: len(root.path))
            place = self._place_to_list(place, root) if self._is_there(root) else root.path
            if not self._is_left_out(place, root, removed):
                by_place[place] = root
            elif self._writer.knows_file(place):        # it has become too large: a look at its folder forgets it
                by_place[os.path.dirname(place)] = root
        return [
            self._target(place, root) for place, root in by_place.items()
            if not any(above in by_place and by_place[above] is root for above in _folders_above(place, root.path))
        ]

    def _is_there(self, root: StoredRoot) -> bool:
        try:
            device = os.stat(root.path).st_dev
        except OSError:
            return False
        return self._writer.device_of(root.path) in (None, device)

    def _place_to_list(self, place: str, root: StoredRoot) -> str:
        """The file or folder itself, or the nearest folder above it where only a look at that one tells what it is."""
        if place != root.path and os.path.basename(place) in MARKERS:
            place = os.path.dirname(place)
            place = os.path.dirname(place) if place != root.path else place
        if place != root.path and os.path.basename(place) in IGNORE_FILES:
            place = os.path.dirname(place)
        for mount in mounts_of(self._writer.meta(MOUNTS)):      # what a drive held that is away is not gone
            if is_at_or_below(place, mount) and mount != root.path and is_unmounted(mount):
                place = os.path.dirname(mount)
        while place != root.path and not _can_be_looked_at(place):
            place = os.path.dirname(place)
        return place

    def _is_left_out(self, place: str, root: StoredRoot, removed: frozenset[str]) -> bool:
        if place == root.path:
            return False
        rules, is_folder = self.rules(root), os.path.isdir(place)
        tree = self._tree(root)
        if tree.between(place) or any(is_at_or_below(place, path) for path in removed):
            return True
        if any(rules.for_neighbours(*entry) for entry in _ways_to(place, root.path, is_folder)):
            return True
        if os.path.lexists(place) and tree.rule(place, is_folder, _size(place)):
            return True
        folders = [*_folders_above(place, root.path), *([place] if is_folder else [])]
        return any(
            rules.for_content(name for name in MARKERS if os.path.lexists(os.path.join(folder, name)))
            for folder in folders if folder != root.path
        )

    def _target(self, place: str, root: StoredRoot) -> Target:
        return Target(place, root.path, self.rules(root), self.reads_pictures(root))

    def reads_pictures(self, root: StoredRoot) -> bool:
        return root.ocr or self._settings.ocr

    def rules(self, root: StoredRoot) -> Rules:
        return rules_of(root, self._settings)

    def _tree(self, root: StoredRoot) -> IgnoreTree:
        rules = self.rules(root)
        return self._trees.setdefault((root.path, rules), IgnoreTree(root.path, rules))

    def rules_at(self, path: str) -> Rules:
        """Of the root with this path."""
        return self.rules(next(root for root in self.roots() if root.path == path))

    def roots(self) -> list[StoredRoot]:
        return self._catalog.roots()


def rules_of(root: StoredRoot, settings: Settings) -> Rules:
    """The rules of a root: its own options, then what the settings say for all folders and for this one."""
    folder = settings.rules_for(root.path)
    return Rules(
        root.all_files, root.ocr or settings.ocr, folder.left_out,
        tuple(sorted(kind.lower().lstrip(".") for kind in folder.left_out_kinds)),
        folder.max_file_mb * 1_000_000, folder.hidden, folder.gitignore,
    )


def _size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0


def _ways_to(place: str, root: str, is_folder: bool) -> list[tuple[str, bool, Callable[[str], bool]]]:
    """The path and each folder between it and the root, whether it is a folder, and what tells what lies beside it."""
    ways = [(place, is_folder), *((folder, True) for folder in _folders_above(place, root) if folder != root)]
    return [(path, is_one, functools.partial(_lies_beside, path)) for path, is_one in ways]


def _lies_beside(path: str, name: str) -> bool:
    return os.path.lexists(os.path.join(os.path.dirname(path), name))


def _folders_above(place: str, root: str) -> list[str]:
    """From the folder that holds `place` up to `root`; empty for the root itself."""
    folders = []
    while place != root and len(place) > len(root):
        place = os.path.dirname(place)
        folders.append(place)
    return folders


def _can_be_looked_at(place: str) -> bool:
    """Whether a look at this path alone finds what a look at its folder would; so for what is gone. Links are not followed."""
    try:
        status = os.lstat(place)
        if stat.S_ISLNK(status.st_mode):
            return False
        if stat.S_ISDIR(status.st_mode):
            with os.scandir(place):
                pass
    except OSError:
        return is_gone(place)
    return True

"""Which folders are to be looked at: what was asked for, as roots of its own or as parts of known ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from engine.catalog_records import StoredRoot
from engine.catalog_writer import CatalogWriter
from engine.discovery_rules import Rules, rule_between
from engine.errors import FolderMissing, FolderUnreadable
from engine.scanning import Target, is_gone


class Targets:
    def __init__(self, writer: CatalogWriter, patterns: tuple[str, ...]) -> None:
        self._writer = writer
        self._catalog = writer.catalog
        self._patterns = patterns

    def of(self, paths: Sequence[Path], all_files: bool, ocr: bool) -> list[Target]:
        """Where to look; everything that was added before if `paths` is empty.

        Every path becomes a root, unless it lies where the look at a root would find it.

        Raises:
            FolderMissing, FolderUnreadable: one of them; then none was added.
        """
        if not paths:
            return [self._target(root.path, root) for root in self.roots()]
        targets: dict[str, Target] = {}
        places = [os.path.abspath(path) for path in paths]
        for place in places:
            self._check_is_there(place)
        for place in places:
            root = self._covering_root(place, all_files, ocr)
            if root is None:
                self._writer.add_root(place, all_files, ocr)
                root = next(root for root in self.roots() if root.path == place)
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

    def _covering_root(self, place: str, all_files: bool, ocr: bool) -> StoredRoot | None:
        """A root whose own look would reach `place`, with the same options; None if `place` has to be a root itself."""
        removed = self._writer.removed_paths() - {place}
        for root in self.roots():
            if root.path == place or not is_at_or_below(place, root.path) or (all_files and not root.all_files):
                continue
            if ocr and not root.ocr:
                continue
            hidden = rule_between(self._rules(root), root.path, place)
            name = os.path.basename(place)
            rules = self._rules(root)
            own = rules.for_folder(name) if os.path.isdir(place) else rules.for_file(name)
            if hidden is None and own is None and not any(is_at_or_below(place, path) for path in removed):
                return root
        return None

    def _target(self, place: str, root: StoredRoot) -> Target:
        return Target(place, root.path, self._rules(root), root.ocr)

    def _rules(self, root: StoredRoot) -> Rules:
        return Rules(root.all_files, root.ocr, self._patterns)

    def roots(self) -> list[StoredRoot]:
        return self._catalog.roots()


def is_at_or_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)

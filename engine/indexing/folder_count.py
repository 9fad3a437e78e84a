"""How many documents are in a folder that is not added yet, and what the rules leave out: a look at names, nothing is read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalog.records import StoredRoot
from engine.discovery.discovery import Discovery
from engine.discovery.rules import extension_of
from engine.indexing.targets import rules_of

if TYPE_CHECKING:
    from engine.settings import Settings


@dataclass(frozen=True, slots=True)
class FolderCount:
    path: str
    documents: int
    bytes: int
    kinds: tuple[tuple[str, int], ...]          # extensions in lower case, most first
    left_out: tuple[tuple[str, int], ...]       # files, by rule, most first


def count_folder(settings: Settings, path: Path) -> FolderCount:
    """Walk the folder as indexing would.

    Raises:
        FolderMissing, FolderUnreadable
    """
    root = StoredRoot(str(path), False, False, True, {})
    walk = Discovery(path, rules_of(root, settings), own_folders=[settings.data_dir])
    kinds: Counter[str] = Counter()
    n_bytes = 0
    for found in walk.files():
        kinds[extension_of(found.path)] += 1
        n_bytes += found.stamp.size
    return FolderCount(
        str(path), kinds.total(), n_bytes, tuple(kinds.most_common()), tuple(walk.left_out.by_rule.most_common())
    )

"""Files of a name that wait to be read: nothing is known of them yet but what their folder says, so that no search finds them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.discovery.discovery import Discovery
from engine.errors import Cancelled, FolderMissing, FolderUnreadable
from engine.indexing.targets import rules_of
from engine.language.analysis import exact_forms
from engine.language.folding import fold
from engine.query.conditions import Phrase, runs

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog
    from engine.settings import Settings

AT_MOST = 50
MOST_TOKENS = 30            # of what is taken for a name


def queued_files(settings: Settings, catalog: Catalog, text: str, is_cancelled: Callable[[], bool]) -> tuple[str, ...]:
    """Paths of files below the roots whose names hold the words of `text` in their order, and that were not looked into yet.

    Walks the folders by their rules. Cancelled, it gives what it has found so far.

    Returns:
        at most AT_MOST, sorted.
    """
    tokens = tuple(exact_forms(text))
    if not 0 < len(tokens) <= MOST_TOKENS:
        return ()
    found: set[str] = set()
    phrase, removed = Phrase(tokens), catalog.removed_paths()
    for root in catalog.roots():
        walk = Discovery(
            Path(root.path), rules_of(root, settings), own_folders=[settings.data_dir], removed=removed, is_cancelled=is_cancelled
        )
        try:
            for file in walk.files():
                if _is_named(os.path.basename(file.path), tokens, phrase) and still_queued(catalog, (file.path,)):
                    found.add(file.path)
                    if len(found) >= AT_MOST:
                        return tuple(sorted(found))
        except Cancelled:
            break
        except (FolderMissing, FolderUnreadable):
            continue
    return tuple(sorted(found))


def still_queued(catalog: Catalog, paths: Iterable[str]) -> tuple[str, ...]:
    """Those of the paths that were not looked into yet and are there."""
    return tuple(
        path for path in paths
        if os.path.lexists(path) and not catalog.knows(path) and catalog.left_out_by_kind(path) is None
    )


def _is_named(name: str, tokens: tuple[str, ...], phrase: Phrase) -> bool:
    folded = fold(name)
    return all(token in folded for token in tokens) and any(True for _ in runs(exact_forms(name), phrase))

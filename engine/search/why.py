"""Why a path is found by searching, or is not: asks the catalog, the rules and the disk, and changes nothing."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.discovery.discovery import Discovery
from engine.discovery.ignore_patterns import IgnoreTree, Verdict
from engine.discovery.rules import MARKERS, OWN, Rules
from engine.errors import Cancelled, FolderMissing, FolderUnreadable
from engine.indexing.scanning import is_gone
from engine.indexing.targets import rules_of
from engine.machine.containment import is_at_or_below
from engine.search.freshness import Freshness
from engine.why_answer import Why, WhyState

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog
    from engine.catalog.records import StoredDocument, StoredRoot
    from engine.settings import Settings

FOLDERS_AT_MOST = 2_000     # that are looked into for something that waits to be read

_STATES: dict[str, WhyState] = {
    "complete": "found", "text": "found-by-words", "reading": "not-read-yet", "unreadable": "found-by-name",
    "left-out": "left-out",
}


def why(settings: Settings, catalog: Catalog, path: str) -> Why:
    """Why `path`, of a file, a folder or (`container!inner`) a member, is found or not."""
    place = os.path.abspath(path)
    document = catalog.document_at(place)
    file = os.fspath(document.file_path) if document is not None else place
    root = _root_of(catalog, file)
    n_documents = sum(found.state != "unreadable" for found in catalog.documents_below(place))
    if root is None:
        return Why(place, "not-in-a-folder")
    if is_gone(root.path) or (not root.is_available and n_documents):
        return Why(place, "not-available", root.path, documents=n_documents)
    if any(is_at_or_below(file, removed) for removed in catalog.removed_paths()):
        return Why(place, "removed-by-you", root.path)
    if is_gone(file):
        state: WhyState = "not-current" if n_documents or document is not None else "missing"
        return Why(place, state, root.path, documents=n_documents)
    if (found := _left_out(settings, root, file)) is not None:
        at, verdict = found
        return Why(place, "left-out", root.path, verdict.rule, verdict.pattern, verdict.source, at, documents=n_documents)
    if document is None and not n_documents and os.path.isdir(file):
        return _without_documents(settings, catalog, root, place)
    return _known(catalog, place, root.path, document, n_documents)


def _without_documents(settings: Settings, catalog: Catalog, root: StoredRoot, folder: str) -> Why:
    """Of a folder in which nothing can be found: whether something waits to be read, and if not, why."""
    if any(True for _ in catalog.documents_below(folder)):
        return Why(folder, "all-unreadable", root.path)
    looks = itertools.count()
    walk = Discovery(
        Path(folder), rules_of(root, settings), own_folders=[settings.data_dir], removed=catalog.removed_paths(),
        is_cancelled=lambda: next(looks) > FOLDERS_AT_MOST, base=root.path,
    )
    try:
        n_kinds = 0
        for found in walk.files():
            if catalog.left_out_by_kind(found.path) is None:
                return Why(folder, "not-read-yet", root.path)
            n_kinds += 1
    except (Cancelled, FolderMissing, FolderUnreadable):
        return Why(folder, "not-read-yet", root.path)
    rules = {*walk.left_out.by_rule, *walk.left_out.folders_by_rule, *(("kind",) if n_kinds else ())}
    return Why(folder, "nothing-to-read", root.path, rule=rules.pop() if len(rules) == 1 else None)


def _known(catalog: Catalog, place: str, root: str, document: StoredDocument | None, n_documents: int) -> Why:
    if document is not None:
        if not Freshness().is_current(document):
            return Why(place, "not-current", root, documents=n_documents)
        return Why(
            place, _STATES[document.state], root, reason=document.reason, detail=document.detail, documents=n_documents
        )
    kind = catalog.left_out_by_kind(place)
    if kind is not None:
        return Why(place, "left-out", root, "kind", left_out_at=place, detail=kind)
    if n_documents:
        is_complete = all(found.state in ("complete", "unreadable") for found in catalog.documents_below(place))
        return Why(place, "found" if is_complete else "found-by-words", root, documents=n_documents)
    return Why(place, "not-read-yet", root)


def _root_of(catalog: Catalog, path: str) -> StoredRoot | None:
    above = [root for root in catalog.roots() if is_at_or_below(path, root.path)]
    return max(above, key=lambda root: len(root.path), default=None)


def _left_out(settings: Settings, root: StoredRoot, path: str) -> tuple[str, Verdict] | None:
    """The path, or the folder above it, that a rule leaves out; None to look at it."""
    rules = rules_of(root, settings)
    if path == root.path:
        return None
    if is_at_or_below(os.path.realpath(path), os.path.realpath(settings.data_dir)):
        return path, Verdict(OWN)
    tree = IgnoreTree(root.path, rules)
    if (found := tree.folder_left_out(path)) is not None:
        return found
    if (marked := _marked(root.path, path, rules)) is not None:
        return marked
    verdict = tree.verdict(path, os.path.isdir(path), _size(path))
    if verdict.rule is None and os.path.islink(path):
        verdict = Verdict("link")
    if verdict.rule is None and (placed := _placed(root.path, path, rules)) is not None:
        return placed
    return (path, verdict) if verdict.rule is not None else None


def _placed(root: str, path: str, rules: Rules) -> tuple[str, Verdict] | None:
    """The path, or the highest folder above it, that is left out because of what lies beside it: a saved page's folder."""
    found = None
    place, is_folder = path, os.path.isdir(path)
    while place != root and len(place) > len(root):
        if (rule := rules.for_neighbours(place, is_folder, _beside(place))) is not None:
            found = place, Verdict(rule)
        place, is_folder = os.path.dirname(place), True
    return found


def _marked(root: str, path: str, rules: Rules) -> tuple[str, Verdict] | None:
    """A folder above `path`, or itself, that a file in it marks as a program's."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    while folder != root and len(folder) > len(root):
        held = [name for name in MARKERS if os.path.lexists(os.path.join(folder, name))]
        if (rule := rules.for_content(held)) is not None:
            return folder, Verdict(rule, source=os.path.join(folder, held[0]))
        folder = os.path.dirname(folder)
    return None


def _beside(path: str) -> Callable[[str], bool]:
    return lambda name: os.path.lexists(os.path.join(os.path.dirname(path), name))


def _size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0

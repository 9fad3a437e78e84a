"""What waits for text recognition: files with scanned pages or pictures, below roots where it is on. Ordinary text goes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.catalog.catalog import Catalog
from engine.catalog.records import StoredRoot, UnrecognisedDocument, UnrecognisedFile
from engine.machine.containment import is_at_or_below


def waiting_files(catalog: Catalog, is_on: bool) -> list[tuple[UnrecognisedFile, StoredRoot]]:
    """Each file with the root that it is read for. `is_on`: in every root; otherwise in those that were added with it.

    Of files with the same content the first comes before all others: those find what was recognised in it.
    """
    roots = catalog.roots()
    first: list[tuple[UnrecognisedFile, StoredRoot]] = []
    copies: list[tuple[UnrecognisedFile, StoredRoot]] = []
    seen: set[str] = set()
    for file in catalog.unrecognised_files():
        root = _root_of(file.path, roots)
        if root is None or not (root.ocr or is_on) or not root.is_available:
            continue
        (copies if file.content_hash in seen else first).append((file, root))
        if file.content_hash:
            seen.add(file.content_hash)
    return first + copies


@dataclass(frozen=True, slots=True)
class WithoutText:
    """Documents that are no errors, though they hold no text: they are pictures of text."""

    waiting: tuple[UnrecognisedDocument, ...]       # text recognition is still to come to them
    left: tuple[UnrecognisedDocument, ...]          # it is off where they lie


def without_text(catalog: Catalog, is_on: bool) -> WithoutText:
    """`is_on`: text recognition, in every root; otherwise in those that were added with it."""
    roots = catalog.roots()
    waiting: list[UnrecognisedDocument] = []
    left: list[UnrecognisedDocument] = []
    for document in catalog.unrecognised_documents():
        root = _root_of(document.file_path, roots)
        (waiting if root is not None and (root.ocr or is_on) else left).append(document)
    return WithoutText(tuple(waiting), tuple(left))


def _root_of(path: str, roots: Sequence[StoredRoot]) -> StoredRoot | None:
    above = [root for root in roots if is_at_or_below(path, root.path)]
    return max(above, key=lambda root: len(root.path)) if above else None

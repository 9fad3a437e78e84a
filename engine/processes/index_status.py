"""What the window shows of the whole index: its status, and the documents that could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import FicheroError
from engine.machine.containment import is_at_or_below
from engine.messages import UNRECOGNISED, FolderStatus, Status, UnreadableDocument

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog
    from engine.catalog.records import UnrecognisedDocument
    from engine.settings import Settings


def status_of(catalog: Catalog, settings: Settings) -> Status:
    """What the window shows of the whole index."""
    from engine.build import read_status
    from engine.catalog.availability import is_reachable
    from engine.indexing.recognition_queue import without_text

    counts = catalog.counts()
    settings = _as_they_are_now(settings)
    whole, pictures = read_status(settings), without_text(catalog, settings.ocr)
    with_ocr = {root.path for root in catalog.roots() if root.ocr}
    reasons = Counter(dict(catalog.unreadable_reasons()))
    reasons.subtract(document.reason for document in pictures.waiting + pictures.left)

    def n_below(folder: str, documents: Iterable[UnrecognisedDocument]) -> int:
        return sum(is_at_or_below(document.file_path, folder) for document in documents)

    return Status(
        folders=tuple(
            FolderStatus(
                folder.path, folder.documents, folder.chunks, folder.stage,
                folder.failed - n_below(folder.path, pictures.waiting + pictures.left), folder.pending,
                folder.is_available and is_reachable(folder.path), tuple(folder.left_out.items()),
                tuple(folder.left_out_folders.items()), n_below(folder.path, pictures.waiting), n_below(folder.path, pictures.left),
                folder.path in with_ocr,
            )
            for folder in catalog.folders()
        ),
        documents=counts.documents,
        chunks=counts.chunks,
        failed=max(0, counts.failed - len(pictures.waiting) - len(pictures.left)),
        pending=counts.pending,
        stage=catalog.stage(),
        kinds=catalog.kinds(),
        languages=catalog.languages(),
        sizes=tuple(whole["bytes"].items()),
        models=tuple(f"{model['name']} {model['version']} ({model['licence']})" for model in whole["models"]),
        unrecognised=whole["ocr"]["waiting"],
        is_ocr_installed=whole["ocr"]["installed"],
        is_ocr_everywhere=settings.ocr,
        without_text=len(pictures.left),
        reasons=tuple((reason, count) for reason, count in reasons.most_common() if count > 0),
    )


def unreadable_documents(catalog: Catalog, settings: Settings) -> tuple[UnreadableDocument, ...]:
    """Without those that wait for text recognition: they are no errors."""
    from engine.indexing.recognition_queue import without_text

    pictures = without_text(catalog, _as_they_are_now(settings).ocr)
    waiting, left = ({document.document_id for document in some} for some in (pictures.waiting, pictures.left))
    return tuple(
        UnreadableDocument(error.path, UNRECOGNISED if error.document_id in left else error.reason, error.detail or "")
        for error in catalog.errors() if error.document_id not in waiting
    )


def _as_they_are_now(settings: Settings) -> Settings:
    """With what the window has saved meanwhile of text recognition."""
    from engine.settings import load_settings

    try:
        return replace(settings, ocr=load_settings(settings.data_dir).ocr)
    except FicheroError:
        return settings

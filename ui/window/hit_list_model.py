"""The hits of the last search as a Qt model. `data()` only reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from engine.document import DocumentId
from engine.hits import Hit
from ui.window import wording
from ui.window.language import translate

Index = QModelIndex | QPersistentModelIndex

HIT_ROLE = Qt.ItemDataRole.UserRole + 1


class HitListModel(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self._hits: tuple[Hit, ...] = ()

    @property
    def hits(self) -> tuple[Hit, ...]:
        return self._hits

    def set_hits(self, hits: Sequence[Hit]) -> None:
        self.beginResetModel()
        self._hits = tuple(hits)
        self.endResetModel()

    def move_hits(self, hits: Sequence[Hit]) -> None:
        """The same documents in another order: views keep their selection and their place."""
        before = self.persistentIndexList()
        documents = [self._hits[index.row()].document_id for index in before]
        self.layoutAboutToBeChanged.emit()
        self._hits = tuple(hits)
        self.changePersistentIndexList(before, [self.index(self.row_of(document) or 0) for document in documents])
        self.layoutChanged.emit()

    def holds_the_same(self, hits: Sequence[Hit]) -> bool:
        """Whether these are the same documents, in whatever order."""
        return {hit.document_id for hit in hits} == {hit.document_id for hit in self._hits} and len(hits) == len(self._hits)

    def row_of(self, document_id: DocumentId) -> int | None:
        for row, hit in enumerate(self._hits):
            if hit.document_id == document_id:
                return row
        return None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._hits):
            return None
        hit = self._hits[index.row()]
        if role == HIT_ROLE:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return wording.printable(hit.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return wording.printable(hit.path)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(hit)
        return None


def spoken(hit: Hit) -> str:
    """A hit as a screen reader says it."""
    parts = [wording.printable(hit.title), wording.kind_name(hit.kind)]
    if hit.page is not None:
        parts.append(translate("HitListModel", "page {page}").format(page=wording.number(hit.page)))
    if not hit.is_available:
        parts.append(translate("HitDelegate", "not available"))
    parts += [" › ".join(hit.heading_path), hit.snippet if hit.chunk_id is not None else ""]
    return ". ".join(part for part in parts if part)


def answer_span(hit: Hit) -> tuple[int, int] | None:
    """Where the answer sentence lies in the hit's snippet, which may cut it short; None where it does not."""
    if hit.answer is None or not hit.answer.text:
        return None
    answer, snippet = hit.answer.text, hit.snippet
    at = snippet.find(answer)
    if at >= 0:
        return at, at + len(answer)
    at = snippet.find(answer[:24])
    if at >= 0 and answer.startswith(snippet[at:].rstrip()):
        return at, len(snippet)
    return None

"""The hits of the last search as a Qt model, with the passages and older versions that are unfolded under them. `data()` only reads."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QPersistentModelIndex, Qt, QUrl

from engine.document import DocumentId
from engine.hits import Hit, OlderVersion
from engine.messages import file_of
from ui.window import wording
from ui.window.counts import Counts
from ui.window.language import translate

Index = QModelIndex | QPersistentModelIndex

HIT_ROLE = Qt.ItemDataRole.UserRole + 1
NEWEST_ROLE = HIT_ROLE + 1          # Hit under which an older version lies; None for a hit of the search itself
UNFOLDED_ROLE = HIT_ROLE + 2        # whether its older versions are in the list
BEST_ROLE = HIT_ROLE + 4            # Hit of whose document this is another passage; None for a hit of the search itself
SPREAD_ROLE = HIT_ROLE + 5          # whether the other passages of its document are in the list
VERDICT_ROLE = HIT_ROLE + 3         # the person's own: right (True), wrong (False) or none for this question


@dataclass(frozen=True, slots=True)
class _Row:
    hit: Hit
    newest: Hit | None = None       # of an older version
    best: Hit | None = None         # of another passage of the same document


class HitListModel(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self._hits: tuple[Hit, ...] = ()
        self._rows: list[_Row] = []
        self._unfolded: set[DocumentId] = set()
        self._passages: dict[DocumentId, tuple[Hit, ...]] = {}      # that are unfolded
        self._verdicts: Mapping[str, bool] = {}

    @property
    def hits(self) -> tuple[Hit, ...]:
        return self._hits

    def set_hits(self, hits: Sequence[Hit]) -> None:
        self.beginResetModel()
        self._hits = tuple(hits)
        self._rows = self._made_rows()
        self.endResetModel()

    def move_hits(self, hits: Sequence[Hit]) -> None:
        """The same documents in another order: views keep their selection and their place."""
        before = self.persistentIndexList()
        kept = [self._rows[index.row()].hit for index in before]
        self.layoutAboutToBeChanged.emit()
        self._hits = tuple(hits)
        self._rows = self._made_rows()
        self.changePersistentIndexList(before, [self.index(self.row_like(hit) or 0) for hit in kept])
        self.layoutChanged.emit()

    def holds_the_same(self, hits: Sequence[Hit]) -> bool:
        """Whether these are the same documents, in whatever order."""
        return {hit.document_id for hit in hits} == {hit.document_id for hit in self._hits} and len(hits) == len(self._hits)

    def row_of(self, document_id: DocumentId) -> int | None:
        return next((row for row, entry in enumerate(self._rows) if entry.hit.document_id == document_id), None)

    def row_like(self, hit: Hit) -> int | None:
        """The row of the same passage, else of the same document."""
        key = (hit.document_id, hit.chunk_id)
        same = (row for row, entry in enumerate(self._rows) if (entry.hit.document_id, entry.hit.chunk_id) == key)
        return next(same, self.row_of(hit.document_id))

    # -- other passages of a document

    def spread(self, document_id: DocumentId, passages: Sequence[Hit]) -> bool:
        """Show these passages of a document under its hit, or none; False where nothing changes."""
        row = self.row_of(document_id)
        if row is None:
            return False
        best = self._rows[row].hit
        others = tuple(hit for hit in passages if hit.chunk_id != best.chunk_id)
        before = self._passages.get(document_id, ())
        if others == before:
            return False
        if before:
            self.beginRemoveRows(QModelIndex(), row + 1, row + len(before))
            del self._passages[document_id]
            del self._rows[row + 1:row + 1 + len(before)]
            self.endRemoveRows()
        if others:
            self.beginInsertRows(QModelIndex(), row + 1, row + len(others))
            self._passages[document_id] = others
            self._rows[row + 1:row + 1] = [_Row(hit, best=best) for hit in others]
            self.endInsertRows()
        self.dataChanged.emit(self.index(row), self.index(row))
        return True

    # -- older versions

    def fold_all(self) -> None:
        """Before other hits are set: what was unfolded of the last ones says nothing of these."""
        self._unfolded.clear()
        self._passages.clear()

    def unfold(self, row: int, is_unfolded: bool) -> bool:
        """Show or hide the older versions of a row's hit; False where nothing changes."""
        hit = self._rows[row].hit
        entry = self._rows[row]
        if entry.newest is not None or entry.best is not None or not hit.versions or (hit.document_id in self._unfolded) == is_unfolded:
            return False
        first = row + 1 + len(self._passages.get(hit.document_id, ()))
        last = first + len(hit.versions) - 1
        if is_unfolded:
            self.beginInsertRows(QModelIndex(), first, last)
            self._unfolded.add(hit.document_id)
            self._rows[first:first] = _older_rows(hit)
            self.endInsertRows()
        else:
            self.beginRemoveRows(QModelIndex(), first, last)
            self._unfolded.discard(hit.document_id)
            del self._rows[first : last + 1]
            self.endRemoveRows()
        self.dataChanged.emit(self.index(row), self.index(row))
        return True

    def _made_rows(self) -> list[_Row]:
        rows = []
        for hit in self._hits:
            rows.append(_Row(hit))
            others = tuple(other for other in self._passages.get(hit.document_id, ()) if other.chunk_id != hit.chunk_id)
            if others:
                self._passages[hit.document_id] = others
                rows += [_Row(other, best=hit) for other in others]
            if hit.document_id in self._unfolded:
                rows += _older_rows(hit)
        return rows

    # -- verdicts

    def set_verdicts(self, verdicts: Mapping[str, bool]) -> None:
        """By path, for the question whose hits these are."""
        if verdicts != self._verdicts:
            self._verdicts = dict(verdicts)
            if self._rows:
                self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:
        return ["text/uri-list", "text/plain"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:    # type: ignore[override]
        """The document's file, to be dropped into another program; of a member its container's."""
        files = list(dict.fromkeys(file_of(self._rows[index.row()].hit.path) for index in indexes))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(file) for file in files])
        data.setText("\n".join(wording.printable(file) for file in files))
        return data

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        entry = self._rows[index.row()]
        hit = entry.hit
        match role:
            case _ if role == HIT_ROLE:
                return hit
            case _ if role == NEWEST_ROLE:
                return entry.newest
            case _ if role == UNFOLDED_ROLE:
                return hit.document_id in self._unfolded
            case _ if role == BEST_ROLE:
                return entry.best
            case _ if role == SPREAD_ROLE:
                return hit.document_id in self._passages
            case _ if role == VERDICT_ROLE:
                return self._verdicts.get(hit.path)
            case Qt.ItemDataRole.DisplayRole:
                return wording.printable(hit.title)
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join(part for part in (wording.printable(hit.path), verdict_text(self._verdicts.get(hit.path))) if part)
            case Qt.ItemDataRole.AccessibleTextRole:
                if entry.best is not None:
                    return spoken_passage(hit)
                return spoken(hit, entry.newest, self._verdicts.get(hit.path))
        return None


def older_hit(newest: Hit, older: OlderVersion) -> Hit:
    """An older version as it is opened: from its beginning, since the search has found the newest one's passage."""
    return replace(
        newest, path=older.path, title=os.path.basename(older.path.replace("!", "/")), document_id=older.document_id, chunk_id=None,
        heading_path=(), page=None, start=0, end=0, section_start=0, section_end=0, modified=older.modified, sent=None, snippet="",
        highlights=(), answer=None, also=(), version=older.version, versions=(),
    )


def _older_rows(newest: Hit) -> list[_Row]:
    return [_Row(older_hit(newest, older), newest) for older in newest.versions]


def dated(hit: Hit, is_older: bool = False) -> str:
    """Version, as the name says it, and day. A mere date in a name is shown where there are versions to tell apart."""
    version = hit.version or ""
    if is_only_date(version) and not hit.versions and not is_older:
        version = ""
    return " · ".join(part for part in (version, wording.day(hit.dated)) if part)


def is_only_date(version: str) -> bool:
    return not any(character.isalpha() for character in version)


def verdict_text(verdict: bool | None) -> str:
    if verdict is None:
        return ""
    right, wrong = translate("Judging", "marked as right for this question"), translate("Judging", "marked as wrong for this question")
    return right if verdict else wrong


def spoken_passage(hit: Hit) -> str:
    """Another passage of a document as a screen reader says it."""
    parts = [translate("HitListModel", "other passage of {title}").format(title=wording.printable(hit.title))]
    if hit.page is not None:
        parts.append(translate("HitListModel", "page {page}").format(page=wording.number(hit.page)))
    return ". ".join(part for part in (*parts, " › ".join(hit.heading_path), hit.snippet) if part)


def spoken(hit: Hit, newest: Hit | None = None, verdict: bool | None = None) -> str:
    """A row as a screen reader says it."""
    if newest is not None:
        name = translate("HitListModel", "older version of {title}").format(title=wording.printable(newest.title))
        return ". ".join(part for part in (wording.printable(hit.title), name, dated(hit, True), verdict_text(verdict)) if part)
    parts = [wording.printable(hit.title), wording.kind_name(hit.kind)]
    if hit.page is not None:
        parts.append(translate("HitListModel", "page {page}").format(page=wording.number(hit.page)))
    if not hit.is_available:
        parts.append(translate("HitDelegate", "not available"))
    parts += [verdict_text(verdict), dated(hit), " › ".join(hit.heading_path), hit.snippet if hit.chunk_id is not None else ""]
    if hit.versions:
        parts.append(Counts().older_versions_below(len(hit.versions)))
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

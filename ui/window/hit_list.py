"""The list of hits: one column, keyboard and mouse, the selection kept when the second stage reorders the rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from engine.document import DocumentId
from engine.hits import Hit
from ui.window.hit_delegate import HitDelegate
from ui.window.hit_list_model import (
    BEST_ROLE,
    HIT_ROLE,
    NEWEST_ROLE,
    SPREAD_ROLE,
    UNFOLDED_ROLE,
    VERDICT_ROLE,
    HitListModel,
    Index,
)


class HitList(QListView):
    chosen = Signal(object)         # Hit: it has become the current one
    opened = Signal(object)         # Hit: Enter or double click
    passages_wanted = Signal(object)        # Hit whose document's other passages are to be shown
    menu_wanted = Signal(object, object)    # Hit, QPoint on the screen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = HitListModel()
        self._delegate = HitDelegate(self)
        self._by_hand = False           # the person has moved in the list since the query was changed
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(24)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setUniformItemSizes(False)
        self.doubleClicked.connect(self._open)
        self.retranslate()

    @property
    def hits(self) -> tuple[Hit, ...]:
        return self._model.hits

    def current_hit(self) -> Hit | None:
        index = self.currentIndex()
        return index.data(HIT_ROLE) if index.isValid() else None

    def current_newest(self) -> Hit | None:
        """The hit of the search that the current row belongs to: of an older version the one that it lies under."""
        index = self.currentIndex()
        return (index.data(NEWEST_ROLE) or index.data(HIT_ROLE)) if index.isValid() else None

    def current_verdict(self) -> bool | None:
        index = self.currentIndex()
        return index.data(VERDICT_ROLE) if index.isValid() else None

    def set_verdicts(self, verdicts: Mapping[str, bool]) -> None:
        """The person's own, by path, for the question whose hits are shown."""
        self._model.set_verdicts(verdicts)

    def unfold(self, is_unfolded: bool) -> None:
        """Show or hide the older versions and the other passages of the current hit; folding them from one of them goes to
        the hit that it lies under."""
        index = self.currentIndex()
        above = (index.data(NEWEST_ROLE) or index.data(BEST_ROLE)) if index.isValid() else None
        if above is not None and not is_unfolded:
            index = self._model.index(self._model.row_of(above.document_id) or 0)
            self._choose(index.row())
        if index.isValid() and index.data(BEST_ROLE) is None:
            self.spread(index.data(HIT_ROLE), is_unfolded)
        if index.isValid() and self._model.unfold(index.row(), is_unfolded):
            self._by_hand = True
            self._delegate.forget()
            self.scheduleDelayedItemsLayout()

    def spread(self, hit: Hit, is_spread: bool) -> None:
        """Ask for the other passages of a hit's document, or hide them."""
        if is_spread and hit.n_more and not self._model.index(self._model.row_of(hit.document_id) or 0).data(SPREAD_ROLE):
            self.passages_wanted.emit(hit)
        elif not is_spread:
            self.take_passages(hit.document_id, ())

    def toggle_passages(self, hit: Hit) -> None:
        row = self._model.row_of(hit.document_id)
        self.spread(hit, not (row is not None and self._model.index(row).data(SPREAD_ROLE)))

    def take_passages(self, document_id: DocumentId, passages: Sequence[Hit]) -> None:
        """Passages of a document, best first, shown under its hit."""
        if self._model.spread(document_id, passages):
            self._by_hand = True
            self._delegate.forget()
            self.scheduleDelayedItemsLayout()

    def is_unfolded(self) -> bool:
        index = self.currentIndex()
        return index.isValid() and bool(index.data(UNFOLDED_ROLE) or index.data(NEWEST_ROLE))

    def set_hits(self, hits: Sequence[Hit], is_same_query: bool) -> None:
        """Show hits. Where the query is the same, what the person has chosen stays chosen and at its place on the screen; else
        the first one is chosen."""
        chosen = self.current_hit() if is_same_query and self._by_hand else None
        top = self.visualRect(self.currentIndex()).top()
        if not is_same_query:
            self._by_hand = False
            self._model.fold_all()
        self._delegate.forget()
        if is_same_query and self._model.holds_the_same(hits):
            self._model.move_hits(hits)
        else:
            self._model.set_hits(hits)
        row = self._model.row_like(chosen) if chosen is not None else None
        if hits:
            self._choose(row or 0)
        if row is None:
            self.scrollToTop()
        else:
            self._hold(row, top)

    def _hold(self, row: int, top: int) -> None:
        """Scroll so that a row stands where it, or what stood there before it, began on the screen."""
        self.doItemsLayout()
        if 0 <= top < self.viewport().height():
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(self._model.index(row)).top() - top)

    def refine_hits(self, hits: Sequence[Hit]) -> None:
        """Show the hits in their refined order; whatever is chosen stays chosen, and in sight."""
        if not self._model.holds_the_same(hits):
            self.set_hits(hits, True)
            return
        self._delegate.forget()
        self._model.move_hits(hits)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def are_refined(self, hits: Sequence[Hit]) -> bool:
        """Whether these documents are shown already, in a refined order."""
        shown = self._model.hits
        return bool(shown) and shown[0].explanation.cross_encoder is not None and self._model.holds_the_same(hits)

    def step(self, step: int) -> None:
        """Up or down from elsewhere, such as the search field."""
        if self.hits:
            self._by_hand = True
            row = self.currentIndex().row() if self.currentIndex().isValid() else -1
            self._choose(min(max(row + step, 0), self._model.rowCount() - 1))

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Results"))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self.chosen.emit(current.data(HIT_ROLE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self._open(self.currentIndex())
            return
        if event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left) and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.unfold(event.key() == Qt.Key.Key_Right)
            return
        self._by_hand = True
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._by_hand = True
        super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._by_hand = True
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and self._delegate.fold_box(
            index.data(HIT_ROLE), self.visualRect(index), self.font()
        ).contains(event.position().toPoint()):
            self.unfold(not index.data(UNFOLDED_ROLE))
        elif event.button() == Qt.MouseButton.LeftButton and index.isValid() and index.data(BEST_ROLE) is None and (
            self._delegate.spread_box(index.data(HIT_ROLE), self.visualRect(index), self.font()).contains(event.position().toPoint())
        ):
            self.spread(index.data(HIT_ROLE), not index.data(SPREAD_ROLE))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By mouse the menu of the row under it, by key that of the chosen one."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.open_menu()
        elif (index := self.indexAt(event.pos())).isValid():
            self._open_menu_of(index, event.globalPos())

    def open_menu(self) -> None:
        """The menu of the chosen row."""
        index = self.currentIndex()
        if index.isValid():
            self.scrollTo(index)
            self._open_menu_of(index, self.viewport().mapToGlobal(self.visualRect(index).center()))

    def _open_menu_of(self, index: QModelIndex, place: QPoint) -> None:
        self._by_hand = True
        self._choose(index.row())
        self.menu_wanted.emit(index.data(HIT_ROLE), place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._delegate.forget()
        self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._delegate.forget()
            self.scheduleDelayedItemsLayout()
        super().changeEvent(event)

    def startDrag(self, supported: Qt.DropAction) -> None:
        """The document goes with a small picture of its kind and name, which leaves in sight where it is dropped."""
        index = self.currentIndex()
        if not index.isValid():
            return
        picture = self._delegate.drag_picture(index.data(HIT_ROLE), self.font(), self.devicePixelRatioF())
        drag = QDrag(self)
        drag.setMimeData(self._model.mimeData([index]))
        drag.setPixmap(picture)
        drag.setHotSpot(QPoint(-8, -8))
        drag.exec(supported, Qt.DropAction.CopyAction)

    def _choose(self, row: int) -> None:
        index = self._model.index(row)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(index.data(HIT_ROLE))

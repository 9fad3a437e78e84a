"""Pages of PDFs and pictures one below the other, sharp at the screen's resolution, with the passage marked in place."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from engine.messages import DocumentView
from ui.window import theme, wording
from ui.window.marks import Marks, Span
from ui.window.page_marks import paint_marks
from ui.window.page_renderer import DrawFailure, DrawnPage, MarkedPage, PageMarks, PageRenderer, Sizes
from ui.window.recognised_marks import RecognisedPlaces

GAP = 14                            # logical pixels between pages and around them
KEPT_BYTES = 192 * 1024 * 1024      # of page pictures
USUAL_SIZE = (595.0, 842.0)         # points: A4, until the page's own size is known
WORDS_AT_MOST = 40
FIT_AT_MOST = 1.9                   # logical pixels a point: wide windows do not blow pages up


class PdfView(QAbstractScrollArea):
    unreadable = Signal(str)        # reason: the file cannot be drawn at all
    page_changed = Signal(int, int)     # page in view, pages

    def __init__(self, renderer: PageRenderer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._renderer = renderer
        self._id = 0
        self._path: Path | None = None
        self._view: DocumentView | None = None
        self._marks = Marks()
        self._places = RecognisedPlaces()       # of text that was recognised in pictures
        self._sizes: list[tuple[float, float]] = []
        self._n_known = 0
        self._tops: list[float] = []
        self._zoom = 1.0
        self._images: OrderedDict[int, tuple[float, QImage]] = OrderedDict()
        self._marked: dict[int, MarkedPage] = {}
        self._damaged: set[int] = set()
        self._asked: set[tuple[int, float]] = set()
        self._asked_marks: set[int] = set()
        self._target: int | None = None         # page to go to as soon as its marks are known
        self._page = 0
        self._ask_soon = QTimer(self)
        self._ask_soon.setSingleShot(True)
        self._ask_soon.setInterval(30)
        self._ask_soon.timeout.connect(self._ask)
        renderer.sizes.connect(self._take_sizes)
        renderer.drawn.connect(self._take_page)
        renderer.marked.connect(self._take_marks)
        renderer.failed.connect(self._take_failure)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.verticalScrollBar().valueChanged.connect(self._moved)
        self.horizontalScrollBar().valueChanged.connect(self._moved)
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Pages of the document"))

    @property
    def n_pages(self) -> int:
        return len(self._sizes)

    @property
    def page(self) -> int:
        """The page in view, from 1; 0 without a document."""
        return self._page

    def set_view(self, view: DocumentView, marks: Marks, keep_place: bool) -> None:
        path = Path(view.file_path)
        was = self._view
        is_new = path != self._path or was is None or (was.document_id, was.modified) != (view.document_id, view.modified)
        self._view = view
        self._places = RecognisedPlaces(view.document.recognised, view.text_start, view.document.text)
        if is_new:
            self._open(path, view.n_pages or 1)
        self._set_marks(marks)
        if not keep_place:
            self._go_to_place()

    def set_marks(self, marks: Marks) -> None:
        self._set_marks(marks)

    def close_file(self) -> None:
        """Let go of the file, so that others may write or remove it."""
        self._path, self._view = None, None
        self._sizes, self._tops = [], []
        self._images.clear()
        self._renderer.close_file()
        self.viewport().update()

    def holds(self, offset: int) -> bool:
        return self._view is not None and self._view.text_start <= offset < max(self._view.text_end, 1)

    def go_to(self, offset: int | None, at_top: bool = False) -> None:
        page = self._page_of(offset) if offset is not None else None
        if page is not None:
            self._target = page
            self._show_target()

    def go_to_page(self, page: int) -> None:
        if self._tops:
            self._target = None
            self.verticalScrollBar().setValue(round(self._tops[max(1, min(page, self.n_pages)) - 1]) - GAP // 2)

    def set_zoom(self, zoom: float) -> None:
        if zoom != self._zoom:
            self._keeping_place(lambda: setattr(self, "_zoom", zoom))

    # -- documents and marks

    def _open(self, path: Path, n_pages: int) -> None:
        self._path = path
        self._images.clear()
        self._damaged.clear()
        self._asked.clear()
        self._sizes = [USUAL_SIZE] * n_pages
        self._n_known = 0
        self._target = None
        self._page = 0
        self._id = self._renderer.open(path)
        self._lay_out()
        self.verticalScrollBar().setValue(0)

    def _set_marks(self, marks: Marks) -> None:
        self._marks = marks
        self._marked.clear()
        self._asked_marks.clear()
        self._ask_soon.start()
        self.viewport().update()

    def _go_to_place(self) -> None:
        place = self._marks.place
        page = self._page_of(place) if place is not None else None
        self._target = page
        if page is not None:
            self._show_target()

    def _page_of(self, offset: int) -> int | None:
        if self._view is None:
            return None
        found = None
        for block in self._view.document.blocks:
            if block.start > offset and found is not None:
                break
            found = block.page or found or (1 if self.n_pages == 1 else None)      # a picture's text names no page
        return found

    def _page_marks(self, page: int) -> PageMarks:
        """What to look for on a page: the parts of the passage that stand on it."""
        if self._view is None:
            return PageMarks()
        blocks = [block for block in self._view.document.blocks if block.page == page]
        first, last = (blocks[0].start, blocks[-1].end) if blocks else (0, 0)
        length = max(1, last - first)

        def on_page(span: Span | None) -> str:
            if span is None or self._view is None:
                return ""
            return "\n".join(
                self._view.slice(max(span[0], block.start), min(span[1], block.end))
                for block in blocks if block.start < span[1] and block.end > span[0]
            )

        def position(span: Span | None) -> float:
            return min(1.0, max(0.0, (span[0] - first) / length)) if span is not None else 0.0

        words = {self._view.slice(*span) for span in self._marks.matches}
        current = self._marks.current
        return PageMarks(
            on_page(self._marks.passage), on_page(self._marks.answer),
            tuple(sorted(word for word in words if word.strip()))[:WORDS_AT_MOST],
            on_page(current), position(self._marks.passage), position(current),
        )

    # -- answers of the renderer

    @Slot(object)
    def _take_sizes(self, answer: Sizes) -> None:
        if answer.id != self._id or self._path is None:
            return

        def take() -> None:
            if len(self._sizes) != answer.n_pages:
                self._sizes = (self._sizes + [USUAL_SIZE] * answer.n_pages)[:answer.n_pages]
            self._sizes[answer.first - 1:answer.first - 1 + len(answer.sizes)] = answer.sizes
            self._n_known = answer.first - 1 + len(answer.sizes)

        self._keeping_place(take)
        if self._target is not None:
            self._show_target()

    @Slot(object)
    def _take_page(self, answer: DrawnPage) -> None:
        self._asked.discard((answer.page, answer.scale))
        if answer.id != self._id or self._path is None:
            return
        self._images[answer.page] = (answer.scale, answer.image)
        self._images.move_to_end(answer.page)
        size = sum(image.sizeInBytes() for _, image in self._images.values())
        while size > KEPT_BYTES and len(self._images) > 3:
            _, (_, image) = self._images.popitem(last=False)
            size -= image.sizeInBytes()
        self.viewport().update()

    @Slot(object)
    def _take_marks(self, answer: MarkedPage) -> None:
        if answer.id != self._id or self._path is None or answer.page not in self._asked_marks:
            return
        if answer.marks != self._page_marks(answer.page):
            return
        self._marked[answer.page] = answer
        if self._target == answer.page:
            self._show_target()
            self._target = None
        self.viewport().update()

    @Slot(object)
    def _take_failure(self, answer: DrawFailure) -> None:
        if answer.id != self._id or self._path is None:
            return
        if answer.page == 0 or self.n_pages == 1:
            self._path = None
            self.unreadable.emit(answer.reason)
        else:
            self._damaged.add(answer.page)
            self.viewport().update()

    # -- geometry

    def _scale(self) -> float:
        """Logical pixels a point."""
        widest = max((width for width, _ in self._sizes), default=USUAL_SIZE[0])
        room = self.viewport().width() - 2 * GAP
        return max(0.05, min(room / max(1.0, widest), FIT_AT_MOST)) * self._zoom

    def _lay_out(self) -> None:
        scale = self._scale()
        self._tops = []
        y = float(GAP)
        for _, height in self._sizes:
            self._tops.append(y)
            y += height * scale + GAP
        widest = max((width for width, _ in self._sizes), default=0.0) * scale + 2 * GAP
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        view = self.viewport().size()
        vertical.setPageStep(view.height())
        vertical.setSingleStep(48)
        vertical.setRange(0, max(0, round(y) - view.height()))
        horizontal.setPageStep(view.width())
        horizontal.setSingleStep(48)
        horizontal.setRange(0, max(0, round(widest) - view.width()))
        self._ask_soon.start()
        self.viewport().update()

    def _keeping_place(self, change: Callable[[], None]) -> None:
        """Change sizes or zoom; what is at the middle of the view stays there."""
        bar = self.verticalScrollBar()
        middle = bar.value() + self.viewport().height() / 2
        index, part = 0, 0.0
        if self._tops:
            index = max(0, bisect_right(self._tops, middle) - 1)
            part = (middle - self._tops[index]) / max(1.0, self._sizes[index][1] * self._scale())
            if bar.value() == 0:
                index, part = -1, 0.0
        change()
        self._lay_out()
        if self._tops and index >= 0:
            index = min(index, len(self._tops) - 1)
            y = self._tops[index] + part * self._sizes[index][1] * self._scale()
            bar.setValue(round(y - self.viewport().height() / 2))

    def _page_rect(self, page: int) -> QRectF:
        """In the viewport's coordinates."""
        width, height = self._sizes[page - 1]
        scale = self._scale()
        room = max(self.viewport().width(), round(width * scale) + 2 * GAP)
        left = (room - width * scale) / 2 - self.horizontalScrollBar().value()
        return QRectF(
            round(left), round(self._tops[page - 1]) - self.verticalScrollBar().value(), width * scale, height * scale
        )

    def _visible(self) -> range:
        if not self._tops:
            return range(0)
        top = self.verticalScrollBar().value()
        first = max(0, bisect_right(self._tops, top) - 1)
        last = bisect_right(self._tops, top + self.viewport().height())
        return range(first + 1, max(first + 1, last) + 1)

    def _show_target(self) -> None:
        """Scroll to the first mark on the target page, or to its top while the marks are not known."""
        page = self._target
        if page is None or not 1 <= page <= len(self._tops):
            return
        marked = self._marked.get(page)
        boxes = (marked.current or marked.answer or marked.passage) if marked is not None else ()
        own = self._places.marks(page, self._marks)
        parts = own.current or own.answer or own.passage
        if parts and not boxes:
            width, height = self._sizes[page - 1]
            boxes = tuple((left * width, top * height, right * width, bottom * height) for left, top, right, bottom in parts)
        y = self._tops[page - 1] - GAP / 2
        if boxes:
            y = self._tops[page - 1] + boxes[0][1] * self._scale() - self.viewport().height() / 4
            room = self.viewport().width()
            left = self._page_rect(page).left() + self.horizontalScrollBar().value() + boxes[0][0] * self._scale()
            if self.horizontalScrollBar().maximum() > 0:
                self.horizontalScrollBar().setValue(round(left - room / 5))
        self.verticalScrollBar().setValue(max(0, round(y)))

    def _moved(self) -> None:
        self._ask_soon.start()
        self.viewport().update()

    def _ask(self) -> None:
        """Ask for the pictures and marks of the pages in view, then of their neighbours."""
        if self._path is None or not self._tops or not self.isVisible():
            return
        scale = round(self._scale() * self.devicePixelRatioF(), 4)
        visible = list(self._visible())
        near = [page for page in (visible[-1] + 1, visible[0] - 1) if 1 <= page <= self.n_pages]
        wanted = visible + near
        self._renderer.want(frozenset(wanted), scale)
        for page in wanted:
            drawn = self._images.get(page)
            if (drawn is None or drawn[0] != scale) and page not in self._damaged and (page, scale) not in self._asked:
                self._asked.add((page, scale))
                self._renderer.draw(page, scale)
            if page not in self._asked_marks:
                self._asked_marks.add(page)
                self._renderer.mark(page, self._page_marks(page))
        # What the renderer skipped meanwhile may be asked again.
        self._asked = {(page, at) for page, at in self._asked if page in wanted and at == scale}
        self._asked_marks = {page for page in self._asked_marks if page in wanted or page in self._marked}
        middle = self.verticalScrollBar().value() + self.viewport().height() / 2
        page = max(1, bisect_right(self._tops, middle))
        if page != self._page:
            self._page = page
            self.page_changed.emit(page, self.n_pages)

    # -- events

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(colours.window))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for page in self._visible():
            if page <= len(self._tops):
                self._paint_page(painter, page)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_page(self, painter: QPainter, page: int) -> None:
        colours = theme.current()
        rect = self._page_rect(page)
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.setBrush(QColor("#ffffff"))
        painter.drawRect(rect.adjusted(-1, -1, 0, 0))
        drawn = self._images.get(page)
        if drawn is not None:
            image = drawn[1]
            if drawn[0] == round(self._scale() * self.devicePixelRatioF(), 4):
                # One pixel of the picture is one of the screen: sharp, and nothing is scaled.
                image.setDevicePixelRatio(self.devicePixelRatioF())
                painter.drawImage(rect.topLeft(), image)
            else:
                image.setDevicePixelRatio(1)
                painter.drawImage(rect, image)
            paint_marks(painter, rect, self._scale(), self._marked.get(page), self._places.marks(page, self._marks))
            return
        painter.setPen(QColor("#56615d"))
        text = self.tr("Page {page}").format(page=wording.number(page))
        if page in self._damaged:
            text = self.tr("Page {page} cannot be drawn: it is damaged.").format(page=wording.number(page))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keeping_place(lambda: None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        self._target = None
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        steps = {
            Qt.Key.Key_Down: bar.singleStep(), Qt.Key.Key_Up: -bar.singleStep(),
            Qt.Key.Key_PageDown: bar.pageStep() - 40, Qt.Key.Key_PageUp: 40 - bar.pageStep(),
            Qt.Key.Key_Space: bar.pageStep() - 40, Qt.Key.Key_Home: -bar.maximum(), Qt.Key.Key_End: bar.maximum(),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        self._target = None
        bar.setValue(bar.value() + step)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask_soon.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self.viewport().update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._ask_soon.start()
        return super().event(event)


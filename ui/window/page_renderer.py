"""The one thread that draws pages of PDFs and pictures. PDFium is not thread-safe, so nothing else in this process may use it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QThread, Signal, Slot
from PySide6.QtGui import QImage

from engine.errors import Unreadable
from ui.window.picture_pages import PicturePages, is_picture

if TYPE_CHECKING:
    from engine.search.rendering import PdfPages

log = logging.getLogger(__name__)

SIZES_A_TIME = 500

Box = tuple[float, float, float, float]     # left, top, right, bottom in points


@dataclass(frozen=True, slots=True)
class PageMarks:
    """Texts to be found on a page: of the passage, of the answer sentence; words; the current match."""

    passage: str = ""
    answer: str = ""
    words: tuple[str, ...] = ()
    current: str = ""
    position: float = 0.0           # where on the page the passage begins, 0 (top) to 1
    current_position: float = 0.0


@dataclass(frozen=True, slots=True)
class OpenRequest:
    id: int
    path: Path


@dataclass(frozen=True, slots=True)
class DrawRequest:
    id: int                         # of the OpenRequest
    page: int                       # from 1
    scale: float                    # pixels a point


@dataclass(frozen=True, slots=True)
class MarkRequest:
    id: int
    page: int
    marks: PageMarks


@dataclass(frozen=True, slots=True)
class Sizes:
    id: int
    n_pages: int
    first: int                      # page of the first size
    sizes: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class DrawnPage:
    id: int
    page: int
    scale: float                    # the one asked for
    image: QImage


@dataclass(frozen=True, slots=True)
class MarkedPage:
    id: int
    page: int
    marks: PageMarks
    passage: tuple[Box, ...]
    answer: tuple[Box, ...]
    words: tuple[Box, ...]
    current: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class DrawFailure:
    id: int
    page: int                       # 0: the file could not be opened
    reason: str


def open_pages(path: Path, passwords: tuple[str, ...] = ()) -> PdfPages | PicturePages:
    """A PDF, or a picture."""
    if is_picture(path):
        return PicturePages(path)
    from engine.search.rendering import PdfPages

    return PdfPages(path, passwords)


class _Worker(QObject):
    sizes = Signal(object)
    drawn = Signal(object)
    marked = Signal(object)
    failed = Signal(object)

    def __init__(self, opener: Callable[[Path], Any], is_wanted: Callable[[object], bool]) -> None:
        super().__init__()
        self._opener = opener
        self._is_wanted = is_wanted
        self._pages: PdfPages | PicturePages | None = None
        self._id = 0

    @Slot(object)
    def open(self, request: OpenRequest) -> None:
        if not self._is_wanted(request):
            return
        self.close()
        self._id = request.id
        try:
            self._pages = self._opener(request.path)
        except Unreadable as error:
            self.failed.emit(DrawFailure(request.id, 0, error.reason))
            return
        except Exception:
            log.exception("a PDF could not be opened")
            self.failed.emit(DrawFailure(request.id, 0, "damaged"))
            return
        self._tell_sizes(request)

    def _tell_sizes(self, request: OpenRequest) -> None:
        assert self._pages is not None
        n_pages = self._pages.n_pages
        for first in range(1, n_pages + 1, SIZES_A_TIME):
            if not self._is_wanted(request):
                return
            sizes = []
            for page in range(first, min(first + SIZES_A_TIME, n_pages + 1)):
                try:
                    sizes.append(self._pages.page_size(page))
                except Unreadable:
                    sizes.append((595.0, 842.0))
            self.sizes.emit(Sizes(request.id, n_pages, first, tuple(sizes)))

    @Slot(object)
    def draw(self, request: DrawRequest) -> None:
        if self._pages is None or request.id != self._id or not self._is_wanted(request):
            return
        try:
            picture = self._pages.render(request.page, request.scale)
        except Unreadable as error:
            self.failed.emit(DrawFailure(request.id, request.page, error.reason))
        except Exception:
            log.exception("a page could not be drawn")
            self.failed.emit(DrawFailure(request.id, request.page, "damaged"))
        else:
            image = QImage(picture.pixels, picture.width, picture.height, 4 * picture.width, QImage.Format.Format_RGBX8888)
            # RGB32 is what the screen takes without conversion; the copy also owns its pixels.
            self.drawn.emit(DrawnPage(
                request.id, request.page, request.scale, image.convertToFormat(QImage.Format.Format_RGB32)
            ))

    @Slot(object)
    def mark(self, request: MarkRequest) -> None:
        if self._pages is None or request.id != self._id or not self._is_wanted(request):
            return
        marks, page = request.marks, request.page
        try:
            found = MarkedPage(
                request.id, page, marks,
                self._boxes(page, marks.passage, marks.position),
                self._boxes(page, marks.answer, marks.position),
                tuple(_box(box) for box in self._pages.word_rectangles(page, marks.words)) if marks.words else (),
                self._boxes(page, marks.current, marks.current_position),
            )
        except Exception:
            log.exception("a passage could not be placed on its page")
        else:
            self.marked.emit(found)

    def _boxes(self, page: int, text: str, position: float) -> tuple[Box, ...]:
        if not text or self._pages is None:
            return ()
        return tuple(_box(box) for box in self._pages.rectangles(page, text, position))

    @Slot()
    def close(self) -> None:
        if self._pages is not None:
            self._pages.close()
            self._pages = None


def _box(box: Any) -> Box:
    return (box.left, box.top, box.right, box.bottom)


class PageRenderer(QObject):
    """Owns the render thread. Requests that are not wanted any more when their turn comes are skipped."""

    sizes = Signal(object)
    drawn = Signal(object)
    marked = Signal(object)
    failed = Signal(object)
    _open = Signal(object)
    _draw = Signal(object)
    _mark = Signal(object)
    _close = Signal()

    def __init__(self, opener: Callable[[Path], Any] = open_pages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._open_id = 0
        self._wanted_pages: frozenset[int] = frozenset()
        self._wanted_scale = 1.0
        self._thread = QThread(self)
        self._thread.setObjectName("render")
        self._worker = _Worker(opener, self._is_wanted)
        self._worker.moveToThread(self._thread)
        for signal, slot in (
            (self._open, self._worker.open), (self._draw, self._worker.draw), (self._mark, self._worker.mark),
            (self._close, self._worker.close),
        ):
            signal.connect(slot)
        self._thread.finished.connect(self._worker.close)       # runs on the thread, as its last work
        self._worker.sizes.connect(self.sizes)
        self._worker.drawn.connect(self.drawn)
        self._worker.marked.connect(self.marked)
        self._worker.failed.connect(self.failed)

    def open(self, path: Path) -> int:
        """Open a file instead of the one before; its id for the requests that follow."""
        if not self._thread.isRunning():
            self._thread.start()
        with self._lock:
            self._open_id += 1
            self._wanted_pages = frozenset()
        self._open.emit(OpenRequest(self._open_id, path))
        return self._open_id

    def close_file(self) -> None:
        with self._lock:
            self._open_id += 1
        if self._thread.isRunning():
            self._close.emit()

    def want(self, pages: frozenset[int], scale: float) -> None:
        """Pages worth drawing now; what was asked for before and is not among them is skipped."""
        with self._lock:
            self._wanted_pages, self._wanted_scale = pages, scale

    def draw(self, page: int, scale: float) -> None:
        self._draw.emit(DrawRequest(self._open_id, page, scale))

    def mark(self, page: int, marks: PageMarks) -> None:
        self._mark.emit(MarkRequest(self._open_id, page, marks))

    def stop(self, timeout_s: float = 3.0) -> None:
        if self._thread.isRunning():
            self.close_file()
            self._thread.quit()
            self._thread.wait(int(1000 * timeout_s))

    def _is_wanted(self, request: object) -> bool:
        """Called on the render thread."""
        with self._lock:
            match request:
                case OpenRequest():
                    return request.id == self._open_id
                case DrawRequest():
                    return (
                        request.id == self._open_id and request.page in self._wanted_pages
                        and request.scale == self._wanted_scale
                    )
                case MarkRequest():
                    return request.id == self._open_id and request.page in self._wanted_pages
        return False

"""Where a passage stands in a picture of text: by the places that text recognition gave to its lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.document import RecognisedLine
from ui.window.marks import Marks, Span

Part = tuple[float, float, float, float]        # left, top, right, bottom in fractions of the page


@dataclass(frozen=True, slots=True)
class RecognisedMarks:
    """Of one page."""

    passage: tuple[Part, ...] = ()
    answer: tuple[Part, ...] = ()
    words: tuple[Part, ...] = ()
    current: tuple[Part, ...] = ()


class RecognisedPlaces:
    """The recognised lines of a document's piece, page by page."""

    def __init__(self, lines: Sequence[RecognisedLine] = (), text_start: int = 0, text: str = "") -> None:
        self._text_start, self._text = text_start, text
        self._pages: dict[int, list[RecognisedLine]] = {}
        for line in lines:
            self._pages.setdefault(line.page, []).append(line)
        for found in self._pages.values():
            found.sort(key=lambda line: line.start)

    def holds(self, page: int) -> bool:
        return page in self._pages

    def marks(self, page: int, marks: Marks) -> RecognisedMarks:
        """The places of the marks on a page. Within a line letters are taken to be equally wide: their own places are
        not known."""
        lines = self._pages.get(page, [])
        if not lines:
            return RecognisedMarks()
        return RecognisedMarks(
            tuple(self._parts(lines, marks.passage)), tuple(self._parts(lines, marks.answer)),
            tuple(part for span in marks.matches for part in self._parts(lines, span)), tuple(self._parts(lines, marks.current)),
        )

    def _parts(self, lines: Sequence[RecognisedLine], span: Span | None) -> Iterable[Part]:
        if span is None:
            return
        first = max(0, bisect_left([line.start for line in lines], span[0]) - 1)
        for line in lines[first:]:
            if line.start >= span[1]:
                return
            if line.end > span[0]:
                yield self._part(line, max(span[0], line.start), min(span[1], line.end))

    def _part(self, line: RecognisedLine, start: int, end: int) -> Part:
        length = max(1, line.end - line.start)
        begin, stop = (start - line.start) / length, (end - line.start) / length
        if self._is_rtl(line):
            begin, stop = 1 - stop, 1 - begin
        if line.bottom - line.top > 2 * (line.right - line.left) and length > 2:        # it runs up or down the page
            height = line.bottom - line.top
            return line.left, line.top + begin * height, line.right, line.top + stop * height
        width = line.right - line.left
        return line.left + begin * width, line.top, line.left + stop * width, line.bottom

    def _is_rtl(self, line: RecognisedLine) -> bool:
        text = self._text[max(0, line.start - self._text_start):max(0, line.end - self._text_start)]
        return any("\u0590" <= character <= "\u08ff" for character in text)

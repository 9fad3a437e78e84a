"""What is marked in a preview: the passage found, its answer sentence, the matched words, the current match."""

from __future__ import annotations

from dataclasses import dataclass

Span = tuple[int, int]      # code points in the whole document's text


@dataclass(frozen=True, slots=True)
class Marks:
    passage: Span | None = None
    answer: Span | None = None
    matches: tuple[Span, ...] = ()
    current: Span | None = None

    @property
    def place(self) -> int | None:
        """Where to scroll to."""
        for span in (self.current, self.answer, self.passage):
            if span is not None:
                return span[0]
        return None

    def covers_row(self, start: int, end: int) -> bool:
        """A row of a table belongs to the passage if it begins in it."""
        return self.passage is not None and self.passage[0] <= start < max(self.passage[1], self.passage[0] + 1)

"""How large chunks are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChunkLimits:
    """In tokens of the embedder, without specials, where not said otherwise.

    headings_in_text: the first chunk of a section begins with the headings that open it, although its heading path
    says them too. Otherwise a heading stands in the text only where the path does not say it.

    Raises:
        ValueError: the numbers contradict each other.
    """

    target: int = 200           # what packing aims at
    least: int = 120            # small sections are joined up to here
    smallest: int = 20          # below, a chunk is joined with a neighbour wherever that is possible
    most: int = 280             # no chunk is larger
    whole_table: int = 150      # a table up to here stays whole, as it stands in the text
    rows: int = 20              # rows of larger tables are grouped up to about here: a row is a fact of its own
    rows_of_long: int = 120     # the same for tables of more than `long_table` rows
    long_table: int = 1000
    overlap: int = 24           # between the pieces of a sentence that had to be cut
    model: int = 512            # what the embedder reads at once: specials, its own prefix, title and headings, chunk
    reserve: int = 8            # of `model`, for specials and the embedder's own prefix ("passage: ")
    section_chars: int = 4000   # characters of the surrounding section that a hit shows
    headings_in_text: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.smallest <= self.least <= self.target <= self.most < self.model - self.reserve:
            raise ValueError("limits: 0 < smallest <= least <= target <= most < model - reserve")
        if self.whole_table > self.most or max(self.rows, self.rows_of_long) > self.most or self.overlap * 2 > self.target:
            raise ValueError("limits: whole_table and rows up to most, overlap up to half of target")

"""What the reader of lines passes over, found again by the ink of the line: spaces between words, and the sign ¡.

The reader was trained on scripts without spaces as well, and loses some after punctuation and numbers: an empty strip
about as wide as the line's other word spaces is one. It does not know ¡ at all: before a word, a narrow figure of a dot
above a stem that no character was read from can be nothing else, since an i would have been read. Whether a ! follows is
for whoever puts the lines together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

MARK = "¡"
_WIDEST = 0.36              # of the line's height
_LOWEST, _HIGHEST = 0.3, 0.85
_LONGEST_DOT = 0.45         # of the figure's height
_LEAST_SPACE = 0.13         # of the line's height
_ENDS = frozenset(".,;:?!)»”")
_SLACK = 5                  # pixels by which a character may be read beside its ink
_LIKE = frozenset("iíìïîj")  # letters of the same look, whose own ink may seem unread
_BEFORE = frozenset(" (\"'“«—–-")


def mended(characters: Sequence[str], places: NDArray[np.floating], line: NDArray[np.uint8]) -> str:
    """The text of a line with what was passed over.

    Args:
        places: for each character about the middle of where it was read, in pixels from the left.
        line: the picture, shape (height, width, 3).
    """
    ink = _ink(line)
    figures = _figures(ink)
    made = _with_inverted_marks(characters, places, ink, figures)
    for i in _lost_spaces(characters, places, figures, ink.shape[0]):
        made[i] = " " + made[i]
    return "".join(made)


def _with_inverted_marks(
    characters: Sequence[str], places: NDArray[np.floating], ink: NDArray[np.bool_], figures: Sequence[tuple[int, int]]
) -> list[str]:
    made = list(characters)
    for i, character in enumerate(characters):
        if not character.isalpha() or character in _LIKE or (i and characters[i - 1] not in _BEFORE):
            continue
        before = float(places[i - 2]) if i > 1 else -1.0
        unread = _unread(figures, before, float(places[i]))
        if any(before < (start + end) / 2 and _is_mark(ink[:, start:end]) for start, end in unread):
            made[i] = MARK + character
    return made


def _lost_spaces(
    characters: Sequence[str], places: NDArray[np.floating], figures: Sequence[tuple[int, int]], height: int
) -> list[int]:
    """Indices of characters before which a space was passed over."""
    gaps = [(end, start) for (_, end), (start, _) in pairwise(figures) if start - end >= _LEAST_SPACE * height]
    if not gaps:
        return []
    position = np.searchsorted(places, [(start + end) / 2 for start, end in gaps])     # of the character after each gap
    known, lost = [], []
    for (start, end), i in zip(gaps, position.tolist()):
        if not 0 < i < len(characters):
            continue
        if " " in (characters[i - 1], characters[i]):
            known.append(end - start)
        elif places[i - 1] < start + _SLACK and places[i] > end - _SLACK:
            lost.append((i, end - start))
    usual = float(np.median(known)) if len(known) >= 3 else 0.0
    return [i for i, width in lost if width >= _least_space(characters[i - 1], characters[i], usual, height)]


def _least_space(before: str, after: str, usual: float, height: int) -> float:
    """How wide a strip is at least a space; wider between what is often one word, in wide or uneven print."""
    if before in _ENDS and (after.isalpha() or after in "¿¡«“("):
        return 0.65 * usual if usual else 1.5 * _LEAST_SPACE * height
    if usual and before not in ".,:" and after not in ".,:":
        return (1.0 if before.isdigit() and after.isdigit() else 0.85) * usual
    return float(height)


def _ink(line: NDArray[np.uint8]) -> NDArray[np.bool_]:
    grey = line.mean(axis=2)
    dark = grey < (float(grey.min()) + float(grey.max())) / 2
    return dark if dark.mean() < 0.5 else ~dark


def _figures(ink: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Columns [start, end) of figures with an empty column between any two."""
    has_ink = np.concatenate([[False], ink.any(axis=0), [False]]).astype(np.int8)
    steps = np.diff(has_ink)
    return list(zip(np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist(), strict=True))


def _unread(figures: Sequence[tuple[int, int]], before: float, place: float) -> list[tuple[int, int]]:
    """Figures wholly between the one at `before` and the one at `place`."""
    first = next((end for start, end in figures if start - 2 <= before < end + 2), before)
    last = next((start for start, end in figures if start - 2 <= place < end + 2), None)
    if last is None:
        return []
    return [(start, end) for start, end in figures if start >= first and end <= last]


def _is_mark(figure: NDArray[np.bool_]) -> bool:
    """Whether it is narrow, of a letter's height, and a short piece above a longer one."""
    height = figure.shape[0]
    if not 2 <= figure.shape[1] <= _WIDEST * height:
        return False
    steps = np.diff(np.concatenate([[False], figure.any(axis=1), [False]]).astype(np.int8))
    starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    if len(starts) != 2:
        return False
    whole, dot = int(ends[1] - starts[0]), int(ends[0] - starts[0])
    return _LOWEST * height <= whole <= _HIGHEST * height and 2 <= dot <= _LONGEST_DOT * whole

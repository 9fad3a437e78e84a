"""The sign ¡, which the reader of lines does not know and passes over: found by its ink.

Before a word, a narrow figure of a dot above a stem that no character was read from can be nothing else: an i would
have been read. Whether a ! follows is for whoever puts the lines together.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MARK = "¡"
_WIDEST = 0.36              # of the line's height
_LOWEST, _HIGHEST = 0.3, 0.85
_LONGEST_DOT = 0.45         # of the figure's height
_LIKE = frozenset("iíìïîj")  # letters of the same look, whose own ink may seem unread
_BEFORE = frozenset(" (\"'“«—–-")


def with_inverted_marks(characters: Sequence[str], places: NDArray[np.floating], line: NDArray[np.uint8]) -> str:
    """The text of a line with the signs that were passed over.

    Args:
        places: for each character about the middle of where it was read, in pixels from the left.
        line: the picture, shape (height, width, 3).
    """
    starts = [
        i for i, character in enumerate(characters)
        if character.isalpha() and character not in _LIKE and (i == 0 or characters[i - 1] in _BEFORE)
    ]
    if not starts:
        return "".join(characters)
    ink = _ink(line)
    figures = _figures(ink)
    made = list(characters)
    for i in starts:
        before = places[i - 2] if i > 1 else -1.0
        if any(before < (start + end) / 2 and _is_mark(ink[:, start:end]) for start, end in _unread(figures, before, places[i])):
            made[i] = MARK + made[i]
    return "".join(made)


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

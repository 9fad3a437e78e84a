"""Where text stands in a picture: the map of a text detector to rotated rectangles, one a line of text.

The detector (Liao et al., Real-time Scene Text Detection with Differentiable Binarization, AAAI 2020) gives for each
pixel how surely it lies in the shrunken core of a line. Cores are found as connected pixels, enclosed by the smallest
rectangle, and grown back by area x ratio / perimeter, the inverse of the shrinking that it was trained with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MAP_THRESHOLD = 0.3
CORE_THRESHOLD = 0.55           # mean of the map over a core
GROWTH = 1.6
MAX_BOXES = 3_000
_MIN_SIDE = 3.0                 # pixels of the map

Points = NDArray[np.float64]    # shape (n, 2): x to the right, y downwards


@dataclass(frozen=True, slots=True)
class TextBox:
    """A rectangle with a direction: `corner` is where the text begins at its top, if it is not upside down.

    `along` and `down` are unit vectors: of reading, and from the line's top to its bottom.
    """

    corner: tuple[float, float]
    along: tuple[float, float]
    down: tuple[float, float]
    length: float
    height: float

    @property
    def is_tall(self) -> bool:
        """Whether its lines run from top to bottom or back, rather than across."""
        return abs(self.along[1]) > abs(self.along[0])

    @property
    def corners(self) -> Points:
        """From `corner` clockwise."""
        corner, along, down = np.array(self.corner), np.array(self.along), np.array(self.down)
        right, below = along * self.length, down * self.height
        return np.stack([corner, corner + right, corner + right + below, corner + below])

    def scaled(self, by_x: float, by_y: float) -> TextBox:
        """The box in a picture `by_x`, `by_y` times as large; exact as far as both are nearly equal."""
        by_along = float(np.hypot(self.along[0] * by_x, self.along[1] * by_y))
        by_down = float(np.hypot(self.down[0] * by_x, self.down[1] * by_y))
        return TextBox(
            (self.corner[0] * by_x, self.corner[1] * by_y), self.along, self.down, self.length * by_along, self.height * by_down
        )

    def turned(self, degrees: int, width: int, height: int) -> TextBox:
        """The box after its picture, `width` by `height`, was turned clockwise by 90 or 180 degrees."""
        (x, y), (ax, ay), (dx, dy) = self.corner, self.along, self.down
        if degrees == 90:
            box = TextBox((height - y, x), (-ay, ax), (-dy, dx), self.length, self.height)
        else:
            box = TextBox((width - x, height - y), (-ax, -ay), (-dx, -dy), self.length, self.height)
        is_backwards = box.along[1] < 0 if box.is_tall else box.along[0] < 0
        return box.upside_down() if is_backwards else box

    def upside_down(self) -> TextBox:
        """The same place, read from its other end."""
        end = self.corners[2]
        return TextBox(
            (float(end[0]), float(end[1])), (-self.along[0], -self.along[1]), (-self.down[0], -self.down[1]), self.length, self.height
        )


def find_boxes(sureness: NDArray[np.float32]) -> list[TextBox]:
    """Boxes in pixels of the map, shape (height, width); largest first, at most MAX_BOXES."""
    found = []
    for points, mean in _cores(sureness):
        if mean >= CORE_THRESHOLD and (box := _grown(points)) is not None:
            found.append(box)
    found.sort(key=lambda box: -box.length * box.height)
    return found[:MAX_BOXES]


def _cores(sureness: NDArray[np.float32]) -> Iterator[tuple[Points, float]]:
    """Outline points and mean of every group of touching pixels above the threshold, diagonals included."""
    mask = np.zeros((sureness.shape[0], sureness.shape[1] + 2), np.int8)
    mask[:, 1:-1] = sureness > MAP_THRESHOLD
    rows, starts = np.nonzero(np.diff(mask, axis=1) == 1)
    _, ends = np.nonzero(np.diff(mask, axis=1) == -1)       # a run of pixels is [start, end)
    if not len(rows):
        return
    labels = _joined(rows, starts, ends, mask.shape[1] + 1)
    sums = np.zeros((sureness.shape[0], sureness.shape[1] + 1))
    np.cumsum(sureness, axis=1, out=sums[:, 1:])
    run_sums = sums[rows, ends] - sums[rows, starts]
    order = np.argsort(labels, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(labels[order])) + 1):
        x = np.concatenate([starts[group], ends[group] - 1]).astype(np.float64)
        y = np.concatenate([rows[group], rows[group]]).astype(np.float64)
        mean = float(run_sums[group].sum() / (ends[group] - starts[group]).sum())
        yield np.stack([x, y], axis=1), mean


def _joined(
    rows: NDArray[np.intp], starts: NDArray[np.intp], ends: NDArray[np.intp], width: int
) -> NDArray[np.intp]:
    """A label for each run; runs of neighbouring rows that touch have the same one. Runs are in order of row and start."""
    below = (rows + 1) * width
    first = np.searchsorted(rows * width + ends, below + starts, side="left")
    last = np.searchsorted(rows * width + starts, below + ends, side="right")
    counts = np.maximum(last - first, 0)
    upper = np.repeat(np.arange(len(rows)), counts)
    lower = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(first, counts)
    labels = np.arange(len(rows))
    while len(upper):
        least = np.minimum(labels[upper], labels[lower])
        before = labels.copy()
        np.minimum.at(labels, labels[upper], least)
        np.minimum.at(labels, labels[lower], least)
        labels = labels[labels]
        if np.array_equal(labels, before):
            break
    return labels


def _grown(points: Points) -> TextBox | None:
    corner, along, down, length, height = _smallest_rectangle(points)
    if min(length, height) < _MIN_SIDE - 1:
        return None
    by = length * height * GROWTH / (2 * (length + height))
    corner = corner - by * along - by * down
    return TextBox(
        (float(corner[0]), float(corner[1])), (float(along[0]), float(along[1])), (float(down[0]), float(down[1])),
        length + 2 * by, height + 2 * by,
    )


def _smallest_rectangle(points: Points) -> tuple[Points, Points, Points, float, float]:
    """Corner, direction of reading, direction down, length, height. One side of it lies on an edge of the hull."""
    hull = _hull(points)
    edges = np.roll(hull, -1, axis=0) - hull
    norms = np.hypot(edges[:, 0], edges[:, 1])
    directions = np.concatenate([edges[norms > 0] / norms[norms > 0][:, None], [[1.0, 0.0]]])
    along = hull @ directions.T                                     # (points, edges)
    across = hull @ np.stack([-directions[:, 1], directions[:, 0]])
    areas = np.ptp(along, axis=0) * np.ptp(across, axis=0) + 1e-3 * np.abs(directions[:, 1] * directions[:, 0])
    return _directed(hull, directions[int(np.argmin(areas))])


def _directed(hull: Points, direction: Points) -> tuple[Points, Points, Points, float, float]:
    """Reading goes from left to right; downwards where a rectangle is at least half as high again as it is wide."""
    x, y = float(direction[0]), float(direction[1])
    if abs(y) > abs(x):
        x, y = y, -x
    if x < 0:
        x, y = -x, -y
    along, down = np.array([x, y]), np.array([-y, x])
    length, height = float(np.ptp(hull @ along)), float(np.ptp(hull @ down))
    if height >= 1.5 * length:
        along, down = down, -along
        length, height = height, length
    corner = (hull @ along).min() * along + (hull @ down).min() * down
    return corner, along, down, length, height


def _hull(points: Points) -> Points:
    """The convex hull (Andrew's monotone chain)."""
    ordered = np.unique(points, axis=0)
    if len(ordered) < 3:
        return ordered
    pairs = [(float(x), float(y)) for x, y in ordered]
    lower, upper = _chain(pairs), _chain(pairs[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    chain: list[tuple[float, float]] = []
    for x, y in points:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain

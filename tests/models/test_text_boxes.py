"""Boxes around lines of text: from a detector's map, and turned with their picture."""

from __future__ import annotations

import numpy as np
import pytest

from models.text_boxes import TextBox, find_boxes


def painted(angle: float, size: tuple[int, int] = (120, 12), shape: tuple[int, int] = (200, 200)) -> np.ndarray:
    """A map that is sure of one rectangle about its middle, turned by `angle` degrees clockwise."""
    y, x = np.mgrid[:shape[0], :shape[1]]
    x, y = x - shape[1] / 2, y - shape[0] / 2
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    inside = (abs(x * cos + y * sin) <= size[0] / 2) & (abs(y * cos - x * sin) <= size[1] / 2)
    return np.where(inside, 0.9, 0.05).astype(np.float32)


@pytest.mark.parametrize("angle", [0, 3, -7, 20, 90, 87, -93])
def test_a_line_is_found_at_its_angle_and_grown(angle: float) -> None:
    (box,) = find_boxes(painted(angle))
    grown = 1.6 * 120 * 12 / (2 * (120 + 12))
    assert box.length == pytest.approx(120 + 2 * grown, abs=3)
    assert box.height == pytest.approx(12 + 2 * grown, abs=3)
    direction = np.degrees(np.arctan2(box.along[1], box.along[0]))
    assert abs((direction - angle + 90) % 180 - 90) < 2
    assert box.is_tall == (abs(angle) > 45)
    assert box.corners.mean(axis=0) == pytest.approx([100, 100], abs=1.5)


def test_lines_apart_are_apart_and_faint_ones_are_none() -> None:
    sureness = np.zeros((100, 300), np.float32)
    for top in (10, 40, 70):
        sureness[top:top + 8, 20:280] = 0.9
    sureness[90:96, 20:280] = 0.35
    assert len(find_boxes(sureness)) == 3
    assert find_boxes(np.zeros((32, 32), np.float32)) == []


def test_touching_by_a_corner_is_one() -> None:
    sureness = np.zeros((60, 60), np.float32)
    sureness[10:20, 10:30] = 1
    sureness[20:30, 30:50] = 1
    assert len(find_boxes(sureness)) == 1


@pytest.mark.parametrize("degrees", [90, 180])
def test_turned_with_its_picture(degrees: int) -> None:
    picture = np.zeros((100, 240), np.float32)
    picture[20:30, 30:150] = 0.9
    picture[60:70, 30:90] = 0.9
    boxes = find_boxes(picture)
    turned = [box.turned(degrees, 240, 100) for box in boxes]
    again = find_boxes(np.ascontiguousarray(np.rot90(picture, -degrees // 90)))
    for ours, found in zip(turned, again, strict=True):
        assert ours.corners == pytest.approx(found.corners, abs=1.01)
        assert ours.is_tall == found.is_tall


def test_scaled_and_upside_down() -> None:
    box = TextBox((10, 20), (1, 0), (0, 1), 100, 10)
    assert box.scaled(2, 3).corners == pytest.approx(box.corners * [2, 3])
    assert box.upside_down().corners == pytest.approx(np.roll(box.corners, 2, axis=0))

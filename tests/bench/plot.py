"""The figures against their aims, as an SVG: how far each is inside or beyond, on a logarithmic scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from pathlib import Path

from tests.bench.figures import Figure

WIDTH, ROW, LEFT, RIGHT, TOP = 900, 26, 240, 90, 48
DECADES = 1.2               # on each side of the aim
MET, MISSED, INK, PALE = "#2e7d32", "#c62828", "#333333", "#bbbbbb"


def draw(path: Path, figures: Sequence[Figure]) -> None:
    """Bars begin at the aim: to the left what is better than it, to the right what is worse."""
    path.parent.mkdir(parents=True, exist_ok=True)
    height = TOP + ROW * len(figures) + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        *_axis(height),
        *(line for place, figure in enumerate(figures) for line in _row(figure, TOP + ROW * place)),
        "</svg>",
    ]
    path.write_text("\n".join(parts) + "\n", "utf-8")


def _axis(height: int) -> list[str]:
    lines = [f'<text x="{_x(0):.0f}" y="16" text-anchor="middle" fill="{INK}">aim</text>']
    for factor in (1 / 10, 1 / 4, 1 / 2, 1, 2, 4, 10):
        x, label = _x(math.log10(factor)), f"{factor:g} ×" if factor >= 1 else f"{1 / factor:g} × better"
        lines.append(f'<line x1="{x:.0f}" y1="{TOP - 6}" x2="{x:.0f}" y2="{height - 8}" stroke="{INK if factor == 1 else PALE}"/>')
        lines.append(f'<text x="{x:.0f}" y="34" text-anchor="middle" fill="{INK}">{label}</text>')
    return lines


def _row(figure: Figure, top: int) -> list[str]:
    assert figure.target is not None
    worse = _worse(figure)
    begin, end = sorted((_x(0), _x(worse)))
    colour = MET if figure.is_met else MISSED
    value = f"{figure.value:.3g}" + ("" if figure.unit == "ratio" else f" {figure.unit}")
    return [
        f'<text x="{LEFT - 10}" y="{top + 15}" text-anchor="end" fill="{INK}">{escape(figure.name)}</text>',
        f'<rect x="{begin:.1f}" y="{top + 4}" width="{max(2.0, end - begin):.1f}" height="{ROW - 10}" fill="{colour}"/>',
        f'<text x="{WIDTH - 8}" y="{top + 15}" text-anchor="end" fill="{colour}">{value}</text>',
    ]


def _worse(figure: Figure) -> float:
    """Decades by which a figure is beyond its aim; below 0: better. Of shares near 1, what is lacking counts."""
    assert figure.target is not None
    value, target = figure.value, figure.target
    if figure.direction == "max" and figure.unit == "ratio" and 0.9 < target < 1:
        return math.log10(max(1 - value, 1e-4) / (1 - target))
    ratio = max(value, 1e-9) / target
    return math.log10(ratio) if figure.direction == "min" else -math.log10(ratio)


def _x(decades: float) -> float:
    half = (WIDTH - LEFT - RIGHT) / 2
    return LEFT + half + half * max(-1.0, min(1.0, decades / DECADES))

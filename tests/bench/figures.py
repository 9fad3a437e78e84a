"""What a measurement gives: a figure with its aim; and measuring two things by turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

Direction = Literal["max", "min"]       # "max": the higher, the better; "min": the lower


class Skipped(Exception):
    """A figure cannot be measured on this computer; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. `n`: how many measurements it stands on; `target` None: no aim is set."""

    name: str
    value: float
    target: float | None
    direction: Direction
    n: int
    unit: str = "ratio"
    detail: str = ""            # what it is made of, for the table

    @property
    def is_met(self) -> bool | None:
        if self.target is None:
            return None
        return self.value >= self.target if self.direction == "max" else self.value <= self.target


def by_turns(*actions: Callable[[], object], n_rounds: int) -> list[list[float]]:
    """Seconds of each action in each round: A B A B, so that what else the computer does meets all alike."""
    taken: list[list[float]] = [[] for _ in actions]
    for _ in range(n_rounds):
        for times, action in zip(taken, actions, strict=True):
            begun = time.perf_counter()
            action()
            times.append(time.perf_counter() - begun)
    return taken


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed, e.g. 0.95; of few values, the highest."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median_ms(seconds: Sequence[float]) -> str:
    return f"{statistics.median(seconds) * 1000:.1f} ms"

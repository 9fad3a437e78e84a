"""What a splitter of source code finds: functions and classes as ranges of lines."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Definition:
    """A function or class: lines [first, last] from 0, its own name ("": none), and those definitions in it that are cut out."""

    first: int
    last: int
    name: str
    inner: tuple[Definition, ...] = ()

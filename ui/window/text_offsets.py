"""Between code points, which the engine counts, and UTF-16 units, which Qt counts."""

from __future__ import annotations


def units(text: str) -> int:
    """Length of `text` in UTF-16 units."""
    return len(text) + sum(character > "\uffff" for character in text) if not text.isascii() else len(text)


def to_units(text: str, position: int) -> int:
    """UTF-16 units before code point `position`."""
    return units(text[:position])


def to_points(text: str, position: int) -> int:
    """Code points before UTF-16 unit `position`."""
    if units(text) == len(text):
        return min(position, len(text))
    count = 0
    for index, character in enumerate(text):
        if count >= position:
            return index
        count += 2 if character > "\uffff" else 1
    return len(text)

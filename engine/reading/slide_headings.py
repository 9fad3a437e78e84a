"""What heads a slide without a title: so that its text does not lie under the title of the slide before it."""

from __future__ import annotations

MAX_TITLE = 100     # characters of a line that can be a title as it is


def heading_of_untitled(first_text: str, number: int) -> str:
    """The slide's first line, clipped where it is long; its number where it has no words."""
    line = first_text.strip().split("\n", 1)[0].strip()
    if len(line) > MAX_TITLE:
        line = line[:MAX_TITLE].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"
    return line or str(number)

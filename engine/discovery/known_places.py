"""Names a place as the index names it: paths come from people relative, with dots, and through links."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from engine.machine.containment import is_at_or_below


def absolute(path: str | os.PathLike[str]) -> str:
    """Absolute and without dots; `..` after a link leads where the system takes it, not where it reads."""
    given = os.path.expanduser(os.fspath(path))
    place = os.path.abspath(given)
    has_dots = os.pardir in given.split(os.sep) and os.path.exists(given)
    if has_dots and not (os.path.exists(place) and os.path.samefile(given, place)):
        return os.path.realpath(given)
    return place


def known_place(path: str | os.PathLike[str], roots: Iterable[str]) -> str:
    """The absolute path; where a link leads to a place that is in the index under its own name, that name.

    Args:
        roots: the folders and files that were added.
    """
    place, roots = absolute(path), list(roots)
    if any(is_at_or_below(place, root) or is_at_or_below(root, place) for root in roots):
        return place
    real = os.path.realpath(place)
    if real != place and any(is_at_or_below(real, root) for root in roots):
        return real
    return place


def places_of(roots: Sequence[str], knows: Callable[[str], bool], folder: Path) -> Callable[[str], str]:
    """What names the paths of a golden set as the index does: from the set's own folder, else from a folder that was added."""

    def place_of(given: str) -> str:
        wanted = Path(given).expanduser()
        places = [known_place(base / wanted, roots) for base in (folder, *map(Path, roots))]
        return next((place for place in places if knows(place)), places[0])

    return place_of

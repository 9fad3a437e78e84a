"""The paths that a person gives, as the index names them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.errors import BadUsage, IndexDamaged
from ui.command.output import note, say

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog
    from engine.catalog.records import StoredRoot
    from engine.settings import Settings


def known_places(settings: Settings, paths: Sequence[str]) -> list[str]:
    from engine.build import open_catalog
    from engine.catalog.rescue import rescued_roots

    try:
        with open_catalog(settings) as catalog:
            return places_in(catalog, paths)
    except IndexDamaged:        # what writes mends it
        return _places(rescued_roots(settings.data_dir), paths)


def places_in(catalog: Catalog, paths: Sequence[str]) -> list[str]:
    return _places(catalog.roots(), paths)


def _places(roots: Sequence[StoredRoot], paths: Sequence[str]) -> list[str]:
    from engine.discovery.known_places import known_place

    if "" in paths:             # an unset variable of a script: not the working folder
        raise BadUsage("A path is empty.", "Una de las rutas está vacía.")
    return [known_place(path, [root.path for root in roots]) for path in paths]


def note_unknown(catalog: Catalog, place: str) -> None:
    """Say on stderr that a place is not in the index, so that no answer is not taken for an answer."""
    if not catalog.knows(place):
        note(say(f"Nothing of {place} is in the index.", f"En el índice no hay nada de {place}."))

"""What `search` says besides "nothing found": filters that no document meets, and what to try instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.hits import Filters, SearchRequest
from ui.command.output import say

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog

_KINDS_AT_MOST = 20


def why_nothing(catalog: Catalog, request: SearchRequest) -> list[str]:
    """Sentences for a person; none where the search has neither filters nor operators."""
    from engine.query.parser import parse

    query = parse(request.text, catalog.languages(), request.language)
    asked = (request.filters, query.filters)
    said = [*_kinds(catalog, asked), *_languages(catalog, asked), *_folder(catalog, query.filters.folder)]
    if not (request.filters.is_empty and query.filters.is_empty):
        said.append(say("Try it without filters.", "Pruebe sin filtros."))
    if query.has_conditions:
        said.append(say(
            "Try fewer or other words, and leave out quotation marks and minus signs.",
            "Pruebe con menos palabras u otras, y sin comillas ni signos menos.",
        ))
    return said


def _kinds(catalog: Catalog, asked: tuple[Filters, ...]) -> Iterator[str]:
    kinds = dict.fromkeys(kind for filters in asked for kind in filters.kinds)
    unknown = ", ".join(kind for kind in kinds if not catalog.matching_documents(Filters(kinds=(kind,))))
    if unknown:
        known = ", ".join(kind for kind, _ in catalog.kinds()[:_KINDS_AT_MOST]) or say("none yet", "ninguno aún")
        yield say(f"No document is of the type {unknown}. Types in the index: {known}.",
                  f"Ningún documento es del tipo {unknown}. Tipos en el índice: {known}.")


def _languages(catalog: Catalog, asked: tuple[Filters, ...]) -> Iterator[str]:
    codes = dict.fromkeys(code for filters in asked for code in filters.languages)
    unknown = ", ".join(code for code in codes if not catalog.matching_documents(Filters(languages=(code,))))
    if unknown:
        known = ", ".join(catalog.languages()) or say("none yet", "ninguno aún")
        yield say(f"No document is in the language {unknown}. Languages in the index: {known}.",
                  f"Ningún documento está en el idioma {unknown}. Idiomas en el índice: {known}.")


def _folder(catalog: Catalog, folder: str | None) -> Iterator[str]:
    if folder is not None and not catalog.knows(folder):
        added = ", ".join(root.path for root in catalog.roots()) or say("none yet", "ninguna aún")
        yield say(f"Nothing of {folder} is in the index. Folders in it: {added}.",
                  f"En el índice no hay nada de {folder}. Carpetas que contiene: {added}.")

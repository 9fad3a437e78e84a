"""`chunks PATH...`: shows the stored chunks of documents, as indexed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ui.command.output import say, write, write_json_lines, write_text
from ui.command.places import note_unknown, places_in

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("chunks", parents=[shared], help=say("show stored chunks", "mostrar los fragmentos"))
    parser.add_argument("paths", metavar="PATH", nargs="+", help=say("documents or folders of the index", "documentos o carpetas del índice"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import open_catalog

    with open_catalog(settings) as catalog:
        places = places_in(catalog, options.paths)
        for place in places:
            note_unknown(catalog, place)
        lines = _documents(catalog, places)
        if options.json:
            write_json_lines(lines)
        else:
            for line in lines:
                _print(line)
    return 0


def _documents(catalog: Catalog, paths: list[str]) -> Iterator[dict[str, Any]]:
    seen = set()
    for path in paths:
        for document in catalog.documents_below(path):
            if document.document_id in seen or not document.n_chunks:
                continue
            seen.add(document.document_id)
            yield {
                "document_id": document.document_id,
                "path": document.path,
                "title": document.title or document.name,
                "language": document.language,
                "kind": document.kind,
                "chunks": [
                    {
                        "chunk_id": chunk.chunk_id,
                        "heading_path": list(chunk.heading_path),
                        "page": chunk.page,
                        "start": chunk.start,
                        "end": chunk.end,
                        "n_tokens": chunk.n_tokens,
                        "text": chunk.text,
                    }
                    for chunk in catalog.document_chunks(document.document_id)
                ],
            }


def _print(line: dict[str, Any]) -> None:
    write(f"== {line['path']}")
    for chunk in line["chunks"]:
        place = " > ".join(chunk["heading_path"])
        page = f" · p. {chunk['page']}" if chunk["page"] else ""
        write(f"-- {place}{page} · {chunk['n_tokens']} tokens")
        write_text(chunk["text"])

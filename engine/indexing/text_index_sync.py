"""Lets the text index follow the catalog: whatever is noted as dirty is deleted there and added anew."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.catalog.catalog import Catalog, batches
from engine.catalog.records import StoredDocument, plain
from engine.catalog.writer import CatalogWriter
from engine.protocols import LexicalWriter

if TYPE_CHECKING:
    from engine.stores.lexical_index import LexicalEntry

_DOCUMENTS_A_COMMIT = 256
_ENTRIES_A_CALL = 2_000


class TextIndexSync:
    def __init__(self, writer: CatalogWriter, lexical: LexicalWriter) -> None:
        self._writer = writer
        self._lexical = lexical

    def run(self, is_cancelled: Callable[[], bool] = lambda: False) -> int:
        """Bring the text index up to the catalog; cancelled, the next call goes on. Returns how many documents were touched."""
        n_done = 0
        while not (n_done and is_cancelled()) and (ids := self._writer.dirty("text", _DOCUMENTS_A_COMMIT)):
            self._lexical.delete(ids)
            catalog = self._writer.catalog
            roots = [root.path for root in catalog.roots()]
            for document in catalog.documents(ids).values():
                for entries in _batched(_entries(catalog, document, roots)):
                    self._lexical.add(entries)
            self._lexical.commit()
            self._writer.text_done(ids)
            n_done += len(ids)
        return n_done


def move_out_of_waste(writer: CatalogWriter, lexical: LexicalWriter, is_cancelled: Callable[[], bool]) -> int:
    """Give back the room of deleted entries by adding anew what lives among them; cancelled, a later call goes on.

    Some at a time, so that what has to be added besides never waits for long. Returns how many documents were moved.
    """
    sync, n_moved = TextIndexSync(writer, lexical), 0
    for ids in batches(lexical.wasteful_documents(), _DOCUMENTS_A_COMMIT):
        if is_cancelled():
            break
        writer.note_dirty("text", ids)
        n_moved += sync.run()
    if n_moved:
        lexical.give_back_space()
    return n_moved


def _entries(catalog: Catalog, document: StoredDocument, roots: Sequence[str]) -> Iterator[LexicalEntry]:
    """One for each chunk; a document without text has one by which its name is found."""
    from engine.stores.lexical_index import LexicalEntry

    name, folder = plain(document.name), plain(_folder(document, roots))
    title = document.title
    people = _people(document)
    chunks = catalog.document_chunks(document.document_id)
    for chunk in chunks:
        yield LexicalEntry(
            chunk.chunk_id, document.document_id, document.content_hash, chunk.language or document.language, title,
            chunk.heading_path, name, folder, chunk.text, *people,
        )
    if not chunks:
        yield LexicalEntry(None, document.document_id, document.content_hash, None, None, (), name, folder, "", *people)


def _people(document: StoredDocument) -> tuple[str, str, str]:
    """Sender, recipients and author, as the document states them."""
    stated: dict[str, list[str]] = {}
    for name, value in document.properties:
        stated.setdefault(name, []).append(value)
    sender, recipients, author = (
        ", ".join(value for name in names for value in stated.get(name, ()))
        for names in (("from",), ("to", "cc", "bcc"), ("author",))
    )
    return plain(sender), plain(recipients), plain(author)


def _folder(document: StoredDocument, roots: Sequence[str]) -> str:
    """Where a document lies, from the name of its root on: what is above says nothing about it."""
    path = os.fspath(document.file_path)
    above = [root for root in roots if path.startswith(root.rstrip(os.sep) + os.sep)]
    outermost = min(above, key=len) if above else os.path.dirname(path)
    folder = os.path.relpath(os.path.dirname(path), os.path.dirname(outermost))
    if document.inner:
        inner = os.path.dirname(document.inner.replace("!", "/"))
        folder = "/".join(part for part in (folder, os.path.basename(path), inner) if part)
    return folder


def _batched(entries: Iterator[LexicalEntry]) -> Iterator[list[LexicalEntry]]:
    batch: list[LexicalEntry] = []
    for entry in entries:
        batch.append(entry)
        if len(batch) >= _ENTRIES_A_CALL:
            yield batch
            batch = []
    if batch:
        yield batch

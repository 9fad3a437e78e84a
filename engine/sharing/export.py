"""Writes the index as Parquet, for a team's engine: documents, passages and vectors of one and the same state.

All is read in one transaction of the catalog, so that an indexer at work changes nothing in it. The tables are written under names
that are new each time; the manifest, which names them, is replaced last and at once. Whoever reads it sees the former export
whole or the new one whole, whatever is killed or full.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import logging
import os
import re
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.document import passage_prefix
from engine.errors import BadUsage, Cancelled, DiskFull, FicheroError, is_disk_full
from engine.hits import Stage
from engine.machine.containment import is_at_or_below
from engine.machine.durable import sync_folder
from engine.machine.system_words import system_words
from engine.machine.version import VERSION
from engine.stores.parquet_files import TABLES, ParquetTable, for_owner, moment

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog
    from engine.catalog.records import StoredChunk, StoredDocument

log = logging.getLogger(__name__)

FORMAT, FORMAT_VERSION = "fichero-export", 1
MANIFEST = "manifest.json"
ROWS_A_GROUP = 2_000
TEXT_A_GROUP = 8_000_000        # code points of documents' texts in memory
LEFT_OVER_S = 3_600.0           # a half-written file of an earlier export that is older than this belongs to nobody
_OWN_NAME = re.compile(rf"(?:{'|'.join(TABLES)})-[0-9a-f]{{12}}\.parquet|manifest-[0-9a-f]{{12}}\.tmp")
_SURROGATE = re.compile("[\ud800-\udfff]")


class ForeignFolder(FicheroError):
    code = "foreign-folder"

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(
            f"{folder} holds files that are no export of Fichero ({name}). Nothing was written; name a new or empty folder.",
            f"{folder} contiene archivos que no son una exportación de Fichero ({name}). No se ha escrito nada: indique una "
            "carpeta nueva o vacía.",
        )


class ExportUnwritable(FicheroError):
    code = "export-unwritable"

    def __init__(self, folder: Path, detail: str, in_spanish: str) -> None:
        super().__init__(
            f"The export cannot be written in {folder} ({detail}). Choose another folder.",
            f"No se puede escribir la exportación en {folder} ({in_spanish}). Elija otra carpeta.",
        )


@dataclass(frozen=True, slots=True)
class Embedded:
    """By whom the vectors were made, and what has to be put before a query to look for them."""

    id: str
    dimension: int
    query_prefix: str
    passage_prefix: str


@dataclass(frozen=True, slots=True)
class Exported:
    path: str
    documents: int
    passages: int
    vectors: int
    stage: Stage                        # text: vectors of some passages are still to come
    model: str | None
    bytes: int


class Export:
    """One export of a catalog into a folder."""

    def __init__(
        self, catalog: Catalog, folder: Path, data_dir: Path, embedded: Embedded | None,
        progress: Callable[[int, int], None] = lambda done, total: None, is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """`progress`: documents done and in all."""
        self._catalog = catalog
        self._folder = folder
        self._data_dir = data_dir
        self._embedded = embedded
        self._progress = progress
        self._is_stopped = is_stopped
        self._mark = uuid.uuid4().hex[:12]
        self._made: list[Path] = []

    def write(self, below: Sequence[str]) -> Exported:
        """Write all documents, or those at or below any of these places.

        Raises:
            ForeignFolder: nothing was written, as after the next three.
            ExportUnwritable, DiskFull, Cancelled
        """
        former = self._prepare()
        try:
            with self._catalog.snapshot():
                exported = self._write(below)
        except BaseException as error:
            for path in self._made:
                path.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise self._said(error) from error
            raise
        for name in former:
            (self._folder / name).unlink(missing_ok=True)
        return exported

    def _prepare(self) -> list[str]:
        """Make the folder, or look what is in it. Returns files of our own that are done with once the new ones are there."""
        if is_at_or_below(str(self._folder), str(self._data_dir)):
            raise BadUsage("An export goes elsewhere than into the data folder.", "La exportación no puede ir en la carpeta de datos.")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            names = sorted(entry.name for entry in os.scandir(self._folder))
            listed = self._listed() if MANIFEST in names else None
            foreign = [name for name in names if name != MANIFEST and not _OWN_NAME.fullmatch(name)]
            if listed is None and (foreign or MANIFEST in names):
                raise ForeignFolder(self._folder, (foreign or [MANIFEST])[0])
            now = time.time()
            return [
                name for name in names if _OWN_NAME.fullmatch(name)
                and (name in (listed or ()) or now - (self._folder / name).stat().st_mtime > LEFT_OVER_S)
            ]
        except OSError as error:
            raise self._said(error) from error

    def _listed(self) -> list[str] | None:
        """The files that the manifest of an earlier export names; None where it is not one of ours."""
        try:
            manifest = json.loads((self._folder / MANIFEST).read_text(encoding="utf-8"))
            if manifest["format"] != FORMAT:
                return None
            return [str(file["name"]) for file in manifest["files"]]
        except (ValueError, KeyError, TypeError):
            return None

    def _said(self, error: OSError) -> FicheroError:
        return DiskFull(self._folder) if is_disk_full(error) else ExportUnwritable(self._folder, *system_words(error))

    def _write(self, below: Sequence[str]) -> Exported:
        dimension = self._embedded.dimension if self._embedded else 1
        tables = {name: ParquetTable(self._new(f"{name}-{self._mark}.parquet"), name, dimension) for name in TABLES}
        try:
            self._fill(tables, below)
            for table in tables.values():
                table.close()
        except BaseException:
            for table in tables.values():
                table.abandon()
            raise
        files = [
            {"name": path.name, "table": path.name.partition("-")[0], "rows": tables[path.name.partition("-")[0]].n_rows,
             "bytes": path.stat().st_size, "sha256": _digest(path)}
            for path in self._made
        ]
        stage: Stage = "complete" if tables["vectors"].n_rows == tables["passages"].n_rows else "text"
        manifest = {
            "format": FORMAT, "format_version": FORMAT_VERSION, "fichero": VERSION, "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "folders": [_text(place) for place in below] or None, "stage": stage,
            "model": dataclasses.asdict(self._embedded) | {"distance": "dot"} if self._embedded else None,
            "offsets": "code points of documents.text", "files": files,
        }
        self._replace_manifest(manifest)
        return Exported(
            str(self._folder), tables["documents"].n_rows, tables["passages"].n_rows, tables["vectors"].n_rows, stage,
            self._embedded.id if self._embedded else None, sum(int(str(file["bytes"])) for file in files),
        )

    def _new(self, name: str) -> Path:
        path = self._folder / name
        self._made.append(path)
        return path

    def _replace_manifest(self, manifest: dict[str, Any]) -> None:
        beside = self._folder / f"manifest-{self._mark}.tmp"
        self._made.append(beside)
        with open(beside, "x", encoding="utf-8", opener=for_owner) as file:
            json.dump(manifest, file, ensure_ascii=False, indent=2)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(self._folder)          # the tables' names, before a manifest says that they are there
        os.replace(beside, self._folder / MANIFEST)
        self._made.clear()                 # from here on the manifest names them: nothing that fails may take them away
        sync_folder(self._folder)

    def _fill(self, tables: dict[str, ParquetTable], below: Sequence[str]) -> None:
        documents: list[dict[str, Any]] = []
        passages: list[dict[str, Any]] = []
        vectors: list[dict[str, Any]] = []
        n_chars, all_documents = 0, self._documents(below)
        for number, document in enumerate(all_documents, start=1):
            if self._is_stopped():
                raise Cancelled
            text = self._catalog.body(document.document_id)
            chunks = self._catalog.document_chunks(document.document_id)
            documents.append(_document_row(document, text))
            passages += [_passage_row(document, chunk) for chunk in chunks]
            vectors += self._vector_rows(chunks)
            n_chars += len(text)
            if n_chars > TEXT_A_GROUP or len(documents) + len(passages) > ROWS_A_GROUP or number == len(all_documents):
                for name, rows in zip(TABLES, (documents, passages, vectors), strict=True):
                    tables[name].add(rows)
                    rows.clear()
                n_chars = 0
            self._progress(number, len(all_documents))

    def _documents(self, below: Sequence[str]) -> list[StoredDocument]:
        places = below or [os.path.abspath(os.sep)]
        found = {document.document_id: document for place in places for document in self._catalog.documents_below(place)}
        return list(found.values()) if below else self._all(found)

    def _all(self, found: dict[Any, StoredDocument]) -> list[StoredDocument]:
        """On systems with several roots of paths, those of the others too."""
        others = self._catalog.documents(self._catalog.all_documents() - set(found))
        return [*found.values(), *others.values()]

    def _vector_rows(self, chunks: Sequence[StoredChunk]) -> Iterator[dict[str, Any]]:
        if self._embedded is None or not chunks:
            return
        made = self._catalog.vectors([chunk.chunk_id for chunk in chunks], self._embedded.id)
        for chunk in chunks:
            if chunk.chunk_id in made:
                yield {
                    "passage_id": chunk.chunk_id, "document_id": chunk.document_id, "model": self._embedded.id,
                    "vector": made[chunk.chunk_id],
                }


def _document_row(document: StoredDocument, text: str) -> dict[str, Any]:
    return {
        "document_id": document.document_id, "path": _text(document.path), "file_path": _text(str(document.file_path)),
        "member": _text(document.inner) or None, "title": _text(document.title or document.name), "kind": document.kind,
        "language": document.language, "size_bytes": document.size, "modified": moment(document.mtime_ns),
        "content_hash": document.content_hash, "n_pages": document.n_pages, "state": document.state, "reason": document.reason,
        "n_passages": document.n_chunks, "properties": [(_text(key), _text(value)) for key, value in document.properties],
        "text": _text(text),
    }


def _passage_row(document: StoredDocument, chunk: StoredChunk) -> dict[str, Any]:
    return {
        "passage_id": chunk.chunk_id, "document_id": chunk.document_id, "ordinal": chunk.ordinal, "path": _text(document.path),
        "title": _text(document.title or document.name), "heading_path": [_text(title) for title in chunk.heading_path],
        "kind": chunk.kind, "language": chunk.language, "page": chunk.page, "start": chunk.start, "end": chunk.end,
        "section_start": chunk.section_start, "section_end": chunk.section_end, "n_tokens": chunk.n_tokens, "text": _text(chunk.text),
        "embedded_text": _text(passage_prefix(document.title, chunk.heading_path) + chunk.text),
    }


def _text(text: str) -> str:
    """What Parquet can hold: bytes of names that are no text become `\\xNN`; documents' texts hold none."""
    return _SURROGATE.sub(lambda found: f"\\x{ord(found[0]) & 0xFF:02x}", text)


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""Rows of the catalog as the rest of the engine sees them, and how documents are packed into it."""

from __future__ import annotations

import json
import os
import re
import zlib
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from engine.document import Block, BlockKind, ChunkId, Document, DocumentId, RecognisedLine, TableRow
from engine.errors import Reason
from engine.hits import Stage
from engine.machine.fingerprint import FileStamp

# reading: the text index does not hold it yet; text: found by its words; complete: also by its meaning;
# unreadable: found by its name; left-out: looked into and found to be of a kind that is left out.
State = Literal["reading", "text", "complete", "unreadable", "left-out"]

# What text recognition has to do with a file: it was read without regard to it; all that it can give is there; or there
# are pictures of text in it that were not read.
OcrState = Literal[0, 1, 2]
OCR_UNKNOWN: OcrState = 0
OCR_DONE: OcrState = 1
OCR_WAITS: OcrState = 2

# Under which rules the members of a file were read: a number (engine/indexing/member_rules.py), or one of these.
NO_MEMBERS = 0
UNKNOWN_RULES = -1          # by an earlier version

MESSAGES = ("eml", "msg")

_LEVEL = 4                  # of zlib: 5 % larger than 6, twice as fast
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class StoredChunk:
    chunk_id: ChunkId
    document_id: DocumentId
    ordinal: int                        # from 0, in reading order
    text: str
    start: int
    end: int
    page: int | None
    heading_path: tuple[str, ...]
    section_start: int
    section_end: int
    n_tokens: int
    kind: BlockKind
    language: str | None


@dataclass(frozen=True, slots=True)
class StoredDocument:
    document_id: DocumentId
    path: str                           # file_path, or file_path!inner; undecodable bytes as surrogates
    file_path: Path
    inner: str                          # "" for the file itself
    kind: str                           # "" where it could not be told
    title: str | None
    language: str | None
    size: int                           # bytes, of the file
    mtime_ns: int
    content_hash: str                   # of the file; "" where it could not be read
    state: State
    reason: Reason | None
    detail: str | None
    n_pages: int | None
    properties: tuple[tuple[str, str], ...]
    n_chunks: int
    ctime_ns: int                       # of the file, as mtime_ns

    @property
    def modified(self) -> str:
        """ISO 8601, local time with its offset, of the file's last change."""
        return iso_time(self.mtime_ns)

    @property
    def sent_ns(self) -> int | None:
        """When a message was sent, as it says itself; None for what is no message, or does not say so."""
        if self.kind not in MESSAGES:
            return None
        try:
            stated = next(value for name, value in self.properties if name == "date")
            return int(datetime.fromisoformat(stated).timestamp()) * 1_000_000_000
        except (StopIteration, ValueError, OverflowError, OSError):
            return None

    @property
    def dated_ns(self) -> int:
        """The time that it is searched and ordered by: of a message when it was sent, of all else the last change."""
        sent = self.sent_ns
        return self.mtime_ns if sent is None else sent

    @property
    def sent(self) -> str | None:
        """As `modified`, of `sent_ns`."""
        return None if (sent := self.sent_ns) is None else iso_time(sent)

    @property
    def name(self) -> str:
        """The file's name, or the last part of the member's."""
        return re.split(r"[!/\\]", self.inner)[-1] or self.inner if self.inner else self.file_path.name


@dataclass(frozen=True, slots=True)
class Entry:
    """A document in short: where it lies and how far it is."""

    document_id: DocumentId
    file_path: str
    state: State
    n_chunks: int


@dataclass(frozen=True, slots=True)
class StoredError:
    document_id: DocumentId
    path: str
    reason: Reason
    detail: str | None


@dataclass(frozen=True, slots=True)
class UnrecognisedDocument:
    """One without any text, but with pictures of text that were not read: no error, since text recognition may read them."""

    document_id: DocumentId
    file_path: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class StoredRoot:
    """A folder or file that the person has added."""

    path: str
    all_files: bool
    ocr: bool
    is_available: bool                  # False: it could not be found at the last look; its documents are kept
    left_out: dict[str, int]            # files by rule; of folders that are not entered those directly in them
    left_out_folders: dict[str, int] = field(default_factory=dict)     # folders that are not entered, by rule


@dataclass(frozen=True, slots=True)
class FolderStatus:
    path: str
    documents: int                      # that hold text
    chunks: int
    failed: int
    pending: int                        # documents whose vectors are to come
    stage: Stage
    is_available: bool
    left_out: dict[str, int]
    left_out_folders: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Counts:
    documents: int
    chunks: int
    failed: int
    pending: int                        # documents whose vectors, or whose place in the text index, are to come


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the catalog knows of a file, all its parts together, for comparison with the disk."""

    document_ids: tuple[DocumentId, ...]
    stamp: FileStamp
    read_at_ns: int
    content_hash: str
    states: tuple[str, ...]
    reasons: tuple[str | None, ...]
    ocr: OcrState
    format: int
    member_rules: int = NO_MEMBERS


def encode_path(path: str | os.PathLike[str]) -> bytes:
    """As paths are stored. One that no file can have, with half a surrogate pair from a JSON file, gives bytes that none is stored under."""
    try:
        return os.fsencode(path)
    except UnicodeEncodeError:
        return os.fspath(path).encode("utf-8", "surrogatepass")


def encode_inner(inner: str) -> bytes:
    return inner.encode("utf-8", "surrogatepass")


def decode_inner(inner: bytes) -> str:
    return inner.decode("utf-8", "surrogatepass")


def shown_path(file_path: bytes, inner: bytes) -> str:
    path = os.fsdecode(file_path)
    return f"{path}!{decode_inner(inner)}" if inner else path


def iso_time(mtime_ns: int) -> str:
    try:
        return datetime.fromtimestamp(mtime_ns // 1_000_000_000).astimezone().isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):        # a year that no calendar has
        return datetime.fromtimestamp(0).astimezone().isoformat(timespec="seconds")


def plain(text: str) -> str:
    """`text` with lone surrogates replaced one by one, so that offsets hold: no store can keep them."""
    return _SURROGATE.sub("\ufffd", text)


def plain_document(document: Document) -> Document:
    """`document` without lone surrogates; the same object where there are none, which is nearly always."""
    try:
        json.dumps([document.title, document.properties], ensure_ascii=False).encode("utf-8")
        document.text.encode("utf-8")
        for block in document.blocks:
            "".join(block.names).encode("utf-8")
        return document
    except UnicodeEncodeError:
        return replace(
            document,
            text=plain(document.text),
            title=plain(document.title) if document.title else document.title,
            properties=tuple((plain(key), plain(value)) for key, value in document.properties),
            blocks=tuple(_plain_block(block) for block in document.blocks),
        )


def _plain_block(block: Block) -> Block:
    rows = tuple(replace(row, cells=tuple(plain(cell) for cell in row.cells)) for row in block.rows)
    return replace(block, names=tuple(plain(name) for name in block.names), rows=rows)


def pack_left_out(files: dict[str, int], folders: dict[str, int]) -> str:
    """JSON: files by rule, or [files, folders] where whole folders are left out too."""
    return json.dumps({
        rule: [files.get(rule, 0), folders[rule]] if rule in folders else files[rule] for rule in sorted({*files, *folders})
    })


def unpack_left_out(packed: str) -> tuple[dict[str, int], dict[str, int]]:
    counts = {rule: count if isinstance(count, list) else [count, 0] for rule, count in json.loads(packed).items()}
    return {rule: n for rule, (n, _) in counts.items() if n}, {rule: n for rule, (_, n) in counts.items() if n}


def pack_text(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "surrogatepass"), _LEVEL)


def unpack_text(packed: bytes) -> str:
    return zlib.decompress(packed).decode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class UnrecognisedFile:
    """A file that holds pictures of text which were not read."""

    path: str
    content_hash: str
    has_text: bool              # besides them


def pack_structure(document: Document) -> bytes:
    """The blocks of a document, and the lines recognised in it if there are some.

    A row's cells are kept only where they are not just the text between the tabs.
    """
    text = document.text
    blocks = [
        [
            block.kind, block.start, block.end, block.page, block.level, list(block.names), block.n_header_rows,
            int(block.bold), [_pack_row(row, text) for row in block.rows],
        ]
        for block in document.blocks
    ]
    lines = [[each.start, each.end, each.page, each.left, each.top, each.right, each.bottom] for each in document.recognised]
    packed = {"blocks": blocks, "recognised": lines} if lines else blocks
    return zlib.compress(json.dumps(packed, separators=(",", ":")).encode("ascii"), _LEVEL)


def _pack_row(row: TableRow, text: str) -> list[Any]:
    if tuple(text[row.start:row.end].split("\t")) == row.cells:
        return [row.start, row.end]
    return [row.start, row.end, list(row.cells)]


def unpack_structure(packed: bytes, text: str) -> tuple[Block, ...]:
    unpacked = json.loads(zlib.decompress(packed))
    blocks = unpacked["blocks"] if isinstance(unpacked, dict) else unpacked
    return tuple(
        Block(
            kind, start, end, page, level, tuple(names),
            tuple(
                TableRow(row[0], row[1], tuple(row[2] if len(row) > 2 else text[row[0]:row[1]].split("\t")))
                for row in rows
            ),
            n_header_rows, bool(bold),
        )
        for kind, start, end, page, level, names, n_header_rows, bold, rows in blocks
    )


def unpack_recognised(packed: bytes) -> tuple[RecognisedLine, ...]:
    """The lines that `pack_structure` found recognised."""
    unpacked = json.loads(zlib.decompress(packed))
    return tuple(RecognisedLine(*line) for line in unpacked["recognised"]) if isinstance(unpacked, dict) else ()

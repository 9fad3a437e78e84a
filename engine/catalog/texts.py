"""How texts lie in the catalog: packed, once, and so that a piece of a long one is read without the rest.

The text of a document is one zlib stream in `bodies.text`; from BLOCK characters on it is cut into blocks of so many, which lie in
`text_blocks`, and `bodies.text` says only how long it is. A chunk's own `text` is '' where it is its document's text from
`start` to `end`, as nearly all are. Catalogs of format 2 hold each chunk's text, and no blocks: they are read the same way.
"""

from __future__ import annotations

import contextlib
import sqlite3
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.catalog.records import pack_text, unpack_text
from engine.document import DocumentId

BLOCK = 16_384                      # characters: unpacked in a tenth of a millisecond, 3 % larger than the whole at once
_IN_BLOCKS = struct.Struct("<cI")   # _MARK, characters; no zlib stream begins with it
_MARK = b"B"
_AT_ONCE = 500

TextDamaged = (zlib.error, ValueError, TypeError, struct.error)     # what unpacking altered bytes makes of itself


@dataclass(frozen=True, slots=True)
class Piece:
    """Where a chunk's text is: its own, or its document's from start to end."""

    document_id: DocumentId
    start: int
    end: int
    own: str = ""


def write_text(database: sqlite3.Connection, document_id: DocumentId, text: str, structure: bytes) -> None:
    """Put in the text of a document that has none."""
    is_long = len(text) >= BLOCK
    packed = _IN_BLOCKS.pack(_MARK, len(text)) if is_long else pack_text(text)
    database.execute("INSERT INTO bodies VALUES (?, ?, ?)", (document_id, packed, structure))
    if is_long:
        database.executemany(
            "INSERT INTO text_blocks VALUES (?, ?, ?)",
            ((document_id, number, pack_text(text[at : at + BLOCK])) for number, at in enumerate(range(0, len(text), BLOCK))),
        )


def delete_text(database: sqlite3.Connection, document_id: DocumentId) -> None:
    database.execute("DELETE FROM bodies WHERE document_id = ?", (document_id,))
    database.execute("DELETE FROM text_blocks WHERE document_id = ?", (document_id,))


def whole_text(database: sqlite3.Connection, document_id: DocumentId) -> str | None:
    """The text of a document; None where it has none.

    Raises:
        one of TextDamaged
    """
    row = database.execute("SELECT text FROM bodies WHERE document_id = ?", (document_id,)).fetchone()
    if row is None:
        return None
    if _n_chars(row[0]) is None:
        return unpack_text(row[0])
    blocks = database.execute("SELECT text FROM text_blocks WHERE document_id = ? ORDER BY block", (document_id,))
    return unpacked(row[0], (block for (block,) in blocks))


def unpacked(packed: bytes, blocks: Iterable[bytes]) -> str:
    """The text of a document, from `bodies.text` and its blocks in order, which are looked at only if it has some.

    Raises:
        one of TextDamaged
    """
    n_chars = _n_chars(packed)
    if n_chars is None:
        return unpack_text(packed)
    text = "".join([unpack_text(block) for block in blocks])
    if len(text) != n_chars:
        raise ValueError("blocks are missing")
    return text


def texts_of(database: sqlite3.Connection, pieces: Sequence[Piece]) -> list[str | None]:
    """The text of each piece; None where it cannot be read any more. Of a long document only the blocks that are asked for."""
    wanted: dict[DocumentId, list[int]] = {}
    for index, piece in enumerate(pieces):
        if not piece.own and piece.end > piece.start:
            wanted.setdefault(piece.document_id, []).append(index)
    texts: list[str | None] = [piece.own for piece in pieces]
    ids = list(wanted)
    for at in range(0, len(ids), _AT_ONCE):
        part = ids[at : at + _AT_ONCE]
        rows = database.execute(f"SELECT document_id, text FROM bodies WHERE document_id IN ({','.join('?' * len(part))})", part)
        packed = dict(rows.fetchall())
        for document_id in part:
            asked = [pieces[index] for index in wanted[document_id]]
            try:
                found: Iterable[str | None] = _cut(database, packed[document_id], asked)
            except (*TextDamaged, KeyError):
                found = [None] * len(asked)
            for index, text in zip(wanted[document_id], found, strict=True):
                texts[index] = text
    return texts


def _cut(database: sqlite3.Connection, packed: bytes, pieces: Sequence[Piece]) -> list[str | None]:
    """The texts of pieces of one document."""
    if _n_chars(packed) is None:
        text = unpack_text(packed)
        return [text[piece.start : piece.end] if piece.end <= len(text) else None for piece in pieces]
    numbers = sorted({number for piece in pieces for number in _blocks(piece)})
    blocks: dict[int, str] = {}
    for at in range(0, len(numbers), _AT_ONCE):
        part = numbers[at : at + _AT_ONCE]
        rows = database.execute(
            f"SELECT block, text FROM text_blocks WHERE document_id = ? AND block IN ({','.join('?' * len(part))})",
            (pieces[0].document_id, *part),
        )
        for number, block in rows:
            with contextlib.suppress(*TextDamaged):
                blocks[number] = unpack_text(block)
    return [_joined(blocks, piece) for piece in pieces]


def _joined(blocks: dict[int, str], piece: Piece) -> str | None:
    numbers = _blocks(piece)
    if any(number not in blocks for number in numbers):
        return None
    begin = numbers[0] * BLOCK
    text = "".join([blocks[number] for number in numbers])[piece.start - begin : piece.end - begin]
    return text if len(text) == piece.end - piece.start else None


def _blocks(piece: Piece) -> range:
    return range(piece.start // BLOCK, (piece.end - 1) // BLOCK + 1)


def _n_chars(packed: bytes) -> int | None:
    """How long a text is that lies in blocks; None for one that does not."""
    if not packed.startswith(_MARK):
        return None
    return int(_IN_BLOCKS.unpack(packed)[1])

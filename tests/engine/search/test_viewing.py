"""Pieces of documents for the preview: whole blocks, whole lines, header rows, offsets of the whole document."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.catalog.catalog import StoredDocument
from engine.document import Block, Document, DocumentId, TableRow
from engine.query.parser import parse
from engine.search import viewing


def stored(kind: str, name: str = "a.txt") -> StoredDocument:
    return StoredDocument(
        DocumentId(1), f"/x/{name}", Path(f"/x/{name}"), "", kind, None, "es", 10, 0, "h", "complete", None, None, None, (), 1, 0
    )


def paragraphs(count: int, length: int = 90) -> Document:
    blocks, parts, at = [], [], 0
    for number in range(count):
        text = f"p{number:05d} ".ljust(length, "x")
        blocks.append(Block("paragraph", at, at + length))
        parts.append(text)
        at += length + 2
    return Document("\n\n".join(parts), tuple(blocks), "txt")


@pytest.mark.parametrize("around", [0, 1, 250_000, 459_000, 10**9])
def test_a_piece_holds_whole_blocks_around_the_place(around: int) -> None:
    document = paragraphs(5000)
    view = viewing.view_of(stored("txt"), document, around, None)
    assert view.total == len(document.text) and len(view.document.text) <= viewing.PIECE + 400
    assert view.text_start <= min(around, view.total) <= view.text_end
    for block in view.document.blocks:
        assert view.slice(block.start, block.end) == document.text[block.start:block.end]
    assert (view.text_start == 0) == (around <= 1)
    assert (view.text_end == view.total) == (around >= 459_000)


def test_pieces_follow_one_another_to_both_ends() -> None:
    document = paragraphs(2000)
    view = viewing.view_of(stored("txt"), document, 0, None)
    steps = 0
    while view.text_end < view.total:
        after = viewing.view_of(stored("txt"), document, view.text_end, None)
        assert after.text_end > view.text_end
        view, steps = after, steps + 1
    while view.text_start > 0:
        before = viewing.view_of(stored("txt"), document, view.text_start, None)
        assert before.text_start < view.text_start
        view, steps = before, steps + 1
    assert steps < 40


def test_one_endless_block_is_cut() -> None:
    text = "palabra " * 100_000
    document = Document(text, (Block("paragraph", 0, len(text)),), "txt")
    view = viewing.view_of(stored("txt"), document, 400_000, None)
    assert len(view.document.text) < 2 * viewing.PIECE
    assert view.text_start < 400_000 < view.text_end
    assert view.document.text.startswith("palabra")


def test_code_comes_in_whole_lines_with_their_numbers() -> None:
    text = "".join(f"x{number} = 'ñ'\n" for number in range(20_000))
    document = Document(text, (Block("code", 0, len(text)),), "code")
    view = viewing.view_of(stored("code", "a.py"), document, len(text) // 2, None)
    first = view.document.text.split("\n")[0]
    assert first == f"x{view.first_line - 1} = 'ñ'"
    assert {kind for _, _, kind in view.colours} >= {"string", "operator"}
    assert all(view.text_start <= start < end <= view.text_end for start, end, _ in view.colours)


def test_a_large_table_keeps_its_header_and_the_row() -> None:
    rows, at = [], 0
    for number in range(50_000):
        cells = ("código", "importe") if not number else (f"E-{number}", str(number))
        rows.append(TableRow(at, at + len("\t".join(cells)), cells))
        at += len("\t".join(cells)) + 1
    text = "\n".join("\t".join(row.cells) for row in rows)
    document = Document(text, (Block("table", 0, len(text), rows=tuple(rows), n_header_rows=1),), "csv")
    place = rows[25_000].start
    view = viewing.view_of(stored("csv"), document, place, None)
    block = view.document.blocks[0]
    assert block.rows[0].cells == ("código", "importe")
    assert any(row.start == place for row in block.rows) and len(block.rows) < 12_000
    part = view.tables[0]
    assert part.n_rows == 49_999 and block.rows[1].cells[0] == f"E-{part.first_row + 1}" and part.start == block.start


def test_a_document_without_text_has_an_empty_view() -> None:
    view = viewing.view_of(stored("pdf"), None, 500, None)
    assert view.document.text == "" and view.total == 0 and view.document.blocks == ()


def test_words_of_the_query_are_found_in_any_form() -> None:
    text = "Los contratos vencen.\n\nUn contrato nuevo."
    document = Document(text, (Block("paragraph", 0, 21), Block("paragraph", 23, 41)), "txt", language="es")
    view = viewing.view_of(stored("txt"), document, 0, parse("contrato", ("es",)))
    assert [text[start:end] for start, end in view.matches] == ["contratos", "contrato"]


def test_find_ignores_case_and_accents_but_not_enyes() -> None:
    text = "Canción del AÑO, no del ano.\nFin"
    assert viewing.find_in(text, "cancion") == (((0, 7),), True)
    assert viewing.find_in(text, "año")[0] == ((12, 15),)
    assert viewing.find_in(text, "ano. fin")[0] == ((24, 32),)
    assert viewing.find_in(text, "  ") == ((), True)
    spans, is_complete = viewing.find_in("a" * 20_000, "A")
    assert len(spans) == viewing.FOUND_AT_MOST and not is_complete


def test_blocks_from_a_place_on_go_round_to_the_beginning() -> None:
    document = paragraphs(4)
    first, second, third, fourth = document.blocks
    for around, order in (
        (0, document.blocks), (second.start + 5, (second, third, fourth, first)), (second.end, (third, fourth, first, second)),
        (10**6, document.blocks),
    ):
        assert viewing.blocks_from(document, around) == order

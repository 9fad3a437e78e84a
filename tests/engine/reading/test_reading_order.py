"""Pieces of text on a page, in the order of a reader."""

from __future__ import annotations

from engine.reading.reading_order import Piece, in_reading_order, row_text, straightened

SENTENCE = "una línea de prosa que llena"


def piece(text: str, left: float, top: float, width: float = 200, height: float = 10) -> Piece:
    return Piece(text, left, top, left + width, top + height, 0)


def read(*pieces: Piece) -> list[str]:
    return [row_text(row) for row in in_reading_order(pieces)]


def test_columns_one_after_the_other_with_what_spans_them_between() -> None:
    left = [piece(f"{SENTENCE} a{n}", 0, 30 + 15 * n) for n in range(4)]
    right = [piece(f"{SENTENCE} b{n}", 230, 30 + 15 * n) for n in range(4)]
    below = [piece(f"{SENTENCE} c{n}", 230 * (n % 2), 120 + 15 * (n // 2)) for n in range(4)]
    rows = read(*right, *below, piece("TÍTULO DE LA PÁGINA", 60, 0, 300), *left, piece("Subtítulo en medio", 60, 100, 300))
    assert [row.split()[-1] for row in rows] == ["PÁGINA", "a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3", "medio", "c0", "c2", "c1", "c3"]


def test_rows_of_a_table_stay_rows_with_tabs() -> None:
    rows = read(*(
        piece(text, 150 * column, 20 * row, 40) for row, cells in enumerate((("Concepto", "Euros"), ("Agua", "12,50"), ("Luz", "8,00")))
        for column, text in enumerate(cells)
    ))
    assert rows == ["Concepto\tEuros", "Agua\t12,50", "Luz\t8,00"]


def test_pieces_of_one_line_are_joined_by_a_space() -> None:
    assert read(piece("segunda mitad", 105, 1, 90), piece("primera mitad", 0, 0, 100)) == ["primera mitad segunda mitad"]


def test_a_page_askew_is_read_as_if_straight() -> None:
    pieces = [piece(f"{side}{n}", left, 12 * n + 0.05 * left, 100) for n in range(3) for side, left in (("a", 0), ("b", 400))]
    assert read(*straightened(pieces, 0.05)) == ["a0\tb0", "a1\tb1", "a2\tb2"]


def test_nothing() -> None:
    assert in_reading_order([]) == []

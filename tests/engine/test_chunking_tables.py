"""Tables: small ones whole; of larger ones no row loses its column names."""

from __future__ import annotations

import time

from engine.chunking import ChunkLimits, chunk
from engine.document import Chunk, Document
from engine.reading.builder import DocumentBuilder
from tests.engine.chunking_fakes import FourCharacters

LIMITS = ChunkLimits()


def cut(document: Document) -> tuple[Chunk, ...]:
    return chunk(document, FourCharacters(), LIMITS, detect=lambda text: None)


def table(rows: list[list[str]], n_header_rows: int = 1) -> Document:
    builder = DocumentBuilder("xlsx")
    builder.table(rows, n_header_rows)
    return builder.build()


def prices(n_rows: int) -> list[list[str]]:
    return [[f"Ciudad {number}", f"{number},50 €", "" if number % 2 else "con luz"] for number in range(n_rows)]


HEADER = ["Ciudad", "Precio", "Notas"]


def test_small_table_stays_whole_with_its_caption() -> None:
    builder = DocumentBuilder("docx")
    builder.paragraph("Estos son los precios del año. " * 8)
    builder.caption("Tabla 1. Precios")
    builder.table([HEADER, *prices(6)], 1)
    document = builder.build()
    chunks = cut(document)
    assert all(found.text == document.text[found.start : found.end] for found in chunks)
    assert any("Tabla 1" in found.text and "Ciudad\tPrecio" in found.text and "Ciudad 5" in found.text for found in chunks)


def test_every_row_keeps_its_column_names() -> None:
    document = table([HEADER, *prices(100)])
    chunks = cut(document)
    lines = [line for found in chunks for line in found.text.split("\n")]
    assert lines[0] == "Ciudad: Ciudad 0; Precio: 0,50 €; Notas: con luz"
    assert lines[1] == "Ciudad: Ciudad 1; Precio: 1,50 €"
    assert len(lines) == 100
    assert all(LIMITS.smallest <= found.n_tokens <= 2 * LIMITS.rows for found in chunks)
    assert all(chunks[n].text.split("\n")[0].split("; ")[0].removeprefix("Ciudad: ") in
               document.text[found.start : found.end] for n, found in enumerate(chunks))


def test_headers_of_two_lines_are_joined() -> None:
    rows = [["", "Ventas", "Ventas"], ["Mes", "2023", "2024"], *[[f"Mes {n}", str(n), str(n * 2)] for n in range(60)]]
    lines = [line for found in cut(table(rows, 2)) for line in found.text.split("\n")]
    assert lines[3] == "Mes: Mes 3; Ventas · 2023: 3; Ventas · 2024: 6"


def test_an_amount_merged_over_columns_stands_once_with_all_their_names() -> None:
    builder = DocumentBuilder("xlsx")
    rows = [["Mes", "Luz", "Agua"], *[[f"Mes {n}", "90", "90"] for n in range(60)]]
    builder.table(rows, 1, covered={(r, 2) for r in range(1, 61, 2)})
    lines = [line for found in cut(builder.build()) for line in found.text.split("\n")]
    assert lines[0] == "Mes: Mes 0; Luz – Agua: 90"
    assert lines[1] == "Mes: Mes 1; Luz: 90; Agua: 90"


def test_a_row_that_says_enough_stands_alone() -> None:
    """E-4012 and E-4013 are two facts: a hit shows the one that was asked for."""
    rows = [["Código", "Significado"], *[[f"E-{4000 + n}", "La tapa no está cerrada del todo y el rotor no gira, " * 2] for n in range(9)]]
    chunks = cut(table(rows, 1))
    assert len(chunks) == 9
    assert all(f"E-{4000 + n}" in found.text for n, found in enumerate(chunks))


def test_title_row_and_unused_columns_are_kept() -> None:
    rows = [["Informe anual"] * 3, ["Ciudad", "Precio", "Vacía"], *[[f"Ciudad {n}", str(n), ""] for n in range(60)]]
    text = "\n".join(found.text for found in cut(table(rows, 2)))
    assert "Informe anual" in text and "Vacía" in text
    assert "Informe anual:" not in text


def test_label_row_goes_on_in_the_next_chunk() -> None:
    rows = [HEADER, ["Zona norte"] * 3, *prices(30), ["Zona sur"] * 3, *prices(30)]
    chunks = cut(table(rows))
    assert all(found.text.startswith("Zona norte\n") or found.text.startswith("Zona sur\n") for found in chunks)
    assert sum(found.text.startswith("Zona sur") for found in chunks) >= 3


def test_without_header_rows_are_text() -> None:
    document = table(prices(100), 0)
    chunks = cut(document)
    assert all(found.text == document.text[found.start : found.end] for found in chunks)


def test_wide_row_is_divided_between_cells_and_repeats_its_first() -> None:
    names = [f"Columna {n}" for n in range(120)]
    chunks = cut(table([names, *[[f"valor {row}-{n}" for n in range(120)] for row in range(2)]]))
    assert len(chunks) > 4
    for found in chunks:
        assert found.text.startswith("Columna 0: valor")
        assert found.n_tokens <= LIMITS.most


def test_cell_over_the_limit_is_cut_and_keeps_its_name() -> None:
    chunks = cut(table([["Id", "Descripción"], ["7", "palabra " * 1000], ["8", "corta"]]))
    assert all(found.n_tokens <= LIMITS.most for found in chunks)
    assert sum("Descripción: palabra" in found.text for found in chunks) >= 4
    assert "Id: 8; Descripción: corta" in chunks[-1].text


def test_caption_and_source_stay_with_the_rows() -> None:
    builder = DocumentBuilder("docx")
    builder.paragraph("Texto anterior que no tiene nada que ver con lo que sigue. " * 5)
    builder.caption("Tabla 2. Precios por ciudad")
    builder.table([HEADER, *prices(60)], 1)
    builder.note("Fuente: INE")
    chunks = [found for found in cut(builder.build()) if found.kind == "table"]
    assert all(found.text.startswith("Tabla 2. Precios por ciudad\n") for found in chunks)
    assert chunks[-1].text.endswith("\nFuente: INE")
    assert cut(builder.build())[0].text.startswith("Texto anterior")


def test_huge_table_is_fast() -> None:
    document = table([HEADER, *prices(100_000)])
    begin = time.process_time()
    chunks = cut(document)
    assert time.process_time() - begin < 20
    assert max(found.n_tokens for found in chunks) <= LIMITS.most
    assert "Ciudad: Ciudad 99999;" in chunks[-1].text

"""Tables of PDFs by their geometry; prose, columns, lists and contents are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.reading.reading_parts import document_of, outline, rows
from tests.engine.reading.test_whole_chain import pages_of_pdf

Text = tuple[float, float, str]
PROSE = ("El arrendatario devolverá las llaves", "al terminar el contrato, y el dueño", "devolverá la fianza en el plazo que",
         "marca la ley, salvo que haya daños", "en la vivienda o recibos sin pagar", "de la luz, del agua o del gas.")


def at(x: float, y: float, *texts: str, step: float = 14) -> list[Text]:
    return [(x, y - step * n, text) for n, text in enumerate(texts)]


def by_rows(table: list[list[str]], lefts: list[float], y: float = 700, step: float = 16) -> list[Text]:
    return [(x, y - step * r, cell) for r, row in enumerate(table) for x, cell in zip(lefts, row) if cell]


def test_a_table_with_its_names_and_what_stands_round_it(tmp_path: Path) -> None:
    table = [["Material", "Punto", "Grados"], ["Agua", "ebullición", "100"], ["Hierro colado", "fusión", "1538"], ["Plomo", "fusión", "327"]]
    texts = [*at(50, 740, "Los valores son aproximados:"), *by_rows(table, [50, 200, 330]), *at(50, 600, "Medidos al nivel del mar.")]
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([texts]))
    assert [kind for kind, _, _ in outline(document)] == ["paragraph", "table", "paragraph"]
    assert rows(document) == [tuple(row) for row in table]
    assert document.blocks[1].n_header_rows == 1
    assert "Hierro colado\tfusión\t1538" in document.text


def test_numbers_at_the_right_and_cells_of_two_lines(tmp_path: Path) -> None:
    table = [["Concepto", "Enero", "Febrero"], ["Luz", "1.200,50", "9,00"], ["Agua", "80,00", "1.080,00"], ["Gas", "7,10", "170,00"]]
    texts = [(50, 700 - 30 * r, row[0]) for r, row in enumerate(table)]
    for c, right in ((1, 300), (2, 420)):
        texts += [(right - 6 * len(row[c]), 700 - 30 * r, row[c]) for r, row in enumerate(table)]
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([sorted(texts, key=lambda text: (-text[1], text[0]))]))
    assert rows(document) == [tuple(row) for row in table]
    wrapped = [*by_rows([["E1", "Filtro sucio", "Cambiar"], ["E2", "Falta agua en", "Llenar"], ["E3", "Tapa abierta", "Cerrar"]], [50, 150, 350], step=30),
               (150, 657, "el depósito")]
    wrapped.sort(key=lambda text: -text[1])
    document = document_of(tmp_path, "b.pdf", pages_of_pdf([wrapped]))
    assert rows(document) == [("E1", "Filtro sucio", "Cambiar"), ("E2", "Falta agua en el depósito", "Llenar"), ("E3", "Tapa abierta", "Cerrar")]


@pytest.mark.parametrize("texts", [
    [*at(50, 700, *PROSE), *at(310, 700, *PROSE)],                                                          # columns, one after the other
    [text for pair in zip(at(50, 700, *PROSE), at(310, 700, *PROSE)) for text in pair],                     # the same line by line
    [text for n, line in enumerate(PROSE) for text in ((50, 700 - 14 * n, "•"), (80, 700 - 14 * n, line))],
    [text for n, line in enumerate(PROSE) for text in ((50, 700 - 14 * n, f"{n}."), (80, 700 - 14 * n, line))],
    [text for n, line in enumerate(PROSE) for text in ((50, 700 - 14 * n, line), (400, 700 - 14 * n, str(3 * n + 1)))],   # contents
    at(50, 700, *PROSE),
    [*at(50, 700, PROSE[0]), (50, 686, "Madrid,"), (300, 686, "a 3 de marzo"), *at(50, 672, *PROSE[1:])],
    [(50, 700, "Firmado:"), (300, 700, "Firmado:"), (50, 686, "Ana Ruiz"), (300, 686, "Luis Gil")],
], ids=["columns", "columns by line", "bullets", "numbers", "contents", "prose", "one gap", "two lines"])
def test_what_is_no_table(tmp_path: Path, texts: list[Text]) -> None:
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([texts]))
    assert "table" not in [kind for kind, _, _ in outline(document)]
    assert all(text in " ".join(document.text.split()) for _, _, text in texts)

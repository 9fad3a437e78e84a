"""Tables of PDFs by their geometry; prose, columns, lists and contents are none."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.reading import pdf_rules
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


LEFTS, HEIGHTS = (48, 120, 260, 330, 400), (720, 700, 660, 640, 620)
RULED = [(50, 705, "Obra"), (122, 705, "Estado"), (262, 705, "Campaña"), (50, 685, "Puente"), (122, 685, "Parada dos semanas por"),
         (262, 685, "512 t"), (332, 685, "498 t"), (122, 671, "falta de cemento"), (50, 645, "Muro norte"), (122, 645, "Terminado"), (262, 645, "388 t"),
         (332, 645, "455 t"), (50, 625, "Presa"), (122, 625, "En pruebas de agua"), (262, 625, "7 t"), (332, 625, "21 t")]
GRID = [("Obra", "Estado", "Campaña", "Campaña"), ("Puente", "Parada dos semanas por falta de cemento", "512 t", "498 t"),
        ("Muro norte", "Terminado", "388 t", "455 t"), ("Presa", "En pruebas de agua", "7 t", "21 t")]
ACROSS = [(48, y, 400, y) for y in HEIGHTS]
DOWN = [(x, 620, x, 700 if x == 330 else 720) for x in LEFTS]


def strokes(*rules: tuple[float, ...]) -> bytes:
    return b"".join(b"%d %d m %d %d l S\n" % rule for rule in rules)


def bars(*rules: tuple[float, ...]) -> bytes:
    """Thin filled rectangles, in pieces as Word draws them: one for each cell's border."""
    pieces = [(x1 + (x2 - x1) * n / 4, y1 + (y2 - y1) * n / 4, (x2 - x1) / 4 or 0.5, (y2 - y1) / 4 or 0.5) for x1, y1, x2, y2 in rules for n in range(4)]
    return b"".join(b"%.2f %.2f %.2f %.2f re f\n" % piece for piece in pieces)


def one_path(*rules: tuple[float, ...]) -> bytes:
    return b"48 620 352 100 re\n" + b"".join(b"%d %d m %d %d l\n" % rule for rule in rules) + b"S\n"


@pytest.mark.parametrize("draw", [strokes, bars, one_path])
def test_rules_part_wrapped_and_merged_cells(tmp_path: Path, draw: Callable[..., bytes]) -> None:
    around = [(50, 760, "Los avances de este año:"), *RULED, (50, 590, "Datos de la inspección.")]
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([around], drawn=draw(*ACROSS, *DOWN)))
    assert [kind for kind, _, _ in outline(document)] == ["paragraph", "table", "paragraph"]
    assert rows(document) == GRID
    assert document.blocks[1].n_header_rows == 1


def test_cells_in_the_order_of_columns_and_closer_than_a_letter(tmp_path: Path) -> None:
    by_column = sorted(RULED, key=lambda text: (max(x for x in LEFTS if x <= text[0]), -text[1]))
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([by_column], drawn=strokes(*ACROSS, *DOWN)))
    assert rows(document) == GRID


def test_a_table_that_goes_on_keeps_its_names(tmp_path: Path) -> None:
    more = [(x, y, text) for x, y, text in RULED if y < 700] + [(50, 705, "Dique 4"), (122, 705, "Parado"), (262, 705, "14,50 t")]
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([RULED, more], drawn=strokes(*ACROSS, *DOWN)))
    assert rows(document, 1)[:2] == [GRID[0], ("Dique 4", "Parado", "14,50 t", "14,50 t")]
    assert [block.n_header_rows for block in document.blocks] == [1, 1]


@pytest.mark.parametrize("texts", [
    [(50, 760, "Figura"), (110, 650, "texto que cruza las rayas"), (60, 700, "otro que las cruza también"), (230, 680, "y uno más aquí dentro")],
    [(50, 705, "a"), (60, 500, "Prosa debajo de una rejilla vacía.")],
    [*at(122, 695, "uno", "dos", "tres", "cuatro"), *at(262, 695, "1", "2", "3", "4")],
], ids=["drawing", "plot", "rows without rules"])
def test_rules_that_make_no_table(tmp_path: Path, texts: list[Text]) -> None:
    drawn = strokes(*[(48, y, 400, y) for y in (720, 700, 620)], *[(x, 620, x, 720) for x in LEFTS])
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([texts], drawn=drawn))
    assert all(block.kind != "table" or len(block.rows) == 4 for block in document.blocks)
    assert all(text in document.text for _, _, text in texts)


def test_a_plot_of_strokes_without_end_costs_little_and_hides_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    segment_of = pdf_rules.pdfium.FPDFPath_GetPathSegment
    monkeypatch.setattr(pdf_rules.pdfium, "FPDFPath_GetPathSegment", lambda *of: looked_at.append(1) or segment_of(*of))
    plot = b"".join(b"420 300 m\n" + b"".join(b"%d %d l\n" % (420 + n % 97, 300 + n % 89) for n in range(499)) + b"S\n" for _ in range(400))
    around = [(50, 760, "Los avances de este año:"), *RULED, (50, 590, "Datos de la inspección.")]
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([around], drawn=plot + one_path(*ACROSS, *DOWN)))
    assert rows(document) == GRID and len(looked_at) < 100
    part = one_path(*ACROSS, *DOWN).replace(b"S\n", b"")
    alike = b"".join(part * 150 + b"S\n" for _ in range(50))           # 200,000 more, and nothing tells which are the table's
    document = document_of(tmp_path, "b.pdf", pages_of_pdf([around], drawn=alike))
    assert len(looked_at) < 100 and all(text in document.text for _, _, text in around)


FAULTS = [("Código", "Avería", "Qué hacer"), ("E-01", "El filtro está sucio o puesto del revés", "Limpiar el filtro con agua tibia"),
          ("E-02", "Falta agua", "Llenar"), ("E-03", "La bomba no arranca", "Esperar media hora antes de encender"), ("E-04", "Fuga", "Llamar")]


def cell_by_cell(table: list[tuple[str, ...]], lefts: list[float], width: int = 21, is_middle: bool = False) -> list[Text]:
    """Each cell's lines, then the next cell, as programs write a table; the cells stand at the top or in the middle of their row."""
    texts: list[Text] = []
    y = 700.0
    for row in table:
        cells = [textwrap.wrap(cell, width) for cell in row]
        most = max(map(len, cells))
        for x, cell in zip(lefts, cells):
            texts += at(x, y - (6 * (most - len(cell)) if is_middle else 0), *cell, step=12)
        y -= 12 * most + 6
    return texts


@pytest.mark.parametrize("is_middle", [False, True])
def test_cells_that_go_on_without_rules_are_one_row(tmp_path: Path, is_middle: bool) -> None:
    texts = [*at(50, 740, "Las averías de la máquina y su remedio son estas de aquí:"), *cell_by_cell(FAULTS, [50, 110, 270], is_middle=is_middle),
             *at(50, 500, "Si la avería sigue, llame al servicio técnico de su ciudad.")]
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([texts]))
    assert [kind for kind, _, _ in outline(document)] == ["paragraph", "table", "paragraph"]
    assert rows(document) == FAULTS and document.blocks[1].n_header_rows == 1


SECTION = ("El arrendatario devolverá las llaves", "al terminar el contrato, y el dueño", "devolverá la fianza en su plazo.")


@pytest.mark.parametrize("texts", [
    [text for n in range(4) for x in (50, 310) for text in at(x, 700 - 60 * n, *SECTION)],                  # sections in two columns
    [text for n in range(4) for x in (50, 220, 390) for text in at(x, 700 - 60 * n, f"Ana Ruiz {n}", "Calle Mayor", "Madrid")],
    [text for n in range(5) for text in [(50, 700 - 40 * n, f"{n}."), *at(80, 700 - 40 * n, *SECTION[:2])]],
], ids=["sections", "cards", "numbers"])
def test_what_goes_on_and_is_no_table(tmp_path: Path, texts: list[Text]) -> None:
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([texts]))
    assert "table" not in [kind for kind, _, _ in outline(document)]
    assert all(text in document.text for _, _, text in texts)

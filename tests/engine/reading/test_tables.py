"""Which rows of a sheet name its columns, over one line or several."""

from __future__ import annotations

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.tables import add_sheet, count_header_rows

SALES = ["", "Ventas", "Ventas", "Gastos", "Gastos"]


def sheet(rows: list[list[str]], covered: set[tuple[int, int]] | None = None) -> Document:
    builder = DocumentBuilder("xlsx")
    add_sheet(builder, rows, covered or set())
    return builder.build()


def test_the_line_below_a_merged_name_belongs_to_the_header_in_a_table_of_words() -> None:
    rows = [["Persona", "Turno", "Turno"], ["Persona", "Mañana", "Tarde"], ["Ana", "caja", "almacén"]]
    assert count_header_rows(rows) == 2


def test_years_below_a_merged_name_belong_to_the_header() -> None:
    assert count_header_rows([SALES, ["", "2022", "2023", "2022", "2023"], ["Toro", "1", "2", "3", "4"]]) == 2


def test_the_first_row_of_words_below_a_merged_name_is_no_header() -> None:
    assert count_header_rows([["Persona", "Turno", "Turno"], ["Ana", "caja", "almacén"], ["Luis", "caja", "libre"]]) == 1
    assert count_header_rows([["", "Peso", "Peso"], ["", "1", "2"], ["", "3", "4"]]) == 1


def test_a_merged_name_over_few_columns_is_no_remark_above_the_table() -> None:
    rows = [SALES, ["", "2022", "2023", "2022", "2023"], *[[f"Lugar {n}", "1", "2", "3", "4"] for n in range(5)]]
    (table,) = sheet(rows, {(0, 2), (0, 4)}).blocks
    assert (table.kind, table.n_header_rows) == ("table", 2)


def test_names_of_groups_that_are_not_merged_stand_over_their_columns() -> None:
    rows = [["", "Ventas", "", "Gastos", "", ""], ["Mes", "Vino", "Pan", "Luz", "Agua", "Saldo"], ["mayo", *"12345"]]
    document = sheet(rows)
    assert document.text == "\tVentas\tVentas\tGastos\tGastos\nMes\tVino\tPan\tLuz\tAgua\tSaldo\nmayo\t1\t2\t3\t4\t5"
    assert document.blocks[0].n_header_rows == 2


def test_remarks_above_a_table_stay_remarks() -> None:
    rows = [["Informe", "", ""], ["", "Cliente:", "Ana"], ["Mes", "Luz", "Agua"], ["mayo", "1", "2"], ["junio", "3", "4"]]
    assert sheet(rows).text == "Informe\n\nCliente:\tAna\n\nMes\tLuz\tAgua\nmayo\t1\t2\njunio\t3\t4"

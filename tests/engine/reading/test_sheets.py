"""Tables of a sheet, percentages, and what is written beside the cells."""

from __future__ import annotations

import struct
from datetime import timedelta
from pathlib import Path

import pytest

from engine.reading.builder import DocumentBuilder
from engine.reading.number_formats import number_format
from engine.reading.sheet_formats import sheet_formats
from engine.reading.sheet_regions import add_regions
from engine.reading.sheets import cell_text
from engine.reading.source import Source
from tests.engine.reading.reading_parts import R, document_of, outline, relations, rows, zipped

S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
CARS = [["Sede", "Modelo", "Usados"], ["Soria", "A1", "14"], ["Ávila", "A2", "13"], ["Soria", "B7", "2"], ["Burgos", "A1", "9"],
        ["Ávila", "A2", "3"], ["Soria", "A1", "8"]]


def tables(cells: list[list[str]]) -> list[list[tuple[str, ...]]]:
    builder = DocumentBuilder("ods")
    add_regions(builder, cells, set())
    return [[row.cells for row in block.rows] for block in builder.build().blocks if block.kind == "table"]


def beside(left: list[list[str]], right: list[list[str]], gap: int = 1) -> list[list[str]]:
    width = max(map(len, left))
    return [row + [""] * (width - len(row) + gap) + (right[r] if r < len(right) else []) for r, row in enumerate(left)]


def test_tables_beside_each_other_are_two() -> None:
    found = tables(beside(CARS, [["Vocal", "Teléfono"], ["Marta", "612 345 678"], ["Pedro", "699 111 222"]]))
    assert found == [[tuple(row) for row in CARS], [("Vocal", "Teléfono"), ("Marta", "612 345 678"), ("Pedro", "699 111 222")]]


def test_tables_of_equal_length_beside_each_other_are_two() -> None:
    people = [["Cargo", "Nombre"], *([f"cargo {n}", f"persona {n}"] for n in "abcdef")]
    assert [len(table[0]) for table in tables(beside(CARS, people))] == [3, 2]


@pytest.mark.parametrize("right", [
    [["Enero", "Febrero"], *([str(n), str(n * 7)] for n in range(6))],                          # numbers of the rows on the left
    [["Notas"], [""], ["vendido"], [""], [""], [""], ["en taller"]],                            # remarks on them
])
def test_an_empty_column_within_a_table_parts_nothing(right: list[list[str]]) -> None:
    (table,) = tables(beside(CARS, right))
    assert len(table[0]) == 3 + len(right[0])


def test_row_labels_before_an_empty_column_stay_with_their_rows() -> None:
    (table,) = tables(beside([["Concepto"], ["Luz"], ["Agua"], ["Gas"]], [["Enero", "Febrero"], ["1", "2"], ["3", "4"], ["5", "6"]]))
    assert table[1] == ("Luz", "1", "2")


def workbook(sheets: dict[str, str], more: dict[str, str]) -> bytes:
    """An XLSX of sheets (XML of their rows), with a style 1 of percentages with one decimal, and other parts."""
    entries = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="s{n}"/>' for n, name in enumerate(sheets, 1))
    links = [(f"s{n}", "worksheet", f"worksheets/sheet{n}.xml") for n in range(1, len(sheets) + 1)]
    styles = ('<numFmts><numFmt numFmtId="170" formatCode="0.0%;[Red]-0.0%"/></numFmts>'
              '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs>')
    parts = {
        "[Content_Types].xml": "<Types><Override ContentType='application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'/></Types>",
        "_rels/.rels": relations(("a", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f"<workbook {S} {R}><sheets>{entries}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(*links, ("st", "styles", "styles.xml")),
        "xl/styles.xml": f"<styleSheet {S}>{styles}</styleSheet>",
    }
    parts |= {f"xl/worksheets/sheet{n}.xml": f"<worksheet {S}><sheetData>{data}</sheetData></worksheet>"
              for n, data in enumerate(sheets.values(), 1)}
    return zipped(parts | more)


def words(reference: str, text: str) -> str:
    return f'<c r="{reference}" t="inlineStr"><is><t>{text}</t></is></c>'


def test_percentages_are_written_as_they_are_shown(tmp_path) -> None:
    sheet = (f'<row r="2">{words("B2", "Impuesto")}{words("C2", "Tipo")}</row><row r="3">{words("B3", "IVA")}<c s="2" r="C3"><v>0.21</v></c></row>'
             f'<row r="4">{words("B4", "Recargo")}<c r="C4" s="1"><v>5.1999999999999998E-2</v></c></row>'
             f'<row r="5">{words("B5", "Cuota")}<c r="C5" s="0"><v>0.5</v></c></row>')
    document = document_of(tmp_path, "tipos.xlsx", workbook({"Tipos": sheet}, {}))
    assert rows(document) == [("Impuesto", "Tipo"), ("IVA", "21%"), ("Recargo", "5.2%"), ("Cuota", "0.5")]


def test_comments_stand_with_their_sheet_and_their_row(tmp_path) -> None:
    comments = f'<comments {S}><commentList><comment ref="B2"><text><r><t>Pendiente de cobro</t></r></text></comment></commentList></comments>'
    name = "Eva\nRuiz"
    data = workbook(
        {"Cuotas": f'<row r="1">{words("A1", "Socio")}{words("B1", "Cuota")}</row><row r="2">{words("A2", name)}<c r="B2"><v>30</v></c></row>',
         "Otra": f'<row r="1">{words("A1", "nada")}</row>'},
        {"xl/worksheets/_rels/sheet1.xml.rels": relations(("c", "comments", "/xl/comments/comment1.xml")), "xl/comments/comment1.xml": comments})
    document = document_of(tmp_path, "cuotas.xlsx", data)
    assert [block[2] for block in outline(document)] == ["Cuotas", "Socio\tCuota\nEva Ruiz\t30", "B2 · Eva Ruiz · 30: Pendiente de cobro", "Otra", "nada"]


def test_a_presentation_with_a_workbook_in_it_is_a_presentation(tmp_path) -> None:
    types = ('<Types><Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/>'
             '<Override ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>')
    slide = '<p:sld xmlns:p="urn:p" xmlns:a="urn:a"><p:sp><p:txBody><a:p><a:r><a:t>Ventas por trimestre</a:t></a:r></a:p></p:txBody></p:sp></p:sld>'
    data = zipped({"[Content_Types].xml": types, "_rels/.rels": relations(("a", "officeDocument", "ppt/presentation.xml")),
                   "ppt/presentation.xml": "<p:presentation xmlns:p='urn:p'/>", "ppt/slides/slide1.xml": slide,
                   "ppt/embeddings/datos.xlsx": "PK"})
    document = document_of(tmp_path, "ventas.pptx", data)
    assert (document.kind, document.text) == ("pptx", "Ventas por trimestre")


@pytest.mark.parametrize(("value", "shown"), [
    (timedelta(hours=1, minutes=5), "1:05"), (timedelta(days=10, hours=15, minutes=10, seconds=10), "255:10:10"), (timedelta(minutes=-90), "-1:30"),
])
def test_durations_are_hours(value: timedelta, shown: str) -> None:
    assert cell_text(value) == shown


@pytest.mark.parametrize(("code", "value", "shown"), [
    ("0.0%;[Red]-0.0%", 0.0525, "5.2%"), ('#,##0.00\\ "€"', 1234.5, "1234.50 €"), ("[$€-C0A]\\ #,##0.00;[RED]-[$€-C0A]\\ #,##0.00", -20, "-€ 20.00"),
    ('_-* #,##0.00\\ "€"_-', 3, "3.00 €"), ('"$"#,##0_);("$"#,##0)', 7, "$7"), ('0.0" kg"', 3.25, "3.25 kg"), ('0 "m²"', 4, "4 m²"),
])
def test_numbers_as_their_format_shows_them(code: str, value: float, shown: str) -> None:
    found = number_format(code)
    assert found is not None and found.shown(value) == shown


@pytest.mark.parametrize("code", ["General", "0.00", "#,##0", "dd/mm/yyyy", "[h]:mm", "0.00E+00", "# ?/?", "0.0,,", "@", "", "(0.00)", '"%', "0" * 400])
def test_formats_that_show_a_bare_number_or_something_else(code: str) -> None:
    assert number_format(code) is None


def test_amounts_of_old_workbooks(tmp_path) -> None:
    data = (Path(__file__).parents[2] / "data" / "legacy" / "importes.xls").read_bytes()
    assert rows(document_of(tmp_path, "importes.xls", data)) == [
        ("Concepto", "Tipo", "Importe", "Peso"), ("Luz", "21.5%", "1234.50 €", "3.25 kg"), ("Agua", "5.0%", "-20.00 €", "4.0 kg")]


def ods(table_rows: str) -> bytes:
    """A workbook of OpenDocument with one sheet of these rows (XML)."""
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table"))
    content = (f'<office:document-content {spaces}><office:body><office:spreadsheet><table:table table:name="Hoja">{table_rows}'
               "</table:table></office:spreadsheet></office:body></office:document-content>")
    return zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content,
                   "META-INF/manifest.xml": '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'})


def test_amounts_of_open_document(tmp_path) -> None:
    cells = "".join(f'<table:table-cell office:value-type="{kind}" office:value="{value}"><text:p>{shown}</text:p></table:table-cell>'
                    for kind, value, shown in (("percentage", 0.215, "21,5 %"), ("currency", 1234.5, "1.234,50 €"), ("float", 3.25, "3,3")))
    words = "".join(f'<table:table-cell office:value-type="string"><text:p>{word}</text:p></table:table-cell>' for word in ("Tipo", "Importe", "Peso"))
    data = ods(f'<table:table-row table:number-rows-repeated="2"/><table:table-row>{words}</table:table-row><table:table-row>{cells}</table:table-row>')
    assert rows(document_of(tmp_path, "a.ods", data)) == [("Tipo", "Importe", "Peso"), ("21,5 %", "1.234,50 €", "3.25")]


def test_durations_of_open_document_are_hours(tmp_path) -> None:
    """Over a day, and below none, calamine gives them as "PT27H17M54S"."""
    cells = [("09:05:00", "PT09H05M00S"), ("27:17:54", "PT27H17M54S"), ("-01:30:00", "-PT01H30M00S")]
    xml = "".join(f'<table:table-row><table:table-cell office:value-type="string"><text:p>día</text:p></table:table-cell><table:table-cell '
                  f'office:value-type="time" office:time-value="{value}"><text:p>{shown}</text:p></table:table-cell></table:table-row>' for shown, value in cells)
    assert [row[1] for row in rows(document_of(tmp_path, "horas.ods", ods(xml)))] == ["09:05", "27:17:54", "-01:30:00"]


def test_formats_of_binary_workbooks(tmp_path) -> None:
    def record(kind: int, body: bytes = b"") -> bytes:
        return (bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])) + bytes([len(body)]) + body

    def wide(text: str) -> bytes:
        return struct.pack("<I", len(text)) + text.encode("utf-16-le")

    styles = (record(44, struct.pack("<H", 164) + wide("0.0%")) + record(617) + record(47, struct.pack("<HH", 0, 0) + bytes(12))
              + record(47, struct.pack("<HH", 0, 164) + bytes(12)) + record(618))
    sheet = record(0, struct.pack("<I", 2) + bytes(13)) + record(5, struct.pack("<IId", 1, 1, 0.5)) + record(5, struct.pack("<IId", 2, 0, 0.5))
    path = tmp_path / "a.xlsb"
    path.write_bytes(zipped({
        "_rels/.rels": relations(("a", "officeDocument", "xl/workbook.bin")), "xl/workbook.bin": record(156, bytes(8) + wide("s1") + wide("Hoja")),
        "xl/_rels/workbook.bin.rels": relations(("s1", "worksheet", "worksheets/sheet1.bin"), ("st", "styles", "styles.bin")),
        "xl/styles.bin": styles, "xl/worksheets/sheet1.bin": sheet}))
    formats = sheet_formats(Source("a.xlsb", path=path), "xlsb")["Hoja"]
    assert list(formats) == [(2, 1)] and formats[2, 1].shown(0.5) == "50.0%"
    assert sheet_formats(Source("a.xlsb", data=b"PK\3\4 rota"), "xlsb") == {} == sheet_formats(Source("a.xls", data=b"rota"), "xls")

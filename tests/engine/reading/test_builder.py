"""Documents are put together so that nothing is glued and every span is right."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reading.builder import DocumentBuilder
from engine.reading.cleaning import clean, one_line, prose
from engine.reading.decoding import decode
from tests.engine.reading.soundness import faults_of

_TEXT = st.text(max_size=40)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["heading", "paragraph", "plain", "list_item", "quote", "note", "code"]), _TEXT)),
       st.lists(st.lists(_TEXT, max_size=4), max_size=4))
def test_whatever_goes_in_comes_out_sound(blocks: list[tuple[str, str]], table: list[list[str]]) -> None:
    builder = DocumentBuilder("txt")
    for method, text in blocks:
        getattr(builder, method)(text)
    builder.table(table, 1, covered={(0, 1)})
    assert faults_of(builder.build_without_language()) == []


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_become_text(data: bytes) -> None:
    text = clean(decode(data))
    assert text.encode("utf-8") is not None


def test_cells_lines_and_pages_are_never_glued() -> None:
    builder = DocumentBuilder("pdf")
    builder.table([["uno", "dos\ntres", "cua\ttro"], ["", "", ""], ["cinco", "seis"]], n_header_rows=1)
    builder.paragraph("final", page=1)
    builder.paragraph("principio", page=2)
    document = builder.build()
    assert document.text == "uno\tdos tres\tcua tro\ncinco\tseis\n\nfinal\n\nprincipio"
    assert document.blocks[0].rows[1].cells == ("cinco", "seis", "")
    assert document.blocks[0].n_header_rows == 1


def test_merged_cells_stand_once_in_the_text_and_in_each_cell() -> None:
    builder = DocumentBuilder("docx")
    builder.table([["Norte", "Norte", "enero"]], covered={(0, 1)})
    document = builder.build()
    assert document.text == "Norte\t\tenero"
    assert document.blocks[0].rows[0].cells == ("Norte", "Norte", "enero")


def _shown(rows: list[list[str]], n_headers: int, covered: set[tuple[int, int]]) -> str:
    builder = DocumentBuilder("xlsx")
    builder.table(rows, n_headers, covered=covered)
    return builder.text


def test_a_merged_value_stands_in_each_row_that_it_is_for() -> None:
    rows = [["Zona", "Norte", "5"], ["Zona", "Norte", "6"], ["Sur", "Sur", "7"]]
    assert _shown(rows, 0, {(1, 0), (1, 1), (2, 1)}) == "Zona\tNorte\t5\nZona\tNorte\t6\nSur\t\t7"


def test_a_merged_header_stands_over_each_of_its_columns() -> None:
    rows = [["Mes", "Ventas", "Ventas"], ["Mes", "2023", "2024"], ["mayo", "1", "2"]]
    assert _shown(rows, 2, {(0, 2), (1, 0)}) == "Mes\tVentas\tVentas\n\t2023\t2024\nmayo\t1\t2"


def test_a_merged_amount_is_not_shown_twice_in_its_row_but_words_are() -> None:
    rows = [["Total", "100 €", "100 €"], ["11:00", "Recreo", "Recreo"]]
    assert _shown(rows, 0, {(0, 2), (1, 2)}) == "Total\t100 €\n11:00\tRecreo\tRecreo"


def test_rows_merged_as_a_whole_stand_once() -> None:
    rows = [["Informe", "Informe"], ["Informe", "Informe"], ["a", "b"]]
    assert _shown(rows, 0, {(0, 1), (1, 0), (1, 1)}) == "Informe\na\tb"


def test_invisible_marks_go_and_controls_separate() -> None:
    assert clean("fian\u00adza\u200b y\u202e más") == "fianza y más"
    assert clean("uno\x07dos\x00tres") == "uno dos tres"
    assert clean("a\r\nb\u2028c\x0cd") == "a\nb\nc\nd"
    assert clean("cancio\u0301n \ud800") == "canción \ufffd"
    assert prose("a   b \n\n c\t \td") == "a b\nc\td"
    assert one_line(" a\n\tb ") == "a b"


def test_what_is_too_much_is_cut_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.reading.builder.MAX_CHARS", 100)
    builder = DocumentBuilder("txt")
    for _ in range(10):
        builder.paragraph("palabras " * 3)
    document = builder.build()
    assert builder.is_full and len(document.text) <= 100 and not faults_of(document)
    assert dict(document.properties)["cut"] == "too-large: the first 100 characters were read"
    outer = DocumentBuilder("eml")
    outer.append(document)
    assert "cut" in dict(outer.build().properties)


@pytest.mark.parametrize("bound", ["MAX_CHARS", "MAX_CELLS"])
def test_a_table_is_cut_between_rows(monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(f"engine.reading.builder.{bound}", 60)
    builder = DocumentBuilder("csv")
    builder.table([["mes", "euros"], *([f"mes {n}", f"{n} €"] for n in range(50))], 1)
    builder.paragraph("lo que sigue")
    document = builder.build()
    (table,) = document.blocks
    assert builder.is_full and 2 < len(table.rows) <= 30 and not faults_of(document)
    assert table.rows[-1].cells[0] == f"mes {len(table.rows) - 2}"


def test_lines_of_code_go_on_with_the_code_before_them() -> None:
    builder = DocumentBuilder("docx")
    for text in ("$ cd casa", "  ls", ""):
        builder.code_line(text)
    builder.paragraph("Fin.")
    builder.code_line("x = 1")
    document = builder.build()
    assert document.text == "$ cd casa\n  ls\n\nFin.\n\nx = 1" and not faults_of(document)
    assert [document.text[block.start : block.end] for block in document.blocks] == ["$ cd casa\n  ls", "Fin.", "x = 1"]

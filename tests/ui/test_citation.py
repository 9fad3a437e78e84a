"""What is copied of a passage: prose, code and rows each as itself, and where it stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from engine.document import Document, DocumentId
from engine.messages import DocumentView
from engine.reading.reader import read_file
from tests.data.sample_formats import docx, pdf, xlsx
from tests.ui.conftest import Bench
from tests.ui.fakes import hit
from ui.window.citation import cite, cite_as_markdown
from ui.window.quotation import Quotation, plain_quotation, quotation_of

CODE = '"""Doc."""\n\n\nclass Heater:\n    def warm(self, degrees):\n        if degrees > 20:\n            return "a`b"\n        return None\n'
SPENT = [["Partida", "Proveedor", "Importe", ""], ["Caldera", "Climarioja", "4.063,33", ""], ["Agua | gas", "", "212,75", ""]]
MARKDOWN = "# Riego\n\nAntes de la orden.\n\n```sh\nriego  --zona 2\n  --minutos 5\n```\n\n| Zona | Litros |\n|---|---|\n| huerto | 12 |\n"


def read(path: Path, content: bytes) -> Document:
    path.write_bytes(content)
    document = next(read_file(path)).outcome
    assert isinstance(document, Document)
    return document


def quoted(document: Document, first: str, last: str) -> Quotation:
    start, end = document.text.index(first), document.text.rindex(last) + len(last)
    view = DocumentView(DocumentId(1), "/d/x", "/d/x", "x", document.kind, "", (), None, document, 0, len(document.text))
    return quotation_of(view, start, end)


def test_code_keeps_its_lines_and_is_no_markdown(tmp_path: Path) -> None:
    quotation = quoted(read(tmp_path / "h.py", CODE.encode()), "def warm", "return None")
    lines = ["def warm(self, degrees):", "    if degrees > 20:", '        return "a`b"', "    return None"]
    assert cite(hit(2, 1), quotation).startswith("«" + "\n".join(lines) + "»\n— ")
    assert cite_as_markdown(hit(2, 1), quotation).split("\n")[:6] == ["> ```", *(f"> {line}" for line in lines), "> ```"]


def test_rows_keep_the_names_of_their_columns(tmp_path: Path) -> None:
    document = read(tmp_path / "g.xlsx", xlsx([("Gastos", SPENT)]))
    quotation = quoted(document, "Caldera", "212,75")
    assert cite(hit(3, 1), quotation).startswith(
        "«Partida: Caldera; Proveedor: Climarioja; Importe: 4.063,33\nPartida: Agua | gas; Importe: 212,75»\n"
    )
    assert cite_as_markdown(hit(3, 1), quotation).split("\n")[:4] == [
        "> | Partida | Proveedor | Importe |", "> |---|---|---|", "> | Caldera | Climarioja | 4.063,33 |", "> | Agua \\| gas |  | 212,75 |",
    ]


def test_prose_code_and_rows_of_one_passage_stay_apart(tmp_path: Path) -> None:
    quotation = quoted(read(tmp_path / "r.md", MARKDOWN.encode()), "Antes", "12")
    assert cite(hit(1, 1), quotation).startswith("«Antes de la orden.\nriego  --zona 2\n  --minutos 5\nZona: huerto; Litros: 12»\n")
    assert "> Antes de la orden.\n>\n> ```\n> riego  --zona 2\n" in cite_as_markdown(hit(1, 1), quotation)


def test_headings_do_not_run_into_the_text_below_them(tmp_path: Path) -> None:
    quotation = quoted(read(tmp_path / "t.pdf", pdf("# Manual\n\n## Transporte\n\nVacíe la caldera.\n", "A")), "Transporte", "caldera.")
    assert cite(hit(4, 1), quotation).startswith("«Transporte\nVacíe la caldera.»\n")


def test_the_title_is_not_repeated_as_a_section(tmp_path: Path) -> None:
    quotation = quoted(read(tmp_path / "p.docx", docx("# Presupuesto\n\n## Plazo\n\nDos días.\n", "A")), "Dos", "días.")
    budget = replace(hit(1, 1), title="Presupuesto", path="/d/p.docx")
    assert cite(replace(budget, heading_path=("Presupuesto", "Plazo")), quotation) == "«Dos días.»\n— Presupuesto, Plazo (/d/p.docx)\n"
    assert cite(replace(budget, heading_path=("Presupuesto",)), quotation) == "«Dos días.»\n— Presupuesto (/d/p.docx)\n"


def test_a_passage_that_goes_on_overleaf_names_both_pages(tmp_path: Path) -> None:
    document = read(tmp_path / "m.pdf", pdf("# Manual\n\n" + "".join(f"Paso {n}: gire la llave y espere.\n\n" for n in range(60)), "A"))
    page_two = next(block for block in document.blocks if block.page == 2)
    whole, first = quoted(document, "Paso 1:", document.text[page_two.start:page_two.end]), quoted(document, "Paso 1:", "Paso 1:")
    manual = replace(hit(4, 1), path="/d/m.pdf", title="Manual", heading_path=(), page=1)
    assert ", pp. 1-2 (/d/m.pdf)" in cite(manual, whole) and ", pp. 1-2" in cite_as_markdown(manual, whole)
    assert ", p. 1 (/d/m.pdf)" in cite(manual, first)


@pytest.mark.parametrize("text", ["", " \n"])
def test_nothing_is_quoted_where_no_passage_is_at_hand(text: str) -> None:
    assert cite(hit(1, 1), plain_quotation(text)).startswith("contrato.txt")


def test_what_was_copied_is_said(bench: Bench, qtbot) -> None:
    window = bench.window
    window.header.field.setText("plazo")
    qtbot.waitUntil(lambda: window.preview._view is not None)
    window.hit_actions.act_on_current("copy-passage")
    assert window.line._searched == "Pasaje copiado con su fuente"
    window.preview.show_hit(replace(hit(1, 1), snippet="", start=0, end=0))         # as of an older version
    window.hit_actions.act_on_current("copy-markdown")
    assert window.line._searched == "Fuente copiada; no hay ningún pasaje que citar"
    assert QGuiApplication.clipboard().text().startswith("[contrato.txt](file:")

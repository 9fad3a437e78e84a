"""The views of the preview: what they show, where they mark, where they scroll to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QFont

from engine.document import Block, Document, DocumentId, TableRow
from engine.messages import DocumentView
from tests.ui.fakes import CODE, PROSE, SAMPLE, TABLE, view
from ui.window import theme
from ui.window.code_view import CodeView
from ui.window.marks import Marks
from ui.window.page_marks import on_screen
from ui.window.page_renderer import PageRenderer
from ui.window.pdf_view import PdfView
from ui.window.snippet_lines import lay_out
from ui.window.table_view import TableView, column_letters
from ui.window.text_view import TextView


def long_view(start: int = 0) -> DocumentView:
    """Piece [start, start + 20,000) of a text of 400 paragraphs."""
    paragraph = "Párrafo 😀 con texto. " * 5
    blocks, at = [], 0
    for _ in range(400):
        blocks.append(Block("paragraph", at, at + len(paragraph)))
        at += len(paragraph) + 2
    text = (paragraph + "\n\n") * 400
    kept = tuple(block for block in blocks if start <= block.start < start + 20_000)
    piece = text[kept[0].start:kept[-1].end]
    return DocumentView(
        DocumentId(9), "/a/largo.txt", "/a/largo.txt", "largo", "txt", "2024-01-01", (), None,
        Document(piece, kept, "txt"), kept[0].start, len(text),
    )


def test_text_marks_by_code_point_even_after_an_emoji(qtbot) -> None:
    text_view = TextView()
    qtbot.addWidget(text_view)
    last = PROSE.rindex("plazo")
    text_view.set_view(view(1), Marks(passage=(27, 49), matches=((last, last + 5),), current=(last, last + 5)), False)
    marked = {selection.cursor.selectedText() for selection in text_view.extraSelections()}
    assert marked == {"El plazo es de 5 años.", "plazo"}


def test_text_never_loads_anything(qtbot) -> None:
    text_view = TextView()
    qtbot.addWidget(text_view)
    evil = '<img src="http://example.invalid/x.png"><script>alert(1)</script>'
    document = Document(evil, (Block("paragraph", 0, len(evil)),), "html")
    text_view.set_view(replace(view(1), document=document, total=len(evil), matches=()), Marks(), False)
    assert text_view.toPlainText().strip() == evil         # shown as text
    assert text_view.loadResource(2, QUrl("file:///etc/hostname")) is None


def test_text_scrolls_to_the_passage_and_asks_for_more_at_its_end(qtbot) -> None:
    text_view = TextView()
    qtbot.addWidget(text_view)
    text_view.resize(700, 500)
    text_view.show()
    shown = long_view()
    place = shown.document.blocks[90].start
    text_view.set_view(shown, Marks(passage=(place, place + 20)), False)
    qtbot.waitUntil(lambda: text_view.offset_at_top() < place < text_view.offset_at_top() + 3000)
    with qtbot.waitSignal(text_view.edge_reached) as reached:
        text_view.verticalScrollBar().setValue(text_view.verticalScrollBar().maximum())
    assert reached.args == [shown.text_end]
    kept = text_view.offset_at_top()
    text_view.set_view(long_view(10_000), Marks(), True)
    qtbot.waitUntil(lambda: abs(text_view.offset_at_top() - kept) < 300)


def test_tables_in_texts_mark_the_row(qtbot) -> None:
    text_view = TextView()
    qtbot.addWidget(text_view)
    text_view.set_view(replace(view(3), kind="docx"), Marks(passage=(15, 31)), False)
    table = next(frame for frame in text_view.document().rootFrame().childFrames())
    ground = [table.cellAt(row, 0).format().background().color().name() for row in range(3)]
    colours = theme.current()
    assert ground[0] == colours.window and ground[1] == colours.passage and ground[2] != colours.passage


def test_the_fields_of_a_mail_are_named_quietly(qtbot) -> None:
    text_view = TextView()
    qtbot.addWidget(text_view)
    text = "From: 😀 Rosa <rosa@example.org>\nSubject: Tejado\n\nSubject: of the house"
    end = text.index("\n\n")
    document = Document(text, (Block("paragraph", 0, end), Block("paragraph", end + 2, len(text))), "eml")
    text_view.set_view(replace(view(1), kind="eml", document=document, total=len(text), matches=()), Marks(), False)
    quiet, block = set(), text_view.document().begin()
    while block.isValid():
        for one in block.textFormats():
            if one.format.foreground().color().name() == theme.current().dim:
                quiet.add(block.text().encode("utf-16-le")[2 * one.start:2 * (one.start + one.length)].decode("utf-16-le"))
        block = block.next()
    assert quiet == {"From:", "Subject:"} and "of the house" in text_view.toPlainText()


def test_the_header_of_a_table_in_a_text_is_kept_in_view(qtbot) -> None:
    text_view = TextView()
    qtbot.addWidget(text_view)
    text_view.resize(700, 400)
    text_view.show()
    before, rows = "Antes de la tabla.\n\n", [("Almazara", "Kilos")] + [(f"Almazara {n}", str(n)) for n in range(80)]
    text, made = before, []
    for cells in rows:
        made.append(TableRow(len(text), len(text) + len("\t".join(cells)), cells))
        text += "\t".join(cells) + "\n"
    end, text = len(text), text + "\n" + "Después.\n" * 60
    blocks = (
        Block("paragraph", 0, 18), Block("table", made[0].start, end, rows=tuple(made), n_header_rows=1),
        Block("paragraph", end + 1, len(text)),
    )
    text_view.set_view(replace(view(1), document=Document(text, blocks, "docx"), total=len(text), matches=()), Marks(), False)
    header = text_view.kept_header
    assert not header.isVisible()               # it stands in its place
    text_view.go_to(made[40].start, at_top=True)
    assert header.isVisible() and 10 < header.height() < 60
    kept = text_view.grab().toImage().copy(8, header.y() + 3, 200, header.height() - 6)
    text_view.verticalScrollBar().setValue(0)
    assert not header.isVisible()
    in_place = text_view.grab().toImage().copy(8, header.y() + 3 + round(header._top), 200, header.height() - 6)
    assert kept == in_place
    text_view.go_to(len(text) - 50)
    qtbot.waitUntil(lambda: not header.isVisible())       # the table is past


def test_texts_and_tables_from_right_to_left_begin_at_the_right(qtbot) -> None:
    hebrew, arabic = "השוכר ישלם ביום החמישי", "Contrato n.º 45-B. عقد إيجار سكني بين المالك والمستأجر"
    for text, at_right in ((hebrew, True), (arabic, True), (PROSE, False), ("Véase עברית en el anexo", False)):
        layout, _ = lay_out(text, QFont(), 400)
        assert (layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft) is at_right, text
    text_view = TextView()
    qtbot.addWidget(text_view)
    cells = ("פריט", "סכום"), ("פיקדון", "900")
    text = "\n".join("\t".join(row) for row in cells)
    first = TableRow(0, len("\t".join(cells[0])), cells[0])
    block = Block("table", 0, len(text), rows=(first, TableRow(first.end + 1, len(text), cells[1])), n_header_rows=1)
    text_view.set_view(replace(view(1), document=Document(text, (block,), "md"), total=len(text), matches=()), Marks(), False)
    table = next(frame for frame in text_view.document().rootFrame().childFrames())
    shown = [[table.cellAt(row, column).firstCursorPosition().block().text() for column in (1, 0)] for row in (0, 1)]
    assert shown == [list(row) for row in cells]        # the first column at the right
    text_view.set_marks(Marks(matches=((text.index("900"), len(text)), (0, 4))))
    assert [selection.cursor.selectedText() for selection in text_view.extraSelections()] == ["900", "פריט"]


def test_code_has_line_numbers_colours_and_marked_lines(qtbot) -> None:
    code = CodeView()
    qtbot.addWidget(code)
    code.set_view(replace(view(2), first_line=41), Marks(passage=(12, 27)), False)
    assert code.toPlainText() == CODE and code.first_line() == 41
    assert code.document().firstBlock().layout().formats()[0].length == 6
    lines = [selection.cursor.block().text() for selection in code.extraSelections()]
    assert lines == ["def plazo(años):"]
    assert not code.grab().isNull()


def test_tables_keep_the_header_and_mark_row_and_word(qtbot, qtmodeltester) -> None:
    table = TableView()
    qtbot.addWidget(table)
    table.set_view(view(3), Marks(passage=(15, 31), matches=((15, 21),)), False)
    model = table.model
    qtmodeltester.check(model)
    horizontal = Qt.Orientation.Horizontal
    assert [model.headerData(column, horizontal) for column in range(2)] == ["código", "importe"]
    assert model.rowCount() == 2 and model.data(model.index(1, 1)) == "12"
    ground = Qt.ItemDataRole.BackgroundRole
    colours = theme.current()
    assert model.data(model.index(0, 0), ground) == QColor(colours.match)
    assert model.data(model.index(0, 1), ground) == QColor(colours.passage)
    assert model.data(model.index(1, 1), ground) is None
    assert table.holds(TABLE.index("E-4033")) and model.row_at(TABLE.index("E-4033")) == 1


def test_columns_without_names_have_letters() -> None:
    assert [column_letters(n) for n in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


@pytest.fixture
def pdf(qtbot) -> Iterator[PdfView]:
    renderer = PageRenderer()
    made = PdfView(renderer)
    qtbot.addWidget(made)
    made.resize(600, 700)
    made.show()
    yield made
    renderer.stop()


def pdf_view(text: str, page: int) -> DocumentView:
    shown = view(4)
    block = Block("paragraph", 0, len(text), page=page)
    return replace(shown, document=Document(text, (block,), "pdf"), total=len(text), matches=())


def test_pages_are_drawn_and_the_passage_is_marked_in_place(pdf: PdfView, qtbot) -> None:
    text = "Para pagarla se acuerda una derrama extraordinaria"
    pdf.set_view(pdf_view(text, 2), Marks(passage=(0, len(text)), matches=((28, 35),)), False)
    qtbot.waitUntil(lambda: pdf.page == 2 and 2 in pdf._images and 2 in pdf._marked, timeout=10_000)
    assert pdf._marked[2].passage and pdf._marked[2].words
    scale, image = pdf._images[2]
    assert abs(image.width() - pdf._sizes[1][0] * scale) <= 1          # one pixel a pixel
    box = on_screen(pdf._marked[2].passage[0], pdf._page_rect(2), pdf._scale(), 0)
    assert pdf.viewport().rect().contains(box.center().toPoint())
    row = pdf.viewport().grab().toImage()
    colours = {row.pixelColor(x, round(box.bottom())).name() for x in range(round(box.left()), round(box.right()))}
    assert "#fff3c4" in colours         # yellow paper


def test_zoom_keeps_the_place_and_draws_anew(pdf: PdfView, qtbot) -> None:
    pdf.set_view(pdf_view("Acta", 1), Marks(), False)
    qtbot.waitUntil(lambda: 1 in pdf._images, timeout=10_000)
    pdf.go_to_page(3)
    before = pdf._images[1][0]
    pdf.set_zoom(2.0)
    qtbot.waitUntil(lambda: pdf.page == 3 and 3 in pdf._images and pdf._images[3][0] == pytest.approx(2 * before, rel=0.01),
                    timeout=10_000)


def test_a_pdf_that_cannot_be_drawn_is_said(pdf: PdfView, qtbot, tmp_path: Path) -> None:
    encrypted = SAMPLE / "contratos" / "nómina_cifrada.pdf"
    for path, reason in ((encrypted, "encrypted"), (tmp_path / "nada.pdf", "vanished")):
        with qtbot.waitSignal(pdf.unreadable, timeout=10_000) as said:
            pdf.set_view(replace(view(4), file_path=str(path)), Marks(), False)
        assert said.args == [reason]

"""PDF: pages, headings, running heads, cut words, passwords."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.pdf_accents import join_accents
from engine.reading.pdf_hyphens import MARK, join_hyphens
from engine.reading.pdf_layout import _Style, add_lines, heading_levels, join_lines
from engine.reading.pdf_lines import Cell, Line
from engine.reading.pdf_repairs import is_garbage, repaired
from engine.reading.pdf_running_heads import running_key, running_lines
from tests.data.sample_formats import encrypt_pdf, pdf
from tests.engine.reading.reading_parts import document_of, outline, parts_of, reason_of
from tests.engine.reading.test_whole_chain import pages_of_pdf

CONTRACT = "# Contrato de obra\n\nLa obra empieza en marzo y acaba en mayo.\n\n## Precio\n\nCuesta 3.000 euros.\n\n---\n\n## Plazos\n\nTreinta días."


NAMES = ["primero", "segundo", "tercero", "cuarto", "quinto"]


def line(text: str, page: int = 1, bottom: float = 700.0, size: float = 10.0) -> Line:
    return Line(text, page, size, 400, 50.0, 300.0, bottom, bottom + size, bottom)


def test_headings_pages_and_title(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.pdf", pdf(CONTRACT, "Ana"))
    headings = [(block.page, block.level, text) for block, (kind, _, text) in zip(document.blocks, outline(document)) if kind == "heading"]
    assert headings == [(1, 1, "Contrato de obra"), (1, 2, "Precio"), (2, 2, "Plazos")]
    assert (document.title, document.n_pages, document.language) == ("Contrato de obra", 2, "es")
    assert ("author", "Ana") in document.properties


def test_junk_before_passwords_and_damage(tmp_path: Path) -> None:
    assert isinstance(parts_of(tmp_path, "a.pdf", b"basura\n" * 5 + pdf(CONTRACT, ""))[0].outcome, Document)
    assert reason_of(tmp_path, "b.pdf", encrypt_pdf(CONTRACT, "clave")) == "encrypted"
    assert reason_of(tmp_path, "c.pdf", b"%PDF-1.4\nnada") == "damaged"


def test_running_heads_go_and_page_numbers_too() -> None:
    lines = []
    for page in range(1, 6):
        lines += [line("Guía de Debian", page, 800), line(f"texto propio de la página {'abcde'[page - 1]}", page, 700),
                  line("más texto", page, 600 - page * 20), line(f"{page}", page, 30)]
    running = running_lines(lines)
    assert {key for key, _ in running} == {"Guía de Debian", "#"}
    assert running_key(lines[3]) in running


def test_pages_that_are_all_alike_keep_their_text() -> None:
    lines = [line("Recibí la cantidad de 300 euros", page, 700) for page in range(1, 9)]
    assert running_lines(lines) == set()


@pytest.mark.parametrize(("cut", "rest", "joined"), [
    (f"imple{MARK}mentación", "", "implementación"), (f"--compare{MARK}versions", "", "--compare-versions"),
    (f"dual{MARK}encoder", "the dual-encoder", "dual-encoder"), (f"ISO{MARK}9001", "", "ISO-9001"),
    (f"sub{MARK}vención", "la subvención", "subvención")])
def test_cut_words(cut: str, rest: str, joined: str) -> None:
    assert join_hyphens([line(cut), line(rest or "otra cosa")])[0].text == joined


def test_hyphens_at_line_ends_between_lines() -> None:
    assert join_lines(["la imple-", "mentación nueva", "sigue"]) == "la implementación\nnueva\nsigue"
    assert join_lines(["de 3-", "4 días"]) == "de 3-\n4 días"


def test_glyph_numbers_and_mistaken_utf8_are_read() -> None:
    glyphs = "".join(chr(ord(char) - 29) for char in "Nachhaltige, in der Ortsmitte. Bei uns")
    assert repaired(glyphs + "\r\nTITULO") == "Nachhaltige, in der Ortsmitte. Bei uns\r\nTITULO"
    assert repaired("CONTRATO DE OBRA") == "CONTRATO DE OBRA"
    wrong = "Масштаб Лист".encode()
    mistaken = "".join(chr(wrong[i] << 8 | wrong[i + 1]) for i in range(0, 14, 2)) + " 킛킸톁톂"
    assert repaired(mistaken) == "Масштаб Лист"
    assert repaired("한국어 문서를 읽는다 그리고") == "한국어 문서를 읽는다 그리고"


def test_garbage_is_told_from_languages() -> None:
    assert is_garbage("ʆһӍΉʽీǊඥഀဍ Ϣiͳһ ర͟ȥ܅ ହຏഀƹΉటҧ ȥǂ࣎ʤ̦˵ƹϕŊ " * 4)
    for text in ("Tiếng Việt có dấu thanh", "日本語のテキストをカタカナで", "El ΔT de la reacción", "Это русский текст с GNU"):
        assert not is_garbage(text * 10)


def test_accents_drawn_as_signs_are_put_on_their_letters() -> None:
    lines = [line("Descripci´on y Dise~no"), line("Cap´ıtulo de ~nora")]
    assert [each.text for each in join_accents(lines)] == ["Descripción y Diseño", "Capítulo de ñora"]
    assert join_accents([line("~/nada ~nora")])[0].text == "~/nada ~nora"


def test_captions_of_figures_and_tables(tmp_path: Path) -> None:
    texts = [(50, 800, "El consumo de agua crece."), (50, 760, "Figura 3.1: Consumo por meses"), (50, 720, "La figura 3 es la que vale.")]
    kinds = [(kind, text) for kind, _, text in outline(document_of(tmp_path, "a.pdf", pages_of_pdf([texts])))]
    assert kinds == [("paragraph", "El consumo de agua crece."), ("caption", "Figura 3.1: Consumo por meses"),
                     ("paragraph", "La figura 3 es la que vale.")]


def test_a_page_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    data = pages_of_pdf([[(50, 700, "La primera se lee")], [(50, 700, "segunda")]]).replace(b"/Kids [5 0 R 7 0 R]", b"/Kids [5 0 R 2 0 R]")
    document, rest = (part.outcome for part in parts_of(tmp_path, "a.pdf", data))
    assert isinstance(document, Document)
    assert document.text == "La primera se lee"
    assert (rest.reason, rest.detail) == ("damaged", "1 of 2 pages could not be read")


def test_dots_of_contents_and_points_of_plots(tmp_path: Path) -> None:
    texts = [(50, 800, "1.1 Introducción . . . . . . . . . . . . 3"), (50, 780, "Anexo........ 12"), (50, 740, "La nube de puntos muestra el consumo.")]
    texts += [(100 + 30 * (n % 3), 700 - 20 * n, "+" if n % 2 else "++") for n in range(12)]
    document = document_of(tmp_path, "a.pdf", pages_of_pdf([[*texts, (50, 400, "Fin de la figura.")]]))
    assert "1.1 Introducción … 3\nAnexo … 12" in document.text
    assert "+" not in document.text and "muestra el consumo." in document.text and document.text.endswith("Fin de la figura.")


def test_a_head_on_both_of_two_pages_goes() -> None:
    pages = [[line("Rev. Geol. 12 (2021)", page, 800), line(f"propio de la {page}", page, 500), line(f"{page * 7} Burgos {'ab'[page - 1]}", page, 30 + 40 * page)] for page in (1, 2)]
    assert {key for key, _ in running_lines([each for page in pages for each in page])} == {"Rev. Geol. # (#)"}
    copies = [line(text, page, bottom) for page in (1, 2) for text, bottom in (("Rev. Geol. 12 (2021)", 800), ("lo mismo", 500), (f"página {page}", 90))]
    assert running_lines(copies) == set()
    pages[1][0] = line("Rev. Geol. 13 (2021)", 2, 800)
    assert running_lines([each for page in pages for each in page]) == set()


def test_first_words_in_bold_are_no_heading_and_sections_begin_one_another() -> None:
    def heads(*texts: tuple[str, int, float]) -> list[str]:
        body = [line("Se ha tomado una muestra de cada lugar y", bottom=300 - 12 * n) for n in range(8)]
        lines = [Line(text, 1, 10.0, weight, 50.0, 300.0, bottom, bottom + 10, bottom) for text, weight, bottom in texts] + body
        return [lines[i].text for i in sorted(heading_levels(lines, _Style(lines), []))]

    assert heads(("Resumen. Se ha estudiado el valle del río", 700, 600), ("y lo que en él se depositó", 400, 588)) == []
    assert heads(("Cláusulas", 700, 600), ("a) la primera de todas ellas", 400, 588)) == ["Cláusulas"]
    assert heads(("2. Material y métodos", 700, 600), ("2.1. Toma de muestras", 700, 580)) == ["2. Material y métodos", "2.1. Toma de muestras"]


@pytest.mark.parametrize("n_small", [60, 200, 500], ids=["text in one size", "small code between", "hardly any text"])
def test_text_is_no_heading_where_most_is_set_smaller(n_small: int) -> None:
    """A manual full of small code, slides with points in two sizes: the larger of them is text, what is larger still heads it."""
    lines: list[Line] = []
    for page in range(1, 6):
        lines += [line(f"Apartado {NAMES[page - 1]}", page, 800, 15.0)]
        lines += [line(f"Esto es la línea {n} de lo que se explica del código", page, 780 - 12 * n, 10.0) for n in range(20)]
        lines += [line(f"let codigo_{n} = {n}; // y lo que hace, en letra pequeña", page, 500 - 9 * n, 7.5) for n in range(n_small // 5)]
    levels = heading_levels(lines, _Style(lines), [])
    assert [lines[i].text for i in sorted(levels)] == [f"Apartado {name}" for name in NAMES]


def test_a_paragraph_in_large_print_is_no_heading() -> None:
    large = ["Este folleto explica cómo se pide la ayuda para cambiar", "las ventanas, quién puede pedirla y hasta cuándo, y qué", "papeles hay que llevar a la oficina."]
    lines = [line("Ayudas", 1, 800, 20), *(line(text, 1, 770 - 16 * n, 13) for n, text in enumerate(large)), line("El plazo acaba en mayo.", 1, 700),
             line("La oficina está en la plaza, junto al mercado, y abre por las mañanas de lunes a viernes, salvo en agosto, de nueve a dos.", 1, 688)]
    builder = DocumentBuilder("pdf")
    add_lines(builder, lines, {}, [])
    kinds = [(block.kind, builder.build().text[block.start : block.end][:10]) for block in builder.build().blocks]
    assert kinds[:2] == [("heading", "Ayudas"), ("paragraph", "Este folle")]


def test_rows_of_an_invoice_are_no_headings() -> None:
    body = [line("Se ha tomado una muestra de cada lugar y", bottom=300 - 12 * n) for n in range(8)]
    row = Line("Mano de obra 152,00 €", 1, 14.0, 700, 50.0, 300.0, 600, 614, 600, cells=(Cell(50, 120, "Mano de obra"), Cell(250, 300, "152,00 €")))
    head = Line("Presupuesto de la obra", 1, 14.0, 700, 50.0, 300.0, 640, 654, 640)
    lines = [head, row, *body]
    assert list(heading_levels(lines, _Style(lines), [])) == [0]


def test_marks_of_notes_stand_apart_and_signs_of_symbol_fonts_are_bullets(tmp_path: Path) -> None:
    raised = b"BT /F1 12 Tf 50 700 Td (Produjo mil toneladas) Tj 5 Ts /F1 7 Tf (1) Tj 0 Ts /F1 12 Tf ( de aceite en 400 m) Tj 5 Ts /F1 7 Tf (2) Tj ET\n"
    text = document_of(tmp_path, "a.pdf", pages_of_pdf([[(50, 600, "Cierre de las cuentas2")]], drawn=raised)).text
    assert "mil toneladas [1] de aceite" in text and "400 m [2]" not in text and "cuentas2" in text
    page = [Line("• Goteo", 1, 10, 400, 50, 200, 500, 510, 500), Line("\uf095 Pozos", 1, 10, 400, 50, 200, 480, 490, 480)]
    builder = DocumentBuilder("pdf")
    add_lines(builder, page, {}, [])
    assert [block.kind for block in builder.build().blocks] == ["list_item", "list_item"]

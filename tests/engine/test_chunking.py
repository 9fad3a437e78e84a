"""Chunks: by structure, within bounds, and nothing lost."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.chunking import ChunkLimits, chunk
from engine.document import MAX_PREFIX_CHARS, Chunk, Document, passage_prefix
from engine.reading.builder import DocumentBuilder
from tests.engine.chunking_fakes import FourCharacters

LIMITS = ChunkLimits()
SENTENCE = "La fianza se devuelve en treinta días naturales desde la entrega de llaves. "


def cut(document: Document, limits: ChunkLimits = LIMITS) -> tuple[Chunk, ...]:
    return chunk(document, FourCharacters(), limits, detect=lambda text: None)


def build(builder: DocumentBuilder) -> Document:
    return builder.build()


def assert_sound(document: Document, chunks: tuple[Chunk, ...], limits: ChunkLimits = LIMITS) -> None:
    """What must hold for every document."""
    text = document.text
    counter = FourCharacters()
    covered = bytearray(len(text))
    for found in chunks:
        assert found.text.strip()
        assert 0 <= found.start < found.end <= len(text)
        assert found.section_start <= found.start and found.end <= found.section_end <= len(text)
        assert found.section_end - found.section_start <= limits.section_chars + (found.end - found.start)
        assert found.n_tokens == counter.count([found.text])[0]
        prefix = passage_prefix(document.title, found.heading_path)
        assert found.n_tokens <= limits.most
        assert found.n_tokens + counter.count([prefix])[0] + limits.reserve <= limits.model
        if found.text == text[found.start : found.end]:
            covered[found.start : found.end] = b"\1" * (found.end - found.start)
        else:
            assert found.kind == "table"
    assert all(a.start <= b.start for a, b in itertools.pairwise(chunks))
    paths = {title for found in chunks for title in found.heading_path}
    joined = "\n".join(found.text for found in chunks)
    for block in document.blocks:
        missing = "".join(
            char for char, seen in zip(text[block.start : block.end], covered[block.start : block.end])
            if not seen and not char.isspace()
        )
        if missing and block.kind == "heading":
            heading = text[block.start : block.end]
            assert heading in paths or heading in joined
        elif missing:
            assert block.kind == "table" or any(found.kind == "table" for found in chunks)
            pieces = [cell for row in block.rows for cell in row.cells] or [text[block.start : block.end]]
            for piece in pieces:
                assert all(word in joined for word in piece[:1000].split(" ") if len(word) < 100)


def test_empty() -> None:
    assert cut(Document("", (), "txt")) == ()


def test_short_document_is_one_chunk() -> None:
    builder = DocumentBuilder("txt")
    builder.paragraph("Nota breve.")
    (found,) = cut(build(builder))
    assert (found.text, found.start, found.heading_path, found.page) == ("Nota breve.", 0, (), None)


def test_paragraphs_are_packed_whole() -> None:
    builder = DocumentBuilder("docx")
    builder.heading("Fianza", 1)
    for _ in range(12):
        builder.paragraph(SENTENCE * 3)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    starts = {block.start for block in document.blocks}
    assert all(found.start in starts for found in chunks)
    assert all(LIMITS.least <= found.n_tokens <= LIMITS.most for found in chunks)
    assert {found.heading_path for found in chunks} == {("Fianza",)}


def test_long_paragraph_is_cut_between_sentences_without_overlap() -> None:
    builder = DocumentBuilder("txt")
    builder.paragraph((SENTENCE * 60).strip())
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert all(found.text.startswith("La fianza") and found.text.endswith("llaves.") for found in chunks)
    assert all(a.end <= b.start for a, b in itertools.pairwise(chunks))


def test_sentence_over_the_limit_overlaps() -> None:
    builder = DocumentBuilder("txt")
    builder.paragraph("palabra " * 1500)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert all(0 < a.end - b.start < 300 for a, b in itertools.pairwise(chunks))
    assert all(found.text.startswith("palabra") and found.text.endswith("palabra") for found in chunks)


def test_list_stays_with_its_lead_in() -> None:
    builder = DocumentBuilder("docx")
    builder.paragraph(SENTENCE * 9)
    builder.paragraph("Para la solicitud se necesitan:")
    for name in ("DNI", "Dos fotos", "Justificante de pago"):
        builder.list_item(name)
    builder.paragraph(SENTENCE * 9)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert any("se necesitan:" in found.text and "Justificante" in found.text for found in chunks)


def test_small_sections_are_joined_with_their_headings_in_the_text() -> None:
    builder = DocumentBuilder("md")
    builder.heading("Oficina", 1)
    builder.heading("Horario", 2)
    builder.paragraph("De 9 a 14 h.")
    builder.heading("Teléfono", 2)
    builder.paragraph("912 345 678")
    document = build(builder)
    (found,) = cut(document)
    assert found.heading_path == ("Oficina",)
    assert found.text == "Horario\n\nDe 9 a 14 h.\n\nTeléfono\n\n912 345 678"
    assert_sound(document, (found,))


def test_a_sentence_under_its_own_heading_stands_alone() -> None:
    builder = DocumentBuilder("md")
    builder.heading("Contrato", 1)
    builder.paragraph("Se firma en Zamora ante el notario don Julián Pérez.")
    builder.heading("Fianza", 2)
    builder.paragraph("La fianza se devuelve en treinta días naturales desde la entrega de las llaves de la vivienda.")
    builder.heading("Mascotas", 2)
    builder.paragraph("Se admite un animal.")
    builder.heading("Renta", 2)
    builder.paragraph("La renta se paga en los siete primeros días de cada mes en la cuenta bancaria de la propietaria.")
    chunks = cut(build(builder))
    assert [found.heading_path for found in chunks] == [
        ("Contrato", "Fianza"), ("Contrato", "Mascotas"), ("Contrato", "Renta"),
    ]
    assert chunks[0].text.startswith("Se firma en Zamora ante el notario don Julián Pérez.\n\nFianza\n\n")


def test_what_is_left_of_a_page_is_joined() -> None:
    builder = DocumentBuilder("pdf")
    builder.paragraph(SENTENCE * 20, page=1)
    builder.paragraph("En Zamora, a 3 de mayo.", page=2)
    builder.paragraph("Firmado: Ana Pérez.", page=3)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert all(found.n_tokens >= LIMITS.smallest for found in chunks)


def test_questions_keep_their_own_path() -> None:
    builder = DocumentBuilder("md")
    builder.heading("Preguntas", 1)
    for number in range(4):
        builder.heading(f"¿Cuánto cuesta el trámite {number}?", 2)
        builder.paragraph(SENTENCE * 3)
    chunks = cut(build(builder))
    assert [found.heading_path[1] for found in chunks] == [f"¿Cuánto cuesta el trámite {n}?" for n in range(4)]


def test_headings_may_stand_in_the_text_too() -> None:
    builder = DocumentBuilder("md")
    builder.heading("Contrato", 1)
    builder.heading("Fianza", 2)
    builder.paragraph(SENTENCE * 30)
    chunks = cut(build(builder), ChunkLimits(headings_in_text=True))
    assert chunks[0].text.startswith("Contrato\n\nFianza\n\nLa fianza")
    assert {found.heading_path for found in chunks} == {("Contrato", "Fianza")}
    assert chunks[1].text.startswith("La fianza")


def test_headings_alone_are_text() -> None:
    builder = DocumentBuilder("pptx")
    for number in range(40):
        builder.heading(f"Diapositiva {number}", 1)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert len(chunks) <= 2
    assert all(found.heading_path == () for found in chunks)


def test_heading_without_text_goes_to_the_next_section() -> None:
    builder = DocumentBuilder("pdf")
    builder.heading("Capítulo 3", 1)
    builder.heading("El viaje", 1)
    builder.paragraph(SENTENCE * 12)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert chunks[0].text.startswith("Capítulo 3\n\nEl viaje\n\nLa fianza")
    assert chunks[0].heading_path == ("El viaje",)


def test_small_preamble_goes_to_the_first_section() -> None:
    builder = DocumentBuilder("docx")
    builder.paragraph("Autora: Ana")
    builder.heading("Objeto", 1)
    builder.paragraph(SENTENCE * 12)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert chunks[0].text.startswith("Autora: Ana\n\nObjeto\n\nLa fianza")


def test_pages_divide_only_without_headings() -> None:
    plain, headed = DocumentBuilder("pdf"), DocumentBuilder("pdf")
    headed.heading("Todo", 1, page=1)
    for builder in (plain, headed):
        for page in (1, 2, 3):
            builder.paragraph(SENTENCE * 4, page=page)
    assert [found.page for found in cut(build(plain))] == [1, 2, 3]
    assert [found.page for found in cut(build(headed))] == [1]


def test_a_sentence_over_two_pages_is_not_cut() -> None:
    builder = DocumentBuilder("pdf")
    builder.paragraph(SENTENCE * 4 + "El arrendador", page=1)
    builder.paragraph("pagará la obra.", page=2)
    (found,) = cut(build(builder))
    assert found.page == 1


def test_code_is_one_function_a_chunk() -> None:
    builder = DocumentBuilder("code")
    builder.code("import os\nimport sys")
    for name in ("load", "save"):
        body = "\n".join(f"    value_{line} = {name}_step({line})" for line in range(12))
        builder.code(f"def {name}(path):\n{body}\n    return value_0", names=("Store", name))
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert [found.heading_path for found in chunks if "def " in found.text] == [("Store", "load"), ("Store", "save")]


def test_long_function_is_cut_at_blank_lines() -> None:
    block = "\n".join(f"    result_{line} = compute(result_{line}, other)" for line in range(8))
    builder = DocumentBuilder("code")
    builder.code("def main():\n" + "\n\n".join([block] * 8), names=("main",))
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert len(chunks) > 2
    assert all(found.text.startswith("    result_0") for found in chunks[1:])


def test_long_headings_leave_room_for_the_chunk() -> None:
    builder = DocumentBuilder("docx", title="字" * 300)
    for level in range(1, 6):
        builder.heading("題" * 150, level)
    builder.paragraph("文章です。" * 300)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    assert len(passage_prefix(document.title, chunks[0].heading_path)) <= MAX_PREFIX_CHARS + 1


def test_section_shown_is_bounded_by_whole_blocks() -> None:
    builder = DocumentBuilder("txt")
    for _ in range(100):
        builder.paragraph(SENTENCE * 3)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    starts = {block.start for block in document.blocks}
    assert all(found.section_start in starts for found in chunks)
    assert chunks[10].section_end - chunks[10].section_start > 2500


@pytest.mark.parametrize("piece", ["字", "ภาษาไทย", "x", "palabra ", "Una frase. ", "línea\n", "👍🏽", "a\u0301"])
def test_a_megabyte_in_one_block_is_linear(piece: str) -> None:
    """Four times the text takes about four times the processor time: 16 times if it were quadratic."""
    seconds = {}
    for n_bytes in (250_000, 1_000_000):
        builder = DocumentBuilder("txt")
        builder.plain(piece * (n_bytes // len(piece.encode())))
        document = build(builder)
        begin = time.process_time()
        chunks = cut(document)
        seconds[n_bytes] = time.process_time() - begin
    assert seconds[1_000_000] < 10 * seconds[250_000] + 0.5
    assert max(found.n_tokens for found in chunks) <= LIMITS.most
    assert "".join(document.text.split())[-50:] in "".join(chunks[-1].text.split())


def test_counts_in_few_calls() -> None:
    builder = DocumentBuilder("docx")
    for number in range(300):
        builder.heading(f"Punto {number}", 2)
        builder.paragraph(SENTENCE * 3)
    counter = FourCharacters()
    chunk(build(builder), counter, detect=lambda text: None)
    assert counter.n_calls <= 6


WORDS = st.sampled_from(["casa", "El", "Sr.", "fin.", "¿qué?", "字字。", "extraordinariamente", "x" * 600, "a:", "\n", "ภาษา"])
TEXT = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)
LONG = st.tuples(TEXT, st.integers(1, 120)).map(lambda pair: pair[0] * pair[1])
ACTIONS = st.one_of(
    st.tuples(st.just("heading"), TEXT, st.integers(1, 4)),
    st.tuples(st.sampled_from(["paragraph", "list_item", "quote", "caption", "note"]), st.one_of(TEXT, LONG), st.just(1)),
    st.tuples(st.just("code"), st.one_of(TEXT, LONG), st.integers(0, 2)),
    st.tuples(st.just("table"), st.lists(st.lists(TEXT, min_size=1, max_size=4), min_size=1, max_size=6), st.integers(0, 2)),
    st.tuples(st.just("big"), st.lists(TEXT, min_size=1, max_size=4), st.integers(0, 2)),
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(ACTIONS, st.booleans()), min_size=1, max_size=25), st.booleans(), st.booleans())
def test_nothing_is_lost(actions: list, has_pages: bool, headings_in_text: bool) -> None:
    builder = DocumentBuilder("docx", title="Documento")
    page = 1
    for (kind, content, number), turns in actions:
        page += turns
        at = page if has_pages else None
        if kind == "heading":
            builder.heading(content, number, page=at)
        elif kind == "code":
            builder.code(content, names=("Clase", "metodo")[:number], page=at)
        elif kind == "table":
            builder.table(content, number, page=at)
        elif kind == "big":
            builder.table([content] * 40, number, page=at)
        else:
            getattr(builder, kind)(content, page=at)
    document = build(builder)
    assert_sound(document, cut(document, ChunkLimits(headings_in_text=headings_in_text)))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 60)), min_size=2, max_size=30))
def test_small_neighbours_are_joined(sections: list[tuple[int, int]]) -> None:
    """Of two chunks under one heading, or two sections side by side, none is small if they fit together."""
    builder = DocumentBuilder("docx")
    for number, (level, n_words) in enumerate(sections):
        if level:
            builder.heading(f"Título {number}", level)
        builder.paragraph("uno " * n_words)
    document = build(builder)
    chunks = cut(document)
    assert_sound(document, chunks)
    for a, b in itertools.pairwise(chunks):
        total = a.n_tokens + b.n_tokens
        if a.heading_path == b.heading_path:
            assert min(a.n_tokens, b.n_tokens) >= LIMITS.smallest or total > LIMITS.most
        elif a.heading_path[:-1] == b.heading_path[:-1] and len(a.heading_path) == len(b.heading_path):
            assert max(a.n_tokens, b.n_tokens) >= LIMITS.smallest


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.integers(1, 400), min_size=1, max_size=40))
def test_overlap_only_within_a_sentence(lengths: list[int]) -> None:
    builder = DocumentBuilder("txt")
    builder.paragraph(" ".join("Casa" + " uno" * n_words + "." for n_words in lengths))
    document = build(builder)
    for a, b in itertools.pairwise(cut(document)):
        if b.start < a.end:
            assert ". " not in document.text[b.start : a.end]
            assert document.text[a.end - 1] != "."


@pytest.mark.parametrize("n_cells", [150, 163, 200, 301])
def test_a_wide_row_leaves_no_remainder(n_cells: int) -> None:
    builder = DocumentBuilder("xlsx")
    builder.table([["nombre", *(f"c{number}" for number in range(n_cells))], ["Ana", *map(str, range(n_cells))]], 1)
    chunks = [found for found in cut(build(builder)) if "Ana" in found.text]
    assert len(chunks) > 1
    assert all(found.text.startswith("nombre: Ana; ") and found.n_tokens >= 4 * LIMITS.smallest for found in chunks)


def test_a_small_remark_goes_with_the_table_that_its_lead_in_opens() -> None:
    builder = DocumentBuilder("docx")
    builder.paragraph("Icono de la barra.")
    builder.paragraph("Puede especificar las propiedades siguientes en la ventana de diálogo:")
    builder.table([["Nombre", "Valor"], *([f"propiedad {number}", "entre cero y cien"] for number in range(40))], 1)
    first, *rest = cut(build(builder))
    assert first.text.startswith("Icono de la barra.\n\nPuede especificar") and "propiedad 0" in first.text
    assert rest


def test_tiny_functions_join_their_neighbours() -> None:
    builder = DocumentBuilder("code")
    builder.code("def larga():\n" + "    llama(a, b, c)\n" * 40, names=("larga",))
    builder.code("def corta():\n    pass", names=("corta",))
    builder.code("def otra():\n" + "    llama(a, b, c)\n" * 40, names=("otra",))
    builder.code("larga()")
    chunks = cut(build(builder))
    assert all(found.n_tokens >= LIMITS.smallest for found in chunks)


def test_a_heading_repeated_below_itself_stands_once_before_the_passage() -> None:
    assert passage_prefix("Guía", ("Guía", "Guía", "Uso", "Guía")) == "Guía > Uso > Guía\n"


def test_records_without_sentences_are_cut_between_their_lines() -> None:
    lines = [f"2024-03-0{n % 9 + 1} 10:{n % 60:02d} servicio [{n}] petición aceptada en {n} ms" for n in range(400)]
    builder = DocumentBuilder("txt")
    builder.plain("\n".join(lines))
    assert [line for piece in cut(builder.build()) for line in piece.text.split("\n")] == lines


class WordsAndMarks(FourCharacters):
    """A token is at most four letters, or a mark: as in a real tokenizer, none holds both."""

    _token = re.compile(r"\w{1,4}|[^\w\s]")

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(self._token.findall(text)) for text in texts]

    def spans(self, text: str) -> list[tuple[int, int]]:
        return [match.span() for match in self._token.finditer(text)]


def test_data_in_one_line_are_cut_between_records() -> None:
    builder = DocumentBuilder("code")
    builder.code(f"INSERT INTO socios VALUES {','.join(f'({n},{n}00,NULL)' for n in range(600))};")
    found = chunk(builder.build(), WordsAndMarks(), LIMITS)
    assert len(found) > 5
    assert all(piece.text.startswith(("(", "INSERT")) and piece.text.endswith(("),", ");")) for piece in found)


def test_code_without_blanks_is_cut_between_words() -> None:
    builder = DocumentBuilder("code")
    builder.code(".".join(f"nombre{n}largo" for n in range(600)))
    found = chunk(builder.build(), WordsAndMarks(), LIMITS)
    assert all(re.search(r"(?:largo|[.])$", piece.text) for piece in found)


def test_records_of_data_are_cut_whole_where_no_token_begins_one() -> None:
    builder = DocumentBuilder("code")
    builder.code(f"INSERT INTO socios VALUES {','.join(f'({n},Socio número {n},NULL)' for n in range(600))};")
    found = chunk(builder.build(), FourCharacters(), LIMITS)
    assert all(piece.text.startswith(("(", "INSERT")) and piece.text.endswith(("),", ");")) for piece in found)
    assert max(piece.n_tokens for piece in found) <= LIMITS.most

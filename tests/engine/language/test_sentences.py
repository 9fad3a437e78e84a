"""Sentences: what a reader would call one, in many languages."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language.sentences import split_sentences

CASES = [
    ("es", ["El Sr. García llegó tarde.", "La Sra. López, no."]),
    ("es", ["Véase el art. 5 y la pág. 12 del núm. 3.", "Después, nada."]),
    ("es", ["Hay frutas, p. ej. Manzanas rojas.", "Fin."]),
    ("es", ["Vive en EE. UU.", "Trabaja allí."]),
    ("es", ["En EE. UU. hay cincuenta estados.", "Son muchos."]),
    ("es", ["Compró pan, leche, etc.", "Luego volvió."]),
    ("es", ["Trajo lápices, etc. y papel."]),
    ("es", ["¿Cuándo llega?", "¡Mañana!", "¿Seguro?"]),
    ("es", ["Pesa 3.5 kg y cuesta 1.200,50 euros.", "Es caro."]),
    ("es", ["No lo sé...", "Quizá mañana."]),
    ("es", ["Dijo que... no vendría."]),
    ("es", ["«No iré.»", "Eso dijo."]),
    ("es", ["Necesita vitamina C.", "El médico lo dijo."]),
    ("es", ["Dijo que no.", "Después se fue."]),
    ("es", ["Fue en 1990.", "Nadie lo supo."]),
    ("es", ["Llega a las 5 p. m. al hotel.", "Cena allí."]),
    ("es", ["Murió en el 44 a. C.", "Roma lloró."]),
    ("es", ["La empresa Gas S. A. cerró.", "Abrirá otra."]),
    ("es", ["Dña. Ana y D. Luis firman.", "Fin."]),
    ("en", ["Mr. Smith met Dr. J. R. R. Tolkien.", "They talked."]),
    ("en", ["See e.g. Figure 3 (fig. 2 too).", "It works."]),
    ("en", ["Apple Inc. bought it.", "It was cheap."]),
    ("en", ["He lives in the U.S.", "She does not."]),
    ("en", ['"Stop!" he said.', "Then silence."]),
    ("en", ["Go to www.example.com/a.b now.", "Thanks."]),
    ("de", ["Am 3. Oktober feiern wir.", "Es regnet z. B. Oft."]),
    ("fr", ["M. Dupont est là.", "Mme Durand aussi !"]),
    ("zh", ["今天天气很好。", "我们去公园吧！", "你来吗？"]),
    ("ja", ["「行きます。」", "彼は言った。"]),
    ("hi", ["यह एक वाक्य है।", "यह दूसरा है।"]),
    ("ar", ["هل أنت بخير؟", "نعم، أنا بخير."]),
    ("el", ["Τι κάνεις;", "Καλά."]),
    ("ru", ["Он родился в г. Москве.", "Потом уехал."]),
    ("hy", ["Սա նախադասություն է։", "Սա երկրորդն է։"]),
]


@pytest.mark.parametrize(("language", "sentences"), CASES)
def test_cases(language: str, sentences: list[str]) -> None:
    glue = "" if language in ("zh", "ja") else " "
    text = glue.join(sentences)
    assert [text[a:b] for a, b in split_sentences(text, language)] == sentences


@pytest.mark.parametrize("language, sentences", CASES)
def test_language_is_not_needed(language: str, sentences: list[str]) -> None:
    if language in ("el", "de"):
        return
    test_cases(language, sentences)


def test_lines() -> None:
    text = "Requisitos:\n- DNI en vigor\n- Dos fotos\nLa oficina abre a las nueve y cierra a las tres de la tarde,\nsalvo festivos."
    assert [text[a:b] for a, b in split_sentences(text)] == [
        "Requisitos:", "- DNI en vigor", "- Dos fotos",
        "La oficina abre a las nueve y cierra a las tres de la tarde,\nsalvo festivos.",
    ]


def test_rows_of_a_table_are_apart() -> None:
    text = "Ciudad\tPrecio\nMadrid\t10\nVigo\t8"
    assert len(split_sentences(text)) == 3


def test_numbered_items_keep_their_number() -> None:
    text = "1. Abra la caja.\n2. Saque el aparato."
    assert [text[a:b] for a, b in split_sentences(text)] == ["1. Abra la caja.", "2. Saque el aparato."]


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="aA1 .\n!?¿\t。)»etcSr;J-…", max_size=80))
def test_no_character_is_lost(text: str) -> None:
    spans = split_sentences(text)
    rest = text
    for start, end in reversed(spans):
        assert text[start:end].strip() == text[start:end] != ""
        rest = rest[:start] + rest[end:]
    assert not rest.strip()
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


@pytest.mark.parametrize("piece", ["palabra ", "字", "Esto es una frase corta, art. 5. ", ".", "\n", " ", "A. ", "1."])
def test_time_is_linear(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    begin = time.process_time()
    split_sentences(text)
    assert time.process_time() - begin < 3


def test_initials_of_a_country_end_no_sentence_before_a_name() -> None:
    text = "He advised U.S. President Ronald Reagan. He lived in the U.S. The end."
    assert [text[start:end] for start, end in split_sentences(text, "en")] == [
        "He advised U.S. President Ronald Reagan.", "He lived in the U.S.", "The end.",
    ]

"""How well the documents answer at all, from what the search measured."""

import pytest

from engine.query.parser import ParsedQuery, parse
from engine.search.absent_codes import absent_codes, note_of
from engine.search.evidence import HELD, MANY, UNHELD, Standing, answerable_score, asks_literally, with_literals

MANY_RIVALS = [0.55, *[0.4 - i / 500 for i in range(MANY)]]
FEW_RIVALS = MANY_RIVALS[:5]


def judged(likelihood: float, query: ParsedQuery, texts: list[str], language: str, trust: float) -> float:
    return with_literals(likelihood, query, texts[0], language, absent_codes(query, texts), trust)


@pytest.mark.parametrize("rivals", [MANY_RIVALS, FEW_RIVALS])
def test_what_stands_out_is_answered_and_what_does_not_is_not(rivals: list[float]) -> None:
    outstanding = answerable_score([0.6, 0.42], [0.6, *rivals[1:]], [0.9], Standing(9.0, 0.9))
    usual = answerable_score([0.38, 0.375], [0.38, *rivals[1:]], [0.2], Standing(2.5, 0.1))
    assert outstanding is not None and usual is not None
    assert outstanding > 0.8 and usual < 0.25


def test_among_few_candidates_nothing_is_held_against_one_that_cannot_stand_out() -> None:
    low, high = Standing(1.0, 0.5), Standing(9.0, 0.5)
    assert answerable_score([0.5, 0.4], FEW_RIVALS, [0.5], low) == answerable_score([0.5, 0.4], FEW_RIVALS, [0.5], high)
    among_many = [answerable_score([0.5, 0.4], MANY_RIVALS, [0.5], standing) for standing in (low, high)]
    assert among_many[0] is not None and among_many[1] is not None and among_many[0] < among_many[1]


def test_nothing_reranked_says_nothing() -> None:
    assert answerable_score([], [], [], Standing(0.0, 0.0)) is None


@pytest.mark.parametrize("text", [
    "5.440.000", "5 440 000", "1500", "E-4012", "¿qué es E-4012?", "ECBTI 17", "3 de mayo de 2024", "COVID-19", '"plazo máximo"', "art. 5",
])
def test_codes_figures_and_phrases_are_asked_for_literally(text: str) -> None:
    assert asks_literally(parse(text, ["es"]))


@pytest.mark.parametrize("text", ["avería E-4012", "plazo máximo", "perro OR gato", "¿qué es?", "-borrador", '"plazo máximo" obra', "日本"])
def test_words_beside_them_are_no_literals(text: str) -> None:
    assert not asks_literally(parse(text, ["es"]))


@pytest.mark.parametrize(("text", "passage"), [
    ("5.440.000", "Obra de la fachada | 5440000"), ("5440000", "Cuesta 5.440.000 €"), ("7,965.25", "Total: 7965,25"),
    ("1500", "Son 1.500 metros"), ("40", "Son 40,00 €"), ("E-4012", "Avería e4012"), ("3 de mayo de 2024", "Firmado el 03/05/2024"),
    ('"plazo máximo"', "El plazo máximo es de un mes"), ("COVID-19", "La covid 19"),
])
def test_what_holds_all_that_is_asked_for_literally_answers(text: str, passage: str) -> None:
    assert judged(0.07, parse(text, ["es"]), [passage, "Otra cosa"], "es", 1.0) >= HELD


@pytest.mark.parametrize(("text", "passage"), [
    ("5.440.000", "Cuesta 5.440.001 €"), ("E-4012", "Avería E-4013"), ("1500", "Son 1.501 metros"), ("E-4012 E-4013", "Avería E-4013"),
    ('"plazo máximo"', "El plazo del máximo"), ("avería E-4012", "Avería E-4012"), ("COVID-19", "La covid 20"),
])
def test_what_lacks_some_of_it_or_is_asked_with_other_words_is_no_better_for_it(text: str, passage: str) -> None:
    assert judged(0.1, parse(text, ["es"]), [passage], "es", 1.0) == 0.1


def test_a_code_that_no_hit_holds_keeps_it_low() -> None:
    query, others = parse("avería E-4012 de la caldera", ["es"]), ["Avería E-4013", "Avería E-4014"]
    assert judged(0.9, query, others, "es", 1.0) == pytest.approx(UNHELD)
    assert judged(0.9, parse("E-4012", ["es"]), others, "es", 0.0) == pytest.approx(UNHELD)
    assert judged(0.1, query, others, "es", 1.0) == 0.1
    assert judged(0.9, query, ["Avería de la caldera", "Avería E-4012"], "es", 1.0) == 0.9
    assert judged(0.9, parse("avería de la caldera", ["es"]), others, "es", 1.0) == 0.9


def test_a_code_of_a_word_in_another_language_is_not_missed() -> None:
    query = parse("Wie viel schwerer ist Sauerstoff-18?", ["es"])
    assert query.codes and judged(0.9, query, ["El oxígeno-18 pesa un 12 % más"], "es", 0.0) == 0.9


@pytest.mark.parametrize(("text", "absent"), [
    ("¿qué significa el código E-4027?", "E-4027"), ("what does E-4027 mean?", "E-4027"), ("¿qué hago si sale la alarma A-31 en la bomba?", "A-31"),
    ("precio de la bomba HX-350", "HX-350"), ("factura F-2024-0999 de Arlanza", "F-2024-0999"),
])
def test_a_code_that_is_written_alike_everywhere_is_missed_whatever_words_stand_beside_it(text: str, absent: str) -> None:
    query, others = parse(text, ["es", "en"]), ["E-4026 Bomba en alarma, precio y factura", "A-30, HX-200, F-2024-0998 de Arlanza"]
    assert judged(0.9, query, others, "es", 0.0) == pytest.approx(UNHELD)
    assert note_of(absent_codes(query, others), "es") == f"Ningún resultado contiene {absent}."
    assert note_of(absent_codes(query, [*others, f"pág. 3: {absent}."]), "en") is None


def test_of_dates_that_no_result_holds_nothing_is_said() -> None:
    query = parse("¿qué pasó el 3 de mayo de 2024?", ["es"])
    assert absent_codes(query, ["Nada"]) and note_of(absent_codes(query, ["Nada"]), "es") is None

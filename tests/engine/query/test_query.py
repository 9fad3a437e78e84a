from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.query.parser import MOST_TERMS, ParsedQuery, parse

LANGUAGES = ("es", "en")


def parsed(text: str) -> ParsedQuery:
    return parse(text, LANGUAGES)


def marked(query: str, text: str, language: str | None = "es") -> list[str]:
    return [text[start:end] for start, end in parsed(query).spans(text, language)]


def test_a_plain_question_needs_nothing() -> None:
    query = parsed("¿Cuándo vence el contrato de alquiler?")
    assert query.question == "¿Cuándo vence el contrato de alquiler?"
    assert not query.has_conditions
    assert query.filters.is_empty
    assert query.note is None
    assert [term.exact for term in query.terms] == ["cuando", "vence", "el", "contrato", "de", "alquiler"]


def test_operators_leave_the_question() -> None:
    query = parsed('"plazo máximo" contrato -borrador factur* type:pdf,word after:2024-03 before:2024-03 lang:español')
    assert query.question == "plazo máximo contrato factur"
    assert query.filters.kinds == ("pdf", "docx", "doc")
    assert (query.filters.after, query.filters.before) == (date(2024, 3, 1), date(2024, 3, 31))
    assert query.filters.languages == ("es",)
    assert len(query.conditions) == 3
    assert query.meets_conditions("El PLAZO MAXIMO del contrato y su facturación")
    assert not query.meets_conditions("El plazo es máximo; facturación")
    assert not query.meets_conditions("plazo máximo, factura, borrador")
    assert not query.meets_conditions("plazo máximo, contrato")


def test_or_joins_its_neighbours() -> None:
    query = parsed('"plazo máximo" OR "fecha límite" contrato')
    assert query.meets_conditions("la fecha límite")
    assert query.meets_conditions("el plazo máximo")
    assert not query.meets_conditions("el contrato")
    query = parsed("animales gato OR perro comida")
    assert query.meets_conditions("los gatos", language="es") and query.meets_conditions("un perro")
    assert not query.meets_conditions("animales y comida")
    assert parsed("OR").is_empty
    assert not parsed("Oregón OR").is_empty


def test_fields() -> None:
    assert parsed("folder:/home/ana/x").filters.folder == "/home/ana/x"
    assert parsed('carpeta:"/home/ana/mis cosas" pago').filters.folder == "/home/ana/mis cosas"
    query = parsed("título:informe pago")
    assert query.conditions[0].where == "title"
    assert query.meets_conditions("", title="Informe anual")
    assert not query.meets_conditions("informe")
    assert parsed("desde:31/01/2024 x").filters.after == date(2024, 1, 31)
    assert parsed("hasta:2023 x").filters.before == date(2023, 12, 31)
    assert parsed("tipo: a").filters.is_empty
    assert parsed("http://a.es nota:3 12:30").filters.is_empty


def test_what_is_not_understood_becomes_words_and_a_note() -> None:
    query = parse("after:ayer contrato", LANGUAGES, "es")
    assert query.filters.is_empty
    assert query.note is not None and "after:ayer" in query.note
    assert "ayer" in query.question


@pytest.mark.parametrize(
    "text",
    [
        "temperatura de -5 grados", "tubo de 5\" y 3\" de acero", "Roma -la capital- de Italia", "guion - suelto", "when did the Mercedes -Benz begin?",
        '"¿Qué pasó en 1990?"', '¿Qué significa "fuerza mayor" en «El Quijote»?', "¿Por qué no hay un *switch*?",
        "d'accord l'hiver", "¿qué? (nada) [x] {y}", "a && b || c", "50 % ~ ^ \\ / * ?", "C++ y C#",
    ],
)
def test_text_that_only_looks_like_syntax(text: str) -> None:
    assert not parsed(text).has_conditions
    assert not parsed(text).is_empty


@pytest.mark.parametrize("text", ["", "   ", "?¿!", "😀", "-nada", "type:pdf", '""', "***", "\x00", "(((", "-"])
def test_empty(text: str) -> None:
    assert parsed(text).is_empty


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | st.text(alphabet='ab ñ1-*"():«»“”OR.:~^\\/\x00', max_size=60))
def test_no_text_is_an_error(text: str) -> None:
    query = parse(text, ("es", "en", "ar", "zh", "tr"))
    query.meets_conditions("un texto cualquiera a b")
    query.holds_identifiers("texto A-1")
    sample = f"antes {text} después"
    spans = query.spans(sample, "es")
    assert spans == sorted(spans)
    assert all(0 <= start < end <= len(sample) for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))


def test_ten_thousand_characters() -> None:
    query = parsed(" ".join(f"palabra{n}x casa{n}" for n in range(500))[:10_000])
    assert len(query.terms) == MOST_TERMS
    assert query.note is not None
    assert not parsed("a" * 10_000).is_empty
    assert parsed('"' * 10_000).is_empty
    assert parsed("-(" * 5_000).is_empty
    assert not parsed("x*" * 5_000).is_empty


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("owner of KF544 L64", ("KF544", "L64")), ("E-4032 E-4033", ("E-4032", "E-4033")),
        ("error E-4032 en la bomba", ("E-4032",)), ("ECBTI 17", ("ECBTI 17",)), ("gpt-3.5-turbo", ("gpt-3.5-turbo",)),
        ("el DNI 12.345.678-Z", ("12.345.678-Z",)), ("costó 5.440.000 euros", ("5.440.000",)), ("usuario ana@x.es", ("ana@x.es",)),
        ("snake_case_name", ("snake_case_name",)), ("ES91 2100 0418 4502 0005 1332", ("ES91 2100 0418 4502 0005 1332",)),
        ("en 2015 hubo 300 casos", ()), ("2010-2012", ()), ("el 20th y los 1990s", ()), ("12/03/2024 a las 12:30", ("12/03/2024",)),
        ("COVID-19", ()), ("5km", ()), ("la UE 2020", ()),
    ],
)
def test_identifiers(query: str, codes: tuple[str, ...]) -> None:
    assert parsed(query).identifiers == codes


@pytest.mark.parametrize(
    ("query", "text", "holds"),
    [
        ("E-4032", "Código E-4032.", True), ("E-4032", "(e4032)", True), ("E-4032", "E 4032, E 4033", True),
        ("E-4032", "E-40321", False), ("E-4032", "XE-4032", False), ("E-4032", "AE-E-4032", False), ("E-4032", "E-4032-B", False),
        ("E-4032", "E-4023", False), ("E-4032", "E-4032/E-4033", True), ("E-4032", "E-4032.pdf", True), ("E-4032", "1E-4032", False),
        ("ECBTI 17", "norma ECBTI-17", True), ("ECBTI17", "norma ECBTI 17", True), ("ECBTI 17", "ECBTI 171", False),
        ("KF544 L64", "parte KF544-L64", True), ("KF544 L64", "parte QKF544-L64", False), ("KF544 L64", "parte KF544-L644", False),
        ("X.25", "协议X.25和", True),
        ("5.440.000", "5,440,000 USD", True), ("5.440.000", "5440000", True), ("5440000", "5 440 000 €", True),
        ("5440000", "15.440.000", False), ("5440000", "5.440.000,00", True), ("5440000", "5.440.001", False),
        ("gpt-3.5-turbo", "gpt-3.5-turbo-16k", False), ("gpt-3.5-turbo", "GPT 3.5 Turbo", True), ("v1.2.3", "v1.2.30", False),
        ("ES9121000418450200051332", "IBAN ES91 2100 0418 4502 0005 1332", True), ("hola", "hola", False),
        ("12.345.678-Z", "12345678Z", True), ("12345678Z", "DNI 12.345.678-Z", True),
    ],
)
def test_holds_identifiers(query: str, text: str, holds: bool) -> None:
    assert parsed(query).holds_identifiers(text) == holds


def test_spans_mark_every_form_of_a_word() -> None:
    text = "Los contratos de Alquiler se facturan; la facturación es mensual."
    assert marked("contrato de facturacion alquiler", text) == ["contratos", "Alquiler", "facturan", "facturación"]
    assert marked('"se facturan"', text) == ["se facturan"]
    assert marked("factur*", text) == ["facturan", "facturación"]
    assert marked("de la", text) == ["de", "la"]
    assert marked("año", "el ano y los años") == ["años"]
    assert marked("-mensual alquiler", text) == ["Alquiler"]


def test_words_with_digits_are_marked_as_wholes() -> None:
    assert marked("cada", "cada7308ad y cada 3f2cada9") == ["cada"]
    assert marked("covid ad", "El covid19 y cada7308ad") == ["covid19"]
    assert marked("cada7308ad", "cada y cada7308ad") == ["cada7308ad"]
    assert marked("user", "user_id 25mg") == ["user"]


def test_a_pasted_text_is_cut_for_the_embedder() -> None:
    assert parsed("plazo máximo " * 3000).question == " ".join(["plazo máximo"] * 76 + ["plazo"])
    assert len(parsed("x" * 5000).question) == 1000


def test_spans_of_codes_numbers_and_other_scripts() -> None:
    assert marked("ECBTI 17", "La norma ECBTI-17 y el ECBTI 18") == ["ECBTI-17", "ECBTI"]
    assert marked("5440000", "Costó 5.440.000 €") == ["5.440.000"]
    assert marked("检索", "全文检索系统", "zh") == ["检索"]
    assert marked("한국어", "한국어를 배운다", "ko") == ["한국어를"]
    assert marked("running", "He runs", "en") == ["runs"]
    assert marked("книга", "с книгами", None) == []
    assert parse("книга", ("ru",)).spans("с книгами", "ru") == [(2, 9)]

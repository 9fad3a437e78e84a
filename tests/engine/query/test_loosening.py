import pytest

from engine.query.loosening import typed_filters, words_alone


@pytest.mark.parametrize(("query", "words", "filters"), [
    ("derrama del ascensor", "derrama del ascensor", ()),
    ("¿quién dijo \"no\"?", "¿quién dijo \"no\"?", ()),
    ('"bomba de calor" tipo:xls', "bomba de calor", ("tipo:xls",)),
    ("contrato -borrador -\"sin firmar\" desde:2024", "contrato", ("desde:2024",)),
    ("(luz OR gas) factur* carpeta:\"mis cosas\"", "luz gas factur", ("carpeta:\"mis cosas\"",)),
    ("titulo:acta caldera NOT goteras", "acta caldera", ()),
    ("ECBTI 17 type:pdf", "ECBTI 17", ("type:pdf",)),
    ("-borrador tipo:pdf", "", ("tipo:pdf",)),
    ("", "", ()),
])
def test_a_query_without_its_conditions(query: str, words: str, filters: tuple[str, ...]) -> None:
    assert words_alone(query) == words and typed_filters(query) == filters

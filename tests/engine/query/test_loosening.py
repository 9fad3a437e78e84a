import pytest

from engine.query.loosening import asks_of_fields_alone, typed_filters, words_alone


@pytest.mark.parametrize(("query", "words", "filters"), [
    ("derrama del ascensor", "derrama del ascensor", ()),
    ("¿quién dijo \"no\"?", "¿quién dijo \"no\"?", ()),
    ('"bomba de calor" tipo:xls', "bomba de calor", ("tipo:xls",)),
    ("contrato -borrador -\"sin firmar\" desde:2024", "contrato", ("desde:2024",)),
    ("(luz OR gas) factur* carpeta:\"mis cosas\"", "luz gas factur", ("carpeta:\"mis cosas\"",)),
    ("titulo:acta caldera NOT goteras", "acta caldera", ()),
    ("ECBTI 17 type:pdf", "ECBTI 17", ("type:pdf",)),
    ("-borrador tipo:pdf", "", ("tipo:pdf",)),
    ("desde:2024-13-45 caldera", "2024-13-45 caldera", ()),
    ("", "", ()),
])
def test_a_query_without_its_conditions(query: str, words: str, filters: tuple[str, ...]) -> None:
    assert words_alone(query) == words and typed_filters(query) == filters


@pytest.mark.parametrize(("query", "is_so"), [
    ("carpeta:Notas", True), ("de:nerea tipo:eml -borrador", True), ("de:nerea OR de:amparo", True), ("carpeta:Notas euros", False),
    ('"sin arreglar"', False), ("-borrador", False), ("", False),
])
def test_a_query_of_fields_alone(query: str, is_so: bool) -> None:
    assert asks_of_fields_alone(query) == is_so

"""Who types a file's name gets that file first, whatever other texts hold the same words, before any vector is there and after."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.build import build_engine, build_indexer
from engine.hits import Filters, SearchRequest
from engine.search.engine import Engine
from engine.settings import Settings

NAMES = ("1.7.2.2.txt", "acta_junta_2024.txt", "Factura (1).txt", "cp850.txt", "README", "README.Debian", "informe -borrador.txt")
TEXTS = {
    "registro.txt": "cp850.txt y 1.7.2.2.txt se han cambiado hoy, y README con ellos; README.Debian también. " * 3,
    "otra.txt": "El acta de la junta de 2024 habla del informe borrador y de la factura 1. Acta, junta, 2024. " * 3,
}


@pytest.fixture(scope="module", params=["text", "all"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    place = tmp_path_factory.mktemp("names")
    docs = place / "docs"
    docs.mkdir()
    for number, name in enumerate(NAMES):
        (docs / name).write_text(f"Aquí no se dice cómo se llama esto: solo {'naranjas ' * (number + 1)}en invierno.", "utf-8")
    for name, text in TEXTS.items():
        (docs / name).write_text(text, "utf-8")
    settings = Settings(place / "data")
    with build_indexer(settings) as indexer:
        indexer.index([docs], stage=request.param)
    with build_engine(settings) as built:
        yield built


def first(engine: Engine, text: str) -> str:
    return Path(engine.search(SearchRequest(text)).hits[0].path).name


@pytest.mark.parametrize("name", NAMES)
def test_a_name_typed_in_full_is_first(engine: Engine, name: str) -> None:
    assert first(engine, name) == name
    assert first(engine, name.upper()) == name
    if name.endswith(".txt"):
        assert first(engine, name.removesuffix(".txt")) == name, "without the ending"


def test_the_signs_between_words_do_not_matter_and_filters_hold(engine: Engine) -> None:
    assert first(engine, "acta junta 2024") == "acta_junta_2024.txt"
    hits = engine.search(SearchRequest("acta_junta_2024.txt", filters=Filters(kinds=("md",)))).hits
    assert "acta_junta_2024.txt" not in [Path(hit.path).name for hit in hits]


def test_a_question_that_only_shares_words_with_a_name_is_ranked_as_ever(engine: Engine) -> None:
    assert first(engine, "qué habla de la junta de 2024") == "otra.txt"

"""What passages of one document say together, and which of them a hit shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.build import build_engine, build_indexer
from engine.document import ChunkId, DocumentId
from engine.hits import RankAndScore, SearchRequest
from engine.search.passages import FROM_OTHERS, among_others, with_best_passages
from engine.search.reranking import Late, Ranked
from engine.search.retrieval import Fused
from engine.settings import Settings

LETTER, OTHER = DocumentId(1), DocumentId(2)
WEIGHTS = np.ones(2, np.float32)


def late(*matches: float) -> Late:
    return Late(float(np.mean(matches)), 0.5, 0.1, np.array(matches, np.float32))


def ranked(*found: tuple[DocumentId, int]) -> list[Ranked]:
    return [
        Ranked(Fused(document, ChunkId(chunk), None, None, RankAndScore(rank, 1.0)), RankAndScore(rank, 0.5), 10.0 - rank)
        for rank, (document, chunk) in enumerate(found, start=1)
    ]


def chosen(places: Sequence[Ranked]) -> list[int | None]:
    return [place.fused.chunk_id for place in places]


def test_what_another_passage_of_the_document_matches_counts() -> None:
    names, fact, elsewhere = late(0.9, 0.1), late(0.2, 0.8), late(0.2, 0.8)
    raised = among_others([names, fact, elsewhere], [LETTER, LETTER, OTHER], WEIGHTS)
    gain = (FROM_OTHERS * 0.9 - 0.2) / 2
    assert raised[1] is not None and raised[1].whole == pytest.approx(fact.whole + gain)
    assert raised[1].local == pytest.approx(fact.local + gain) and raised[1].second == fact.second
    assert raised[2] is elsewhere       # the only one of its document


def test_passages_without_token_vectors_are_left_as_they_are() -> None:
    assert among_others([None, late(0.5, 0.5)], [LETTER, LETTER], WEIGHTS)[0] is None
    assert among_others([], [], WEIGHTS) == []


def test_the_passage_with_the_fact_stands_for_a_letter_that_names_its_parties_once() -> None:
    places = ranked((LETTER, 10), (OTHER, 20), (LETTER, 11))
    matches = {ChunkId(10): np.float32([0.9, 0.2]), ChunkId(11): np.float32([0.3, 0.6]), ChunkId(20): np.float32([0.5, 0.5])}
    found = with_best_passages(places, matches, lambda of: {id_: np.float32([0.9, 0.1]) for id_ in of}, WEIGHTS, lambda c: 0.0)
    assert chosen(found) == [11, 20, 10]
    assert [place.score for place in found] == [place.score for place in places]


def test_the_beginning_stands_for_itself_where_it_says_most() -> None:
    places = ranked((LETTER, 10), (LETTER, 11))
    matches = {ChunkId(10): np.float32([0.9, 0.6]), ChunkId(11): np.float32([0.3, 0.61])}
    found = with_best_passages(places, matches, lambda of: {id_: np.float32([0.9, 0.6]) for id_ in of}, WEIGHTS, lambda c: 0.0)
    assert chosen(found) == [10, 11]


def test_no_passage_takes_the_place_of_one_that_holds_the_code() -> None:
    places = ranked((LETTER, 10), (LETTER, 11), (LETTER, 12))
    matches = {ChunkId(10): np.float32([0.1, 0.1]), ChunkId(11): np.float32([0.9, 0.9])}
    held = {10: 1.0, 11: 0.0, 12: 1.0}
    found = with_best_passages(
        places, matches, lambda of: {id_: np.float32([0.0, 0.0]) for id_ in of}, WEIGHTS, lambda c: held[c.chunk_id or 0]
    )
    assert chosen(found) == [10, 11, 12]


def test_a_document_whose_beginning_has_no_token_vectors_keeps_its_passage() -> None:
    places = ranked((LETTER, 10), (LETTER, 11))
    matches = {ChunkId(10): np.float32([0.1, 0.1]), ChunkId(11): np.float32([0.9, 0.9])}
    assert chosen(with_best_passages(places, matches, lambda of: {}, WEIGHTS, lambda c: 0.0)) == [10, 11]


REPORT = """Hospital Comarcal de Soriana - Unidad de Traumatología

INFORME DE ALTA HOSPITALARIA

Paciente: Casilda Montoto Varela, 34 años, monitora de escalada. Historia: 40-220915. Ingreso: 12 de octubre de 2025. Alta: 19 de octubre.

Motivo de ingreso. Caída de cuatro metros en una travesía, con dolor e impotencia funcional en la rodilla izquierda. Fue trasladada por el
servicio de urgencias de montaña, que la inmovilizó con una férula de vacío y le canalizó una vía. Llegó consciente y orientada, sin dolor
en el cuello ni en la espalda, con pulsos conservados y la piel íntegra. La radiografía y la tomografía mostraron una fractura de la
meseta tibial externa con un hundimiento de seis milímetros. No se encontraron otras lesiones en el resto de las exploraciones.

Evolución. Se operó el segundo día bajo anestesia raquídea: elevación de la superficie articular, injerto de hueso de banco y placa con siete
tornillos. La intervención duró una hora y cuarenta minutos y transcurrió sin incidencias. El control posterior fue correcto; la herida evolucionó
bien y el dolor se controló con analgésicos de primer escalón desde el tercer día, de modo que se retiró el drenaje y empezó a sentarse.

Recomendaciones. Pierna en alto y frío local. Descarga completa durante ocho semanas, con dos muletas. Puede ducharse a partir del quinto día si cubre la
herida. Las grapas se retiran el 4 de noviembre en su centro de salud. Revisión en consultas externas el 2 de diciembre, con radiografía.
"""


def test_the_passage_that_answers_is_shown_though_another_holds_the_name(tmp_path: Path, model_folder: Path) -> None:
    folder = tmp_path / "d"
    folder.mkdir()
    (folder / "alta.txt").write_text(REPORT, "utf-8")
    (folder / "otra.txt").write_text(REPORT.replace("Casilda Montoto Varela", "Eutimio Baragaño Pruneda").replace("grapas", "puntos"), "utf-8")
    mine = Settings(tmp_path / "index", n_threads=1)
    with build_indexer(mine) as indexer:
        indexer.index([folder])
    with build_engine(mine) as engine:
        best = engine.search(SearchRequest("¿Cuándo le quitan las grapas a Casilda Montoto?")).hits[0]
        assert best.path.endswith("alta.txt") and best.answer is not None and "4 de noviembre" in best.answer.text
        by_passage = engine.search(SearchRequest("Casilda Montoto", by_passage=True)).hits
        assert "Casilda" in by_passage[0].snippet

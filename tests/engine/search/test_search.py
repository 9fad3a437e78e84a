"""The whole search over a small real index: real files, stores and models."""

from __future__ import annotations

import dataclasses
import itertools
import os
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from engine.build import build_engine, build_indexer
from engine.errors import BadUsage, Cancelled, CatalogLost, FicheroError, IndexDamaged, IndexGone
from engine.hits import HARDLY_ANSWERED, Filters, SearchRequest, SearchResult
from engine.search.engine import Engine
from engine.search.evidence import HELD
from engine.settings import Settings

DEPOSIT = "La fianza se devuelve en treinta días desde la entrega de las llaves, descontados los recibos pendientes."
FILES = {
    "fianza.md": f"# Contrato de alquiler\n\n## Fianza\n\n{DEPOSIT}\n\n## Mascotas\n\nNo se admiten perros ni gatos.\n",
    "copia/fianza2.md": f"# Contrato de alquiler\n\n## Fianza\n\n{DEPOSIT}\n\n## Mascotas\n\nNo se admiten perros ni gatos.\n",
    "e4012.txt": "Avería E-4012 de la caldera: el quemador no enciende. Revise la llave del gas y pulse el botón de rearme.",
    "e4013.txt": "Avería E-4013 de la caldera: el quemador no apaga. Cierre la llave del gas y llame al servicio técnico.",
    "garden.md": "# Watering\n\nTomatoes are watered every two days in summer, early in the morning, never on the leaves.",
    "año.txt": "El año fiscal termina el treinta y uno de diciembre, y las cuentas se aprueban en junio.",
    "importes.csv": "Concepto,Importe\nObra de la fachada,5.440.000\nPintura del portal,12.300\n",
    "receta.txt": "Para la tortilla de patatas se fríen las patatas despacio, con cebolla, y se cuajan con seis huevos.",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("documents")
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, "utf-8")
    os.utime(root / "receta.txt", (1_500_000_000, 1_500_000_000))
    return root


@pytest.fixture(scope="module")
def settings(folder: Path, tmp_path_factory: pytest.TempPathFactory, model_folder: Path) -> Settings:
    made = Settings(tmp_path_factory.mktemp("index"), n_threads=2)
    with build_indexer(made) as indexer:
        indexer.index([folder])
    return made


@pytest.fixture(scope="module")
def engine(settings: Settings) -> Iterator[Engine]:
    with build_engine(settings) as made:
        yield made


def names(result: SearchResult) -> list[str]:
    return [Path(hit.path).name for hit in result.hits]


def ask(engine: Engine, text: str, **changes: object) -> SearchResult:
    return engine.search(dataclasses.replace(SearchRequest(text), **changes))


def test_question_in_spanish_finds_its_sentence(engine: Engine, folder: Path) -> None:
    result = ask(engine, "¿Cuándo me devuelven la fianza del piso?")
    hit = result.hits[0]
    assert names(result)[0] in ("fianza.md", "fianza2.md")
    assert hit.answer is not None and hit.answer.text == DEPOSIT
    body = engine.catalog.body(hit.document_id)
    assert body[hit.answer.start : hit.answer.end] == DEPOSIT
    assert hit.heading_path[-1] == "Fianza"
    assert result.stage == "complete"


@pytest.mark.parametrize(("question", "name"), [
    ("how often should I water tomatoes", "garden.md"),
    ("¿cada cuánto se riegan los tomates?", "garden.md"),
    ("when is the deposit given back?", "fianza.md"),
    ("Wann endet das Geschäftsjahr?", "año.txt"),
])
def test_a_question_in_another_language_than_the_document(engine: Engine, question: str, name: str) -> None:
    assert names(ask(engine, question))[0].replace("fianza2", "fianza") == name


@pytest.mark.parametrize("code", ["E-4012", "E-4013", "e4012", "e 4013"])
def test_a_code_comes_before_its_neighbour(engine: Engine, code: str) -> None:
    digits = code[-4:]
    for mode in ("hybrid", "lexical"):
        assert names(ask(engine, f"avería {code}", mode=mode))[0] == f"e{digits}.txt"
    assert names(ask(engine, f"avería {code}", rerank=False))[0] == f"e{digits}.txt"


def test_a_number_in_another_format(engine: Engine) -> None:
    for number in ("5440000", "5,440,000", "5 440 000"):
        assert names(ask(engine, number, mode="lexical"))[0] == "importes.csv"


def test_an_exact_figure_or_code_is_answered_and_another_is_not(engine: Engine) -> None:
    for text in ("5440000", "5,440,000", "E-4012"):
        assert (ask(engine, text).answerable or 0.0) >= HELD
    assert (ask(engine, "E-4999").answerable or 0.0) < HARDLY_ANSWERED
    absent = ask(engine, "avería E-4999 de la caldera", language="en")
    assert (absent.answerable or 0.0) < HARDLY_ANSWERED and absent.note == "No result holds E-4999."


@pytest.mark.parametrize("text", ["E-4012", "¿qué hago con la avería E-4012 de la caldera?"])
def test_where_a_hit_holds_the_code_no_other_hit_answers(engine: Engine, text: str) -> None:
    first, *others = ask(engine, text).hits
    assert Path(first.path).name == "e4012.txt" and first.answer is not None and others
    assert {hit.answer for hit in others} == {None}


@pytest.mark.parametrize("text", ["fianza llaves recibos", "¿cuándo se aprueban las cuentas?", "7,965.25"])
def test_how_well_it_is_answered_does_not_depend_on_how_many_are_shown(engine: Engine, text: str) -> None:
    scores = {ask(engine, text, top=top).answerable for top in (1, 2, 3, 10, 20)}
    assert len(scores) == 1 and None not in scores


def test_same_text_is_folded_and_never_in_batches(engine: Engine) -> None:
    result = ask(engine, "fianza llaves recibos")
    assert names(result).count("fianza.md") + names(result).count("fianza2.md") == 1
    assert len(result.hits[0].also) == 1
    apart = ask(engine, "fianza llaves recibos", fold_duplicates=False)
    assert names(apart)[:2] in (["fianza.md", "fianza2.md"], ["fianza2.md", "fianza.md"])


def test_highlights_mark_the_words_in_the_snippet(engine: Engine) -> None:
    hit = ask(engine, "tortillas de patata").hits[0]
    assert {hit.snippet[a:b].lower() for a, b in hit.highlights} >= {"tortilla", "patatas"}


def test_filters_act_before_ranking(engine: Engine, folder: Path) -> None:
    assert names(ask(engine, "fianza", filters=Filters(kinds=("csv",)))) == ["importes.csv"]
    assert names(ask(engine, "fianza", filters=Filters(folder=str(folder / "copia")))) == ["fianza2.md"]
    assert names(ask(engine, "patatas", filters=Filters(before=date(2018, 1, 1)))) == ["receta.txt"]
    assert "receta.txt" not in names(ask(engine, "patatas", filters=Filters(after=date(2018, 1, 1))))


def test_modes_use_one_retriever(engine: Engine) -> None:
    lexical = ask(engine, "quemador", mode="lexical")
    assert all(hit.explanation.dense is None and hit.explanation.rerank is None for hit in lexical.hits)
    assert lexical.timings_ms["embed"] == 0
    dense = ask(engine, "quemador", mode="dense")
    assert all(hit.explanation.bm25 is None for hit in dense.hits)
    scores = [hit.score for hit in dense.hits]
    assert scores == sorted(scores, reverse=True)


def test_ranks_count_from_one_and_scores_fall(engine: Engine) -> None:
    hits = ask(engine, "llave del gas").hits
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert all(first.score >= second.score for first, second in itertools.pairwise(hits))


def test_empty_query_is_said(engine: Engine) -> None:
    for text in ("", "   ", "¿?", "- ."):
        with pytest.raises(BadUsage):
            ask(engine, text)


def test_cancelled_between_steps(engine: Engine) -> None:
    with pytest.raises(Cancelled):
        ask(engine, "fianza", is_cancelled=lambda: True)


def test_old_text_is_never_shown(settings: Settings, folder: Path, tmp_path: Path) -> None:
    """Between a change on disk and its reading, the document is left out and named, not shown as it was."""
    own = tmp_path / "documents"
    shutil.copytree(folder, own)
    mine = Settings(tmp_path / "index", n_threads=2)
    with build_indexer(mine) as indexer:
        indexer.index([own])
    with build_engine(mine) as engine:
        (own / "receta.txt").write_text("Ahora aquí hay otra cosa.", "utf-8")
        (own / "año.txt").unlink()
        result = ask(engine, "tortilla de patatas")
        assert "receta.txt" not in names(result)
        assert any(path.endswith("receta.txt") for path in result.outdated)
        assert "año.txt" not in names(ask(engine, "año fiscal"))
        garden = own / "garden.md"
        os.utime(garden, ns=(garden.stat().st_atime_ns, garden.stat().st_mtime_ns + 10**9))
        assert names(ask(engine, "water tomatoes"))[0] == "garden.md"      # only touched: the same content
        with build_indexer(mine) as indexer:
            indexer.index()
        engine.reload()
        found = ask(engine, "tortilla de patatas", mode="lexical")
        assert "receta.txt" not in names(found) and not found.outdated
        assert names(ask(engine, "otra cosa", mode="lexical"))[0] == "receta.txt"


def test_the_names_of_columns_are_no_answer(engine: Engine) -> None:
    hit = next(hit for hit in ask(engine, "concepto e importe").hits if hit.path.endswith("importes.csv"))
    assert hit.answer is not None and hit.answer.text.startswith(("Obra", "Pintura"))


def test_text_stage_answers_before_there_are_vectors(folder: Path, tmp_path: Path) -> None:
    mine = Settings(tmp_path / "index", n_threads=2)
    with build_indexer(mine) as indexer:
        indexer.index([folder], stage="text")
    with build_engine(mine) as engine:
        result = ask(engine, "fianza")
        assert result.stage == "text"
        assert names(result)[0].startswith("fianza")
        assert result.hits[0].answer is None


def test_a_file_that_waits_for_its_vectors_has_its_answer_marked_too(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "documents"
    shutil.copytree(folder, own)
    mine = Settings(tmp_path / "index", n_threads=2)
    with build_indexer(mine) as indexer:
        indexer.index([own])
        told = "La piscina comunitaria abre el quince de junio."
        (own / "receta.txt").write_text(f"Avisos del presidente a los vecinos. {told} Se ruega silencio.", "utf-8")
        indexer.index(stage="text")
    with build_engine(mine) as engine:
        result = ask(engine, "¿cuándo abre la piscina comunitaria?")
    assert names(result)[0] == "receta.txt"
    assert result.hits[0].answer is not None and result.hits[0].answer.text == told
    assert result.answerable is None or result.answerable >= HARDLY_ANSWERED
    assert any(hit.answer is not None for hit in result.hits[1:])


MAIL = """From: Marta Ruiz <marta@example.org>
To: Luis Gil <luis@example.org>
Date: Tue, 05 Mar 2024 10:00:00 +0100
Subject: Reforma del portal

Buenos días, Luis. El presupuesto de la reforma del portal asciende a nueve mil euros, y las obras empiezan en abril.
"""


@pytest.mark.parametrize("mode", ["hybrid", "lexical"])
def test_what_is_shown_of_a_mail_begins_with_its_text_unless_its_head_is_asked_for(tmp_path: Path, mode: str) -> None:
    root = tmp_path / "correo"
    root.mkdir()
    (root / "reforma.eml").write_text(MAIL, "utf-8")
    mine = Settings(tmp_path / "index", n_threads=2)
    with build_indexer(mine) as indexer:
        indexer.index([root], stage="text" if mode == "lexical" else "all")
    with build_engine(mine) as engine:
        for asked in ("presupuesto de las obras", "reforma del portal"):
            (hit,) = ask(engine, asked, mode=mode).hits
            assert hit.snippet.startswith("Buenos días, Luis.")
            assert hit.highlights and all(0 <= start < end <= len(hit.snippet) for start, end in hit.highlights)
        (hit,) = ask(engine, "marta@example.org", mode="lexical").hits
        assert hit.snippet.startswith("From: Marta Ruiz")


def test_nothing_indexed_yet(tmp_path: Path) -> None:
    with build_engine(Settings(tmp_path / "none")) as engine:
        assert ask(engine, "fianza").hits == ()
    assert not (tmp_path / "none").exists()


def test_a_file_that_only_lies_in_such_a_folder_comes_last(tmp_path: Path) -> None:
    root = tmp_path / "contratos"
    root.mkdir()
    (root / "vacío.txt").write_text("")
    (root / "contrato firmado.txt").write_text("")
    (root / "piso.txt").write_text("El contrato del piso dura cinco años y se prorroga si nadie avisa. " * 3, "utf-8")
    mine = Settings(tmp_path / "index", n_threads=2)
    with build_indexer(mine) as indexer:
        indexer.index([root], stage="text")
    with build_engine(mine) as engine:
        found = names(ask(engine, "contrato", mode="lexical"))
    assert set(found) == {"contrato firmado.txt", "piso.txt", "vacío.txt"}
    assert found[-1] == "vacío.txt"


def test_a_missing_store_is_said(settings: Settings, tmp_path: Path) -> None:
    for lost in ("text", "vectors"):
        copy = Settings(tmp_path / lost)
        shutil.copytree(settings.data_dir, copy.data_dir)
        shutil.rmtree(copy.data_dir / lost)
        with pytest.raises(IndexDamaged), build_engine(copy):
            pass


@pytest.mark.parametrize(("lost", "error"), [
    ("text", IndexDamaged), ("vectors", IndexDamaged), ("catalog.sqlite", CatalogLost), ("", IndexGone),
])
def test_stores_that_go_below_an_open_engine_are_said_and_those_that_come_back_read(
    lost: str, error: type[FicheroError], settings: Settings, tmp_path: Path
) -> None:
    mine, away = Settings(tmp_path / "mine"), tmp_path / "away"
    shutil.copytree(settings.data_dir, mine.data_dir)
    with build_engine(mine) as engine:
        before = names(ask(engine, "fianza"))
        (mine.data_dir / lost).rename(away)
        for _ in range(2):
            with pytest.raises(error):
                ask(engine, "fianza")
        with pytest.raises(error):
            engine.reload()
        if lost:
            away.rename(mine.data_dir / lost)
        else:
            shutil.copytree(away, mine.data_dir)        # other files, as after `index`
        assert names(ask(engine, "fianza")) == before and before


def test_what_the_documents_do_not_say_scores_lower(engine: Engine) -> None:
    answered = ["¿Cuándo se devuelve la fianza?", "how often are tomatoes watered?", "¿cuándo se aprueban las cuentas?"]
    foreign = ["¿Quién descubrió la penicilina?", "how fast is a cheetah?", "¿cuál es la capital de Mongolia?"]
    scores = {text: ask(engine, text).answerable for text in answered + foreign}
    assert all(score is not None and 0 <= score <= 1 for score in scores.values())
    assert min(scores[text] for text in answered) > max(scores[text] for text in foreign)
    assert ask(engine, "fianza", mode="lexical").answerable is None


def test_older_versions_lie_under_the_newest(tmp_path: Path) -> None:
    clauses = "\n\n".join(f"Cláusula {n}. El arrendatario cuida la cosa arrendada con diligencia y avisa de todo daño." for n in range(12))
    root = tmp_path / "d"
    root.mkdir()
    for number, rent in ((1, 700), (2, 750), (3, 790)):
        (root / f"Contrato v{number}.md").write_text(f"# Contrato\n\nLa renta es de {rent} euros al mes.\n\n{clauses}\n", "utf-8")
    (root / "Recibo.md").write_text("# Recibo\n\nSe ha pagado la renta de enero, 700 euros.\n", "utf-8")
    mine = Settings(tmp_path / "index", n_threads=2)
    with build_indexer(mine) as indexer:
        indexer.index([root], stage="text")
    with build_engine(mine) as engine:
        hits = ask(engine, "renta al mes", mode="lexical").hits
        assert {Path(hit.path).name for hit in hits} == {"Contrato v3.md", "Recibo.md"}
        contract = next(hit for hit in hits if "Contrato" in hit.path)
        assert contract.version == "v3"
        assert [(Path(older.path).name, older.version) for older in contract.versions] == [("Contrato v2.md", "v2"), ("Contrato v1.md", "v1")]
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        asked = names(ask(engine, "renta al mes en el contrato v1", mode="lexical"))
        assert "Contrato v1.md" in asked and "Contrato v3.md" in asked
        assert len(names(ask(engine, "renta al mes", mode="lexical", fold_duplicates=False))) == 4


def test_inside_one_document_each_passage_is_a_hit(tmp_path: Path) -> None:
    root = tmp_path / "d"
    (root / "cartas").mkdir(parents=True)
    sections = "\n\n".join(f"## Apartado {n}\n\nEn el apartado {n} se habla de la fianza y de otras cosas. " + "Nada más. " * 60 for n in range(4))
    (root / "largo.md").write_text(f"# Contrato\n\n{sections}\n", "utf-8")
    (root / "cartas" / "carta.txt").write_text("Les escribo por la fianza del piso, que aún no me han devuelto.", "utf-8")
    os.utime(root / "largo.md", (1_500_000_000, 1_500_000_000))
    mine = Settings(tmp_path / "index", n_threads=2)
    with build_indexer(mine) as indexer:
        indexer.index([root], stage="text")
    with build_engine(mine) as engine:
        whole = ask(engine, "fianza", mode="lexical", with_facets=True)
        long = next(hit for hit in whole.hits if hit.path.endswith("largo.md"))
        assert names(whole) and long.n_more >= 3 and [hit.n_more for hit in whole.hits if hit.path.endswith("carta.txt")] == [0]
        assert whole.facets is not None and dict(whole.facets.kinds) == {"md": 1, "txt": 1}
        assert whole.facets.folders == ((str(root / "cartas"), 1),) and dict(whole.facets.periods)["older"] == 1
        inside = ask(engine, "fianza", mode="lexical", by_passage=True, filters=Filters(documents=(long.document_id,)))
        assert {hit.document_id for hit in inside.hits} == {long.document_id}
        assert len({hit.chunk_id for hit in inside.hits}) == len(inside.hits) >= 4
        assert all(hit.n_more == 0 for hit in inside.hits) and inside.facets is None
        chosen = ask(engine, "fianza", mode="lexical", with_facets=True, filters=Filters(kinds=("txt",)))
        assert names(chosen) == ["carta.txt"] and dict(chosen.facets.kinds) == {"md": 1, "txt": 1}
        below = Filters(folders=(str(root / "cartas"), "/nada"), periods=((date(2020, 1, 1), None), (None, date(1999, 1, 1))))
        assert names(ask(engine, "fianza", mode="lexical", filters=below)) == ["carta.txt"]
        old = Filters(periods=((None, date(2018, 1, 1)),))
        assert names(ask(engine, "fianza", mode="lexical", filters=old)) == ["largo.md"]

"""The command line's contract, verb by verb, on real documents in processes of their own."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from engine.catalog.catalog import Catalog
from engine.machine.index_lock import IndexLock
from tests.end2end.conftest import Fichero, Sample

HIT_FIELDS = {
    "rank", "score", "path", "title", "document_id", "chunk_id", "heading_path", "page", "start", "end", "snippet",
    "highlights", "answer", "explain", "also",
}
UNREADABLE = {"nómina_cifrada.pdf": "encrypted", "presupuesto_dañado.docx": "damaged", "vacío.txt": "empty"}
N_FILES = 16
DERRAMA = "¿Cuánto tiene que pagar cada vivienda por la derrama del ascensor?"


def name_of(hit: dict[str, Any]) -> str:
    return Path(hit["path"]).name


@pytest.mark.skipif(os.name == "nt", reason="rights of others are a matter of POSIX")
def test_all_stores_are_readable_by_their_owner_alone(sample: Sample) -> None:
    places = [sample.fichero.data, *sample.fichero.data.rglob("*")]
    assert len(places) > 20 and [place for place in places if place.stat().st_mode & 0o077] == []


# ---- index, status, errors -------------------------------------------------------------------------------------------


def test_index_reports_counts_and_seconds(sample: Sample) -> None:
    report = sample.report
    assert set(report) == {"documents", "chunks", "seconds"}
    assert set(report["documents"]) == {"indexed", "unchanged", "failed", "left_out", "removed"}
    assert report["documents"]["indexed"] == N_FILES - len(UNREADABLE)
    assert report["documents"]["failed"] == len(UNREADABLE)
    assert report["documents"]["unchanged"] == report["documents"]["removed"] == 0
    assert report["chunks"] > 20
    assert set(report["seconds"]) == {"extract", "text", "vectors", "total"}
    assert all(value >= 0 for value in report["seconds"].values())


def test_status(sample: Sample) -> None:
    status = sample.fichero.json("status")
    assert {"folders", "documents", "chunks", "failed", "bytes", "models", "pending"} <= set(status)
    (folder,) = status["folders"]
    assert folder["path"] == str(sample.folder)
    assert folder["stage"] == "complete"
    assert status["chunks"] == folder["chunks"] == sample.report["chunks"]
    assert status["failed"] == len(UNREADABLE)
    assert status["pending"] == 0
    assert set(status["bytes"]) == {"catalog", "text", "vectors", "bits"}
    assert all(size > 0 for size in status["bytes"].values())
    assert status["models"]


def test_errors_name_the_reason(sample: Sample) -> None:
    errors = sample.fichero.json("errors")
    assert all(set(error) == {"path", "reason", "detail"} for error in errors)
    assert {Path(error["path"]).name: error["reason"] for error in errors} == UNREADABLE
    assert all(Path(error["path"]).is_file() for error in errors)


def test_second_run_changes_nothing(sample: Sample) -> None:
    report = sample.fichero.json("index", sample.folder)
    assert report["documents"]["indexed"] == report["documents"]["removed"] == 0
    assert report["documents"]["unchanged"] >= N_FILES - len(UNREADABLE)


# ---- chunks ----------------------------------------------------------------------------------------------------------


def test_chunks_of_a_folder(sample: Sample) -> None:
    documents = sample.fichero.lines("chunks", sample.folder)
    assert len(documents) == N_FILES - len(UNREADABLE)          # none for a document without text
    with Catalog.open(sample.fichero.data, read_only=True) as catalog:
        for document in documents:
            assert {"document_id", "path", "title", "language", "chunks"} <= set(document)
            body = catalog.body(document["document_id"])
            for chunk in document["chunks"]:
                assert set(chunk) == {"chunk_id", "heading_path", "page", "start", "end", "n_tokens", "text"}
                assert 0 <= chunk["start"] < chunk["end"] <= len(body)
                assert 0 < chunk["n_tokens"] < 512
                assert chunk["page"] is None or chunk["page"] >= 1
                assert chunk["text"].strip()
    assert sum(len(document["chunks"]) for document in documents) == sample.report["chunks"]


def test_chunks_follow_the_structure(sample: Sample) -> None:
    lines = sample.fichero.lines("chunks", sample.folder / "comunidad" / "acta_junta_2024.pdf",
                                 sample.folder / "comunidad" / "estatutos.docx",
                                 sample.folder / "laboratorio" / "codigos_de_error.xlsx")
    by_name = {name_of(line): line for line in lines}

    pdf = by_name["acta_junta_2024.pdf"]
    assert pdf["title"] == "Acta de la junta general ordinaria de 2024"
    assert pdf["language"] == "es"
    assert {chunk["page"] for chunk in pdf["chunks"]} == {1, 2, 3}
    lift = next(chunk for chunk in pdf["chunks"] if "2.600 euros" in chunk["text"])
    assert lift["page"] == 2
    assert any("Sustitución del ascensor" in heading for heading in lift["heading_path"])

    word = by_name["estatutos.docx"]
    dogs = next(chunk for chunk in word["chunks"] if "Los perros" in chunk["text"])
    assert dogs["page"] is None
    assert dogs["heading_path"][-2:] == ["Uso de las viviendas", "Animales de compañía"]
    shares = next(chunk for chunk in word["chunks"] if "6,10 %" in chunk["text"])
    assert "Superficie" in shares["text"], "a row of a table carries the names of its columns"

    rows = [chunk["text"] for chunk in by_name["codigos_de_error.xlsx"]["chunks"]]
    row = next(text for text in rows if "E-4032" in text)
    assert "Significado" in row and "Desequilibrio del rotor" in row


# ---- search ----------------------------------------------------------------------------------------------------------


def test_search_result_object(sample: Sample) -> None:
    result = sample.fichero.json("search", DERRAMA)
    assert {"query", "hits", "timings_ms", "answerable", "stage"} <= set(result)
    assert result["query"] == DERRAMA
    assert result["stage"] == "complete"
    assert set(result["timings_ms"]) == {"embed", "bm25", "dense", "fuse", "rerank", "total"}
    assert [hit["rank"] for hit in result["hits"]] == list(range(1, len(result["hits"]) + 1))
    assert len(result["hits"]) <= 10
    assert len({hit["path"] for hit in result["hits"]}) == len(result["hits"]), "a document stands once"
    scores = [hit["score"] for hit in result["hits"]]
    assert scores == sorted(scores, reverse=True)
    for hit in result["hits"]:
        assert set(hit) >= HIT_FIELDS
        assert set(hit["explain"]) == {"bm25", "dense", "rrf", "rerank"}
        assert hit["explain"]["rrf"]["rank"] >= 1
        assert Path(hit["path"]).is_absolute()

    first = result["hits"][0]
    assert name_of(first) == "acta_junta_2024.pdf"
    assert first["page"] == 2
    assert "2.600 euros" in first["answer"]["text"]


def test_offsets_point_into_the_text(sample: Sample) -> None:
    results = sample.fichero.batch(
        {"id": 1, "text": DERRAMA}, {"id": 2, "text": "música en la terraza"}, {"id": 3, "text": "Íñigo Núñez botiquín"},
        {"id": 4, "text": "How heavy may the tubes differ?"},
    )
    marked = 0
    with Catalog.open(sample.fichero.data, read_only=True) as catalog:
        for hit in (hit for result in results for hit in result["hits"]):
            body = catalog.body(hit["document_id"])
            assert 0 <= hit["start"] <= hit["end"] <= len(body)
            for start, end in hit["highlights"]:
                assert 0 <= start < end <= len(hit["snippet"])
                assert hit["snippet"][start:end].strip()
                marked += 1
            answer = hit["answer"]
            if answer and Path(hit["path"]).suffix in (".txt", ".html", ".pdf"):      # prose: no column names added
                assert " ".join(body[answer["start"]:answer["end"]].split()) == " ".join(answer["text"].split())
    assert marked > 4
    ordinance = next(hit for hit in results[1]["hits"] if name_of(hit) == "ordenanza_ruido.md")
    words = {ordinance["snippet"][a:b].lower() for a, b in ordinance["highlights"]}
    assert {"música", "terraza"} <= words


def test_search_finds_what_was_asked(sample: Sample) -> None:
    """Meaning, codes, other languages, amounts, accents left out: one document must come first for each."""
    expected = {
        "E-4032": "codigos_de_error.xlsx",
        "¿Con cuánta antelación puedo anular la casa de vacaciones sin pagar?": "location_vacances.html",
        "¿Cuándo hay que desechar un rotor?": "centrifuge_manual.pdf",
        "¿A qué hora cierran las terrazas los sábados?": "ordenanza_ruido.md",
        "ayudas para jovenes inquilinos": "ayudas_alquiler.html",
        "what to do when acid gets into the eyes": "safety_rules.md",
        "two_point_calibration": "calibration.py",
        "21.345,00": "gastos_2024.csv",
        '"botiquín está en la caseta"': "aviso_piscina.txt",
    }
    results = sample.fichero.batch(*({"id": text, "text": text} for text in expected))
    assert [result["id"] for result in results] == list(expected)
    assert {result["id"]: name_of(result["hits"][0]) for result in results} == expected
    code = results[0]["hits"][0]
    assert "E-4032" in code["snippet"]
    assert [code["snippet"][a:b] for a, b in code["highlights"]][:1] == ["E-4032"]


def test_batch_keeps_order_and_a_line_beats_the_option(sample: Sample) -> None:
    file = sample.fichero.cwd / "order.jsonl"
    lines = [
        {"id": "z", "text": "ascensor", "top": 3}, {"id": "a", "text": "ascensor", "mode": "lexical"},
        {"id": 7, "text": "ascensor", "mode": "dense"}, {"id": "a", "text": "mantenimiento del ascensor", "top": 10},
    ]
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    results = sample.fichero.lines("search", "--batch", file, "--top", "2")
    assert [result["id"] for result in results] == ["z", "a", 7, "a"]
    assert [len(result["hits"]) for result in results[:3]] == [3, 2, 2]
    assert all(hit["explain"]["dense"] is None for hit in results[1]["hits"])
    assert all(hit["explain"]["bm25"] is None for hit in results[2]["hits"])
    versions = [name_of(hit) for hit in results[3]["hits"] if "mantenimiento" in name_of(hit)]
    assert sorted(versions) == ["mantenimiento_ascensor_v1.txt", "mantenimiento_ascensor_v2.txt"], "batch never folds"
    assert all(hit["also"] == [] for result in results for hit in result["hits"])


def test_filters_limit_before_ranking(sample: Sample) -> None:
    by_type = sample.fichero.json("search", "ascensor", "--type", "pdf", "--mode", "lexical")
    assert by_type["hits"] and {Path(hit["path"]).suffix for hit in by_type["hits"]} == {".pdf"}

    folder = sample.folder / "contratos"
    by_folder = sample.fichero.json("search", "ascensor", "--folder", folder, "--no-rerank")
    assert by_folder["hits"] and all(Path(hit["path"]).parent == folder for hit in by_folder["hits"])
    assert all(hit["explain"]["rerank"] is None for hit in by_folder["hits"])

    assert sample.fichero.json("search", "ascensor", "--before", "1990-01-01", "--mode", "lexical")["hits"] == []


def test_search_in_words(sample: Sample) -> None:
    """Without --json a person reads it: title, page, path, snippet."""
    done = sample.fichero.run("search", "--data", sample.fichero.data, "--top", "1", "--explain", DERRAMA)
    assert "Acta de la junta general ordinaria de 2024" in done.stdout
    assert str(sample.folder / "comunidad" / "acta_junta_2024.pdf") in done.stdout
    assert "bm25" in done.stdout


def test_a_query_of_ten_thousand_characters(sample: Sample) -> None:
    (result,) = sample.fichero.batch({"id": 1, "text": "ascensor derrama vivienda «raro» \"sin cerrar " * 230})
    assert result["hits"]


# ---- options -----------------------------------------------------------------------------------------------------


def test_options_before_or_after_the_verb(sample: Sample) -> None:
    data = sample.fichero.data
    before = sample.fichero.run("--json", "--data", data, "errors").stdout
    after = sample.fichero.run("errors", f"--data={data}", "--json").stdout
    relative = sample.fichero.run("--data", "data", "errors", "--json").stdout
    assert json.loads(before) == json.loads(after) == json.loads(relative)
    assert before.isascii() and "\\u" in before, "JSON is ASCII only"


def test_two_dashes_end_the_options(sample: Sample) -> None:
    result = sample.fichero.json("search", "--mode", "lexical", "--", "--json")
    assert result["query"] == "--json"


@pytest.mark.parametrize("arguments", [
    ("nonsense",), ("search",), ("search", ""), ("search", "   "), ("search", "x", "--mode", "magic"),
    ("search", "x", "--after", "ayer"), ("search", "x", "--top", "0"), ("search", "--batch", "no-such-file.jsonl"),
    ("chunks",), ("remove",), ("--no-such-option", "status"), ("judge", "x", "no-such-file.pdf", "--page", "0"),
], ids=" ".join)
def test_wrong_usage_is_2_and_says_why(fichero: Fichero, arguments: tuple[str, ...]) -> None:
    done = fichero.run(*arguments, "--data", fichero.data, status=2)
    assert done.stdout == ""
    assert len(done.stderr.strip()) > 10
    assert "Traceback" not in done.stderr


def test_messages_in_both_languages(fichero: Fichero) -> None:
    missing = fichero.cwd / "no existe"
    spanish = fichero.run("index", "--data", fichero.data, missing, status=1, LC_ALL="es_ES.UTF-8")
    english = fichero.run("index", "--data", fichero.data, missing, status=1, LC_ALL="en_GB.UTF-8")
    assert "No existe" in spanish.stderr and str(missing) in spanish.stderr
    assert "There is no" in english.stderr and str(missing) in english.stderr


def test_version(fichero: Fichero) -> None:
    assert fichero.run("--version").stdout.startswith("fichero ")


# ---- stages, changes, removal ------------------------------------------------------------------------------------


@pytest.fixture
def small(fichero: Fichero, sample_folder: Path) -> tuple[Fichero, Path]:
    """A folder of two documents to be changed, not yet indexed."""
    folder = fichero.cwd / "docs"
    folder.mkdir()
    for name in ("ordenanza_ruido.md", "ayudas_alquiler.html"):
        shutil.copy(sample_folder / "ayuntamiento" / name, folder)
    return fichero, folder


def test_text_first_then_vectors(small: tuple[Fichero, Path]) -> None:
    fichero, folder = small
    fichero.json("index", "--stage", "text", folder)
    result = fichero.json("search", "¿A qué hora cierran las terrazas?")
    assert result["stage"] == "text"
    assert name_of(result["hits"][0]) == "ordenanza_ruido.md"
    status = fichero.json("status")
    assert status["folders"][0]["stage"] == "text" and status["pending"] > 0
    assert "2 docu" in fichero.run("search", "--data", fichero.data, "terrazas").stderr

    fichero.json("index", "--stage", "vectors", folder)
    result = fichero.json("search", "until when may bars serve outside?")
    assert result["stage"] == "complete"
    assert name_of(result["hits"][0]) == "ordenanza_ruido.md"
    assert result["hits"][0]["explain"]["dense"] is not None


def test_changes_are_followed(small: tuple[Fichero, Path]) -> None:
    fichero, folder = small
    changed, gone, new = folder / "ordenanza_ruido.md", folder / "ayudas_alquiler.html", folder / "nuevo.txt"
    fichero.json("index", folder)

    changed.write_text("# Ordenanza\n\nLas terrazas cierran a las tres de la madrugada en carnaval.\n", encoding="utf-8")
    gone.unlink()
    stale = fichero.json("search", "terrazas a la 1:00 los viernes", "--mode", "lexical")
    assert not any(name_of(hit) in (changed.name, gone.name) for hit in stale["hits"]), "what changed is not shown as current"

    new.write_text("El quiosco de música se pinta de verde oliva en primavera.\n", encoding="utf-8")
    report = fichero.json("index", folder)["documents"]
    assert (report["indexed"], report["removed"], report["unchanged"]) == (2, 1, 0)
    results = fichero.batch({"id": 1, "text": "carnaval"}, {"id": 2, "text": "¿De qué color se pinta el quiosco?"},
                            {"id": 3, "text": "empadronamiento", "mode": "lexical"})
    assert name_of(results[0]["hits"][0]) == changed.name
    assert name_of(results[1]["hits"][0]) == new.name
    assert results[2]["hits"] == []


def test_remove_a_file_then_the_folder(small: tuple[Fichero, Path]) -> None:
    fichero, folder = small
    fichero.json("index", folder)
    assert fichero.json("remove", folder / "ordenanza_ruido.md") == {"removed": 1}
    assert [name_of(line) for line in fichero.lines("chunks", folder)] == ["ayudas_alquiler.html"]
    assert fichero.json("remove", folder) == {"removed": 1}
    status = fichero.json("status")
    assert (status["documents"], status["chunks"], status["folders"]) == (0, 0, [])
    assert fichero.json("doctor") == {"ok": True, "problems": [], "repaired": 0}
    assert len(list(folder.iterdir())) == 2, "the files themselves are not touched"


def test_file_name_that_is_not_utf8(fichero: Fichero) -> None:
    folder = os.fsencode(fichero.cwd / "nombres")
    os.mkdir(folder)
    with open(folder + b"/caf\xe9 con leche.txt", "wb") as file:
        file.write(b"El desayuno se sirve en el claustro.\n")
    fichero.json("index", os.fsdecode(folder))
    output = fichero.text("search", "desayuno en el claustro")
    assert output.isascii()
    (hit,) = json.loads(output)["hits"]
    assert os.fsencode(hit["path"]) == folder + b"/caf\xe9 con leche.txt"
    assert "\\udce9" in output


# ---- trouble -----------------------------------------------------------------------------------------------------


def test_reading_verbs_need_no_lock(sample: Sample) -> None:
    with IndexLock(sample.fichero.data):
        assert sample.fichero.json("search", DERRAMA, "--top", "1")["hits"]
        assert sample.fichero.json("status")["documents"]
        done = sample.fichero.run("index", "--data", sample.fichero.data, sample.folder, status=1)
    assert str(sample.fichero.data) in done.stderr and "Traceback" not in done.stderr


def test_missing_model_says_where_it_is_expected(sample: Sample, tmp_path: Path) -> None:
    done = sample.fichero.run("search", "--data", sample.fichero.data, DERRAMA, status=1,
                              FICHERO_MODELS=str(tmp_path), FICHERO_LANGUAGE="en")
    assert str(tmp_path) in done.stderr and "models prepare" in done.stderr
    assert "Traceback" not in done.stderr


def test_index_from_a_newer_version_is_left_untouched(small: tuple[Fichero, Path]) -> None:
    fichero, folder = small
    fichero.json("index", "--stage", "text", folder)
    (catalog,) = [path for path in fichero.data.iterdir() if path.is_file() and path.read_bytes()[:6] == b"SQLite"]
    with sqlite3.connect(catalog) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version + 1000}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = catalog.read_bytes()
    for verb in (("index", folder), ("search", "terrazas")):
        done = fichero.run(*verb, "--data", fichero.data, status=1)
        assert str(fichero.data) in done.stderr and "Traceback" not in done.stderr
    assert catalog.read_bytes() == before


def test_models_list_and_verify(fichero: Fichero) -> None:
    models = fichero.json("models", "list")["models"]
    assert {model["kind"] for model in models} == {"embedder", "reranker"}
    assert all(model["name"] and model["version"] and model["licence"] for model in models)
    assert fichero.json("models", "verify")["ok"] is True


def test_eval_of_questions_in_a_csv(sample: Sample) -> None:
    golden = sample.fichero.cwd / "preguntas.csv"
    golden.write_text(
        "question,path,page\n"
        f"{DERRAMA},{sample.folder}/comunidad/acta_junta_2024.pdf,2\n"
        f"¿A qué hora cierran las terrazas?,{sample.folder}/ayuntamiento/ordenanza_ruido.md,\n", encoding="utf-8")
    result = sample.fichero.json("eval", golden)
    for configuration in ("bm25", "dense", "hybrid", "hybrid+rerank"):
        assert {"recall@1", "recall@5", "mrr@10", "ndcg@10", "median_ms", "p95_ms"} <= set(result[configuration])
    assert result["hybrid+rerank"]["recall@5"] == 1.0


def test_eval_of_a_set_and_of_its_answers(fichero: Fichero, tmp_path: Path) -> None:
    source = tmp_path / "set"
    source.mkdir()
    texts = {"a": "El quórum de la junta es de la mitad de las cuotas. La vota el presidente.",
             "b": "Las hojas de menta se secan a la sombra durante nueve días."}
    (source / "corpus.jsonl").write_text("".join(
        json.dumps({"id": key, "text": text, "lang": "es"}) + "\n" for key, text in texts.items()), "utf-8")
    (source / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in (
        {"id": "q", "text": "¿Cuántos días se seca la menta?", "lang": "es"},
        {"id": "r", "text": "¿Qué quórum tiene la junta?", "lang": "es"})), "utf-8")
    (source / "qrels.tsv").write_text("query-id\tcorpus-id\trelevance\nq\tb\t1\nr\ta\t1\n")
    (source / "answers.jsonl").write_text(json.dumps({"query_id": "r", "answer": "la mitad de las cuotas", "start": 24}) + "\n")
    result = fichero.json("eval", source, "--answers")
    assert result["hybrid+rerank"]["recall@1"] == 1
    assert result["directions"]["es→es"]["n_questions"] == 2
    answers = result["answers"]["es→es"]
    assert answers["answerable_auroc"] == 1 and answers["answer_sentence"] == 1 and answers["n_answered"] == 1


def test_questions_of_ones_own(sample: Sample) -> None:
    """Judged on the command line, measured by `eval` without a set, out to a CSV and in again elsewhere."""
    fichero = sample.fichero
    manual = next(path for path in sorted(sample.folder.rglob("*")) if path.suffix == ".md")
    fichero.json("judge", "¿Qué dice el manual?", manual)
    others = fichero.cwd / "otros.csv"          # a document that is gone by now: one that is not there can't be judged
    others.write_text(f"question,path,verdict\n¿Qué dice el manual?,{sample.folder / 'nada.pdf'},wrong\n", "utf-8")
    fichero.json("judge", "--import", others)
    kept = fichero.json("judge")["judgements"]
    assert [(row["path"], row["is_right"]) for row in kept] == [(str(manual), True), (str(sample.folder / "nada.pdf"), False)]
    result = fichero.json("eval", "--failures", "--save", "uno")
    assert (result["name"], result["n_questions"]) == ("own", 1)
    assert {failure["id"] for failure in result["failures"]} == set(result["failed"])
    others.write_text(f"question,path\n¿De qué trata lo que no existe?,{sample.folder / 'nada.pdf'}\n", "utf-8")
    fichero.json("judge", "--import", others)
    again = fichero.json("eval", "--failures", "--against", "uno")
    (failure,) = [row for row in again["failures"] if row["right"] == [str(sample.folder / "nada.pdf")]]
    assert failure["culprit"] == "unknown" and failure["bm25"] is not None
    assert (again["changes"]["newly_failed"], again["changes"]["n_common"]) == ([], 1)           # it was not asked before
    assert again["losses"] == [] and again["hybrid+rerank"]["recall@5"] < 1.0
    out = fichero.cwd / "juicios.csv"
    assert fichero.json("judge", "--export", out)["exported"] == 3
    assert fichero.json("judge", "--forget", "¿Qué dice el manual?")["forgotten"] == 2
    assert fichero.json("judge", "--import", out)["imported"] == 3
    assert len(fichero.json("judge")["judgements"]) == 3

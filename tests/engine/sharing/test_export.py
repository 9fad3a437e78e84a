"""What `export` writes is one state of the index, whole, and answers in another engine as it does here."""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from engine.build import ModelLoader, build_indexer, open_catalog
from engine.errors import BadUsage, Cancelled
from engine.model_ids import vectors_of
from engine.settings import Settings
from engine.sharing.export import LEFT_OVER_S, Embedded, Export, ExportUnwritable, ForeignFolder
from engine.stores.vector_tables import VectorTables
from tests.engine.search.test_search import FILES
from ui.command.program import main

SCRIPT = Path(__file__).resolve().parents[3] / "docs" / "team_search.py"
QUESTIONS = ("¿Cuándo se devuelve la fianza?", "how often are tomatoes watered", "avería de la caldera", "coste de la fachada")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, model_folder: Path) -> Path:
    """Documents in `docs`, their index in `data`."""
    root = tmp_path_factory.mktemp("export")
    for name, text in FILES.items():
        (root / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "docs" / name).write_text(text, "utf-8")
    with open(os.fsencode(root / "docs") + b"/mal\xf1.txt", "wb") as file:
        file.write(b"El membrillo se recoge en octubre, cuando amarillea.")
    (root / "docs" / "vacio.txt").touch()
    with build_indexer(Settings(root / "data", n_threads=2)) as indexer:
        indexer.index([root / "docs"])
    return root


@pytest.fixture(scope="module")
def exported(place: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("team") / "export"
    assert main(["export", str(target), "--json", "--data", str(place / "data")]) == 0
    return target


def manifest_of(target: Path) -> dict[str, Any]:
    return json.loads((target / "manifest.json").read_text("utf-8"))


def rows_of(target: Path, table: str) -> list[dict[str, Any]]:
    (file,) = [file for file in manifest_of(target)["files"] if file["table"] == table]
    return pq.read_table(target / file["name"]).to_pylist()


def test_the_tables_are_the_index(place: Path, exported: Path) -> None:
    documents, passages, vectors = (rows_of(exported, name) for name in ("documents", "passages", "vectors"))
    manifest = manifest_of(exported)
    assert (manifest["format"], manifest["format_version"], manifest["stage"]) == ("fichero-export", 1, "complete")
    assert manifest["model"]["id"].startswith("multilingual-e5-small") and manifest["model"]["dimension"] == 384
    assert (manifest["model"]["query_prefix"], manifest["model"]["passage_prefix"]) == ("query: ", "passage: ")
    described = (Path(__file__).resolve().parents[3] / "docs" / "export.md").read_text("utf-8").split("| table | columns |")[0]
    assert [key for key in manifest if f"`{key}`" not in described] == []
    for file in manifest["files"]:
        content = (exported / file["name"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file["bytes"], file["sha256"])
    assert len(documents) == len(FILES) + 2
    by_path = {row["path"].removeprefix(f"{place}/docs/"): row for row in documents}
    assert set(by_path) == {*FILES, "mal\\xf1.txt", "vacio.txt"}
    assert (by_path["vacio.txt"]["state"], by_path["vacio.txt"]["reason"]) == ("unreadable", "empty")
    assert by_path["receta.txt"]["text"] == FILES["receta.txt"] and by_path["receta.txt"]["modified"].tzinfo is not None
    texts = {row["document_id"]: row["text"] for row in documents}
    for row in passages:
        if row["kind"] == "paragraph":
            assert texts[row["document_id"]][row["start"]:row["end"]] == row["text"]
        assert row["embedded_text"].endswith(row["text"])
    assert [row["passage_id"] for row in vectors] == [row["passage_id"] for row in passages]
    assert all(abs(np.linalg.norm(row["vector"]) - 1) < 0.01 for row in vectors)
    with open_catalog(Settings(place / "data")) as catalog:
        assert {row["passage_id"] for row in passages} == {
            chunk.chunk_id for id_ in texts for chunk in catalog.document_chunks(id_)     # type: ignore[arg-type]
        }
    assert {path.stat().st_mode & 0o077 for path in (exported, *exported.iterdir())} == {0}


@pytest.fixture(scope="module")
def team() -> Any:
    """The script that a team runs; it imports nothing of Fichero."""
    spec = importlib.util.spec_from_file_location("team_search", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(params=["folder", "bucket"])
def uri(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "team") if request.param == "folder" else request.getfixturevalue("bucket")


@pytest.fixture
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket of a server on this computer that speaks S3, as `make check-export` installs it."""
    server = shutil.which("moto_server")
    if server is None:
        pytest.skip("there is no object storage here (make check-export installs a server)")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    said = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1", "AWS_ALLOW_HTTP": "true"}
    for name, value in {**said, "AWS_ENDPOINT": f"http://127.0.0.1:{port}"}.items():
        monkeypatch.setenv(name, value)
    process = subprocess.Popen([server, "-H", "127.0.0.1", "-p", str(port)], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        made = urllib.request.Request(f"http://127.0.0.1:{port}/team", method="PUT")
        begun = time.monotonic()
        while True:
            try:
                urllib.request.urlopen(made, timeout=10).close()
                break
            except OSError:
                assert process.poll() is None and time.monotonic() - begun < 60
                time.sleep(0.1)
        yield "s3://team/search"
    finally:
        process.kill()
        process.wait()


def test_a_team_loads_it_into_lancedb_and_the_same_questions_find_the_same(place: Path, exported: Path, team: Any, uri: str) -> None:
    table = team.load(exported, uri)
    embedder = ModelLoader(Settings(place / "data"), 2).embedder()
    with open_catalog(Settings(place / "data")) as catalog:
        model = vectors_of(catalog.serving_model() or "")
        chunks = {chunk.chunk_id: chunk for document in catalog.all_documents() for chunk in catalog.document_chunks(document)}
    store = VectorTables.open(place / "data" / "vectors")
    for question in QUESTIONS:
        vector = embedder.embed_query(question).vector
        own = store.search(vector, 50, model)
        theirs = team.by_meaning(table, vector, 50)
        # Copies of one passage are as near as each other: in order of their ids, as Fichero's store gives them.
        theirs = sorted(theirs, key=lambda row: (round(row["_distance"], 4), row["passage_id"]))
        ordered = sorted(own, key=lambda one: (round(1.0 - one.score, 4), one.chunk_id))
        assert [row["passage_id"] for row in theirs] == [one.chunk_id for one in ordered] and len(own) > 8
        assert [row["_distance"] for row in theirs] == pytest.approx([1.0 - one.score for one in ordered], abs=1e-3)
        for row in theirs:
            chunk = chunks[row["passage_id"]]
            assert (row["start"], row["end"], row["page"], row["text"]) == (chunk.start, chunk.end, chunk.page, chunk.text)
    store.close()
    assert team.by_words(table, "membrillo")[0]["path"].endswith("mal\\xf1.txt")
    both = team.by_both(table, QUESTIONS[0], embedder.embed_query(QUESTIONS[0]).vector, 3)
    assert len(both) == 3 and "fianza" in both[0]["text"]
    assert [row["passage_id"] for row in team.ask(uri, "membrillo", "words", 1)] == [team.by_words(table, "membrillo")[0]["passage_id"]]


def test_passages_find_their_vectors_a_few_at_a_time(team: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some passages have none yet, and the files' groups of rows are not the same."""
    monkeypatch.setattr(team, "ROWS_AT_ONCE", 7)
    embedded = [number for number in range(100) if number % 5 and not 30 < number < 60]
    pq.write_table(pa.table({"passage_id": list(range(100, 0, -1))}), tmp_path / "passages.parquet", row_group_size=13)
    pq.write_table(pa.table({
        "passage_id": [100 - number for number in embedded], "model": ["m"] * len(embedded),
        "vector": [[float(100 - number)] for number in embedded],
    }), tmp_path / "vectors.parquet", row_group_size=3)
    tables = list(team.joined(*(pq.ParquetFile(tmp_path / f"{name}.parquet") for name in ("passages", "vectors"))))
    rows = [row for table in tables for row in table.to_pylist()]
    assert rows == [{"passage_id": 100 - number, "model": "m", "vector": [float(100 - number)]} for number in embedded]
    assert max(table.num_rows for table in tables) <= 7


def test_lines_for_a_bulk_request_are_the_passages(exported: Path, team: Any) -> None:
    lines = list(map(json.loads, team.bulk(exported, "search")))
    passages = rows_of(exported, "passages")
    assert [line["index"] for line in lines[::2]] == [{"_index": "search", "_id": str(row["passage_id"])} for row in passages]
    assert [{name: line[name] for name in row} for line, row in zip(lines[1::2], passages, strict=True)] == passages
    assert all(len(line["vector"]) == 384 for line in lines[1::2])


def test_a_folder_limits_it(place: Path, tmp_path: Path, capsys) -> None:
    assert main(["export", str(tmp_path / "x"), "--folder", str(place / "docs" / "copia"), "--json", "--data", str(place / "data")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["documents"] == 1 and told["passages"] == told["vectors"] > 0
    assert [row["path"] for row in rows_of(tmp_path / "x", "documents")] == [str(place / "docs" / "copia" / "fianza2.md")]
    assert manifest_of(tmp_path / "x")["folders"] == [str(place / "docs" / "copia")]


def test_an_indexer_at_work_changes_nothing_in_it(place: Path, tmp_path: Path) -> None:
    shutil.copytree(place / "docs", tmp_path / "docs")
    settings = Settings(tmp_path / "data", n_threads=2)
    with build_indexer(settings) as indexer:
        indexer.index([tmp_path / "docs"], stage="text")

        def meanwhile(done: int, total: int) -> None:
            if done == 1:
                (tmp_path / "docs" / "nuevo.txt").write_text("Un documento que llega a destiempo.")
                (tmp_path / "docs" / "receta.txt").unlink()
                indexer.index([tmp_path / "docs"], stage="text")

        write(settings, tmp_path / "x", meanwhile)
        write(settings, tmp_path / "later")
    names = {os.path.basename(row["path"]) for row in rows_of(tmp_path / "x", "documents")}
    assert "receta.txt" in names and "nuevo.txt" not in names
    assert {row["document_id"] for row in rows_of(tmp_path / "x", "passages")} <= {row["document_id"] for row in rows_of(tmp_path / "x", "documents")}
    later = {os.path.basename(row["path"]) for row in rows_of(tmp_path / "later", "documents")}
    assert "receta.txt" not in later and "nuevo.txt" in later
    assert manifest_of(tmp_path / "x")["stage"] == "text" and manifest_of(tmp_path / "x")["model"] is None
    assert rows_of(tmp_path / "x", "vectors") == []


def write(settings: Settings, target: Path, progress: Callable[[int, int], None] = lambda done, total: None, stops: bool = False) -> None:
    with open_catalog(settings) as catalog:
        model = catalog.serving_model()
        embedded = Embedded(model, catalog.dimension(model) or 0, "", "") if model else None
        Export(catalog, target, settings.data_dir, embedded, progress, lambda: stops).write(())


def test_nothing_foreign_is_touched_and_an_earlier_export_is_replaced_whole(place: Path, tmp_path: Path) -> None:
    settings, target = Settings(place / "data"), tmp_path / "x"
    target.mkdir()
    (target / "thesis.txt").write_text("mine")
    with pytest.raises(ForeignFolder):
        write(settings, target)
    assert os.listdir(target) == ["thesis.txt"]
    (target / "thesis.txt").unlink()
    (target / "manifest.json").write_text('{"format": "of another program"}')
    with pytest.raises(ForeignFolder):
        write(settings, target)
    (target / "manifest.json").unlink()
    write(settings, target)
    first = set(os.listdir(target))
    (target / "beside.txt").write_text("mine")
    killed, young = (target / f"vectors-{mark * 12}.parquet" for mark in "ab")
    for path in (killed, young):
        path.touch()
    os.utime(killed, (time.time() - 2 * LEFT_OVER_S,) * 2)
    with pytest.raises(Cancelled):
        write(settings, target, stops=True)
    assert set(os.listdir(target)) == first | {"beside.txt", killed.name, young.name}       # the former one, whole
    write(settings, target)
    now = set(os.listdir(target))
    assert now & first == {"manifest.json"} and now - first >= {"beside.txt", young.name} and killed.name not in now
    assert len(now) == 6 and rows_of(target, "documents")


def test_what_the_manifest_names_is_there_even_where_the_disk_fails_last(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Path] = []

    def fails_after_the_manifest(folder: Path) -> None:
        calls.append(folder)
        if len(calls) == 2:
            raise OSError(errno.EIO, "Input/output error")

    write(Settings(place / "data"), tmp_path / "x")
    monkeypatch.setattr("engine.sharing.export.sync_folder", fails_after_the_manifest)
    with pytest.raises(ExportUnwritable):
        write(Settings(place / "data"), tmp_path / "x")
    assert len(calls) == 2 and rows_of(tmp_path / "x", "documents") and rows_of(tmp_path / "x", "vectors")


def test_where_nothing_can_be_written_it_is_said(place: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ExportUnwritable):
        write(Settings(place / "data"), tmp_path / "file" / "x")
    with pytest.raises(BadUsage):
        write(Settings(place / "data"), place / "data" / "export")
    write(Settings(tmp_path / "no-index"), tmp_path / "empty")
    assert rows_of(tmp_path / "empty", "documents") == [] and manifest_of(tmp_path / "empty")["model"] is None

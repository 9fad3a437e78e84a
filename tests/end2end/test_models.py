"""Models on the command line: brought in, fetched from a hub on this computer, used and removed. Nothing connects unasked."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.end2end.conftest import ROOT, Fichero
from tests.models.exports import cross_encoder_export
from tests.models.hub_server import COMMIT, FakeHub, of_folder, serving

NAME = "someone/Pairs-v2"


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory, model_folder: Path) -> Path:
    return cross_encoder_export(tmp_path_factory.mktemp("export") / "Pairs-v2", model_folder)


def test_fetched_used_and_removed(fichero: Fichero, export: Path, sample_folder: Path) -> None:
    folder = fichero.cwd / "docs"
    shutil.copytree(sample_folder / "comunidad", folder)
    fichero.json("index", folder)
    files = {**of_folder(export), "pytorch_model.bin": bytes(50_000), "model_fp16.onnx": b"another"}
    with serving(FakeHub({NAME: files})) as hub:
        refused = fichero.run("models", "fetch", NAME, "--hub", hub.address, "--data", fichero.data, status=2)
        assert hub.address in refused.stderr and "--yes" in refused.stderr
        assert hub.asked == [], "nothing is asked before a person has said yes"
        (model,) = fichero.json("models", "fetch", NAME, "--hub", hub.address, "--yes")["models"]
        fetched = {path.rsplit(f"{COMMIT}/", 1)[-1] for _, _, path, _ in hub.asked if "resolve" in path}
    assert (model["kind"], model["name"], model["source"], model["revision"]) == ("cross-encoder", "pairs-v2", NAME, COMMIT)
    assert fetched == {"config.json", "tokenizer.json", "README.md", "model.onnx"}
    assert not (fichero.data / "models" / ".downloads" / f"someone--Pairs-v2@{COMMIT}").exists()
    fichero.run("search", "derrama", "--refine", "--data", fichero.data, status=2)
    fichero.json("models", "use", "pairs-v2")
    result = fichero.json("search", "¿Quién paga la derrama del ascensor?")
    assert result["timings_ms"]["refine"] > 0 and result["hits"][0]["explain"]["cross_encoder"]["rank"] == 1
    plain = fichero.json("search", "¿Quién paga la derrama del ascensor?", "--no-refine")
    assert "refine" not in plain["timings_ms"] and "cross_encoder" not in plain["hits"][0]["explain"]
    listed = {model["name"]: model for model in fichero.json("models", "list")["models"]}
    assert listed["pairs-v2"]["is_chosen"] and listed["pairs-v2"]["licence"] == "apache-2.0"
    assert fichero.json("models", "verify")["ok"]
    network = fichero.data / "models" / "pairs-v2" / "model.onnx"
    network.write_bytes(network.read_bytes()[:-1])
    broken = fichero.run("models", "verify", "--json", "--data", fichero.data, status=1)
    assert {"path": str(network), "state": "damaged"} in json.loads(broken.stdout)["files"]
    assert "models remove" in fichero.run("search", "derrama", "--data", fichero.data, status=1, LANG="en_US.UTF-8").stderr
    fichero.json("models", "use", "none")
    fichero.json("models", "remove", "pairs-v2")
    assert "pairs-v2" not in {model["name"] for model in fichero.json("models", "list")["models"]}


def test_a_killed_download_goes_on(fichero: Fichero, export: Path) -> None:
    with serving(FakeHub({NAME: of_folder(export)}, stall_after=2_000_000)) as hub:
        arguments = ["models", "fetch", NAME, "--hub", hub.address, "--yes", "--json", "--data", fichero.data]
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), *map(os.fspath, arguments)], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=fichero.cwd,
        )
        part = fichero.data / "models" / ".downloads" / f"someone--Pairs-v2@{COMMIT}" / "tokenizer.json.part"
        until = time.monotonic() + 60
        with contextlib.suppress(FileNotFoundError):
            while time.monotonic() < until and (not part.exists() or part.stat().st_size < 1_500_000):
                time.sleep(0.1)
        process.kill()
        process.wait()
        kept = part.stat().st_size
        assert 0 < kept <= 2_000_000
        hub.stall_after = 0
        hub.asked.clear()
        (model,) = fichero.json("models", "fetch", NAME, "--hub", hub.address, "--yes")["models"]
        assert model["name"] == "pairs-v2"
        assert hub.gets("tokenizer.json") == [f"bytes={kept}-"]


def test_names_are_offered_without_a_connection(fichero: Fichero) -> None:
    known = fichero.json("models", "fetch")["known"]
    assert {model["kind"] for model in known} == {"embedder", "cross-encoder"}
    assert all(model["licence"] and model["megabytes"] for model in known)


@pytest.mark.parametrize("arguments", [("import",), ("use",), ("remove",), ("measure", "x"), ("fetch", "x", "--hub", "ftp://x", "--yes")])
def test_wrong_usage_is_said(fichero: Fichero, arguments: tuple[str, ...]) -> None:
    status = 1 if "fetch" in arguments else 2
    assert fichero.run("models", *arguments, "--data", fichero.data, status=status).stderr.startswith("fichero: ")


def test_what_is_no_model_says_why_in_both_languages(fichero: Fichero) -> None:
    folder = fichero.cwd / "not a model"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    said = [fichero.run("models", "import", folder, "--data", fichero.data, status=1, LANG=lang).stderr
            for lang in ("es_ES.UTF-8", "en_US.UTF-8")]
    assert ".onnx" in said[0] and ".onnx" in said[1] and said[0] != said[1]
    missing = fichero.run("models", "import", fichero.cwd / "nothing", "--data", fichero.data, status=1)
    assert "nothing" in missing.stderr

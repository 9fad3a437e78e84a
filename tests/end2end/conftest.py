"""The program as a person's scripts call it: `.venv/bin/python main.py VERB`, in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Fichero:
    """`main.py` on one data folder. Runs in `cwd`, with the caller's environment and `environment` on top."""

    data: Path
    cwd: Path
    environment: dict[str, str] = field(default_factory=dict)

    def run(self, *arguments: str | Path, status: int = 0, stdin: str = "",
            **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs exactly these arguments; fails the test when the exit status is another."""
        done = subprocess.run(
            [sys.executable, str(ROOT / "main.py"), *map(os.fspath, arguments)],
            cwd=self.cwd, input=stdin, capture_output=True, text=True, timeout=180,
            env={**os.environ, **self.environment, **environment},
        )
        assert done.returncode == status, f"exit {done.returncode}, not {status}\n{done.stdout}\n{done.stderr}"
        return done

    def json(self, verb: str, *arguments: str | Path) -> Any:
        """The one JSON document that a verb prints."""
        return json.loads(self.text(verb, *arguments))

    def lines(self, verb: str, *arguments: str | Path) -> list[Any]:
        """The JSON Lines that a verb prints."""
        return [json.loads(line) for line in self.text(verb, *arguments).splitlines()]

    def text(self, verb: str, *arguments: str | Path) -> str:
        return self.run(verb, "--json", "--data", self.data, *arguments).stdout

    def batch(self, *lines: dict[str, Any]) -> list[Any]:
        """`search --batch` on these lines."""
        file = self.cwd / "batch.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return self.lines("search", "--batch", file)


@dataclass(frozen=True, slots=True)
class Sample:
    """A copy of the sample folder, its index, and what indexing printed."""

    folder: Path
    fichero: Fichero
    report: dict[str, Any]


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory, sample_folder: Path) -> Sample:
    """The sample folder, indexed once. Tests that take it change neither files nor index."""
    root = tmp_path_factory.mktemp("sample")
    folder = root / "Mis documentos"
    shutil.copytree(sample_folder, folder)
    fichero = Fichero(root / "data", root)
    return Sample(folder, fichero, fichero.json("index", folder))


@pytest.fixture
def fichero(tmp_path: Path) -> Fichero:
    """The program on a fresh data folder, to be changed at will."""
    work = tmp_path / "work"
    work.mkdir()
    return Fichero(tmp_path / "data", work)

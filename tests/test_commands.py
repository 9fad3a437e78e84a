"""What the verbs say, in this process: what they refuse, what they ask of a Fichero at work, how their words come out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.index_lock import IndexLock
from engine.requests import take_requests
from ui.command.program import main


@pytest.fixture(autouse=True)
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FICHERO_LANGUAGE", "es")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def window(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A window at work on the data folder, as far as commands can tell."""
    monkeypatch.setattr(IndexLock, "writer", lambda lock: "window")
    with IndexLock(data):
        yield


@pytest.mark.parametrize("option", [["--ocr"], ["--all-files"], ["--stage", "text"], ["--password-file", "no-such-file"]], ids=str)
def test_what_a_request_cannot_carry_is_refused_by_name(option, data, tmp_path, window, monkeypatch, capsys) -> None:
    monkeypatch.setattr("engine.build_ocr.check_ocr", lambda: None)
    assert main(["index", "--now", str(tmp_path), *option, "--data", str(data)]) == 1
    assert " ".join(option[:1]) in capsys.readouterr().err and take_requests(data) == []


def test_what_a_request_can_carry_is_asked(data, tmp_path, window, capsys) -> None:
    assert main(["index", "--now", str(tmp_path), "--stage", "all", "--data", str(data)]) == 0
    assert take_requests(data) == [(str(tmp_path),)]


def test_a_terminal_takes_no_requests(data, tmp_path, capsys) -> None:
    with IndexLock(data):
        assert main(["index", "--now", str(tmp_path), "--data", str(data)]) == 1
    assert "Ciérrelo" in capsys.readouterr().err and take_requests(data) == []


@pytest.mark.parametrize("verb", ["index", "remove"])
def test_a_locked_index_names_the_way_round(verb, data, tmp_path, window, capsys) -> None:
    assert main([verb, str(tmp_path), "--data", str(data)]) == 1
    assert "index --now" in capsys.readouterr().err

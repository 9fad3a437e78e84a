"""`forget` removes all that Fichero has written, and nothing else."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.errors import BadUsage, IndexLocked
from engine.forgetting import NotForgotten, forget
from engine.index_place import move
from engine.machine import portable
from engine.machine.data_folder import prepare_data_dir
from engine.machine.index_lock import IndexLock
from engine.settings import Settings, save_settings
from ui.command.program import main

OURS = ("catalog.sqlite", "catalog.sqlite-wal", "text/meta.json", "vectors/v.lance/a", "bits/0.bits", "recognised/a", "models/x/manifest.json",
        "journal.jsonl", "folders.json", "logs/window.log", "window.ini", "judgements.csv", "evaluations/e.json", "requests/window/1.json",
        "catalog.sqlite.damaged-wal")


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("engine.forgetting.usual_data_dir", lambda: tmp_path / "fichero")
    made = Settings(tmp_path / "fichero", theme="dark")
    save_settings(made)
    for name in OURS:
        (made.data_dir / name).parent.mkdir(parents=True, exist_ok=True)
        (made.data_dir / name).write_text("private")
    return made


def test_all_of_it_goes(settings: Settings) -> None:
    forgotten = forget(settings)
    assert not settings.data_dir.exists()
    assert "catalog.sqlite" in forgotten.removed and "settings.json" in forgotten.removed and forgotten.left == ()
    assert forget(settings).removed == ()


def test_what_is_not_ours_stays(settings: Settings) -> None:
    (settings.data_dir / "letter.odt").write_text("mine")
    assert forget(settings).left == ("letter.odt",)
    assert [entry.name for entry in settings.data_dir.iterdir()] == ["letter.odt"]


def test_another_folder_is_not_touched(settings: Settings, tmp_path: Path) -> None:
    others = tmp_path / "project"
    for name in ("models/weights.bin", "text/novel.txt", "logs/a.log", "catalog-2024.pdf", "vectors-logo.svg"):
        (others / name).parent.mkdir(parents=True, exist_ok=True)
        (others / name).write_text("mine")
    (others / "settings.json").write_text('{"editor.fontSize": 12}')
    with pytest.raises(BadUsage):
        forget(Settings(others))
    (settings.data_dir / "catalog-2024.pdf").write_text("mine")
    assert forget(settings).left == ("catalog-2024.pdf",) and len([place for place in others.rglob("*") if place.is_file()]) == 6


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_not_followed(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "letter.odt").write_text("mine")
    (settings.data_dir / "vectors" / "link").symlink_to(tmp_path / "documents")
    forget(settings)
    assert (tmp_path / "documents" / "letter.odt").read_text() == "mine"


def test_an_index_elsewhere_goes_with_the_file_that_names_it(settings: Settings, tmp_path: Path) -> None:
    target = move(settings.data_dir, tmp_path / "vault" / "index")
    forget(Settings(target))
    assert not target.exists() and not settings.data_dir.exists()


@pytest.mark.skipif(os.name == "nt" or os.uname().sysname == "Darwin", reason="an entry of XDG")
def test_the_start_with_the_session_ends(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.autostart import set_autostart

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    set_autostart(True, settings.data_dir)
    assert list((tmp_path / "config" / "autostart").iterdir())
    forget(settings)
    assert not list((tmp_path / "config" / "autostart").iterdir())


def test_refuses_while_a_window_is_open(settings: Settings) -> None:
    with IndexLock(settings.data_dir, "window.lock"), pytest.raises(IndexLocked):
        forget(settings)
    assert (settings.data_dir / "catalog.sqlite").exists()


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="the administrator may remove everything")
def test_says_what_could_not_be_removed(settings: Settings) -> None:
    (settings.data_dir / "logs").chmod(0o500)
    with pytest.raises(NotForgotten):
        forget(settings)
    (settings.data_dir / "logs").chmod(0o700)


def test_a_portable_folder_is_no_longer_marked(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portable, "program_folder", lambda: tmp_path)
    portable.set_portable(True)
    prepare_data_dir(tmp_path / portable.PORTABLE_DATA)
    forget(Settings(tmp_path / portable.PORTABLE_DATA))
    assert not portable.is_portable()


def test_nothing_is_removed_unasked(settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["forget", "--data", str(settings.data_dir)]) == 2
    assert (settings.data_dir / "catalog.sqlite").exists() and "--yes" in capsys.readouterr().err
    assert main(["forget", "--yes", "--json", "--data", str(settings.data_dir)]) == 0
    assert json.loads(capsys.readouterr().out)["left"] == [] and not settings.data_dir.exists()

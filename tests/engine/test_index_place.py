"""The index in a folder of a person's choice: moved whole or not at all, and never begun anew because that folder is locked."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from engine import index_place
from engine.errors import BadUsage, DataFolderUnwritable, IndexLocked
from engine.index_lock import IndexLock
from engine.index_place import MARK, POINTER, IndexAway, MoveRefused, check_is_there, chosen_folder, move
from engine.settings import Settings, load_settings, prepare_data_dir, save_settings

CONTENT = {"catalog.sqlite": b"truth", "text/meta.json": b"{}", "vectors/v384.lance/data/a.lance": b"\0" * 5000, "logs/window.log": b"log"}


@pytest.fixture
def usual(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "fichero"
    prepare_data_dir(folder)
    for name, content in CONTENT.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in CONTENT if (folder / name).is_file()}


def test_moves_there_and_back(usual: Path, tmp_path: Path) -> None:
    shares: list[float] = []
    target = tmp_path / "vault" / "index"
    assert move(usual, target, shares.append) == target == chosen_folder(usual)
    assert contents(target) == CONTENT and contents(usual) == {}
    assert shares == sorted(shares) and shares[-1] == 1.0
    check_is_there(usual)
    other = tmp_path / "other"
    assert move(usual, other) == other
    assert contents(other) == CONTENT and not target.exists()
    assert move(usual, None) == usual
    assert contents(usual) == CONTENT and chosen_folder(usual) is None and not other.exists()
    assert not (usual / MARK).exists() and not (usual / POINTER).exists()


@pytest.mark.skipif(os.name == "nt", reason="rights of others are a matter of POSIX")
def test_what_is_moved_is_readable_by_its_owner_alone(usual: Path, tmp_path: Path) -> None:
    target = tmp_path / "vault"
    target.mkdir(mode=0o755)
    (usual / "catalog.sqlite").chmod(0o644)
    former = os.umask(0o022)            # as in the window, whose own mode is the usual one
    try:
        move(usual, target)
    finally:
        os.umask(former)
    assert [place for place in (target, *target.rglob("*"), usual / POINTER) if place.stat().st_mode & 0o077] == []


def test_locked_folder_is_no_new_index(usual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "vault"
    move(usual, target)
    shutil.move(target, tmp_path / "unmounted")
    target.mkdir()                      # the empty folder below a drive that is not there
    monkeypatch.setattr("engine.settings.usual_data_dir", lambda: usual)
    with pytest.raises(IndexAway) as caught:
        load_settings()
    assert str(target) in caught.value.english and POINTER in caught.value.spanish
    assert list(target.iterdir()) == []
    with pytest.raises(IndexAway):
        move(usual, tmp_path / "elsewhere")
    target.rmdir()
    shutil.move(tmp_path / "unmounted", target)
    assert load_settings().data_dir == target


def test_refuses_what_could_lose_something(usual: Path, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "letter.txt").write_text("mine")
    file = tmp_path / "file"
    file.touch()
    for target, error in (
        (full, MoveRefused), (usual / "inner", MoveRefused), (usual.parent, MoveRefused), (file, BadUsage), (file / "below", DataFolderUnwritable)
    ):
        with pytest.raises(error):
            move(usual, target)
        assert contents(usual) == CONTENT and chosen_folder(usual) is None
    assert (full / "letter.txt").read_text() == "mine"


@pytest.mark.parametrize("name", ["index.lock", "window.lock"])
def test_refuses_while_it_is_in_use(usual: Path, tmp_path: Path, name: str) -> None:
    with IndexLock(usual, name), pytest.raises(IndexLocked):
        move(usual, tmp_path / "vault")
    assert contents(usual) == CONTENT


def test_cut_short_leaves_the_old_index_and_can_be_done_again(usual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "vault"

    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(usual, target, stop)
    assert contents(usual) == CONTENT and chosen_folder(usual) is None and not (target / MARK).exists()
    (target / "stale.lance").write_text("of the first attempt")
    move(usual, target)
    assert contents(target) == CONTENT and not (target / "stale.lance").exists()


def test_a_copy_that_differs_is_refused(usual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil = shutil.copystat

    def copystat(source: Path, target: Path) -> None:
        spoil(source, target)
        if target.name == "catalog.sqlite":
            target.write_bytes(b"trutH")

    monkeypatch.setattr(index_place.shutil, "copystat", copystat)
    with pytest.raises(MoveRefused):
        move(usual, tmp_path / "vault")
    assert contents(usual) == CONTENT and chosen_folder(usual) is None


def test_settings_follow(usual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.settings.usual_data_dir", lambda: usual)
    save_settings(Settings(usual, theme="dark"))
    move(usual, tmp_path / "vault")
    assert load_settings().theme == "dark" and load_settings().data_dir == tmp_path / "vault"

"""The index in a folder of a person's choice: moved whole or not at all, and never begun anew because that folder is locked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import index_place
from engine.errors import BadUsage, DataFolderUnwritable, DiskFull, IndexLocked
from engine.index_place import MARK, MOVE, POINTER, IndexAway, MoveRefused, check_is_there, chosen_folder, move
from engine.machine.data_folder import prepare_data_dir
from engine.machine.index_lock import IndexLock
from engine.settings import Settings, load_settings, save_settings

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


def test_folders_that_hold_no_file_are_no_hindrance(usual: Path, tmp_path: Path) -> None:
    """What commands ask of an open window lies in `requests/window` for a second; the folder stays."""
    (usual / "requests" / "window").mkdir(parents=True)
    vault = tmp_path / "vault"
    move(usual, vault)
    assert not (usual / "requests").exists()
    (usual / "requests" / "window").mkdir(parents=True)         # as an earlier version left it
    assert move(usual, None) == usual and contents(usual) == CONTENT and not vault.exists()


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


def test_cut_short_leaves_the_old_index_and_can_be_done_again(usual: Path, tmp_path: Path) -> None:
    target = tmp_path / "vault"

    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(usual, target, stop)
    assert contents(usual) == CONTENT and chosen_folder(usual) is None and not target.exists() and not (usual / MOVE).exists()
    move(usual, target)
    assert contents(target) == CONTENT


KILLED_AT = {
    "copying": "index_place._copy_all = lambda *_: os._exit(9)",
    "half copied": "index_place.os.fsync = lambda handle, n=[0]: n.append(0) or (os._exit(9) if len(n) > 6 else None)",
    "before the pointer": "index_place._point_to = lambda *_: os._exit(9)",
    "after the pointer": "index_place._remove = lambda *_, **__: os._exit(9)",
    "removing": "index_place._remove_if_empty = lambda *_: os._exit(9)",
}


@pytest.mark.parametrize("moment", KILLED_AT)
@pytest.mark.parametrize("goes_back", [False, True])
def test_killed_at_any_moment_one_index_is_whole_and_no_copy_stays(usual: Path, tmp_path: Path, moment: str, goes_back: bool) -> None:
    vault, third = tmp_path / "vault", tmp_path / "third"
    if goes_back:
        move(usual, vault)
    goal = None if goes_back else vault
    code = f"import os\nfrom pathlib import Path\nfrom engine import index_place\n{KILLED_AT[moment]}\n" \
        f"index_place.move(Path({str(usual)!r}), {f'Path({str(goal)!r})' if goal else None})"
    killed = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert killed.returncode == 9, killed.stderr
    photograph = (usual if goes_back else vault) / "familia.jpg"       # put there since, by its owner
    photograph.parent.mkdir(exist_ok=True)
    photograph.write_bytes(b"mine")
    check_is_there(usual)
    used = chosen_folder(usual) or usual
    other = vault if used == usual else usual
    assert contents(used) == CONTENT and contents(other) == {} and not (usual / MOVE).exists()
    assert photograph.read_bytes() == b"mine"
    assert move(usual, third) == third and contents(third) == CONTENT and photograph.read_bytes() == b"mine"


def test_what_is_not_ficheros_is_neither_moved_nor_removed(usual: Path, tmp_path: Path) -> None:
    (usual / "letter.odt").write_text("mine")
    move(usual, tmp_path / "vault")
    assert (usual / "letter.odt").read_text() == "mine" and not (tmp_path / "vault" / "letter.odt").exists()


@pytest.mark.skipif(os.name == "nt", reason="links and pipes are a matter of POSIX")
def test_a_link_is_refused_and_a_pipe_passed_over(usual: Path, tmp_path: Path) -> None:
    os.mkfifo(usual / "logs" / "pipe")
    (usual / "models").symlink_to(tmp_path)
    with pytest.raises(MoveRefused):
        move(usual, tmp_path / "vault")
    (usual / "models").unlink()
    move(usual, tmp_path / "vault")
    assert contents(tmp_path / "vault") == CONTENT


def test_no_room_is_said_before_anything_is_written(usual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_place, "_SPARE_BYTES", 1 << 60)
    with pytest.raises(DiskFull):
        move(usual, tmp_path / "vault")
    assert not (tmp_path / "vault").exists() and not (usual / MOVE).exists()


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

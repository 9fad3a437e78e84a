"""A power cut while the index is written: what stores believed to be on the disk is lost, torn or zero. The next start mends it.

A file system may keep a file's name and size and lose what was in it; the catalog and the token bits are forced to the disk, the
files of the word index and of the vectors may be as young as the last minutes.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.indexing.doctor import diagnose
from engine.machine.journal import Journal
from engine.settings import Settings
from tests.consistency.comparison import contents_of, differences
from tests.engine.indexing_stores import WideEmbedder, indexer_of


def _lose(path: Path) -> None:
    path.unlink()


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _tear(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def _zero_all(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def _zero_tail(path: Path) -> None:
    data = path.read_bytes()
    kept = len(data) * 2 // 3
    path.write_bytes(data[:kept] + bytes(len(data) - kept))


def _zero_middle(path: Path) -> None:
    """A page in the middle: what comes after it was written before."""
    data = path.read_bytes()
    begin, end = len(data) // 4, len(data) // 2
    path.write_bytes(data[:begin] + bytes(end - begin) + data[end:])


DAMAGES: dict[str, Callable[[Path], None]] = {
    "lost": _lose, "empty": _empty, "torn": _tear, "zero": _zero_all, "zero-tail": _zero_tail, "zero-middle": _zero_middle,
}


def files_of(data: Path) -> dict[Path, tuple[int, int]]:
    return {
        path.relative_to(data): (path.stat().st_size, path.stat().st_mtime_ns)
        for store in ("text", "vectors", "bits") for path in (data / store).rglob("*")
        if path.is_file() and path.suffix != ".lock"
    }


def write(docs: Path, numbers: range, what: str) -> None:
    docs.mkdir(exist_ok=True)
    for number in numbers:
        (docs / f"{number}.txt").write_text(f"{what} {number}\nplazo {number} {what}\nfianza {number}")


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, list[Path]]:
    """(documents, the data folder as a writer at work leaves it, the files that it wrote since it began)"""
    home = tmp_path_factory.mktemp("cut")
    docs, data, left = home / "docs", home / "data", home / "left"
    write(docs, range(12), "antes")
    with indexer_of(Settings(data)) as indexer:
        indexer.index([docs])
    before = files_of(data)
    with indexer_of(Settings(data)) as indexer:
        write(docs, range(8, 20), "ahora")
        (docs / "1.txt").unlink()
        indexer.index()
        write(docs, range(20, 24), "luego")
        indexer.index(stage="text")
        shutil.copytree(data, left, ignore=shutil.ignore_patterns("*.lock"))
    young = [path for path, stamp in files_of(left).items() if before.get(path, (0, 0))[0] != stamp[0]]
    assert {path.parts[0] for path in young} == {"text", "vectors", "bits"}
    return docs, left, young


@pytest.fixture(scope="module")
def fresh(cut: tuple[Path, Path, list[Path]], tmp_path_factory: pytest.TempPathFactory) -> Settings:
    settings = Settings(tmp_path_factory.mktemp("fresh") / "data")
    with indexer_of(settings) as indexer:
        indexer.index([cut[0]])
    return settings


@pytest.mark.parametrize("store", ["text", "vectors", "all"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_what_was_lost_is_noticed_and_made_again(
    cut: tuple[Path, Path, list[Path]], fresh: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str, store: str
):
    _, left, young = cut
    settings = Settings(tmp_path / "data")
    shutil.copytree(left, settings.data_dir)
    chance = random.Random(f"{damage} {store}")
    mine = sorted(path for path in young if path.parts[0] == store or (store == "all" and path.parts[0] != "bits"))
    for path in mine if store == "all" else chance.sample(mine, min(len(mine), 3)):
        DAMAGES[damage](settings.data_dir / path)
    monkeypatch.setattr("engine.indexing.index_stores.boot_id", lambda: "another")
    embedder = WideEmbedder()
    with indexer_of(settings, embedder) as indexer:
        indexer.index()
    assert "power-cut" in {event.kind for event in Journal(settings.data_dir).events()}
    assert diagnose(settings, repair=False) == {"ok": True, "problems": [], "repaired": 0}
    assert differences(contents_of(settings), contents_of(fresh)) == []


def test_a_killed_writer_is_no_power_cut(cut: tuple[Path, Path, list[Path]], tmp_path: Path):
    settings = Settings(tmp_path / "data")
    shutil.copytree(cut[1], settings.data_dir)
    with indexer_of(settings) as indexer:
        indexer.index()
    assert Journal(settings.data_dir).events() == []

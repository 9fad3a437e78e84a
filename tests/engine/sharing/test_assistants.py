"""An assistant reads what is allowed, and cannot tell from any answer that there is anything else."""

from __future__ import annotations

import dataclasses
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.build import build_engine, build_indexer
from engine.errors import BadUsage
from engine.settings import Settings, load_settings, save_settings
from engine.sharing.assistants import MOST_TEXT, AllowedReading, Found, HasChanged, NothingAllowed, NotThere

RECIPE = "La tortilla de patatas lleva seis huevos, cebolla y aceite de oliva; se cuaja despacio a fuego lento."
SECRET = "La contraseña de la caja fuerte es zafiro, y solo la sabe la notaria de Salamanca."


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Settings]:
    """Folders `open`, `open2` and `closed`; `open` was also added through a link that leads into `closed`. By words alone."""
    root = tmp_path_factory.mktemp("assistants")
    for name in ("open", "open2", "closed"):
        (root / name / "recetas").mkdir(parents=True)
    (root / "open" / "tortilla.txt").write_text(RECIPE)
    (root / "open" / "contrato_v2.txt").write_text("Contrato de la casa. " + RECIPE + " Precio: 20 euros al mes.")
    long = "\n\n".join(f"# Capítulo {n}\n\n" + f"El huerto número {n} da tomates y lechugas. " * 40 for n in range(1, 41))
    (root / "open" / "huerto.md").write_text(long)
    (root / "open" / "oculto.txt").write_text("Este aviso lleva letras que no se ven: \U000e0049\U000e0067nada.")
    (root / "closed" / "secreto.txt").write_text(SECRET)
    (root / "closed" / "copia.txt").write_text(RECIPE)
    (root / "closed" / "contrato_v3.txt").write_text("Contrato de la casa. " + RECIPE + " Precio: 30 euros al mes.")
    (root / "open2" / "vecino.txt").write_text("El vecino guarda la escalera plegable en el trastero de zafiro.")
    for name in ("open", "closed"):
        with zipfile.ZipFile(root / name / "papeles.zip", "w") as archive:
            archive.writestr("dentro/nota.txt", f"Nota dentro del archivador {name}: la llave está en la maceta.")
    os.symlink(root / "closed", root / "open" / "enlace")
    with open(os.fsencode(root / "open") + b"/a\xf1o.txt", "wb") as file:
        file.write(b"El membrillo se recoge en octubre.")
    settings = Settings(root / "data", n_threads=1)
    with build_indexer(settings) as indexer:
        indexer.index([root / "open", root / "open2", root / "closed"], stage="text")
        indexer.index([root / "open" / "enlace" / "secreto.txt"], stage="text")
    return root, settings


@pytest.fixture
def place(made: tuple[Path, Settings]) -> Path:
    return made[0]


@pytest.fixture
def allow(made: tuple[Path, Settings]) -> Iterator[Callable[..., AllowedReading]]:
    opened: list[AllowedReading] = []

    def reading(*folders: Path, narrowed_to: tuple[Path, ...] = ()) -> AllowedReading:
        settings = dataclasses.replace(made[1], assistant_folders=tuple(map(str, folders)))
        opened.append(AllowedReading(lambda: settings, [str(folder) for folder in narrowed_to], build_engine))
        return opened[-1]

    yield reading
    for each in opened:
        each.close()


def search(reading: AllowedReading, query: str, **changes: Any) -> Found:
    asked = {"top": 10, "mode": "lexical", "types": (), "folder": None, "after": None, "before": None, **changes}
    return reading.search(query, **asked)


def names(found: Found) -> list[str]:
    return [passage.path.rpartition("/")[2] for passage in found.passages]


def test_nothing_is_read_before_a_folder_is_allowed(allow) -> None:
    for ask in (lambda: search(allow(), "tortilla"), lambda: allow().read("/x", None, None, None), lambda: allow().folders()):
        with pytest.raises(NothingAllowed):
            ask()


def test_what_lies_outside_is_neither_found_nor_counted(place: Path, allow) -> None:
    reading = allow(place / "open")
    assert search(reading, "contraseña zafiro Salamanca").passages == []
    (found,) = [passage for passage in search(reading, "tortilla").passages if passage.path.endswith("tortilla.txt")]
    assert found.same_text_in == []
    everything = search(reading, "", top=25)
    assert all(passage.path.startswith(f"{place}/open/") for passage in everything.passages) and len(everything.passages) == 6
    (folder,) = reading.folders().folders
    assert (folder.documents, folder.unreadable, folder.stage) == (6, 0, "text")
    assert str(place / "closed") not in repr((everything, reading.folders(), search(reading, "contrato", top=25)))


def test_the_same_is_seen_where_all_is_allowed(place: Path, allow) -> None:
    """The test before would pass on an empty index."""
    reading = allow(place)
    assert names(search(reading, "contraseña Salamanca")) == ["secreto.txt"]
    assert SECRET in reading.read(str(place / "open" / "enlace" / "secreto.txt"), None, None, None).text
    assert any(passage.same_text_in for passage in search(reading, "tortilla").passages)
    assert any(passage.older_versions for passage in search(reading, "contrato", top=25).passages)


@pytest.mark.parametrize("query", ["", "huerto OR tortilla OR membrillo OR llave", "tortilla"])
def test_results_are_paged(query: str, place: Path, allow) -> None:
    reading = allow(place / "open", place / "open2")
    whole = search(reading, query, top=25)
    assert not whole.more and len(whole.passages) > 1
    paged, offset = [], 0
    while True:
        page = search(reading, query, top=2, offset=offset)
        paged += page.passages
        offset += 2
        if not page.more:
            break
    assert [(one.path, one.rank) for one in paged] == [(one.path, one.rank) for one in whole.passages]
    beyond = search(reading, query, top=2, offset=200)
    assert beyond.passages == [] and not beyond.more
    (first, *_), several = (search(reading, "huerto", top=3, offset=offset, document=str(place / "open" / "huerto.md")).passages for offset in (3, 0))
    assert first.rank == 4 and [one.rank for one in several] == [1, 2, 3]


@pytest.mark.parametrize("outside", [
    "{place}/closed/secreto.txt", "{place}/open/../closed/secreto.txt", "{place}/open/enlace/secreto.txt", "{place}/OPEN/tortilla.txt",
    "{place}/closed/papeles.zip!dentro/nota.txt", "{place}/open/papeles.zip!../../closed/secreto.txt", "{place}/open2/vecino.txt",
    "{place}/closed", "{place}/open", "/etc/passwd", "", "tortilla.txt", "{place}/open/tortilla.txt!x", "{place}/nada.txt",
])
def test_a_path_outside_is_answered_like_none(outside: str, place: Path, allow) -> None:
    with pytest.raises(NotThere) as caught:
        allow(place / "open").read(outside.format(place=place), None, None, None)
    with pytest.raises(NotThere) as none:
        allow(place / "open").read(str(place / "open" / "no-such-file.txt"), None, None, None)
    assert caught.value.message("es") == none.value.message("es")


def test_a_folder_outside_finds_like_an_empty_one(place: Path, allow) -> None:
    reading = allow(place / "open")
    for folder in ("closed", "open/../closed", "nada", "open/enlace"):
        assert search(reading, "zafiro tortilla", folder=str(place / folder)).passages == []
    assert "tortilla.txt" in names(search(reading, "tortilla", folder=f"{place}/open2/../open"))
    with pytest.raises(BadUsage):
        search(reading, "tortilla", folder="open")


def test_members_of_archives_are_read_where_their_archive_lies(place: Path, allow) -> None:
    reading = allow(place / "open")
    (found,) = search(reading, "llave maceta").passages
    assert found.path == f"{place}/open/papeles.zip!dentro/nota.txt" and "archivador open" in found.snippet
    assert "archivador open" in reading.read(found.path, found.start, None, None).text


def test_a_command_narrows_and_never_widens(place: Path, allow) -> None:
    assert names(search(allow(place, narrowed_to=(place / "open2",)), "zafiro")) == ["vecino.txt"]
    assert names(search(allow(place / "open2", narrowed_to=(place,)), "zafiro")) == ["vecino.txt"]
    with pytest.raises(NothingAllowed):
        search(allow(place / "open2", narrowed_to=(place / "closed",)), "zafiro")


def test_what_is_taken_back_counts_at_once(place: Path, made: tuple[Path, Settings], tmp_path: Path) -> None:
    kept = dataclasses.replace(made[1], data_dir=tmp_path)
    save_settings(dataclasses.replace(kept, assistant_folders=(str(place / "open"),)))

    def now() -> Settings:
        return dataclasses.replace(load_settings(tmp_path), data_dir=made[1].data_dir)

    reading = AllowedReading(now, [], build_engine)
    assert search(reading, "tortilla").passages
    save_settings(kept)
    with pytest.raises(NothingAllowed):
        search(reading, "tortilla")
    reading.close()


def test_long_sections_are_read_in_pieces_that_go_on(place: Path, allow) -> None:
    reading = allow(place / "open")
    path, text, start = str(place / "open" / "huerto.md"), "", 0
    while start is not None:
        piece = reading.read(path, start, 10**9, None)
        assert len(piece.text) <= MOST_TEXT and piece.start == start
        text, start = text + piece.text, piece.next_start
    assert text.count("El huerto número 7 da tomates") == 40 and len(text) == piece.length > 3 * MOST_TEXT
    (hit,) = search(reading, '"huerto número 7"', top=1).passages
    around = reading.read(path, hit.start, None, None)
    assert around.passage.start <= hit.start < around.passage.end and around.heading_path == hit.heading_path == ["Capítulo 7"]
    assert around.start <= hit.start < around.end and "número 8" not in around.text
    for start, end in ((10**9, None), (5, 5), (9, 3)):
        with pytest.raises(BadUsage):
            reading.read(path, start, end, None)
    with pytest.raises(BadUsage):
        reading.read(path, None, None, 1)


def test_one_document_is_searched_passage_by_passage(place: Path, allow) -> None:
    reading = allow(place / "open")
    path = str(place / "open" / "huerto.md")
    found = search(reading, "huerto tomates", document=path)
    assert len(found.passages) == 10 and {passage.path for passage in found.passages} == {path}
    assert len({passage.start for passage in found.passages}) == 10
    for outside in (place / "closed" / "secreto.txt", place / "open" / "enlace" / "secreto.txt", place / "nada.txt"):
        with pytest.raises(NotThere):
            search(reading, "zafiro", document=str(outside))
    (odd,) = search(reading, "octubre", document=f"{place}/open/a\\xf1o.txt").passages
    assert "membrillo" in odd.snippet


def test_text_that_nobody_sees_is_not_passed_on(place: Path, allow) -> None:
    (hit,) = search(allow(place / "open"), "aviso letras").passages
    assert "\ufffd\ufffdnada" in hit.snippet and "\U000e0049" not in hit.snippet
    piece = allow(place / "open").read(hit.path, 0, None, None)
    assert "\U000e0049" not in piece.text + piece.passage.text


def test_names_that_are_no_text_come_and_go(place: Path, allow) -> None:
    reading = allow(place / "open")
    (hit,) = search(reading, "membrillo").passages
    assert hit.path == f"{place}/open/a\\xf1o.txt"
    assert "octubre" in reading.read(hit.path, None, None, None).text


def test_what_has_changed_is_not_given_as_current(tmp_path: Path) -> None:
    folder, settings = tmp_path / "docs", Settings(tmp_path / "data", n_threads=1, assistant_folders=(str(tmp_path / "docs"),))
    folder.mkdir()
    for name in ("changed", "gone", "same"):
        (folder / f"{name}.txt").write_text(f"El ascensor de la casa {name} se repara en mayo, según el acta de la junta.")
    with build_indexer(settings) as indexer:
        indexer.index([folder], stage="text")
        (folder / "changed.txt").write_text("Otra cosa.")
        (folder / "gone.txt").unlink()
        reading = AllowedReading(lambda: settings, [], build_engine)        # beside the one that writes
        found = search(reading, "ascensor")
    assert names(found) == ["same.txt"] and sorted(map(os.path.basename, found.changed_since_read)) == ["changed.txt", "gone.txt"]
    for name in ("changed", "gone"):
        with pytest.raises(HasChanged):
            reading.read(str(folder / f"{name}.txt"), None, None, None)
    shutil.rmtree(folder)
    os.symlink("/etc", folder)          # the allowed folder's place taken by a link to another
    with pytest.raises(HasChanged):
        reading.read(str(folder / "same.txt"), None, None, None)
    reading.close()


def test_the_setting_takes_whole_paths_and_keeps_odd_names(tmp_path: Path) -> None:
    odd = os.fsdecode(b"/datos/a\xf1o")
    save_settings(Settings(tmp_path, assistant_folders=(odd, "/casa/ñu")))
    assert load_settings(tmp_path).assistant_folders == (odd, "/casa/ñu")

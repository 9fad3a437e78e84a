"""Which members the rules leave out, and which files are read again where other rules hold than when they were read."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.discovery.rules import Rules
from engine.errors import Unreadable
from engine.indexing.member_rules import are_followed, number_of, rule_for
from engine.settings import FolderRules, Settings
from tests.engine.indexing_parts import Bench, Part, document

ZIP = "#a.txt: uno\n#b.csv: dos\n#.oculto.txt: tres\n#datos.xyz: ?"


@pytest.fixture
def bench(tmp_path: Path):
    bench = Bench(tmp_path)
    yield bench
    bench.close()


@pytest.mark.parametrize(("inner", "rules", "expected"), [
    (".a.txt", Rules(), "hidden"), (".a.txt", Rules(hidden=True), None), (".a.txt", Rules(all_files=True), None),
    ("f/.a.txt", Rules(), "hidden"), (".f/a.txt", Rules(), "hidden"), ("x.zip!.a.txt", Rules(), "hidden"),
    ("x.zip!.f/a.txt", Rules(), "hidden"), ("f/x.zip!g/.y.zip!a.txt", Rules(), "hidden"),
    ("node_modules/a.txt", Rules(hidden=True), "program-folder"),
    ("¡ya!.txt", Rules(), None), ("¡ya!.f/a.txt", Rules(), None), ("¡Ya!.zip!a.txt", Rules(), None), ("…", Rules(), None),
    ("a.csv", Rules(kinds=("csv",)), "own-kind"), ("x.zip!A.CSV", Rules(kinds=("csv",)), "own-kind"),
    ("x.zip!a.txt", Rules(kinds=("zip",)), "own-kind"), ("aviso.eml!a.txt", Rules(kinds=("eml",)), "own-kind"),
    ("3.eml", Rules(kinds=("eml",)), None), ("3.eml!a.txt", Rules(kinds=("eml",)), None),
    ("x.zip!3.eml", Rules(kinds=("eml",)), "own-kind"), ("Entrada!3.eml", Rules(kinds=("eml",)), None),
    ("a.dat", Rules(), None), ("", Rules(kinds=("csv",)), None),
])
def test_a_member_is_left_out_by_the_names_on_the_way_to_it(inner, rules, expected):
    assert rule_for("/docs/Entrada", Part(inner, document("uno")), rules) == expected


def test_a_numbered_mail_in_an_archive_is_a_file_as_any_other():
    assert rule_for("/docs/correo.zip", Part("3.eml", document("uno")), Rules(kinds=("eml",))) == "own-kind"


def test_what_decides_is_told_apart_and_what_does_not_is_not():
    rules = Rules(kinds=("csv", "log"))
    same = (Rules(kinds=("log", "csv")), Rules(kinds=("csv", "log"), patterns=("*.bak",), max_bytes=7, gitignore=True))
    others = (Rules(), Rules(kinds=("csv", "log"), hidden=True), Rules(all_files=True), Rules(kinds=("csv",)))
    for has_pictures in (False, True):
        number = number_of(rules, has_pictures)
        assert 0 < number < 2**31
        assert all(are_followed(number, other) for other in same) and not any(are_followed(number, other) for other in others)
        assert are_followed(number, Rules(kinds=("csv", "log"), pictures=True)) is not has_pictures
    assert are_followed(number_of(Rules(all_files=True), True), Rules(all_files=True, kinds=("a",), pictures=True, hidden=True))


def test_only_files_with_members_are_read_again_under_other_rules(bench):
    for name, text in {"z.zip": ZIP, "suelto.txt": "solo", "vacío.zip": "#datos.xyz: ?"}.items():
        bench.put(name, text)
    bench.index()
    assert bench.shown() == ["suelto.txt", "z.zip!a.txt", "z.zip!b.csv"] and len(bench.read_names()) == 3
    ids = {found.path: found.document_id for found in bench.catalog.documents_below(str(bench.docs))}
    bench.index()
    assert bench.read_names() == []
    for settings, shown in (
        ({"hidden": True}, ["suelto.txt", "z.zip!.oculto.txt", "z.zip!a.txt", "z.zip!b.csv"]),
        ({"left_out_kinds": ("csv",)}, ["suelto.txt", "z.zip!a.txt"]),
        ({"folder_rules": (FolderRules(str(bench.docs), hidden=True),)}, ["suelto.txt", "z.zip!.oculto.txt", "z.zip!a.txt", "z.zip!b.csv"]),
        ({}, ["suelto.txt", "z.zip!a.txt", "z.zip!b.csv"]),
    ):
        bench.start(**settings)
        bench.embedder.passages.clear()
        bench.index()
        assert bench.shown() == shown and bench.read_names() == ["vacío.zip", "z.zip"]
        assert not {"uno", "solo"} & set(bench.embedder.passages)       # what stays is not embedded again
        bench.check()
        bench.index()
        assert bench.read_names() == []
    kept = {found.path: found.document_id for found in bench.catalog.documents_below(str(bench.docs))}
    assert kept[f"{bench.docs}/z.zip!a.txt"] == ids[f"{bench.docs}/z.zip!a.txt"]
    bench.start(left_out=("*.bak",), max_file_mb=1)
    bench.index()
    assert bench.read_names() == []


def test_all_files_lets_in_all_and_lists_what_cannot_be_read(bench):
    bench.put("z.zip", ZIP)
    bench.index()
    bench.index(all_files=True)
    assert bench.shown() == ["z.zip!.oculto.txt", "z.zip!a.txt", "z.zip!b.csv", "z.zip!datos.xyz"]
    bench.check()
    bench.read_names()
    bench.start(hidden=True, left_out_kinds=("csv",))       # say nothing where all is let in
    bench.index()
    assert bench.read_names() == []
    bench.index(all_files=False)
    assert bench.shown() == ["z.zip!.oculto.txt", "z.zip!a.txt"]
    bench.check()


def test_a_look_in_the_same_program_follows_too(bench):
    bench.put("z.zip", ZIP)
    bench.index()
    bench.indexer.use_settings(Settings(bench.data, hidden=True))
    bench.indexer.index()
    assert "z.zip!.oculto.txt" in bench.shown()


class Pictures(Bench):
    """Members named .png hold text only where text recognition is on."""

    def start(self, **settings: object) -> None:
        super().start(**settings)
        make_pool = self.indexer._reading_pool

        def reading(ocr: bool):
            pool = make_pool(ocr)
            parts_of = pool._parts

            def parts(path: Path):
                for part in parts_of(path):
                    is_seen = not part.inner.endswith(".png") or ocr
                    yield part if is_seen else Part(part.inner, Unreadable("unsupported", "a picture", is_for_ocr=True))

            pool._parts = parts
            return pool

        self.indexer._reading_pool = reading


@pytest.fixture
def pictures(tmp_path: Path):
    bench = Pictures(tmp_path)
    yield bench
    bench.close()


def test_text_recognition_concerns_only_files_with_pictures(pictures):
    pictures.put("fotos.zip", "#a.txt: uno\n#foto.png: dos")
    pictures.put("z.zip", ZIP)
    pictures.index()
    assert pictures.shown() == ["fotos.zip!a.txt", "z.zip!a.txt", "z.zip!b.csv"]
    pictures.read_names()
    pictures.index(ocr=True)
    assert "fotos.zip!foto.png" in pictures.shown() and set(pictures.read_names()) == {"fotos.zip"}
    pictures.check()
    pictures.index()
    assert pictures.read_names() == []
    pictures.index(ocr=False)
    assert pictures.shown() == ["fotos.zip!a.txt", "z.zip!a.txt", "z.zip!b.csv"] and pictures.read_names() == ["fotos.zip"]
    pictures.check()


def test_an_archive_that_moves_to_a_folder_with_other_rules_is_read_by_those(bench):
    (bench.docs / "b").mkdir()
    there = bench.put("a/z.zip", ZIP)
    bench.put("b/otro.txt", "otro")
    bench.start(folder_rules=(FolderRules(str(bench.docs / "b"), hidden=True),))
    bench.index("a", "b")
    assert bench.shown() == ["a/z.zip!a.txt", "a/z.zip!b.csv", "b/otro.txt"]
    there.rename(bench.docs / "b" / "z.zip")
    bench.embedder.passages.clear()
    report = bench.index("a", "b")
    assert bench.shown() == ["b/otro.txt", "b/z.zip!.oculto.txt", "b/z.zip!a.txt", "b/z.zip!b.csv"]
    assert (report.indexed, report.removed, bench.embedder.passages) == (3, 0, ["tres"])
    bench.check()


def test_members_read_by_an_earlier_version_are_read_again_once(bench):
    bench.put("z.zip", ZIP)
    bench.put("vacío.zip", "#datos.xyz: ?")
    bench.put("suelto.txt", "solo")
    bench.put("datos.zzz", "!unsupported")
    bench.index()
    with bench.writer.transaction() as database:
        database.execute("UPDATE documents SET member_rules = NULL")
    bench.read_names()
    bench.index()
    assert bench.read_names() == ["vacío.zip", "z.zip"]
    bench.index()
    assert bench.read_names() == []

"""Rules of the person and of the folders: what they leave out, how it is counted, and that a change takes effect."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from engine.catalog.catalog import Catalog
from engine.discovery.discovery import Discovery
from engine.discovery.ignore_patterns import is_pattern, pattern_fault
from engine.discovery.rules import Rules
from engine.errors import SettingsInvalid
from engine.search.why import why
from engine.settings import FolderRules, Settings, change_settings, load_settings, save_settings, with_value
from tests.engine.indexing_parts import Bench


@pytest.fixture
def bench(tmp_path: Path):
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def found(root: Path, rules: Rules, base: Path | None = None) -> tuple[list[str], dict[str, int], dict[str, int]]:
    discovery = Discovery(root, rules, base=str(base) if base else None)
    names = sorted(Path(file.path).relative_to(base or root).as_posix() for file in discovery.files())
    return names, dict(discovery.left_out.by_rule), dict(discovery.left_out.folders_by_rule)


def make(root: Path, *names: str, text: str = "x") -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def test_a_file_of_patterns_counts_for_its_folder_and_below(tmp_path):
    make(tmp_path, "a.log", "x/a.log", "x/b.txt", "x/y/c.txt", "x/z/d.txt", "x/y/z/e.txt")
    make(tmp_path / "x", ".ficheroignore", text="*.log\n# nota\n/z/\n!y/z\n")
    names, files, folders = found(tmp_path, Rules())
    assert names == ["a.log", "x/b.txt", "x/y/c.txt", "x/y/z/e.txt"]
    assert files == {"ficheroignore": 2, "hidden": 1} and folders == {"ficheroignore": 1}
    assert found(tmp_path / "x" / "y", Rules(), tmp_path)[0] == ["x/y/c.txt", "x/y/z/e.txt"]
    assert len(found(tmp_path, Rules(all_files=True))[0]) == 7


def test_nearer_patterns_come_after_those_above_and_after_the_settings(tmp_path):
    make(tmp_path, "a.csv", "x/a.csv", "x/b.csv", "x/.secreto/n.txt", "node_modules/m.txt")
    make(tmp_path, "x/.ficheroignore", text="!a.csv\n!.secreto\n")
    names, files, _ = found(tmp_path, Rules(patterns=("*.CSV", "!node_modules")))
    assert names == ["node_modules/m.txt", "x/.secreto/n.txt", "x/a.csv"]
    assert files == {"pattern:*.csv": 2, "hidden": 1}


def test_gitignore_files_count_where_they_are_wanted(tmp_path):
    make(tmp_path, "build/a.txt", "src/b.txt", "src/Build/c.txt", ".env")
    make(tmp_path, ".gitignore", text="build/\n!.env\n")
    assert found(tmp_path, Rules())[0] == ["build/a.txt", "src/Build/c.txt", "src/b.txt"]
    names, files, folders = found(tmp_path, Rules(gitignore=True))
    assert names == ["src/Build/c.txt", "src/b.txt"]                    # as git: with regard to case, and nothing hidden let in
    assert files == {"gitignore": 1, "hidden": 2} and folders == {"gitignore": 1}


def test_sizes_kinds_and_hidden_files(tmp_path):
    make(tmp_path, "a.txt", "b.csv", ".c.txt", ".d/e.txt")
    make(tmp_path, "grande.txt", text="x" * 2_000_001)
    names, files, _ = found(tmp_path, Rules(kinds=("csv",), max_bytes=2_000_000, hidden=True))
    assert names == [".c.txt", ".d/e.txt", "a.txt"] and files == {"own-kind": 1, "size": 1}


def test_a_bad_line_spoils_no_other_and_is_refused_in_the_settings(tmp_path):
    make(tmp_path, "a.log", "b.txt")
    make(tmp_path, ".ficheroignore", text="!\n*.log\n" + "\x00\n")
    assert found(tmp_path, Rules())[0] == ["b.txt"]
    with pytest.raises(SettingsInvalid, match="left_out"):
        with_value(Settings(tmp_path), "left_out", ["!"])


def test_a_change_of_the_rules_takes_what_it_leaves_out_and_brings_back(bench):
    bench.put("a.txt", "uno")
    bench.put("b.csv", "dos")
    bench.put("x/c.txt", "tres")
    bench.index()
    made = Settings(bench.data, left_out_kinds=("csv",), folder_rules=(FolderRules(str(bench.docs), left_out=("/x/",)),))
    bench.indexer.use_settings(made)
    assert bench.indexer.index().removed == 2 and bench.shown() == ["a.txt"] and bench.texts() == ["uno"]
    (folder,) = bench.catalog.folders()
    assert (folder.left_out, folder.left_out_folders) == ({"own-kind": 1, "pattern:/x/": 1}, {"pattern:/x/": 1})
    bench.indexer.use_settings(Settings(bench.data))
    assert bench.indexer.index().indexed == 2 and bench.shown() == ["a.txt", "b.csv", "x/c.txt"]
    bench.check()


def test_a_change_of_a_pattern_file_or_of_a_size_is_followed(bench):
    bench.put("x/a.txt", "uno")
    bench.put("x/b.log", "dos")
    bench.index()
    bench.indexer.use_settings(Settings(bench.data, max_file_mb=1))
    rules = bench.put("x/.ficheroignore", "*.log")
    bench.indexer.follow([str(rules)])
    assert bench.shown() == ["x/a.txt"]
    bench.indexer.follow([str(bench.put("x/a.txt", "uno" * 400_000))])
    assert bench.shown() == []
    bench.indexer.follow([str(bench.put("x/a.txt", "uno"))])
    rules.unlink()
    bench.indexer.follow([str(rules)])
    bench.indexer.index()
    assert bench.shown() == ["x/a.txt", "x/b.log"]
    bench.check()


def test_rules_of_one_folder_are_kept_in_the_settings(tmp_path):
    data = tmp_path / "data"
    change_settings(data, lambda old: with_value(old, "gitignore", True, "/x"))
    change_settings(data, lambda old: with_value(old, "left_out", ["*.tmp"], "/x"))
    change_settings(data, lambda old: with_value(old, "max_file_mb", 5))
    settings = load_settings(data)
    assert settings == Settings(data, max_file_mb=5, folder_rules=(FolderRules("/x", ("*.tmp",), gitignore=True),))
    assert settings.rules_for("/x").gitignore and settings.rules_for("/x").max_file_mb == 5
    assert not settings.rules_for("/y").gitignore
    for key in ("gitignore", "left_out"):
        change_settings(data, lambda old, key=key: with_value(old, key, None, "/x"))
    assert load_settings(data).folder_rules == ()
    save_settings(dataclasses.replace(settings, folder_rules=()))
    with pytest.raises(SettingsInvalid, match="theme"):
        with_value(settings, "theme", "dark", "/x")


def reasons(bench: Bench, settings: Settings, *names: str) -> list[tuple[str, str | None]]:
    with Catalog.open(bench.data, read_only=True) as catalog:
        answers = [why(settings, catalog, str(bench.docs / name)) for name in names]
    return [(answer.state, answer.rule) for answer in answers]


def test_why_a_path_is_not_found(bench, tmp_path):
    for name in ("a.txt", "x/b.txt", ".c.txt", "node_modules/y/d.txt", "e.mp3", "f.log", "g.txt", "v/pyvenv.cfg", "v/h.txt"):
        bench.put(name, name)
    bench.put("mal.pdf", "!encrypted")
    bench.put("kind.xyz", "!unsupported")
    bench.put("x/.ficheroignore", "b.*")
    settings = Settings(bench.data, left_out=("*.log",))
    bench.indexer.use_settings(settings)
    bench.index()
    bench.indexer.remove(bench.docs / "g.txt")
    names = ("a.txt", "x/b.txt", ".c.txt", "node_modules/y/d.txt", "e.mp3", "f.log", "g.txt", "v/h.txt", "mal.pdf", "kind.xyz",
             "nada.txt", ".", "../otra.txt")
    assert dict(zip(names, reasons(bench, settings, *names), strict=True)) == {
        "a.txt": ("found", None), "x/b.txt": ("left-out", "ficheroignore"), ".c.txt": ("left-out", "hidden"),
        "node_modules/y/d.txt": ("left-out", "program-folder"), "e.mp3": ("left-out", "kind"),
        "f.log": ("left-out", "pattern:*.log"), "g.txt": ("removed-by-you", None), "v/h.txt": ("left-out", "program-folder"),
        "mal.pdf": ("found-by-name", None), "kind.xyz": ("left-out", "kind"), "nada.txt": ("missing", None),
        ".": ("found", None), "../otra.txt": ("not-in-a-folder", None),
    }
    bench.put("a.txt", "otra cosa")
    new = bench.put("nuevo.txt", "n")
    assert reasons(bench, settings, "a.txt", new.name) == [("not-current", None), ("not-read-yet", None)]
    bench.docs.rename(tmp_path / "away")
    assert reasons(bench, settings, "x/b.txt") == [("not-available", None)]


def test_why_nothing_of_a_folder_is_found(bench) -> None:
    for name in ("fotos/a.png", "fotos/b.jpg", "varios/a.png", "varios/.b.txt", "raro/kind.xyz", "vivo/a.txt"):
        bench.put(name, name)
    bench.put("roto/mal.pdf", "!encrypted")
    bench.put("raro/kind.xyz", "!unsupported")
    (bench.docs / "nada" / "de").mkdir(parents=True)
    settings = Settings(bench.data)
    bench.index()
    names = ("fotos", "varios", "raro", "roto", "nada", "vivo")
    assert dict(zip(names, reasons(bench, settings, *names), strict=True)) == {
        "fotos": ("nothing-to-read", "picture"), "varios": ("nothing-to-read", None), "raro": ("nothing-to-read", "kind"),
        "roto": ("all-unreadable", None), "nada": ("nothing-to-read", None), "vivo": ("found", None),
    }
    bench.put("nada/de/nuevo.txt", "n")
    assert reasons(bench, settings, "nada") == [("not-read-yet", None)]


def test_what_lies_in_the_folder_of_a_saved_page_is_left_out_with_it(bench) -> None:
    for name in ("Noticia.html", "Noticia_files/style.css", "Noticia_files/a/b.txt", "otra_files/nota.txt"):
        bench.put(name, name)
    bench.index()
    names = ("Noticia_files/style.css", "Noticia_files/a/b.txt", "Noticia_files", "otra_files/nota.txt")
    assert reasons(bench, Settings(bench.data), *names) == [("left-out", "program-folder")] * 3 + [("found", None)]
    assert why(Settings(bench.data), bench.catalog, str(bench.docs / names[1])).left_out_at == str(bench.docs / "Noticia_files")


def test_a_line_that_is_no_pattern_stops_nothing() -> None:
    for line in ("[z-a]", "a[b-a]c", "!", "\\", "# a note", "  "):
        assert not is_pattern(line), line
    assert is_pattern("[a-z]")


def test_a_pattern_that_a_person_gives_is_told_what_is_wrong_with_it() -> None:
    faults = {
        "[": "closed", "a[b": "closed", "[!": "closed", "[]": "closed", "a[b/c]": "closed", "\\[[": "closed", "[z-a]": "backwards",
        "": "empty", "  ": "empty", "#x": "comment", "!": "no file", "/": "no file", "//": "no file", "!/": "no file",
        "foo\\": "last",
    }
    for line, word in faults.items():
        fault = pattern_fault(line)
        assert fault is not None and word in fault[0] and fault[1], line
    for line in ("[a-z]", "*.log", "drafts/", "!keep.log", "\\[x", "[]]", "[!]a]*", "a]b", "\\#x", "**/x", "año\\ "):
        assert pattern_fault(line) is None, line
    assert with_value(Settings(Path("/x"), left_out=("[",)), "left_out", ["[", "*.log"]).left_out == ("[", "*.log")
    with pytest.raises(SettingsInvalid, match="closed"):
        with_value(Settings(Path("/x")), "left_out", ["["])

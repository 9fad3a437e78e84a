"""Rules, reasons and settings from the command line, and what they do to the index."""

from __future__ import annotations

from tests.end2end.conftest import Fichero


def test_rules_settings_and_reasons(fichero: Fichero) -> None:
    docs = fichero.cwd / "docs"
    for name in ("acta.txt", "datos.csv", "viejas/acta.txt", "node_modules/a/b.txt"):
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(f"acta de {name}")
    fichero.json("index", docs, "--stage", "text")
    changed = fichero.json("settings", "set", "left_out", "viejas/", "*.bak")
    assert changed["applied"] == "now" and changed["documents"]["removed"] == 1 and changed["value"] == ["viejas/", "*.bak"]
    assert fichero.json("settings", "set", "left_out_kinds", "csv", "--folder", docs)["documents"]["removed"] == 1
    (folder,) = fichero.json("folders")
    assert folder["availability"] == "available" and folder["documents"] == 1
    assert folder["left_out"] == [
        {"rule": "own-kind", "files": 1, "folders": 0}, {"rule": "pattern:viejas/", "files": 1, "folders": 1},
        {"rule": "program-folder", "files": 1, "folders": 1},
    ]
    why = fichero.json("status", "--why", docs / "viejas" / "acta.txt")
    assert (why["state"], why["rule"], why["left_out_at"]) == ("left-out", "pattern:viejas/", str(docs / "viejas"))
    assert fichero.json("status", "--why", docs / "acta.txt")["state"] == "found-by-words"
    assert fichero.json("settings", "unset", "left_out")["documents"]["indexed"] == 1
    fichero.run("settings", "set", "theme", "rojo", "--data", fichero.data, status=2)
    fichero.run("settings", "get", "nada", "--data", fichero.data, status=2)


def test_a_folder_that_is_away_still_answers_and_says_so(fichero: Fichero) -> None:
    docs = fichero.cwd / "docs"
    docs.mkdir()
    (docs / "acta.txt").write_text("El acta de la junta.")
    fichero.json("index", docs, "--stage", "text")
    docs.rename(fichero.cwd / "away")
    (hit,) = fichero.json("search", "acta", "--mode", "lexical")["hits"]
    assert hit["path"] == str(docs / "acta.txt") and hit["is_available"] is False
    assert fichero.json("status")["folders"][0]["availability"] == "not available"
    assert fichero.json("status", "--why", docs / "acta.txt")["state"] == "not-available"
    assert fichero.json("index")["documents"]["removed"] == 0
    (fichero.cwd / "away").rename(docs)
    assert fichero.json("search", "acta", "--mode", "lexical")["hits"][0]["is_available"] is True


def test_a_folder_keeps_what_it_was_given_until_told_otherwise(fichero: Fichero) -> None:
    docs = fichero.cwd / "docs"
    docs.mkdir()
    (docs / "acta.txt").write_text("El acta de la junta.")
    (docs / "borrador.tmp").write_text("Un borrador.")
    fichero.json("index", docs, "--stage", "text", "--all-files")
    assert fichero.json("index", docs, "--stage", "text")["documents"]["removed"] == 0
    (folder,) = fichero.json("folders")
    assert (folder["documents"], folder["all_files"], folder["ocr"]) == (2, True, False)
    assert "--no-all-files" in fichero.run("folders", "--data", fichero.data).stdout
    assert fichero.json("index", docs, "--stage", "text", "--no-all-files")["documents"]["removed"] == 1
    assert not fichero.json("folders")[0]["all_files"]

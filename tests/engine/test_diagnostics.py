"""The report for somebody who helps holds nothing of the documents: not a word, a name, a path, a pattern or a query."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from engine.diagnostics import redacted, report
from engine.machine.logs import log_to
from engine.settings import FolderRules, Settings, save_settings
from tests.engine.indexing_stores import indexer_of

SECRET = ("Zarzamora", "quebrantahuesos", "pimpinela")      # in names, texts and patterns


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        tmp_path / "data", left_out=("*Zarzamora*.bak", "quebrantahuesos/"), left_out_kinds=("pimpinela",),
        folder_rules=(FolderRules(str(tmp_path / "Zarzamora docs"), left_out=("pimpinela*",)),),
    )


def test_nothing_of_the_documents_is_in_it(tmp_path: Path, settings: Settings) -> None:
    folder = tmp_path / "Zarzamora docs"
    (folder / "quebrantahuesos").mkdir(parents=True)
    (folder / "pimpinela uno.txt").write_text("El quebrantahuesos come huesos.")
    (folder / "Zarzamora.bak").write_text("x")
    (folder / "quebrantahuesos" / "a.txt").write_text("x")
    (folder / "Zarzamora rota.pdf").write_bytes(b"%PDF-1.7 pimpinela")
    save_settings(settings)
    with indexer_of(settings) as indexer:
        indexer.index([folder])
    log_to(settings.data_dir, "window")
    log = logging.getLogger("engine.indexing.scanning")
    try:
        (folder / "Zarzamora gone.txt").read_text()
    except OSError:
        log.exception("reading %s failed", folder / "pimpinela uno.txt")
    log.warning("a folder could not be listed: %s", "'Zarzamora'")
    log.warning("opened C:\\Users\\Zarzamora\\pimpinela uno.txt")
    made = json.dumps(report(settings), ensure_ascii=False)
    for word in (*SECRET, str(tmp_path), tmp_path.name, Path.home().name if len(Path.home().name) > 2 else "Zarzamora"):
        assert word not in made, word
    index = json.loads(made)["index"]
    assert index["documents"] == 1 and sum(index["errors"].values()) == index["failed"]
    assert {rule["rule"] for rule in index["folders"][0]["left_out"]} >= {"pattern:<…>"}
    told = json.loads(made)["logs"]["window"]
    assert "Traceback" in told and "FileNotFoundError" in told
    assert any("engine/" in line or "tests/" in line for line in told) and "a folder could not be listed: <…>" in " ".join(told)


def test_an_index_that_cannot_be_read_is_said(settings: Settings) -> None:
    settings.data_dir.mkdir()
    settings.catalog_path.write_bytes(b"no catalog at all, Zarzamora")
    made = report(settings)
    assert list(made["index"]) == ["cannot be read"] and "Zarzamora" not in json.dumps(made)


@pytest.mark.parametrize(("line", "shown"), [
    ("2026-01-02 03:04:05,678 INFO ui.window.application: window shown after 812 ms",
     "2026-01-02 03:04:05,678 INFO ui.window.application: window shown after 812 ms"),
    ("2026-01-02 03:04:05,678 ERROR a.b: [Errno 2] No such file: '/casa/ana/mi nómina.pdf'",
     "2026-01-02 03:04:05,678 ERROR a.b: [Errno 2] No such file: <…>"),
    ("2026-01-02 03:04:05,678 ERROR a.b: lost /casa/ana/mi nómina.pdf at once", "2026-01-02 03:04:05,678 ERROR a.b: lost <…>"),
    ("2026-01-02 03:04:05,678 ERROR a.b: 12/40 done", "2026-01-02 03:04:05,678 ERROR a.b: 12/40 done"),
    ("ValueError: nómina de Ana", "ValueError"), ("engine.errors.IndexDamaged: /casa", "engine.errors.IndexDamaged"),
    ("    secret = open(name)", ""), ('  File "/casa/ana/extra.py", line 3, in run', "  <…>:3 run"),
])
def test_lines_of_logs(line: str, shown: str) -> None:
    assert redacted([line]) == ([shown] if shown else [])

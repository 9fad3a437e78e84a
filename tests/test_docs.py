"""The pages of the project stay true in what can be checked: links lead somewhere, named files exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from models.export_layout import SMALL_FILES

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").rglob("README.md")])
PLACES = (
    "", "tests/data/sample/", "models/", "ui/", "ui/window/", "ui/command/", "packaging/", "engine/",
    *(f"engine/{room}/" for room in (
        "catalog", "chunking", "discovery", "evaluation", "indexing", "language", "machine",
        "processes", "query", "reading", "search", "sharing", "stores", "watching", "written_answers",
    )),
)      # where a bare `name.py` may lie


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_named_files_exist(page: Path) -> None:
    names = set(re.findall(r"`([\w/]+\.(?:py|sh|json|lock))`", page.read_text(encoding="utf-8")))
    own = {"index.lock", "window.lock", "settings.json", "folders.json", "tokenizer.json", "manifest.json", *SMALL_FILES}   # what the program writes, what models have
    missing = [name for name in names - own
               if not any((base / place / name).exists() for base in (ROOT, page.parent) for place in PLACES)]
    assert not missing


def test_every_file_is_listed_as_its_first_line_says() -> None:
    found = subprocess.run([sys.executable, str(ROOT / "docs" / "list_files.py"), "--check"], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout

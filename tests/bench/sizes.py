"""Bytes of the stores for each byte of extracted text."""

from __future__ import annotations

from pathlib import Path

from engine.build import open_catalog
from tests.bench.figures import Figure
from tests.bench.ground import Ground

STORES = ("catalog", "text", "vectors", "bits")


def measure(ground: Ground) -> list[Figure]:
    settings = ground.index()
    with open_catalog(settings) as catalog:
        ids = sorted(catalog.all_documents())
        n_bytes = sum(len(catalog.body(document_id).encode("utf-8", "surrogatepass")) for document_id in ids)
    sizes = {name: sum(_size(path) for path in settings.data_dir.glob(f"{name}*")) for name in STORES}
    detail = f"{n_bytes / 1e6:.0f} MB of text; " + ", ".join(f"{name} {size / n_bytes:.2f}" for name, size in sizes.items())
    return [
        Figure("index-size", sum(sizes.values()) / n_bytes, 10.0, "min", len(ids), detail=detail),
        Figure("text-index-size", sizes["text"] / n_bytes, 0.6, "min", len(ids), detail=f"{sizes['text'] / 1e6:.0f} MB"),
    ]


def _size(path: Path) -> int:
    if path.is_file():
        return path.stat().st_size
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())

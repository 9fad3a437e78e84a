"""Looks at a folder of prepared models: what is there, and whether it is whole."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from models.errors import ModelDamaged, ModelMissing
from models.manifest import FILES, MANIFEST, ModelInfo, read_manifest

State = Literal["ok", "missing", "damaged"]


@dataclass(frozen=True, slots=True)
class FileState:
    path: Path
    state: State
    size_bytes: int | None      # None: missing


def list_models(folder: Path = FILES) -> list[ModelInfo]:
    """The prepared models, by their manifest alone; none where nothing has been prepared.

    Raises:
        ModelDamaged: the manifest cannot be read.
    """
    try:
        return list(read_manifest(folder).models)
    except ModelMissing:
        return []


def verify(folder: Path = FILES) -> list[FileState]:
    """The state of the manifest and of every file it names, by SHA-256. Without a usable manifest, of that alone."""
    path = folder / MANIFEST
    try:
        files = read_manifest(folder).files()
    except ModelMissing:
        return [FileState(path, "missing", None)]
    except ModelDamaged:
        return [FileState(path, "damaged", _size(path))]
    states = [FileState(path, "ok", _size(path))]
    return states + [_file_state(folder / name, digest) for name, digest in files.items()]


def check_files(folder: Path, info: ModelInfo) -> None:
    """Compare every file of a model with its digest.

    Raises:
        ModelMissing, ModelDamaged
    """
    for name, digest in info.files.items():
        found = _file_state(folder / name, digest)
        if found.state == "missing":
            raise ModelMissing(found.path)
        if found.state == "damaged":
            raise ModelDamaged(found.path, "its SHA-256 is not that of the manifest", "su SHA-256 no es el del manifiesto")


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _file_state(path: Path, digest: str) -> FileState:
    try:
        return FileState(path, "ok" if sha256(path) == digest else "damaged", _size(path))
    except FileNotFoundError:
        return FileState(path, "missing", None)
    except OSError:
        return FileState(path, "damaged", None)


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None

"""The models that somebody brought in: a folder each, with a manifest that says what was found out when it came.

Beside the manifest lies, once the model has been measured, `measured.json`: by language what it brought, which decides
where a cross-encoder is used. It is no part of the model's version.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.errors import ModelDamaged, ModelMissing, ModelRefused
from models.export_layout import Kind, Pooling
from models.inventory import FileState, sha256
from models.unpacking import safe_path

MANIFEST, MEASURED = "manifest.json", "measured.json"
FORMAT = 1
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")


@dataclass(frozen=True, slots=True)
class ImportedFile:
    sha256: str
    size: int
    mtime_ns: int       # when it was checked: a file that still has size and time is not read through again


@dataclass(frozen=True, slots=True)
class ImportedInfo:
    """One model. `version` changes with anything that changes its numbers, so that stored vectors tell their maker."""

    kind: Kind
    name: str
    version: str
    files: dict[str, ImportedFile]      # path below the model's folder
    network: str
    licence: str
    source: str                         # what it was called, and where it came from
    revision: str                       # of the hub; "" where it came from the disk
    dimension: int                      # 0: a cross-encoder
    max_tokens: int                     # with specials
    pooling: Pooling | None             # None: the network does it, or it is a cross-encoder
    query_prefix: str
    passage_prefix: str
    trial: dict[str, float]             # language, or "es→en": share of trial questions with the right text first

    @property
    def id(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def size_bytes(self) -> int:
        return sum(file.size for file in self.files.values())


def list_imported(models_dir: Path) -> list[tuple[Path, ImportedInfo]]:
    """Every model that was brought in, with its folder, by name. What has no readable manifest is left out."""
    found = []
    for folder in sorted(models_dir.iterdir()) if models_dir.is_dir() else []:
        if folder.is_dir() and NAME.fullmatch(folder.name):
            try:
                found.append((folder, read_imported(folder)))
            except (ModelMissing, ModelDamaged):
                continue
    return found


def find_imported(models_dir: Path, name: str) -> tuple[Path, ImportedInfo]:
    """By its name, or by name@version.

    Raises:
        ModelMissing, ModelDamaged
    """
    called, _, version = name.partition("@")
    folder = models_dir / called
    if not NAME.fullmatch(called):
        raise ModelMissing(folder)
    info = read_imported(folder)
    if version and info.version != version:
        raise ModelMissing(folder)
    return folder, info


def read_imported(folder: Path) -> ImportedInfo:
    """
    Raises:
        ModelMissing, ModelDamaged
    """
    path = folder / MANIFEST
    try:
        content = json.loads(path.read_bytes())
        if content.pop("format") != FORMAT:
            raise ValueError("another format")
        files = {safe_path(name).as_posix(): ImportedFile(**file) for name, file in content.pop("files").items()}
        info = ImportedInfo(files=files, **content)
    except FileNotFoundError as error:
        raise ModelMissing(path) from error
    except (ValueError, KeyError, TypeError, AttributeError, OSError, ModelRefused) as error:
        raise ModelDamaged(path, "not a manifest of this version", "no es un manifiesto de esta versión") from error
    return info


def write_imported(folder: Path, info: ImportedInfo) -> None:
    write_json(folder / MANIFEST, {"format": FORMAT, **dataclasses.asdict(info)})


def check_imported(folder: Path, info: ImportedInfo) -> None:
    """Compare each file with what it was, by its digest where size or time differ.

    Raises:
        ModelMissing, ModelDamaged
    """
    for name, expected in info.files.items():
        path = folder / name
        try:
            status = path.stat()
        except FileNotFoundError as error:
            raise ModelMissing(path) from error
        if (status.st_size, status.st_mtime_ns) == (expected.size, expected.mtime_ns):
            continue
        if status.st_size != expected.size or sha256(path) != expected.sha256:
            raise ModelDamaged(path, "its SHA-256 is not that of the manifest", "su SHA-256 no es el del manifiesto")


def verify_imported(models_dir: Path) -> list[FileState]:
    """The state of every file of every model, read through."""
    states = []
    for folder in sorted(models_dir.iterdir()) if models_dir.is_dir() else []:
        if not folder.is_dir() or not NAME.fullmatch(folder.name):
            continue
        manifest = folder / MANIFEST
        try:
            info = read_imported(folder)
        except ModelMissing:
            states.append(FileState(manifest, "missing", None))
            continue
        except ModelDamaged:
            states.append(FileState(manifest, "damaged", None))
            continue
        states.append(FileState(manifest, "ok", manifest.stat().st_size))
        for name, expected in info.files.items():
            path = folder / name
            if not path.is_file():
                states.append(FileState(path, "missing", None))
            else:
                is_whole = path.stat().st_size == expected.size and sha256(path) == expected.sha256
                states.append(FileState(path, "ok" if is_whole else "damaged", path.stat().st_size))
    return states


def remove_imported(models_dir: Path, name: str) -> None:
    """Forget a model and its files; one whose manifest is damaged too.

    Raises:
        ModelMissing: there is none of this name.
    """
    folder = models_dir / name
    if not NAME.fullmatch(name) or not folder.is_dir():
        raise ModelMissing(folder)
    (folder / MANIFEST).unlink(missing_ok=True)     # first: what is half removed is no model any more
    shutil.rmtree(folder)


def read_measured(folder: Path) -> dict[str, dict[str, float]]:
    """{language: {"without": …, "with": …, "questions": …}}; empty where it was not measured."""
    try:
        content = json.loads((folder / MEASURED).read_bytes())
        return {
            str(language): {str(name): float(value) for name, value in figures.items()}
            for language, figures in content.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Whole or not at all."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False, indent=2)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise

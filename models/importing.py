"""Brings a model in: takes its files, tries it in a process of its own, and puts it among the others, whole or not at all."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from models.apart import apart
from models.errors import ModelRefused
from models.export_layout import SMALL_FILES, Export, Wishes, describe
from models.imported_info import NAME, ImportedFile, ImportedInfo, list_imported, write_imported
from models.inventory import sha256
from models.trial import info_of, try_model
from models.unpacking import unpack

INCOMING = ".incoming-"
LEFT_OVER_S = 24 * 3600             # what a killed import has left behind is removed after this
TRIAL_S = 900.0
MEMORY_FLOOR, MEMORY_A_BYTE = 2 * 10**9, 4      # weights are held once or twice, and unpacked where they are quantised
OWN_NAMES = ("multilingual-e5-small-q4", "maxsim-signs", "default", "none")
AS_THE_FILES_SAY = Wishes()

Progress = Callable[[str], None]        # "copy", "try", "check"


def import_model(
    source: Path,
    models_dir: Path,
    name: str | None = None,
    wishes: Wishes = AS_THE_FILES_SAY,
    called: str | None = None,
    revision: str = "",
    progress: Progress = lambda step: None,
    may_link: bool = False,
) -> ImportedInfo:
    """Bring in the model in `source`, a folder or a ZIP; one of the same name from the same source is replaced.

    Args:
        name: what it is to be called here; made from the source's name if None.
        called: what the source is called, where that is not its file name; `revision` likewise of the hub.
        may_link: the source is a folder of our own, whose files need not be copied.
    Raises:
        ModelRefused: with the reason.
        OSError: the source cannot be read, or there is no room.
    """
    called = called or source.name.removesuffix(".zip")
    name = _checked_name(name) if name is not None else name_from(called)
    _refuse_taken(models_dir, name, called)
    models_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    _remove_left_over(models_dir)
    incoming = Path(tempfile.mkdtemp(prefix=INCOMING, dir=models_dir))
    try:
        progress("copy")
        unpack(source, incoming, wishes.network, may_link)
        export = describe(incoming, called, wishes)
        progress("try")
        found = try_apart(incoming, export)
        progress("check")
        _remove_unneeded(incoming, {export.network, *found["external"]})
        info = _info(incoming, export, found, name, revision)
        write_imported(incoming, info)
        _put(incoming, models_dir / name)
    finally:
        shutil.rmtree(incoming, ignore_errors=True)
    return info


def try_apart(folder: Path, export: Export) -> dict:    # type: ignore[type-arg]
    """`try_model`, where it can do no harm."""
    weights = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return apart(    # type: ignore[no-any-return]
        try_model, folder, export, timeout_s=TRIAL_S, memory_bytes=MEMORY_FLOOR + MEMORY_A_BYTE * weights
    )


def name_from(called: str) -> str:
    """A name for folders and commands: the last part of "owner/name", in lower case."""
    last = re.sub(r"[^a-z0-9._-]+", "-", called.rsplit("/", 1)[-1].lower()).strip("-._")[:80]
    return last if NAME.fullmatch(last) and last not in OWN_NAMES else f"model-{last or 'x'}"[:80]


def _checked_name(name: str) -> str:
    if not NAME.fullmatch(name) or name in OWN_NAMES:
        raise ModelRefused(
            f"{name!r} cannot be a model's name: small letters, digits, dots and hyphens, and none of {', '.join(OWN_NAMES)}.",
            f"{name!r} no puede ser el nombre de un modelo: minúsculas, cifras, puntos y guiones, y ninguno de "
            f"{', '.join(OWN_NAMES)}.",
        )
    return name


def _refuse_taken(models_dir: Path, name: str, called: str) -> None:
    for folder, info in list_imported(models_dir):
        if folder.name == name and info.source != called:
            raise ModelRefused(
                f"There is a model {name} already, from {info.source}. Choose another name with --name, or remove that one.",
                f"Ya hay un modelo {name}, de {info.source}. Elija otro nombre con --name o quite aquel.",
            )


def _remove_left_over(models_dir: Path) -> None:
    for path in models_dir.glob(f"{INCOMING}*"):
        if time.time() - path.stat().st_mtime > LEFT_OVER_S:
            shutil.rmtree(path, ignore_errors=True)


def _remove_unneeded(folder: Path, needed: set[str]) -> None:
    """What lay beside the network and turned out to be no part of it."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in needed and name not in SMALL_FILES:
            path.unlink()


def _info(folder: Path, export: Export, found: dict, name: str, revision: str) -> ImportedInfo:     # type: ignore[type-arg]
    files = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        status = path.stat()
        files[path.relative_to(folder).as_posix()] = ImportedFile(sha256(path), status.st_size, status.st_mtime_ns)
    info = dataclasses.replace(
        info_of(export, found["dimension"], found["pooling"]),
        name=name, files=files, revision=revision, trial=found["trial"],
    )
    return dataclasses.replace(info, version=_version(info))


def _version(info: ImportedInfo) -> str:
    """A digest of all that its numbers depend on."""
    content = {
        "files": {name: file.sha256 for name, file in info.files.items() if not name.startswith(("README", "LICENSE"))},
        "rest": [info.network, info.max_tokens, info.pooling, info.query_prefix, info.passage_prefix],
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]


def _put(incoming: Path, place: Path) -> None:
    """Rename, the one before it first out of the way."""
    incoming.chmod(0o700)
    former = None
    if place.exists():
        former = Path(tempfile.mkdtemp(prefix=INCOMING, dir=place.parent)) / "former"
        os.rename(place, former)
    os.rename(incoming, place)
    if former is not None:
        shutil.rmtree(former.parent, ignore_errors=True)

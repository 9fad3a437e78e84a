"""Earlier versions of the embedder: kept, so that what they made serves until all of it is made anew.

The id of an embedder is name@vectors+bits: `vectors` changes with anything that changes its vectors, `bits` with the head
that makes the signs of the token vectors. A new head alone leaves all vectors as they are.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from models.errors import ModelDamaged, ModelMissing
from models.head import load_head
from models.manifest import FILES, HEAD, MANIFEST, ModelInfo, read_manifest

FORMER = "former"                   # below the folder of prepared models: earlier heads, and one earlier set
SHIPPED_HEADS = Path(__file__).resolve().parent / "heads" / FORMER

# Ids as indexes of before the two parts were told apart have them.
_EARLIER_IDS = {"multilingual-e5-small-q4@0.3.0-1-3cb1fe21": "multilingual-e5-small-q4@0.3.0-1+8f4d5bf4"}


@dataclass(frozen=True, slots=True)
class EmbedderPlace:
    """Where an embedder of some id can be loaded from."""

    folder: Path
    head: Path | None               # None: the folder's own


def canonical_id(model_id: str) -> str:
    return _EARLIER_IDS.get(model_id, model_id)


def earlier_ids(model_id: str) -> list[str]:
    """Other ids of the same model that old indexes may hold."""
    return [old for old, new in _EARLIER_IDS.items() if new == model_id]


def current_id(folder: Path = FILES) -> str:
    """
    Raises:
        ModelMissing, ModelDamaged
    """
    return canonical_id(id_of(read_manifest(folder).model("embedder")))


def id_of(info: ModelInfo) -> str:
    return f"{info.name}@{info.version}"


def find_embedder(model_id: str, folder: Path = FILES) -> EmbedderPlace | None:
    """Where the embedder of this id is; None where its files are not here any more."""
    wanted = canonical_id(model_id)
    vectors, _, bits = wanted.partition("+")
    for place in (folder, folder / FORMER / "set"):
        try:
            here = current_id(place)
        except (ModelMissing, ModelDamaged):
            continue
        if here == wanted:
            return EmbedderPlace(place, None)
        if here.partition("+")[0] == vectors and bits:
            for head in (folder / FORMER / f"{bits}.npz", SHIPPED_HEADS / f"{bits}.npz"):
                if _is_head(head, bits):
                    return EmbedderPlace(place, head)
    return None


def keep_former(folder: Path, version: str) -> None:
    """Before the files of `folder` are replaced by those of `version`: put by what an index may still need of them.

    One earlier set of files at most is kept (hard links where possible), and every earlier head: they are small.
    """
    try:
        info = read_manifest(folder).model("embedder")
        bits = load_head(folder / HEAD).bits_version
    except (ModelMissing, ModelDamaged):
        return                          # nothing usable is there
    vectors = canonical_id(id_of(info)).partition("+")[0].partition("@")[2]
    if bits != version.partition("+")[2]:
        (folder / FORMER).mkdir(exist_ok=True)
        _copy(folder / HEAD, folder / FORMER / f"{bits}.npz")
    if vectors != version.partition("+")[0] and all((folder / name).exists() for name in info.files):
        kept = folder / FORMER / "set"
        if kept.exists():
            shutil.rmtree(kept)
        kept.mkdir(parents=True)
        for name in [*info.files, MANIFEST]:
            _copy(folder / name, kept / name)


def _copy(source: Path, target: Path) -> None:
    if target.exists():
        return
    try:
        os.link(source, target)         # files are replaced by renaming, never written into
    except OSError:
        shutil.copyfile(source, target)


def _is_head(path: Path, bits: str) -> bool:
    try:
        return load_head(path).bits_version == bits
    except (ModelMissing, ModelDamaged):
        return False

"""Makes the model files from the weights of an installed package: `python -m models.prepare`.

Nothing is fetched. The same weights and the same recipe give the same bytes. Every file is written beside its place
and renamed, the manifest last, so that a run that is cut off leaves either the old models or the new ones, or a set whose
manifest does not fit and which the next run makes again.
"""

from __future__ import annotations

import hashlib
import io
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from models.errors import ModelDamaged, ModelMissing
from models.former import keep_former
from models.head import load_head
from models.inventory import verify
from models.manifest import (
    EMBEDDER,
    FILES,
    HEAD,
    KEPT_TOKENS,
    MANIFEST,
    RERANKER,
    TOKENIZER,
    Manifest,
    ModelInfo,
    read_manifest,
)
from models.weights import PACKAGE, PACKAGE_VERSION, Weights, find_weights, load_weights

CONVERSION = 1      # raise with every change to what the converted files of the embedder hold
RERANKER_GRAPH = 4  # raise with every change of the reranker's graph: nothing that is stored follows from it
HEAD_SOURCE = Path(__file__).resolve().parent / "heads" / "head.npz"
NAME = "multilingual-e5-small-q4"
RERANKER_NAME = "maxsim-signs"
LICENCE = "MIT"
SOURCE = f"intfloat/multilingual-e5-small, 4-bit weights of {PACKAGE} {PACKAGE_VERSION}"
QUERY_PREFIX = "query: "
PASSAGE_PREFIX = "passage: "

Progress = Callable[[str, float], None]     # what is being made, and the share done from 0 to 1


def prepare(
    folder: Path = FILES, progress: Progress = lambda what, share: None, force: bool = False
) -> list[ModelInfo]:
    """Bring the model files in `folder` up to date; good files are left alone unless `force`.

    Raises:
        WeightsMissing: the package of the weights is not installed.
        ModelDamaged: its file, or the head in this repository, is not the expected one.
        OSError: the folder cannot be written.
    """
    head = _head_bytes()
    recipe = _recipe(head)
    if not force and _is_current(folder, recipe):
        return list(read_manifest(folder).models)
    progress("weights", 0.0)
    weights = load_weights(find_weights())
    folder.mkdir(parents=True, exist_ok=True)
    keep_former(folder, _version(head))
    makers = _makers(weights, head)
    digests: dict[str, str] = {}
    for place, (name, make) in enumerate(makers.items()):
        progress(name, (place + 1) / (len(makers) + 1))
        digests[name] = _write(folder / name, make())
    manifest = Manifest(recipe, _models(weights, digests, recipe, _version(head)))
    _write(folder / MANIFEST, manifest.to_json())
    progress(MANIFEST, 1.0)
    return list(manifest.models)


def _recipe(head: bytes) -> str:
    return f"{_version(head)}-{hashlib.sha256(head).hexdigest()[:8]}-{RERANKER_GRAPH}"


def _version(head: bytes) -> str:
    """Of the embedder: what its vectors follow from, "+", what the signs of its token vectors follow from besides."""
    return f"{PACKAGE_VERSION}-{CONVERSION}+{load_head(io.BytesIO(head)).bits_version}"


def _is_current(folder: Path, recipe: str) -> bool:
    try:
        if read_manifest(folder).recipe != recipe:
            return False
    except (ModelMissing, ModelDamaged):
        return False
    return all(file.state == "ok" for file in verify(folder))


def _head_bytes() -> bytes:
    try:
        return HEAD_SOURCE.read_bytes()
    except FileNotFoundError as error:
        raise ModelMissing(HEAD_SOURCE) from error


def _makers(weights: Weights, head: bytes) -> dict[str, Callable[[], bytes]]:
    """The files in the order they are made, each by a function, so that one is in memory at a time."""
    # The graph builder takes a second to import: only when needed.
    from models.graph import embedder_graph
    from models.reranker_graph import reranker_graph
    from models.tokenizer_file import kept_tokens, tokenizer_json

    return {
        TOKENIZER: lambda: tokenizer_json(weights.vocabulary),
        KEPT_TOKENS: lambda: _npy(kept_tokens(weights.vocabulary)),
        HEAD: lambda: head,
        RERANKER: lambda: reranker_graph(weights.shape.hidden).SerializeToString(deterministic=True),
        EMBEDDER: lambda: embedder_graph(weights).SerializeToString(deterministic=True),
    }


def _models(weights: Weights, digests: dict[str, str], recipe: str, version: str) -> tuple[ModelInfo, ...]:
    def info(kind: str, name: str, version: str, files: tuple[str, ...]) -> ModelInfo:
        return ModelInfo(
            kind=kind, name=name, version=version, files={file: digests[file] for file in files},    # type: ignore[arg-type]
            licence=LICENCE, source=SOURCE, dimension=weights.shape.hidden, query_prefix=QUERY_PREFIX,
            passage_prefix=PASSAGE_PREFIX, max_tokens=weights.shape.positions,
        )

    return (
        info("embedder", NAME, version, (EMBEDDER, TOKENIZER, KEPT_TOKENS, HEAD)),
        info("reranker", RERANKER_NAME, recipe, (RERANKER,)),
    )


def _npy(array: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def _write(path: Path, content: bytes) -> str:
    """Write beside `path`, force to disk, rename; gives the SHA-256."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return hashlib.sha256(content).hexdigest()


def _say(what: str, share: float) -> None:
    sys.stderr.write(f"{what} {share:.0%}\n")


if __name__ == "__main__":
    prepare(progress=_say, force="--force" in sys.argv)

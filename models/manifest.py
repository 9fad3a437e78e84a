"""The manifest of the prepared model files: what they are, and their digests."""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from models.errors import ModelDamaged, ModelMissing

Kind = Literal["embedder", "reranker"]

FOLDER_VARIABLE = "FICHERO_MODELS"
FILES = Path(os.environ.get(FOLDER_VARIABLE) or Path(__file__).resolve().parent / "files")
MANIFEST = "manifest.json"
FORMAT = 1

EMBEDDER = "embedder.onnx"
TOKENIZER = "tokenizer.json"
KEPT_TOKENS = "kept_tokens.npy"
HEAD = "head.npz"
RERANKER = "reranker.onnx"


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One model. `version` changes with anything that changes its numbers, so that stored vectors tell their maker."""

    kind: Kind
    name: str
    version: str
    files: dict[str, str]       # name in the folder -> SHA-256
    licence: str
    source: str                 # where the weights come from
    dimension: int
    query_prefix: str
    passage_prefix: str
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """All prepared models. `recipe` names the conversion that made them: another one means they are to be made again."""

    recipe: str
    models: tuple[ModelInfo, ...]

    def model(self, kind: Kind) -> ModelInfo:
        return next(info for info in self.models if info.kind == kind)

    def files(self) -> dict[str, str]:
        """Every file of every model with its digest."""
        return {name: digest for info in self.models for name, digest in info.files.items()}

    def to_json(self) -> bytes:
        content = {"format": FORMAT, "recipe": self.recipe, "models": [dataclasses.asdict(info) for info in self.models]}
        return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode("utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder of prepared models.

    Raises:
        ModelMissing, ModelDamaged
    """
    path = folder / MANIFEST
    try:
        content = json.loads(path.read_bytes())
        return _manifest(content)
    except FileNotFoundError as error:
        raise ModelMissing(path) from error
    except (ValueError, KeyError, TypeError, StopIteration, OSError) as error:
        raise ModelDamaged(path, "not a manifest of this version", "no es un manifiesto de esta versión") from error


def _manifest(content: dict[str, Any]) -> Manifest:
    if content["format"] != FORMAT:
        raise ValueError("another format")
    manifest = Manifest(content["recipe"], tuple(ModelInfo(**info) for info in content["models"]))
    manifest.model("embedder")
    manifest.model("reranker")
    return manifest

"""The head of late interaction: what is done to token vectors before queries and passages are compared.

A file .npz holds `passage_mean` and `query_mean` (dimension,), and, once they have been trained, `query_map` and
`passage_map` (dimension, dimension), `weight_vector` (dimension,) and `weight_bias` (). Without maps tokens are only centred;
without a weight vector every query token counts the same.
"""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelDamaged, ModelMissing

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Head:
    """Maps over token vectors. Both sides end in one space, where cosines compare."""

    passage_mean: Floats
    query_mean: Floats
    query_map: Floats | None = None
    passage_map: Floats | None = None
    weight_vector: Floats | None = None
    weight_bias: float = 0.0

    def query(self, hidden: Floats) -> tuple[Floats, Floats]:
        """(tokens, dimension) from the network to query vectors of L2 norm 1, and weights (tokens,)."""
        centred = hidden - self.query_mean
        weights = self._weights(centred)
        mapped: NDArray[Any] = centred if self.query_map is None else centred @ self.query_map
        return _normalised(mapped), weights

    @property
    def bits_version(self) -> str:
        """Eight digits for all that the signs of passages follow from: what only changes the query's side changes none."""
        digest = hashlib.sha256(np.ascontiguousarray(self.passage_mean, dtype="<f4").tobytes())
        if self.passage_map is not None:
            digest.update(np.ascontiguousarray(self.passage_map, dtype="<f4").tobytes())
        return digest.hexdigest()[:8]

    def passage_bits(self, hidden: Floats) -> NDArray[np.uint8]:
        """(tokens, dimension) from the network to packed signs (tokens, dimension / 8)."""
        centred = hidden - self.passage_mean
        mapped = centred if self.passage_map is None else centred @ self.passage_map
        return np.packbits(mapped > 0, axis=-1)

    def _weights(self, centred: Floats) -> Floats:
        if self.weight_vector is None:
            return np.ones(len(centred), np.float32)
        return np.logaddexp(0, _normalised(centred) @ self.weight_vector + self.weight_bias).astype(np.float32)


def load_head(path: Path | IO[bytes]) -> Head:
    """Read a head file, from its path or its bytes.

    Raises:
        ModelMissing, ModelDamaged
    """
    try:
        with np.load(path) as arrays:
            content = {name: arrays[name].astype(np.float32) for name in arrays.files}
        bias = float(content.pop("weight_bias", np.float32(0)))
        return Head(**content, weight_bias=bias)
    except FileNotFoundError as error:
        raise ModelMissing(_named(path)) from error
    except (ValueError, TypeError, OSError, zipfile.BadZipFile) as error:
        raise ModelDamaged(_named(path), "not a head file", "no es un archivo de cabezal") from error


def _named(source: Path | IO[bytes]) -> Path:
    return source if isinstance(source, Path) else Path("head.npz")


def _normalised(vectors: NDArray[Any]) -> Floats:
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return (vectors / np.maximum(norms, 1e-9)).astype(np.float32)

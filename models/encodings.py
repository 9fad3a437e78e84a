"""What the embedder makes of a query and of a passage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class QueryEncoding:
    """A query for both ways to find: one vector for retrieval, one vector a token for late interaction."""

    vector: NDArray[np.float32]     # (dimension,), L2 norm 1
    tokens: NDArray[np.float32]     # (query tokens, dimension), centred and mapped, rows of L2 norm 1; may have no rows
    weights: NDArray[np.float32]    # (query tokens,), positive


@dataclass(frozen=True, slots=True)
class PassageEncoding:
    """A passage as it is stored. Rows of `bits` are the kept tokens in order; a passage of punctuation has none."""

    vector: NDArray[np.float32]     # (dimension,), L2 norm 1
    bits: NDArray[np.uint8]         # (kept tokens, dimension / 8): signs of the centred token vectors, numpy.packbits

"""What the embedder makes of a query and of a passage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

WINDOW, STRIDE = 20, 8      # kept tokens that stand together, and from one such place to the next; see docs/retrieval.md


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


@dataclass(frozen=True, slots=True)
class LateScores:
    """Late interaction of one query with passages, float32 between -1 and 1, (passages,) but for the last."""

    whole: NDArray[np.float32]      # every query token with its best match anywhere in the passage
    local: NDArray[np.float32]      # the same within WINDOW neighbouring tokens, at the best place
    second: NDArray[np.float32]     # every query token with its second best match: one that much matches says little
    matches: NDArray[np.float32]    # (passages, query tokens): what `whole` is the weighted mean of

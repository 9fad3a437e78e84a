"""The id of an embedder, as chunks and embeddings name their maker: `name@vectors+bits`.

Vectors are alike where the part before "+" is: a head that makes other token bits changes no vector. An id without "+" is of
an embedder whose vectors and bits belong together.
"""

from __future__ import annotations

from typing import Protocol


class Named(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...


def id_of(embedder: Named) -> str:
    return f"{embedder.name}@{embedder.version}"


def vectors_of(model: str) -> str:
    """What the vector store's rows are named by."""
    return model.partition("+")[0]

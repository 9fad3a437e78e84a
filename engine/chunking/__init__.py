"""Chunking: from a Document to the pieces that are indexed and found."""

from engine.chunking.chunker import chunk
from engine.chunking.limits import ChunkLimits
from engine.protocols import TokenCounter

__all__ = ["ChunkLimits", "TokenCounter", "chunk"]

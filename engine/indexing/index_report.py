"""What one run of the indexer did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What one run did. Documents count members and attachments one by one; seconds are of this process's clock.

    `failed` also counts documents that could not be read before and have not changed; `chunks` those of `indexed`.
    """

    indexed: int = 0            # read anew, or found again at another path
    unchanged: int = 0
    failed: int = 0
    left_out: int = 0           # files
    removed: int = 0
    chunks: int = 0
    extract_s: float = 0.0      # waiting for readers
    text_s: float = 0.0         # cutting, writing, committing
    vectors_s: float = 0.0
    total_s: float = 0.0
    embedded: int = 0           # chunks that got their vector
    was_cancelled: bool = False
    has_more_changes: bool = False          # of a part of the changes: another part can be followed
    unavailable: tuple[str, ...] = ()       # roots that could not be found: their documents are kept

    def as_json(self) -> dict[str, Any]:
        """As the command-line contract has it."""
        return {
            "documents": {
                "indexed": self.indexed, "unchanged": self.unchanged, "failed": self.failed,
                "left_out": self.left_out, "removed": self.removed,
            },
            "chunks": self.chunks,
            "seconds": {
                "extract": round(self.extract_s, 3), "text": round(self.text_s, 3),
                "vectors": round(self.vectors_s, 3), "total": round(self.total_s, 3),
            },
        }
